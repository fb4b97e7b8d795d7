"""Is this site fit? The light version of the spider NEAC: it looks for one interesting page and stops there.

Stamatakis, Karkaletsis, Paliouras, Horlock, Grover, Curran, Dingare (2003), "Domain-specific web site identification:
the CROSSMARC focused web crawler", section 3: the light spider goes through a site until it finds an interesting page;
then the site is fit. If there is none, it is unfit. A page is interesting if the page filter is more sure of it than
not (`confidences[0] > .5`).

The paper gives no formula for the order. Here a link on page q scores

    score = (confidence of q + 1 - (1 - score of q / 2) / 2^n) / 2     n = words of the domain in its anchor and address

the best of the links to a page. The home page comes first, with score 1; links that score below the threshold are not
followed. So what the home page links to is looked at, whatever it is called, and what lies deeper if something on the
way speaks for it. Without words of the domain the second part is 1/2: then only the pages tell. What an interesting
page is called on this site could be learned only when one is found, and then the search is over.

Where we differ: the search also ends, with unfit, after `patience` pages in a row that came not near (confidence below
a quarter): most sites that a source names are unfit, and to be sure of that costs their whole page cap otherwise. It
does not apply as long as a link with two words of the domain is waiting.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Sequence

from hubwalk.pages.site_names import SiteNames
from hubwalk.pages.urls import may_be_html
from hubwalk.pages.words import words as words_of
from hubwalk.ranking.link_words import path_of
from hubwalk.values import Choice, Link, Page, SiteChoice, SiteVerdict

THRESHOLD = 0.1
MOST_PAGES = 50
PATIENCE = 12
INTERESTING = 0.5  # confidence above which a page is one
_NEAR = INTERESTING / 2
_PROMISING = 0.375  # score for two words of the domain, on a page that has nothing else to say for it
_TOLD = 5  # pages in a verdict


class LightSpider:
    """The internal crawler of one site: fit or unfit."""

    def __init__(
        self,
        site: str,
        names: SiteNames,
        words: Collection[str] = (),
        *,
        threshold: float = THRESHOLD,
        most_pages: int = MOST_PAGES,
        patience: int = PATIENCE,
    ) -> None:
        """`words` are those of the domain: of the samples' titles, of an ontology. `patience` 0: never gives up."""
        self._site = site
        self._names = names
        self._scope = names.scope(site)
        self._domain = frozenset(word for text in words for word in words_of(text))
        self._threshold = threshold
        self._most_pages = most_pages
        self._patience = patience
        self._scores: dict[str, float] = {}  # URL that was not fetched -> score of its best link
        self._queue: list[tuple[float, int, str, str, Link]] = []  # -score, number in order of sight, URL, hub, link
        self._queued = 0
        self._done: set[str] = set()
        self._awaited: Choice | None = None
        self._seen: list[tuple[float, str]] = []  # -confidence and URL of the pages that could be read
        self._pages = 0
        self._far = 0  # pages in a row that came not near
        self._over = ""  # why nothing more is to be known; "": more is
        self._fit = False

    def choose(self) -> Choice | None:
        if self._awaited is not None:
            return self._awaited
        if not self._pages:
            self._awaited = Choice(self._site, "home")
        elif not self._is_over():
            score, _, url, hub, link = heapq.heappop(self._queue)
            self._awaited = Choice(url, "light", hub, link.dom_path, link.anchor, round(-score, 6))
        return self._awaited

    def observe(self, page: Page, confidences: Sequence[float]) -> None:
        first = not self._pages
        self._pages += 1
        self._settle(page)
        if first and (not page.ok or not self._names.is_own(self._site, page.url)):
            why = f"leads to {self._names.site_of(page.url)}" if page.ok else f"could not be read: {_said(page)}"
            self._over = f"its home page {why}"
            return
        if not page.ok or not self._names.is_own(self._site, page.url):
            return
        if first:
            self._scope.settle(page.url)
        sure = confidences[0] if confidences else 0.0
        self._seen.append((-sure, page.url))
        self._fit |= sure > INTERESTING
        self._far = 0 if sure >= _NEAR else self._far + 1
        if not self._fit:
            self._follow(page, sure)

    def verdict(self) -> SiteVerdict:
        self._seen.sort()
        confidence = -self._seen[0][0] if self._seen else 0.0
        told = tuple((url, round(-sure, 6)) for sure, url in self._seen[:_TOLD])
        return SiteVerdict(self._fit, round(confidence, 6), self._pages, self._reason(), told, self._is_settled())

    # -- how it ends --------------------------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        return (
            bool(self._fit or self._over) or self._pages >= self._most_pages or self._is_hopeless() or not self._best()
        )

    def _is_hopeless(self) -> bool:
        return bool(self._patience) and self._far >= self._patience and self._best() < _PROMISING

    def _best(self) -> float:
        """The highest score that is waiting; 0 if none is above the threshold."""
        while self._queue and self._queue[0][2] in self._done:
            heapq.heappop(self._queue)
        score = -self._queue[0][0] if self._queue else 0.0
        return score if score >= self._threshold else 0.0

    def _is_settled(self) -> bool:
        """Unfit is sure only if the spider has seen what it wanted to see."""
        waiting = not self._pages or (self._pages >= self._most_pages and self._best() > 0)
        return self._fit or not (self._over or waiting)

    def _reason(self) -> str:
        pages = f"{self._pages} page{'s' if self._pages > 1 else ''}"
        if self._over or not self._pages:
            return self._over or "no page yet"
        if self._fit:
            return f"fit: found an interesting page after {pages}"
        if self._is_hopeless():
            return f"unfit: {self._far} pages in a row came not near, {pages} in all"
        if self._best() and self._pages >= self._most_pages:
            return f"unfit: no interesting page among {pages}, the most of a site"
        return f"unfit: no interesting page among {pages}, no other link promises one"

    # -- links --------------------------------------------------------------------------------------------------------

    def _settle(self, page: Page) -> None:
        """What was fetched is not chosen again; what was chosen and did not come (a resumed log) waits again."""
        here = {page.requested, page.url, self._scope.own(page.url) or page.url}
        self._done |= here
        late, self._awaited = self._awaited, None
        if late is not None and late.url not in here and late.hub:
            link = Link(late.url, late.anchor, late.dom_path)
            self._push(late.score, late.url, late.hub, link)

    def _follow(self, page: Page, sure: float) -> None:
        here = self._scores.get(page.requested, 1.0)
        for link in page.links:
            if not self._names.is_own(self._site, link.target) or not may_be_html(link.target):
                continue
            url = self._scope.own(link.target) or link.target
            score = (sure + self._promise(url, link.anchor, here)) / 2
            if url not in self._done and score > self._scores.get(url, -1.0):
                self._scores[url] = score
                self._push(score, url, page.url, link)

    def _push(self, score: float, url: str, hub: str, link: Link) -> None:
        self._queued += 1
        heapq.heappush(self._queue, (-score, self._queued, url, hub, link))

    def _promise(self, url: str, anchor: str, here: float) -> float:
        if not self._domain:
            return 0.5
        found = self._domain.intersection(words_of(f"{anchor} {path_of(url).replace('_', ' ')}"))
        return 1 - (1 - here / 2) * 0.5 ** len(found)


def light_spiders(
    names: SiteNames,
    samples: Iterable[Page] = (),
    words: Iterable[str] = (),
    *,
    threshold: float = THRESHOLD,
    most_pages: int = MOST_PAGES,
    patience: int = PATIENCE,
) -> Callable[[SiteChoice], LightSpider]:
    """What a WebsiteCrawl makes its internal crawlers with, to tell fit sites from unfit ones. The words of the domain
    are those of the samples' titles and the `words` of an ontology's lexicon, say."""
    texts = [*(sample.title for sample in samples), *words]
    domain = frozenset(word for text in texts for word in words_of(text))

    def make(choice: SiteChoice) -> LightSpider:
        return LightSpider(choice.site, names, domain, threshold=threshold, most_pages=most_pages, patience=patience)

    return make


def _said(page: Page) -> str:
    return page.error or f"status {page.status}"
