"""Hub harvest: which list of which hub is emptied next.

Part of xCRAWL (Shchekotykhin, Jannach, Friedrich 2010, section 4, DownloadAllAuthorities): fetch every page that the
subtree around a hub's known authorities links to.

Where we differ:
- The paper harvests all hubs when the walk is over, in no stated order. We harvest as soon as a hub is known and begin
  with the subtree whose links have been right most often, because downloads are what counts.
- A list of the same shape on another page is a list of the same kind: sites part their lists by brand, year or letter,
  and the second list is harvested on the strength of the first, before any of its links is known to be an authority.
  What a shape's links led to on all pages is the expectation for each of its subtrees, until their own links tell.
- What is left over is not like what was found. Where most links of a list are known from elsewhere, the rest may be the
  "compare" or "more" link that every such list has. So each shape has a success rate of its recent harvests, one for
  fresh lists and one for left-overs, and the expectation is multiplied by it.
- Authorities that list further authorities ("related products") are harvested like hubs; `authority_hubs=0` leaves
  them out, as the paper does by pinning their hub weight to 0.
"""

from __future__ import annotations

import heapq
from collections import defaultdict, deque

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.subtrees import Subtree
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice

_MEMORY = 20  # harvested links after which a success rate has forgotten two thirds of what was before
_Kind = tuple[int, bool]  # shape of the DOM path; True for left-overs


class Harvest:
    """The subtrees of all hubs, best first."""

    def __init__(self, graph: WebGraph, *, authority_hubs: bool = True) -> None:
        self._graph = graph
        self._authority_hubs = authority_hubs
        self._accepted: dict[int, int] = defaultdict(int)  # shape -> authorities among the pages it led to
        self._followed: dict[int, int] = defaultdict(int)  # shape -> pages it led to
        self._success: dict[_Kind, float] = defaultdict(lambda: 1.0)  # of recent harvests
        self._in_flight: dict[int, _Kind] = {}  # page -> what it is harvested from
        self._shapes: dict[int, tuple[int, ...]] = {}  # page -> the shapes that it was counted for
        self._kind_of: dict[int, _Kind] = {}  # page -> what it was harvested from
        self._harvested: dict[_Kind, deque[int]] = defaultdict(lambda: deque(maxlen=5 * _MEMORY))  # in their order
        self._pages: dict[int, list[int]] = defaultdict(list)  # shape -> pages on which no link was followed yet
        self._observed = GrowableArray("bool")
        self._subtrees: dict[tuple[int, int], Subtree] = {}  # (hub, shape), where links were followed
        # Per kind the subtrees, best first (-expected yield, serial number, hub); over all kinds the best of each.
        self._queues: dict[_Kind, list[tuple[float, int, int]]] = defaultdict(list)
        self._kinds: list[tuple[float, _Kind]] = []  # -score, kind
        self._moved: set[_Kind] = set()
        self._serial = 0

    # -- what was seen ----------------------------------------------------------------------------------------------

    def observe(self, *pages: int) -> None:
        """A page was fetched and judged, under two addresses perhaps: count it where it is linked from, and remember
        where its own links stand."""
        self._observed.grow_to(len(self._graph))
        made: set[tuple[int, int]] = set()  # subtrees that know of these pages from the beginning
        for page in pages:
            if not self._observed.view[page]:
                self._observed.view[page] = True
                self._count(page, made)
            if self._may_be_hub(page):
                self._look_at_links(page)

    def _count(self, page: int, made: set[tuple[int, int]]) -> None:
        graph, shape_of = self._graph, self._graph.dom_paths.shape
        accepted = graph.accepted[page]
        kind = self._in_flight.pop(page, None)
        if kind is not None:
            self._kind_of[page] = kind
            self._harvested[kind].append(page)
            self._success[kind] += (accepted - self._success[kind]) / _MEMORY
            self._moved.add(kind)
        shapes = set()
        for source, path in graph.in_places(page):
            shape = shape_of[path]
            shapes.add(shape)
            subtree = self._subtrees.get((source, shape))
            if (source, shape) in made:
                continue
            if subtree is not None:
                subtree.count(accepted, path)
                self._enqueue(subtree)
            elif accepted and self._may_be_hub(source):
                self._add(source, shape)
                made.add((source, shape))
        self._shapes[page] = tuple(shapes)
        for shape in shapes:
            self._followed[shape] += 1
            self._accepted[shape] += accepted
            self._moved.add((shape, False))

    def revise(self, *pages: int) -> None:
        """Of an observed page, under two addresses perhaps, the opposite is now said: correct what it counted for."""
        made: set[tuple[int, int]] = set()
        for page in pages:
            for shape in self._shapes.get(page, ()):
                self._accepted[shape] += 1 if self._graph.accepted[page] else -1
                self._moved.add((shape, False))
            self._recount(page, made)
            if page in self._kind_of:
                self._succeed_anew(self._kind_of[page])
            if self._may_be_hub(page) and not self._authority_hubs:
                self._look_at_links(page)

    def _recount(self, page: int, made: set[tuple[int, int]]) -> None:
        graph, shape_of = self._graph, self._graph.dom_paths.shape
        accepted = graph.accepted[page]
        for source, path in graph.in_places(page):
            place = (source, shape_of[path])
            subtree = self._subtrees.get(place)
            if place in made:
                continue
            if subtree is not None:
                subtree.revise(accepted, path)
                self._enqueue(subtree)
            elif accepted and self._may_be_hub(source):
                self._add(*place)
                made.add(place)

    def _succeed_anew(self, kind: _Kind) -> None:
        """The success rate as it would be if all verdicts had been what they are now."""
        rate = 1.0
        for page in self._harvested[kind]:
            rate += (self._graph.accepted[page] - rate) / _MEMORY
        self._success[kind] = rate
        self._moved.add(kind)

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
            self._moved.add((shape, False))

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
        subtree.serial = self._serial
        kind = (subtree.shape, subtree.mostly_followed)
        heapq.heappush(self._queues[kind], (-self._expected(subtree), self._serial, subtree.hub))
        self._moved.add(kind)

    # -- what to expect ---------------------------------------------------------------------------------------------

    def _expected_of_shape(self, shape: int) -> float:
        """Share of the pages that links of this shape led to which are authorities, with half a vote for either side
        (the estimate of Krichevsky and Trofimov, 1981)."""
        return (self._accepted[shape] + 0.5) / (self._followed[shape] + 1.0)

    def _expected(self, subtree: Subtree) -> float:
        """The same for one subtree, where what its shape led to elsewhere has one vote."""
        elsewhere = self._expected_of_shape(subtree.shape)
        return (subtree.accepted + elsewhere) / (subtree.accepted + subtree.rejected + 1.0)

    def _tried(self, kind: _Kind) -> float:
        """Expectation of the best subtree of a kind, entries that are out of date removed; 0 if there is none."""
        queue, shape = self._queues[kind], kind[0]
        while queue:
            score, serial, hub = queue[0]
            subtree = self._subtrees.get((hub, shape))
            if subtree is not None and subtree.exhausted:
                del self._subtrees[hub, shape]
            elif subtree is not None and subtree.serial == serial:
                return -score
            heapq.heappop(queue)
        return 0.0

    def _untried(self, kind: _Kind) -> float:
        """Expectation of a list of this kind on a page where none of its links was followed; 0 if there is none."""
        shape, left_over = kind
        if left_over or not self._accepted[shape] or not self._pages[shape]:
            return 0.0
        return self._expected_of_shape(shape)

    def _score(self, kind: _Kind) -> float:
        return self._success[kind] * max(self._tried(kind), self._untried(kind))

    def _rank_moved(self) -> None:
        """Give the kinds whose score may have changed their new place, once for all that was seen in between."""
        for kind in sorted(self._moved):
            score = self._score(kind)
            if score > 0:
                heapq.heappush(self._kinds, (-score, kind))
        self._moved.clear()
        if len(self._kinds) > 2 * len(self._queues) + 1000:  # nearly all of them out of date
            kinds = {kind for _, kind in self._kinds}
            self._kinds = [(-score, kind) for kind in kinds if (score := self._score(kind)) > 0]
            heapq.heapify(self._kinds)

    # -- what to fetch ----------------------------------------------------------------------------------------------

    def choose(self, floor: float) -> Choice | None:
        """The next link of the best subtree, if its score reaches the floor."""
        while True:
            self._rank_moved()
            if not self._kinds or -self._kinds[0][0] < floor:
                return None
            ranked, kind = self._kinds[0]
            score = self._score(kind)
            if score != -ranked:  # out of date
                heapq.heappop(self._kinds)
                self._moved.add(kind)
                continue
            link = self._next_link(kind)
            if link >= 0:
                self._in_flight[self._graph.target(link)] = kind
                return choice_of(self._graph, link, "harvest", score)

    def _next_link(self, kind: _Kind) -> int:
        """The next link of the best subtree of a kind; -1 if it had none, and then it is out of the way."""
        shape = kind[0]
        if self._untried(kind) > self._tried(kind):
            hub = self._pages[shape].pop()
            if (hub, shape) not in self._subtrees:
                self._add(hub, shape)
            return -1
        queue = self._queues[kind]
        link = self._subtrees[queue[0][2], shape].next_new()
        if link < 0:
            heapq.heappop(queue)
        return link
