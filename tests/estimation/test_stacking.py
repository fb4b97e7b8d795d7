"""From several signals to one estimate."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.estimation.recall import BY_OUTLOOK, BY_PLACES
from hubwalk.estimation.stacking import Signals, Weights, combine

NOTHING = (0.0, 0.0, 0.0, 0.0)
ALIKE = Weights((0.0, 1.0, 0.0, 0.0, 0.0), (1.0, *NOTHING), low=-1.0, high=2.0)  # believes the outlook as it is
SOME = Signals(found=99, near=40.0, beyond=10.0, listed=30.0, unseen=2.0, drought=1.5)

signals = st.builds(
    Signals,
    found=st.integers(0, 100_000),
    near=st.floats(0, 1e6),
    beyond=st.floats(0, 1e6),
    listed=st.floats(0, 1e6),
    unseen=st.floats(1, 100),
    drought=st.floats(0, 1e6),
)


def test_features_by_hand() -> None:
    assert SOME.features() == pytest.approx(
        (math.log((2 * 149 - 99 + 1) / 100), math.log((2 * 129 - 99 + 1) / 100), math.log(2.5), math.log(1.2))
    )


def test_what_is_missing_by_hand() -> None:
    missing = combine(SOME, ALIKE)
    assert missing.expected == pytest.approx(2 * (99 + 40 + 10) - 99)
    assert missing.low == math.floor((missing.expected + 1) / math.e - 1)
    assert missing.high == math.ceil((missing.expected + 1) * math.e**2 - 1)


def test_the_error_to_be_expected_makes_the_interval_wide() -> None:
    wide = Weights(ALIKE.mean, (2.0, *NOTHING), ALIKE.low, ALIKE.high)
    assert combine(SOME, wide).low < combine(SOME, ALIKE).low
    assert combine(SOME, wide).high > combine(SOME, ALIKE).high


@pytest.mark.parametrize("weights", [BY_OUTLOOK, BY_PLACES])
@given(some=signals)
def test_the_interval_holds_the_estimate(weights: Weights, some: Signals) -> None:
    missing = combine(some, weights)
    assert 0 <= missing.low <= missing.expected <= missing.high < math.inf


@pytest.mark.parametrize("weights", [BY_OUTLOOK, BY_PLACES])
@given(some=signals, more=st.floats(0, 1000))
def test_the_more_is_expected_ahead_the_more_is_missing(weights: Weights, some: Signals, more: float) -> None:
    ahead = replace(some, near=some.near + more, listed=some.listed + more)
    unseen = replace(some, unseen=some.unseen + more)
    least = combine(some, weights).expected * (1 - 1e-9)
    assert combine(ahead, weights).expected >= least
    assert combine(unseen, weights).expected >= least


@given(some=signals)
def test_a_larger_site_has_the_same_recall(some: Signals) -> None:
    """Where enough was found, sizes cancel out."""
    found = some.found + 10_000
    small = replace(some, found=found, near=some.near + found / 50, listed=some.listed + found / 50)
    large = replace(small, found=10 * found, near=10 * small.near, beyond=10 * small.beyond, listed=10 * small.listed)
    for weights in (BY_OUTLOOK, BY_PLACES):
        recall = [one.found / (one.found + combine(one, weights).expected) for one in (small, large)]
        assert recall[0] == pytest.approx(recall[1], abs=0.01)
