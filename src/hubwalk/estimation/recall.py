"""How much of what exists has been found: the number of authorities of a site, with a 90 % interval.

Three methods look at the crawl, each for something the others do not see: the strategy's own outlook on the pages
that it knows and has not fetched, or the yields of their lists where it has none (link_places.py); capture-recapture,
for what nothing links to so far (captures.py); and the latest yield (yield_decay.py). Stacking makes one estimate of
them (stacking.py). When nothing is left to fetch there is nothing left to estimate: what was found is all.
"""

from __future__ import annotations

from hubwalk.estimation.captures import Captures
from hubwalk.estimation.link_places import LinkPlaces
from hubwalk.estimation.stacking import Signals, Weights, combine
from hubwalk.estimation.yield_decay import YieldDecay
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Choice, Estimate, Outlook, Page, Verdict

# Printed by: python benchmarks/recall_calibration.py --fit --strategy adaptive --strategy xcrawl
# --strategy breadth_first --strategy sleeping_bandit --samples 0 --samples 3 --seeds 1 --made-tasks 4
BY_OUTLOOK = Weights(
    mean=(-0.947, 0.229, 0.289, -0.461, 1.825),
    spread=(0.842, 0.05, -0.118, -0.116, 0.015),
    low=-2.269,
    high=2.07,
)
BY_PLACES = Weights(
    mean=(-0.84, 0.351, 0.285, -0.205, 1.711),
    spread=(0.583, 0.139, -0.182, 0.09, 0.005),
    low=-2.056,
    high=2.074,
)


class RecallEstimator:
    """Told of every page of one site's crawl, and asked how many authorities there are."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._captures = Captures(graph)
        self._places = LinkPlaces(graph)
        self._yield = YieldDecay(graph)

    def observe(self, choice: Choice, page: Page, verdict: Verdict) -> None:
        """One page, which the graph has already; start pages, samples, failures and duplicates are told too."""
        number, asked = self._graph.find(page.url), self._graph.find(page.requested)
        chosen = bool(choice.hub)
        self._places.observe(number, asked, verdict.accepted, counts=chosen)
        if chosen:
            self._yield.observe(-1 if page.duplicate_of else number)
        else:
            self._captures.give(number)
        self._captures.observe(number)

    def revise(self, url: str, accepted: bool) -> None:
        """Of an observed page the opposite is now said; the graph knows already."""
        self._places.revise(self._graph.find(url), accepted)

    def estimate(self, outlook: Outlook | None) -> Estimate:
        """What there is in all; `outlook` is what the strategy expects, None if it expects nothing in particular."""
        found = len(self._graph.accepted_pages)
        if len(self._graph) == self._graph.fetched:
            return Estimate(found, found, found, found)
        missing = combine(self.signals(outlook), BY_PLACES if outlook is None else BY_OUTLOOK)
        return Estimate(found, found + missing.expected, found + missing.low, found + missing.high)

    def signals(self, outlook: Outlook | None) -> Signals:
        """What the methods say; the calibration fits the weights to it."""
        if outlook is None:
            outlook = Outlook(self._places.expected(self._yield.latest()), 0.0, 0.0)
        return Signals(
            found=len(self._graph.accepted_pages),
            near=max(0.0, outlook.near),
            beyond=max(0.0, outlook.beyond),
            listed=self._places.listed,
            unseen=self._captures.unseen_factor(),
            drought=self._yield.drought(),
        )
