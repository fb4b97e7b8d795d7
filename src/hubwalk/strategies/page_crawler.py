"""The focused page crawler that the website crawler is compared with: one frontier of pages over all sites.

    rank(p) = mean over the fetched pages q that link to p of Pr[q | target]

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 5.1, Fig. 5, after
Chakrabarti, van den Berg, Dom (1999). The same page classifier and the same kind of frontier as in the website crawler;
a guard keeps it from sites that gave many pages already. It knows nothing of sites: which of them are relevant is found
out afterwards (section 3.2), by their home pages (`HomePageSites`) or by all pages fetched of each (`GroupedSites`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hubwalk.graph.arrays import Interner
from hubwalk.graph.mean_frontier import MeanFrontier
from hubwalk.pages.site_names import SiteNames
from hubwalk.pages.urls import may_be_html
from hubwalk.ranking.site_confidence import SiteConfidence
from hubwalk.values import Choice, Page, SiteVerdict

GUARD = 200  # pages of one site; "extraordinarily high" in the paper, without a number


class PageCrawler:
    """Start pages first, then the page with the highest rank; ties in order of first sight. One page at a time."""

    def __init__(self, starts: Iterable[str], names: SiteNames, *, guard: int = GUARD) -> None:
        self._names = names
        self._guard = guard
        self._urls = Interner()
        self._frontier = MeanFrontier()
        self._starts = list(dict.fromkeys(starts))[::-1]
        self._chosen: set[str] = set()
        self._taken: Counter[str] = Counter()  # pages by site

    def choose(self) -> Choice | None:
        """The next page of any site; None: nothing is left that the guard lets through."""
        while True:
            if self._starts:
                url, rule, rank = self._starts.pop(), "start", 1.0
            else:
                number = self._frontier.pop()
                if number < 0:
                    return None
                url, rule, rank = self._urls.names[number], "best", self._frontier.mean(number)
            key = self._names.key(url)
            if url in self._chosen or self._taken[key] >= self._guard:
                continue
            self._chosen.add(url)
            self._taken[key] += 1
            return Choice(url, rule, score=round(rank, 6))

    def observe(self, page: Page, confidences: Sequence[float]) -> None:
        """Learn from a fetched page, all its links included; no confidences: a page that could not be read."""
        self._chosen.add(page.url)
        if not confidences:
            return
        for target in dict.fromkeys(link.target for link in page.links if may_be_html(link.target)):
            if target not in self._chosen:
                self._frontier.add(self._urls.intern(target), confidences[0])


class GroupedSites:
    """All pages fetched of a site together, as the website crawler would put them together. A site is relevant above
    the `threshold`: one half is the published one, a higher one asks for certainty as the website crawler does."""

    def __init__(self, names: SiteNames, error: float, prior: float = 0.5, *, threshold: float = 0.5) -> None:
        self._names = names
        self._error = error
        self._prior = prior
        self._threshold = threshold
        self._sites: dict[str, tuple[str, SiteConfidence, list[int]]] = {}  # by key: home page, confidence, [pages]
        self.relevant = 0  # sites, as things stand

    def add(self, url: str, confidences: Sequence[float]) -> None:
        """One more fetched page, by its URL after redirects."""
        key = self._names.key(url)
        if key not in self._sites:
            self._sites[key] = (self._names.site_of(url), SiteConfidence(self._error, self._prior), [0])
        _, confidence, pages = self._sites[key]
        before = pages[0] > 0 and confidence.target > self._threshold
        pages[0] += 1
        if confidences:
            confidence.add(confidences)
        self.relevant += (confidence.target > self._threshold) - before

    def verdicts(self) -> dict[str, SiteVerdict]:
        """What is said of each site that a page was fetched of, by its home page."""
        return {
            home: SiteVerdict(
                known.target > self._threshold, known.target, pages[0], f"{pages[0]} pages of a page crawl together"
            )
            for home, known, pages in self._sites.values()
        }


class HomePageSites:
    """A site is relevant if its home page was fetched and fits to the target. `confidences` are to be those of a
    classifier of home pages."""

    def __init__(self, names: SiteNames) -> None:
        self._names = names
        self._homes: dict[str, tuple[str, float]] = {}  # by key: home page, its confidence
        self._pages: Counter[str] = Counter()
        self._spelled: dict[str, str] = {}

    def add(self, url: str, confidences: Sequence[float]) -> None:
        key = self._names.key(url)
        self._pages[key] += 1
        self._spelled.setdefault(key, self._names.site_of(url))
        if confidences and self._names.is_home(url):
            self._homes.setdefault(key, (url, confidences[0]))

    @property
    def relevant(self) -> int:
        return sum(confidence > 1 / 2 for _, confidence in self._homes.values())

    def verdicts(self) -> dict[str, SiteVerdict]:
        found = {}
        for key, pages in self._pages.items():
            home, confidence = self._homes.get(key, (self._spelled[key], 0.0))
            reason = "by its home page" if key in self._homes else "its home page was not fetched"
            found[home] = SiteVerdict(confidence > 1 / 2, confidence, pages, reason, settled=key in self._homes)
        return found
