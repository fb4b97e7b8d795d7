"""The flow over edges into each page, without spreading it further: the HITS-only proximity of xCRAWL.

    weight(v) = sum of weight(u) / outdegree(u) over the pages u that link to v

The edge weight of Shchekotykhin, Jannach, Friedrich (2010), section 4, where the node weights are those of HITS alone
(the experiment of Fig. 8 that skips PageRank). Same methods as PushRank, so that one can stand for the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import WebGraph


class EdgeFlow:
    """One step of PageRank, kept up to date."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._own = GrowableArray("float64")
        self._flow = GrowableArray("float64")
        self._changed: list[NDArray[np.int64]] = []

    def set_own(self, pages: NDArray[np.int64], weights: NDArray[np.float64]) -> None:
        """Give pages (all different) their own weight."""
        self._fit()
        for page, change in zip(pages.tolist(), (weights - self._own.view[pages]).tolist(), strict=True):
            self._pass_on(page, change)
        self._own.view[pages] = weights

    def add_links(self, page: int) -> None:
        """A page was fetched: its weight flows to the pages it links to."""
        self._fit()
        self._pass_on(page, float(self._own.view[page]))

    def _pass_on(self, page: int, amount: float) -> None:
        targets = self._graph.out_edges(page)
        if targets.size and amount:
            self._flow.view[targets] += amount / targets.size
            self._changed.append(targets)

    def changed(self) -> NDArray[np.int64]:
        """The pages whose weight may have changed since the last call."""
        found: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        if self._changed:
            found = np.unique(np.concatenate(self._changed))
        self._changed.clear()
        return found

    def weights(self, pages: NDArray[np.int64]) -> NDArray[np.float64]:
        self._fit()
        return self._flow.view[pages]

    def _fit(self) -> None:
        for array in (self._own, self._flow):
            array.grow_to(len(self._graph))
