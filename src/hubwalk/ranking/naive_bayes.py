"""Naive Bayes over bags of features, learned one example at a time.

The multinomial model with Laplace smoothing (McCallum and Nigam 1998): of a class c with n_c examples, in which feature
f was seen n_cf times among N_c features in all,

    log Pr[c | x]  ~  log (n_c + 1) / (n + |C|)  +  sum over f in x of  log (n_cf + s) / (N_c + s V)

with V the number of different features seen so far. Features may be anything that can be a dictionary key: words, or
the pairs of distance and token that the apprentice learns from. Written here because it must learn online, with a
vocabulary that grows, in a crawl that should not load a machine-learning library for forty lines.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable


class NaiveBayes:
    """Classes are numbered from 0."""

    def __init__(self, classes: int = 2, *, smoothing: float = 1.0) -> None:
        self._examples = [0] * classes
        self._features: list[Counter[Hashable]] = [Counter() for _ in range(classes)]
        self._totals = [0] * classes
        self._vocabulary: set[Hashable] = set()
        self._smoothing = smoothing

    @property
    def examples(self) -> tuple[int, ...]:
        """How many examples of each class were learned."""
        return tuple(self._examples)

    def learn(self, features: Iterable[Hashable], label: int) -> None:
        """One example of class `label`; a feature that occurs twice counts twice."""
        seen = list(features)
        self._examples[label] += 1
        self._features[label].update(seen)
        self._totals[label] += len(seen)
        self._vocabulary.update(seen)

    def log_joint(self, features: Iterable[Hashable]) -> list[float]:
        """log Pr[c, x] of each class, but for what all classes share. Features never seen say nothing."""
        known = [feature for feature in features if feature in self._vocabulary]
        spread = self._smoothing * len(self._vocabulary)
        every = math.log(sum(self._examples) + len(self._examples))
        scores = []
        for label, counts in enumerate(self._features):
            score = math.log(self._examples[label] + 1) - every
            if known:
                score -= len(known) * math.log(self._totals[label] + spread)
                score += sum(math.log(counts[feature] + self._smoothing) for feature in known)
            scores.append(score)
        return scores

    def probabilities(self, features: Iterable[Hashable]) -> list[float]:
        """Pr[c | x] of each class; they sum to 1."""
        scores = self.log_joint(features)
        highest = max(scores)
        shares = [math.exp(score - highest) for score in scores]
        return [share / sum(shares) for share in shares]
