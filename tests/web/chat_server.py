"""A loopback server that speaks chat completions, and fails in all the ways such servers do."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]  # names in lower case
    body: dict[str, Any]

    @property
    def page(self) -> dict[str, Any]:
        """The page that is asked about."""
        pages = [m["content"] for m in self.body["messages"] if m["role"] == "user" and m["content"].startswith("{")]
        return dict(json.loads(pages[-1]))

    @property
    def is_repair(self) -> bool:
        return "could not be used" in self.body["messages"][-1]["content"]


@dataclass(frozen=True)
class Reply:
    """What the server answers."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    is_slow: bool = False  # never comes while the server runs


def completion(content: object, usage: tuple[int, int] | None = (100, 20), **more: object) -> Reply:
    """A chat completion with this content."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop", **more}
    counted = {"prompt_tokens": usage[0], "completion_tokens": usage[1]} if usage else None
    said = {"id": "x", "object": "chat.completion", "choices": [choice], **({"usage": counted} if counted else {})}
    return Reply(json.dumps(said).encode())


def judged(accepted: bool, score: object = None, reason: str = "because", **more: Any) -> Reply:
    """A proper verdict."""
    value = {"accepted": accepted, "score": float(accepted) if score is None else score, "reason": reason}
    return completion(json.dumps(value), **more)


def refused(status: int, message: str = "no", code: str = "", **headers: str) -> Reply:
    """An error as OpenAI words it; underscores in the names of headers stand for hyphens."""
    error = {"error": {"message": message, "type": "x", "code": code or None}}
    return Reply(json.dumps(error).encode(), status, {name.replace("_", "-"): text for name, text in headers.items()})


class ChatServer:
    """The server: `answer` says what to reply; what was asked is kept."""

    def __init__(self, answer: Callable[[Call], Reply]) -> None:
        self.answer = answer
        self.calls: list[Call] = []
        self._ended = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                call = Call(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                outer.calls.append(call)
                outer._send(self, outer.answer(call))

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def _send(self, handler: http.server.BaseHTTPRequestHandler, said: Reply) -> None:
        if said.is_slow:
            self._ended.wait()
            return
        handler.send_response(said.status)
        for name, value in {"Content-Type": "application/json", **said.headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(said.body)))
        handler.end_headers()
        handler.wfile.write(said.body)

    def close(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
