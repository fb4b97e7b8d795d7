"""Naive Bayes of two very uneven classes: what a feature says is held against how frequent it is at all.

Of a class c with n_c examples, n_cf of which have feature f, the m-estimate (Cestnik (1990), "Estimating probabilities:
a crucial task in machine learning") of the probability of f takes m examples from the background, all n examples:

    Pr[f | c] = (n_cf + m q_f) / (n_c + m)        q_f = (n_f + 1/2) / (n + 1)
    log odds of x  =  sum over known f in x of  log Pr[f | 1] / Pr[f | 0]

So with one example of class 1 and a hundred of class 0, a feature that one of the hundred has says nothing, where the
Laplace smoothing of naive_bayes.py would take it for a sign of class 1. The odds are those of the features alone; how
frequent the classes are is left out. Features never seen say nothing, what is missing in x does not count.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray

_M = 2.0


class MEstimateBayes:
    """Classes 0 and 1; features are integers from 0 on, each once in an example."""

    def __init__(self) -> None:
        self._examples = [0, 0]
        self._counts = (GrowableArray("int32"), GrowableArray("int32"))

    @property
    def examples(self) -> tuple[int, int]:
        """How many examples of each class were learned."""
        return self._examples[0], self._examples[1]

    def learn(self, features: NDArray[np.int32], label: int) -> None:
        """One example of class `label`."""
        self._grow(features)
        self._examples[label] += 1
        self._counts[label].view[features] += 1

    def forget(self, features: NDArray[np.int32], label: int) -> None:
        """An example that was learned as of class `label` is none: as if it had never been."""
        self._examples[label] -= 1
        self._counts[label].view[features] -= 1

    def log_odds(self, features: NDArray[np.int32], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
        """Of many examples, whose features are laid end to end."""
        self._grow(features)
        others, ones = (counts.view[features].astype(np.float64) for counts in self._counts)
        n_others, n_ones = self._examples
        background = _M * (others + ones + 0.5) / (n_others + n_ones + 1)
        odds = np.log((ones + background) / (others + background)) + np.log((n_others + _M) / (n_ones + _M))
        example = np.repeat(np.arange(lengths.size), lengths)
        known = odds * (others + ones > 0)
        return np.bincount(example, weights=known, minlength=lengths.size).astype(np.float64)

    def _grow(self, features: NDArray[np.int32]) -> None:
        size = int(features.max()) + 1 if features.size else 0
        for counts in self._counts:
            counts.grow_to(size)
