"""Links that say what the samples say: the list of a kind of page is often announced with the name of the kind.

A home page says that somebody is a student, and the list of such pages is behind a link `Graduate students`; three
plugins say that they are plugins, and so does the link to all of them. Before the first list is found, nothing else
tells it from the hundreds of other links of a site.

    likeness(anchor) = sum of rarity(w) over its words w that the samples share / sqrt(number of its words), at most 0.6
    rarity(w)        = 1 - log(1 + anchors that have w) / log(2 + anchors)

Anchors that resemble a query come first in Cho, Garcia-Molina, Page (1998), "Efficient crawling through URL ordering",
and in the shark search of Hersovici et al. (1998); here nobody writes one, the samples are the query. Rare words count
more (Spaerck Jones 1972), within the site itself, stop words not at all, and words are the same if they begin alike: a
sample says `plugin`, the link `Plugins`. What a kind is called speaks for its lists alone; its pages have names of
their own.

Tried without gain: only words outside links and frame; one word instead of all; rarity among the pages linked to;
learning during the crawl how much such words are worth.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import WebGraph
from hubwalk.pages.words import whole_text
from hubwalk.values import Page

_ENOUGH = 500_000  # characters of a sample
_SHARED = 2 / 3  # of the samples, that must have a word
_BEGINNING = 6  # letters of a word that count
_MOST = 0.6
_LINKS = 3  # to a page, the latest: the best of them counts
_GROWTH = 1.1  # of the number of anchors, after which rarities are looked at again
_REMEMBERED = 20_000  # anchors
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{3,}")


class SampleWords:
    """The words that samples share, and how much the links of a site say them."""

    def __init__(self, graph: WebGraph, samples: Sequence[Page]) -> None:
        self._graph = graph
        texts = [whole_text(page.html[:_ENOUGH]).lower() for page in samples if page.html]
        self._silent = _stop_words(texts)
        having = Counter(word for text in texts for word in self._words(text))
        shared = sorted(word for word, count in having.items() if count >= _SHARED * len(texts))
        self._shared = {word: number for number, word in enumerate(shared)}
        self._anchors = [0] * len(shared)  # that have each of these words
        self._counted = 0  # anchors
        self._said: dict[str, tuple[int, ...]] = {}  # by text: how many words it has, and which of the shared ones
        self._likeness = GrowableArray("float32")  # by anchor; not a number where it is to be looked at
        self._of_said: dict[tuple[int, ...], float] = {}  # the same, by words
        self._made_of = 0  # anchors, when it was

    def likeness(self, links: NDArray[np.int64]) -> NDArray[np.float64]:
        """From 0 to 0.6 for each page, whose `links` stand in a row, the latest first; -1 where there are no more."""
        latest = links[:, :_LINKS]
        found = np.zeros(latest.shape)
        if self._shared:
            self._count()
            there = latest >= 0
            anchors = self._graph.link_anchors(latest[there])
            likeness = self._likeness.view
            for anchor in set(anchors[np.isnan(likeness[anchors])].tolist()):
                likeness[anchor] = self._of_words(self._find(anchor))
            found[there] = likeness[anchors]
        best: NDArray[np.float64] = found.max(axis=1)
        return best

    def _of_words(self, said: tuple[int, ...]) -> float:
        found = self._of_said.get(said)
        if found is None:
            count, *shared = said
            scale = math.log(2 + self._counted)
            rarity = sum(1 - math.log(1 + self._anchors[word]) / scale for word in shared)
            found = self._of_said[said] = min(_MOST, rarity / math.sqrt(max(1, count)))
        return found

    def _count(self) -> None:
        """Anchors that came since the last time."""
        fresh = range(self._counted, self._graph.anchor_count)
        if not fresh:
            return
        found = [self._find(anchor) for anchor in fresh]
        for said in found:
            for word in said[1:]:
                self._anchors[word] += 1
        self._counted += len(fresh)
        if self._counted > _GROWTH * self._made_of:
            self._likeness.view.fill(np.nan)
            self._of_said.clear()
            self._made_of = self._counted
        self._likeness.extend(np.asarray([self._of_words(said) for said in found]))

    def _find(self, anchor: int) -> tuple[int, ...]:
        text = _DIGITS.sub("", self._graph.anchor_text(anchor).lower())
        found = self._said.get(text)
        if found is None:
            if len(self._said) >= _REMEMBERED:
                self._said.clear()
            words = self._words(text)
            shared = sorted(self._shared[word] for word in words & self._shared.keys())
            found = self._said[text] = (len(words), *shared)
        return found

    def _words(self, text: str) -> set[str]:
        return {_beginning(word) for word in _WORD.findall(text) if word not in self._silent}


def _beginning(word: str) -> str:
    """The same for `thing` and `things`, and mostly for the forms of longer words."""
    return (word[:-1] if word.endswith("s") and not word.endswith("ss") else word)[:_BEGINNING]


def _stop_words(texts: Iterable[str]) -> frozenset[str]:
    texts = [text for text in texts if text.strip()]
    if not texts:
        return frozenset()
    from hubwalk.pages.languages import languages_of, stop_words  # its model takes half a second to load

    try:
        languages = languages_of(texts)
    except OSError:  # the library unpacks its model into a temporary file; a crawl must not end for want of that room
        return frozenset()
    return frozenset().union(*map(stop_words, languages))
