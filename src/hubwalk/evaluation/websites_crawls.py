"""One crawl of Figs. 6 and 7: the website crawler, or the page crawler with its post-processing, on the demo web.

Both begin at the example sites of the topic, with classifiers trained with these. The website crawler examines one site
at a time here, so that its curves do not depend on how many are under way. What is found goes by what the crawler says;
the truth is only for the measures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from urllib.parse import urlsplit

from hubwalk.demo.websites import WebBrowser, WebOfSites
from hubwalk.drivers.website_crawl import WebsiteCrawl
from hubwalk.drivers.website_limits import WebsiteLimits
from hubwalk.evaluation.websites_measures import Mark, Marks
from hubwalk.evaluation.websites_outcomes import CrawlOutcome, Sorted
from hubwalk.evaluation.websites_subjects import Classifiers, classifiers_of, kind_of, web_of
from hubwalk.evaluation.websites_suite import PAGE_CRAWLER, Cell, Crawling, WebsitesSuite
from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.parse import read
from hubwalk.pages.site_names import SiteNames
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.strategies.page_crawler import GroupedSites, HomePageSites, PageCrawler
from hubwalk.strategies.website import LinkedSites
from hubwalk.strategies.website_internal import internal_crawlers
from hubwalk.values import Page, SiteChoice, SiteVerdict

SEVERAL = 5  # other sites that a list of links leads to
ENOUGH, SPENT, NOTHING_LEFT = "enough sites", "page budget", "nothing left"


class Truth:
    """What a web really is, seen from one topic; start sites are known and count for nothing."""

    def __init__(self, web: WebOfSites, topic: str) -> None:
        self.names = SiteNames()
        self.starts = tuple(site.home for site in web.training(topic))
        self._web = web
        self._topic = topic
        self._known = {self.names.key(home) for home in self.starts}
        self.existing = sum(self.names.key(home) not in self._known for home in web.homes(topic))

    def is_new(self, url: str) -> bool:
        """True on a site that is no start site."""
        return self.names.key(url) not in self._known

    def is_right(self, url: str) -> bool:
        return self._web.topic_of(_host(url)) == self._topic

    def sorted(self, verdicts: Mapping[str, SiteVerdict]) -> Sorted:
        """A list of sites, start sites left out, against the truth. Missed is what exists and is not in the list."""
        listed = [site for site, verdict in verdicts.items() if verdict.relevant and self.is_new(site)]
        wrong = [site for site in listed if not self.is_right(site)]
        right = len(listed) - len(wrong)
        kinds = Counter(self._kind(site) for site in wrong)
        return Sorted(right, len(wrong), self.existing - right, dict(sorted(kinds.items())))

    def _kind(self, url: str) -> str:
        site = self._web.site_of(_host(url))
        return "no site" if site is None else kind_of(site)


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def run_crawl(suite: WebsitesSuite, cell: Cell) -> CrawlOutcome:
    """Crawl until enough sites are called relevant, the page budget is spent or nothing is left."""
    truth = Truth(web_of(suite, cell.size), cell.topic)
    crawl = _by_pages if cell.crawler == PAGE_CRAWLER else _by_sites
    return crawl(suite, cell, truth, classifiers_of(suite, cell.topic, cell.size))


# -- the website crawler ----------------------------------------------------------------------------------------------


def _by_sites(suite: WebsitesSuite, cell: Cell, truth: Truth, learned: Classifiers) -> CrawlOutcome:
    prior = RunningPrior()
    verdicts: dict[str, SiteVerdict] = {}
    crawl = WebsiteCrawl(
        LinkedSites([SiteChoice(home, "start") for home in truth.starts], truth.names, weights=cell.crawler),
        internal_crawlers(
            truth.names, learned.pages.error, prior,
            p_threshold=cell.threshold, l_threshold=cell.links, most_pages=suite.pages_per_site,
        ),
        learned.pages,
        truth.names,
        WebsiteLimits(at_once=1),
        prior=prior,
        on_site=lambda choice, verdict: verdicts.__setitem__(choice.site, verdict),
    )  # fmt: skip
    browser, marks, count = WebBrowser(web_of(suite, cell.size)), Marks(suite.crawl.marks), Count(truth)
    seen = 0
    ended = ""
    while not ended and (flight := crawl.next_flight()) is not None:
        crawl.observe(flight, read(browser.fetch(flight.page.url)))
        if len(verdicts) > seen:
            seen = len(verdicts)
            count.add(*next(reversed(verdicts.items())))
        marks.take(count.mark(crawl.pages))
        ended = _ended(count.relevant, crawl.pages, suite.crawl)
    capped = sum(verdict.pages >= suite.pages_per_site for verdict in verdicts.values())
    sure = suite.threshold(cell.topic)
    return _outcome(ended or NOTHING_LEFT, marks, verdicts, truth, learned, sure=sure, capped=capped)


def _ended(relevant: int, pages: int, crawl: Crawling) -> str:
    return ENOUGH if relevant >= crawl.relevant else SPENT if pages >= crawl.max_pages else ""


class Count:
    """Sites screened so far, start sites left out."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self.sites = self.relevant = self.right = 0

    def add(self, site: str, verdict: SiteVerdict) -> None:
        """One more site."""
        if self._truth.is_new(site):
            self.sites += 1
            self.relevant += verdict.relevant
            self.right += verdict.relevant and self._truth.is_right(site)

    def mark(self, pages: int) -> Mark:
        return Mark(pages, self.sites, self.relevant, self.right)


def _outcome(
    ended: str, marks: Marks, verdicts: Mapping[str, SiteVerdict], truth: Truth, learned: Classifiers, *,
    sure: float, capped: int, home: Sorted | None = None,
) -> CrawlOutcome:  # fmt: skip
    listed = {site: verdict for site, verdict in verdicts.items() if verdict.relevant and truth.is_new(site)}
    single = [site for site, verdict in listed.items() if verdict.pages == 1]
    return CrawlOutcome(
        ended, marks.all(), truth.existing, round(1 - learned.pages.error, 4), truth.sorted(verdicts),
        len(single), sum(map(truth.is_right, single)), home,
        sure=sum(verdict.confidence >= sure for verdict in listed.values()), capped=capped,
    )  # fmt: skip


# -- the page crawler -------------------------------------------------------------------------------------------------


def _by_pages(suite: WebsitesSuite, cell: Cell, truth: Truth, learned: Classifiers) -> CrawlOutcome:
    grouped = _Grouped(truth, learned, cell.threshold or 0.5, suite.crawl.marks)
    crawler = PageCrawler(truth.starts, truth.names, guard=suite.crawl.guard)
    browser, crawl, ended = WebBrowser(web_of(suite, cell.size)), suite.crawl, ""
    while not ended:
        choice = crawler.choose()
        if choice is None:
            ended = NOTHING_LEFT
            break
        page = with_refresh(read(browser.fetch(choice.url)))
        confidences = learned.pages.confidences(page) if page.ok else ()
        crawler.observe(page, confidences)
        grouped.add(page, confidences)
        ended = _ended(grouped.all.relevant, grouped.pages, crawl)
    verdicts = grouped.all.verdicts()
    capped = sum(verdict.pages >= crawl.guard for verdict in verdicts.values())
    home = truth.sorted(grouped.homes.verdicts())
    sure = suite.threshold(cell.topic)
    made = _outcome(ended, grouped.marks, verdicts, truth, learned, sure=sure, capped=capped, home=home)
    lists, others = (round(fmean(seen), 4) if seen else 0.0 for seen in (grouped.on_lists, grouped.elsewhere))
    return replace(made, list_confidence=lists, page_confidence=others)


class _Grouped:
    """The pages of a page crawl by site, classified anew after every page."""

    def __init__(self, truth: Truth, learned: Classifiers, threshold: float, every: int) -> None:
        self._truth = truth
        self._home: Callable[[Page], Sequence[float]] = learned.home.confidences
        error = learned.pages.error
        self.all = GroupedSites(truth.names, error, threshold=threshold)  # start sites left out
        self._right = GroupedSites(truth.names, error, threshold=threshold)  # of these, the ones on the topic
        self.homes = HomePageSites(truth.names)
        self.marks = Marks(every)
        self.on_lists: list[float] = []  # confidences of pages of the topic's sites that link to several others
        self.elsewhere: list[float] = []  # and of the rest there
        self._sites: set[str] = set()
        self.pages = 0

    def add(self, page: Page, confidences: Sequence[float]) -> None:
        """One more page."""
        self.pages += 1
        new = self._truth.is_new(page.url)
        if new:
            self._sites.add(self._truth.names.key(page.url))
        if new and page.ok:
            self.all.add(page.url, confidences)
            if self._truth.is_right(page.url):
                self._right.add(page.url, confidences)
                is_list = len(self._truth.names.other_sites(page.url, page)) >= SEVERAL
                (self.on_lists if is_list else self.elsewhere).append(confidences[0])
            if self._truth.names.is_home(page.url):
                self.homes.add(page.url, self._home(page))
        self.marks.take(Mark(self.pages, len(self._sites), self.all.relevant, self._right.relevant))
