"""Demo sites over HTTP/1.1 on loopback: one event loop for all of them, connections kept alive.

The standard library's http.server manages a few hundred pages a second; a crawler is measured against this one, so it
reads no more of a request than it needs.
"""

from __future__ import annotations

import asyncio
import errno
import math
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from typing import Protocol

from hubwalk.demo.site import HTML, DemoAnswer
from hubwalk.errors import UsageError

HOST = "127.0.0.1"
_NOT_UNDERSTOOD = DemoAnswer(400, (HTML,), b"<h1>Bad request</h1>")
_ONLY_GET = DemoAnswer(405, (HTML, ("Allow", "GET, HEAD")), b"<h1>GET and HEAD only</h1>")
_TRY_AGAIN = DemoAnswer(503, (HTML, ("Retry-After", "1")), b"<h1>Too busy, try again</h1>")
_LOOK_AGAIN = 0.2  # seconds; how often a wait without end looks whether there is still anybody

Heard = Callable[[str, str, str], None]  # name of the site, method, path with query


class Served(Protocol):
    """What can be served: a demo site, or the engine that searches them."""

    name: str

    def respond(self, path_and_query: str, headers: Mapping[str, str] | None = None) -> DemoAnswer:
        """See DemoSite.respond."""
        ...


@contextmanager
def serve_in_thread(sites: Sequence[Served], port: int = 0, heard: Heard | None = None) -> Iterator[dict[str, str]]:
    """Serve sites in the background; yields name -> base URL (ending in /) once all of them listen.

    They get consecutive ports from `port` on; 0 takes any free ones. `heard` is told of every request, whatever its
    method, in the server's thread.
    """
    listening = _listen(len(sites), port)
    ready, stop = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()
    pairs = list(zip(sites, listening, strict=True))
    thread = threading.Thread(target=lambda: loop.run_until_complete(_serve(pairs, ready, stop, heard)), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield {site.name: f"http://{HOST}:{sock.getsockname()[1]}/" for site, sock in pairs}
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def _listen(count: int, port: int) -> list[socket.socket]:
    if port and not 0 < port <= 65536 - count:
        raise UsageError(
            f"no such port: {port} (for {count} sites give --port from 1 to {65536 - count}, or 0 for any)"
        )
    sockets: list[socket.socket] = []
    for number in range(count):
        wanted = port + number if port else 0
        try:
            sockets.append(socket.create_server((HOST, wanted), backlog=256))
        except OSError as error:
            for opened in sockets:
                opened.close()
            why = "in use" if error.errno == errno.EADDRINUSE else "not to be had"
            raise UsageError(f"port {wanted} is {why}: give another one with --port, or --port 0 for any") from error
    return sockets


async def _serve(
    pairs: Sequence[tuple[Served, socket.socket]], ready: threading.Event, stop: asyncio.Event, heard: Heard | None
) -> None:
    connections: set[asyncio.Task[None]] = set()
    servers = [await asyncio.start_server(_Host(site, connections, heard).converse, sock=sock) for site, sock in pairs]
    ready.set()
    await stop.wait()
    for server in servers:
        server.close()
    while asyncio.all_tasks() != {asyncio.current_task()}:  # connections that were accepted just now are still to come
        for connection in connections:
            connection.cancel()
        await asyncio.sleep(0)


class _Host:
    """One site on one port. Its only memory is how often a flaky page has failed already."""

    def __init__(self, site: Served, connections: set[asyncio.Task[None]], heard: Heard | None = None) -> None:
        self._site = site
        self._connections = connections
        self._heard = heard
        self._failed: Counter[str] = Counter()

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """All requests of one connection."""
        task: asyncio.Task[None] | None = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while await self._one_request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the other side, or the whole server, has gone
        finally:
            self._connections.discard(task)
            writer.close()

    async def _one_request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; False if the connection ends with it."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            _write(writer, _NOT_UNDERSTOOD, close=True)
            return False
        method, target, headers = _parse(head)
        if self._heard:
            self._heard(self._site.name, method, target)
        if method in ("GET", "HEAD"):
            answer = self._answer(target, headers)
        else:
            answer = _ONLY_GET if method else _NOT_UNDERSTOOD
        if not answer.status:  # a host that is not there says nothing at all
            return False
        endless = bool(answer.drop) and method == "GET"
        close = headers.get("connection", "").lower() == "close" or method not in ("GET", "HEAD") or endless
        if answer.delay and not await _waited(reader, answer.delay):
            return False
        _write(writer, answer, close=close, body=method != "HEAD")
        await writer.drain()
        while endless and await _waited(reader, answer.pause):
            writer.write(answer.drop)
            await writer.drain()
        return not close

    def _answer(self, target: str, headers: Mapping[str, str]) -> DemoAnswer:
        answer = self._site.respond(target, headers)
        if answer.failures and self._failed[target] < answer.failures:
            self._failed[target] += 1
            return _TRY_AGAIN
        return answer


async def _waited(reader: asyncio.StreamReader, seconds: float) -> bool:
    """Wait so long, for ever if need be; False once the other side has hung up."""
    while seconds == math.inf and not reader.at_eof():
        await asyncio.sleep(_LOOK_AGAIN)
    if seconds != math.inf:
        await asyncio.sleep(seconds)
    return not reader.at_eof()


def _parse(head: bytes) -> tuple[str, str, dict[str, str]]:
    """Method, path with query, and headers with lower-case names; an empty method for what is no request."""
    first, *lines = head.decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return "", "/", {}
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
    }
    target = parts[1]
    if not target.startswith("/"):  # absolute form, as for a proxy: its host counts (RFC 9112, section 3.2.2)
        headers["host"], _, path = target.partition("://")[2].partition("/")
        target = f"/{path}"
    if parts[2] == "HTTP/1.0":
        headers.setdefault("connection", "close")
    return parts[0], target, headers


def _write(writer: asyncio.StreamWriter, answer: DemoAnswer, *, close: bool, body: bool = True) -> None:
    lines = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    if not answer.drop:  # without a length the answer goes on until the connection ends (RFC 9112, section 6.3)
        lines.append(f"Content-Length: {len(answer.body)}")
    lines += [f"Connection: {'close' if close else 'keep-alive'}", "", ""]
    writer.write("\r\n".join(lines).encode("latin-1") + (answer.body if body else b""))
