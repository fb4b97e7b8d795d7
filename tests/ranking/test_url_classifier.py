from __future__ import annotations

import math
import random

import numpy as np
import pytest

from hubwalk.ranking.url_classifier import UrlClassifier


def slow_weights(examples: list[tuple[str, bool]], grams: list[str]) -> tuple[np.ndarray, float]:
    """The formula of the docstring on whole vectors, without the trick that the penalty costs one product."""
    weights, bias, penalty = np.zeros(len(grams)), 0.0, 1e-4
    for number, (url, target) in enumerate(examples):
        pairs = [url[i : i + 2] for i in range(len(url) - 1)]
        x = np.array([pairs.count(gram) for gram in grams], dtype=float)
        step = 1 / (penalty * (1000 + number))
        error = target - 1 / (1 + math.exp(-(weights @ x + bias)))
        weights = (1 - step * penalty) * weights + step * error * x
        bias += 0.01 * step * error
    return weights, bias


def test_the_first_step_by_hand() -> None:
    """Step 1 / (1e-4 * 1000) = 10, error 1 - 1/2: each of the pairs ab, ba, ab counts for 5, ab twice, and so 10."""
    classifier = UrlClassifier(batch=1)
    classifier.learn("abab", target=True)
    assert classifier.margin("xy") == pytest.approx(0.05)  # the bias, a hundredth
    assert classifier.margin("ab") == pytest.approx(10.05)
    assert classifier.margin("ba") == pytest.approx(5.05)
    assert classifier.margin("abab") == pytest.approx(25.05)


def test_it_agrees_with_the_slow_version() -> None:
    rng = random.Random(3)
    urls = ["".join(rng.choice("abc/") for _ in range(6)) for _ in range(200)]
    examples = [(url, url.count("a") + rng.random() > 2) for url in urls]
    classifier = UrlClassifier(batch=10)
    for url, target in examples:
        classifier.learn(url, target)
    grams = [a + b for a in "abc/" for b in "abc/"]
    weights, bias = slow_weights(examples, grams)
    assert [classifier.margin(gram) for gram in grams] == pytest.approx(list(weights + bias))


def test_it_says_nothing_before_a_batch_is_full() -> None:
    classifier = UrlClassifier(batch=3)
    for number in range(2):
        classifier.learn(f"/item/{number}", target=True)
        assert not classifier.ready
        assert classifier.margin(f"/item/{number}") == 0
    classifier.learn("/about", target=False)
    assert classifier.ready
    assert classifier.is_target("/item/7")
    assert not classifier.is_target("/about")


def test_case_does_not_count() -> None:
    classifier = UrlClassifier(batch=1)
    classifier.learn("http://site.test/Item/1", target=True)
    assert classifier.margin("HTTP://SITE.TEST/ITEM/1") == classifier.margin("http://site.test/item/1") > 0


def test_longer_ngrams_tell_apart_what_pairs_do_not() -> None:
    """abca and bcab have the pairs ab, bc, ca alike, and no triple but abc and bca, cab."""
    for ngram, alike in ((2, True), (3, False)):
        classifier = UrlClassifier(ngram=ngram, batch=1)
        classifier.learn("abca", target=True)
        assert (classifier.margin("bcab") == classifier.margin("abca")) is alike


def test_it_learns_for_long_without_losing_its_numbers() -> None:
    """The common scale of the weights shrinks by a thousandth with each step at first; it must not run out."""
    classifier = UrlClassifier(batch=1)
    for number in range(60_000):
        classifier.learn("ab" if number % 2 else "cd", target=bool(number % 2))
    assert classifier.is_target("ab")
    assert not classifier.is_target("cd")
    assert math.isfinite(classifier.margin("ab"))
