"""SearXNG, and searx before it: a metasearch engine that one can run oneself (https://docs.searxng.org/dev/search_api).

The number of results is what its engines said on average, and 0 where they said nothing or less than there is: then
nobody knows. When there are no results it matters whether its engines had any to give or did not answer.

Words that begin with ! or : are commands to it (`!!g` sends the reader to Google), so these signs are left out.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from hubwalk.discovery.engines.api_address import address_of
from hubwalk.discovery.engines.json_api import Failure, JsonApi, at
from hubwalk.discovery.engines.paging import ResultPage, gather, read_results, whole_number
from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer

_PUBLIC = 20.0  # queries a minute that an instance of somebody else bears without taking us for a robot
_COMMAND = re.compile(r"(?<!\S)[!:?<]+")
_PASSES = re.compile(r"time|too many|suspend|captcha|rate", re.IGNORECASE)


class SearxngEngine:
    """An instance of SearXNG or searx."""

    by_host = False

    def __init__(self, url: str, *, timeout: float = 20.0, pause: Callable[[float], None] = time.sleep) -> None:
        address = address_of("searxng", url, "/search")
        self.name = f"searxng:{address.shown.removesuffix('/search')}"
        self.per_minute = 0.0 if address.is_here else _PUBLIC
        self._pause = pause
        # Reasons of failures come in the language of the reader, and we read English.
        self._api = JsonApi(
            self.name, address, headers={"Accept-Language": "en"}, explain=self._explain, timeout=timeout
        )

    def search(self, query: str, limit: int) -> SearchAnswer:
        words = _COMMAND.sub("", query).strip()
        if not words:
            return SearchAnswer(query, 0)
        return gather(query, limit, lambda number: self._page(words, number), self._rest)

    def _page(self, query: str, number: int) -> ResultPage:
        answer = self._api.get({"q": query, "format": "json", "pageno": number + 1})
        results = read_results(self.name, at(answer, "results"), "url", "title", "content")
        hits = whole_number(at(answer, "number_of_results"))
        if not results and (silent := _unresponsive(at(answer, "unresponsive_engines"))):
            kind = SearchError.BUSY if _PASSES.search(silent) else SearchError.BROKEN
            raise SearchError(f"{self.name}: its engines do not answer ({silent}); try again or use others", kind=kind)
        return ResultPage(results, -1 if results and hits <= 0 else max(hits, 0))

    def _rest(self) -> None:
        if self.per_minute:
            self._pause(60 / self.per_minute)

    def _explain(self, failure: Failure) -> SearchError | None:
        if failure.status == 403:
            why = "this instance gives no JSON; whoever runs it adds json to search.formats in its settings.yml"
            return SearchError(f"{why}, or take another one", kind=SearchError.KEY)
        return None


def _unresponsive(engines: Any) -> str:
    """ "google: timeout, bing: CAPTCHA": pairs of name and reason, or names alone in some versions."""
    if not isinstance(engines, list):
        return ""
    said = [": ".join(str(part) for part in e if part) if isinstance(e, list) else str(e) for e in engines]
    return " ".join(", ".join(said).split())[:120]
