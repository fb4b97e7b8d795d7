"""A loopback server that answers what a function says, keeps what was asked, and fails in the ways that APIs do."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Question = TypeVar("Question")
Server = TypeVar("Server", bound="AnsweringServer[Any]")
Handler = http.server.BaseHTTPRequestHandler


@dataclass(frozen=True)
class Reply:
    """What the server answers."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    is_cut_off: bool = False  # promises more than it sends
    is_slow: bool = False  # never comes while the server runs


def named(headers: dict[str, str]) -> dict[str, str]:
    """Headers from keywords: underscores in their names stand for hyphens."""
    return {name.replace("_", "-"): text for name, text in headers.items()}


class AnsweringServer(Generic[Question]):
    """The server: `answer` says what to reply, `read` makes a question of a request."""

    def __init__(self, answer: Callable[[Question], Reply]) -> None:
        self.answer = answer
        self.asked: list[Question] = []
        self._ended = threading.Event()
        outer = self

        class Hears(Handler):
            def do_GET(self) -> None:
                question = outer.read(self)
                outer.asked.append(question)
                outer._send(self, outer.answer(question))

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hears)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def read(self, request: Handler) -> Question:
        raise NotImplementedError

    def _send(self, handler: Handler, said: Reply) -> None:
        if said.is_slow:
            self._ended.wait()
            return
        handler.send_response(said.status)
        for name, value in {"Content-Type": "application/json", **said.headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(said.body) + 1000 * said.is_cut_off))
        handler.end_headers()
        handler.wfile.write(said.body)

    def close(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def starting(kind: Callable[[Callable[[Question], Reply]], Server]) -> Iterator[Callable[..., Server]]:
    """Starts servers that end in the end."""
    made: list[Server] = []

    def start(answer: Callable[[Question], Reply]) -> Server:
        made.append(kind(answer))
        return made[-1]

    try:
        yield start
    finally:
        for server in made:
            server.close()
