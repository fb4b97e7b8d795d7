from __future__ import annotations

import random

import numpy as np
import pytest

from hubwalk.ranking.naive_bayes import NaiveBayes
from hubwalk.ranking.naive_bayes_batch import BatchNaiveBayes


def test_the_batch_agrees_with_its_plain_twin() -> None:
    rng = random.Random(5)
    plain, fast = NaiveBayes(smoothing=0.5), BatchNaiveBayes(smoothing=0.5)
    for _ in range(60):
        features = [rng.randrange(80) for _ in range(rng.randrange(8))]
        label = int(rng.random() < 0.3)
        plain.learn(features, label)
        fast.learn(np.asarray(features, dtype=np.int32), label)
        asked = [[rng.randrange(100) for _ in range(rng.randrange(6))] for _ in range(7)]
        joint = [plain.log_joint(example) for example in asked]
        flat = np.asarray([feature for example in asked for feature in example], dtype=np.int32)
        odds = fast.log_odds(flat, np.asarray([len(example) for example in asked]))
        assert odds == pytest.approx([one - other for other, one in joint])
    assert fast.examples == plain.examples


def test_equal_examples_get_equal_odds_wherever_they_lie() -> None:
    model = BatchNaiveBayes()
    rng = random.Random(1)
    for label in (0, 1, 1, 0):
        model.learn(np.asarray([rng.randrange(50) for _ in range(30)], dtype=np.int32), label)
    example = [rng.randrange(50) for _ in range(23)]
    others = [rng.randrange(50) for _ in range(7)]
    flat = np.asarray(example + others + example, dtype=np.int32)
    odds = model.log_odds(flat, np.asarray([23, 7, 23]))
    assert odds[0] == odds[2] == model.log_odds(np.asarray(example, dtype=np.int32), np.asarray([23]))[0]


def test_nothing_learned_nothing_known() -> None:
    model = BatchNaiveBayes()
    assert model.log_odds(np.asarray([1, 2, 3], dtype=np.int32), np.asarray([2, 0, 1])).tolist() == [0, 0, 0]
    assert model.log_odds(np.asarray([], dtype=np.int32), np.asarray([], dtype=np.int64)).size == 0
    model.learn(np.asarray([], dtype=np.int32), 1)
    assert model.log_odds(np.asarray([7], dtype=np.int32), np.asarray([1]))[0] == pytest.approx(np.log(2))


def test_an_example_with_another_label_is_as_if_it_always_had_it() -> None:
    examples = [np.asarray(features, dtype=np.int32) for features in ([1, 2, 2], [2, 3], [1, 5], [4])]
    labels = [1, 0, 1, 0]
    revised, fresh = BatchNaiveBayes(), BatchNaiveBayes()
    for features, label in zip(examples, labels, strict=True):
        revised.learn(features, 1 - label)
        fresh.learn(features, label)
    for features, label in zip(examples, labels, strict=True):
        revised.relabel(features, label)
    asked = np.asarray([1, 2, 3, 4, 5, 9], dtype=np.int32)
    lengths = np.ones(6, dtype=np.int64)
    assert revised.examples == fresh.examples
    assert revised.log_odds(asked, lengths).tolist() == fresh.log_odds(asked, lengths).tolist()
