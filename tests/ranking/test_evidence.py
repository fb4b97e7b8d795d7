from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.ranking.evidence import ROOT, Evidence


def groups(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.asarray(numbers, dtype=np.int64)


def evidence() -> Evidence:
    """Of ten pages half a one was right; each brought a fifth."""
    return Evidence(accepted=0.05, brought=0.2, weight=10)


def means(told: Evidence, group: int) -> tuple[float, float]:
    accepted, brought = told.means(groups(group), len(told.above(group)))
    return float(np.squeeze(accepted)), float(np.squeeze(brought))


def test_a_group_leans_on_the_next_larger_one() -> None:
    told = evidence()
    large = told.add(ROOT, strength=2)
    small = told.add(large, strength=1)
    assert means(told, small) == pytest.approx((0.05, 0.2))  # nothing is known but of the whole site
    told.count(groups(large, large, large), np.asarray([1, 1, 0], dtype=np.float32))
    told.count(groups(small), 0.0)
    assert means(told, large)[0] == pytest.approx((2 + 2 * 0.05) / (3 + 2))
    assert means(told, small)[0] == pytest.approx((0 + 1 * 0.42) / (1 + 1))
    told.count(groups(ROOT), 1.0)
    assert means(told, ROOT)[0] == pytest.approx((0.5 + 1) / (10 + 1))
    assert means(told, large)[0] == pytest.approx((2 + 2 * 1.5 / 11) / 5)


def test_what_hubs_brought_leans_likewise_and_can_grow_later() -> None:
    told = evidence()
    large = told.add(ROOT, strength=4)
    small = told.add(large, strength=1)
    told.bring(groups(large, small), 0.5)
    told.bring(groups(large), 0.9)
    assert means(told, large)[1] == pytest.approx((1.4 + 4 * 0.2) / (2 + 4))
    told.bring(groups(large, small), 0.3, visits=0)
    above = (1.7 + 4 * 0.2) / (2 + 4)
    assert means(told, small) == pytest.approx((0.05, (0.8 + above) / (1 + 1)))


def test_a_brother_is_none_of_its_business() -> None:
    told = evidence()
    large = told.add(ROOT, strength=1)
    one, other = told.add(large, strength=1), told.add(large, strength=1)
    before = means(told, other)
    told.count(groups(one), 1.0)
    told.bring(groups(one), 0.9)
    assert means(told, other) == before
    assert means(told, one)[0] > before[0]


def test_the_tally_has_what_was_followed_and_no_expectations() -> None:
    told = evidence()
    group = told.add(ROOT, strength=1.5)
    told.count(groups(group, group), 1.0)
    told.count(groups(group), 0.0)
    assert told.tally(group) == (2, 3)
    told.count(groups(group), -1.0, times=0)
    assert told.tally(group) == (1, 3)


def test_the_larger_groups_end_below_the_root() -> None:
    told = evidence()
    large = told.add(ROOT, strength=1)
    small = told.add(large, strength=1)
    assert told.above(small) == [small, large]
    assert told.above(ROOT) == []


followed = st.tuples(st.integers(0, 8), st.booleans(), st.floats(0, 0.99))


@given(st.lists(st.tuples(st.integers(0, 8), st.floats(0.1, 5)), max_size=8), st.lists(followed, max_size=60))
def test_means_are_those_of_the_formula_and_stay_shares(
    tree: list[tuple[int, float]], followed: list[tuple[int, bool, float]]
) -> None:
    told = evidence()
    parents, strengths = [0], [0.0]
    for parent, strength in tree:
        parents.append(parent % len(parents))
        strengths.append(strength)
        told.add(parents[-1], strength)
    counts = np.zeros((len(parents), 4))  # followed, accepted, visits, brought
    counts[ROOT] = 10, 0.5, 10, 2
    for group, accepted, brought in followed:
        group %= len(parents)  # noqa: PLW2901
        told.count(groups(group), float(accepted))
        told.bring(groups(group), brought)
        counts[group] += 1, accepted, 1, brought

    def plain(group: int, column: int) -> float:
        n, total = counts[group, column], counts[group, column + 1]
        if group == ROOT:
            return float(total / n)
        return float((total + strengths[group] * plain(parents[group], column)) / (n + strengths[group]))

    for group in range(len(parents)):
        assert means(told, group) == pytest.approx((plain(group, 0), plain(group, 2)), rel=1e-4)
        assert all(0 < mean < 1 for mean in means(told, group))
