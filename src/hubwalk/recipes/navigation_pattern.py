"""The navigation pattern (NP): the list of URL patterns that leads from the entry page to the most targets.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.3, procedure Group of Fig. 4 and
Definition 2. The children of the entry page are grouped by their URLs; each group becomes one node, with a URL pattern
and all children of its members; these are grouped in turn. Of the paths of this tree the one is the pattern that ends
in the node with the most targets; where several have as many, the one with the fewest pages on the way to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hubwalk.recipes.grouping import K, group
from hubwalk.recipes.target_page_map import TargetPageMap
from hubwalk.recipes.url_pattern import UrlPattern, generalise


@dataclass(frozen=True, slots=True)
class PageGroup:
    """A node of the grouped map: siblings with similar URLs."""

    pages: tuple[str, ...]
    parent: int  # its number in the grouped map; -1: it is the root, the entry page


@dataclass(frozen=True, slots=True)
class NavigationPattern:
    """What to follow on the entry page, on the pages that this leads to, and so on; the last level are the targets."""

    levels: tuple[UrlPattern, ...]
    targets: int = 0  # of the map that it was made from, how many it leads to


def grouped_map(tpm: TargetPageMap, k: int = K) -> list[PageGroup]:
    """The target page map with all groups of similar siblings made one (Fig. 4). The root comes first, and parents come
    before their children."""
    nodes = [PageGroup((tpm.entry,), -1)]
    number = 0
    while number < len(nodes):  # a loop: a list that goes on over a thousand pages is a thousand levels deep
        below = {child for page in nodes[number].pages for child in _children(tpm, page)}
        nodes.extend(PageGroup(pages, number) for pages in group(below, k))
        number += 1
    return nodes


def _children(tpm: TargetPageMap, page: str) -> tuple[str, ...]:
    return () if page in tpm.targets else tpm.children.get(page, ())


def navigation_pattern(tpm: TargetPageMap, k: int = K) -> NavigationPattern | None:
    """The path to the most targets (Definition 2); None if the map has none."""
    nodes = grouped_map(tpm, k)
    above = [0] * len(nodes)  # pages on the way to a node
    for number, node in enumerate(nodes[1:], start=1):
        above[number] = above[node.parent] + len(nodes[node.parent].pages)
    counts = [len(tpm.targets.intersection(node.pages)) for node in nodes]
    best = max(range(len(nodes)), key=lambda number: (counts[number], -above[number], -number))
    if not counts[best]:
        return None
    path = [generalise(nodes[number].pages) for number in _way(nodes, best)]
    return NavigationPattern(tuple(reversed(path)), counts[best])


def _way(nodes: list[PageGroup], number: int) -> Iterator[int]:
    """The nodes from one up to the root, without the root."""
    while nodes[number].parent >= 0:
        yield number
        number = nodes[number].parent
