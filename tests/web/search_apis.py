"""A loopback server that speaks the JSON of search APIs as they document it, and fails in all the ways they do."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from answering_server import AnsweringServer, Handler, Reply, named

from hubwalk.ports import SearchEngine


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    path: str
    parameters: dict[str, list[str]]
    headers: dict[str, str]  # names in lower case

    def get(self, name: str, default: str = "") -> str:
        return self.parameters.get(name, [default])[0]


def reply(value: Any, status: int = 200, **headers: str) -> Reply:
    """JSON; underscores in the names of headers stand for hyphens."""
    return Reply(json.dumps(value).encode(), status, named(headers))


class SearchApi(AnsweringServer[Asked]):
    """The server: `answer` says what to reply; what was asked is kept."""

    def read(self, request: Handler) -> Asked:
        parts = urlsplit(request.path)
        headers = {name.lower(): value for name, value in request.headers.items()}
        return Asked(parts.path, parse_qs(parts.query, keep_blank_values=True), headers)


# -- the documented JSON of each API, over the results of any engine -------------------------------------------------


def as_searxng(engine: SearchEngine, per_page: int = 10) -> Callable[[Asked], Reply]:
    def answer(asked: Asked) -> Reply:
        start = (int(asked.get("pageno", "1")) - 1) * per_page
        found = engine.search(asked.get("q"), start + per_page)
        page = found.results[start:]
        results = [{"url": r.url, "title": r.title, "content": r.snippet, "engine": "own", "score": 1.0} for r in page]
        more: dict[str, Any] = {"answers": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []}
        return reply({"query": found.query, "number_of_results": found.hits, "results": results, **more})

    return answer


def as_brave(engine: SearchEngine) -> Callable[[Asked], Reply]:
    def answer(asked: Asked) -> Reply:
        count, offset = int(asked.get("count")), int(asked.get("offset", "0"))
        if not 1 <= count <= 20 or not 0 <= offset <= 9:
            return reply({"type": "ErrorResponse", "error": {"code": "VALIDATION", "detail": "count, offset"}}, 422)
        found = engine.search(asked.get("q"), count * (offset + 1) + 1)
        page = found.results[count * offset : count * (offset + 1)]
        results = [{"type": "search_result", "url": r.url, "title": r.title, "description": r.snippet} for r in page]
        more = len(found.results) > count * (offset + 1)
        about = {"original": asked.get("q"), "more_results_available": more}
        web = {"web": {"type": "search", "results": results}} if results else {}
        return reply({"type": "search", "query": about, **web})

    return answer


def as_google(engine: SearchEngine) -> Callable[[Asked], Reply]:
    def answer(asked: Asked) -> Reply:
        number, start = int(asked.get("num", "10")), int(asked.get("start", "1"))
        if not 1 <= number <= 10 or start + number > 101:
            problem = {"domain": "global", "reason": "invalid", "message": "Request contains an invalid argument."}
            return reply({"error": {"code": 400, "message": problem["message"], "errors": [problem]}}, 400)
        found = engine.search(asked.get("q"), start + number)
        page = found.results[start - 1 : start - 1 + number]
        items = [{"kind": "customsearch#result", "link": r.url, "title": r.title, "snippet": r.snippet} for r in page]
        following = {"nextPage": [{"startIndex": start + number}]} if len(found.results) >= start + number else {}
        said = {"kind": "customsearch#search", "queries": {"request": [{}], **following}}
        about = {"searchTime": 0.1, "totalResults": str(found.hits)}
        return reply({**said, "searchInformation": about, **({"items": items} if items else {})})

    return answer
