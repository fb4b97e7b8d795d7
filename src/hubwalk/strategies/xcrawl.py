"""xCRAWL: a walk with restarts finds hubs, the harvest of their lists finds the authorities.

Shchekotykhin, Jannach, Friedrich (2010), "xCrawl: a high-recall crawling method for Web mining", section 4 and Fig. 3,
from the point where a site and its first authorities (the samples that lie on it) are known. The next URL is

1. the next link of the best hub's list (harvest.py), as long as a list promises enough: `harvest_floor`;
2. otherwise the walk's next page: the new page that weighs most (node_weights.py), ties at random; pages that no weight
   has reached come last, in order of sight;
3. when the walk is over, what is left of lists that promise less.

After each of its downloads the walk restarts with `restart_probability`; it is over when `max_iterations` restarts in a
row found no new hub, that is, no page that led to an authority for the first time. A new hub found later reopens it.
As long as no authority is known there is nothing to walk from: breadth first.

Where we differ, and why:
- The walk passes fetched pages. Following a link to a fetched page costs nothing, so the walk looks through fetched
  pages to the new pages behind them and goes to the heaviest. `walk=local` is the literal walk, in which only the links
  of the current page count: it gets caught between the heaviest pages, which are long fetched. There, fetched pages
  that link to nothing new are passed by, no page is visited twice in one walk, and a walk with no way out starts anew;
  such a start does not count as a restart.
- The harvest does not wait for the end of the walk, see harvest.py.
- Tried without gain: own weight for the entry page; preferring pages with many in-links; hub weights scaled to a
  maximum of 1; discounting links of a shape that led to neither authorities nor hubs. Tried with mixed results:
  harvesting lists of hubs as lists of authorities are.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter, deque
from collections.abc import Sequence

import numpy as np

from hubwalk.errors import UsageError, unknown_name
from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.ranking.node_weights import NodeWeights
from hubwalk.strategies.choices import choice_of
from hubwalk.strategies.harvest import Harvest
from hubwalk.values import Choice, Page, Verdict

WALKS = ("free", "local")
_LAST_FLOOR = 0.05  # a list with one right link in twenty is not a list of what we look for


class XCrawl:
    """The published method on one site."""

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,
        samples: Sequence[Page],  # noqa: ARG002
        *,
        variant: str = "hits+tspr",
        restart_probability: float = 0.15,
        max_iterations: int = 50,
        harvest_floor: float = 0.2,
        authority_hubs: int = 1,
        walk: str = "free",
    ) -> None:
        if walk not in WALKS:
            raise unknown_name("walk of xcrawl", walk, WALKS)
        if not 0 < restart_probability <= 1:
            raise UsageError(f"restart_probability={restart_probability}: must be above 0 and at most 1")
        if max_iterations < 0 or not 0 <= harvest_floor <= 1:
            raise UsageError(
                f"max_iterations={max_iterations},harvest_floor={harvest_floor}: at least 0, and from 0 to 1"
            )
        self._graph = graph
        self._rng = rng
        self._restart_probability = restart_probability
        self._max_iterations = max_iterations
        self._harvest_floor = harvest_floor
        self._weights = NodeWeights(graph, variant)
        self._harvest = Harvest(graph, authority_hubs=bool(authority_hubs))
        self._walk = FreeWalk(graph, rng, self._weights) if walk == "free" else LocalWalk(graph, rng, self._weights)
        self._unjudged: deque[int] = deque()  # links in order of sight, until there is an authority to walk from
        self._hub_of: dict[str, str] = {}  # page in flight -> hub whose link was followed
        self._led_by: dict[int, str] = {}  # fetched page -> that hub
        self._hubs: Counter[str] = Counter()  # pages that led to authorities, and to how many
        self._hubs_at_restart = 0
        self._barren_restarts = 0
        self._downloaded = False  # since the last draw for a restart

    def choose(self) -> Choice | None:
        choice = self._harvest.choose(self._harvest_floor) or self._explore() or self._harvest.choose(_LAST_FLOOR)
        if choice is not None:
            self._hub_of[choice.url] = choice.hub
        return choice

    def _explore(self) -> Choice | None:
        if not self._graph.accepted_pages:
            return self._breadth()
        if self._barren_restarts >= self._max_iterations:
            return None
        if self._downloaded and self._rng.random() < self._restart_probability:
            self._restart()
        self._downloaded = False
        choice = self._walk.choose()
        self._downloaded = choice is not None
        return choice

    def _restart(self) -> None:
        found = len(self._hubs) > self._hubs_at_restart
        self._barren_restarts = 0 if found else self._barren_restarts + 1
        self._hubs_at_restart = len(self._hubs)
        self._walk.restart()

    def _breadth(self) -> Choice | None:
        graph = self._graph
        while self._unjudged:
            link = self._unjudged.popleft()
            if graph.is_new(graph.target(link)):
                return choice_of(graph, link, "breadth")
        return None

    def observe(self, page: Page, verdict: Verdict) -> None:
        graph = self._graph
        number = graph.find(page.url)
        hub = self._hub_of.pop(page.requested, "")
        self._led_by.setdefault(number, hub)
        if verdict.accepted:
            self._count_hub(hub)
        if not graph.accepted_pages:
            self._unjudged.extend(graph.out_links(number))
        else:
            self._unjudged.clear()
        # After a redirect there are two pages: the one that was linked to, and the one that answered.
        pages = sorted({number, graph.find(page.requested)})
        self._harvest.observe(*pages)
        for observed in pages:
            self._weights.observe(observed)
            self._walk.observe(observed)

    def _count_hub(self, hub: str) -> None:
        if hub not in self._hubs:
            self._barren_restarts = 0
        self._hubs[hub] += 1

    def revise(self, url: str, accepted: bool) -> None:
        graph = self._graph
        number = graph.find(url)
        hub = self._led_by.get(number, "")
        if accepted:
            self._count_hub(hub)
            self._unjudged.clear()
        else:
            self._hubs[hub] -= 1
            if self._hubs[hub] <= 0:
                del self._hubs[hub]
            self._hubs_at_restart = min(self._hubs_at_restart, len(self._hubs))
        if not graph.accepted_pages:  # nothing to walk from any more: breadth first again, over all that is known
            for page in range(len(graph)):
                self._unjudged.extend(graph.out_links(page))
        pages = graph.addresses(number)
        self._harvest.revise(*pages)
        for revised in pages:
            self._weights.revise(revised)


class FreeWalk:
    """Goes to the heaviest new page, wherever it is linked from."""

    def __init__(self, graph: WebGraph, rng: random.Random, weights: NodeWeights) -> None:
        self._graph = graph
        self._rng = rng
        self._weights = weights
        self._queue: list[tuple[float, float, int]] = []  # -weight when queued, lot, page
        self._queued = GrowableArray("float64")  # page -> weight it was last queued with
        self._next = 0  # no page before this one is new

    def restart(self) -> None:
        """Nothing to do: the walk is everywhere at once."""

    def observe(self, page: int) -> None:
        """A fetched page needs no place in the queue, however much weight it gains."""
        self._queued.grow_to(len(self._graph))
        self._queued.view[page] = np.inf

    def choose(self) -> Choice | None:
        graph = self._graph
        self._requeue()
        while self._queue:
            queued, _, page = self._queue[0]
            if not graph.is_new(page) or -queued != self._queued.view[page]:
                heapq.heappop(self._queue)
                continue
            weight = float(self._weights.weights(np.asarray([page]))[0])
            if weight < -queued * 0.95:  # it has lost weight since: back to its place
                heapq.heappop(self._queue)
                self._push(page, weight)
                continue
            return choice_of(graph, next(graph.in_links(page)), "walk", weight)
        return self._weightless()

    def _weightless(self) -> Choice | None:
        """The first page seen of those that no weight has reached: PageRank's precision ends before a large site does,
        and the walk must not."""
        graph = self._graph
        while self._next < len(graph):
            if graph.is_new(self._next) and graph.in_degree(self._next):
                return choice_of(graph, next(graph.in_links(self._next)), "walk")
            self._next += 1
        return None

    def _requeue(self) -> None:
        """Queue what is new or has gained weight. Changes of a twentieth are left alone: they would cost more time than
        they change the order."""
        changed = self._weights.changed()
        self._queued.grow_to(len(self._graph))
        weights = self._weights.weights(changed)
        gained = weights > 1.05 * self._queued.view[changed]
        for page, weight in zip(changed[gained].tolist(), weights[gained].tolist(), strict=True):
            if self._graph.is_new(page):
                self._push(page, weight)

    def _push(self, page: int, weight: float) -> None:
        self._queued.view[page] = weight
        heapq.heappush(self._queue, (-weight, self._rng.random(), page))
        if len(self._queue) > 2 * self._graph.frontier_size + 1000:
            self._drop_stale()

    def _drop_stale(self) -> None:
        """Entries that `choose` would pass over: without this there are ten times as many of them as of new pages."""
        queued, is_new = self._queued.view, self._graph.is_new
        self._queue = [entry for entry in self._queue if is_new(entry[2]) and -entry[0] == queued[entry[2]]]
        heapq.heapify(self._queue)


class LocalWalk:
    """From page to page: of the current page's links it follows the one whose target weighs most."""

    def __init__(self, graph: WebGraph, rng: random.Random, weights: NodeWeights) -> None:
        self._graph = graph
        self._rng = rng
        self._weights = weights
        self._at = -1
        self._visited: set[int] = set()
        self._fresh: dict[int, int] = {}  # fetched page -> how many of the pages it links to are new

    def restart(self) -> None:
        """Back to an authority, drawn by lot."""
        self._at = self._rng.choice(self._graph.accepted_pages)
        self._visited = {self._at}

    def observe(self, page: int) -> None:
        graph = self._graph
        self._fresh[page] = sum(graph.is_new(target) for target in graph.out_edges(page).tolist())
        for source in {graph.source(link) for link in graph.in_links(page)} - {page}:
            if source in self._fresh:
                self._fresh[source] -= 1

    def choose(self) -> Choice | None:
        graph = self._graph
        for _ in range(4 * len(graph.accepted_pages) + 100):  # starts without way out; then nothing near is new
            if self._at < 0 or graph.state[self._at] != FETCHED:
                self.restart()
            while self._at >= 0:
                source = self._at
                self._at, weight = self._step(source)
                if self._at >= 0 and graph.is_new(self._at):
                    link = next(link for link in graph.in_links(self._at) if graph.source(link) == source)
                    return choice_of(graph, link, "walk", weight)
        return None

    def _step(self, page: int) -> tuple[int, float]:
        """The heaviest target of a page's links that leads on, and its weight; -1 if there is none."""
        graph, visited = self._graph, self._visited
        targets = graph.out_edges(page).tolist()
        fetched = [t for t in targets if graph.state[t] == FETCHED and t not in visited]
        ways = [t for t in targets if graph.is_new(t)] + [t for t in fetched if self._fresh.get(t, 0) > 0] or fetched
        if not ways:
            return -1, 0.0
        weights = self._weights.weights(np.asarray(ways))
        heaviest = float(weights.max())
        chosen = self._rng.choice([way for way, w in zip(ways, weights.tolist(), strict=True) if w == heaviest])
        visited.add(chosen)
        return chosen, heaviest
