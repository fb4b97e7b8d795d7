"""What words said on several sites, to be expected of the next one: logistic regression in two storeys.

Each domain, the crawl of one site for one kind of page, has its own weights of words. They lean on common ones, which
lean on zero:

    p = 1 / (1 + exp(-(b_d + c * near + sum over the words of (common + own_d) / sqrt(number of features))))
    common ~ N(0, COMMON^2),  own_d ~ N(0, OWN^2)

This is Finkel, Manning (2009), "Hierarchical Bayesian domain adaptation", section 2, in the form of replicated features
in which Daume (2007) had it ("Frustratingly easy domain adaptation"): what one domain says alone stays with it in part,
what several say goes to the common weights, and these are the result. Of a single domain half of what was learned is.

The number of features is that of word_model.py, which begins with the weights. `near` is one over the clicks to a page:
words of a main menu must not get what is due to the menu, of which the strategy knows without a prior.

Only words that several sites have are learned; with one site, those of several of its pages. So names of things do not
get in. What stands on nearly every page is left out, too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

COMMON = OWN = 4.0  # of a word among thirty features, as a page has: less than 1 in log odds
_PAGES = 3  # of a site that must have a word
_EVERYWHERE = 0.9  # of a site's pages
_ENOUGH = 400.0  # pages; a site of more counts no more, that none outvotes the others
_ROUNDS = 300
_STEP = 0.3
_LITTLE, _MOST = 0.05, 10.0  # weights: those below are left out, those above are cut


@dataclass(frozen=True, slots=True)
class Example:
    """What was said of a page before it was fetched, and what came of it."""

    words: tuple[str, ...]
    features: int  # words and others
    near: float  # from 0 to 1
    label: float  # from 0 to 1


@dataclass(frozen=True, slots=True)
class Domain:
    """The pages of one crawl."""

    site: str
    examples: Sequence[Example]


def common_weights(domains: Sequence[Domain], without: Collection[str] = ()) -> dict[str, float]:
    """What each word adds to the log odds of a page on any site, the highest first."""
    words = {word: at for at, word in enumerate(word for word in known_words(domains) if word not in without)}
    if not words:
        return {}
    weights = np.clip(_Fit(domains, words).weights(), -_MOST, _MOST)
    found = {word: round(float(weights[at]), 3) for word, at in words.items() if abs(weights[at]) >= _LITTLE}
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def known_words(domains: Sequence[Domain]) -> list[str]:
    """The words that are not the name of something on one site."""
    by_site: dict[str, Counter[str]] = {}
    pages: Counter[str] = Counter()
    for domain in domains:
        counts = by_site.setdefault(domain.site, Counter())
        pages[domain.site] += len(domain.examples)
        for example in domain.examples:
            counts.update(set(example.words))
    sites: Counter[str] = Counter()
    for site, counts in by_site.items():
        most = _EVERYWHERE * pages[site]
        sites.update(word for word, count in counts.items() if _PAGES <= count <= most)
    least = min(2, len(by_site))
    return sorted(word for word, count in sites.items() if count >= least)


class _Fit:
    """All examples as one sparse matrix. Its columns: common words, `near`, and of each domain a constant and its own
    words."""

    def __init__(self, domains: Sequence[Domain], words: Mapping[str, int]) -> None:
        self._rows: list[int] = []
        self._columns: list[int] = []
        self._values: list[float] = []
        self._labels: list[float] = []
        self._counts: list[float] = []  # how much each example counts
        self._start = [0.0] * (len(words) + 1)
        self._free = [len(words)]  # columns that lean on nothing
        kinds = Counter(domain.site for domain in domains)
        for domain in domains:
            self._add(domain, words, min(1.0, _ENOUGH / max(1, len(domain.examples))) / kinds[domain.site])

    def _add(self, domain: Domain, words: Mapping[str, int], count: float) -> None:
        constant = len(self._start)
        right = sum(example.label for example in domain.examples)
        self._start.append(math.log((right + 0.5) / (len(domain.examples) - right + 0.5)))
        self._free.append(constant)
        own: dict[int, int] = {}
        for example in domain.examples:
            row = len(self._labels)
            self._labels.append(example.label)
            self._counts.append(count)
            self._put(row, len(words), example.near)
            self._put(row, constant, 1.0)
            for word in example.words:
                at = words.get(word)
                if at is None:
                    continue
                if at not in own:
                    own[at] = len(self._start)
                    self._start.append(0.0)
                self._put(row, at, 1 / math.sqrt(example.features))
                self._put(row, own[at], 1 / math.sqrt(example.features))

    def _put(self, row: int, column: int, value: float) -> None:
        self._rows.append(row)
        self._columns.append(column)
        self._values.append(value)

    def weights(self) -> NDArray[np.float64]:
        """The likeliest weights, by steps of AdaGrad (Duchi, Hazan, Singer 2011) on all examples."""
        rows, columns, values = np.asarray(self._rows), np.asarray(self._columns), np.asarray(self._values)
        labels, counts = np.asarray(self._labels), np.asarray(self._counts)
        weights = np.asarray(self._start)
        lean = np.full(len(weights), 1 / OWN**2)
        lean[: min(self._free)] = 1 / COMMON**2
        lean[self._free] = 0.0
        squares = np.full(len(weights), 1e-8)
        for _ in range(_ROUNDS):
            odds = np.bincount(rows, values * weights[columns], minlength=len(labels))
            error = counts * (1 / (1 + np.exp(-np.clip(odds, -30, 30))) - labels)
            slope = np.bincount(columns, values * error[rows], minlength=len(weights)) + lean * weights
            squares += slope * slope
            weights -= _STEP * slope / np.sqrt(squares)
        return weights
