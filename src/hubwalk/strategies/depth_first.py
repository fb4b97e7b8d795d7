"""Depth first: the links of the newest page, in document order. The other plain baseline beside breadth first."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict


class DepthFirst:
    """Last in, first out."""

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:  # noqa: ARG002
        self._graph = graph
        self._stack: list[int] = []  # link numbers

    def choose(self) -> Choice | None:
        graph = self._graph
        while self._stack:
            link = self._stack.pop()
            if graph.is_new(graph.target(link)):
                return choice_of(graph, link, "depth")
        return None

    def observe(self, page: Page, verdict: Verdict) -> None:  # noqa: ARG002
        graph = self._graph
        number = graph.find(page.url)
        first = graph.out_links(number).start
        edges = range(first, first + graph.out_degree(number))
        self._stack.extend(link for link in reversed(edges) if graph.is_new(graph.target(link)))
