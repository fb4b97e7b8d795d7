"""Which site next? The external crawlers: sites that known sites link to, best first, and sites of a given list.

    rank(W) = mean of weight(V, W) over the examined sites V that link to W

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 4.2; the weights
are in ranking/edge_weights.py, the graph in graph/site_graph.py. A list that is worked off without following links is
how CROSSMARC takes its sites: Stamatakis et al.: Domain-Specific Web Site Identification (2003).

The frontier is a heap that no step looks through as a whole, see graph/mean_frontier.py.

Where we differ: start sites come first, in their order, before any linked one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from hubwalk.graph.mean_frontier import MeanFrontier
from hubwalk.graph.site_graph import SiteGraph
from hubwalk.pages.site_names import SiteNames
from hubwalk.ranking.edge_weights import edge_weight
from hubwalk.values import SiteChoice, SiteReport

SOURCES_TOLD = 20  # links to a site that its choice names one by one, the first ones


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
    found: dict[str, SiteChoice] = {}
    for choice in sites:
        key = names.key(choice.site)
        known = found.get(key)
        if known is None:
            found[key] = replace(choice, sources=tuple(dict.fromkeys(choice.sources)))
        else:
            found[key] = replace(known, sources=tuple(dict.fromkeys(known.sources + choice.sources)))
    return list(found.values())


def start_sites(urls: Iterable[str], names: SiteNames, source: str = "start site") -> list[SiteChoice]:
    """The sites of some URLs as what a crawl starts from."""
    return merged((SiteChoice(names.site_of(url), "start", 1.0, (source,)) for url in urls), names)


class LinkedSites:
    """The external crawler: start sites first, then the site with the highest rank; ties in order of first sight."""

    def __init__(self, starts: Iterable[SiteChoice], names: SiteNames, *, weights: str = "combined") -> None:
        self._weight = edge_weight(weights)
        self._graph = SiteGraph(names)
        self._frontier = MeanFrontier()
        self._starts = deque((self._graph.intern(choice.site), choice) for choice in merged(starts, names))
        self._taken = bytearray(len(self._graph))  # chosen, or observed without

    @property
    def graph(self) -> SiteGraph:
        """All that is known of sites and the links between them."""
        return self._graph

    @property
    def waiting(self) -> int:
        """Sites that are known and not chosen."""
        return len(self._frontier) + len(self._starts)

    def choose(self) -> SiteChoice | None:
        while self._starts:
            number, choice = self._starts.popleft()
            if not self._taken[number]:
                self._take(number)
                return replace(choice, sources=(*choice.sources, *self._links_to(number)))
        number = self._frontier.pop()
        if number < 0:
            return None
        self._take(number)
        rank = self._frontier.mean(number)
        return SiteChoice(self._graph.home(number), "link", round(rank, 6), tuple(self._links_to(number)))

    def observe(self, report: SiteReport) -> None:
        graph = self._graph
        source = graph.intern(report.site)
        self._take(source)
        if graph.is_told(source):
            return
        pages: dict[int, list[float]] = {}  # two spellings of a site are one
        for site, confidences in report.links:
            pages.setdefault(graph.intern(site), []).extend(confidences)
        pages.pop(source, None)
        told = {target: self._weight(report.verdict.confidence, seen) for target, seen in pages.items()}
        graph.connect(source, told)
        self._taken.extend(bytes(len(graph) - len(self._taken)))
        for target, weight in told.items():
            self._frontier.add(target, weight)

    def _take(self, number: int) -> None:
        self._taken.extend(bytes(len(self._graph) - len(self._taken)))
        self._taken[number] = 1
        self._frontier.drop(number)

    def _links_to(self, number: int) -> list[str]:
        graph = self._graph
        told = [f"link from {graph.home(source)}" for source, _ in islice(graph.in_edges(number), SOURCES_TOLD)]
        more = graph.in_degree(number) - len(told)
        return [*told, f"links from {more} more sites"] if more else told
