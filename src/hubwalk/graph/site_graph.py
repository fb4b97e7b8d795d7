"""The graph of sites: one node per site, one edge per pair of sites however many links there are between their pages.

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), sections 3.1 and 4.1. Sites
are small integers in order of first sight, edges lie in growable arrays: a site costs some hundred bytes, an edge 16.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from hubwalk.graph.arrays import Interner
from hubwalk.pages.site_names import SiteNames


class SiteGraph:
    """Sites and which links to which. A site's edges are told once, when its internal crawl is over."""

    def __init__(self, names: SiteNames) -> None:
        self._names = names
        self._keys = Interner()
        self._homes: list[str] = []
        self._told = bytearray()
        self._first_in = array("i")  # of a site: the first edge that leads to it, -1: none
        self._last_in = array("i")  # and the latest
        self._in_degree = array("i")
        self._source = array("i")  # of an edge
        self._weight = array("d")
        self._next_in = array("i")  # of an edge: the next one that leads to the same site, -1: none yet

    def __len__(self) -> int:
        return len(self._homes)

    @property
    def edges(self) -> int:
        return len(self._source)

    def intern(self, url: str) -> int:
        """The number of the site that a URL lies on. The first URL of a site decides how its home page is spelled."""
        number = self._keys.intern(self._names.key(url))
        if number == len(self._homes):
            self._homes.append(self._names.site_of(url))
            self._told.append(0)
            self._first_in.append(-1)
            self._last_in.append(-1)
            self._in_degree.append(0)
        return number

    def home(self, site: int) -> str:
        """The URL of a site's home page."""
        return self._homes[site]

    def is_told(self, site: int) -> bool:
        """True if the edges of a site are known."""
        return bool(self._told[site])

    def connect(self, source: int, weights: Mapping[int, float]) -> None:
        """The edges of a site: other site -> weight. Only the first time; a site does not link to itself."""
        if self._told[source]:
            return
        self._told[source] = 1
        for target, weight in weights.items():
            if target == source:
                continue
            edge, last = len(self._source), self._last_in[target]
            if last < 0:
                self._first_in[target] = edge
            else:
                self._next_in[last] = edge
            self._last_in[target] = edge
            self._next_in.append(-1)
            self._in_degree[target] += 1
            self._source.append(source)
            self._weight.append(weight)

    def in_degree(self, site: int) -> int:
        """How many sites are known to link to a site."""
        return self._in_degree[site]

    def in_edges(self, site: int) -> Iterator[tuple[int, float]]:
        """The sites that link to a site, with the weight of the edge, in the order in which they were told."""
        edge = self._first_in[site]
        while edge >= 0:
            yield self._source[edge], self._weight[edge]
            edge = self._next_in[edge]
