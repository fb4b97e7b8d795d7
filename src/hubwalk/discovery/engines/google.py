"""Google Programmable Search, Custom Search JSON API (https://developers.google.com/custom-search/v1/reference/rest).

At most 10 results at a time and the first 100 of all; the number of hits is an estimate and comes as text. The key is a
parameter, so it is part of every URL: see json_api.py for how it stays there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from hubwalk.discovery.engines.api_address import address_of
from hubwalk.discovery.engines.json_api import Failure, JsonApi, at
from hubwalk.discovery.engines.paging import ResultPage, gather, read_results, whole_number
from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer

_KEY, _ENGINE_ID = "GOOGLE_API_KEY", "GOOGLE_CSE_ID"
_ADDRESS = "https://www.googleapis.com/customsearch/v1"
_PER_PAGE, _REACH = 10, 100
_DAY_IS_OVER = {"dailylimitexceeded", "dailylimitexceededunreg", "quotaexceeded", "billingnotenabled"}


class GoogleEngine:
    """A Programmable Search Engine; it should be set to search the whole web."""

    by_host = False
    per_minute = 60.0

    def __init__(self, url: str = "", *, timeout: float = 20.0, pause: Callable[[float], None] = time.sleep) -> None:
        values = [os.environ.get(name, "").strip() for name in (_KEY, _ENGINE_ID)]
        for name, value in zip((_KEY, _ENGINE_ID), values, strict=True):
            if not value:
                raise SearchError(f"google: set the environment variable {name}", kind=SearchError.KEY)
        address = address_of("google", url or _ADDRESS)
        self.name = f"google:{address.shown}" if url else "google"
        self._pause = pause
        self._key, self._engine_id = values
        self._api = JsonApi(
            self.name,
            address,
            key_hint=f"check {_KEY} and {_ENGINE_ID}, and that the API is switched on",
            secrets=(self._key, self._engine_id),
            explain=_explain,
            timeout=timeout,
        )

    def search(self, query: str, limit: int) -> SearchAnswer:
        per_page = min(_PER_PAGE, max(1, limit))

        def ask(number: int) -> ResultPage:
            start = number * per_page + 1
            asked: dict[str, str | int] = {"key": self._key, "cx": self._engine_id, "q": query}
            answer = self._api.get({**asked, "num": per_page, "start": start})
            items = at(answer, "items")
            if items is None and isinstance(answer, dict) and "searchInformation" in answer:
                items = []  # nothing found: the member is missing
            results = read_results(self.name, items, "link", "title", "snippet")
            hits = whole_number(at(answer, "searchInformation", "totalResults"))
            over = len(results) < per_page or start + 2 * per_page > _REACH + 1
            return ResultPage(results, hits, over or not at(answer, "queries", "nextPage"))

        return gather(query, limit, ask, lambda: self._pause(60 / self.per_minute))


def _explain(failure: Failure) -> SearchError | None:
    reasons = _reasons(failure.json)
    message = str(at(failure.json, "error", "message") or "").lower()
    if reasons & _DAY_IS_OVER or (failure.status in (403, 429) and "per day" in message):
        return SearchError("the quota of the day is used up; resume tomorrow", kind=SearchError.QUOTA)
    if failure.status in (403, 429) and any("ratelimit" in reason for reason in reasons):
        wait = failure.retry_after
        return SearchError("asked too fast; try again later", kind=SearchError.BUSY, retry_after=wait)
    if reasons & {"keyinvalid", "keyexpired", "api_key_invalid"} or "api key" in message:
        return SearchError(f"the key is not valid; check {_KEY}", kind=SearchError.KEY)
    if failure.status in (400, 404) and reasons & {"invalid", "badrequest", "notfound"}:
        return SearchError(f"the request is refused; check {_ENGINE_ID}", kind=SearchError.KEY)
    return None


def _reasons(answer: Any) -> set[str]:
    """All reasons in an error of Google's, in lower case: `errors[].reason`, `details[].reason` and `status`."""
    found = {str(at(answer, "error", "status") or "").lower()}
    for member in ("errors", "details"):
        items = at(answer, "error", member)
        found |= {str(at(item, "reason") or "").lower() for item in (items if isinstance(items, list) else ())}
    return found - {""}
