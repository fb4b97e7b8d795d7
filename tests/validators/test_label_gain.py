"""Which label tells most: by hand, and that the law behind it holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hubwalk.validators.label_gain import Gain, most_telling

PAGES = 40


def holding(*kinds: set[int]) -> list[NDArray[np.bool_]]:
    return [np.isin(np.arange(PAGES), [*kind]) for kind in kinds]


CAMERAS, PRODUCTS = set(range(8)), set(range(20))


def test_a_page_that_parts_two_kinds_is_asked_about_and_not_one_of_both() -> None:
    found = most_telling(holding(CAMERAS, PRODUCTS), [0.6, 0.4], range(PAGES))
    assert found is not None
    assert found.page in PRODUCTS - CAMERAS
    assert found.hanging == len(PRODUCTS - CAMERAS) - 1
    assert most_telling(holding(CAMERAS, PRODUCTS), [0.6, 0.4], [*CAMERAS, *range(20, PAGES)]) is None


def test_a_kind_that_differs_in_one_page_of_many_is_not_worth_a_question() -> None:
    assert most_telling(holding(PRODUCTS, PRODUCTS | {30}), [0.5, 0.5], range(PAGES)) is None


def test_ten_ways_to_say_one_thing_do_not_outweigh_another() -> None:
    alike = [PRODUCTS | {30 + number % 2} for number in range(10)]
    found = most_telling(holding(CAMERAS, *alike), [0.3, *[0.07] * 10], range(PAGES))
    assert found is not None
    # As probable as 0.3 to 0.07, the doubt is small; as 0.3 to 0.7 it would be among the largest there are.
    whole = most_telling(holding(CAMERAS, PRODUCTS), [0.3, 0.7], range(PAGES))
    assert whole is not None
    assert found.gain < whole.gain


def test_the_sceptical_ask_where_others_are_sure() -> None:
    kinds, sure = holding(CAMERAS, PRODUCTS), [0.999, 0.001]
    assert most_telling(kinds, sure, range(PAGES)) is None
    assert isinstance(most_telling(kinds, sure, range(PAGES), sceptical=True), Gain)


@pytest.mark.parametrize("kinds", [[CAMERAS], [set(), set()], [set(range(PAGES))]])
def test_where_nothing_is_in_doubt_nothing_is_asked(kinds: list[set[int]]) -> None:
    assert most_telling(holding(*kinds), [1.0] * len(kinds), range(PAGES)) is None


@given(
    st.lists(st.sets(st.integers(0, PAGES - 1)), min_size=1, max_size=6),
    st.lists(st.floats(0.01, 1), min_size=6, max_size=6),
    st.booleans(),
)
def test_a_label_is_never_expected_to_do_harm(kinds: list[set[int]], weights: list[float], sceptical: bool) -> None:
    found = most_telling(holding(*kinds), weights[: len(kinds)], range(PAGES), sceptical=sceptical)
    assert found is None or (0 < found.gain <= 1 and 0 <= found.hanging < PAGES)
