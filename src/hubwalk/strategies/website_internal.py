"""What is this site? The internal crawler: few pages, those first that decide, for or against.

    rank(p) = mean over the fetched pages q that link to p of the variance of q's confidences over the classes

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 4.3. The home page
comes first. After every page the confidences of all pages are put together (ranking/site_confidence.py); once they are
at p_threshold, for or against, the class of the site is settled. The crawl of it goes on until its LinkRank
(ranking/link_rank.py) reaches l_threshold, so that a relevant site adds links to the external frontier. A cap on pages
ends spider traps.

Where we differ:
- A site is called relevant only if a page has said something: pages without text leave the prior as it was.
- Text that a page of the site had before is no new evidence: a trap, or an error page for every wrong address, would
  else make sure of anything.
- A home page that could not be read ends the crawl: nothing is known of the site.
- A home page that a redirect brought from another site ends it, too: the name is an alias, and the other site is looked
  at under its own. What was read there counts as the weight of the link that leads to it.
- The prior is read with the first page, so that a resumed crawl, which is told the pages in the same order, comes to
  the same verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

from hubwalk.graph.arrays import Interner
from hubwalk.graph.mean_frontier import MeanFrontier
from hubwalk.pages.site_names import SiteNames
from hubwalk.pages.urls import may_be_html
from hubwalk.ranking.link_rank import link_rank, link_weight
from hubwalk.ranking.page_confidence import decisiveness
from hubwalk.ranking.site_confidence import RunningPrior, SiteConfidence, tempered
from hubwalk.values import Choice, Link, Page, SiteChoice, SiteVerdict

P_THRESHOLD = 0.9  # section 5.2: the most accurate setting of four topics in six
L_THRESHOLD = 5.0  # the paper does not say; the last section of docs/experiments-websites.md has others
MOST_PAGES = 25  # as many as the classifier sees of a training site
_TOLD = 5  # decisive pages in a verdict
_SAYS_NOTHING = 1e-9  # variance


class DecisivePages:
    """The internal crawler of one site."""

    def __init__(
        self,
        site: str,
        names: SiteNames,
        error: float,
        prior: Callable[[], float] = lambda: 0.5,
        *,
        p_threshold: float = P_THRESHOLD,
        l_threshold: float = L_THRESHOLD,
        most_pages: int = MOST_PAGES,
    ) -> None:
        self._site = site
        self._names = names
        self._key = names.key(site)
        self._scope = names.scope(site)
        self._error = error
        self._prior = prior
        self._p_threshold = p_threshold
        self._l_threshold = l_threshold
        self._most_pages = most_pages
        self._urls = Interner()
        self._frontier = MeanFrontier()
        self._first_link: dict[int, tuple[str, Link]] = {}  # of a waiting URL: the page that showed it first, the link
        self._awaited: Choice | None = None  # chosen and not observed
        self._confidence: SiteConfidence | None = None  # None: no page yet
        self._settled: float | None = None  # confidence at which the class was settled
        self._pages = 0
        self._texts: set[str] = set()  # digests
        self._others: set[str] = set()  # keys of the sites linked to
        self._link_weights = 0.0
        self._decisive: list[tuple[float, str, float]] = []  # -variance, URL, confidence
        self._over = ""  # why nothing more is to be known; "": more is

    def choose(self) -> Choice | None:
        if self._awaited is None:
            self._awaited = self._best() if self._pages else self._home()
        return self._awaited

    def observe(self, page: Page, confidences: Sequence[float]) -> None:
        self._mark(page)
        first = not self._pages
        self._pages += 1
        if self._confidence is None:
            self._confidence = SiteConfidence(self._error, tempered(self._prior(), self._p_threshold))
        if not page.ok:
            self._over = f"its home page could not be read: {page.error or f'status {page.status}'}" if first else ""
            return
        if self._names.key(page.url) != self._key:
            if first:
                self._weigh(page, confidences)
                self._over = f"its home page leads to {self._names.site_of(page.url)}"
            return
        if first:
            self._scope.settle(page.url)
        self._weigh(page, confidences)
        self._follow(page, decisiveness(confidences))

    def verdict(self) -> SiteVerdict:
        said = bool(self._decisive) and -self._decisive[0][0] > _SAYS_NOTHING
        confidence = self._known_confidence() if said or not self._over else 0.0
        relevant = said and not self._over and confidence > 1 / 2
        told = () if self._over else tuple((url, round(own, 6)) for _, url, own in self._decisive[:_TOLD])
        settled = self._settled is not None and not self._over
        return SiteVerdict(relevant, round(confidence, 6), self._pages, self._reason(said), told, settled)

    def _home(self) -> Choice:
        number = self._urls.intern(self._site)
        self._first_link[number] = ("", Link(self._site, "", ""))
        self._frontier.drop(number)
        return Choice(self._site, "home")

    def _best(self) -> Choice | None:
        if self._over or self._pages >= self._most_pages or self._has_enough():
            return None
        number = self._frontier.pop()
        if number < 0:
            return None
        hub, link = self._first_link[number]
        rank = round(self._frontier.mean(number), 6)
        return Choice(self._urls.names[number], "decisive", hub, link.dom_path, link.anchor, rank)

    def _known_confidence(self) -> float:
        if self._settled is not None:
            return self._settled
        return self._confidence.target if self._confidence is not None else self._prior()

    def _has_enough(self) -> bool:
        """The class is settled, and there are links enough."""
        settled = self._settled
        return settled is not None and link_rank(self._link_weights, settled) >= self._l_threshold

    def _reason(self, said: bool) -> str:
        if self._over or not self._pages:
            return self._over or "no page yet"
        pages = f"{self._pages} page{'s' if self._pages > 1 else ''}"
        if not said:
            return f"{pages} that say nothing of what it is"
        if self._settled is not None:
            return f"settled, {pages}"
        capped = self._pages >= self._most_pages
        return f"not sure after {pages}, {'the most of a site' if capped else 'all that are known'}"

    def _mark(self, page: Page) -> None:
        """What was fetched is not chosen again; what was chosen and did not come (a resumed log) waits again."""
        fetched = {page.requested, page.url, self._scope.own(page.url) or page.url}
        for url in fetched:
            number = self._urls.intern(url)
            self._frontier.drop(number)
            self._first_link.pop(number, None)
        if self._awaited is not None and self._awaited.url not in fetched:
            self._frontier.put_back(self._urls.intern(self._awaited.url))
        self._awaited = None

    def _weigh(self, page: Page, confidences: Sequence[float]) -> None:
        """What the page says of the site's class, and what its links to other sites are worth."""
        assert self._confidence is not None  # made with the first page
        others = self._names.other_sites(self._site, page).keys() - self._others
        self._others |= others
        self._link_weights += link_weight(confidences[0] if confidences else 0.0, len(others))
        if not confidences or (page.digest and page.digest in self._texts) or self._settled is not None:
            return
        self._texts.add(page.digest)
        self._confidence.add(confidences)
        self._decisive.append((-decisiveness(confidences), page.url, confidences[0]))
        self._decisive.sort()
        sure = self._confidence.target
        if max(sure, 1 - sure) >= self._p_threshold:
            self._settled = sure

    def _follow(self, page: Page, weight: float) -> None:
        seen: set[int] = set()
        for link in page.links:
            if self._names.key(link.target) != self._key or not may_be_html(link.target):
                continue
            number = self._urls.intern(self._scope.own(link.target) or link.target)
            if number in seen:
                continue
            seen.add(number)
            self._first_link.setdefault(number, (page.url, link))
            self._frontier.add(number, weight)


def internal_crawlers(
    names: SiteNames,
    error: float,
    prior: RunningPrior,
    *,
    p_threshold: float = P_THRESHOLD,
    l_threshold: float = L_THRESHOLD,
    most_pages: int = MOST_PAGES,
    read_whole: Collection[str] = (),
) -> Callable[[SiteChoice], DecisivePages]:
    """What a WebsiteCrawl makes its internal crawlers with; hand it the same `prior`. `error` is the page
    classifier's. `l_threshold` 0: stop as soon as the site is classified. `read_whole` are sites whose links are all
    wanted, up to the page cap: a crawl that has few sites to begin with would else end before it has begun."""
    whole = {names.key(site) for site in read_whole}

    def make(choice: SiteChoice) -> DecisivePages:
        links = math.inf if names.key(choice.site) in whole else l_threshold
        return DecisivePages(
            choice.site, names, error, lambda: prior.share,
            p_threshold=p_threshold, l_threshold=links, most_pages=most_pages,
        )  # fmt: skip

    return make
