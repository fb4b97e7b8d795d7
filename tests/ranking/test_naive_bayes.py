from __future__ import annotations

import math

import pytest

from hubwalk.ranking.naive_bayes import NaiveBayes


def test_by_hand() -> None:
    """Two examples of class 0 (a a, a b), one of class 1 (b): worked out with paper and pencil."""
    learner = NaiveBayes(2)
    learner.learn(["a", "a"], 0)
    learner.learn(["a", "b"], 0)
    learner.learn(["b"], 1)
    first, second = learner.log_joint(["a"])
    assert first == pytest.approx(math.log(3 / 5) + math.log((3 + 1) / (4 + 2)))
    assert second == pytest.approx(math.log(2 / 5) + math.log((0 + 1) / (1 + 2)))
    assert learner.probabilities(["a"])[0] == pytest.approx((3 / 5 * 4 / 6) / (3 / 5 * 4 / 6 + 2 / 5 * 1 / 3))


def test_knows_nothing_at_first() -> None:
    assert NaiveBayes(4).probabilities(["whatever"]) == pytest.approx([0.25] * 4)


def test_unseen_features_say_nothing() -> None:
    learner = NaiveBayes(2)
    learner.learn(["a"], 0)
    learner.learn(["b"], 1)
    assert learner.log_joint(["a", "never"]) == learner.log_joint(["a"])


def test_order_of_learning_does_not_matter() -> None:
    one, other = NaiveBayes(2), NaiveBayes(2)
    examples = [(["a", "b"], 0), (["b", "c"], 1), (["c"], 0)]
    for features, label in examples:
        one.learn(features, label)
    for features, label in reversed(examples):
        other.learn(features, label)
    assert one.log_joint(["a", "c"]) == pytest.approx(other.log_joint(["a", "c"]))
    assert one.examples == (2, 1)


def test_long_examples_do_not_underflow() -> None:
    learner = NaiveBayes(2)
    learner.learn(["a"] * 10, 0)
    learner.learn(["b"] * 10, 1)
    assert learner.probabilities(["a"] * 10_000) == pytest.approx([1.0, 0.0])
