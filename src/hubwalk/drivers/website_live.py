"""The live crawl for sites: a WebsiteCrawl whose pages come from the network, on the engine (crawl_port.py).

    next_flight()  WebsiteCrawl.next_flight() -> a site that is new goes into the log -> a page to fetch
    conclude()     answer -> page -> how it is read -> crawl log -> WebsiteCrawl.observe -> verdicts -> log, output

Pages and how they were read are in the log before they are acted on. A resumed crawl folds them into a fresh
WebsiteCrawl: nothing is read or fetched twice, and verdicts that a kill cut off are said again.

A host that nobody answers at may be gone, or our own line may be down. Such a page counts once somebody else has
answered, or when nobody else is being asked; after many of them in a row the crawl stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hubwalk.config import Job
from hubwalk.drivers.page_reading import Reading, Reads, unreadable
from hubwalk.drivers.progress import Pace
from hubwalk.drivers.website_crawl import NOTHING_LEFT, SiteFlight, WebsiteCrawl
from hubwalk.drivers.website_limits import WebsiteLimits
from hubwalk.errors import HubwalkError
from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.parse import read
from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import ExternalCrawler, InternalCrawler
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.websites import JudgedSite, WebsiteLog
from hubwalk.values import Observation, Page, Response, SiteChoice, SiteVerdict

PATIENCE = 20  # sites in a row without any answer, until the line counts as down


@dataclass(frozen=True, slots=True, eq=False)
class PageFlight:
    """A page of a site that is being fetched."""

    flight: SiteFlight
    started: float  # Unix time
    max_retries: int = 0
    known: Response | None = None

    @property
    def url(self) -> str:
        return self.flight.page.url

    @property
    def session(self) -> str:
        return self.flight.choice.site

    def redirected(self, url: str, status: int, hops: Sequence[str]) -> Response | None:
        """Only loops are not followed; once round is how sites make a browser take a cookie."""
        if hops.count(url) > 1:
            return Response(self.url, self.url, status, headers=(("Location", url),), error="redirects in a loop")
        return None


@dataclass(frozen=True, slots=True)
class WebsiteProgress:
    """A crawl for sites at one moment."""

    examined: int
    relevant: int
    pages: int
    failed: int  # pages that could not be had
    pprs: float  # pages per relevant site over the latest pages
    pages_per_second: float
    under_way: tuple[tuple[SiteChoice, SiteVerdict], ...] = ()
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Levels:
    """The two levels of a crawl, and what they share."""

    external: ExternalCrawler
    make_internal: Callable[[SiteChoice], InternalCrawler]
    names: SiteNames
    limits: WebsiteLimits
    prior: RunningPrior | None = None


@dataclass(slots=True)
class _Told:
    """The PageReader of the WebsiteCrawl: what was read and logged just before."""

    now: Sequence[float] = field(default=())

    def confidences(self, page: Page) -> Sequence[float]:  # noqa: ARG002
        return self.now


class WebsiteLive:
    """One crawl for sites, written to one log."""

    def __init__(
        self,
        job: Job,
        log: SqliteCrawlLog,
        levels: Levels,
        reader: Reads,
        *,
        on_site: Callable[[JudgedSite], None] = lambda _: None,
        on_folded: Callable[[int], None] = lambda _: None,
    ) -> None:
        """`on_site` is given each site that is done with, those of earlier runs too; `on_folded` how many logged pages
        have been gone through so far."""
        self.job = job
        self._log, self._kept = log, WebsiteLog(log)
        self._reader = reader
        self._told = _Told()
        self._on_site = on_site
        self._crawl = WebsiteCrawl(
            levels.external, levels.make_internal, self._told, levels.names, levels.limits,
            on_site=self._done_with, prior=levels.prior,
        )  # fmt: skip
        self._depths: dict[str, dict[str, int]] = {}  # of the sites under way: page -> clicks from the home page
        self._silent: list[tuple[PageFlight, Response, int]] = []
        self._silent_in_a_row = 0
        self.is_line_down = False  # nobody answers any more
        self._failed = 0
        self._pace = Pace(50)
        self._deadline = time.monotonic() + job.max_time if job.max_time else 0.0
        self._stopped = ""
        self._closed = False
        self.error: BaseException | None = None
        self._fold(on_folded)
        self._prepared = self._kept.prepared()

    def _fold(self, on_folded: Callable[[int], None]) -> None:
        """Bring a fresh crawl to where the log ends; a reader that learns is told what the pages say."""
        choices = {choice.site: choice for choice in self._kept.choices()}
        for number, (seen, confidences) in enumerate(self._kept.pages(bodies=self._reader.learns), start=1):
            if self._reader.learns and confidences:
                self._reader.remember([(seen.page, seen.verdict)])
            self._failed += not seen.page.ok
            self._told.now = confidences
            self._depths.setdefault(seen.site, {})[seen.page.url] = seen.depth
            self._crawl.fold(choices.get(seen.site) or SiteChoice(seen.site, "start"), seen.page)
            on_folded(number)
        for choice in choices.values():
            self._crawl.begin(choice)

    # -- which page -------------------------------------------------------------------------------------------------

    @property
    def ending(self) -> str:
        """Why no more requests are sent."""
        return self._stopped or self._crawl.ending

    @property
    def has_work(self) -> bool:
        return bool(self._crawl.in_flight) or not self.ending

    def next_flight(self) -> PageFlight | None:
        if self.is_over():
            return None
        flight = self._crawl.next_flight()
        if flight is None:
            return None
        site, url = flight.choice.site, flight.page.url
        if site not in self._depths:
            self._kept.choose(flight.choice)
            self._depths[site] = {}
        known = self._kept.recall(url) if url in self._prepared else None
        return PageFlight(flight, time.time(), self.job.retries, known)

    def is_over(self) -> bool:
        if self._deadline and time.monotonic() >= self._deadline:
            self.stop(f"max_time of {self.job.max_time:g} s is over")
        return bool(self.ending)

    # -- what happens to an answer ------------------------------------------------------------------------------------

    async def conclude(self, flight: PageFlight, response: Response, *, requests: int = 1, gone: bool = False) -> None:
        if self._closed:
            return
        try:
            if gone:
                self._silent.append((flight, response, requests))
                self._silent_in_a_row += 1
            else:
                self._silent_in_a_row = 0
                self._count_silent()
                page = with_refresh(read(response))
                reading = await self._reader.read(page) if page.ok else unreadable(page)
                if not self._closed:
                    self._record(flight, page, reading, response, requests)
            self._give_up_waiting()
        except BaseException as error:
            self.fail(error)

    async def judge_again(self) -> None:
        """A site has other pages to be judged by: none is asked about twice."""

    def conclude_unjudged(self, flight: PageFlight, response: Response, *, requests: int = 1) -> None:
        try:
            page = read(response)
            self._record(flight, page, unreadable(page), response, requests)
        except BaseException as error:
            self.fail(error)

    def _count_silent(self) -> None:
        """What had no answer failed by itself."""
        late, self._silent = self._silent, []
        for flight, response, requests in late:
            self.conclude_unjudged(flight, response, requests=requests)

    def _give_up_waiting(self) -> None:
        """Nobody else is being asked, so nobody else will answer."""
        if not self._silent or len(self._silent) < self._crawl.in_flight:
            return
        if self._silent_in_a_row >= PATIENCE:
            self.is_line_down = True
            error = self._silent[-1][1].error
            self.stop(f"no answer from {self._silent_in_a_row} sites in a row: {error}; is there a network?")
        else:
            self._count_silent()

    def _record(self, flight: PageFlight, page: Page, reading: Reading, response: Response, requests: int) -> None:
        site, chosen = flight.flight.choice.site, flight.flight.page
        depths = self._depths[site]
        seen = Observation(
            site=site,
            choice=chosen,
            page=page,
            verdict=reading.verdict,
            depth=depths.get(chosen.hub, -1) + 1,
            fetched_at=flight.started,
            seconds=time.time() - flight.started,
            requests=requests,
            response=response,
        )
        self._log.append(seen, confidences=reading.confidences)
        depths.setdefault(page.url, seen.depth)
        self._failed += not page.ok
        self._pace.tick(time.monotonic())
        self._told.now = reading.confidences
        self._crawl.observe(flight.flight, page)

    def _done_with(self, choice: SiteChoice, verdict: SiteVerdict) -> None:
        self._depths.pop(choice.site, None)
        self._kept.judge(choice.site, verdict)
        self._on_site(JudgedSite(choice, verdict))

    def abandon(self, flight: PageFlight) -> None:
        self._crawl.abandon(flight.flight)

    # -- the end ------------------------------------------------------------------------------------------------------

    def stop(self, why: str) -> None:
        self._stopped = self._stopped or why
        for flight, _, _ in self._silent:
            self._crawl.abandon(flight.flight)
        self._silent.clear()

    def fail(self, error: BaseException) -> None:
        self.error = self.error or error
        if isinstance(error, BrokenPipeError):
            self.stop("the reader of the output went away")
        self.stop(str(error) if isinstance(error, HubwalkError) else f"{type(error).__name__}: {error}")

    @property
    def is_complete(self) -> bool:
        """True if nothing is left to do."""
        return not self._stopped and self._crawl.ending == NOTHING_LEFT

    def close(self) -> None:
        self._closed = True
        self._reader.close()
        try:
            self._kept.end(self.ending or "interrupted", complete=self.is_complete)
        except HubwalkError as error:  # the log cannot be written: what stopped the crawl says more
            self.error = self.error or error
        if self.error is not None:
            raise self.error

    def snapshot(self) -> WebsiteProgress:
        crawl = self._crawl
        return WebsiteProgress(
            crawl.examined, crawl.relevant, crawl.pages, self._failed, crawl.pprs,
            self._pace.rate(time.monotonic()), tuple(crawl.under_way), self.ending,
        )  # fmt: skip
