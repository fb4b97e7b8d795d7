"""`words:WORDS`: the page has all these words, anywhere in its visible text. Case and accents do not count.

Every word counts, however short: who asks for vitamin C does not want vitamin D. (Elsewhere a lone letter is no word,
see pages/words.py: it says nothing of what a page is about. Here somebody has asked for it.) A + or # at its end is
part of a word that is asked for, as in C++ and C#; a page with C++ has the word C as well. Marks that stand for
themselves, as the vowels of Hindi do, do not end a word.

A word of a script without spaces between words counts wherever its letters stand in a row, marks included: there they
are no accents. Words of other scripts among such letters are words of their own.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from hubwalk.errors import UsageError
from hubwalk.pages.words import LAST_MARK, in_form, whole_text
from hubwalk.validators.answers import one_line
from hubwalk.validators.given import Given
from hubwalk.validators.page_terms import fold
from hubwalk.values import Page, Verdict

_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")  # as Unicode names their letters
_MOST_READ = 2_000_000  # characters of a page: more than any has that a person would read
_LONGEST = 1_000  # characters of a word; whole books without a space would stay in the memory of `fold`


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
        asked = _asked().findall(_even(text))
        self._words = {word if is_unspaced(word) else fold(word): word for word in asked}
        if not self._words:
            raise UsageError(
                f"validator words:{text} has no letter and no digit; it needs words, as in words:digital camera"
            )

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        text = _even(whole_text(page.html[:_MOST_READ]))
        there = _words_of(text)
        missing = [
            word for key, word in self._words.items() if key not in there and not (is_unspaced(key) and key in text)
        ]
        score = 1 - len(missing) / len(self._words)
        said = f"lacks {', '.join(missing)}" if missing else f"has {', '.join(self._words.values())}"
        return Verdict(not missing, score, one_line(said))


def _words_of(text: str) -> set[str]:
    found = set(_shown().findall(text))
    among = {part for word in found if not word.isascii() for part in _spaced_parts(word)}
    known = (word for word in found | among if len(word) <= _LONGEST)
    return {form for word in known for form in (fold(word), fold(word.rstrip("+#")))}


def _spaced_parts(word: str) -> list[str]:
    return "".join(" " if is_unspaced(letter) else letter for letter in word).split()


def _even(text: str) -> str:
    """The text in lower case and in one Unicode form: there are wide letters, and accents that are characters."""
    return in_form("NFKC", text).lower()


@functools.cache
def _asked() -> re.Pattern[str]:
    return re.compile(rf"{_word()}(?:[+#]{{2,}}|[+#](?![^\W_]))?")  # in digital+camera it stands for a space


@functools.cache
def _shown() -> re.Pattern[str]:
    return re.compile(rf"{_word()}[+#]*")  # C++11 shows C++


@functools.cache
def _word() -> str:
    """As in pages/words.py, but with marks."""
    codes = range(0x300, LAST_MARK)
    marks = "".join(letter for letter in map(chr, codes) if unicodedata.category(letter).startswith("M"))
    run = rf"[^\W_]+(?:[{marks}]+[^\W_]*)*"
    return rf"{run}(?:[-'’]{run})*"


@functools.lru_cache(maxsize=100_000)
def is_unspaced(word: str) -> bool:
    """True if the word has letters of a script without spaces between words."""
    return any(unicodedata.name(letter, "").startswith(_UNSPACED) for letter in word)
