"""Brave Search API (https://api-dashboard.search.brave.com/app/documentation/web-search).

At most 20 results at a time, 10 pages of them; `offset` counts pages. It does not tell how many pages there are. A 429
means the limit per second or the one per month; only the code or what remains of the longer window says which.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from hubwalk.discovery.engines.api_address import address_of
from hubwalk.discovery.engines.json_api import Failure, JsonApi, at
from hubwalk.discovery.engines.paging import ResultPage, gather, read_results
from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer

_KEY = "BRAVE_API_KEY"
_ADDRESS = "https://api.search.brave.com/res/v1/web/search"
_PER_PAGE, _PAGES = 20, 10


class BraveEngine:
    """Brave's own index of the web."""

    by_host = False
    per_minute = 60.0  # the smallest plan allows one a second

    def __init__(self, url: str = "", *, timeout: float = 20.0, pause: Callable[[float], None] = time.sleep) -> None:
        key = os.environ.get(_KEY, "").strip()
        if not key:
            raise SearchError(f"brave: set the environment variable {_KEY} to your key", kind=SearchError.KEY)
        address = address_of("brave", url or _ADDRESS)
        self.name = f"brave:{address.shown}" if url else "brave"
        self._pause = pause
        self._api = JsonApi(
            self.name,
            address,
            key_hint=f"check {_KEY}",
            headers={"X-Subscription-Token": key},
            secrets=(key,),
            explain=_explain,
            timeout=timeout,
        )

    def search(self, query: str, limit: int) -> SearchAnswer:
        per_page = min(_PER_PAGE, max(1, limit))

        def ask(number: int) -> ResultPage:
            answer = self._api.get({"q": query, "count": per_page, "offset": number, "text_decorations": "false"})
            # Without any result there is no "web" at all.
            found = at(answer, "web", "results") if at(answer, "web") is not None else _nothing(answer)
            results = read_results(self.name, found, "url", "title", "description")
            more = at(answer, "query", "more_results_available")
            return ResultPage(results, 0 if not results and not number else -1, more is False or number + 1 >= _PAGES)

        return gather(query, limit, ask, lambda: self._pause(60 / self.per_minute))


def _nothing(answer: object) -> list[object] | None:
    return [] if isinstance(answer, dict) and "query" in answer else None


def _explain(failure: Failure) -> SearchError | None:
    code = str(at(failure.json, "error", "code") or "")
    if "TOKEN" in code or (failure.status == 422 and "subscription" in failure.said.lower()):
        return SearchError(f"the key is not valid; check {_KEY}", kind=SearchError.KEY)
    if "QUOTA" in code or "USAGE" in code or (failure.status == 429 and _month_is_over(failure)):
        return SearchError("the quota of the month is used up; resume later or buy more", kind=SearchError.QUOTA)
    if failure.status == 429:
        # "1, 1419704": seconds until the limits of the short and of the long window end.
        reset = (failure.headers.get("X-RateLimit-Reset") or "").partition(",")[0].strip()
        wait = failure.retry_after or (float(reset) if reset.isdecimal() else 0.0)
        return SearchError("asked too fast; try again later", kind=SearchError.BUSY, retry_after=wait)
    return None


def _month_is_over(failure: Failure) -> bool:
    remaining = (failure.headers.get("X-RateLimit-Remaining") or "").split(",")
    limits = (failure.headers.get("X-RateLimit-Limit") or "").split(",")
    limited = len(limits) > 1 and limits[-1].strip() != "0"  # 0 is no limit
    return limited and len(remaining) > 1 and remaining[-1].strip() == "0"
