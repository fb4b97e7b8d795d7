"""Which languages the samples are in, and which of their words say nothing: articles, prepositions and so forth.

Languages are told by py3langid, stop words come from stopwordsiso; both carry their data with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import py3langid
import stopwordsiso

_SHARE = 5  # a language counts if at least one document in so many is in it: single ones are mistakes of the detector
_ENOUGH = 4000  # characters of a document that are looked at


def languages_of(documents: Sequence[str]) -> list[str]:
    """The languages of the documents as two-letter codes, the most frequent first; empty texts have none."""
    found = Counter(str(py3langid.classify(text[:_ENOUGH])[0]) for text in documents if text.strip())
    return [language for language, count in found.most_common() if count * _SHARE >= found.total()]


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language in lower case; none for a language that the library does not know."""
    return (
        frozenset(map(str.lower, stopwordsiso.stopwords(language))) if stopwordsiso.has_lang(language) else frozenset()
    )
