"""How well a page fits to each class of sites."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.ranking.page_confidence import decisiveness, page_confidences

distances = st.lists(st.floats(0, 2, allow_nan=False), min_size=2, max_size=5)


def test_logarithms_of_distances_share_the_whole() -> None:
    # ln 1/4 = 2 ln 1/2, so the nearer class has two thirds.
    assert page_confidences((0.25, 0.5)) == pytest.approx((2 / 3, 1 / 3))
    assert page_confidences((0.5, 0.125, 0.25)) == pytest.approx((1 / 6, 3 / 6, 2 / 6))


def test_far_from_all_is_equal_shares() -> None:
    assert page_confidences((1.0, 1.0)) == page_confidences((1.4, 0.995)) == (0.5, 0.5)
    assert page_confidences((0.99999, 1.0, 1.0)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_near_distances_count_more_than_far_ones() -> None:
    near = page_confidences((0.1, 0.2))[0] - page_confidences((0.15, 0.2))[0]
    far = page_confidences((0.8, 0.9), far=1 - 1e-12)[0] - 1 / 2
    assert page_confidences((0.0, 0.9))[0] == pytest.approx(math.log(1e-6) / (math.log(1e-6) + math.log(0.9)))
    assert near > 0
    assert far > 0


@given(distances)
def test_confidences_are_shares_and_the_nearest_has_most(found: list[float]) -> None:
    shares = page_confidences(found)
    assert sum(shares) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in shares)
    assert shares[found.index(min(found))] == max(shares)


def test_variance_over_the_classes() -> None:
    assert decisiveness((0.9, 0.1)) == decisiveness((0.1, 0.9)) == pytest.approx(0.16)
    assert decisiveness((0.5, 0.5)) == 0
    assert decisiveness((1.0, 0.0, 0.0)) == pytest.approx(2 / 9)
    assert decisiveness(()) == 0
