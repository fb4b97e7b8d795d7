"""Which site next? The external crawlers: sites that known sites link to, best first, and sites of a given list.

    rank(W) = mean of weight(V, W) over the examined sites V that link to W

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 4.2; the weights
are in ranking/edge_weights.py, the graph in graph/site_graph.py. A list that is worked off without following links is
how CROSSMARC takes its sites: Stamatakis et al.: Domain-Specific Web Site Identification (2003).

The frontier is a heap whose entries may be out of date: a rank that rose is pushed again, one that fell is noticed when
its entry comes up and is put back. No step looks at all known sites; the heap is cleared of old entries whenever they
outnumber the sites, so that memory is bounded by the number of known sites, too.

Where we differ: start sites come first, in their order, before any linked one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hubwalk.pages.site_names import SiteNames
from hubwalk.values import SiteChoice, SiteReport

WEIGHTS = ("global", "local", "combined")
SOURCES_TOLD = 20  # links to a site that its choice names one by one


class ListedSites:
    """Sites of a list, in its order. What is named twice comes once and remembers both sources; no link is followed."""

    def __init__(self, sites: Iterable[SiteChoice], names: SiteNames) -> None:
        self._names = names
        self._waiting = deque(merged(sites, names))
        self._seen: set[str] = set()

    def choose(self) -> SiteChoice | None:
        while self._waiting:
            choice = self._waiting.popleft()
            key = self._names.key(choice.site)
            if key not in self._seen:
                self._seen.add(key)
                return choice
        return None

    def observe(self, report: SiteReport) -> None:
        self._seen.add(self._names.key(report.site))


def merged(sites: Iterable[SiteChoice], names: SiteNames) -> list[SiteChoice]:
    """Every site once, in order of first sight, with all its sources."""
    raise NotImplementedError


class LinkedSites:
    """The external crawler: start sites first, then the site with the highest rank; ties in order of first sight."""

    def __init__(self, starts: Iterable[SiteChoice], names: SiteNames, *, weights: str = "combined") -> None:
        raise NotImplementedError

    def choose(self) -> SiteChoice | None:
        raise NotImplementedError

    def observe(self, report: SiteReport) -> None:
        raise NotImplementedError
