"""Topic-sensitive PageRank, kept up to date while the graph grows.

    w = c P^T w + (1 - c) t,   c = 0.85

t gives each page its own weight, P spreads a page's weight evenly over the pages it links to; the flow over an edge is
w(source) / outdegree(source). Haveliwala (2003), "Topic-sensitive PageRank"; in the xCRAWL papers section 4,
CalculateWeights. Pages without known links keep what they get: the weight that a random surfer would carry off from
there is of no use on a site whose pages are mostly not fetched yet.

`pagerank` iterates over the whole graph. `PushRank` keeps an estimate and, for every page, the residual by which the
equation is still violated there; a new page or a new weight disturbs it at a few places, and only these are pushed on
until no residual exceeds `epsilon`, as a share of all own weights together (Andersen, Chung, Lang 2006; on growing
graphs Zhang, Lofgren, Goel 2016). The work per change is bounded by the share that was added over epsilon, whatever the
size of the site.

Residuals are pushed in rounds of numpy operations, not one by one in a compiled loop: numba would load its compiler
into the memory of every crawl, and the rounds are quick enough (benchmarks/decision_cost.py).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import WebGraph

DAMPING = 0.85


def pagerank(
    graph: WebGraph, own: NDArray[np.float64], *, damping: float = DAMPING, tolerance: float = 1e-12
) -> NDArray[np.float64]:
    """The plain method: iterate over all links until nothing changes. `own` is t, one weight a page."""
    _, degree, _ = graph.edge_arrays()
    pages = np.flatnonzero(degree)
    targets = _targets(graph, pages)
    weight = own.copy()
    while True:
        flow = np.repeat(weight[pages] / degree[pages], degree[pages])
        spread = (1 - damping) * own + damping * np.bincount(targets, flow, minlength=own.size)
        if np.abs(spread - weight).max(initial=0.0) < tolerance:
            return spread
        weight = spread


def _targets(graph: WebGraph, pages: NDArray[np.int64]) -> NDArray[np.int64]:
    """The edge targets of several pages in one array, page after page."""
    first, degree, target = graph.edge_arrays()
    counts = degree[pages]
    start = np.cumsum(counts) - counts
    return target[np.repeat(first[pages] - start, counts) + np.arange(int(counts.sum()))]


class PushRank:
    """The same weights, corrected locally with every change."""

    def __init__(self, graph: WebGraph, *, damping: float = DAMPING, epsilon: float = 3e-5) -> None:
        self._graph = graph
        self._damping = damping
        self._epsilon = epsilon
        self._own = GrowableArray("float64")
        self._estimate = GrowableArray("float64")
        self._residual = GrowableArray("float64")
        self._total = 0.0  # of all own weights
        self._place = GrowableArray("int64")  # scratch, see _distinct
        self._disturbed: list[NDArray[np.int64]] = []  # residuals to look at
        self._is_changed = GrowableArray("bool")
        self._changed: list[NDArray[np.int64]] = []  # every page once

    def set_own(self, pages: NDArray[np.int64], weights: NDArray[np.float64]) -> None:
        """Give pages (all different) their own weight, t."""
        self._fit()
        own, residual = self._own.view, self._residual.view
        change = weights - own[pages]
        residual[pages] += (1 - self._damping) * change
        own[pages] = weights
        self._total += float(change.sum())
        self._disturbed.append(pages)

    def add_links(self, page: int) -> None:
        """A page was fetched: what it holds flows on to the pages it links to."""
        self._fit()
        targets = self._graph.out_edges(page)
        if targets.size:
            self._residual.view[targets] += self._damping * self._estimate.view[page] / targets.size
            self._disturbed.append(targets)

    def changed(self) -> NDArray[np.int64]:
        """The pages whose weight may have changed since the last call."""
        self._settle()
        found = np.concatenate(self._changed) if self._changed else np.empty(0, dtype=np.int64)
        self._is_changed.view[found] = False
        self._changed.clear()
        return found

    def weights(self, pages: NDArray[np.int64]) -> NDArray[np.float64]:
        """The weights of some pages; what has arrived but not been passed on counts."""
        self._settle()
        found: NDArray[np.float64] = self._estimate.view[pages] + self._residual.view[pages]
        return found

    def _fit(self) -> None:
        for array in (self._own, self._estimate, self._residual, self._place, self._is_changed):
            array.grow_to(len(self._graph))

    def _settle(self) -> None:
        self._fit()
        if not self._disturbed:
            return
        estimate, residual = self._estimate.view, self._residual.view
        _, degree, _ = self._graph.edge_arrays()
        disturbed = np.concatenate(self._disturbed)
        self._disturbed.clear()
        active = self._above(disturbed)
        self._mark_changed(disturbed)
        while active.size:
            amount = residual[active]
            estimate[active] += amount
            residual[active] = 0.0
            linking = degree[active] > 0
            pages, amount = active[linking], amount[linking]
            if not pages.size:
                break
            counts = degree[pages]
            targets = _targets(self._graph, pages)
            np.add.at(residual, targets, np.repeat(self._damping * amount / counts, counts))
            active = self._above(targets)
            self._mark_changed(targets)

    def _above(self, pages: NDArray[np.int64]) -> NDArray[np.int64]:
        return self._distinct(pages[np.abs(self._residual.view[pages]) > self._epsilon * self._total])

    def _mark_changed(self, pages: NDArray[np.int64]) -> None:
        more = self._distinct(pages[~self._is_changed.view[pages]])
        self._is_changed.view[more] = True
        self._changed.append(more)

    def _distinct(self, pages: NDArray[np.int64]) -> NDArray[np.int64]:
        """Each page once. Of equal ones the last to write its place stays: cheaper than sorting or hashing, which
        would take most of the time of a crawl."""
        order = np.arange(pages.size)
        self._place.view[pages] = order
        found: NDArray[np.int64] = pages[self._place.view[pages] == order]
        return found
