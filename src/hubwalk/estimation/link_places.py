"""How many of the known, unfetched pages are authorities, by the places where their links stand.

A stratified sample (Cochran 1977, "Sampling Techniques", chapter 5): a stratum is what one page shows in one shape of
DOM path, a list or a menu, and of each list some were fetched. The share of authorities among these is taken for the
others too; where few were fetched it is drawn towards the yield of the whole crawl (the shrinkage of Efron and Morris
1975), as if one page more had been seen with that yield.

What differs from a textbook sample: strategies fetch the best first, so the rest of a list is worse than its beginning.
Earlier pages of a list therefore count less than later ones.
"""

from __future__ import annotations

from array import array

from hubwalk.graph.web_graph import WebGraph

_SHRINKAGE = 1.0  # pages
_FADING = 0.95  # of what was seen in a list, with each page more of it


class LinkPlaces:
    """Unfetched pages and yields by list. A page belongs to the list that showed it first."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._list = array("i")  # per page its list, 0: none showed it; negative: it was fetched
        self._left = array("i", [0])  # per list, from 1: unfetched pages
        self._fetched = array("d", [0.0])
        self._accepted = array("d", [0.0])
        self._by_list = 0.0  # expected by what the lists have shown so far
        self._at_large = 0.0  # pages of which only the general yield tells

    def observe(self, page: int, asked: int, accepted: bool, *, counts: bool) -> None:
        """A fetched page, which the graph has with its links; `asked` is the address it was fetched by. It tells
        nothing of its list if it does not count: nobody chose it there."""
        self._add_new(page)
        lists = {self._list[address] for address in (page, asked) if self._list[address] > 0}
        for address in {page, asked}:
            place = self._list[address]
            if place > 0:
                self._list[address] = -place
                self._change(place, left=-1)
        if counts:
            for place in lists:
                self._change(place, fetched=1.0, accepted=float(accepted))

    def revise(self, page: int, accepted: bool) -> None:
        """Of a fetched page the opposite is now said."""
        for place in {-self._list[address] for address in self._graph.addresses(page) if self._list[address] < 0}:
            share = self._accepted[place] + (1.0 if accepted else -1.0)
            self._weigh(place, -1)
            self._accepted[place] = min(self._fetched[place], max(0.0, share))
            self._weigh(place, 1)

    def expected(self, general_yield: float) -> float:
        """Authorities among the known, unfetched pages."""
        return self.listed + max(0.0, self._at_large) * general_yield

    @property
    def listed(self) -> float:
        """Those of them that lists account for of which some was fetched, whatever the general yield."""
        return max(0.0, self._by_list)

    def _add_new(self, page: int) -> None:
        graph, first = self._graph, len(self._list)
        if len(graph) == first:
            return
        self._list.extend([0] * (len(graph) - first))
        links = graph.out_links(page)
        places: dict[int, int] = {}  # shape of the DOM path -> list
        for target, path in zip(graph.link_targets(links), graph.link_paths(links), strict=True):
            if target >= first and not self._list[target]:
                shape = graph.dom_paths.shape[path]
                if shape not in places:
                    places[shape] = self._new_list()
                self._list[target] = places[shape]
                self._left[places[shape]] += 1
        for place in places.values():
            self._weigh(place, 1)

    def _new_list(self) -> int:
        self._left.append(0)
        self._fetched.append(0.0)
        self._accepted.append(0.0)
        return len(self._left) - 1

    def _change(self, place: int, *, left: int = 0, fetched: float = 0.0, accepted: float = 0.0) -> None:
        self._weigh(place, -1)
        self._left[place] += left
        if fetched:
            self._fetched[place] = self._fetched[place] * _FADING + fetched
            self._accepted[place] = self._accepted[place] * _FADING + accepted
        self._weigh(place, 1)

    def _weigh(self, place: int, sign: int) -> None:
        """Add a list to the sums, or take it out of them."""
        share = sign * self._left[place] / (self._fetched[place] + _SHRINKAGE)
        self._by_list += share * self._accepted[place]
        self._at_large += share * _SHRINKAGE
