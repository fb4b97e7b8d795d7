"""When the crawl of a site ends though links are left: enough was found, or hardly anything comes any more.

Both rules look at one site, at its state after a page, and at nothing else: a resumed crawl and a replay stop where the
first run did.
"""

from __future__ import annotations

from dataclasses import dataclass

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.values import Estimate

WINDOW = 100  # downloads over which the yield is taken, at least


@dataclass(frozen=True, slots=True)
class StopRules:
    """What the user thinks is enough of a site."""

    recall: float = 0.0  # stop when so much of what is expected was found, 0: never
    yield_below: float = 0.0  # stop when fewer pages are accepted per download, 0: never

    def reason(self, crawl: SiteCrawl) -> str:
        """Why the site is done with; "" if it is not. Start pages are fetched in any case, and a site of which nothing
        is left ends by itself."""
        if crawl.is_starting or not crawl.graph.frontier_size:
            return ""
        if self.recall:
            estimate = crawl.estimate()
            if reached(estimate, self.recall):
                share = f"estimated recall {100 * self.recall:g} % reached"
                return f"{share} ({estimate.found} of about {estimate.expected:.0f})"
        if self.yield_below:
            # Below one page in a hundred it takes more downloads until a page could be expected.
            window = max(WINDOW, round(1 / self.yield_below))
            accepted = crawl.accepted_lately(window)
            if crawl.fetches >= window and accepted < self.yield_below * window:
                return f"yield below {self.yield_below:g}: {accepted} accepted of the last {window} downloads"
        return ""


NEVER = StopRules()


def reached(estimate: Estimate, recall: float) -> bool:
    """True if so much is found by the best guess, and by the upper end of the interval not more than twice as much is
    missing as was allowed: a guess that nothing backs does not end a crawl."""
    cautious = max(0.0, 2 * recall - 1)
    return estimate.found > 0 and estimate.recall >= recall and estimate.found >= cautious * estimate.high
