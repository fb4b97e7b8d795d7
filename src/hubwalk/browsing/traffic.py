"""The answers that pages in a browser get to what they ask for: rule, then the crawl's memory, then the downloader.

The browser has no network of its own. What a page asks for arrives here; `fetch` is Scrapy's downloader in a crawl, so
robots.txt, the delay between two requests to a host, retries and limits hold for sub-requests as for pages. Redirects
are followed here and not by Scrapy, because the rule holds for each hop.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from hubwalk.browsing.http import FORBIDDEN
from hubwalk.browsing.reach import Asked, Reach
from hubwalk.pages.urls import resolve
from hubwalk.values import Response

_MAX_HOPS = 10
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_FAILURES = 10_000
_TRIES = 2  # of what had no answer at all: a script that hangs must not cost its time-out on every page


@dataclass(frozen=True, slots=True)
class Wanted:
    """One request that a page causes, after the rule has let it pass."""

    url: str
    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = ()  # lower case; what the page's scripts have set, and Referer
    cookies: tuple[tuple[str, str], ...] = ()  # that the browser has and would send
    kind: str = "other"
    page_url: str = ""
    site: str = ""  # Site.url, whose cookies go with it
    space: int = 0  # reach.PUBLIC ...: the most private address space that may answer


Fetch = Callable[[Wanted], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page gets."""

    response: Response
    refused: str = ""  # why it was never asked for, or not followed to its end
    requests: int = 0  # that the network had to answer


class Traffic:
    """What all pages of a crawl share: the rule, the memory and the downloader."""

    def __init__(self, fetch: Fetch, reach: Reach, *, most_bytes: int = 64_000_000) -> None:
        self._fetch = fetch
        self._reach = reach
        self._most_bytes = most_bytes
        self._known: OrderedDict[tuple[object, ...], Response] = OrderedDict()
        self._bytes = 0
        self._failures: dict[tuple[object, ...], int] = {}
        self._under_way: dict[tuple[object, ...], asyncio.Future[Response]] = {}

    async def answer(self, wanted: Wanted) -> Answer:
        """The answer for a page; never raises."""
        url, method, requests = wanted.url, wanted.method, 0
        space = await self._reach.space(wanted.page_url)
        for _ in range(_MAX_HOPS):
            url = resolve("", url) or url
            refused = self._reach.refusal(Asked(url, method, wanted.kind), wanted.page_url)
            refused = refused or await self._reach.too_private(url, wanted.page_url)
            if refused:
                return Answer(Response(wanted.url, url, 0, error=refused), refused, requests)
            hop = Wanted(
                url, method, wanted.headers, wanted.cookies, wanted.kind, wanted.page_url, wanted.site, space
            )  # fmt: skip
            response, asked = await self._remembered(hop)
            requests += asked if response.error != FORBIDDEN else 0
            target = response.header("location")
            if response.status not in _REDIRECTS or not target:
                return Answer(response, "", requests)
            url = resolve(url, target)
        return Answer(Response(wanted.url, url, 0, error="too many redirects"), "", requests)

    def forget(self) -> None:
        """End what is under way; nobody waits for it any more."""
        for task in self._under_way.values():
            task.cancel()
        self._under_way.clear()

    async def _remembered(self, wanted: Wanted) -> tuple[Response, int]:
        """The response and how many requests it has cost."""
        key = (wanted.site, wanted.method, wanted.url, *(pair for pair in wanted.headers if pair[0] != "referer"))
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known, 0
        task = self._under_way.get(key)
        asked = int(task is None)
        if task is None:
            task = self._under_way[key] = asyncio.ensure_future(self._ask(wanted, key))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task), asked  # a page that is given up must not take it from the others

    async def _ask(self, wanted: Wanted, key: tuple[object, ...]) -> Response:
        try:
            response = await self._fetch(wanted)
        except Exception as error:  # whatever the downloader has to say, to the page it is a failure
            response = Response(wanted.url, wanted.url, 0, error=f"{type(error).__name__}: {error}")
        if response.status:
            self._keep(key, response)
        else:
            if len(self._failures) > _MOST_FAILURES:
                self._failures.clear()
            self._failures[key] = self._failures.get(key, 0) + 1
            if self._failures[key] >= _TRIES:
                self._keep(key, response)
        return response

    def _keep(self, key: tuple[object, ...], response: Response) -> None:
        size = len(response.body) + 1000
        if size > self._most_bytes // 8 or key in self._known:
            return
        self._known[key] = response
        self._bytes += size
        while self._bytes > self._most_bytes:
            _, oldest = self._known.popitem(last=False)
            self._bytes -= len(oldest.body) + 1000
