"""What is known of a page that was not fetched: a few numbers. They come from the groups of its links and its address,
from the rank of the page, from its distance to the entry page, and from what its links say (sample_words.py).

A page has many links to it, and each lies in a place (link_groups.py). Their averages (evidence.py) become log odds, of
which the highest and the mean count: one good list is enough, and a link in every menu is not.

The rank is the topic-sensitive PageRank of Haveliwala (2003), as in xCRAWL (node_weights.py): it grows with links from
authorities, and from pages that link to authorities. It is what guides a crawl that has found no list yet. So does the
distance to the entry page: clicks, and a click on one of very many links counts more. An address counts by how much
better its kind does than all addresses together, so that addresses that say nothing change nothing.

Tried without gain: the text around links besides their own (pages/link_context.py), on three sites; ranks and distances
that count less the more is known of a way; hubs weighed twice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.link_groups import LEVELS, LinkGroups
from hubwalk.ranking.node_weights import NodeWeights
from hubwalk.ranking.sample_words import SampleWords
from hubwalk.values import Page

# Names of the columns, and what each counts, in log odds: for a page to be an authority, for it to be a hub. They were
# set by hand and tried on recorded sites; weights fitted to the crawls of some sites ranked the
# authorities of others worse.
WEIGHTS = {
    "best place": (0.6, 0.0),
    "mean place": (0.2, 0.0),
    "address": (0.5, 0.0),
    "best place for hubs": (0.0, 0.6),
    "mean place for hubs": (0.0, 0.2),
    "address for hubs": (0.0, 0.5),
    "rank": (0.5, 2.0),
    "near the entry": (0.0, 3.0),
    "samples": (0.0, 4.0),
}
_LINKS = 8  # to a page, the latest
_SURE = 0.01  # no average is taken for surer than this
_UNKNOWN_DEPTH = 2  # of samples: somebody found them, so they are not far from the entry
_FAR = 20  # clicks
_MENU = 30  # links of a page among which one is still easily seen


class PageFeatures:
    """The numbers of the pages of one site."""

    def __init__(self, graph: WebGraph, groups: LinkGroups, samples: Sequence[Page] = ()) -> None:
        self._graph = graph
        self._groups = groups
        self._ranks = NodeWeights(graph)
        self._sample_words = SampleWords(graph, samples)
        self._depth = GrowableArray("float32")  # clicks from the entry page, see above; 0: not known
        self.weights = np.asarray(list(WEIGHTS.values())).T

    def observe(self, page: int, *, entry: bool) -> list[int]:
        """A page was fetched: its links count for the ranks and depths of others. Returns the pages that are nearer to
        the entry than was known."""
        graph = self._graph
        self._ranks.observe(page)
        self._depth.grow_to(len(graph))
        depth = self._depth.view
        if depth[page] == 0 and not entry:
            asked = [depth[address] for address in graph.addresses(page) if depth[address] > 0]  # before a redirect
            depth[page] = min(asked, default=_UNKNOWN_DEPTH)
        targets = graph.out_edges(page)
        reached = depth[page] + 1 + max(0.0, math.log2(max(1, len(targets)) / _MENU) / 2)
        further = (depth[targets] == 0) | (depth[targets] > reached)
        nearer = targets[further]
        depth[nearer] = min(reached, _FAR)
        return nearer.tolist()  # type: ignore[no-any-return]

    def revise(self, page: int) -> None:
        self._ranks.revise(page)

    def clicks(self, pages: Sequence[int]) -> list[float]:
        """From the entry page, see above."""
        return self._depth.view.take(pages).tolist()  # type: ignore[no-any-return]

    def links(self, pages: Sequence[int]) -> NDArray[np.int64]:
        """The latest links to each page, a row each; -1 where there are no more."""
        return self._graph.latest_in_links(np.asarray(pages, dtype=np.int64), _LINKS)

    def of(self, pages: Sequence[int], links: NDArray[np.int64] | None = None) -> NDArray[np.float64]:
        """A row for each page, the columns as in WEIGHTS; `links` are their links, if they are at hand."""
        graph, evidence = self._graph, self._groups.evidence
        numbers = np.asarray(pages, dtype=np.int64)
        links = self.links(pages) if links is None else links
        there = links >= 0
        # Places and addresses lie equally deep in the tree, so one pass serves both.
        groups = np.concatenate([self._groups.place(links[there]), self._groups.form(numbers)])
        odds = _log_odds(evidence.means(groups, LEVELS))
        places, addresses = odds[:, : -len(numbers)], odds[:, -len(numbers) :]
        average = _log_odds(np.asarray(evidence.mean(self._groups.all_addresses)))
        found = np.empty((len(pages), len(WEIGHTS)))
        best, mean = _best_and_mean(places, there)
        found[:, :6:3] = best.T
        found[:, 1:6:3] = mean.T
        found[:, 2:6:3] = addresses.T - average
        found[:, 6] = np.log(self._ranks.weights(numbers) * len(graph) / 10 + 1e-3) / 3
        found[:, 7] = 1 / np.maximum(self._depth.view[numbers], 1)
        found[:, 8] = self._sample_words.likeness(links)
        return found


def _log_odds(share: NDArray[np.float64]) -> NDArray[np.float64]:
    share = np.minimum(np.maximum(share, _SURE), 1 - _SURE)  # np.clip takes several times as long for a few numbers
    odds: NDArray[np.float64] = np.log(share / (1 - share))
    return odds


def _best_and_mean(
    odds: NDArray[np.float64], there: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The highest and the mean of the links of each page, whose odds stand one after the other; for a page without
    links the lowest of all, and 0."""
    grid = np.zeros((len(odds), *there.shape))
    grid[:, there] = odds
    mean = grid.sum(axis=2) / np.maximum(there.sum(axis=1), 1)
    grid += np.where(there, 0.0, odds.min(axis=1, initial=0.0)[:, None, None])
    return grid.max(axis=2), mean
