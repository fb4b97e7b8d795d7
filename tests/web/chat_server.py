"""A loopback server that speaks chat completions, and fails in all the ways such servers do."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from answering_server import AnsweringServer, Handler, Reply, named


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
    return Reply(json.dumps(error).encode(), status, named(headers))


class ChatServer(AnsweringServer[Call]):
    """The server: `answer` says what to reply; what was asked is kept."""

    def __init__(self, answer: Callable[[Call], Reply]) -> None:
        super().__init__(answer)
        self.url += "/v1"

    def read(self, request: Handler) -> Call:
        body = json.loads(request.rfile.read(int(request.headers["Content-Length"])))
        return Call(request.path, {name.lower(): value for name, value in request.headers.items()}, body)
