"""The hubs that a recipe goes by: few pages that together link to all targets, and that links connect to the entry.

A greedy cover, as for the lower bound (evaluation/bounds.py), but with a price for every kind of hub besides that for
every page: what brings most new targets per page comes first, and hubs of a kind that was chosen before come cheaper,
because a recipe says them in the same breath. Shortcuts from above to some targets are then left alone, as the hub
below has these and the others.
"""

from __future__ import annotations

import heapq
from collections import defaultdict

from hubwalk.recipes.crawl_graph import CrawlGraph
from hubwalk.recipes.url_expression import families

_NEW_KIND = 1.0  # downloads that a kind of hub must be worth
_KNOWN_KIND = 0.25
_TARGET = 0.75  # more than that for a target that shows others: what is related changes faster than lists
_THROUGH_TARGET = 0.1  # a target on the way is fetched anyway; but ways through hubs last longer


def choose_hubs(crawl: CrawlGraph) -> set[int]:
    """The hubs and the pages on the ways to them, start pages included.

    Forbidding each hub in turn, as the lower bound does, saved a page or two on small sites and put "related" links in
    the place of lists.
    """
    return _Cover(crawl).chosen()


class _Cover:
    def __init__(self, crawl: CrawlGraph) -> None:
        self._crawl = crawl
        self._missing = set(crawl.targets)
        self._targets_of: dict[int, set[int]] = {}
        self._hubs_of: dict[int, list[int]] = defaultdict(list)
        for page, links in crawl.links.items():
            shown = crawl.targets.intersection(links)
            shown.discard(page)
            if shown:
                self._targets_of[page] = shown
                for target in shown:
                    self._hubs_of[target].append(page)
        self._gain = {page: len(shown) for page, shown in self._targets_of.items()}
        kinds = families([crawl.url(page) for page in self._targets_of])
        self._kind = {page: kinds[crawl.url(page)] for page in self._targets_of}
        self._members: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for page, kind in self._kind.items():
            self._members[kind].append(page)
        self._known_kinds: set[tuple[str, ...]] = set()
        self._cost: dict[int, float] = {}  # downloads to get at a page
        self._from: dict[int, int] = {}
        self._hopes: list[tuple[float, int]] = []
        self._hubs: list[int] = []
        self._have: set[int] = set()

    def chosen(self) -> set[int]:
        starts = [page for page in self._crawl.starts if page in self._crawl.links]
        self._get(starts)
        while self._missing and self._hopes:
            promised, page = heapq.heappop(self._hopes)
            rate = self._rate(page)
            if not rate:
                continue
            if rate < -promised:
                heapq.heappush(self._hopes, (-rate, page))
                continue
            self._choose(page)
        return self._connected(self._without_redundant(), starts)

    def _rate(self, page: int) -> float:
        price = _KNOWN_KIND if self._kind[page] in self._known_kinds else _NEW_KIND
        if page in self._crawl.targets:
            price += _TARGET
        return self._gain[page] / (self._cost[page] + price)

    def _choose(self, page: int) -> None:
        self._hubs.append(page)
        way = [page]
        while way[-1] in self._from and way[-1] not in self._have:
            way.append(self._from[way[-1]])
        found = self._targets_of[page] & self._missing
        for target in self._missing & {*way, *found}:
            for hub in self._hubs_of[target]:
                self._gain[hub] -= 1
        self._missing -= {*way, *found}
        for target in found.difference(way, self._have):
            self._from[target] = page
        kind = self._kind[page]
        if kind not in self._known_kinds:
            self._known_kinds.add(kind)
            for other in self._members[kind]:
                self._hope(other)
        self._get([*way, *sorted(found)])

    def _hope(self, page: int) -> None:
        if page in self._cost and self._gain.get(page):
            heapq.heappush(self._hopes, (-self._rate(page), page))

    def _get(self, pages: list[int]) -> None:
        """These are fetched: what they link to comes nearer."""
        self._have.update(pages)
        todo = []
        for page in pages:
            if self._cost.get(page, 1.0) > 0.0:
                self._cost[page] = 0.0
                todo.append((0.0, page))
                self._hope(page)
        links, targets, costs = self._crawl.links, self._crawl.targets, self._cost
        while todo:
            cost, page = heapq.heappop(todo)
            if cost > costs[page]:
                continue
            for other in links.get(page, ()):
                further = cost + (_THROUGH_TARGET if other in targets else 1.0)
                if other in links and further < costs.get(other, 1e9):
                    costs[other] = further
                    self._from[other] = page
                    heapq.heappush(todo, (further, other))
                    self._hope(other)

    def _without_redundant(self) -> list[int]:
        """The hubs without those whose targets the others show, too; the poorest are dropped first."""
        shown_by: dict[int, int] = defaultdict(int)
        for hub in self._hubs:
            for target in self._targets_of[hub]:
                shown_by[target] += 1
        kept = []
        for hub in sorted(self._hubs, key=lambda hub: (len(self._targets_of[hub]), hub)):
            if all(shown_by[target] > 1 for target in self._targets_of[hub]):
                for target in self._targets_of[hub]:
                    shown_by[target] -= 1
            else:
                kept.append(hub)
        return kept

    def _connected(self, hubs: list[int], starts: list[int]) -> set[int]:
        """The hubs with the pages on the ways to them, by the ways of the fewest pages that are not there yet."""
        found = set(starts)
        for hub in sorted(hubs, key=lambda hub: (len(self._targets_of[hub]), hub), reverse=True):
            page = hub
            while page not in found:
                found.add(page)
                if page not in self._from:
                    break
                page = self._from[page]
        return found
