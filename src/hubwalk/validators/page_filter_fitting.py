"""Fits the six models of the page filter with scikit-learn and takes out what they have learned.

    naive_bayes        multinomial, over TF-IDF weights
    nearest_neighbour  k = 1
    decision_tree      CART, in the paper J48
    svm                linear, in the paper SMO
    adaboost           of stumps
    logitboost         boosting of the logistic loss with stumps: gradient boosting, the maintained relative of
                       LogitBoost (Friedman, Hastie, Tibshirani 2000), which takes its steps by Newton's method

The kinds weigh alike, however many pages each has: the background of a crawl may be a hundred times the samples.
Everything is seeded: the same pages give the same model.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from hubwalk.validators.page_filter_models import Linear, Model, Neighbours, Trees
from hubwalk.validators.page_vectors import Floats, Integers, Rows

_SEED = 0
_ROUNDS = 100  # of boosting


def fit(name: str, rows: Rows, labels: Integers) -> Model:
    """The model of that name from pages of both kinds, labelled 1 (wanted) or 0."""
    if not rows.width:
        return _undecided(rows)
    sizes = np.bincount(labels, minlength=2)
    weights = (len(labels) / (2 * sizes))[labels]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an SVM could be a little better still is no news for a user
        return MODELS[name](rows, labels, weights)


def _undecided(rows: Rows) -> Model:
    """Where no term tells the kinds apart: then there is nothing against a page."""
    return Linear(np.zeros(rows.width), np.ones(1))


def _matrix(rows: Rows) -> Any:
    from scipy.sparse import csr_matrix

    return csr_matrix((rows.values, rows.columns, rows.starts), shape=(rows.count, rows.width))


def _naive_bayes(rows: Rows, labels: Integers, weights: Floats) -> Model:
    from sklearn.naive_bayes import MultinomialNB

    fitted = MultinomialNB(alpha=0.1).fit(_matrix(rows), labels, sample_weight=weights)
    other, wanted = fitted.feature_log_prob_
    return Linear(wanted - other, np.array([fitted.class_log_prior_[1] - fitted.class_log_prior_[0]]))


def _svm(rows: Rows, labels: Integers, weights: Floats) -> Model:
    from sklearn.svm import LinearSVC

    fitted = LinearSVC(C=1.0, random_state=_SEED, max_iter=5000).fit(_matrix(rows), labels, sample_weight=weights)
    return Linear(fitted.coef_[0].astype(float), np.atleast_1d(fitted.intercept_).astype(float))


def _nearest_neighbour(rows: Rows, labels: Integers, weights: Floats) -> Model:
    del weights  # one neighbour has no weight; all that there is to learn is the pages
    return Neighbours(rows.starts, rows.columns, rows.values, np.array([rows.width]), labels)


def _decision_tree(rows: Rows, labels: Integers, weights: Floats) -> Model:
    from sklearn.tree import DecisionTreeClassifier

    fitted = DecisionTreeClassifier(random_state=_SEED, min_samples_leaf=2)
    fitted.fit(_matrix(rows), labels, sample_weight=weights)
    return _trees([(fitted.tree_, _lead(fitted.tree_))])


def _adaboost(rows: Rows, labels: Integers, weights: Floats) -> Model:
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    stump = DecisionTreeClassifier(max_depth=1)
    fitted = AdaBoostClassifier(stump, n_estimators=_ROUNDS, random_state=_SEED)
    try:
        fitted.fit(_matrix(rows), labels, sample_weight=weights)
    except ValueError:  # the best stump is no better than chance
        return _undecided(rows)
    total = fitted.estimator_weights_.sum()
    votes = zip(fitted.estimators_, fitted.estimator_weights_ / total, strict=False)
    return _trees([(one.tree_, share * np.where(_lead(one.tree_) > 0, 1.0, -1.0)) for one, share in votes])


def _logitboost(rows: Rows, labels: Integers, weights: Floats) -> Model:
    from sklearn.ensemble import GradientBoostingClassifier

    fitted = GradientBoostingClassifier(n_estimators=_ROUNDS, max_depth=1, learning_rate=0.3, random_state=_SEED)
    fitted.fit(_matrix(rows), labels, sample_weight=weights)
    odds = np.log(fitted.init_.class_prior_[1] / fitted.init_.class_prior_[0])
    trees = [(one[0].tree_, fitted.learning_rate * one[0].tree_.value[:, 0, 0]) for one in fitted.estimators_]
    return _trees(trees, float(odds))


def _lead(tree: Any) -> Floats:
    """By how much the wanted kind is ahead in each node."""
    shares = tree.value[:, 0, :]
    if shares.shape[1] < 2:  # a stump that was given pages of one kind only; the boosting ended there
        return np.zeros(len(shares))
    result: Floats = (shares[:, 1] - shares[:, 0]) / shares.sum(axis=1)
    return result


def _trees(trees: list[tuple[Any, Floats]], bias: float = 0.0) -> Model:
    sizes = [tree.node_count for tree, _ in trees]
    roots = np.cumsum([0, *sizes[:-1]])
    columns = np.concatenate([np.maximum(tree.feature, -1) for tree, _ in trees]).astype(np.int64)
    left, right = (
        np.concatenate([np.where(side >= 0, side + root, -1) for side, root in zip(sides, roots, strict=True)])
        for sides in ([tree.children_left for tree, _ in trees], [tree.children_right for tree, _ in trees])
    )
    thresholds = np.concatenate([tree.threshold for tree, _ in trees]).astype(float)
    values = np.concatenate([values for _, values in trees]).astype(float)
    return Trees(roots.astype(np.int64), columns, thresholds, left, right, values, np.array([bias]))


MODELS: dict[str, Callable[[Rows, Integers, Floats], Model]] = {
    "naive_bayes": _naive_bayes,
    "nearest_neighbour": _nearest_neighbour,
    "decision_tree": _decision_tree,
    "svm": _svm,
    "adaboost": _adaboost,
    "logitboost": _logitboost,
}
DEFAULT = "svm"
