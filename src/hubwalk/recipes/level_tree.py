"""The hubs of a site as a tree of levels, and the places at which each level shows its targets.

Hubs come below the hub that links to them, and hubs of one kind below the same level are one level: the grouping of
Vidal, da Silva, de Moura, Cavalcanti (2006), Fig. 4, with the place of the link beside its URL. Of several hubs that
link to a page, the one counts whose way most other pages took. A hub below one of its own kind is a further page of
the same list: a loop.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from hubwalk.recipes.crawl_graph import CrawlGraph
from hubwalk.recipes.url_expression import continues, families, make_of

Way = tuple[int, int, int]  # from page, DOM path, to page
Kind = tuple[object, ...]
_DEEPEST = 30  # levels: nobody reads more, and a way that long is no way but an accident
_ODD = 5  # targets: hubs with fewer, and with no other of their kind, are said together
_SEVERAL = 4  # such hubs


@dataclass(slots=True, eq=False)
class Node:
    """A level: its pages, and the links that lead to them."""

    pages: list[int]
    ways: list[Way] = field(default_factory=list)  # from pages of the level above
    turns: list[Way] = field(default_factory=list)  # from pages of this level
    below: list[Node] = field(default_factory=list)
    targets: dict[int, set[int]] = field(default_factory=dict)  # shape -> targets that are to be had there
    depth: int = 0

    def walk(self) -> Iterator[Node]:
        todo = [self]
        for node in todo:
            yield node
            todo.extend(node.below)


def grow(crawl: CrawlGraph, hubs: set[int]) -> Node:
    """The levels of the hubs below the start pages; targets are not shared out yet."""
    starts = [page for page in crawl.starts if page in crawl.links]
    layers = _layers(crawl, hubs, starts)
    depth = {page: number for number, layer in enumerate(layers) for page in layer}
    kind = _kinds(crawl, depth)
    options: dict[int, list[Way]] = defaultdict(list)
    for page, level in depth.items():
        for other, path in zip(crawl.links[page], crawl.paths[page], strict=True):
            if depth.get(other, 0) > level:
                options[other].append((page, path, other))
    used = Counter(
        sort for ways in options.values() for sort in {(kind[a], crawl.shape(at), kind[b]) for a, at, b in ways}
    )
    root = Node(starts)
    node_of = dict.fromkeys(starts, root)
    known: dict[tuple[int, Kind], Node] = {}
    for page in itertools.chain.from_iterable(layers[1:]):
        ways = [way for way in options[page] if way[0] in node_of]
        way = min(
            ways,
            key=lambda w: (-used[kind[w[0]], crawl.shape(w[1]), kind[w[2]]], depth[w[0]], w[0], w[1]),
            default=None,
        )
        if way is None:
            continue
        above = node_of[way[0]]
        if above is not root and _is_further(crawl, kind, way):
            above.turns.append(way)
            above.pages.append(page)
            node_of[page] = above
        elif above.depth < _DEEPEST:
            node = known.get((id(above), kind[page]))
            if node is None:
                node = known[id(above), kind[page]] = Node([], depth=above.depth + 1)
                above.below.append(node)
            node.ways.append(way)
            node.pages.append(page)
            node_of[page] = node
    return root


def _kinds(crawl: CrawlGraph, hubs: Collection[int]) -> dict[int, Kind]:
    """Hubs of one kind show targets at the same place, the best one of their family that they have, and have URLs of
    one make; those that show none have similar URLs."""
    kinds = families([crawl.url(hub) for hub in hubs])
    family = {hub: kinds[crawl.url(hub)] for hub in hubs}
    worth: dict[tuple[tuple[str, ...], int], float] = defaultdict(float)
    shapes: dict[int, set[int]] = {}
    for hub in hubs:
        shapes[hub] = set()
        for other, path in zip(crawl.links[hub], crawl.paths[hub], strict=True):
            shape = crawl.shape(path)
            if other in crawl.targets:
                shapes[hub].add(shape)
                worth[family[hub], shape] += 1
            elif other not in hubs:
                worth[family[hub], shape] -= 0.5
    found: dict[int, Kind] = {}
    for hub in hubs:
        best = max(shapes[hub], key=lambda s: (worth[family[hub], s], -s), default=-1)
        found[hub] = (best, *make_of(crawl.url(hub))) if best >= 0 else (best, *family[hub])
    return found


def _is_further(crawl: CrawlGraph, kind: Mapping[int, Kind], way: Way) -> bool:
    """True if the link leads to a further page of the same list."""
    one, other = kind[way[0]], kind[way[2]]
    return one == other or (one[0] == other[0] != -1 and continues(crawl.url(way[0]), crawl.url(way[2])))


def _layers(crawl: CrawlGraph, hubs: set[int], starts: list[int]) -> list[list[int]]:
    """The hubs by their distance from the start pages, along hubs."""
    layers = [list(starts)]
    seen = set(starts)
    while layers[-1]:
        further = {other for page in layers[-1] for other in crawl.links[page] if other in hubs} - seen
        seen |= further
        layers.append(sorted(further))
    return layers[:-1]


def share_out(crawl: CrawlGraph, root: Node, hubs: set[int]) -> None:
    """Give every target to one level and shape there: the one that shows most targets among little else."""
    shown: dict[tuple[int, int], set[int]] = defaultdict(set)
    besides: dict[tuple[int, int], set[int]] = defaultdict(set)
    nodes = list(root.walk())
    for number, node in enumerate(nodes):
        for page in node.pages:
            for other, path in zip(crawl.links[page], crawl.paths[page], strict=True):
                if other in crawl.targets:
                    shown[number, crawl.shape(path)].add(other)
                elif other not in hubs:
                    besides[number, crawl.shape(path)].add(other)
    missing = crawl.targets - hubs
    # Worth only ever falls, so a bundle that is still worth what the heap says is the best one.
    hopes = [(-_worth(len(targets), len(besides[bundle])), bundle) for bundle, targets in shown.items()]
    heapq.heapify(hopes)
    while missing and hopes:
        promised, bundle = heapq.heappop(hopes)
        new = shown[bundle] & missing
        worth = _worth(len(new), len(besides[bundle]))
        if new and worth < -promised:
            heapq.heappush(hopes, (-worth, bundle))
        elif new:
            nodes[bundle[0]].targets[bundle[1]] = new
            missing -= new


def _worth(new: int, others: int) -> float:
    return new - min(others, new) / 2


def say_odd_ones_together(node: Node) -> None:
    """Make one level of the hubs below a level that are one of a kind and show few targets, if there are several."""
    odd = [child for child in node.below if len(child.pages) == 1 and _shown(child) < _ODD]
    if len(odd) >= _SEVERAL:
        one = Node([])
        for child in odd:
            one.pages += child.pages
            one.ways += child.ways
            one.below += child.below
            for shape, targets in child.targets.items():
                one.targets.setdefault(shape, set()).update(targets)
        node.below = [child for child in node.below if child not in odd] + [one]
    for child in node.below:
        say_odd_ones_together(child)


def _shown(node: Node) -> int:
    return sum(map(len, node.targets.values()))
