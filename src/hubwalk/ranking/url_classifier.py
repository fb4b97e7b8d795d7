"""Does an address look like that of a target? Logistic regression over its characters, learned as the crawl goes.

The URL classifier of SB-CLASSIFIER (Gauquier, Manolescu, Senellart 2026): an address in lower case is the bag of its
n-grams of characters, and each batch of labelled addresses is learned in one pass of stochastic gradient descent on the
logistic loss with an L2 penalty,

    p = 1 / (1 + exp(-(w x + b)))      w <- (1 - eta lambda) w + eta (y - p) x      b <- b + eta (y - p) / 100

with the decreasing step of Bottou (2012), eta = 1 / (lambda (1000 + examples so far)), which is what the authors'
library takes for lambda = 0.0001. The bias learns a hundred times more slowly there too, because features are sparse.

Where we differ: a batch is learned in the order in which it came, the authors shuffle it. Written here because the core
should not load a machine-learning library for forty lines.
"""

from __future__ import annotations

import math

_PENALTY = 1e-4  # lambda
_FIRST = 1000.0  # 1 / (lambda * 10): the first step is as long as a typical weight, 10
_BIAS_STEP = 0.01


class UrlClassifier:
    """Learns addresses in batches; says nothing before the first batch is full."""

    def __init__(self, *, ngram: int = 2, batch: int = 10) -> None:
        self._ngram = ngram
        self._batch = batch
        self._waiting: list[tuple[str, bool]] = []
        self._weights: dict[str, float] = {}  # the true ones over `_scale`, so that the penalty costs one product
        self._scale = 1.0
        self._bias = 0.0
        self._examples = 0

    @property
    def ready(self) -> bool:
        """True once there was something to learn from."""
        return self._examples > 0

    def learn(self, url: str, target: bool) -> None:
        """One labelled address; it takes effect with the last one of its batch."""
        self._waiting.append((url, target))
        if len(self._waiting) >= self._batch:
            for address, label in self._waiting:
                self._step(address, label)
            self._waiting.clear()

    def is_target(self, url: str) -> bool:
        return self.margin(url) > 0

    def margin(self, url: str) -> float:
        """w x + b: above 0 for what looks like a target."""
        weight = self._weights.get
        return self._scale * sum([weight(gram, 0.0) for gram in self._ngrams(url)]) + self._bias

    def _step(self, url: str, target: bool) -> None:
        step = 1.0 / (_PENALTY * (_FIRST + self._examples))
        change = step * (target - _sigmoid(self.margin(url)))
        self._examples += 1
        self._scale *= 1.0 - step * _PENALTY
        weights = self._weights
        for gram in self._ngrams(url):
            weights[gram] = weights.get(gram, 0.0) + change / self._scale
        self._bias += _BIAS_STEP * change
        if self._scale < 1e-9:
            self._weights = {gram: weight * self._scale for gram, weight in weights.items()}
            self._scale = 1.0

    def _ngrams(self, url: str) -> list[str]:
        text, n = url.lower(), self._ngram
        return [text[i : i + n] for i in range(len(text) - n + 1)]


def _sigmoid(margin: float) -> float:
    if margin < 0:  # so that exp cannot overflow
        return 1.0 - _sigmoid(-margin)
    return 1.0 / (1.0 + math.exp(-margin))
