"""How much of what exists has been found: the number of authorities of a site, with a 90 % interval.

First version: the strategy's outlook where it has one, else the share of accepted pages among the latest downloads,
taken over the pages that are known and not fetched (yield decay).
"""

from __future__ import annotations

import math
from collections import deque

from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Choice, Estimate, Outlook, Page, Verdict

_Z = 1.645  # of a normal distribution's 90 % interval
_RECENT = 50  # downloads


class RecallEstimator:
    """Told of every page of one site's crawl, and asked how many authorities there are."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._recent: deque[bool] = deque(maxlen=_RECENT)

    def observe(self, choice: Choice, page: Page, verdict: Verdict) -> None:
        """One page, which the graph has already; start pages, samples, failures and duplicates are told too."""
        self._recent.append(verdict.accepted and choice.rule != "sample" and not page.duplicate_of)

    def revise(self, url: str, accepted: bool) -> None:
        """Of an observed page the opposite is now said; the graph knows already."""

    def estimate(self, outlook: Outlook | None) -> Estimate:
        """What there is in all; `outlook` is what the strategy expects, None if it expects nothing in particular."""
        found = len(self._graph.accepted_pages)
        left = self._graph.frontier_size
        if not left:
            return Estimate(found, found, found, found)
        if outlook is None:
            share = (sum(self._recent) + 0.5) / (len(self._recent) + 1)
            outlook = Outlook(share * left, (share * left) ** 2 / 4 + share * left, 0.0)
        more = max(0.0, outlook.near + outlook.beyond)
        spread = _Z * math.sqrt(max(0.0, outlook.variance) + outlook.beyond**2)
        return Estimate(found, found + more, found + max(0.0, more - spread), found + more + spread)
