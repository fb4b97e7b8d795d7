"""How well the models of the page filter tell pages from near misses: stratified k-fold cross-validation.

CROSSMARC (Stamatakis, Karkaletsis, Paliouras, Horlock, Grover, Curran, Dingare 2003), section 4.2 and Table 2, whose
numbers for laptop offers in English are kept here to be set beside ours.

The models are measured alone, without the demand for likeness to the samples, and on all text outside links and frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from hubwalk.errors import UsageError, unknown_name
from hubwalk.validators.page_filter import MODELS, distinct, judge_unseen, make_reader, split
from hubwalk.validators.page_vectors import Integers
from hubwalk.validators.sites import site_of
from hubwalk.values import Page

__all__ = ["MODELS", "PAPER", "FoldScores", "cross_validate"]


@dataclass(frozen=True, slots=True)
class FoldScores:
    """One line of the table: a model's means over the folds, and how much the folds differ."""

    model: str
    precision: float
    recall: float
    f1: float
    spread: float  # standard deviation of F over the folds


# Table 2: precision, recall, f-measure of stratified ten-fold cross-validation.
PAPER = {
    "naive_bayes": FoldScores("naive_bayes", 0.881, 0.893, 0.887, 0.0),
    "nearest_neighbour": FoldScores("nearest_neighbour", 0.979, 0.960, 0.969, 0.0),
    "decision_tree": FoldScores("decision_tree", 0.990, 0.924, 0.956, 0.0),
    "svm": FoldScores("svm", 0.964, 0.957, 0.961, 0.0),
    "adaboost": FoldScores("adaboost", 0.971, 0.960, 0.965, 0.0),
    "logitboost": FoldScores("logitboost", 0.977, 0.937, 0.957, 0.0),
}


def cross_validate(  # noqa: PLR0917
    positives: Sequence[Page],
    negatives: Sequence[Page],
    models: Sequence[str] = MODELS,
    folds: int = 10,
    seed: int = 0,
    on_progress: Callable[[int, int], None] = lambda *_: None,
) -> list[FoldScores]:
    """One line per model, in their order; UsageError where a class has fewer pages than there are folds.

    `on_progress` is told how many of how many trainings are done.
    """
    for name in models:
        if name not in MODELS:
            raise unknown_name("model", name, MODELS)
    wanted, others = distinct(positives), distinct(negatives)
    for title, pages in (("wanted pages", wanted), ("near misses", others)):
        if not 2 <= folds <= len(pages):
            raise UsageError(f"{folds} folds need at least 2 and at most {len(pages)}, the number of distinct {title}")
    pages = [*wanted, *others]
    labels = np.array([1] * len(wanted) + [0] * len(others))
    reader, sites = make_reader(wanted), [site_of(page) for page in pages]
    terms = [reader.terms(page) for page in pages]
    parts = split(labels, folds, seed)
    lines = []
    for number, name in enumerate(models):
        scores = []
        for k, part in enumerate(parts):
            scores.append(fold_scores(judge_unseen(terms, labels, sites, part, name), labels[part[1]]))
            on_progress(number * folds + k + 1, len(models) * folds)
        precision, recall, f1 = np.mean(scores, axis=0).tolist()
        lines.append(FoldScores(name, precision, recall, f1, float(np.std([score[2] for score in scores]))))
    return lines


def fold_scores(found: Integers, labels: Integers) -> tuple[float, float, float]:
    """Precision, recall and F; where nothing was accepted nothing was wrong, but nothing was found either."""
    right = int(((found == 1) & (labels == 1)).sum())
    accepted, wanted = int(found.sum()), int(labels.sum())
    return right / accepted if accepted else 0.0, right / wanted, 2 * right / (accepted + wanted)
