"""When a crawl for sites has done enough: relevant sites, pages, or pages per relevant site.

The rate is the pprs of Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004),
section 3.3: pages per relevant site, over a window of the latest pages.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebsiteLimits:
    """0 means without limit."""

    at_once: int = 8  # sites under way
    most_relevant: int = 0  # sites
    most_pages: int = 0  # of all sites
    pages_per_site: int = 0  # guard for any internal crawler; they have caps of their own
    pprs_window: int = 1000  # pages; the paper's curves are means over 5,000
    pprs_ceiling: float = 0.0  # pages per relevant site, over a full window


class PprsRate:
    """Pages per relevant site over the sites that ended within the latest pages."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._sites: deque[tuple[int, bool]] = deque()  # pages, relevant
        self._pages = 0
        self._relevant = 0

    def count(self, pages: int, relevant: bool) -> None:
        """A site has ended."""
        self._sites.append((pages, relevant))
        self._pages += pages
        self._relevant += relevant
        while self._pages - self._sites[0][0] >= self._window:
            before, counted = self._sites.popleft()
            self._pages -= before
            self._relevant -= counted

    @property
    def is_full(self) -> bool:
        """True if the window is filled: before that the rate is chance."""
        return self._pages >= self._window

    @property
    def value(self) -> float:
        """Pages per relevant site; infinite where there is none."""
        return self._pages / self._relevant if self._relevant else math.inf
