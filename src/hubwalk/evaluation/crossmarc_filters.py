"""Table 2: the models of the page filter, ten-fold, on laptop offers and near misses of the web of shops.

One model stands beside those of the validator, because the paper does not say how its pages became vectors: naive Bayes
over the presence of words (multivariate Bernoulli, see McCallum and Nigam 1998), where ours is multinomial.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hubwalk.demo.shops.corpus import training_pages
from hubwalk.evaluation.crossmarc_outcomes import Filtered
from hubwalk.evaluation.crossmarc_suite import PRESENCE, Cell, CrossmarcSuite
from hubwalk.validators.page_filter import distinct, make_reader, split, vectorise
from hubwalk.validators.page_filter_folds import FoldScores, cross_validate, fold_scores
from hubwalk.validators.page_vectors import Floats, Integers, Rows
from hubwalk.validators.sites import site_of
from hubwalk.values import Page

_SEED = 0
_Pages = tuple[list[Page], list[Page]]


def run_filter(suite: CrossmarcSuite, cell: Cell) -> Filtered:
    """One line of Table 2."""
    wanted, others = _training(suite.sites, cell.seed, cell.language, cell.pages)
    if cell.model == PRESENCE:
        line = _presence(wanted, others, suite.folds)
    else:
        (line,) = cross_validate(wanted, others, [cell.model], suite.folds, _SEED)
    return Filtered(len(wanted), len(others), line.precision, line.recall, line.f1, line.spread)


@lru_cache(maxsize=2)
def _training(sites: int, seed: int, language: str, pages: int) -> _Pages:
    wanted, others = training_pages(sites, seed, language, pages)
    return distinct(wanted), distinct(others)


def _presence(wanted: list[Page], others: list[Page], folds: int) -> FoldScores:
    pages = [*wanted, *others]
    labels = np.array([1] * len(wanted) + [0] * len(others))
    reader = make_reader(wanted)
    terms, sites = [reader.terms(page) for page in pages], [site_of(page) for page in pages]
    scores = []
    for train, test in split(labels, folds, _SEED):
        vocabulary, rows = vectorise([terms[i] for i in train], labels[train], [sites[i] for i in train])
        margins = presence_margins(rows, labels[train], vocabulary.vectors([terms[i] for i in test]))
        scores.append(fold_scores((margins > 0).astype(np.int64), labels[test]))
    precision, recall, f1 = np.mean(scores, axis=0).tolist()
    return FoldScores(PRESENCE, precision, recall, f1, float(np.std([score[2] for score in scores])))


def presence_margins(known: Rows, labels: Integers, pages: Rows) -> Floats:
    """Log odds of pages being wanted, every word of the vocabulary counting as there or not there; smoothed by one."""
    there = _presences(known)
    yes, no = (_chances(there[labels == label]) for label in (1, 0))
    prior = np.log((labels == 1).sum() / (labels == 0).sum())
    absent = float(np.sum(np.log((1 - yes) / (1 - no))))
    odds = np.log(yes * (1 - no) / (no * (1 - yes)))
    result: Floats = _presences(pages) @ odds + absent + prior
    return result


def _chances(there: Floats) -> Floats:
    result: Floats = (there.sum(axis=0) + 1) / (len(there) + 2)
    return result


def _presences(rows: Rows) -> Floats:
    return np.array([rows.dense(i) > 0 for i in range(rows.count)], dtype=float)
