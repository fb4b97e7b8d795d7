"""A crawl on Scrapy's engine: a spider that starts nothing, and a scheduler that asks the crawl (crawl_port.py).

Links are never handed back to Scrapy. Its engine asks `next_request` whenever it has room, and after every answer that
was taken in; retries and redirects come back through `enqueue_request` and go out first.
"""

from __future__ import annotations

import asyncio
import gc
import signal
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import scrapy
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from twisted.python.failure import Failure

from hubwalk.browsing.engine_loop import engine_loop
from hubwalk.browsing.http import cost_of, from_failure, request_for, settings, to_response, unreachable
from hubwalk.drivers.crawl_port import Asked, Crawl
from hubwalk.drivers.live import LiveCrawl
from hubwalk.drivers.looks import LOOK
from hubwalk.drivers.rendering import Looks, MakeLooker, Rendering
from hubwalk.drivers.site_run import Flight
from hubwalk.errors import UsageError
from hubwalk.pages.urls import host_of
from hubwalk.values import Response

INTERRUPTED = "interrupted"
GRACE = 8.0  # seconds that an ending crawl waits for pages in flight
_ENDING = "the crawl is ending"
_IN_HAND = "data:text/html,"  # Scrapy answers this itself, and then calls back as for any page
_S = TypeVar("_S")


class LiveSpider(scrapy.Spider):
    """Takes answers in; asks for nothing itself."""

    name = "hubwalk"

    def __init__(self, live: Crawl[Any, Any], looker: MakeLooker | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.live = live
        self.stopping = asyncio.Event()
        self.rendering = Rendering(lambda: self._make(looker), self.stopping)

    def _make(self, looker: MakeLooker | None) -> Looks:
        if looker is None:
            raise UsageError("this crawl has no browser: hand one in, or set browser to http")
        return looker(self.crawler)

    async def start(self) -> AsyncIterator[Any]:
        return
        yield  # an empty asynchronous generator, which Scrapy expects

    async def answered(self, response: scrapy.http.Response, flight: Asked) -> None:
        known = flight.known
        answer = known or to_response(response, flight.url)
        if isinstance(flight, Flight):
            await self._looked_at(flight, answer, response)
        elif known is None:
            await self._conclude(flight, answer, response.request)
        else:
            await self.live.conclude(flight, known, requests=0)

    async def _looked_at(self, flight: Flight, answer: Response, response: scrapy.http.Response) -> None:
        """A browser may want to see the page first."""
        assert isinstance(self.live, LiveCrawl)
        try:
            seen = await self.rendering.see(flight, answer)
        except Exception as error:  # of the browser itself: it is missing, or cannot be launched
            self.live.fail(error)
            seen = None
        if seen is None:
            self.live.abandon(flight)
        elif flight.known is None:
            await self._conclude(*seen, response.request)
        elif flight.choice.rule == LOOK:
            await self.live.conclude_look(*seen)
        else:
            self.live.conclude_unjudged(*seen)

    async def failed(self, failure: Failure) -> None:
        request = failure.request  # type: ignore[attr-defined]
        flight: Asked = request.cb_kwargs["flight"]
        if isinstance(failure.value, IgnoreRequest) and str(failure.value) == _ENDING:
            self.live.abandon(flight)
            return
        answer = from_failure(failure, flight.url, request.url, self.live.job)
        await self._conclude(flight, answer, request)

    async def _conclude(self, flight: Asked, answer: Response, request: scrapy.Request | None) -> None:
        assert request is not None
        await self.live.conclude(flight, answer, requests=cost_of(request, answer), gone=unreachable(answer))


class LiveScheduler:
    """Hands out what the crawl chooses."""

    def __init__(self, spider: LiveSpider) -> None:
        self._spider = spider
        self._live = spider.live
        self._again: deque[scrapy.Request] = deque()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LiveScheduler:
        assert isinstance(crawler.spider, LiveSpider)
        return cls(crawler.spider)

    def has_pending_requests(self) -> bool:
        return bool(self._again) or self._live.has_work

    def next_request(self) -> scrapy.Request | None:
        if self._again:
            return self._again.popleft()
        try:
            flight = self._live.next_flight()
        except BaseException as error:
            self._live.fail(error)
            return None
        if flight is None:
            return None
        return request_for(
            flight.url if flight.known is None else _IN_HAND,
            callback=self._spider.answered,
            errback=self._spider.failed,
            cb_kwargs={"flight": flight},
            meta={"cookiejar": flight.session, "max_retry_times": flight.max_retries},
        )

    def enqueue_request(self, request: scrapy.Request) -> bool:
        """A retry or a redirect of something that we handed out."""
        flight: Asked = request.cb_kwargs["flight"]
        if self._live.ending:
            self._live.abandon(flight)
            return True
        hops = request.meta.get("redirect_urls", ())
        if hops and request.meta.get("hubwalk_hops", 0) != len(hops):
            return self._redirect(request, flight, hops)
        self._again.append(request)
        return True

    def _redirect(self, request: scrapy.Request, flight: Asked, hops: list[str]) -> bool:
        reason = request.meta.get("redirect_reasons", [0])[-1]
        status = reason if isinstance(reason, int) else 302
        answer = flight.redirected(request.url, status, hops)
        if answer is not None:
            self._live.conclude_unjudged(flight, answer, requests=cost_of(request, answer))
            return True
        request.meta.update(hubwalk_hops=len(hops), download_slot=host_of(request.url), verbatim_url=False)
        self._again.append(request.replace(url=request.url))
        return True


def crawl(
    live: Crawl[Any, _S],
    *,
    looker: MakeLooker | None = None,
    on_tick: Callable[[_S], None] | None = None,
    every: float = 0.25,
) -> None:
    """Run the crawl to its end, or until SIGINT or SIGTERM; a second signal raises KeyboardInterrupt at once.

    `looker` makes the browser of a job that has one. `on_tick` sees a snapshot every so many seconds. Raises what broke
    the crawl, if anything did.
    """
    loop = engine_loop()
    crawler = Crawler(LiveSpider, settings(live.job, SCHEDULER=LiveScheduler))
    try:
        with _signals(loop, live, crawler), _rare_collections():
            loop.run_until_complete(_crawl(live, crawler, looker, on_tick, every))
    except KeyboardInterrupt:
        if isinstance(crawler.spider, LiveSpider):
            crawler.spider.rendering.kill()
        raise
    finally:
        try:
            if isinstance(crawler.spider, LiveSpider):
                loop.run_until_complete(crawler.spider.rendering.close())
        finally:
            live.close()


async def _crawl(
    live: Crawl[Any, _S],
    crawler: Crawler,
    looker: MakeLooker | None,
    on_tick: Callable[[_S], None] | None,
    every: float,
) -> None:
    async def work() -> None:
        await live.judge_again()
        if not live.is_over():
            await crawler.crawl_async(live=live, looker=looker)

    crawling = asyncio.ensure_future(work())

    async def tick() -> None:
        patience = GRACE
        while patience > 0:
            await asyncio.sleep(every)
            if on_tick is not None:
                on_tick(live.snapshot())
            if live.is_over():
                _end(crawler)
                patience -= every

    ticking = asyncio.ensure_future(tick())
    try:
        await asyncio.wait({crawling, ticking}, return_when=asyncio.FIRST_COMPLETED)
        if not crawling.done() and ticking.exception() is None:
            return  # what is still in flight is left to itself; a resumed crawl asks for it again
        await crawling
    finally:
        ticking.cancel()
        with suppress(asyncio.CancelledError):
            await ticking


def _end(crawler: Crawler) -> None:
    """Do not wait for what has not been sent yet: pauses that a server asked for, requests in line for their delay."""
    spider = crawler.spider
    if not isinstance(spider, LiveSpider):
        return  # nothing was asked for so far, and there is no engine
    spider.stopping.set()
    for slot in crawler.engine.downloader.slots.values():
        while slot.queue:
            _, waiting = slot.queue.popleft()
            waiting.errback(IgnoreRequest(_ENDING))


@contextmanager
def _rare_collections() -> Iterator[None]:
    """A page makes hundreds of objects that live on in the graph: at the usual thresholds a ninth of the crawl's time
    goes into looking for cycles among them."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _signals(loop: asyncio.AbstractEventLoop, live: Crawl[Any, Any], crawler: Crawler) -> Iterator[None]:
    def interrupted() -> None:
        if live.ending == INTERRUPTED:
            raise KeyboardInterrupt
        live.stop(INTERRUPTED)
        _end(crawler)

    numbers = (signal.SIGINT, signal.SIGTERM)
    try:
        for number in numbers:
            loop.add_signal_handler(number, interrupted)
    except (ValueError, RuntimeError):  # not in the main thread: signals are somebody else's affair
        yield
        return
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
