"""RTDM: distances known by hand and by trying all mappings, the laws of a metric, twins that agree, and large trees."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_trees import Nodes, by_all_mappings, some_nodes, tree

from hubwalk.validators import tree_distance, tree_distance_numba, tree_distance_plain
from hubwalk.validators.page_tree import PageTree, tree_from
from hubwalk.validators.tree_distance import WORK, Kernel, distance, measure, similarity, similarity_bound

KERNELS = {"numba": tree_distance_numba.rtdm, "plain": tree_distance_plain.rtdm}
kernels = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


@kernels
@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("a", "a", 0),
        ("a", "b", 1),  # one replacement
        ("a(b c)", "a(b c)", 0),
        ("a(b c)", "a(b)", 1),  # one deletion
        ("a(b c)", "a(b d)", 1),  # one replacement
        ("a(b c)", "a(c b)", 2),  # order counts
        ("a(b(c d))", "a(x(c d))", 5),  # replaced, so c and d go and come again
        ("a(b(c))", "b(c)", 4),  # top-down: b is not found one level up
        ("a(b(c d) e)", "a(b(d) e e)", 2),
        ("a(b(c(d)))", "a(b(c(d e f)))", 2),
        ("a(x b b b y)", "a(b b b)", 2),  # equal children are found behind an unequal one
        ("a(t(r(d d d) r(d d d)))", "a(t(r(d d) r(d d d) r(d)))", 3),  # r(d d) is r(d d d) less one, r(d) is new
        ("a(p(q) r(s))", "a(r(s))", 2),
    ],
)
def test_distances_known_by_hand(kernel: Kernel, one: str, other: str, apart: int) -> None:
    assert measure(kernel, tree(one), tree(other)) == apart


@kernels
@settings(deadline=None, max_examples=150)
@given(some_nodes(6), some_nodes(6))
def test_the_cheapest_of_all_mappings(kernel: Kernel, one: Nodes, other: Nodes) -> None:
    assert measure(kernel, tree_from(*one), tree_from(*other)) == by_all_mappings(one, other)


def test_the_brute_force_knows_what_is_forbidden() -> None:
    chain: Nodes = (["a", "b", "c"], [-1, 0, 1])
    assert by_all_mappings(chain, (["a", "x", "c"], [-1, 0, 1])) == 3  # with c kept it would be 1
    assert by_all_mappings(chain, (["b", "c"], [-1, 0])) == 4  # not top-down it would be 1


trees = st.builds(lambda nodes: tree_from(*nodes), some_nodes(30, "ab"))


@settings(deadline=None, max_examples=200)
@given(trees, trees, trees)
def test_it_is_a_metric(a: PageTree, b: PageTree, c: PageTree) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a.digest == b.digest)
    assert distance(a, tree_from(*_copied(a))) == 0


def _copied(a: PageTree) -> Nodes:
    """The tags and parents that a tree was made of; tags by their digests."""
    classes, tags, parents = a.classes, list[str](), list[int]()
    stack = [(len(classes.size) - 1, -1)]
    names = {int(tree(tag).classes.label[0]): tag for tag in "ab"}
    while stack:
        number, parent = stack.pop()
        stack += [
            (int(child), len(tags)) for child in classes.child[classes.first[number] : classes.first[number + 1]][::-1]
        ]
        tags.append(names[int(classes.label[number])])
        parents.append(parent)
    return tags, parents


@settings(deadline=None, max_examples=200)
@given(trees, trees, st.integers(0, 80), st.integers(0, 3))
def test_twins_agree_whatever_the_bounds(a: PageTree, b: PageTree, work: int, band: int) -> None:
    fast, plain, exact = (
        measure(KERNELS["numba"], a, b, work, band),
        measure(KERNELS["plain"], a, b, work, band),
        measure(KERNELS["plain"], a, b),
    )
    assert fast == plain == measure(KERNELS["numba"], b, a, work, band)
    assert exact <= plain <= len(a) + len(b) - 1
    if 7 * len(a) * len(b) <= work:
        assert plain == exact


def test_bounds_do_bite() -> None:
    a, b = tree("a(b(c d e) b(d e c) f)"), tree("a(b(e d c) b(c c d) g)")
    assert measure(KERNELS["plain"], a, b, 0) == len(a) + len(b) - 2 > distance(a, b)


@settings(deadline=None, max_examples=300)
@given(trees, trees, st.floats(0, 1))
def test_tag_paths_never_refuse_what_is_similar(a: PageTree, b: PageTree, need: float) -> None:
    exact = similarity(a, b)
    assert 0 <= exact <= similarity_bound(a, b) <= 1
    bounded = similarity(a, b, at_least=need)
    assert (bounded >= need) == (exact >= need)
    assert bounded == exact or exact < bounded < need


def test_tag_paths_do_refuse() -> None:
    a, b = tree("a(b(c c c) d)"), tree("a(x(c c c) y)")
    assert similarity_bound(a, b) == similarity(a, b)  # a pair and two replacements, seen without measuring
    assert similarity_bound(tree("a(b)"), tree("b(b)")) == 0


def test_similarity_is_the_share_that_stays() -> None:
    assert similarity(tree("a(b c)"), tree("a(b c)")) == 1
    assert similarity(tree("a"), tree("b")) == similarity(tree("a(b c)"), tree("b(b c)")) == 0
    assert similarity(tree("a(b c d)"), tree("a(b d)")) == pytest.approx(1 - 1 / (4 + 3 - 1))


def wide(children: list[str], tag: str = "body") -> PageTree:
    return tree_from([tag, *children], [-1, *[0] * len(children)])


def deep(levels: int, *leaves: str) -> PageTree:
    return tree_from(["div"] * levels + [*leaves], [*range(-1, levels - 1), *[levels - 1] * len(leaves)])


@kernels
def test_deep_trees(kernel: Kernel) -> None:
    assert measure(kernel, deep(10_000, "a"), deep(10_000, "b", "c")) == 2
    assert measure(kernel, deep(10_000), deep(9_000)) == 1_000
    assert measure(kernel, deep(10_000, "a"), deep(9_000, "a")) == 1_001  # a replaced by div, 1,000 inserted below


@kernels
def test_wide_trees(kernel: Kernel) -> None:
    many = ["p"] * 100_000
    assert measure(kernel, wide(many), wide([*many, "a"])) == 1
    assert measure(kernel, wide([*many[1:], "a", *many]), wide([*many, *many])) == 1
    assert measure(kernel, wide(["a", *many, "b"]), wide(["c", *many, "d"])) == 2
    assert measure(kernel, wide(many), wide(["q", "p", "q"])) == 100_000 - 1  # two replaced, one kept


def test_wide_trees_that_differ_everywhere_are_bounded() -> None:
    draw = random.Random(1)
    rows = [
        wide_rows([[draw.choice("abc") for _ in range(4)] for _ in range(20_000)]) for _ in range(2)
    ]  # 4 * 10^8 pairs of rows
    apart = distance(*rows)
    assert apart == distance(*reversed(rows))
    assert len(rows[0]) / 4 < apart < len(rows[0])  # hardly one row in a hundred is like the other by chance


def wide_rows(rows: list[list[str]]) -> PageTree:
    tags, parents = ["table"], [-1]
    for row in rows:
        parents += [0, *[len(tags)] * len(row)]
        tags += ["tr", *row]
    return tree_from(tags, parents)


def test_trees_of_the_promised_size_are_exact() -> None:
    """The worst case for the bound: nothing is equal, and everything is to be compared with everything."""
    a, b = (wide_rows([[f"{name}{i}"] for i in range(773)]) for name in "ab")
    assert len(a) == len(b) == 1_547
    assert distance(a, b) == 773  # one replacement in each row
    assert measure(KERNELS["numba"], a, b, WORK // 100) > 773


@pytest.mark.parametrize("rows", [63, 64, 65, 130])  # up to 130 * 130 pairs of rows, and as many of what is in them
def test_twins_agree_on_more_pairs_than_the_kernel_has_room_for_at_first(rows: int) -> None:
    draw = random.Random(rows)
    a, b = (_cells([draw.choices("abcd", k=4) for _ in range(rows)]) for _ in range(2))
    assert measure(KERNELS["numba"], a, b) == measure(KERNELS["plain"], a, b) > rows


def _cells(rows: list[list[str]]) -> PageTree:
    """A table whose rows have one cell each, with something in it."""
    tags, parents = ["table"], [-1]
    for row in rows:
        here = len(tags)
        tags += ["tr", "td", *row]
        parents += [0, here, *[here + 1] * len(row)]
    return tree_from(tags, parents)


def test_without_numba_the_plain_twin_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hubwalk.validators.tree_distance_numba", None)
    tree_distance._kernel.cache_clear()
    try:
        assert tree_distance._kernel() is KERNELS["plain"]
        assert distance(tree("a(b)"), tree("a(c)")) == 1
    finally:
        tree_distance._kernel.cache_clear()
        monkeypatch.undo()
    assert tree_distance._kernel() is KERNELS["numba"]


def test_no_place_for_the_cache_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    njit: Callable[..., object] = numba.njit

    def read_only(*arguments: object, **options: object) -> object:
        if options.get("cache"):
            raise RuntimeError("cannot cache function 'double': no locator available")
        return njit(*arguments, **options)

    def double(number: int) -> int:
        return 2 * number

    monkeypatch.setattr(numba, "njit", read_only)
    assert tree_distance_numba._compiled(double)(21) == 42
