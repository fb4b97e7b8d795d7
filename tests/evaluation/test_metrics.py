"""Metrics on runs written down by hand."""

from __future__ import annotations

import math

import pytest

from hubwalk.drivers.replay import Download, Replay
from hubwalk.evaluation.metrics import Spread, cost_to, found_curve, geometric_mean, measure


def run(*downloads: str, seconds: float = 0.002) -> Replay:
    """A run from words: "a" was fetched, "a!" accepted, "b=a" shows the same as a, "r>a!" is a redirect to a."""
    made = []
    for word in downloads:
        name, _, twin = word.rstrip("!").partition("=")
        asked, arrow, url = name.partition(">")
        made.append(Download(url if arrow else name, asked, word.endswith("!"), "breadth", seconds, twin))
    return Replay("breadth_first", 0, tuple(made), exhausted=True)


TARGETS = {"a", "b", "c", "d"}


def test_the_curve_counts_accepted_targets_and_nothing_else() -> None:
    assert found_curve(run("home", "a!", "spam!", "b", "b!", "a!"), TARGETS) == [0, 1, 1, 1, 2, 2]


def test_a_target_that_shows_the_same_as_an_accepted_page_is_found() -> None:
    assert found_curve(run("a!", "b=a", "c=home"), TARGETS) == [1, 2, 2]


def test_a_target_is_found_under_the_address_that_was_asked_for_too() -> None:
    assert found_curve(run("a>elsewhere!", "old>b!"), TARGETS) == [1, 2]


@pytest.mark.parametrize(("level", "cost"), [(25, 2), (26, 4), (50, 4), (75, 5), (76, None), (100, None)])
def test_cost_is_the_download_that_completes_the_level(level: int, cost: int | None) -> None:
    assert cost_to([0, 1, 1, 2, 3, 3], targets=4, level=level) == cost


def test_a_site_without_targets_costs_nothing() -> None:
    assert cost_to([0, 0], targets=0, level=90) == 0


def test_rates_of_one_run() -> None:
    metrics = measure(run("home", "a!", "spam!", "b!", "c=a"), TARGETS)
    assert metrics.downloads == 5
    assert metrics.recall == pytest.approx(3 / 4)
    assert metrics.precision == pytest.approx(2 / 3)
    assert metrics.harvest_rate == pytest.approx(3 / 5)
    assert metrics.ms_per_decision == pytest.approx(2)
    assert metrics.cost == {50: 4, 90: None, 95: None, 99: None, 100: None}


def test_a_run_without_downloads_has_rates_too() -> None:
    metrics = measure(run(), TARGETS)
    assert (metrics.recall, metrics.precision, metrics.harvest_rate, metrics.ms_per_decision) == (0, 0, 0, 0)


def test_spread_is_over_the_runs_that_have_the_number() -> None:
    assert Spread.of([10, None, 14]) == Spread(mean=12, min=10, max=14, reached=2)
    assert Spread.of([None, None]) == Spread(None, None, None, 0)


def test_geometric_mean_balances_twice_and_half() -> None:
    assert geometric_mean([2.0, 0.5, 1.0]) == pytest.approx(1)
    assert math.isnan(geometric_mean([]))
