"""Naive Bayes of two classes for whole frontiers at once.

The model of naive_bayes.py (McCallum and Nigam 1998), which is its plain twin, for features that are small integers. Of
two classes only the difference matters, and it is a sum over the features of an example:

    log Pr[1 | x] / Pr[0 | x]  =  prior  +  sum over known f in x of  (w_f + c)
    w_f = log (n_1f + s) / (n_0f + s),   c = log (N_0 + s V) / (N_1 + s V),   prior = log (n_1 + 1) / (n_0 + 1)

Learning one example changes only the w_f of its own features, so that all can be kept up to date at no cost, and a
frontier of a hundred thousand links is scored by one look-up per feature.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray


class BatchNaiveBayes:
    """Classes 0 and 1; features are integers from 0 on, not too sparse."""

    def __init__(self, *, smoothing: float = 1.0) -> None:
        self._smoothing = smoothing
        self._examples = [0, 0]
        self._totals = [0, 0]
        self._vocabulary = 0
        self._counts = (GrowableArray("int32"), GrowableArray("int32"))
        self._weight = GrowableArray("float64")
        self._known = GrowableArray("int8")

    @property
    def examples(self) -> tuple[int, int]:
        """How many examples of each class were learned."""
        return self._examples[0], self._examples[1]

    def learn(self, features: NDArray[np.int32], label: int) -> None:
        """One example of class `label`; a feature that occurs twice counts twice."""
        self._grow(features)
        self._examples[label] += 1
        self._totals[label] += features.size
        np.add.at(self._counts[label].view, features, 1)
        self._vocabulary += int(np.count_nonzero(self._known.view[np.unique(features)] == 0))
        self._known.view[features] = 1
        other, one = (counts.view[features] + self._smoothing for counts in self._counts)
        self._weight.view[features] = np.log(one / other)

    def relabel(self, features: NDArray[np.int32], label: int) -> None:
        """An example that was learned is of class `label` after all: as if it had been from the beginning."""
        other = 1 - label
        self._examples[other] -= 1
        self._totals[other] -= features.size
        np.add.at(self._counts[other].view, features, -1)
        self.learn(features, label)

    def log_odds(self, features: NDArray[np.int32], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """log Pr[1 | x] / Pr[0 | x] of many examples, whose features are laid end to end. Features never seen say
        nothing. Equal examples get equal odds to the last bit, wherever in the batch they lie."""
        self._grow(features)
        spread = self._smoothing * self._vocabulary
        prior = math.log((self._examples[1] + 1) / (self._examples[0] + 1))
        shared = math.log((self._totals[0] + spread) / (self._totals[1] + spread)) if spread else 0.0
        values = self._weight.view[features] + shared * self._known.view[features]
        example = np.repeat(np.arange(lengths.size), lengths)
        return np.bincount(example, weights=values, minlength=lengths.size).astype(np.float64) + prior

    def _grow(self, features: NDArray[np.int32]) -> None:
        size = int(features.max()) + 1 if features.size else 0
        for array in (*self._counts, self._weight, self._known):
            array.grow_to(size)
