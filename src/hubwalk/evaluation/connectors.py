"""The site reduced to what the lower bound is about: which pages besides the targets must be fetched?

Targets are fetched anyway, so a way through targets is free. What costs is a *connector*: a page that is no target and
has to be fetched for the sake of its links. Each connector opens a set of targets (those it links to, and those that
these lead to through other targets) and a set of further connectors. Sets are bit masks, Python's long integers: on
5,000 pages a union takes a fraction of a microsecond.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from hubwalk.evaluation.link_graph import LinkGraph


@dataclass(frozen=True, slots=True)
class Connectors:
    """Connectors and targets as bits; a set of connectors is *connected* if each is opened by the start pages or by
    another one of the set, without circles."""

    opens: list[int]  # per connector: the targets it opens
    leads_to: list[int]  # per connector: the connectors it opens
    first: int  # the connectors that the start pages open
    free: int  # the targets that need no connector

    @property
    def targets(self) -> int:
        """All targets that can be reached, as a mask."""
        return self.reach((1 << len(self.opens)) - 1)[0]

    def reach(self, chosen: int) -> tuple[int, int]:
        """Targets opened by a set of connectors, and those of the set that are connected to the start pages."""
        targets, connected, fresh = self.free, 0, self.first & chosen
        while fresh:
            connected |= fresh
            found = 0
            for connector in bits(fresh):
                targets |= self.opens[connector]
                found |= self.leads_to[connector]
            fresh = found & chosen & ~connected
        return targets, connected


def bits(mask: int) -> Iterator[int]:
    """The numbers in a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def reduce(graph: LinkGraph, targets: Collection[int]) -> Connectors:
    """The connector problem of a site. Pages that lead to no target are left out."""
    target_bit = {page: 1 << i for i, page in enumerate(sorted(targets))}
    useful = _leading_to(graph, target_bit)
    connector_pages = [page for page in useful if page not in target_bit]
    bit = {page: 1 << i for i, page in enumerate(connector_pages)}
    opened = {page: _direct(graph, page, target_bit) for page in useful}
    onward = {page: _direct(graph, page, bit) for page in useful}
    for page, own in target_bit.items():
        opened[page] |= own
    _through_targets(graph, target_bit, opened, onward)
    free = first = 0
    for page in graph.starts:
        if page in target_bit:
            free |= opened[page]
            first |= onward[page]
        else:
            first |= bit.get(page, 0)
    for page in connector_pages:
        for target in graph.links[page]:
            if target in target_bit:
                opened[page] |= opened[target]
                onward[page] |= onward[target]
    opens = [opened[page] for page in connector_pages]
    return Connectors(opens, [onward[page] for page in connector_pages], first, free)


def _direct(graph: LinkGraph, page: int, bit: dict[int, int]) -> int:
    mask = 0
    for target in graph.links[page]:
        mask |= bit.get(target, 0)
    return mask


def _leading_to(graph: LinkGraph, targets: Collection[int]) -> list[int]:
    """The pages from which some target can be reached, targets included, in order."""
    back: list[list[int]] = [[] for _ in graph.urls]
    for page, links in enumerate(graph.links):
        for target in links:
            back[target].append(page)
    seen = set(targets)
    stack = list(targets)
    while stack:
        for page in back[stack.pop()]:
            if page not in seen:
                seen.add(page)
                stack.append(page)
    return sorted(seen)


def _through_targets(
    graph: LinkGraph, targets: Collection[int], opened: dict[int, int], onward: dict[int, int]
) -> None:
    """Hand on along links between targets until nothing changes; both directions in turn, for chains of either."""
    order = sorted(targets)
    inner = {page: [t for t in graph.links[page] if t in opened and t != page and t in targets] for page in order}
    changed = True
    while changed:
        changed = False
        order.reverse()
        for page in order:
            before = opened[page], onward[page]
            for target in inner[page]:
                opened[page] |= opened[target]
                onward[page] |= onward[target]
            changed = changed or before != (opened[page], onward[page])
