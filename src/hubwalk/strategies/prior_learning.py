"""How a prior is learned: from whole crawls, with the verdicts that stand at their end.

A page of a crawl is an example twice: was it an authority, and what did it bring as a hub? The latter is the value of
ranking/returns.py (Rennie, McCallum 1999: reward discounted by the click), with nothing left to expect:

    return(u) = sum over the pages v to which u was the first to link:  1 if v is an authority,  else  GAMMA * value(v)
    value(u)  = return(u) / (1 + return(u))

What is said of a page are the words of its address and of the first links that led to it. Tried and left out: steps of
DOM paths, which predicted pages of other sites no better, and looks of anchors and addresses, which made no crawl
cheaper. Of one site alone, words that name a small directory are left out, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.ranking.link_words import LinkWords, address_features, path_of
from hubwalk.ranking.returns import GAMMA
from hubwalk.ranking.shared_words import Domain, Example, common_weights
from hubwalk.strategies.prior import Prior
from hubwalk.values import Page

_LINKS = 3  # to a page, the first ones
_MOST = 5000  # pages of a crawl to learn from, in even steps
_FAR = 20  # clicks
_STEPS = 3  # of addresses, named with a word that is no name
_SMALL = 0.05  # of a site's pages, in a directory
_ANCHOR, _ADDRESS = "anchor:", "address:"


@dataclass(frozen=True, slots=True)
class Lessons:
    """What one crawl has to teach."""

    site: str
    wanted: Domain
    hubs: Domain
    names: frozenset[str]  # words that name small directories


class CrawlHistory:
    """One crawl of one site, page after page."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.accepted = 0
        self._graph = WebGraph()
        self._words = LinkWords(self._graph)
        self._order: list[int] = []  # pages as they were fetched

    def __len__(self) -> int:
        return len(self._order)

    def observe(self, page: Page, accepted: bool) -> None:
        """The next page of the crawl, with the verdict that stands."""
        if page.duplicate_of:
            return
        known = self._graph.find(page.url)
        if known < 0 or self._graph.state[known] != FETCHED:
            self._order.append(self._graph.add_page(page, accepted))
            self.accepted += accepted

    def lessons(self) -> Lessons:
        """What there is to learn of authorities, and of hubs."""
        found_by = {page: self._finder(page) for page in self._order}
        values, near = self._values(found_by), self._near(found_by)
        wanted, hubs = [], []
        for page in self._order[:: 1 + len(self._order) // _MOST]:
            if found_by[page] < 0:  # start pages: nothing was said of them
                continue
            links = list(self._graph.in_links(page))[-_LINKS:]
            names = sorted({name for link in links for name in self._words.names(link)})
            words = tuple(name for name in names if name.startswith((_ANCHOR, _ADDRESS)))
            wanted.append(Example(words, len(names), near[page], float(self._graph.accepted[page])))
            hubs.append(Example(words, len(names), near[page], values[page]))
        local = frozenset(directory_names([self._graph.url(page) for page in self._order]))
        return Lessons(self.site, Domain(self.site, wanted), Domain(self.site, hubs), local)

    def _finder(self, page: int) -> int:
        """The first page that linked to another one; -1 if none did, or only pages that were fetched later."""
        first = -1
        for link in self._graph.in_links(page):  # newest first
            first = link
        return self._graph.source(first) if first >= 0 else -1

    def _values(self, found_by: dict[int, int]) -> dict[int, float]:
        returns = dict.fromkeys(self._order, 0.0)
        values: dict[int, float] = {}
        place = {page: at for at, page in enumerate(self._order)}
        for page in reversed(self._order):  # whoever found a page was fetched before it
            values[page] = returns[page] / (1 + returns[page])
            finder = found_by[page]
            if finder >= 0 and place[finder] < place[page]:
                returns[finder] += 1.0 if self._graph.accepted[page] else GAMMA * values[page]
        return values

    def _near(self, found_by: dict[int, int]) -> dict[int, float]:
        clicks: dict[int, int] = {}
        for page in self._order:
            clicks[page] = min(_FAR, clicks.get(found_by[page], 0) + 1)
        return {page: 1 / count for page, count in clicks.items()}


def directory_names(urls: Sequence[str]) -> set[str]:
    """The words of addresses that stand in the names of very few directories, and small ones."""
    steps: dict[str, set[str]] = {}  # word -> beginnings of paths that end with it
    pages: Counter[str] = Counter()
    for url in urls:
        path, _, query = path_of(url).partition("?")
        begun, words = "", set()
        for step in [*path.split("/")[1:], *([query] if query else [])]:
            begun += f"/{step}"
            for name in address_features(f"http://site/{step}"):
                if name.startswith(_ADDRESS):
                    steps.setdefault(name, set()).add(begun)
                    words.add(name)
        pages.update(words)
    few = {word for word, found in steps.items() if len(found) < _STEPS}
    return {word for word in few if pages[word] < _SMALL * len(urls)}


def learn_prior(crawls: Sequence[Lessons]) -> Prior:
    """What all crawls have in common."""
    sites = tuple(dict.fromkeys(crawl.site for crawl in crawls))
    names = {name for crawl in crawls for name in crawl.names} if len(sites) == 1 else set()
    wanted = common_weights([crawl.wanted for crawl in crawls], names)
    hubs = common_weights([crawl.hubs for crawl in crawls], names)
    return Prior(wanted, hubs, sites)
