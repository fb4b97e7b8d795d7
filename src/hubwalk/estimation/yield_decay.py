"""The yield of the latest downloads, and how long nothing has come any more.

The quasi-sampling of Callaghan and Müller-Hansen (2020), "Statistical stopping criteria for automated screening in
systematic reviews": the latest of what was looked at stand for the rest that was not. Since the best come first, the
rest is worse if anything; the yield decays, and what it was is an upper limit rather than a guess.
"""

from __future__ import annotations

from collections import deque

from hubwalk.graph.web_graph import WebGraph

_LATEST = 60  # downloads


class YieldDecay:
    """The latest downloads of a crawl, by the verdicts that stand."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._latest: deque[int] = deque(maxlen=_LATEST)
        self._downloads = 0
        self._last = 0  # download that brought an authority

    def observe(self, page: int) -> None:
        """A page that was chosen; -1 for a duplicate, which is a download and nothing else."""
        self._latest.append(page)
        self._downloads += 1
        if page >= 0 and self._graph.accepted[page]:
            self._last = self._downloads

    def latest(self) -> float:
        """Authorities per download, as if half a one had been found in one download more: never 0, never 1."""
        return (sum(map(self._is_accepted, self._latest)) + 0.5) / (len(self._latest) + 1)

    def drought(self) -> float:
        """How many authorities should have come since the last one, by the yield of the whole crawl; half a one more
        and one download more, so that a crawl that has found none waits for one too."""
        waiting = next((age for age, page in enumerate(reversed(self._latest)) if self._is_accepted(page)), None)
        if waiting is None:
            waiting = max(len(self._latest), self._downloads - self._last)
        return waiting * (len(self._graph.accepted_pages) + 0.5) / (self._downloads + 1)

    def _is_accepted(self, page: int) -> bool:
        return page >= 0 and self._graph.accepted[page]
