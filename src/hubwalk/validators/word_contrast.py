"""What pages of one kind say and near misses do not: naive Bayes over the words that tell them apart.

The words are the 50 with the highest information gain (as in the page filter of CROSSMARC); each is a feature by being
there and another by being missing, so that all pages have the same number of features. With that, the multinomial model
of ranking/naive_bayes.py is the Bernoulli model (McCallum and Nigam 1998), in which a long page is no better than a
short one and a page that says nothing of what the samples say is not taken for one of them. The plain multinomial model
was tried and was worse: samples and near misses differ in length, and all words of the longer kind become rare ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence

from hubwalk.ranking.naive_bayes import NaiveBayes
from hubwalk.validators.word_profile import Words

_WORDS = 50  # 30 and 100 did about as well on the recorded sites, 200 worse
_LEAST = 2  # pages with a word: one says nothing about a kind
_UNLIKE, _LIKE = 0, 1


class Contrast:
    """Samples against near misses."""

    def __init__(
        self, samples: Sequence[Words], unlike: Sequence[Words], sites: Sequence[str], unlike_sites: Sequence[str]
    ) -> None:
        known = _of_several_sites([*samples, *unlike], [*sites, *unlike_sites], {*sites} & {*unlike_sites})
        self._words = _telling_words(samples, unlike, known)
        self._bayes = NaiveBayes(2)
        for label, pages in ((_UNLIKE, unlike), (_LIKE, samples)):
            for page in pages:
                self._bayes.learn(self._features(page), label)

    def _features(self, page: Words) -> list[tuple[str, bool]]:
        return [(word, word in page) for word in self._words]

    def probability(self, page: Words) -> float:
        """That a page is of the samples' kind."""
        return self._bayes.probabilities(self._features(page))[_LIKE]

    def spoken(self, page: Words) -> dict[str, list[str]]:
        """What speaks for and against a page, and what it misses of the samples' words; the loudest first."""
        odds = {word: self._odds(word, word in page) for word in self._words}
        loudest = sorted(odds, key=lambda word: (-abs(odds[word]), word))
        there = [word for word in loudest if word in page]
        return {
            "speaks for": [word for word in there if odds[word] > 0],
            "against": [word for word in there if odds[word] < 0],
            "misses": [word for word in loudest if word not in page and odds[word] < 0],
        }

    def _odds(self, word: str, there: bool) -> float:
        against, in_favour = self._bayes.log_joint([(word, there)])
        return in_favour - against


def _of_several_sites(pages: Sequence[Words], sites: Sequence[str], mixed: Collection[str]) -> frozenset[str]:
    """The words that are not those of a single site, unless that has samples and near misses: they would tell which
    sites the samples happen to be from."""
    if len(set(sites)) < 2:
        return frozenset[str]().union(*pages)
    found: dict[str, set[str]] = {}
    for page, site in zip(pages, sites, strict=True):
        for word in page:
            found.setdefault(word, set()).add(site)
    return frozenset(word for word, where in found.items() if len(where) > 1 or where & {*mixed})


def _telling_words(samples: Sequence[Words], unlike: Sequence[Words], known: Collection[str]) -> list[str]:
    here = Counter(word for page in samples for word in page)
    there = Counter(word for page in unlike for word in page)
    frequent = [word for word in known if here[word] + there[word] >= _LEAST]
    gain = {word: _gain(here[word], there[word], len(samples), len(unlike)) for word in frequent}
    return sorted(gain, key=lambda word: (-gain[word], word))[:_WORDS]


def _gain(here: int, there: int, samples: int, unlike: int) -> float:
    """How much knowing whether a word is there tells of a page's kind, but for a constant."""
    return -_entropy(here, there) - _entropy(samples - here, unlike - there)


def _entropy(a: int, b: int) -> float:
    """Of two classes in so many pages, times the number of pages."""
    return -sum(n * math.log2(n / (a + b)) for n in (a, b) if n)
