"""Hub harvest: which list of which hub is emptied next.

Part of xCRAWL (Shchekotykhin, Jannach, Friedrich 2010, section 4, DownloadAllAuthorities): fetch every page that the
subtree around a hub's known authorities links to.

Where we differ:
- The paper harvests all hubs when the walk is over, in no stated order. We harvest as soon as a hub is known and begin
  with the subtree whose links have been right most often, because downloads are what counts.
- A list of the same shape on another page is a list of the same kind: sites part their lists by brand, year or letter,
  and the second list is harvested on the strength of the first, before any of its links is known to be an authority.
  What a shape's links led to on all pages is the expectation for each of its subtrees, until their own links tell.
- Authorities that list further authorities ("related products") are harvested like hubs; `authority_hubs=0` leaves
  them out, as the paper does by pinning their hub weight to 0.
"""

from __future__ import annotations

import heapq
from collections import defaultdict

from hubwalk.graph.subtrees import Subtree
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice


class Harvest:
    """The subtrees of all hubs, best first."""

    def __init__(self, graph: WebGraph, *, authority_hubs: bool = True) -> None:
        self._graph = graph
        self._authority_hubs = authority_hubs
        self._accepted: dict[int, int] = defaultdict(int)  # shape -> authorities among the pages it led to
        self._followed: dict[int, int] = defaultdict(int)  # shape -> pages it led to
        self._pages: dict[int, list[int]] = defaultdict(list)  # shape -> pages whose links were not looked at yet
        self._subtrees: dict[tuple[int, int], Subtree] = {}  # (hub, shape), where links were followed
        self._queue: list[tuple[float, int, int, int]] = []  # -expected yield, serial number, hub, shape
        self._shapes: list[tuple[float, int]] = []  # -expected yield, shape, for the shapes with authorities
        self._serial = 0

    def observe(self, page: int) -> None:
        """A page was fetched and judged: count it where it is linked from, and remember where its own links stand."""
        graph, shape_of = self._graph, self._graph.dom_paths.shape
        accepted = graph.accepted[page]
        shapes = set()
        for link in graph.in_links(page):
            source, path = graph.source(link), graph.path(link)
            shapes.add(shape_of[path])
            subtree = self._subtrees.get((source, shape_of[path]))
            if subtree is not None:
                subtree.count(accepted, path)
                self._enqueue(subtree)
            elif accepted and self._may_be_hub(source):
                self._add(source, shape_of[path])
        for shape in shapes:
            self._followed[shape] += 1
            self._accepted[shape] += accepted
            self._enqueue_shape(shape)
        if self._may_be_hub(page):
            self._look_at_links(page)

    def _look_at_links(self, page: int) -> None:
        graph, shape_of = self._graph, self._graph.dom_paths.shape
        links = graph.out_links(page)
        known, new = set(), set()
        for target, path in zip(graph.link_targets(links), graph.link_paths(links), strict=True):
            if graph.accepted[target]:
                known.add(shape_of[path])
            elif graph.is_new(target):
                new.add(shape_of[path])
        for shape in sorted(known & new):
            self._add(page, shape)
        for shape in sorted(new - known):
            self._pages[shape].append(page)
            self._enqueue_shape(shape)

    def _may_be_hub(self, page: int) -> bool:
        return self._authority_hubs or not self._graph.accepted[page]

    def _add(self, hub: int, shape: int) -> Subtree:
        subtree = Subtree(self._graph, hub, shape)
        if not subtree.exhausted:
            self._subtrees[hub, shape] = subtree
            self._enqueue(subtree)
        return subtree

    def _enqueue(self, subtree: Subtree) -> None:
        # The serial number makes the newest of equally good subtrees the first: it stands where the crawl is.
        self._serial -= 1
        subtree.serial = self._serial
        heapq.heappush(self._queue, (-self._expected(subtree), self._serial, subtree.hub, subtree.shape))

    def _enqueue_shape(self, shape: int) -> None:
        if self._accepted[shape] and self._pages[shape]:
            heapq.heappush(self._shapes, (-self._expected_of_shape(shape), shape))

    def _expected_of_shape(self, shape: int) -> float:
        """Share of the pages that links of this shape led to which are authorities, with half a vote for either side
        (the estimate of Krichevsky and Trofimov, 1981)."""
        return (self._accepted[shape] + 0.5) / (self._followed[shape] + 1.0)

    def _expected(self, subtree: Subtree) -> float:
        """The same for one subtree, where what its shape led to elsewhere has one vote."""
        elsewhere = self._expected_of_shape(subtree.shape)
        return (subtree.accepted + elsewhere) / (subtree.accepted + subtree.rejected + 1.0)

    def choose(self, floor: float) -> Choice | None:
        """The next link of the best subtree, if its expected yield reaches the floor."""
        while True:
            tried, untried = self._best_tried(), self._best_untried()
            if max(tried, untried) < floor or max(tried, untried) == 0:
                return None
            if untried > tried:
                shape = self._shapes[0][1]
                hub = self._pages[shape].pop()
                if (hub, shape) not in self._subtrees:
                    self._add(hub, shape)
                continue
            score, _, hub, shape = self._queue[0]
            link = self._subtrees[hub, shape].next_new()
            if link >= 0:
                return choice_of(self._graph, link, "harvest", -score)
            heapq.heappop(self._queue)

    def _best_tried(self) -> float:
        """Expected yield of the best subtree in the queue, entries that are out of date removed."""
        while self._queue:
            score, serial, hub, shape = self._queue[0]
            subtree = self._subtrees.get((hub, shape))
            if subtree is not None and subtree.exhausted:
                del self._subtrees[hub, shape]
            elif subtree is not None and subtree.serial == serial:
                return -score
            heapq.heappop(self._queue)
        return 0.0

    def _best_untried(self) -> float:
        """Expected yield of the best shape that stands on pages not looked at yet."""
        while self._shapes:
            score, shape = self._shapes[0]
            if self._pages[shape] and -score == self._expected_of_shape(shape):
                return -score
            heapq.heappop(self._shapes)
        return 0.0
