"""The weights that guide xCRAWL's walk (CalculateWeights), in the four variants that the papers evaluate.

Own weights (formula 1): an authority 1; any other page its hub weight if it has one, else 1/n. Then

    hits+tspr      topic-sensitive PageRank spreads the own weights: the method
    hits+pagerank  harmonic mean of the HITS-only weight and standard PageRank
    hits           HITS alone, without PageRank
    conference     mean of the non-zero ones among authority weight, hub weight and PageRank, where a hub's own weight
                   is the mean of 1/n and its hub weight; a link weighs weight(v) / outdegree(v) of its target v

Shchekotykhin, Jannach, Friedrich (2010), section 4 and Fig. 8; "conference" is the variant of the earlier version
(2008), section 2. Where we differ:
- 1/n of a page counts from the moment it is fetched, with n as of then. Pages not yet fetched have the same own weight
  all, which changes no choice between them, and have nothing to spread it over.
- A hub that weighs less than 1/n counts as 1/n.
- Haveliwala's t is on the authorities alone. With ours on all fetched pages, by their own weights, hubs that no known
  authority links back to pass weight on too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hubwalk.errors import unknown_name
from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.edge_flow import EdgeFlow
from hubwalk.ranking.hits import GrowingHits
from hubwalk.ranking.pagerank import PushRank

VARIANTS = ("hits+tspr", "hits+pagerank", "hits", "conference")


class NodeWeights:
    """Weights of all known pages of a site, corrected with every observed page."""

    def __init__(self, graph: WebGraph, variant: str = VARIANTS[0]) -> None:
        if variant not in VARIANTS:
            raise unknown_name("xcrawl variant", variant, VARIANTS)
        self._graph = graph
        self._variant = variant
        self._hits = GrowingHits(graph)
        self._spread: PushRank | EdgeFlow = EdgeFlow(graph) if variant in {"hits", "hits+pagerank"} else PushRank(graph)
        # Standard PageRank: every page has the own weight 1, in units of 1/n, so that n need not be known in advance.
        self._standard = PushRank(graph, epsilon=1e-4) if variant == "hits+pagerank" else None

    def observe(self, page: int) -> None:
        """A page was fetched and judged; the web graph has its links."""
        self._spread.add_links(page)
        self._set_own(self._hits.update(page))
        if self._standard is not None:
            self._standard.add_links(page)
            self._standard.set_own(np.asarray([page]), np.ones(1))

    def revise(self, page: int) -> None:
        """Of an observed page the opposite is now said; the web graph has it already."""
        self._set_own(self._hits.revise(page))

    def _set_own(self, changed: NDArray[np.int64]) -> None:
        graph = self._graph
        hub = self._hits.weights(changed)
        floor = 1.0 / len(graph)
        own = np.where(hub > 0, (hub + floor) / 2, floor) if self._variant == "conference" else np.maximum(hub, floor)
        own[np.asarray([graph.accepted[p] for p in changed.tolist()], dtype=bool)] = 1.0
        self._spread.set_own(changed, own)

    def changed(self) -> NDArray[np.int64]:
        """The pages whose weight may have changed since the last call."""
        found = self._spread.changed()
        return found if self._standard is None else np.union1d(found, self._standard.changed())

    def weights(self, pages: NDArray[np.int64]) -> NDArray[np.float64]:
        """What a link to each of these pages weighs."""
        spread = self._spread.weights(pages)
        if self._standard is not None:
            standard = self._standard.weights(pages) / len(self._graph)
            total = spread + standard
            return 2 * spread * standard / np.where(total > 0, total, 1.0)
        if self._variant == "conference":
            authority = np.asarray([self._graph.accepted[p] for p in pages.tolist()], dtype=float)
            parts = np.stack([authority, self._hits.weights(pages), spread])
            mean = parts.sum(axis=0) / np.maximum((parts > 0).sum(axis=0), 1)
            degree = np.asarray([max(1, self._graph.out_degree(p)) for p in pages.tolist()])
            weighed: NDArray[np.float64] = mean / degree
            return weighed
        return spread
