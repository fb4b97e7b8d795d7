"""From pages of results to one answer."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer, SearchResult

_DIGITS = 18  # of a number that the crawl log can hold
_MOST_PAGES = 20  # an engine that never ends is not asked for ever


@dataclass(frozen=True, slots=True)
class ResultPage:
    """What an engine answers at a time."""

    results: Sequence[SearchResult]
    hits: int = -1
    is_last: bool = False


def gather(
    query: str, limit: int, ask: Callable[[int], ResultPage], pause: Callable[[], None] = lambda: None
) -> SearchAnswer:
    """Ask for page 0, 1, ... until there are `limit` results or no more; `pause` is called between two pages.

    A failure after the first page ends the list: what has been paid for is kept.
    """
    if not query.strip():
        return SearchAnswer(query, 0)
    found: dict[str, SearchResult] = {}
    hits = -1
    for number in itertools.takewhile(lambda n: n < _MOST_PAGES, itertools.count()):
        if number:
            pause()
        try:
            page = ask(number)
        except SearchError:
            if not number:
                raise
            break
        hits = hits if number else page.hits
        before = len(found)
        for result in page.results:
            found.setdefault(result.url, result)
        if page.is_last or len(found) == before or len(found) >= limit:
            break
    return SearchAnswer(query, hits, tuple(found.values())[: max(0, limit)])


def read_results(engine: str, items: Any, url: str, title: str, snippet: str) -> list[SearchResult]:
    """The results in a list of JSON objects, by the names of their members. What has no web address is left out; an
    answer that is no list, or has nothing else, makes no sense."""
    if not isinstance(items, list):
        raise SearchError(f"{engine}: the answer has no list of results; is this the address of the API?")
    results = []
    for item in items:
        where = item.get(url) if isinstance(item, dict) else None
        if isinstance(where, str) and where.lower().startswith(("http://", "https://")):
            results.append(SearchResult(where.strip(), _line(item.get(title)), _line(item.get(snippet))))
    if items and not results:
        raise SearchError(f"{engine}: {len(items)} results, none with a web address; is this the address of the API?")
    return results


def _line(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def whole_number(value: Any) -> int:
    """A count that an engine gives as a number or as text; -1 if it is neither, or more than there can be."""
    if isinstance(value, str) and len(value) < _DIGITS and value.strip().isdecimal():
        return int(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 10**_DIGITS:
        return int(value)
    return -1
