"""Hub harvest: which list of which hub is emptied next.

Part of xCRAWL (Shchekotykhin, Jannach, Friedrich 2010, section 4, DownloadAllAuthorities): fetch every page that the
subtree around a hub's known authorities links to.

Where we differ:
- The paper harvests all hubs when the walk is over, in no stated order. We harvest as soon as a hub is known and begin
  with the subtree whose links have been right most often, because downloads are what counts.
- Authorities that list further authorities ("related products") are harvested like hubs; `authority_hubs=0` leaves
  them out, as the paper does by pinning their hub weight to 0.
"""

from __future__ import annotations

import heapq

from hubwalk.graph.subtrees import Subtree
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice


class Harvest:
    """The subtrees of all hubs, best first."""

    def __init__(self, graph: WebGraph, *, authority_hubs: bool = True) -> None:
        self._graph = graph
        self._authority_hubs = authority_hubs
        self._subtrees: dict[tuple[int, int], Subtree] = {}  # (hub, shape)
        self._queue: list[tuple[float, int, int, int]] = []  # -expected yield, serial number, hub, shape
        self._serial = 0

    def observe(self, page: int) -> None:
        """A page was fetched and judged: count it where it is linked from, and look at its own links."""
        graph, shape_of = self._graph, self._graph.dom_paths.shape
        accepted = graph.accepted[page]
        for link in graph.in_links(page):
            source, path = graph.source(link), graph.path(link)
            subtree = self._subtrees.get((source, shape_of[path]))
            if subtree is not None:
                subtree.count(accepted, path)
                self._enqueue(subtree)
            elif accepted and self._may_be_hub(source):
                self._add(source, shape_of[path])
        if not self._may_be_hub(page):
            return
        links = graph.out_links(page)
        pairs = zip(graph.link_targets(links), graph.link_paths(links), strict=True)
        for shape in sorted({shape_of[path] for target, path in pairs if graph.accepted[target]}):
            self._add(page, shape)

    def _may_be_hub(self, page: int) -> bool:
        return self._authority_hubs or not self._graph.accepted[page]

    def _add(self, hub: int, shape: int) -> None:
        subtree = Subtree(self._graph, hub, shape)
        if not subtree.exhausted:
            self._subtrees[hub, shape] = subtree
            self._enqueue(subtree)

    def _enqueue(self, subtree: Subtree) -> None:
        # The serial number makes the newest of equally good subtrees the first: it stands where the crawl is.
        self._serial -= 1
        heapq.heappush(self._queue, (-expected_yield(subtree), self._serial, subtree.hub, subtree.shape))

    def choose(self, floor: float) -> Choice | None:
        """The next link of the best subtree, if its expected yield reaches the floor."""
        while self._queue and -self._queue[0][0] >= floor:
            score, _, hub, shape = self._queue[0]
            subtree = self._subtrees.get((hub, shape))
            # An entry with another score is an old one; a newer entry for the same subtree is in the queue.
            link = subtree.next_new() if subtree is not None and -score == expected_yield(subtree) else -1
            if link >= 0:
                return choice_of(self._graph, link, "harvest", -score)
            heapq.heappop(self._queue)
            if subtree is not None and subtree.exhausted:
                del self._subtrees[hub, shape]
        return None


def expected_yield(subtree: Subtree) -> float:
    """Share of the subtree's followed links that led to authorities, with half a vote for either side (the estimate of
    Krichevsky and Trofimov, 1981): one right link alone promises .75, nine right ones .95."""
    return (subtree.accepted + 0.5) / (subtree.accepted + subtree.rejected + 1.0)
