"""How alike samples are, within a site and across sites."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from hubwalk.validators.sites import compare_samples, site_of, spread
from hubwalk.values import Page


@pytest.mark.parametrize(
    ("url", "canonical", "site"),
    [
        ("http://www.a.test/x", "", "a.test"),
        ("https://a.test:8000/x", "", "a.test:8000"),
        ("file:///home/a.html", "https://a.test/x", "a.test"),
        ("file:///home/a.html", "", ""),
        ("http://[broken/", "", ""),
    ],
)
def test_site_of(url: str, canonical: str, site: str) -> None:
    assert site_of(Page(url, url, canonical=canonical)) == site


def test_samples_of_one_site_are_compared_with_all_others() -> None:
    asked: list[tuple[int, list[int]]] = []

    def reached(number: int, others: Sequence[int]) -> float:
        asked.append((number, list(others)))
        return number / 10

    assert compare_samples(["a", "a", "a"], reached) == ([0.0, 0.1, 0.2], {})
    assert asked == [(0, [1, 2]), (1, [0, 2]), (2, [0, 1])]


def test_samples_of_several_sites_are_compared_across_sites_too() -> None:
    def reached(number: int, others: Sequence[int]) -> float:
        return len(others) + number / 10

    elsewhere, at = compare_samples(["a", "a", "b"], reached)
    assert elsewhere == [1.0, 1.1, 2.2]  # against b, against b, against both of a
    assert at["a"] == [2.0, 2.1]
    assert at["b"] == [pytest.approx(2.05)], "a single sample is held to what those of other sites reach"


def test_sites_with_a_single_sample_each_have_no_line_of_their_own() -> None:
    elsewhere, at = compare_samples(["a", "b", "c"], lambda number, others: float(number))
    assert elsewhere == [0.0, 1.0, 2.0]
    assert at == {}


def test_not_all_of_many_samples_are_compared() -> None:
    elsewhere, _ = compare_samples(["a"] * 100, lambda number, others: float(number))
    assert len(elsewhere) <= 20


def test_spread() -> None:
    assert spread([[1.0, 3.0, 2.0], [12.0, 10.0]]) == pytest.approx(math.sqrt(4 / 3))
    assert spread([[1.0, 2.0], [7.0]]) == math.inf
