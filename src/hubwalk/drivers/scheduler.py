"""Focused crawling for an existing Scrapy project: SCHEDULER = "hubwalk.drivers.scheduler.FocusedScheduler".

The spider keeps its callbacks and yields its requests as before. The scheduler reads every response too, has it judged,
and hands out those requests first, of all that the spider offered, which the strategy chooses; the rest is never
fetched. What a strategy cannot judge goes out at once and in order: start requests, retries, redirects, forms, requests
with dont_filter, other sites, and URLs that the spider made up itself. The strategy sees only links that the spider
offers, so everything it chooses can be had.

    HUBWALK_LIKE = ["https://example.org/item/1", "sample.html"]    HUBWALK_STRATEGY = "xcrawl"
    HUBWALK_VALIDATORS = ["like"]    HUBWALK_SEED = 0    HUBWALK_SCOPE = "host"
    HUBWALK_EXHAUSTIVE = False       # True: what the strategy has no hope for is fetched too, last of all

A strategy learns from every page, so fewer CONCURRENT_REQUESTS make it choose better. JOBDIR is not supported.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import scrapy
from scrapy import signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.utils.misc import build_from_crawler, load_object

from hubwalk.browsing.http import to_response
from hubwalk.drivers.judging import Judged, judge
from hubwalk.drivers.site_crawl import GIVEN, SiteCrawl, foregone
from hubwalk.errors import HubwalkError
from hubwalk.pages.parse import read
from hubwalk.pages.urls import canonical, join
from hubwalk.ports import Validator
from hubwalk.samples import Sample, is_url, load_samples, start_on
from hubwalk.strategies import DEFAULT
from hubwalk.validators import close_validator, make_validator
from hubwalk.values import Choice, Response, Revision, Site

_log = logging.getLogger(__name__)


class _OfferedSite:
    """One site: what the spider offers of it and what its strategy makes of that."""

    def __init__(self, crawl: SiteCrawl, samples: list[Sample]) -> None:
        self.crawl = crawl
        self.offered: dict[str, scrapy.Request] = {}  # not handed out yet
        self.ever: set[str] = set()  # all URLs that were offered
        self.fresh: list[str] = []  # offered since the strategy last looked
        self.flights: dict[str, Choice] = {}  # handed out, no answer yet
        self.wanted: dict[str, Choice] = {}  # chosen, but the spider has not offered it so far
        self.arrived: list[tuple[scrapy.Request, Choice, Response]] = []  # callback still running
        for sample in samples:
            url = start_on(crawl.scope, sample)
            if url:
                # Known to be wanted before anybody has fetched it; its links count when the spider gets there.
                choice = Choice(url, rule="sample")
                crawl.observe(choice, replace(sample.page, url=url, requested=url, links=()), GIVEN)
                self.wanted[url] = choice

    def offer(self, url: str, request: scrapy.Request) -> bool:
        """Keep a request until it is chosen; False: it is wanted already and should go out."""
        self.ever.add(url)
        if url in self.wanted:
            self.flights[url] = self.wanted.pop(url)
            return False
        self.offered.setdefault(url, request)
        self.fresh.append(url)
        return True

    def unknown(self) -> list[scrapy.Request]:
        """Offered requests whose URL no page links to. Asked when no callback is running, or it would be too early."""
        if self.arrived:
            return []
        graph = self.crawl.graph
        made_up = [url for url in self.fresh if graph.find(url) < 0 and url in self.offered]
        self.fresh.clear()
        return [self.offered.pop(url) for url in made_up]

    def choose(self) -> scrapy.Request | None:
        """The request for what the strategy chooses."""
        while (choice := self.crawl.choose()) is not None:
            request = self.offered.pop(choice.url, None)
            if request is not None:
                self.flights[choice.url] = choice
                return request
            self.wanted[choice.url] = choice
        return None

    def learn(self, choice: Choice, response: Response, validator: Validator) -> Sequence[Revision]:
        """Take in a page; returns what the validator now says otherwise of earlier ones."""
        page = self.crawl.admit(read(response))
        page = replace(page, links=tuple(link for link in page.links if link.target in self.ever))
        verdict = foregone(page, {page.requested} if choice.rule == "sample" else set())
        said = Judged(verdict) if verdict is not None else judge(validator, page)
        self.crawl.observe(choice, page, said.verdict)
        return said.revisions


class FocusedScheduler(BaseScheduler):
    """Hands out, of the requests that a spider offers, the one that a strategy chooses."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        settings = crawler.settings
        self._seen = build_from_crawler(load_object(settings["DUPEFILTER_CLASS"]), crawler)
        self._strategy = settings.get("HUBWALK_STRATEGY", DEFAULT)
        self._scope = settings.get("HUBWALK_SCOPE", "host")
        self._seed = settings.getint("HUBWALK_SEED", 0)
        self._exhaustive = settings.getbool("HUBWALK_EXHAUSTIVE", False)
        self._samples: list[Sample] = []
        self._validator: Validator | None = None
        self._at_once: deque[scrapy.Request] = deque()
        self._sites: deque[_OfferedSite] = deque()
        self._next: scrapy.Request | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FocusedScheduler:
        scheduler = cls(crawler)
        crawler.signals.connect(scheduler._prepare, signal=signals.spider_opened)
        crawler.signals.connect(scheduler._response_received, signal=signals.response_received)
        return scheduler

    def open(self, spider: scrapy.Spider) -> Any:
        self._spider = spider
        return self._seen.open()

    def close(self, reason: str) -> Any:
        if self._validator is not None:
            close_validator(self._validator)
        left = sum(len(site.offered) for site in self._sites)
        _log.info("hubwalk: %d requests were offered and never needed", left)
        return self._seen.close(reason)

    async def _prepare(self) -> None:
        """Get the samples; the engine sends nothing before this is done."""
        settings = self._crawler.settings
        names = settings.getlist("HUBWALK_LIKE")
        try:
            answers = {url: await self._fetch(url) for url in map(canonical, filter(is_url, names))}
            self._samples = load_samples(names, lambda urls: [answers[url] for url in urls])
            specs = settings.getlist("HUBWALK_VALIDATORS", ["like"])
            self._validator = make_validator(specs, [sample.page for sample in self._samples])
        except HubwalkError as error:
            _log.error("hubwalk: %s", error)
            raise CloseSpider("hubwalk: cannot start") from None

    async def _fetch(self, url: str) -> Response:
        request = scrapy.Request(url, dont_filter=True, meta={"hubwalk_sample": True})
        try:
            return to_response(await self._crawler.engine.download_async(request), url)
        except Exception as error:
            return Response(url, url, 0, error=f"{type(error).__name__}: {error}")

    # -- what the spider offers -------------------------------------------------------------------------------------

    def enqueue_request(self, request: scrapy.Request) -> bool:
        site, url = self._site_of(request)
        if not request.dont_filter and self._seen.request_seen(request):
            if site is not None:
                site.ever.add(url)
            self._seen.log(request, self._spider)
            return False
        if site is not None and request.meta.get("is_start_request"):
            site.crawl.graph.set_pending(url)  # the spider asks for it by itself
        if site is None or not _is_plain(request) or not site.offer(url, request):
            self._at_once.append(request)
        return True

    def _site_of(self, request: scrapy.Request) -> tuple[_OfferedSite | None, str]:
        url = join("", request.url)
        for site in self._sites:
            own = site.crawl.scope.own(url)
            if own:
                return site, own
        if not url or not request.meta.get("is_start_request"):
            return None, url
        pages = [sample.page for sample in self._samples]
        crawl = SiteCrawl(Site(url, self._scope), self._strategy, seed=self._seed, samples=pages)
        site = _OfferedSite(crawl, self._samples)
        self._sites.append(site)
        return site, url

    # -- what comes back --------------------------------------------------------------------------------------------

    def _response_received(self, response: scrapy.http.Response, request: scrapy.Request) -> None:
        if request.meta.get("hubwalk_sample") or request.method != "GET":
            return
        asked = request.meta.get("redirect_urls", [request.url])[0]
        site, url = self._site_of(request.replace(url=asked))
        if site is None:
            return
        choice = site.flights.pop(url, None)
        if choice is None and request.meta.get("is_start_request"):
            choice = Choice(url, rule="start")
        if choice is None:
            return
        site.crawl.graph.set_pending(url)
        site.arrived.append((request, choice, to_response(response, url)))

    def _learn(self) -> None:
        """Tell the strategies of pages whose callbacks are through: only now is it known which links are offered."""
        scraper = self._crawler.engine.scraper.slot
        busy = set() if scraper is None else scraper.active | {waiting[1] for waiting in scraper.queue}
        assert self._validator is not None
        for site in self._sites:
            for arrival in [a for a in site.arrived if a[0] not in busy]:
                site.arrived.remove(arrival)
                _, choice, response = arrival
                self._revise(site.learn(choice, response, self._validator))
            self._at_once.extend(site.unknown())

    def _revise(self, told: Sequence[Revision]) -> None:
        given = {sample.page.url for sample in self._samples}
        for revision in told:
            for site in self._sites:
                if revision.url not in given:
                    site.crawl.revise(revision.url, revision.verdict.accepted)

    # -- what goes out ----------------------------------------------------------------------------------------------

    def has_pending_requests(self) -> bool:
        self._next = self._next or self._pick()
        return self._next is not None

    def next_request(self) -> scrapy.Request | None:
        request, self._next = self._next or self._pick(), None
        return request

    def _pick(self) -> scrapy.Request | None:
        if self._validator is None:
            return None
        self._learn()
        if self._at_once:
            return self._at_once.popleft()
        for _ in range(len(self._sites)):
            self._sites.rotate(-1)
            request = self._sites[-1].choose()
            if request is not None:
                return request
        return self._hopeless() if self._exhaustive else None

    def _hopeless(self) -> scrapy.Request | None:
        if self._crawler.engine.downloader.active or any(site.arrived for site in self._sites):
            return None  # what is under way may bring new hope
        for site in self._sites:
            for url in site.offered:
                site.flights[url] = Choice(url, rule="rest")
                return site.offered.pop(url)
        return None


def _is_plain(request: scrapy.Request) -> bool:
    """True for what a link leads to: the rest is for the spider alone to understand."""
    again = request.meta.get("redirect_times") or request.meta.get("retry_times")
    start = request.meta.get("is_start_request")
    return request.method == "GET" and not request.body and not request.dont_filter and not again and not start
