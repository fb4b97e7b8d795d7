"""Ways through a site: from the pages of one kind, by the links in one place, to pages of which kinds?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.page_kinds import HUB, HUB_OF_HUBS, WANTED, Kind
from hubwalk.graph.pagination import is_chain, mostly_turn_pages
from hubwalk.graph.places import Places
from hubwalk.graph.web_graph import WebGraph

ANYWHERE = "any"  # source of the ways that stand on nearly every page
_NEARLY_ALL = 0.8  # share of the pages that have such a place, and of its links that are in the menu
_IN_THE_MENU = 0.5  # share of the pages that link to a page
_ANCHORS = 60  # looked at per way
_SHOWN_ANCHORS = 3
_PAGER = 12  # links: with more numbers it is a calendar
PAGINATION, CHAIN = "pagination", "chain"


@dataclass(frozen=True, slots=True)
class Way:
    """The links in one place on the pages of one kind."""

    source: str  # name of a kind, or ANYWHERE
    dom_path: str  # the place, without positions
    pages: int  # that have such links
    links: int
    to: tuple[tuple[str, int], ...]  # name of a kind and how many different pages of it, the most frequent first
    not_fetched: int  # different pages that are known from these links and more
    wanted: int  # of the pages it leads to
    hubs: int
    turning: str  # PAGINATION, CHAIN or ""
    anchors: tuple[str, ...]  # some of them

    @property
    def targets(self) -> int:
        """Different pages it leads to."""
        return sum(n for _, n in self.to) + self.not_fetched


@dataclass(frozen=True, slots=True)
class _Links:
    """All links of the fetched documents, column by column."""

    number: NDArray[np.int64]
    kind: NDArray[np.int64]  # of the page they stand on; -1: stands on nearly every page
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    place: NDArray[np.int64]


def find_ways(graph: WebGraph, kinds: Sequence[Kind], places: Places) -> list[Way]:
    """All ways, in the order of `kinds`, those that lead to the most wanted pages and hubs first; those that stand
    everywhere come last."""
    ways = _Survey(graph, kinds, places).ways()
    order_of = {kind.name: number for number, kind in enumerate(kinds)}
    return sorted(ways, key=lambda way: (order_of.get(way.source, len(kinds)), *_importance(way), way.dom_path))


def most_important(ways: Sequence[Way], limit: int) -> list[Way]:
    """The ways that lead to the most wanted pages and hubs, in their old order."""
    kept = sorted(range(len(ways)), key=lambda number: (_importance(ways[number]), number))[:limit]
    return [ways[number] for number in sorted(kept)]


def _importance(way: Way) -> tuple[int, ...]:
    return (-(way.wanted + way.hubs), -way.links)


def _pages_by_address(graph: WebGraph, kinds: Sequence[Kind]) -> NDArray[np.int64]:
    """The page behind every address: an address that redirects is not another page."""
    page_of = np.arange(len(graph), dtype=np.int64)
    for kind in kinds:
        for page in kind.pages:
            for address in graph.addresses(page):
                page_of[address] = page
    return page_of


def _links(graph: WebGraph, kinds: Sequence[Kind], page_of: NDArray[np.int64], place_of: NDArray[np.int64]) -> _Links:
    columns: list[tuple[range, int, int]] = []
    for number, kind in enumerate(kinds):
        columns += [(graph.out_links(page), number, page) for page in kind.pages]
    sizes = np.array([len(links) for links, _, _ in columns], dtype=np.int64)
    numbers = np.array([link for links, _, _ in columns for link in links], dtype=np.int64)
    targets = np.array([x for links, _, _ in columns for x in graph.link_targets(links)], dtype=np.int64)
    paths = np.array([x for links, _, _ in columns for x in graph.link_paths(links)], dtype=np.int64)
    return _Links(
        number=numbers,
        kind=np.repeat(np.array([kind for _, kind, _ in columns], dtype=np.int64), sizes),
        source=np.repeat(np.array([page for _, _, page in columns], dtype=np.int64), sizes),
        target=page_of[targets] if targets.size else targets,
        place=place_of[paths] if paths.size else paths,
    )


def _everywhere(links: _Links, size: int) -> _Links:
    """The places that nearly every page has, with the same links in them, belong to no kind."""
    pages = np.unique(links.source).size
    if pages < 3 or np.unique(links.kind).size < 2:
        return links
    shown = np.unique(links.source * size + links.target) % size
    in_menu = np.bincount(shown, minlength=size) > _IN_THE_MENU * pages
    shapes = 1 + int(links.place.max())
    having = np.bincount(np.unique(links.source * shapes + links.place) % shapes, minlength=shapes)
    total = np.bincount(links.place, minlength=shapes)
    menu = np.bincount(links.place[in_menu[links.target]], minlength=shapes)
    general = (having >= _NEARLY_ALL * pages) & (menu >= _NEARLY_ALL * total)
    kind = np.where(general[links.place], -1, links.kind)
    return _Links(links.number, kind, links.source, links.target, links.place)


class _Survey:
    """What every way is told from."""

    def __init__(self, graph: WebGraph, kinds: Sequence[Kind], places: Places) -> None:
        page_of = _pages_by_address(graph, kinds)
        self._graph = graph
        self._kinds = kinds
        self._places = places
        self._kind_of = np.full(len(graph), -1, dtype=np.int64)
        for number, kind in enumerate(kinds):
            self._kind_of[list(kind.pages)] = number
        self._links = _everywhere(_links(graph, kinds, page_of, places.of_path), len(graph))

    def ways(self) -> list[Way]:
        """All ways, in no particular order."""
        if not self._links.number.size:
            return []
        key = self._links.kind * len(self._places.names) + self._links.place
        order = np.argsort(key, kind="stable")
        return [self._way(part) for part in np.split(order, np.flatnonzero(np.diff(key[order])) + 1)]

    def _way(self, part: NDArray[np.int64]) -> Way:
        kinds, links = self._kinds, self._links
        source, target, own = links.source[part], links.target[part], int(links.kind[part[0]])
        found = self._kind_of[np.unique(target)]
        counts = {int(k): int(n) for k, n in zip(*np.unique(found[found >= 0], return_counts=True), strict=True)}
        anchors = self._anchors(part)
        return Way(
            source=kinds[own].name if own >= 0 else ANYWHERE,
            dom_path=self._places.names[int(links.place[part[0]])],
            pages=int(np.unique(source).size),
            links=int(part.size),
            to=tuple((kinds[k].name, n) for k, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))),
            not_fetched=int((found < 0).sum()),
            wanted=sum(n for k, n in counts.items() if kinds[k].role == WANTED),
            hubs=sum(n for k, n in counts.items() if kinds[k].role in {HUB, HUB_OF_HUBS}),
            turning=self._turning(part, own, counts, anchors) if own >= 0 else "",
            anchors=tuple(dict.fromkeys(anchor for anchor in anchors if anchor))[:_SHOWN_ANCHORS],
        )

    def _anchors(self, part: NDArray[np.int64]) -> list[str]:
        """Those of all links, or of many of them; at even distances the same link of every page might be taken."""
        some = part if part.size <= _ANCHORS else part[np.arange(_ANCHORS) * 2_654_435_761 % part.size]
        return [self._graph.anchor(int(link)) for link in self._links.number[some]]

    def _turning(self, part: NDArray[np.int64], own: int, counts: Mapping[int, int], anchors: Sequence[str]) -> str:
        """Numbers and arrows that lead on to the like, or to what is no wanted page either; or a chain without them."""
        source, target = self._links.source[part], self._links.target[part]
        fetched = sum(counts.values())
        itself = 2 * counts.get(own, 0) > fetched
        if mostly_turn_pages(anchors):
            wanted = sum(n for kind, n in counts.items() if self._kinds[kind].role == WANTED)
            few = part.size <= _PAGER * np.unique(source).size
            elsewhere = self._kinds[own].role != WANTED and 2 * wanted <= fetched and few
            return PAGINATION if itself or elsewhere else ""
        inside = self._kind_of[target] == own
        pairs = set(zip(source[inside].tolist(), target[inside].tolist(), strict=True)) if itself else set()
        return CHAIN if is_chain(pairs) else ""
