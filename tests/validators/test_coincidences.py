"""What a trait of all samples costs, where samples share much by chance."""

from __future__ import annotations

import numpy as np
import pytest

from hubwalk.validators.coincidences import price_of_chance

PAGES = 60


def priced(
    shared: set[int], others: list[set[int]], views: list[int] | None = None, kind: set[int] | None = None
) -> float:
    """What the first trait costs beside others that all samples but one have; inside a kind, if there is one."""
    rows = [shared, *others, *([kind] if kind else [])]
    extension = np.array([[page in row for page in range(PAGES)] for row in rows], np.float32)
    view = np.array([0, *(views or [0] * len(others)), *([1] if kind else [])])
    nearly = np.arange(1, 1 + len(others))
    around = np.array([len(rows) - 1 if kind else -1])
    return float(price_of_chance(extension, view, np.array([0]), nearly, around)[0])


def chance(number: int) -> list[set[int]]:
    """So many traits of ten pages each, no two the same."""
    return [{*range(start, start + 9), start + 20 + start % 7} for start in range(number)]


SHARED = set(range(30, 40))


def test_the_more_others_are_nearly_shared_the_more_it_costs() -> None:
    assert priced(SHARED, []) == 0
    assert priced(SHARED, chance(3)) == 0, "a few are to be expected"
    some, many = priced(SHARED, chance(8)), priced(SHARED, chance(20))
    assert 0 < some < many
    assert many - some == pytest.approx(2 * np.log(21 / 9))


def test_only_others_of_its_view_and_about_its_size_count() -> None:
    assert priced(SHARED, chance(20), views=[1] * 20) == 0
    assert priced(SHARED, [set(range(start, start + 21)) for start in range(20)]) == 0
    assert priced(SHARED, [{start, start + 30} for start in range(20)]) == 0


def test_what_the_same_pages_have_counts_once() -> None:
    assert priced(SHARED, chance(1) * 20) == 0


def test_inside_a_kind_only_what_lies_in_it_counts() -> None:
    inside, outside = (
        [{*range(start, start + 10)} for start in range(8)],
        [{*range(start, start + 10)} for start in range(20, 28)],
    )
    kind = set(range(18))
    assert priced(set(range(2, 12)) - {3}, inside, kind=kind) > 0
    assert priced(set(range(2, 12)) - {3}, outside, kind=kind) == 0
