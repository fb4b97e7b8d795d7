"""Logistic regression over words, learned as the crawl goes, from few examples of very uneven classes.

The model corrects an estimate that is there already (the `offset`, in log odds) by what words say:

    p = 1 / (1 + exp(-(offset + sum of w over the words / sqrt(number of words))))

Each new example is learned once, together with some earlier ones, drawn as often from those that were right as from
those that were not. A crawl sees hundreds of wrong pages in a row before it finds its first list: learned one by one as
they come, they would teach that everything is wrong. The drawing shifts the odds by the ratio of the two classes, which
is taken out again (King, Zeng (2001), "Logistic regression in rare events data", section 4.1, prior correction). Steps
are those of AdaGrad (Duchi, Hazan, Singer 2011): long for words that were seen seldom.

Written here because no maintained online learner at hand (scikit-learn's SGDClassifier, river's LogisticRegression)
takes an offset for each example, and this is called a few times at every download.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from hubwalk.ranking.link_words import PLACES, Words, place_of

_STEP = 0.25
_FIRST = 0.1  # sum of squared gradients that a word begins with: keeps its first step below _STEP / sqrt(_FIRST)
_AGAIN = 4  # earlier examples of each class, learned again with a new one
_TELLING = 0.1  # log odds, of a word that is worth telling
_KEPT = 4000  # examples of each class to draw from; beyond that, at random

_Example = tuple[float, Words, float]


class WordBatch:
    """The words of several pages, one after the other: made once for all models that are asked."""

    __slots__ = ("lengths", "scale", "starts", "words")

    def __init__(self, pages: Sequence[Words]) -> None:
        self.lengths = np.asarray(list(map(len, pages)))
        self.words = np.fromiter(chain.from_iterable(pages), dtype=np.int64, count=int(self.lengths.sum()))
        self.starts = self.lengths.cumsum() - self.lengths
        self.scale = np.sqrt(self.lengths)


class WordModel:
    """What words speak for or against a page."""

    def __init__(self, rng: random.Random, prior: Mapping[str, float] | None = None) -> None:
        """`prior` has weights that were learned elsewhere, by the names of link_words.py."""
        self._rng = rng
        self.weights = np.zeros(PLACES, dtype=np.float32)
        self._squares = np.full(PLACES, _FIRST, dtype=np.float32)
        self._examples: tuple[list[_Example], list[_Example]] = ([], [])  # wrong, right
        self._seen = [0, 0]
        for name, weight in (prior or {}).items():
            self.weights[place_of(name)] += weight

    def scores(self, pages: WordBatch) -> NDArray[np.float64]:
        """What the words of each page add to its log odds."""
        sums: NDArray[np.float64] = np.add.reduceat(self.weights.take(pages.words), pages.starts) / pages.scale
        return sums

    def strongest(self, names: Mapping[str, int], most: int) -> list[str]:
        """Of these features, each with its place, the words that say most."""
        weighed: dict[str, float] = {}
        for name, weight in zip(names, self.weights.take(list(names.values())).tolist(), strict=True):
            if abs(weight) >= _TELLING:
                word = name.partition(":")[2]
                weighed[word] = max(weighed.get(word, 0.0), weight, key=abs)
        return sorted(weighed, key=lambda word: -abs(weighed[word]))[:most]

    def keep(self, offset: float, words: Words, label: float) -> None:
        """One more example, to be learned with those that follow."""
        side = int(label > 0.4)
        kept = self._examples[side]
        self._seen[side] += 1
        if len(kept) < _KEPT:
            kept.append((offset, words, label))
        else:
            kept[self._rng.randrange(_KEPT)] = (offset, words, label)

    def learn(self, offset: float, words: Words, label: float) -> None:
        """One more example, and some of the earlier ones again."""
        self.keep(offset, words, label)
        wrong, right = self._examples
        if not wrong or not right:
            return
        shift = math.log((self._seen[0] + 1) / (self._seen[1] + 1))
        draw = self._rng.randrange
        again = [side[draw(len(side))] for side in (right, wrong) for _ in range(_AGAIN)]
        self._step([(offset, words, label), *again], shift)

    def _step(self, examples: list[_Example], shift: float) -> None:
        offsets, words, labels = zip(*examples, strict=True)
        batch = WordBatch(words)
        odds = np.asarray(offsets) + shift + self.scores(batch)
        slope = (1 / batch.scale) * (np.asarray(labels) - 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -30), 30))))
        at, slopes = batch.words, slope.repeat(batch.lengths)
        np.add.at(self._squares, at, slopes * slopes)
        np.add.at(self.weights, at, _STEP * slopes / np.sqrt(self._squares[at]))
