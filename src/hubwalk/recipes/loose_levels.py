"""Levels of which some pages list little but targets, and others targets among much else, become two.

A wiki's category pages are all made alike; those of the wanted category can be followed wholesale, the others cannot.
"""

from __future__ import annotations

from hubwalk.recipes.crawl_graph import CrawlGraph
from hubwalk.recipes.level_tree import Node
from hubwalk.recipes.matching import Matcher
from hubwalk.recipes.recipe import Step
from hubwalk.recipes.url_expression import expressions

_LOOSE = 0.1  # pages in vain per target
_WORTH = 5  # targets on the clean pages


def split_loose_levels(crawl: CrawlGraph, root: Node, hubs: set[int]) -> None:
    """Split levels, wherever that makes a list clean."""
    for above in root.walk():
        below = []
        for node in above.below:
            clean = _clean_pages(crawl, node, hubs) if len(node.pages) > 1 and not node.turns else set()
            if clean:
                below += [_part(node, clean), _part(node, set(node.pages) - clean)]
                _share_out_anew(crawl, *below[-2:])
            else:
                below.append(node)
        above.below = below


def _clean_pages(crawl: CrawlGraph, node: Node, hubs: set[int]) -> set[int]:
    """The pages that show targets among little else, at a place where the level as a whole does not."""
    for shape, targets in sorted(node.targets.items(), key=lambda item: (-len(item[1]), item[0])):
        shown = _shown(crawl, node, shape)
        others = {
            page: {o for o in links if o in crawl.fetched and o not in crawl.targets and o not in hubs}
            for page, links in shown.items()
        }
        found = expressions(
            [crawl.url(target) for target in targets], {crawl.url(o) for several in others.values() for o in several}
        )
        matcher = Matcher(Step(urls=tuple(expression.text for expression in found)))
        vain = {page: {o for o in several if matcher.names(crawl.url(o))} for page, several in others.items()}
        if len(set().union(*vain.values())) <= _LOOSE * len(targets):
            continue
        clean = {page for page, links in shown.items() if len(vain[page]) <= _LOOSE * len(links & targets)}
        listed = set().union(*(shown[page] & targets for page in clean))
        if len(clean) < len(node.pages) and len(listed) >= _WORTH:
            return clean
    return set()


def _shown(crawl: CrawlGraph, node: Node, shape: int) -> dict[int, set[int]]:
    return {
        page: {o for o, path in zip(crawl.links[page], crawl.paths[page], strict=True) if crawl.shape(path) == shape}
        for page in node.pages
    }


def _part(node: Node, kept: set[int]) -> Node:
    """The level with these of its pages, and what lies below them."""
    part = Node([page for page in node.pages if page in kept], [way for way in node.ways if way[2] in kept])
    for child in node.below:
        below = {way[2] for way in child.ways if way[0] in kept}
        while fresh := {way[2] for way in child.turns if way[0] in below} - below:
            below |= fresh
        if below:
            smaller = _part(child, below)
            smaller.turns = [way for way in child.turns if way[2] in below]
            part.below.append(smaller)
    part.targets = {shape: set(targets) for shape, targets in node.targets.items()}
    return part


def _share_out_anew(crawl: CrawlGraph, clean: Node, rest: Node) -> None:
    """What the clean pages show is theirs."""
    for part in (clean, rest):
        for node in part.walk():
            node.targets = {
                shape: here
                for shape, targets in node.targets.items()
                if (here := targets & set().union(*_shown(crawl, node, shape).values()))
            }
    taken = set().union(*(targets for node in clean.walk() for targets in node.targets.values()))
    for node in rest.walk():
        node.targets = {shape: left for shape, targets in node.targets.items() if (left := targets - taken)}
