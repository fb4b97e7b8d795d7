"""Several public engines through the library ddgs (extra `search`): no key, but they block who asks too much.

It raises when nothing was found, so an empty answer and a failure are told apart by the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hubwalk.discovery.engines.paging import read_results
from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer

Ask = Callable[..., list[dict[str, Any]]]  # DDGS().text
_NOTHING = re.compile(r"no results found", re.IGNORECASE)
_BLOCKED = re.compile(r"ratelimit|rate limit|too many|\b(202|403|429)\b", re.IGNORECASE)


class DdgsEngine:
    """The public engines that ddgs knows: all of them, or those named, as in "duckduckgo,mojeek"."""

    by_host = False
    per_minute = 20.0

    def __init__(self, backend: str = "", *, ask: Ask | None = None) -> None:
        self.name = f"ddgs:{backend}" if backend else "ddgs"
        self._backend = backend or "auto"
        self._ask = ask or self._library()

    def search(self, query: str, limit: int) -> SearchAnswer:
        if not query.strip():
            return SearchAnswer(query, 0)
        try:
            found = self._ask(query, max_results=max(1, limit), backend=self._backend)
        except Exception as error:  # ddgs lets errors of its HTTP and HTML libraries through
            if _NOTHING.search(str(error)):
                return SearchAnswer(query, 0)
            raise self._explained(error) from None
        results = read_results(self.name, found, "href", "title", "body") if found else []
        return SearchAnswer(query, -1 if results else 0, tuple(results[: max(0, limit)]))

    def _library(self) -> Ask:
        try:
            from ddgs import DDGS
            from ddgs.engines import ENGINES
        except ImportError:
            raise SearchError(
                'ddgs: the library is not there; pip install "hubwalk[search]"', kind=SearchError.KEY
            ) from None
        known = {"auto", "all", *ENGINES["text"]}
        strange = [name for name in self._backend.split(",") if name.strip() not in known]
        if strange:  # the library would fall back to all
            raise SearchError(f"ddgs: no engine '{strange[0]}'; known: {', '.join(sorted(known))}")
        ask: Ask = DDGS(timeout=15).text
        return ask

    def _explained(self, error: Exception) -> SearchError:
        said = " ".join(str(error).split())[:120]
        name = type(error).__name__
        if name == "RatelimitException" or _BLOCKED.search(said):
            return SearchError(f"{self.name}: asked too fast ({said}); try again later", kind=SearchError.BUSY)
        if name == "TimeoutException" or "timed out" in said:
            return SearchError(f"{self.name}: no answer in time ({said}); try again later", kind=SearchError.BUSY)
        return SearchError(f"{self.name}: {said or name}; use another engine")
