"""Structure-driven crawler: a breadth-first map of the site first, then along the one pattern that leads to the most
targets.

Vidal, da Silva, de Moura, Cavalcanti (2006), sections 4.2 to 4.4, Fig. 3 and 9. Site mapping: breadth first, and
targets are not expanded. From the ways to the targets the navigation pattern is made (recipes/navigation_pattern.py).
Then, level by level from the entry page on, the links that match it are followed; the last level are the targets.

It does not find everything, by its nature. It follows one pattern: targets of another form of address, or behind other
hubs, are missed, and so is what only targets link to. A list that goes on over several pages is a chain in the map,
whose links are one level each. `recipes/` has sets of patterns and loops.

Where we differ:
- Both phases are one crawl: what the mapping has fetched is not fetched again.
- What a target is the job's validator says; with `structure` it is the paper's RTDM.
- `mapping`, the paper's user-defined bound, is a number of pages. As long as no target was found the mapping goes on
  beyond it. `depth` bounds it as well, in clicks from the entry page; 0 is no bound.
- The bound may fall between two hubs. Pages that the mapping has seen links to and whose URLs read like those of the
  targets count as targets of the map, so that the hubs behind which nothing was fetched yet are on it.
- Samples on the site are fetched before. They are on the map where it comes to them.
- When a validator takes back what it said of a page of the map, the pattern is made anew.

With a recipe (recipes/recipe.py) there is nothing to map: it is followed from the first page on.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.recipes.following import Following, follow
from hubwalk.recipes.grouping import K, group
from hubwalk.recipes.matching import BOTH, PLACE, URL
from hubwalk.recipes.navigation_pattern import NavigationPattern, navigation_pattern
from hubwalk.recipes.recipe import Recipe
from hubwalk.recipes.target_page_map import target_page_map
from hubwalk.recipes.url_pattern import generalise
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict


class StructureDriven:
    """Map, generalise, follow."""

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,  # noqa: ARG002
        samples: Sequence[Page],  # noqa: ARG002
        *,
        mapping: int = 500,
        depth: int = 0,
        k: int = K,
        recipe: Recipe | None = None,
    ) -> None:
        if mapping < 1:
            raise UsageError(f"structure_driven: mapping={mapping} pages map nothing, give 1 or more")
        if depth < 0:
            raise UsageError(f"structure_driven: depth={depth} clicks lead nowhere, give 0 for any number")
        if k < 0:
            raise UsageError(f"structure_driven: k={k} levels cannot differ, give 0 or more")
        self._graph = graph
        self._mapping = mapping
        self._deepest = depth
        self._depth: dict[int, int] = {}  # of addresses on the map, in clicks
        self._k = k
        self._entry = -1
        self._landed: dict[int, int] = {}  # address -> page that a redirect has led to
        self._node: dict[int, int] = {}  # that page -> address under which the map has it
        self._found_by: dict[int, int] = {}  # page -> first link to it; in the order of the mapping
        self._to_map: deque[int] = deque()  # pages
        self._in_flight: set[int] = set()  # choices of the mapping
        self._mapped: set[int] = set()  # pages that were fetched, or asked for, before there was a pattern
        self._crawl: _PatternCrawl | None = None
        self._following = follow(recipe) if recipe is not None else None

    @property
    def pattern(self) -> NavigationPattern | None:
        """What is followed now; None while the site is being mapped, and where there is a recipe."""
        return self._crawl.pattern if self._crawl is not None else None

    @property
    def following(self) -> Following | None:
        """The crawl by a recipe, which can say how the recipe fares; None where there is no recipe."""
        return self._following

    def choose(self) -> Choice | None:
        if self._following is not None:
            return _choose_by_recipe(self._following, self._graph)
        if self._crawl is None:
            choice = self._map_on()
            if choice is not None or self._in_flight or not self._has_target():
                return choice
            self._crawl = self._make_crawl()
        return self._crawl.choose() if self._crawl is not None else None

    def observe(self, page: Page, verdict: Verdict) -> None:
        if self._following is not None:
            self._following.observe(page, verdict.accepted)
            return
        graph = self._graph
        asked, number = graph.find(page.requested), graph.find(page.url)
        if asked != number:
            self._landed[asked] = number
        if self._entry < 0:
            self._entry = number
            self._expand(number)
        self._in_flight.discard(asked)
        if self._crawl is not None:
            self._crawl.arrive(asked)
            return
        self._mapped.add(asked)
        if asked in self._found_by and not verdict.accepted:
            self._expand(asked)

    def revise(self, url: str, accepted: bool) -> None:
        """Another verdict on a page of the map makes another map; on pages that came later it changes nothing."""
        addresses = self._mapped.intersection(self._graph.addresses(self._graph.find(url)))
        if addresses:
            self._crawl = None
        for address in sorted(addresses & self._found_by.keys()):
            if not accepted:
                self._expand(address)

    # -- site mapping, Fig. 3 ---------------------------------------------------------------------------------------

    def _map_on(self) -> Choice | None:
        graph = self._graph
        while self._to_map and not (len(self._mapped) >= self._mapping and self._has_target()):
            page = self._to_map.popleft()
            if graph.is_new(page):
                self._in_flight.add(page)
                self._mapped.add(page)
                return choice_of(graph, self._found_by[page], "mapping")
            if graph.state[page] == FETCHED and not graph.accepted[page]:
                self._expand(page)
        return None

    def _has_target(self) -> bool:
        graph = self._graph
        return any(a in self._found_by for page in graph.accepted_pages for a in graph.addresses(page))

    def _expand(self, address: int) -> None:
        graph = self._graph
        page = self._landed.get(address, address)
        if page in self._node:
            return
        self._node[page] = address
        depth = self._depth.get(address, 0) + 1
        if self._deepest and depth > self._deepest:
            return
        entry = {self._entry, *graph.addresses(self._entry)}
        for link in _edges(graph, page):
            target = graph.target(link)
            if target not in self._found_by and target not in entry:
                self._found_by[target] = link
                self._depth[target] = depth
                self._to_map.append(target)

    def _make_crawl(self) -> _PatternCrawl | None:
        graph, url = self._graph, self._graph.url
        found_on = {url(page): url(self._node[graph.source(link)]) for page, link in self._found_by.items()}
        targets = self._targets()
        pattern = navigation_pattern(target_page_map(url(self._entry), found_on, targets, self._links), self._k)
        return _PatternCrawl(graph, pattern, self._entry, self._landed) if pattern is not None else None

    def _targets(self) -> list[str]:
        """The targets of the map; where the mapping was cut short, also what it has not come to that reads like most of
        them, if that held for the pages that it has come to."""
        graph = self._graph
        urls = {graph.url(page): page for page in self._found_by}
        targets = [url for url, page in urls.items() if graph.accepted[page]]
        most = generalise(group(targets, self._k)[0])
        alike = [url for url in urls if most.matches(url)]
        tried = [graph.accepted[urls[url]] for url in alike if graph.state[urls[url]] == FETCHED]
        if 2 * sum(tried) <= len(tried):
            return targets
        return targets + [url for url in alike if graph.is_new(urls[url])]

    def _links(self, url: str) -> Iterator[str]:
        address = self._graph.find(url)
        return map(self._graph.url, self._graph.out_edges(self._landed.get(address, address)).tolist())


class _PatternCrawl:
    """Fig. 9: along a navigation pattern, breadth first. Pages that are there already are passed through."""

    def __init__(self, graph: WebGraph, pattern: NavigationPattern, entry: int, landed: Mapping[int, int]) -> None:
        self.pattern = pattern
        self._graph = graph
        self._landed = landed
        self._queue: deque[tuple[int, int]] = deque()  # link, level of the page that it leads to
        self._seen: list[set[int]] = [set() for _ in pattern.levels]  # pages whose URLs were matched, by level
        self._waiting: dict[int, list[int]] = {}  # page in flight -> its levels
        self._follow(entry, 0)

    def choose(self) -> Choice | None:
        graph = self._graph
        while self._queue:
            link, level = self._queue.popleft()
            page = graph.target(link)
            if graph.state[page] == FETCHED:
                self._follow(page, level)
                continue
            self._waiting.setdefault(page, []).append(level)
            if graph.is_new(page):
                levels = self.pattern.levels
                why = f"level {level} of {len(levels)} is {levels[level - 1].text}"
                return replace(choice_of(graph, link, "pattern"), why=why)
        return None

    def arrive(self, page: int) -> None:
        """A page was fetched."""
        for level in self._waiting.pop(page, ()):
            self._follow(page, level)

    def _follow(self, page: int, level: int) -> None:
        """Queue the links of a page of this level that match the next one."""
        if level == len(self.pattern.levels):
            return
        graph, seen, pattern = self._graph, self._seen[level], self.pattern.levels[level]
        for link in _edges(graph, self._landed.get(page, page)):
            target = graph.target(link)
            if target not in seen:
                seen.add(target)
                if pattern.matches(graph.url(target)):
                    self._queue.append((link, level + 1))


def _choose_by_recipe(following: Following, graph: WebGraph) -> Choice | None:
    """The next link that the recipe wants, of those that lead to pages of this site that are not there yet."""
    while (found := following.choose()) is not None:
        page = graph.find(found.link.target)
        if page >= 0 and graph.is_new(page) and found.hub:  # start pages are the driver's
            by = {BOTH: "address and place", URL: "its address alone", PLACE: "its place alone"}[found.how]
            why = f"pattern {found.pattern + 1}, level {found.level + 1}, by {by}"
            link = found.link
            return Choice(link.target, "recipe", hub=found.hub, dom_path=link.dom_path, anchor=link.anchor, why=why)
    return None


def _edges(graph: WebGraph, page: int) -> range:
    """The first link to each page that a page links to."""
    first = graph.out_links(page).start
    return range(first, first + graph.out_degree(page))
