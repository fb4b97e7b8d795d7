"""GetTokens: the words that tell the wanted kind of page, from the sample documents.

xCRAWL (Shchekotykhin, Jannach, Friedrich 2010), section 4: tokenise, drop stop words, weigh each token by TF-IDF, sort.
The paper says neither over which collection nor by which formula; here it is the samples themselves, and

    weight(t) = sum over documents d of  w(t, d) / |w(., d)|
    w(t, d) = (1 + ln tf(t, d)) * (1 + ln((1 + N) / (1 + df(t))))

scaled so that the heaviest token has 1: the usual smoothed form, each document as a vector of length 1. The bare
ln(N / df) puts what a third of the samples share above what all share, which is brand names above "resolution"; tried,
and it found fewer sites, as did undamped counts.

Where we differ: a word of a single document names the instance ("A650"), not the kind, and is left out unless too few
words remain without it; numbers are left out. The text is what stands outside links and frame (pages/words.py), and of
this, sentences that several samples have to the letter are left out: that is how a site speaks of itself. Short lines
stay, for labels ("Resolution") recur as well.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hubwalk.pages.words import words

_SENTENCE = 5  # words; what is shorter may be a label


@dataclass(frozen=True, slots=True)
class Token:
    """A word to ask search engines for."""

    text: str
    weight: float  # TF-IDF in (0, 1]; 1 for what the user names


def get_tokens(
    documents: Sequence[str], stop_words: Collection[str] = (), *, most: int = 20, least: int = 3
) -> list[Token]:
    """The `most` heaviest tokens, heaviest first; fewer if there are no more. What recurs to the letter and words of
    single documents only come in when fewer than `least` others are there."""
    for texts in (_without_refrains(documents), documents):
        counts = [_count(text, stop_words) for text in texts]
        frequency = Counter(word for count in counts for word in count)
        kept = [word for word, documents_with_it in frequency.items() if documents_with_it > 1]
        if len(kept) >= least:
            break
    else:
        kept = list(frequency)
    weight = _weights(counts, frequency)
    ranked = sorted(kept, key=lambda word: (-weight[word], word))[:most]
    return [Token(word, weight[word] / weight[ranked[0]]) for word in ranked]


def keyword_tokens(keywords: Iterable[str]) -> list[Token]:
    """The user's own keywords, each with weight 1, in their order; several words in one keyword count as one token."""
    unique = dict.fromkeys(" ".join(keyword.split()) for keyword in keywords)
    return [Token(keyword, 1.0) for keyword in unique if keyword]


def _weights(counts: Sequence[Counter[str]], frequency: Mapping[str, int]) -> dict[str, float]:
    weight = dict.fromkeys(frequency, 0.0)
    for count in counts:
        vector = {word: _tf_idf(times, len(counts), frequency[word]) for word, times in count.items()}
        length = math.hypot(*vector.values())
        for word, value in vector.items():
            weight[word] += value / length
    return weight


def _tf_idf(times: int, documents: int, with_it: int) -> float:
    return (1 + math.log(times)) * (1 + math.log((1 + documents) / (1 + with_it)))


def _without_refrains(documents: Sequence[str]) -> list[str]:
    """The documents without the long lines that several of them have."""
    seen = Counter(line for text in documents for line in set(text.splitlines()) if len(line.split()) >= _SENTENCE)
    return ["\n".join(line for line in text.splitlines() if seen[line] < 2) for text in documents]


def _count(text: str, stop_words: Collection[str]) -> Counter[str]:
    return Counter(word for word in words(text) if word not in stop_words and not _is_number(word))


def _is_number(word: str) -> bool:
    return not any(letter.isalpha() for letter in word)
