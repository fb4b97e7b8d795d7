"""Steps that say in one line what a level follows, within a budget of pages fetched in vain.

The wanted links of a level at one place, with URLs of one make, are a unit. It can be said by its expression and place,
which may also match links that nobody wants, or by naming its pages. Where an expression matches nothing else it is
taken; the others compete for the budget, those that spare most names per page in vain first. Naming is always exact,
so a recipe costs what its hubs cost, and the budget.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hubwalk.recipes.crawl_graph import CrawlGraph
from hubwalk.recipes.level_tree import Node, Way
from hubwalk.recipes.matching import Matcher
from hubwalk.recipes.places import bare_path, narrowed_place, place_expression, shared_place
from hubwalk.recipes.recipe import Step
from hubwalk.recipes.url_expression import expressions

_ENTER, _TURN, _TARGETS = "enter", "turn", "targets"
_FEW = 3  # pages whose own place may be told by positions
_CLEAN = 0.02  # pages in vain per wanted one, below which a place is not narrowed


@dataclass(frozen=True, slots=True, eq=False)  # thousands of pages are not compared one by one
class Unit:
    """Wanted links that one expression at one place can say."""

    url: str
    place: str
    exact: str  # place of these pages alone, as far as positions tell
    pages: tuple[int, ...]
    vain: frozenset[int]  # pages that it also matches, and that lead nowhere
    unknown: int = 0  # pages that it also matches, and that the crawl has not fetched

    @property
    def cost(self) -> float:
        """Pages that it will probably fetch in vain: of those that nobody has seen, the same share as of the others."""
        vain = len(self.vain)
        return vain + self.unknown * (vain + 0.5) / (vain + len(self.pages) + 1)


class Steps:
    """What each level of a tree follows: to its pages, around its loop, to its targets."""

    def __init__(self, crawl: CrawlGraph, root: Node, hubs: set[int]) -> None:
        self._crawl = crawl
        self._useful = crawl.targets | hubs
        self._units: dict[tuple[int, str], list[Unit]] = {}
        for above in root.walk():
            for node in above.below:
                self._learn(node, _ENTER, above.pages, node.ways)
            if above.turns:
                self._learn(above, _TURN, above.pages, above.turns)
            if above.targets:
                self._learn(above, _TARGETS, above.pages, self._target_ways(above))
        self._general: set[Unit] = set()

    def _target_ways(self, node: Node) -> list[Way]:
        crawl = self._crawl
        return [
            (page, path, other)
            for page in node.pages
            for other, path in zip(crawl.links[page], crawl.paths[page], strict=True)
            if other in node.targets.get(crawl.shape(path), ())
        ]

    def _learn(self, node: Node, role: str, sources: Sequence[int], ways: Iterable[Way]) -> None:
        crawl = self._crawl
        wanted: dict[int, list[Way]] = defaultdict(list)
        for way in ways:
            wanted[crawl.shape(way[1])].append(way)
        alike: dict[str, list[int]] = defaultdict(list)
        for shape in wanted:
            alike[bare_path(crawl.shape_name(shape))].append(shape)
        others = self._other_links(sources, wanted, alike)
        units = []
        for shapes in alike.values():
            units += self._units_alike(shapes, wanted, others)
        self._units[id(node), role] = units

    def _other_links(
        self, sources: Sequence[int], wanted: Mapping[int, Sequence[Way]], alike: Collection[str]
    ) -> dict[int, list[Way]]:
        """Links at the wanted shapes, and at those with the same tags, that nobody asks for."""
        crawl = self._crawl
        asked = {(way[0], way[2]) for links in wanted.values() for way in links}
        near: dict[int, bool] = {}
        others: dict[int, list[Way]] = defaultdict(list)
        for page in sources:
            for other, path in zip(crawl.links[page], crawl.paths[page], strict=True):
                shape = crawl.shape(path)
                if shape not in near:
                    near[shape] = bare_path(crawl.shape_name(shape)) in alike
                if near[shape] and (page, other) not in asked:
                    others[shape].append((page, path, other))
        return others

    def _units_alike(
        self, shapes: Sequence[int], wanted: Mapping[int, Sequence[Way]], others: Mapping[int, Sequence[Way]]
    ) -> list[Unit]:
        """Units at shapes with the same tags: each for itself, or all together whatever the names of their elements."""
        name = self._crawl.shape_name
        apart = [unit for shape in shapes for unit in self._units_at(name(shape), wanted[shape], others.get(shape, ()))]
        if len(shapes) == 1 or all(len(unit.pages) > _FEW for unit in apart):
            return apart
        place = shared_place([name(shape) for shape in shapes])
        matches = re.compile(place_expression(place)).fullmatch
        inside = [shape for shape in others if matches(name(shape))]
        together = self._units_at(
            place,
            [way for shape in shapes for way in wanted[shape]],
            [way for shape in inside for way in others[shape]],
        )
        vain, most = (sum(unit.cost for unit in units) for units in (together, apart))
        return together if vain <= most + _CLEAN * sum(len(unit.pages) for unit in apart) else apart

    def _units_at(self, place: str, wanted: Sequence[Way], rest: Sequence[Way]) -> list[Unit]:
        crawl = self._crawl
        number = {crawl.url(way[2]): way[2] for way in wanted}
        others = [way for way in rest if way[2] not in self._useful]
        found = []
        for expression in expressions(number.keys(), {crawl.url(way[2]) for way in others}):
            pages = tuple(number[url] for url in expression.urls)
            matcher = Matcher(Step(urls=(expression.text,), places=(place,)))
            stray = [way for way in others if matcher.names(crawl.url(way[2]))]
            inside = set(pages)
            paths = {crawl.path(way[1]) for way in wanted if way[2] in inside}
            here = place
            if len({way[2] for way in stray}) > _CLEAN * len(pages):
                here = narrowed_place(place, paths, {crawl.path(way[1]) for way in stray})
                matcher = Matcher(Step(urls=(expression.text,), places=(here,)))
                stray = [way for way in stray if matcher.means(crawl.url(way[2]), crawl.path(way[1]))]
            exact = narrowed_place(place, paths, {crawl.path(way[1]) for way in rest}) if len(pages) <= _FEW else here
            vain = frozenset(way[2] for way in stray if way[2] in crawl.fetched)
            unknown = len({way[2] for way in stray} - vain)
            found.append(Unit(expression.text, here, exact, pages, vain, unknown))
        return found

    def spend(self, budget: float) -> None:
        """Decide which units are said by their expression."""
        units = sorted(
            (unit for units in self._units.values() for unit in units if len(unit.pages) > 1),
            key=lambda unit: (unit.cost / len(unit.pages), unit.url, unit.place),
        )
        self._general = set()
        vain: set[int] = set()
        guessed = 0.0
        for unit in units:
            more = guessed + unit.cost - len(unit.vain)
            if unit.cost <= len(unit.pages) and len(vain | unit.vain) + more <= budget:
                self._general.add(unit)
                vain |= unit.vain
                guessed = more

    def enter(self, node: Node) -> Step:
        return self._one(self._units[id(node), _ENTER])

    def said_by(self, node: Node, above: Node) -> Node:
        """The level whose step is to lead to a level: its own, or that of another one below the same level if that
        brings its pages anyway and their targets can be told there, too."""
        if node.turns or node.below or self.enter(node).urls:
            return node
        ends = self.targets(node)
        for other in above.below:
            step = self.enter(other)
            if other is node or not step.urls or not self._brought(above.pages, step).issuperset(node.pages):
                continue
            if all(self._vain({*node.pages, *other.pages}, end) <= self._vain(node.pages, end) for end in ends):
                return other
        return node

    def turn(self, node: Node) -> Step | None:
        return self._one(self._units[id(node), _TURN]) if node.turns else None

    def targets(self, node: Node) -> list[Step]:
        """The steps to the targets of a level: one if its expressions and places can be crossed."""
        units = self._units.get((id(node), _TARGETS), [])
        if not units:
            return []
        one = self._one(units)
        if len(self._vain(node.pages, one)) <= len(set().union(*(u.vain for u in units if u in self._general))):
            return [one]
        by_place: dict[str, list[Unit]] = defaultdict(list)
        named = [unit for unit in units if unit not in self._general]
        for unit in units:
            if unit in self._general:
                by_place[unit.place].append(unit)
        steps = [self._one(several) for several in by_place.values()]
        return [*steps, self._one(named)] if named else steps

    def _one(self, units: Sequence[Unit]) -> Step:
        general = [unit for unit in units if unit in self._general]
        named = {page for unit in units if unit not in self._general for page in unit.pages}
        named -= {page for unit in general for page in unit.pages}
        # Places of named pages serve when their addresses have changed.
        places = dict.fromkeys([unit.place for unit in general] or [unit.exact for unit in units])
        return Step(
            urls=tuple(dict.fromkeys(unit.url for unit in general)),
            places=tuple(places),
            pages=tuple(sorted(map(self._crawl.url, named))),
        )

    def _vain(self, sources: Collection[int], step: Step) -> set[int]:
        return {page for page in self._brought(sources, step) - self._useful if page in self._crawl.fetched}

    def _brought(self, sources: Collection[int], step: Step) -> set[int]:
        crawl, matcher = self._crawl, Matcher(step)
        return {
            other
            for page in sources
            for other, path in zip(crawl.links[page], crawl.paths[page], strict=True)
            if matcher.means(crawl.url(other), crawl.path(path))
        }
