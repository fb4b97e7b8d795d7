"""GetTokens: the words that tell the wanted kind of page, from the sample documents.

xCRAWL (Shchekotykhin, Jannach, Friedrich 2010), section 4: tokenise, drop stop words, weigh each token by TF-IDF, sort.
The paper does not say over which collection; here it is the samples themselves:

    weight(t) = sum over documents d of  tf(t, d) / max tf(., d)  *  ln((N + 1) / df(t))

scaled so that the heaviest token has 1. Summed over the documents, a word that every sample has says as little as one
that a single sample has; what about a third of them share weighs most. The + 1 leaves something to words that all
share: two samples would have nothing else.

Where we differ: a word of a single document names the instance ("A650"), not the kind, and is left out unless too few
words remain without it; numbers are left out. The text is what stands outside links and frame (pages/words.py).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from hubwalk.pages.words import words


@dataclass(frozen=True, slots=True)
class Token:
    """A word to ask search engines for."""

    text: str
    weight: float  # TF-IDF in (0, 1]; 1 for what the user names


def get_tokens(
    documents: Sequence[str], stop_words: Collection[str] = (), *, most: int = 20, least: int = 3
) -> list[Token]:
    """The `most` heaviest tokens, heaviest first; fewer if there are no more. Words of single documents only come in
    when fewer than `least` others are there."""
    counts = [_count(text, stop_words) for text in documents]
    frequency = Counter(word for count in counts for word in count)
    weight: Counter[str] = Counter()
    for count in counts:
        highest = max(count.values(), default=1)
        for word, times in count.items():
            weight[word] += times / highest * math.log((len(counts) + 1) / frequency[word])  # type: ignore[assignment]
    shared = [word for word in weight if frequency[word] > 1]
    kept = shared if len(shared) >= min(least, len(weight)) else list(weight)
    ranked = sorted(kept, key=lambda word: (-weight[word], word))[:most]
    scale = weight[ranked[0]] if ranked else 1
    return [Token(word, weight[word] / scale) for word in ranked]


def keyword_tokens(keywords: Iterable[str]) -> list[Token]:
    """The user's own keywords, each with weight 1, in their order; several words together stay together."""
    unique = dict.fromkeys(" ".join(keyword.split()) for keyword in keywords)
    return [Token(keyword, 1.0) for keyword in unique if keyword]


def _count(text: str, stop_words: Collection[str]) -> Counter[str]:
    return Counter(word for word in words(text) if word not in stop_words and not _is_number(word))


def _is_number(word: str) -> bool:
    return not any(letter.isalpha() for letter in word)
