"""A web server on loopback for tests, port 0: each path has an answer, and each misbehaviour is a named class.

web.put("/", page("home", "/a", "/slow"))
web.put("/slow", Slow(0.2))
web.requests            every request that came in, robots.txt too
"""

from __future__ import annotations

import gzip
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def page(title: str, *links: str, text: str = "", head: str = "", menu: Sequence[str] = ()) -> Html:
    """A page with a list of links, and perhaps a menu."""
    return Html(
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body>{_list('menu', menu) if menu else ''}"
        f"<h1>{title}</h1><p>{text or 'About ' + title}</p>{_list('list', links)}</body></html>"
    )


def _list(kind: str, links: Sequence[str]) -> str:
    items = "".join(f'<li><a href="{link}">{link.strip("/") or "home"}</a></li>' for link in links)
    return f'<ul class="{kind}">{items}</ul>'


class Html:
    """A well-behaved page; base of the misbehaviours."""

    def __init__(self, html: str = "<html><body><p>Hello</p></body></html>", status: int = 200) -> None:
        self.html = html
        self.status = status

    def send(self, to: Visit) -> None:
        self.reply(to, self.html.encode(), "text/html; charset=utf-8")

    def reply(self, to: Visit, body: bytes, kind: str, **headers: str) -> None:
        to.send_response(self.status)
        to.send_header("Content-Type", kind)
        to.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            to.send_header(name.replace("_", "-"), value)
        to.end_headers()
        to.wfile.write(body)


class Slow(Html):
    """Answers after a while."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def send(self, to: Visit) -> None:
        time.sleep(self.seconds)
        super().send(to)


class DropsMidway(Html):
    """Promises more than it sends, then hangs up."""

    def send(self, to: Visit) -> None:
        to.send_response(200)
        to.send_header("Content-Type", "text/html")
        to.send_header("Content-Length", "100000")
        to.end_headers()
        to.wfile.write(b"<html><body><a href='/never'>half a page")
        to.close_connection = True


class HangsUp(Html):
    """Ends the connection without a word."""

    def send(self, to: Visit) -> None:
        to.close_connection = True


class Redirect(Html):
    """Leads elsewhere."""

    def __init__(self, target: str, status: int = 302) -> None:
        super().__init__(status=status)
        self.target = target

    def send(self, to: Visit) -> None:
        self.reply(to, b"", "text/html", Location=self.target)


class RedirectLoop(Html):
    """/x leads to /x?2, that to /x?1, and so on for ever."""

    def __init__(self) -> None:
        super().__init__(status=302)

    def send(self, to: Visit) -> None:
        path, _, query = to.path.partition("?")
        self.reply(to, b"", "text/html", Location=f"{path}?{1 if query == '2' else 2}")


class LiesAboutCharset(Html):
    """Sends UTF-8, says so in the page, and something else in the header."""

    def send(self, to: Visit) -> None:
        html = '<html><head><meta charset="utf-8"><title>Žluťoučký kůň</title></head><body><p>příliš</p></body></html>'
        self.reply(to, b"\xef\xbb\xbf" + html.encode(), "text/html; charset=iso-8859-1")


class TooMany(Html):
    """429 with Retry-After for the first visits."""

    def __init__(self, html: str, *, times: int = 1, retry_after: str = "0") -> None:
        super().__init__(html)
        self.left = times
        self.retry_after = retry_after

    def send(self, to: Visit) -> None:
        if self.left:
            self.left -= 1
            refusal = Html(status=429)
            refusal.reply(to, b"slow down", "text/plain", Retry_After=self.retry_after)
        else:
            super().send(to)


class FlakyThenFine(Html):
    """Fails with 500 for the first visits."""

    def __init__(self, html: str, times: int = 1) -> None:
        super().__init__(html)
        self.left = times

    def send(self, to: Visit) -> None:
        if self.left:
            self.left -= 1
            Html("<html><body>oops</body></html>", status=500).send(to)
        else:
            super().send(to)


class HugePage(Html):
    """More bytes than anybody asked for, without saying how many."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def send(self, to: Visit) -> None:
        to.send_response(200)
        to.send_header("Content-Type", "text/html")
        to.send_header("Connection", "close")
        to.end_headers()
        to.close_connection = True
        block = b"<p>more and more</p>" * 500
        for _ in range(self.size // len(block) + 1):
            to.wfile.write(block)
            to.web.bytes_sent += len(block)


class NotHtml(Html):
    """A large file of another kind under an innocent name."""

    def __init__(self, kind: str = "application/pdf", size: int = 5_000_000) -> None:
        super().__init__()
        self.kind = kind
        self.size = size

    def send(self, to: Visit) -> None:
        to.send_response(200)
        to.send_header("Content-Type", self.kind)
        to.send_header("Content-Length", str(self.size))
        to.end_headers()
        block = b"%PDF" * 4096
        for _ in range(self.size // len(block) + 1):
            to.wfile.write(block)
            to.web.bytes_sent += len(block)


class Gzip(Html):
    """Compressed, as most servers do."""

    def send(self, to: Visit) -> None:
        self.reply(to, gzip.compress(self.html.encode()), "text/html; charset=utf-8", Content_Encoding="gzip")


class WantsCookie(Html):
    """Shows itself only to those who bring the cookie back that the redirect to itself has set."""

    def send(self, to: Visit) -> None:
        if "visited=1" in (to.headers.get("Cookie") or ""):
            super().send(to)
        else:
            Html(status=302).reply(to, b"", "text/html", Location=to.path, Set_Cookie="visited=1")


class Robots(Html):
    """A robots.txt, with any text."""

    def send(self, to: Visit) -> None:
        self.reply(to, self.html.encode(), "text/plain")


class ForbiddenByRobots(Robots):
    """The robots.txt that keeps every crawler out of the paths."""

    def __init__(self, *paths: str) -> None:
        super().__init__("User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in paths))


class Visit(BaseHTTPRequestHandler):
    """One connection to the web."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    web: Web  # set on the subclass that each Web makes

    def do_GET(self) -> None:
        web = self.web
        with web.lock:
            web.requests.append(self.path)
            web.agents.add(self.headers.get("User-Agent", ""))
            web.hosts.add(self.headers.get("Host", ""))
            web.busy += 1
            web.most_busy = max(web.most_busy, web.busy)
        try:
            answer = web.find(self.path)
            answer.send(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with web.lock:
                web.busy -= 1

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Silent: crawlers that are killed reset their connections."""


class Web:
    """Paths and their answers; whatever is not there is a 404."""

    def __init__(self, port: int = 0) -> None:
        self.lock = threading.Lock()
        self.requests: list[str] = []
        self.agents: set[str] = set()
        self.hosts: set[str] = set()
        self.busy = self.most_busy = 0  # requests at the same time
        self.bytes_sent = 0
        self.answers: dict[str, Html] = {}
        self.fallback: Callable[[str], Html | None] = lambda _: None
        self._server = _Server(("127.0.0.1", port), type("VisitHere", (Visit,), {"web": self}))
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def put(self, path: str, answer: Html) -> None:
        self.answers[path] = answer

    def find(self, path: str) -> Html:
        found = self.answers.get(path) or self.answers.get(path.partition("?")[0]) or self.fallback(path)
        return found or Html("<html><body>nothing here</body></html>", status=404)

    def count(self, path: str) -> int:
        return self.requests.count(path)

    @property
    def pages(self) -> Counter[str]:
        """Requests per path, robots.txt apart."""
        return Counter(path for path in self.requests if path != "/robots.txt")

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
