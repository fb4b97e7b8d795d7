"""The requests of one page in a browser, as Playwright's routes bring them: the document is the one that we have, to
leave it is not possible, and all else is for `Traffic` to answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from hubwalk.browsing.probing import openable
from hubwalk.browsing.reach import SAFE_METHODS, blocked, short, without_credentials
from hubwalk.browsing.traffic import Answer, Traffic, Wanted
from hubwalk.pages.parse import decode
from hubwalk.values import Response, Site

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Request, Route

_MOST_NOTES = 30
_OFTEN = 50  # times that one address is asked for while a document is there
_CALM = 0.1  # seconds without a request after which a page counts as quiet
# Headers of the connection and not of the document, or meant to make the browser ask for or report something by itself.
_DROPPED = {
    "alt-svc", "clear-site-data", "connection", "content-disposition", "content-encoding", "content-length",
    "content-type", "content-security-policy-report-only", "keep-alive", "link", "nel", "report-to",
    "reporting-endpoints", "speculation-rules", "strict-transport-security", "transfer-encoding", "upgrade",
    "x-frame-options",
}  # fmt: skip
_OWN_HEADERS = ("accept", "accept-encoding", "connection", "cookie", "host", "if-", "priority", "purpose", "range")
_NOT_SENT = (*_OWN_HEADERS, "sec-", "upgrade-insecure-requests", "user-agent", "x-client-data")
_PIXEL = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"  # noqa: E501
_EMPTY = "<!doctype html><title></title>"


class Notes:
    """Lines for a person; one that comes again is counted."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def add(self, note: str) -> None:
        if note in self._times or len(self._times) < _MOST_NOTES:
            self._times[note] += 1

    def lines(self) -> tuple[str, ...]:
        return tuple(note if times == 1 else f"{note} ({times} times)" for note, times in self._times.items())


class PageTraffic:
    """What one page asks for while a browser looks at it."""

    def __init__(
        self, traffic: Traffic, response: Response, site: Site, notes: Notes, *, most_requests: int = 300
    ) -> None:
        self.url = without_credentials(response.url)
        self.navigations: list[str] = []  # where the page wanted to go; whoever probes it takes them out
        self.beside: list[str] = []  # the same for keeps, with what it wanted to open in other windows
        self.requests = 0
        self.reloads = 0  # how often the document may be loaded again
        self._traffic = traffic
        self._response = response
        self._site = site
        self._notes = notes
        self._left = most_requests
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._loads = 0
        self._given_up = asyncio.Event()
        self.pending = 0
        self.last = asyncio.get_running_loop().time()  # when the network answered
        self._times: Counter[str] = Counter()

    async def attach(self, context: BrowserContext, page: Page) -> None:
        """Answer for a page in a context of its own, and for whatever it opens."""
        self._context, self._page = context, page
        await context.route("**/*", self._handle)

    def give_up(self) -> None:
        """What is not answered by now is refused, so that the page goes on without it."""
        if self.pending:
            self._notes.add("still loading, went on without what had not come")
        self._given_up.set()
        self._given_up = asyncio.Event()

    async def quiet(self, seconds: float) -> bool:
        """Wait until nothing is awaited, so many seconds, or twice as many where answers keep coming; False if there
        is still something. What we know already counts for nothing: a page may ask for it for ever."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while True:
            now = loop.time()
            if not self.pending and now - self.last >= _CALM:
                return True
            if now - max(begun, self.last) > seconds or now - begun > 2 * seconds:
                return not self.pending
            await asyncio.sleep(0.02)

    async def _handle(self, route: Route) -> None:
        url = route.request.url
        self._times[url] += 1
        self.pending += 1
        try:
            await self._decide(route, route.request)
        except Exception as error:  # from here it would surface in somebody else's next call
            if "closed" not in str(error):
                self._notes.add(f"request not answered: {type(error).__name__}")
        finally:
            self.pending -= 1

    async def _decide(self, route: Route, request: Request) -> None:
        frame = _frame(request)
        if request.is_navigation_request() and (frame is None or frame.page is not self._page):
            if request.method in SAFE_METHODS:
                self.beside.append(without_credentials(request.url))
            else:
                self._notes.add(blocked(request.method, request.url))
            # Aborted it would leave a window that is never reported (seen with Chromium).
            await route.fulfill(status=200, content_type="text/html", body=_EMPTY)
        elif request.is_navigation_request() and frame is not None and frame.parent_frame is None:
            await self._navigate(route, request)
        else:
            await self._answer(route, request)

    async def _navigate(self, route: Route, request: Request) -> None:
        same = request.method == "GET" and request.url.partition("#")[0] == self.url.partition("#")[0]
        if same and self._loads <= self.reloads:
            self._loads += 1
            self._times.clear()
            await route.fulfill(**self._document())
            return
        if request.method not in SAFE_METHODS:
            self._notes.add(blocked(request.method, request.url))
        elif same:
            self._notes.add("the page wanted to load itself again, which was prevented")
        else:
            self.navigations.append(without_credentials(request.url))
            self.beside.append(without_credentials(request.url))
        await route.abort("aborted")  # any other reason would show an error page in its place

    def _document(self) -> dict[str, Any]:
        """As text, so that the browser sees the characters that `pages.parse` sees."""
        headers = _headers(self._response)
        return {
            "status": self._response.status,
            "headers": {**headers, "content-type": "text/html; charset=utf-8"},
            "body": openable(decode(self._response)).encode("utf-8", "replace"),
        }

    async def _answer(self, route: Route, request: Request) -> None:
        if self._times[request.url] > _OFTEN:
            self._notes.add(f"{short(request.url)} asked for again and again, refused from now on")
            await route.abort("failed")
            return
        if self._left <= 0:
            self._notes.add("too many requests of one page: the rest was refused")
            await route.abort("blockedbyclient")
            return
        wanted = await self._wanted(request)
        waiting = asyncio.ensure_future(self._traffic.answer(wanted))
        giving_up = asyncio.ensure_future(self._given_up.wait())
        try:
            either: set[asyncio.Future[Any]] = {waiting, giving_up}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            answer = waiting.result() if waiting.done() else Answer(Response(wanted.url, wanted.url, 0))
        finally:
            waiting.cancel()
            giving_up.cancel()
        if answer.requests:
            self.requests += answer.requests
            self._left -= answer.requests
            self.last = asyncio.get_running_loop().time()
        await self._fulfill(route, request, answer)

    async def _fulfill(self, route: Route, request: Request, answer: Answer) -> None:
        kind, response = request.resource_type, answer.response
        if answer.refused and "not loaded" not in answer.refused:
            self._notes.add(answer.refused)
        elif response.error and not answer.refused:
            self._notes.add(f"{response.error}: {short(request.url)}")
        if answer.refused and kind == "image":
            # A picture that fails makes many pages try another, and another.
            await route.fulfill(status=200, content_type="image/gif", body=_PIXEL)
        elif not response.status and kind == "document":
            await route.fulfill(status=200, content_type="text/html", body=_EMPTY)
        elif not response.status:
            await route.abort("blockedbyclient" if answer.refused else "failed")
        else:
            body = response.body
            if kind == "document" and response.url != request.url:  # redirected: relative links start from there
                body = f'<base href="{response.url}">'.encode() + body
            headers = {**_headers(response), "content-type": response.header("content-type")}
            await route.fulfill(status=response.status, headers=headers, body=body)

    async def _wanted(self, request: Request) -> Wanted:
        headers = {
            name.lower(): without_credentials(value) if name.lower() == "referer" else value
            for name, value in request.headers.items()
            if not name.lower().startswith(_NOT_SENT) or name.lower() == "accept"
        }
        kind = request.resource_type
        if any("prefetch" in request.headers.get(name, "") for name in ("purpose", "sec-purpose")):
            kind = "prefetch"
        assert self._context is not None
        cookies = await self._context.cookies(request.url) if urlsplit(request.url).scheme in ("http", "https") else []
        return Wanted(
            url=without_credentials(request.url),
            method=request.method,
            headers=tuple(sorted(headers.items())),
            cookies=tuple((cookie["name"], cookie["value"]) for cookie in cookies),
            kind=kind,
            page_url=self.url,
            site=self._site.url,
        )


def _frame(request: Request) -> Any:
    """The frame that asks, or None: a window that is just being opened has none yet."""
    try:
        return request.frame
    except Exception:
        return None


def _headers(response: Response) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, value in response.headers:
        key = name.lower()
        if key not in _DROPPED:
            joint = "\n" if key == "set-cookie" else ", "
            headers[key] = f"{headers[key]}{joint}{value}" if key in headers else value
    return headers
