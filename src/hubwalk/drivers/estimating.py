"""Writes down what a site's crawl thinks exists, at growing intervals, and once more when the crawl ends.

The moments depend on the number of pages alone. So a crawl that was killed and resumed has the same estimates in its
log as one that nobody disturbed; those that the kill cut off are made up for when the log is folded.
"""

from __future__ import annotations

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.store import estimates
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Estimate


class Estimating:
    """The estimates of one site."""

    def __init__(self, log: SqliteCrawlLog, site: str) -> None:
        self._log, self._site = log, site
        last = estimates.latest(log).get(site)
        self._last: tuple[int, Estimate] | None = (last.fetched, last.estimate) if last else None
        self._next = 1
        self._pass(last.fetched if last else 0)

    def after_page(self, crawl: SiteCrawl) -> None:
        """One more page was folded in."""
        if crawl.fetches >= self._next:
            self._write(crawl)
            self._pass(crawl.fetches)

    def at_end(self, crawl: SiteCrawl) -> None:
        """The crawl of the site is over, for now."""
        self._write(crawl)

    def _pass(self, fetched: int) -> None:
        """After every page at first, later whenever there are 1 % more."""
        while self._next <= fetched:
            self._next += max(1, self._next // 100)

    def _write(self, crawl: SiteCrawl) -> None:
        made = crawl.fetches, crawl.estimate()
        if made != self._last:
            self._log.add_estimate(self._site, *made)
            self._last = made
