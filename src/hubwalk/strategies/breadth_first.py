"""Breadth first: pages in the order in which links to them were seen. The baseline of all measurements."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict


class BreadthFirst:
    """First in, first out."""

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:  # noqa: ARG002
        self._graph = graph
        self._queue: deque[int] = deque()  # link numbers

    def choose(self) -> Choice | None:
        graph = self._graph
        while self._queue:
            link = self._queue.popleft()
            if graph.is_new(graph.target(link)):
                return choice_of(graph, link, "breadth")
        return None

    def observe(self, page: Page, verdict: Verdict) -> None:  # noqa: ARG002
        number = self._graph.find(page.url)
        first = self._graph.out_links(number)
        queued = range(first.start, first.start + self._graph.out_degree(number))
        self._queue.extend(link for link in queued if self._graph.is_new(self._graph.target(link)))
