"""What pages of one kind say: the words that they have in common, without a second kind to set them against.

A word weighs the mean over the sites of the share of samples that have it: what one site alone says, however often, is
that site's word. Words of a single sample name the instance ("A650") and are left out. The likeness of a page is the
cosine between its words and the profile; how often a word occurs on a page does not count, or a long page would be
alike to anything.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from hubwalk.pages.words import own_text, words

Words = frozenset[str]


def page_words(html: str, stop_words: Collection[str]) -> Words:
    """The words of a page outside its frame, without stop words and numbers."""
    return frozenset(word for word in words(own_text(html)) if word not in stop_words and any(map(str.isalpha, word)))


class Profile:
    """Words with weights."""

    def __init__(self, samples: Sequence[Words], sites: Sequence[str]) -> None:
        count = Counter(word for sample in samples for word in sample)
        size = Counter(sites)
        least = 2 if len(samples) > 1 else 1
        self.weight: dict[str, float] = {}
        for sample, site in zip(samples, sites, strict=True):
            for word in sample:
                if count[word] >= least:
                    self.weight[word] = self.weight.get(word, 0.0) + 1 / size[site] / len(size)
        self._length = math.sqrt(math.fsum(weight**2 for weight in self.weight.values()))

    def likeness(self, page: Words) -> float:
        """From 0 to 1."""
        found = math.fsum(self.weight[word] for word in page & self.weight.keys())
        return min(1.0, found / (math.sqrt(len(page)) * self._length)) if found else 0.0

    def heaviest(self, of: Iterable[str]) -> list[str]:
        """These words, the heaviest first."""
        known = [word for word in of if word in self.weight]
        return sorted(known, key=lambda word: (-self.weight[word], word))
