"""The least number of downloads with which any crawler could have fetched q % of the targets.

A set of pages can be fetched if each is a start page (entry or sample) or is linked from another one of the set,
without circles. We look for the smallest such set with k = ceil(q % of the reachable targets) targets in it. A set with
more than k targets can be cut down leaf by leaf, so it has exactly k, and the question is only how few *connectors*
(pages that are no targets, see connectors.py) open k targets: a partial, node-weighted Steiner arborescence, NP-hard.

`downloads` is the size of a set that we found, so it can be attained: a greedy cover (the way that opens most targets
per connector comes first), redundant connectors dropped, then each connector in turn forbidden and the hole mended in
another way as long as that saves something. `floor` is proven: no set is smaller. The truth lies between the two, and
`gap` says how far they can be apart. The floor is k plus the largest of

- cover: m connectors open at most the sum of the m largest sets of targets;
- depth: of k targets the farthest lies at least as deep as the k-th nearest;
- cuts: sets of connectors, no connector in two of them, each of which every way to some target must cross: one
  download per cut (Wong's dual ascent, Mathematical Programming 28, 1984, on nodes of weight one). With T - k targets
  left out, a cut counts unless all targets behind it are: target t is worth the sum of 1 / |behind| over its cuts, and
  at most the sum of the T - k largest worths is lost.

On recorded real sites the two agree for most tasks and levels; benchmarks/efficiency.py prints the gap.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from hubwalk.evaluation.connectors import Connectors, bits, reduce
from hubwalk.evaluation.link_graph import LinkGraph

LEVELS = (50, 90, 95, 99, 100)  # per cent of the reachable targets
_MENDING = 4  # rounds of local improvement; more found nothing


@dataclass(frozen=True, slots=True)
class Bound:
    """The least cost of one level of recall, as far as we know it."""

    targets: int  # how many targets that level means
    downloads: int  # attained by a crawl that knows the site
    floor: int  # no crawl can do with less

    @property
    def gap(self) -> float:
        """How far `downloads` can be above the optimum at most, as a share of it."""
        return self.downloads / self.floor - 1 if self.floor else 0.0


def needed(level: int, targets: int) -> int:
    """Targets that make `level` per cent of all, rounded up."""
    return -(-level * targets // 100)


def lower_bounds(graph: LinkGraph, targets: Collection[int], levels: Sequence[int] = LEVELS) -> dict[int, Bound]:
    """The bound for each level, for the `targets` among the pages of the graph."""
    problem = reduce(graph, targets)
    total = problem.targets.bit_count()
    cuts = _cuts(problem)
    bounds = {}
    for level in levels:
        need = needed(level, total)
        least = max(_cover_floor(problem, need), _depth_floor(problem, need), _cut_floor(cuts, total - need))
        found = _fewest_connectors(problem, need, least)
        bounds[level] = Bound(need, need + found.bit_count(), need + least)
    return bounds


# -- a small set of connectors ----------------------------------------------------------------------------------------


def _fewest_connectors(problem: Connectors, need: int, least: int) -> int:
    """A small connected set that opens `need` targets; `least` is when to stop looking for a smaller one."""
    best = _without_redundant(problem, _completed(problem, 0, need, 0), need)
    for _ in range(_MENDING):
        before = best.bit_count()
        for connector in bits(best):
            if best.bit_count() <= least:
                return best
            rest = problem.reach(best & ~(1 << connector))[1]
            mended = _completed(problem, rest, need, 1 << connector)
            mended = _without_redundant(problem, mended, need) if mended >= 0 else mended
            if mended >= 0 and mended.bit_count() < best.bit_count():
                best = mended
        if best.bit_count() == before:
            break
    return best


def _completed(problem: Connectors, chosen: int, need: int, forbidden: int) -> int:
    """The set with more connectors, path by path, until it opens enough; -1 if that cannot be."""
    opened, _ = problem.reach(chosen)
    while (missing := need - opened.bit_count()) > 0:
        path = _best_path(problem, chosen, opened, missing, forbidden)
        if not path:
            return -1
        chosen |= path
        opened, _ = problem.reach(chosen)
    return chosen


def _best_path(problem: Connectors, chosen: int, opened: int, missing: int, forbidden: int) -> int:
    """The way from what is fetched that opens the most of the `missing` targets per connector, as a set."""
    reachable = problem.first
    for connector in bits(chosen):
        reachable |= problem.leads_to[connector]
    unseen = ~(chosen | forbidden)
    layer = [(problem.opens[c] & ~opened, 1 << c, c) for c in bits(reachable & unseen)]
    unseen &= ~reachable
    best, best_rate, depth = 0, 0.0, 1
    while layer and missing / depth > best_rate:
        ordered = sorted(layer, key=lambda item: item[0].bit_count(), reverse=True)
        rate = min(ordered[0][0].bit_count(), missing) / depth
        if rate > best_rate:
            best, best_rate = ordered[0][1], rate
        layer = []
        for gain, path, connector in ordered:
            fresh = problem.leads_to[connector] & unseen
            unseen &= ~fresh
            layer.extend((gain | (problem.opens[c] & ~opened), path | 1 << c, c) for c in bits(fresh))
        depth += 1
    return best


def _without_redundant(problem: Connectors, chosen: int, need: int) -> int:
    """The set without what it can spare, those that open the least first."""
    for connector in sorted(bits(chosen), key=lambda c: problem.opens[c].bit_count()):
        if not chosen >> connector & 1:
            continue
        targets, connected = problem.reach(chosen & ~(1 << connector))
        if targets.bit_count() >= need:
            chosen = connected
    return chosen


# -- what no set can undercut -----------------------------------------------------------------------------------------


def _cover_floor(problem: Connectors, need: int) -> int:
    missing = need - problem.free.bit_count()
    gains = sorted(((opens & ~problem.free).bit_count() for opens in problem.opens), reverse=True)
    count = 0
    while missing > 0:
        missing -= gains[count]
        count += 1
    return count


def _depth_floor(problem: Connectors, need: int) -> int:
    targets, connected, fresh, depth = problem.free, 0, problem.first, 0
    while targets.bit_count() < need:
        depth += 1
        connected |= fresh
        found = 0
        for connector in bits(fresh):
            targets |= problem.opens[connector]
            found |= problem.leads_to[connector]
        fresh = found & ~connected
    return depth


def _cuts(problem: Connectors) -> list[int]:
    """Disjoint cuts between the start pages and targets, as the targets behind each."""
    everything = (1 << len(problem.opens)) - 1
    hubs, leading = _transposed(problem)
    behind: list[int] = []
    paid = 0  # connectors that are in some cut already: ways through them are free from now on
    todo = [(hubs[target].bit_count(), target) for target in bits(problem.targets & ~problem.free)]
    heapq.heapify(todo)
    while todo:
        size, target = heapq.heappop(todo)
        cut = _cut_before(hubs[target], leading, problem.first, paid)
        if cut.bit_count() > size and todo:  # it grew since it was put on the heap; others may be smaller by now
            heapq.heappush(todo, (cut.bit_count(), target))
        elif cut:
            paid |= cut
            behind.append(problem.targets & ~problem.reach(everything & ~cut)[0])
            heapq.heappush(todo, (_cut_before(hubs[target], leading, problem.first, paid).bit_count(), target))
    return behind


def _transposed(problem: Connectors) -> tuple[dict[int, int], list[int]]:
    """Per target the connectors that open it; per connector those that lead to it."""
    hubs: dict[int, int] = {}
    leading = [0] * len(problem.opens)
    for connector, (opens, leads_to) in enumerate(zip(problem.opens, problem.leads_to, strict=True)):
        for target in bits(opens):
            hubs[target] = hubs.get(target, 0) | 1 << connector
        for other in bits(leads_to):
            leading[other] |= 1 << connector
    return hubs, leading


def _cut_before(hubs: int, leading: list[int], first: int, paid: int) -> int:
    """The unpaid connectors nearest to a target that every way to it must cross; 0 if there is a way already paid."""
    seen, fresh = hubs, hubs & paid
    while fresh:
        if fresh & first:
            return 0
        found = 0
        for connector in bits(fresh):
            found |= leading[connector]
        fresh = found & ~seen & paid
        seen |= found
    return seen & ~paid


def _cut_floor(behind: Sequence[int], left_out: int) -> int:
    worth: dict[int, Fraction] = {}
    for targets in behind:
        share = Fraction(1, targets.bit_count())
        for target in bits(targets):
            worth[target] = worth.get(target, Fraction(0)) + share
    lost = sum(sorted(worth.values(), reverse=True)[:left_out], Fraction(0))
    return max(0, math.ceil(len(behind) - lost))
