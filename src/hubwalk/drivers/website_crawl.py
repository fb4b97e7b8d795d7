"""The focused website crawler's two levels put together, without any I/O: told (`observe`) and asked (`next_flight`).

    external crawler  --site-->  internal crawler  --page-->  whoever fetches
          ^                            |
          +---- verdict, links --------+

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 4.1, Fig. 2.
Several sites are under way at once, each with one page at a time; they take turns. The internal crawl of a site that is
over is dropped at once: what stays of it is its line in the site graph.

A resumed crawl is a fold: a fresh WebsiteCrawl is told of the logged sites and pages in the order of the log (`begin`,
`fold`; or `recall` for a site that was over) and goes on as if it had never stopped. No page is fetched twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hubwalk.drivers.website_limits import PprsRate, WebsiteLimits
from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import ExternalCrawler, InternalCrawler, PageReader
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.values import Choice, Page, SiteChoice, SiteReport, SiteVerdict

ENOUGH_PAGES = "page budget of {} pages is spent"
ENOUGH_SITES = "{} relevant sites are found"
POOR_RATE = "{:.1f} pages per relevant site over the latest {} pages: more than {:g}"
NOTHING_LEFT = "no more sites are known"
MOST_LINKED = 10_000  # other sites that one may make known: a page of ten megabytes could name half a million


@dataclass(frozen=True, slots=True)
class SiteFlight:
    """A page to be fetched, and the site that it is for."""

    choice: SiteChoice
    page: Choice


@dataclass(slots=True)
class _UnderWay:
    """A site whose internal crawl goes on."""

    choice: SiteChoice
    internal: InternalCrawler
    next: Choice | None = None  # chosen and not fetched
    in_flight: bool = False
    pages: int = 0
    links: dict[str, tuple[str, list[float]]] = field(default_factory=dict)  # key -> other site, confidences


class WebsiteCrawl:
    """A crawl for sites. `prior` is counted here and read by the internal crawlers, see strategies/website_internal."""

    def __init__(
        self,
        external: ExternalCrawler,
        make_internal: Callable[[SiteChoice], InternalCrawler],
        reader: PageReader,
        names: SiteNames,
        limits: WebsiteLimits = WebsiteLimits(),  # noqa: B008
        *,
        on_site: Callable[[SiteChoice, SiteVerdict], None] = lambda choice, verdict: None,  # noqa: ARG005
        prior: RunningPrior | None = None,
        on_report: Callable[[SiteChoice, SiteReport], None] = lambda choice, report: None,  # noqa: ARG005
    ) -> None:
        self._external = external
        self._make_internal = make_internal
        self._reader = reader
        self._names = names
        self.limits = limits
        self._on_site = on_site
        self._on_report = on_report
        self._prior = prior
        self._sites: dict[str, _UnderWay] = {}  # by key
        self._ready: deque[_UnderWay] = deque()
        self._begun: set[str] = set()  # keys of all sites that were ever under way
        self._rate = PprsRate(limits.pprs_window)
        self.pages = 0
        self.examined = 0
        self.relevant = 0
        self._in_flight = 0
        self.ending = ""  # why no more pages are asked for; "": they are

    # -- asked ------------------------------------------------------------------------------------------------------

    def next_flight(self) -> SiteFlight | None:
        """The next page to fetch, sites taking turns; None: none now (answers in flight may change that), or none any
        more (`ending`)."""
        most = self.limits.most_pages
        if not self.ending and most and self.pages >= most:
            self.ending = ENOUGH_PAGES.format(most)
        if self.ending or (most and self.pages + self._in_flight >= most):
            return None
        self._begin_more()
        if self._ready and not self.ending:
            return self._launch(self._ready.popleft())
        if not self._sites and not self.ending:
            self.ending = NOTHING_LEFT
        return None

    @property
    def under_way(self) -> list[tuple[SiteChoice, SiteVerdict]]:
        """The sites whose internal crawl is not over, with what is known of them so far."""
        return [(site.choice, site.internal.verdict()) for site in self._sites.values()]

    @property
    def in_flight(self) -> int:
        """Pages that were handed out and are not observed or abandoned."""
        return self._in_flight

    @property
    def pprs(self) -> float:
        """Pages per relevant site over the latest pages; infinite where none was relevant."""
        return self._rate.value

    # -- told -------------------------------------------------------------------------------------------------------

    def observe(self, flight: SiteFlight, page: Page) -> None:
        """The answer for a flight, with all its links. A page that could not be had is an answer too."""
        site = self._sites.get(self._names.key(flight.choice.site))
        if site is None or not site.in_flight:
            return
        self._land(site)
        self._take_in(site, page)

    def abandon(self, flight: SiteFlight) -> None:
        """The page will not come (the crawl ends): it counts as never asked for."""
        site = self._sites.get(self._names.key(flight.choice.site))
        if site is not None and site.in_flight:
            self._land(site)
            self._ready.append(site)

    def begin(self, choice: SiteChoice) -> None:
        """A logged site is under way from now on, if it is not or was not already."""
        key = self._names.key(choice.site)
        if key in self._begun:
            return
        self._begun.add(key)
        site = self._sites[key] = _UnderWay(choice, self._make_internal(choice))
        self._go_on(site)

    def fold(self, choice: SiteChoice, page: Page) -> None:
        """A logged page: begins its site if that is not under way, and ends it if it is over with this page; `on_site`
        is then told as it was the first time."""
        self.begin(choice)
        site = self._sites.get(self._names.key(choice.site))
        if site is None:  # over: a page beyond its end, logged by a crawl with other limits
            return
        self._ready.remove(site)
        self._take_in(site, page)

    def recall(self, choice: SiteChoice, report: SiteReport) -> None:
        """A logged site that was over, without its pages: what `on_report` told of it."""
        key = self._names.key(choice.site)
        if key in self._begun:
            return
        self._begun.add(key)
        self.pages += report.verdict.pages
        self._count(report)

    # -- the life of a site -----------------------------------------------------------------------------------------

    def _begin_more(self) -> None:
        while len(self._sites) < max(1, self.limits.at_once) and not self.ending:
            choice = self._external.choose()
            if choice is None:
                return
            self.begin(choice)

    def _launch(self, site: _UnderWay) -> SiteFlight:
        assert site.next is not None  # only such sites are ready
        site.in_flight = True
        self._in_flight += 1
        return SiteFlight(site.choice, site.next)

    def _land(self, site: _UnderWay) -> None:
        site.in_flight = False
        self._in_flight -= 1

    def _take_in(self, site: _UnderWay, page: Page) -> None:
        page = with_refresh(page)
        confidences: Sequence[float] = self._reader.confidences(page) if page.ok else ()
        self.pages += 1
        site.pages += 1
        for key, home in self._names.other_sites(site.choice.site, page).items() if page.ok else ():
            if key in site.links or len(site.links) < MOST_LINKED:
                site.links.setdefault(key, (home, []))[1].extend(confidences[:1])
        site.internal.observe(page, confidences)
        self._go_on(site)

    def _go_on(self, site: _UnderWay) -> None:
        cap = self.limits.pages_per_site
        site.next = None if cap and site.pages >= cap else site.internal.choose()
        if site.next is None:
            self._finish(site)
        else:
            self._ready.append(site)

    def _finish(self, site: _UnderWay) -> None:
        del self._sites[self._names.key(site.choice.site)]
        links = tuple((home, tuple(confidences)) for home, confidences in site.links.values())
        report = SiteReport(site.choice.site, site.internal.verdict(), links)
        self._on_site(site.choice, report.verdict)
        self._on_report(site.choice, report)
        self._count(report)

    def _count(self, report: SiteReport) -> None:
        verdict = report.verdict
        self.examined += 1
        self.relevant += verdict.relevant
        if self._prior is not None and verdict.decisive:  # a site that was read
            self._prior.count(verdict.relevant)
        self._rate.count(verdict.pages, verdict.relevant)
        self._external.observe(report)
        limits = self.limits
        if limits.most_relevant and self.relevant >= limits.most_relevant:
            self.ending = self.ending or ENOUGH_SITES.format(self.relevant)
        elif limits.pprs_ceiling and self._rate.is_full and self._rate.value > limits.pprs_ceiling:
            told = POOR_RATE.format(self._rate.value, limits.pprs_window, limits.pprs_ceiling)
            self.ending = self.ending or told
