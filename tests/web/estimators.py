"""Estimators of recall that say what a test wants, in place of the real one."""

from __future__ import annotations

from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Choice, Page, Verdict

REAL = "hubwalk.drivers.site_crawl.RecallEstimator"  # what a test replaces


class MadeUp:
    """Learns nothing; a test adds `estimate`."""

    def __init__(self, graph: WebGraph) -> None:
        self.graph = graph

    def observe(self, choice: Choice, page: Page, verdict: Verdict) -> None:
        pass

    def revise(self, url: str, accepted: bool) -> None:
        pass
