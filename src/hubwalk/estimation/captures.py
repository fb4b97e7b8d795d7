"""Capture-recapture with the given pages as the marked ones.

Chapman (1951), "Some properties of the hypergeometric distribution with applications to zoological sample censuses":
of a population M are marked; a second, independent catch of C has R marked ones in it; then the population is about
(M + 1)(C + 1) / (R + 1) - 1. Here the marked ones are the authorities that nobody had to look for (samples, start
pages, results of a search), and the second catch is what the links of the fetched pages show. A given authority that
no fetched page links to is a sign of others that nothing leads to so far.

Tried and left out: counting, for each authority, the hubs that show it, and Chao's (1984) bound f1 (f1 - 1) / 2 (f2 +
1) with the coverage of Good (1953) from it. Hubs show whole lists, so captures come in bunches: where each authority
stands in one list there is no recapture at all, and where all stand in a menu there is nothing else. Beside Chapman's
factor neither made the estimate better on sites that the weights were not fitted to.
"""

from __future__ import annotations

from hubwalk.graph.web_graph import WebGraph


class Captures:
    """The given authorities of a crawl: which of them would have been found by links?"""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._given: set[int] = set()
        self._unlinked: dict[int, int] = {}  # address -> given page that nobody links to yet

    def give(self, page: int) -> None:
        """A page that was fetched without a link that led to it."""
        self._given.add(page)
        addresses = self._graph.addresses(page)
        if not any(self._graph.in_degree(address) for address in addresses):
            self._unlinked |= dict.fromkeys(addresses, page)

    def observe(self, page: int) -> None:
        """The links of a fetched page are in the graph."""
        if self._unlinked:
            for address in self._unlinked.keys() & self._graph.out_edges(page).tolist():
                if address in self._unlinked:
                    for other in self._graph.addresses(self._unlinked[address]):
                        self._unlinked.pop(other, None)

    def unseen_factor(self) -> float:
        """(M + 1) / (R + 1): how many authorities there are for each one that links have shown; at least 1."""
        accepted = self._graph.accepted
        marked = sum(accepted[page] for page in self._given)
        unlinked = sum(accepted[page] for page in set(self._unlinked.values()))
        return (marked + 1) / (marked - unlinked + 1)
