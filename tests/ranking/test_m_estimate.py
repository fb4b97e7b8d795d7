"""Naive Bayes with the m-estimate: worked by hand, forgetting, few examples of one class."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hubwalk.ranking.m_estimate import MEstimateBayes


def features(*numbers: int) -> NDArray[np.int32]:
    return np.asarray(numbers, dtype=np.int32)


def odds(model: MEstimateBayes, *numbers: int) -> float:
    return float(model.log_odds(features(*numbers), np.asarray([len(numbers)]))[0])


def test_by_hand() -> None:
    model = MEstimateBayes()
    model.learn(features(0, 1), 1)
    model.learn(features(0), 0)
    model.learn(features(2), 0)
    # Feature 1: q = 1.5 / 4, Pr[1 | 1] = (1 + .75) / 3, Pr[1 | 0] = .75 / 4
    assert odds(model, 1) == pytest.approx(math.log((1.75 / 3) / (0.75 / 4)))
    # Feature 0: q = 2.5 / 4, (1 + 1.25) / 3 against (1 + 1.25) / 4
    assert odds(model, 0) == pytest.approx(math.log((2.25 / 3) / (2.25 / 4)))
    assert odds(model, 0, 1) == pytest.approx(odds(model, 0) + odds(model, 1))
    assert model.examples == (2, 1)


def test_features_never_seen_say_nothing() -> None:
    model = MEstimateBayes()
    assert odds(model, 7) == 0
    model.learn(features(1), 0)
    assert odds(model, 7) == odds(model) == 0


def test_a_rare_feature_of_the_large_class_is_no_sign_of_the_small_one() -> None:
    model = MEstimateBayes()
    model.learn(features(0), 1)
    for number in range(100):
        model.learn(features(10 + number), 0)
    assert abs(odds(model, 10)) < 0.1
    assert odds(model, 0) > 3


def test_without_examples_of_one_class_the_other_still_tells() -> None:
    model = MEstimateBayes()
    model.learn(features(0), 1)
    assert odds(model, 0) > 0


@given(
    st.lists(st.tuples(st.sets(st.integers(0, 5)), st.integers(0, 1), st.booleans()), min_size=1, max_size=12),
    st.sets(st.integers(0, 7)),
)
def test_forgotten_examples_are_as_if_they_had_never_been(
    examples: list[tuple[set[int], int, bool]], asked: set[int]
) -> None:
    changed, fresh = MEstimateBayes(), MEstimateBayes()
    for found, label, stays in examples:
        changed.learn(features(*found), label)
        if stays:
            fresh.learn(features(*found), label)
    for found, label, stays in examples:
        if not stays:
            changed.forget(features(*found), label)
    assert changed.examples == fresh.examples
    assert odds(changed, *asked) == odds(fresh, *asked)


def test_a_batch_is_its_examples_one_by_one() -> None:
    model = MEstimateBayes()
    model.learn(features(0, 2), 1)
    model.learn(features(1), 0)
    batch = model.log_odds(features(0, 1, 2, 5), np.asarray([2, 0, 2]))
    assert batch.tolist() == [odds(model, 0, 1), 0.0, odds(model, 2, 5)]
