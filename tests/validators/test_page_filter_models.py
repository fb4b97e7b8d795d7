"""Our plain models judge as scikit-learn's, which taught them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from hubwalk.validators import page_filter_fitting as fitting
from hubwalk.validators.page_filter import MODELS, vectorise
from hubwalk.validators.page_filter_models import Trees, arrays_of, check, score_of, spoken
from hubwalk.validators.page_vectors import Rows

THEIRS: dict[str, Any] = {
    "naive_bayes": MultinomialNB(alpha=0.1),
    "nearest_neighbour": KNeighborsClassifier(1),
    "decision_tree": DecisionTreeClassifier(random_state=0, min_samples_leaf=2),
    "svm": LinearSVC(random_state=0, max_iter=5000),
    "adaboost": AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), n_estimators=100, random_state=0),
    "logitboost": GradientBoostingClassifier(n_estimators=100, max_depth=1, learning_rate=0.3, random_state=0),
}


def made_up(seed: int, count: int) -> tuple[list[Counter[str]], NDArray[np.int64]]:
    """Pages of two kinds that overlap, twice as many of one."""
    dice = np.random.default_rng(seed)
    labels = (np.arange(count) % 3 == 0).astype(np.int64)
    words = np.array([f"word{i}" for i in range(60)])
    share = [np.linspace(1, 3, 60), np.linspace(3, 1, 60)]
    pages = [Counter(dice.choice(words, 25, p=share[label] / share[label].sum()).tolist()) for label in labels]
    return pages, labels


def matrix(rows: Rows) -> csr_matrix:
    return csr_matrix((rows.values, rows.columns, rows.starts), shape=(rows.count, rows.width))


@pytest.fixture(scope="module")
def data() -> tuple[Any, Rows, NDArray[np.int64], Rows]:
    pages, labels = made_up(0, 90)
    vocabulary, vectors = vectorise(pages, labels, [""] * len(pages))
    return vocabulary, vectors, labels, vocabulary.vectors(made_up(1, 120)[0])


@pytest.mark.parametrize("name", MODELS)
def test_judgements_are_those_of_scikit_learn(name: str, data: Any) -> None:
    _, vectors, labels, unseen = data
    theirs = THEIRS[name]
    if name == "nearest_neighbour":
        theirs.fit(matrix(vectors), labels)
    else:
        theirs.fit(matrix(vectors), labels, sample_weight=(len(labels) / (2 * np.bincount(labels)))[labels])
    margins = fitting.fit(name, vectors, labels).margins(unseen)
    assert (margins > 0).astype(int).tolist() == theirs.predict(matrix(unseen)).tolist()
    assert 20 < (margins > 0).sum() < 100, "the pages do not test anything"
    if hasattr(theirs, "decision_function"):
        assert margins == pytest.approx(theirs.decision_function(matrix(unseen)) / (2 if name == "adaboost" else 1))


@pytest.mark.parametrize("name", MODELS)
def test_the_same_pages_give_the_same_model(name: str, data: Any) -> None:
    _, vectors, labels, _ = data
    one, other = (arrays_of(fitting.fit(name, vectors, labels)) for _ in range(2))
    assert all(np.array_equal(one[part], other[part]) for part in one)


@pytest.mark.parametrize("name", MODELS)
def test_words_that_spoke(name: str, data: Any) -> None:
    vocabulary, vectors, labels, unseen = data
    model = fitting.fit(name, vectors, labels)
    margins = model.margins(unseen)
    best, worst = int(np.argmax(margins)), int(np.argmin(margins))
    assert spoken(model, unseen, vocabulary.terms, best)["speaks for"]
    refused = spoken(model, unseen, vocabulary.terms, worst)
    assert refused["against"] or refused["misses"]
    there = {vocabulary.terms[i] for i in unseen.row(worst)[0]}
    assert {*refused["speaks for"], *refused["against"]} <= there
    assert not there & {*refused["misses"]}


def test_few_pages_are_enough(data: Any) -> None:
    vocabulary, vectors = vectorise([Counter("ab"), Counter("ac")], np.array([1, 0]), ["", ""])
    nothing = vectorise([Counter("a"), Counter("b")], np.array([1, 0]), ["", ""])[1]
    for name in MODELS:
        assert fitting.fit(name, nothing, np.array([1, 0])).margins(nothing).tolist() == [1, 1], "nothing against them"
        assert np.isfinite(
            fitting.fit(name, vectors, np.array([1, 0])).margins(vocabulary.vectors([Counter("a")]))
        ).all()


def test_scores_turn_at_one_half() -> None:
    assert score_of(0.0) == 0.5
    assert 0 <= score_of(-1e9) < 0.01
    assert 0.99 < score_of(1e9) <= 1


@pytest.mark.parametrize("name", MODELS)
def test_numbers_that_do_not_fit_are_noticed(name: str, data: Any) -> None:
    _, vectors, labels, _ = data
    model: Any = fitting.fit(name, vectors, labels)
    assert check(model, vectors.width)
    assert not check(model, 3)
    for part, values in arrays_of(model).items():
        if part == "roots" or values.dtype.kind == "f":
            continue
        assert not check(dataclasses.replace(model, **{part: values + 10**9}), vectors.width), part
    for part, values in arrays_of(model).items():
        if values.dtype.kind == "f":
            assert not check(dataclasses.replace(model, **{part: values * np.nan}), vectors.width), part
        assert not check(dataclasses.replace(model, **{part: values[:0]}), vectors.width), part


def test_a_tree_that_runs_in_circles_is_noticed() -> None:
    whole, zero = np.array([0, 0]), np.zeros(2)
    assert not check(Trees(np.array([0]), whole, zero, whole, whole, zero, np.zeros(1)), 5)
