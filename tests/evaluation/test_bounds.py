"""The lower bound against optima that are known by hand or by trying all sets."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.evaluation.bounds import Bound, lower_bounds, needed
from hubwalk.evaluation.connectors import bits, reduce
from hubwalk.evaluation.link_graph import LinkGraph


def graph(links: dict[int, list[int]], starts: tuple[int, ...] = (0,)) -> LinkGraph:
    size = 1 + max([*links, *starts, *(t for found in links.values() for t in found)])
    return LinkGraph(
        [f"http://x.test/{i}" for i in range(size)], [links.get(i, []) for i in range(size)], frozenset(starts)
    )


def exact(bound: Bound) -> int:
    assert bound.floor == bound.downloads
    return bound.downloads


def test_a_list_of_targets_costs_the_way_to_the_list() -> None:
    site = graph({0: [1, 2], 1: [3], 3: [4, 5, 6, 7]})
    bounds = lower_bounds(site, {4, 5, 6, 7})
    assert exact(bounds[50]) == 3 + 2
    assert exact(bounds[100]) == 3 + 4


def test_a_sample_that_links_back_to_its_list_spares_the_entry_page() -> None:
    site = graph({0: [1], 1: [3], 3: [4, 5, 6, 7], 4: [3]}, starts=(0, 4))
    assert exact(lower_bounds(site, {4, 5, 6, 7})[100]) == 1 + 4


def test_targets_that_link_to_each_other_need_nothing_else() -> None:
    chain = graph({i: [i + 1] for i in range(9)})
    assert exact(lower_bounds(chain, set(range(1, 10)))[100]) == 10
    assert exact(lower_bounds(chain, set(range(10)))[100]) == 10
    assert exact(lower_bounds(chain, set(range(10)))[50]) == 5


def test_a_large_list_makes_the_small_ones_redundant_though_they_are_nearer() -> None:
    small = {1: [11, 12], 2: [13, 14], 3: [15, 16]}
    site = graph({0: [1, 2, 3, 4], **small, 4: [5], 5: [11, 12, 13, 14, 15, 16]})
    assert lower_bounds(site, set(range(11, 17)))[100].downloads == 3 + 6


def test_a_way_through_a_target_to_another_list_is_free() -> None:
    site = graph({0: [1, 9], 1: [2], 2: [3], 3: [4, 5], 9: [10], 10: [3]})
    assert exact(lower_bounds(site, {2, 4, 5})[100]) == 3 + 3


def test_targets_nobody_links_to_are_left_out() -> None:
    site = graph({0: [1], 1: [2], 3: [4]})
    bounds = lower_bounds(site, {2, 4})
    assert bounds[100] == Bound(targets=1, downloads=3, floor=3)


def test_no_targets_cost_nothing() -> None:
    assert lower_bounds(graph({0: [1]}), set())[90] == Bound(0, 0, 0)


@pytest.mark.parametrize(
    ("level", "targets", "expected"), [(50, 3, 2), (90, 10, 9), (90, 11, 10), (99, 100, 99), (100, 7, 7)]
)
def test_needed_rounds_up(level: int, targets: int, expected: int) -> None:
    assert needed(level, targets) == expected


def test_gap_is_relative_to_the_floor() -> None:
    assert Bound(8, downloads=11, floor=10).gap == pytest.approx(0.1)


sites = st.integers(3, 9).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=3 * size),
        st.sets(st.integers(0, size - 1), min_size=1, max_size=size),
        st.sets(st.integers(0, size - 1), min_size=1, max_size=2),
    )
)


@settings(max_examples=300, deadline=None)
@given(sites, st.sampled_from([34, 50, 75, 90, 100]))
def test_the_optimum_lies_between_floor_and_downloads(
    drawn: tuple[int, set[tuple[int, int]], set[int], set[int]], level: int
) -> None:
    size, edges, targets, starts = drawn
    site = graph({i: [t for s, t in edges if s == i] for i in range(size)}, tuple(starts))
    bound = lower_bounds(site, targets, [level])[level]
    reachable = targets & fetchable(site, set(range(size)))
    assert bound.targets == needed(level, len(reachable))
    optimum = brute_force(site, targets, bound.targets)
    assert bound.floor <= optimum <= bound.downloads


def test_on_small_random_sites_the_greedy_cover_is_nearly_always_the_optimum() -> None:
    rng = random.Random(7)
    ours = best = 0
    for _ in range(150):
        links = {i: rng.sample(range(11), rng.randrange(4)) for i in range(11)}
        targets = set(rng.sample(range(11), 4))
        site = graph(links)
        bound = lower_bounds(site, targets, [100])[100]
        ours += bound.downloads
        best += brute_force(site, targets, bound.targets)
    assert best <= ours <= 1.01 * best


def brute_force(site: LinkGraph, targets: set[int], need: int) -> int:
    pages = range(len(site.urls))
    for size in range(len(pages) + 1):
        for chosen in combinations(pages, size):
            if len(targets & set(chosen)) >= need and fetchable(site, set(chosen)) == set(chosen):
                return size
    raise AssertionError("no set of pages holds enough targets")


def fetchable(site: LinkGraph, allowed: set[int]) -> set[int]:
    seen = set(site.starts & allowed)
    stack = list(seen)
    while stack:
        for target in site.links[stack.pop()]:
            if target in allowed and target not in seen:
                seen.add(target)
                stack.append(target)
    return seen


def test_reach_ignores_connectors_that_nothing_opens() -> None:
    problem = reduce(graph({0: [1], 1: [2, 5], 3: [4, 6]}, starts=(0,)), {5, 6})
    everything = (1 << len(problem.opens)) - 1
    targets, connected = problem.reach(everything)
    assert targets.bit_count() == 1
    assert len(list(bits(connected))) == 2
