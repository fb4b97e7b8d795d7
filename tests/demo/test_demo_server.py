"""The demo web over HTTP."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoSite
from hubwalk.demo.sites import SITES, make_site
from hubwalk.errors import UsageError


@pytest.fixture(scope="module")
def site() -> DemoSite:
    return make_site("cameras", 300)


@pytest.fixture(scope="module")
def port(site: DemoSite) -> Iterator[int]:
    with serve_in_thread([site]) as urls:
        yield urlsplit(urls["cameras"]).port or 0


@pytest.fixture
def connection(port: int) -> Iterator[HTTPConnection]:
    opened = HTTPConnection("127.0.0.1", port, timeout=10)
    yield opened
    opened.close()


def get(connection: HTTPConnection, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read()


def test_pages_come_as_the_site_gives_them(site: DemoSite, connection: HTTPConnection) -> None:
    for path in ("/", *site.samples(3), "/robots.txt", "/finder?type=compact"):
        answer, body = get(connection, path)
        assert answer.status == 200
        assert body == site.respond(path).body
        assert answer.getheader("Content-Type") == site.respond(path).header("content-type")


def test_one_connection_serves_many_requests(site: DemoSite, connection: HTTPConnection) -> None:
    get(connection, "/")
    first = connection.sock.getsockname()
    for path in site.samples(5):
        get(connection, path)
    assert connection.sock.getsockname() == first


def test_requests_sent_in_one_go_are_answered_in_order(site: DemoSite, port: int) -> None:
    paths = site.samples(4)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        sock.sendall(b"".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in paths[:-1]))
        sock.sendall(f"GET {paths[-1]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        received = b"".join(iter(lambda: sock.recv(65536), b""))
    places = [received.find(site.respond(path).body) for path in paths]
    assert -1 not in places
    assert places == sorted(places)


def test_head_has_no_body(site: DemoSite, connection: HTTPConnection) -> None:
    answer, body = get(connection, "/", "HEAD")
    assert (answer.status, body) == (200, b"")
    assert int(answer.getheader("Content-Length") or 0) == len(site.respond("/").body)
    assert get(connection, "/about")[0].status == 200  # the connection is still in step


def test_other_methods_are_refused(connection: HTTPConnection) -> None:
    answer, _ = get(connection, "/", "POST")
    assert (answer.status, answer.getheader("Allow")) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "request_line", [b"nonsense\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"x" * 100_000]
)
def test_what_is_no_request_is_refused(port: int, request_line: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        sock.sendall(request_line)
        assert sock.recv(100).startswith(b"HTTP/1.1 400 ")


def test_who_hangs_up_early_does_no_harm(port: int, connection: HTTPConnection) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port)) as sock:
            sock.sendall(b"GET /archive/all-comments HTTP/1.1\r\n\r\n")
    assert get(connection, "/")[0].status == 200


def test_redirects_and_failures_keep_their_status(connection: HTTPConnection) -> None:
    answer, _ = get(connection, "/archive/redirect-loop-a")
    assert (answer.status, answer.getheader("Location")) == (302, "/archive/redirect-loop-b")
    assert get(connection, "/archive/failing-1")[0].status == 500


def test_a_flaky_page_fails_once(site: DemoSite) -> None:
    with serve_in_thread([site]) as urls:
        connection = HTTPConnection(urlsplit(urls["cameras"]).netloc, timeout=10)
        answer, _ = get(connection, "/archive/flaky-2")
        assert (answer.status, answer.getheader("Retry-After")) == (503, "1")
        assert get(connection, "/archive/flaky-2")[0].status == 200
        connection.close()


def test_unchanged_pages_are_not_sent_again(connection: HTTPConnection) -> None:
    tag = get(connection, "/about")[0].getheader("ETag") or ""
    answer, body = get(connection, "/about", **{"If-None-Match": tag})
    assert (answer.status, body) == (304, b"")


def test_a_slow_page_holds_up_nobody_else(
    port: int, connection: HTTPConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hubwalk.demo.oddities.SLOW_SECONDS", 600)
    with socket.create_connection(("127.0.0.1", port)) as waiting:
        waiting.sendall(b"GET /archive/slow-1 HTTP/1.1\r\n\r\n")
        assert get(connection, "/about")[0].status == 200
        assert select.select([waiting], [], [], 0) == ([], [], [])  # nothing has come yet


def test_a_slow_page_comes(site: DemoSite, connection: HTTPConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.demo.oddities.SLOW_SECONDS", 0.01)
    answer, body = get(connection, "/archive/slow-1")
    assert (answer.status, body) == (200, site.respond("/archive/slow-1").body)


def test_all_sites_at_once_on_ports_of_their_own() -> None:
    sites = [make_site(name, 300) for name in SITES]
    with serve_in_thread(sites) as urls:
        assert list(urls) == list(SITES)
        assert len(set(urls.values())) == len(sites)
        for site in sites:
            connection = HTTPConnection(urlsplit(urls[site.name]).netloc, timeout=10)
            assert site.title.encode() in get(connection, "/")[1]
            connection.close()


def test_a_port_in_use_is_an_error_and_leaves_no_port_taken(site: DemoSite, port: int) -> None:
    with pytest.raises(UsageError, match=f"port {port} is in use.*--port 0"), serve_in_thread([site], port):
        pass


def test_a_port_that_does_not_exist_is_an_error(site: DemoSite) -> None:
    for wrong in (-1, 70_000):
        with pytest.raises(UsageError, match="no such port"), serve_in_thread([site], wrong):
            pass


def test_the_port_is_free_again_afterwards(site: DemoSite) -> None:
    with serve_in_thread([site]) as urls:
        used = urlsplit(urls["cameras"]).port or 0
        held = socket.create_connection(("127.0.0.1", used))
    held.close()
    with serve_in_thread([site], used) as urls:
        assert urls["cameras"].endswith(f":{used}/")


@pytest.fixture(scope="module")
def museum() -> Iterator[tuple[int, list[tuple[str, str, str]]]]:
    """The port of the museum, and what it has been asked for."""
    heard: list[tuple[str, str, str]] = []
    with serve_in_thread([make_site("instruments", 100)], heard=lambda *request: heard.append(request)) as urls:
        yield urlsplit(urls["instruments"]).port or 0, heard


def opened(port: int, path: str) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout=10)
    sock.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return sock


def received(sock: socket.socket, end: bytes) -> bytes:
    """What comes until `end` has come."""
    got = b""
    while end not in got:
        piece = sock.recv(65536)
        assert piece, got
        got += piece
    return got


def test_an_answer_without_end_comes_drop_by_drop_beside_others(
    museum: tuple[int, list[tuple[str, str, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hubwalk.demo.instrument_corners._PAUSE", 0.01)
    port, _ = museum
    with opened(port, "/archive/never-finishes") as endless:
        first = received(endless, b"<li>a visitor</li>\n")
        assert b"Content-Length" not in first
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        assert get(connection, "/about")[0].status == 200
        assert get(connection, "/archive/never-finishes", "HEAD")[1] == b""
        connection.close()
        received(endless, b"<li>a visitor</li>\n" * 3)


def test_what_is_never_answered_holds_up_nobody_else(museum: tuple[int, list[tuple[str, str, str]]]) -> None:
    port, _ = museum
    with opened(port, "/archive/no-answer") as waiting:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        assert get(connection, "/about")[0].status == 200
        connection.close()
        assert select.select([waiting], [], [], 0) == ([], [], [])


def test_the_server_ends_though_answers_have_no_end() -> None:
    asked = threading.Event()

    def heard(_site: str, _method: str, target: str) -> None:
        if target.endswith("no-answer"):
            asked.set()

    with serve_in_thread([make_site("instruments", 100)], heard=heard) as urls:
        port = urlsplit(urls["instruments"]).port or 0
        endless, waiting = (opened(port, f"/archive/{name}") for name in ("never-finishes", "no-answer"))
        received(endless, b"<ol>")
        assert asked.wait(10)
    assert waiting.recv(1) == b""
    while endless.recv(65536):
        pass
    endless.close()
    waiting.close()


def test_every_method_is_heard(museum: tuple[int, list[tuple[str, str, str]]]) -> None:
    port, heard = museum
    for method in ("GET", "HEAD", "POST", "DELETE"):
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        answer, _ = get(connection, "/shop/1?x=1", method)
        assert answer.status == (200 if method in ("GET", "HEAD") else 405)
        connection.close()
    asked = [request for request in heard if request[2] == "/shop/1?x=1"]
    assert asked == [("instruments", method, "/shop/1?x=1") for method in ("GET", "HEAD", "POST", "DELETE")]
