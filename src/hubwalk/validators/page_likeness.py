"""How much two pages are alike, in words and in structure: for few pages, at little cost, without any library.

A page is two sets: the words of its own text, and the triples of neighbouring tags in its source, with their first
class. Likeness is the mean of both sets' cosine, where what few pages have counts more (inverse document frequency).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from hubwalk.pages.words import own_text, words

_MOST = 200_000  # characters read of a page
_WORDS = 400
_TAGS = 1500
_TAG = re.compile(r"<([a-zA-Z][\w-]{0,30})(?:[^<>]{0,200}?\sclass\s*=\s*[\"']?([\w-]{1,40}))?")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a page is compared by."""

    words: frozenset[str]
    tags: frozenset[str]


def marks_of(html: str) -> Marks:
    """Never raises for what the page contains."""
    text = html[:_MOST].encode("utf-8", "replace").decode()
    found = [f"{tag.lower()}.{name}" for tag, name in _TAG.findall(text)[:_TAGS]]
    triples = (" ".join(found[i : i + 3]) for i in range(len(found)))
    return Marks(frozenset(words(own_text(text))[:_WORDS]), frozenset(triples))


class Likeness:
    """Compares pages of one crawl; what all of them have counts little."""

    def __init__(self) -> None:
        self._pages = 0
        self._having: Counter[str] = Counter()

    def add(self, marks: Marks) -> None:
        """One more page to learn from what pages have in common."""
        self._pages += 1
        self._having.update(marks.words)
        self._having.update(marks.tags)

    def of(self, one: Marks, other: Marks) -> float:
        """From 0, nothing in common, to 1."""
        return (self._cosine(one.words, other.words) + self._cosine(one.tags, other.tags)) / 2

    def _cosine(self, one: Set[str], other: Set[str]) -> float:
        if not one or not other:
            return float(not one and not other)
        shared, left, right = (self._weight(marks) for marks in (one & other, one, other))
        return shared / math.sqrt(left * right)

    def _weight(self, marks: Set[str]) -> float:
        # Exact sums: the order of a set differs from process to process.
        pages = max(1, self._pages)
        return math.fsum(math.log1p(pages / max(1, self._having[mark])) ** 2 for mark in marks)
