"""A site's navigation as a crawl has learned it: kinds of page, and the ways between them."""

from __future__ import annotations

from dataclasses import dataclass

from hubwalk.graph.page_kinds import DUPLICATE, FAILED, OTHER, WANTED, Kind, Outcome, find_kinds
from hubwalk.graph.places import find_places
from hubwalk.graph.ways import Way, find_ways
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Observation


@dataclass(frozen=True, slots=True)
class SiteMap:
    """What a crawl knows of one site."""

    site: str
    fetched: int
    wanted: int
    known: int  # different pages, fetched or not
    kinds: tuple[Kind, ...]
    ways: tuple[Way, ...]


class SiteMapper:
    """Is told the observations of one site, in their order and with the verdicts that stand, and draws the map."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._graph = WebGraph()
        self._outcomes: dict[int, Outcome] = {}
        self._entry = -1
        self._fetched = 0

    def observe(self, seen: Observation) -> None:
        page = seen.page
        number = self._graph.add_page(page, seen.verdict.accepted)
        self._fetched += 1
        if seen.choice.rule == "start" and self._entry < 0:
            self._entry = number
        what = WANTED if seen.verdict.accepted else DUPLICATE if page.duplicate_of else OTHER if page.ok else FAILED
        if number not in self._outcomes or what in {WANTED, OTHER}:  # a page that a redirect led to a second time
            self._outcomes[number] = Outcome(what, page.title)

    def url(self, page: int) -> str:
        """The address of a page by its number in `Kind.pages`."""
        return self._graph.url(page)

    def draw(self) -> SiteMap:
        """The map of all that was told."""
        graph = self._graph
        places = find_places(graph, list(self._outcomes))
        kinds = find_kinds(graph, self._outcomes, self._entry, places)
        behind = sum(len(graph.addresses(page)) - 1 for page in self._outcomes)  # addresses that only redirect
        return SiteMap(
            site=self._site,
            fetched=self._fetched,
            wanted=sum(len(kind.pages) for kind in kinds if kind.role == WANTED),
            known=len(graph) - behind,
            kinds=tuple(kinds),
            ways=tuple(find_ways(graph, kinds, places)),
        )
