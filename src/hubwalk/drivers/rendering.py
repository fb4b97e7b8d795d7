"""The browser between Scrapy's answer and the crawl: which pages it looks at, and what of them goes on.

A page is always fetched by Scrapy first. Whether a browser opens it is decided by the state of its site (looks.py);
what its scripts ask for comes back to Scrapy's downloader (browsing/sub_requests.py). The browser is launched when the
first page needs it. When the crawl ends, pages that are being looked at are given up: a resumed crawl fetches them
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from hubwalk.config import HTTP, Job
from hubwalk.drivers.looks import LOOK, Seen
from hubwalk.drivers.site_run import Flight
from hubwalk.graph.web_graph import FETCHED
from hubwalk.pages.glance import Glance, glance
from hubwalk.pages.parse import decode
from hubwalk.pages.urls import join
from hubwalk.values import Response, Site

_CLOSING = 5.0  # seconds until a browser that does not end by itself is left to the system


class Looks(Protocol):
    """Opens pages that were fetched already; browsing/headless.py does it."""

    async def look(self, response: Response, *, site: Site) -> Response:
        """The same page with what a browser found; never raises for what a page does."""
        ...

    async def close(self) -> None:
        """End the browser."""
        ...

    def kill(self) -> None:
        """The same at once, where nobody waits any more."""
        ...


MakeLooker = Callable[[Any], Looks]  # is given Scrapy's crawler


class Rendering:
    """The browser of one crawl."""

    def __init__(self, make_looker: Callable[[], Looks], stopping: asyncio.Event) -> None:
        self._make_looker = make_looker
        self._stopping = stopping  # set when the crawl ends
        self._looker: Looks | None = None

    async def see(self, flight: Flight, answer: Response) -> tuple[Flight, Response] | None:
        """The answer as it goes on, looked at or not; None: the crawl ends before the browser was done."""
        looks = flight.run.looks
        if not looks.active or not 200 <= answer.status < 300 or not decode(answer).strip():
            return flight, answer
        plain = glance(answer)
        if answer.rendering is not None:  # a sample that was looked at before the crawl
            return replace(flight, seen=Seen(_of_no_kind(plain), looked=True)), answer
        again = flight.choice.rule == LOOK
        if not again and (_is_there(flight, answer) or not looks.wants(plain)):
            return replace(flight, seen=Seen(plain, looked=False)), answer
        found = await self._look(answer, flight.run.site)
        if found is None:
            return None
        return replace(flight, seen=Seen(plain, looked=True, changed=found.body != answer.body)), found

    async def _look(self, answer: Response, site: Site) -> Response | None:
        if self._stopping.is_set():
            return None
        if self._looker is None:
            self._looker = self._make_looker()
        looking = asyncio.ensure_future(self._looker.look(answer, site=site))
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            either: set[asyncio.Future[Any]] = {looking, stopping}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return looking.result() if looking.done() else None
        finally:
            stopping.cancel()
            looking.cancel()

    async def close(self) -> None:
        """End the browser, if there is one; closing twice is no error."""
        looker, self._looker = self._looker, None
        if looker is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(looker.close(), _CLOSING)

    def kill(self) -> None:
        """The same without waiting."""
        looker, self._looker = self._looker, None
        if looker is not None:
            looker.kill()


def _of_no_kind(plain: Glance) -> Glance:
    """What the server sent is no longer known, so other pages cannot be compared with it."""
    return replace(plain, reacts=False)


def _is_there(flight: Flight, answer: Response) -> bool:
    """True if a redirect led to a page that was fetched before."""
    graph, own = flight.run.crawl.graph, flight.run.crawl.scope.own(join("", answer.url))
    known = graph.find(own)
    return bool(own) and own != flight.choice.url and known >= 0 and graph.state[known] == FETCHED


def make_looker(job: Job, words: Sequence[str] = (), *, want_boxes: bool = False) -> MakeLooker | None:
    """What launches the job's browser when a page needs it; None if the job has none. UsageError if there is no
    browser. `words` go into search boxes."""
    if job.browser == HTTP:
        return None
    from hubwalk.browsing.installed import find_browser

    choice = find_browser()

    def make(crawler: Any) -> Looks:
        from hubwalk.browsing.headless import Looker, fetch_with, options_for

        return Looker(fetch_with(crawler, job), options_for(job, words=words, want_boxes=want_boxes), choice)

    return make
