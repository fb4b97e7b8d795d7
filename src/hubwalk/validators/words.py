"""`words:WORDS`: the page has all these words, anywhere in its visible text. Case and accents do not count.

A word of a script without spaces between words counts wherever its letters stand in a row.
"""

from __future__ import annotations

import unicodedata

from hubwalk.errors import UsageError
from hubwalk.pages.words import whole_text, words
from hubwalk.validators.given import Given
from hubwalk.validators.page_terms import fold
from hubwalk.values import Page, Verdict

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")  # as Unicode names their letters


def make(argument: str, _: Given) -> WordsValidator:
    """See validators/__init__.py."""
    return WordsValidator(argument)


def words_spec(keywords: list[str]) -> str:
    """The validator that accepts a page with all words of one of the keywords."""
    parts = ['words:"{}"'.format(keyword.replace('"', '""')) for keyword in keywords]
    return f"any_of({', '.join(parts)})"


class WordsValidator:
    """Accepts a page with all the words; its score is the share of them that it has."""

    def __init__(self, text: str) -> None:
        self._words = list(dict.fromkeys(map(fold, words(text))))
        if not self._words:
            raise UsageError(f"validator words:{text}: needs words, as in words:digital camera")

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        text = whole_text(page.html)
        there = set(map(fold, words(text)))
        missing = [word for word in self._words if word not in there and not (is_unspaced(word) and word in text)]
        score = 1 - len(missing) / len(self._words)
        said = f"has {', '.join(self._words)}" if not missing else f"lacks {', '.join(missing)}"
        return Verdict(not missing, score, said)


def is_unspaced(word: str) -> bool:
    """True if the word has letters of a script without spaces between words."""
    return any(unicodedata.name(letter, "").startswith(_UNSPACED) for letter in word)
