"""Random walk: from page to page along a link drawn by lot, with restarts.

The random surfer of PageRank (Brin and Page 1998, section 2.1.2), who follows links and now and then begins anew. As in
the personalised form (Haveliwala 2003) a restart leads to a page known to be good: the entry page or an accepted page,
drawn by lot. It weighs nothing and learns nothing, and so tells what the weights of other walks are worth.

A step to a page that is not fetched yet is the next download. A step to a fetched page costs nothing: the walk passes.
How it never gets trapped, and ends:
- A page without known links (an error, a page still in flight) is a dead end: the walk restarts.
- Where all around is fetched, the walk would pass from page to page for long. After `max_steps` steps without a
  download it leaps: to a new page drawn by lot among all that are linked to, and goes on from there. So a decision
  costs at most `max_steps` steps, however large the site is.
- When no link leads to a new page the walk is over: all that can be reached has been fetched.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict


class RandomWalk:
    """The plain walk with restarts on one site."""

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,
        samples: Sequence[Page],  # noqa: ARG002
        *,
        restart_probability: float = 0.15,
        max_steps: int = 100,
    ) -> None:
        if not 0 <= restart_probability <= 1:
            raise UsageError(f"restart_probability={restart_probability}: must be from 0 to 1")
        if max_steps < 0:
            raise UsageError(f"max_steps={max_steps}: must be at least 0; with 0 it leaps only")
        self._graph = graph
        self._rng = rng
        self._restart_probability = restart_probability
        self._max_steps = max_steps
        self._entry = -1  # the first page observed
        self._at = -1  # the page where the walk stands
        self._frontier: list[int] = []  # pages, until a leap finds them fetched
        self._known = 0  # pages before this one are or were in the frontier

    def choose(self) -> Choice | None:
        if self._entry < 0:
            return None
        for _ in range(self._max_steps if self._graph.frontier_size else 0):
            link = self._step()
            if link >= 0:
                return self._go(link, "walk")
        return self._leap()

    def observe(self, page: Page, verdict: Verdict) -> None:  # noqa: ARG002
        graph = self._graph
        if self._entry < 0:
            self._entry = graph.find(page.url)
        self._frontier.extend(range(self._known, len(graph)))
        self._known = len(graph)

    def _step(self) -> int:
        """One step of the walk; the link if it leads to a new page, -1 if it led to a fetched one or nowhere."""
        graph, rng = self._graph, self._rng
        links = graph.out_degree(self._at) if self._at >= 0 else 0
        if not links or rng.random() < self._restart_probability:
            place = rng.randrange(1 + len(graph.accepted_pages))
            self._at = graph.accepted_pages[place - 1] if place else self._entry
            return -1
        link = graph.out_links(self._at).start + rng.randrange(links)
        target = graph.target(link)
        if graph.is_new(target):
            return link
        self._at = target
        return -1

    def _leap(self) -> Choice | None:
        graph, frontier = self._graph, self._frontier
        while frontier:
            place = self._rng.randrange(len(frontier))
            frontier[place], frontier[-1] = frontier[-1], frontier[place]
            page = frontier.pop()
            if graph.is_new(page) and graph.in_degree(page):
                return self._go(next(graph.in_links(page)), "leap")
        return None

    def _go(self, link: int, rule: str) -> Choice:
        self._at = self._graph.target(link)
        return choice_of(self._graph, link, rule)
