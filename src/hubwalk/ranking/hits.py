"""HITS with known authorities: which pages are hubs?

    hub(j)       = sum of authority(k) over the pages k that j links to
    authority(j) = sum of hub(i) over the pages i that link to j

both scaled to length 1 after each round; pages that the validator accepted are pinned to authority 1 and hub 0,
pages that it rejected to authority 0: the validator decides what is an authority, HITS only where the hubs are.
Kleinberg (1999); xCRAWL, journal version, section 4, FindHubs. The journal prints both operators with the same index
set; the meaning is as above.

Where we differ: the papers leave the authority weight of rejected pages to HITS until the validator overwrites it;
pinning it to 0 is that overwriting, done in every round.

`hits` goes over the whole graph. `GrowingHits` corrects it as the crawl goes on: a newly accepted page raises the pages
that link to it at once, and the whole iteration runs again, from the known authorities, when the graph has grown by a
fifth. The number of passes over the final graph is then a constant, so the cost of a decision does not grow with the
site. A page that is no longer accepted takes its share of the weight from the pages that link to it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import FETCHED, WebGraph

GROWTH = 1.2
ROUNDS = 20


def hits(graph: WebGraph, *, rounds: int = ROUNDS, tolerance: float = 1e-6) -> NDArray[np.float64]:
    """Hub weights of all pages in [0, 1]."""
    first, degree, target = graph.edge_arrays()
    count = len(graph)
    sources = np.repeat(np.arange(count), degree)
    offsets = np.cumsum(degree) - degree
    targets = target[np.repeat(first - offsets, degree) + np.arange(sources.size)]
    accepted = np.asarray(graph.accepted, dtype=bool)
    judged = np.asarray(graph.state) == FETCHED
    hub = np.zeros(count)
    authority = accepted.astype(float)
    for _ in range(rounds):
        before = hub
        hub = _sums(sources, authority[targets], count)
        hub[accepted] = 0.0
        hub /= np.linalg.norm(hub) or 1.0
        authority = _sums(targets, hub[sources], count)
        authority[judged] = 0.0
        authority /= np.linalg.norm(authority) or 1.0
        authority[accepted] = 1.0
        if np.abs(hub - before).max(initial=0.0) < tolerance:
            break
    return hub


def _sums(pages: NDArray[np.int64], weights: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    # Without any link `bincount` forgets the type of the weights and answers with integers.
    return np.bincount(pages, weights, minlength=count).astype(np.float64, copy=False)


class GrowingHits:
    """Hub weights that follow the crawl."""

    def __init__(self, graph: WebGraph, *, growth: float = GROWTH) -> None:
        self._graph = graph
        self._growth = growth
        self._hub = GrowableArray("float64")
        self._authority_links = GrowableArray("float64")  # how many accepted pages a page links to: HITS' first round
        self._squares = 0.0  # sum of the squares of _authority_links
        self._counted = GrowableArray("bool")  # accepted pages that stand in _authority_links
        self._due = 0.0

    def update(self, page: int) -> NDArray[np.int64]:
        """A page was fetched and judged; returns it and the pages whose hub weight changed."""
        graph = self._graph
        for array in (self._hub, self._authority_links, self._counted):
            array.grow_to(len(graph))
        links = self._authority_links.view
        if not graph.accepted[page]:
            pages = np.asarray([page])
            added = sum(graph.accepted[target] for target in graph.out_edges(page).tolist()) - links[pages]
        elif not self._counted.view[page]:
            self._counted.view[page] = True
            pages = np.unique([page, *(source for source, _ in graph.in_places(page))])
            added = 1.0 * (pages != page)
        else:
            pages, added = np.asarray([page]), np.zeros(1)
        self._squares += float(((links[pages] + added) ** 2 - links[pages] ** 2).sum())
        links[pages] += added
        if graph.link_count + len(graph) >= self._due:
            return np.union1d(pages, self._recompute())
        # Between two full iterations a page weighs what it weighed, or its authority links alone, whichever is more.
        raised = np.maximum(self._hub.view[pages], links[pages] / (np.sqrt(self._squares) or 1.0))
        raised[np.asarray([graph.accepted[p] for p in pages.tolist()])] = 0.0
        self._hub.view[pages] = raised
        return pages

    def revise(self, page: int) -> NDArray[np.int64]:
        """Of an observed page the opposite is now said; returns it and the pages whose hub weight changed."""
        graph = self._graph
        if graph.accepted[page]:
            return self.update(page)
        for array in (self._hub, self._authority_links, self._counted):
            array.grow_to(len(graph))
        links, hub = self._authority_links.view, self._hub.view
        pages = np.unique([page, *(source for source, _ in graph.in_places(page))])
        before = links[pages]
        after = np.maximum(before - 1.0 * self._counted.view[page], 0.0)
        after[pages == page] = sum(graph.accepted[target] for target in graph.out_edges(page).tolist())
        self._counted.view[page] = False
        self._squares += float((after**2 - before**2).sum())
        links[pages] = after
        scale = np.sqrt(max(self._squares, 0.0)) or 1.0
        kept = hub[pages] * np.minimum(after / np.maximum(before, 1.0), 1.0)
        lowered = np.maximum(kept, after / scale)
        lowered[np.asarray([graph.accepted[p] for p in pages.tolist()])] = 0.0
        hub[pages] = lowered
        return pages

    def _recompute(self) -> NDArray[np.int64]:
        graph = self._graph
        self._due = self._growth * (graph.link_count + len(graph))
        before = self._hub.view.copy()
        self._hub.view[:] = hits(graph)
        return np.flatnonzero(np.abs(self._hub.view - before) > 1e-4)

    def weights(self, pages: NDArray[np.int64]) -> NDArray[np.float64]:
        self._hub.grow_to(len(self._graph))
        return self._hub.view[pages]
