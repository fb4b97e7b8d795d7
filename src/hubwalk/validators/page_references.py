"""Where a book says something: "12", "p. 5", "45–48, 60", "22 ff.", "iv", "A-5", "2.5", in contents and indexes.

A sheet may have some bare numbers, too. An index has hardly anything else, and something gives it away: words for
pages, lists of them, or labels in the order of the alphabet with some lists or ranges. The pages of contents rise.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

_NUMBER = r"(?:(?:(?:[A-Z]|\d{1,3})[-.])?\d{1,4}|[ivxlc]+)"
_PAGE_WORD = re.compile(r"(?:(?i:pp?|pgs?|pages?|seiten?|pagg?|pagin[ae]|σ(?:ελ)?)\b|S\b)\.?\s?")
# One at a time: "2-3" is a range as well as a chapter and its page, and of a list all combinations would be tried.
_ONE = re.compile(rf"(?:{_PAGE_WORD.pattern})?{_NUMBER}(?:\s?[-–—]\s?{_NUMBER})?(\s?ff?\b\.?)?")
_BETWEEN = re.compile(r"[,;]\s")  # "2,7" is a number
_WORDS = r"\b(?:passim|see|siehe|voir|vedi)\b"
_ELSEWHERE = re.compile(rf"[,;.]?\s?\(?{_WORDS}.*")
_BEGINS = re.compile(f"{_ONE.pattern}(?=$|[ ,;.])|{_WORDS}")  # most values do not, and this is quicker to say so
_RANGE = re.compile(r"[\divxlc]\s?[-–—]\s?[\divxlc]|[\divxlc]\s?ff?\b")
_WHOLE = re.compile(r"\D*(\d+)(?![.\d])")
_UNIT_IN_LABEL = re.compile(r"[(\[]")
_LEAST = 6  # entries: fewer bare numbers may rise by chance, or begin with letters that do
_MOST = 0.8  # of the entries have pages and nothing else
_LISTED = 1 / 3  # of them have several pages: no sheet has so many lists of bare numbers
_SPREAD = 1 / 5  # of those in the order of the alphabet have several pages, or a range
_IN_ORDER = 0.9  # of the neighbours: indexes of several levels have some that are not


def is_reference(value: str) -> bool:
    """True if a value is nothing but pages."""
    if not _BEGINS.match(value):
        return False
    pages = _ELSEWHERE.sub("", value)
    return not pages or all(_ONE.fullmatch(page) for page in _BETWEEN.split(pages))


def is_index(said: Iterable[tuple[str, str]]) -> bool:
    """True if labels and values are those of an index, or of a table of contents."""
    entries = list(said)
    # Beside "Weight (g)" the number is an amount.
    found = [each for each in entries if is_reference(each[1]) and not _UNIT_IN_LABEL.search(each[0])]
    if len(found) < max(_LEAST, _MOST * len(entries)):
        return False
    values = [value for _, value in found]
    listed = sum(_BETWEEN.search(value) is not None for value in values)
    spread = sum(bool(_BETWEEN.search(value) or _RANGE.search(value)) for value in values)
    named = sum(_PAGE_WORD.match(value) is not None for value in values)
    return (
        2 * named >= len(found)
        or listed >= _LISTED * len(found)
        or (spread >= _SPREAD * len(found) and _are_in_order([label.casefold() for label, _ in found]))
        or _rise(values)
    )


def _are_in_order(labels: Sequence[str]) -> bool:
    return sum(a <= b for a, b in itertools.pairwise(labels)) >= _IN_ORDER * (len(labels) - 1)


def _rise(values: Sequence[str]) -> bool:
    """True if every page is behind the one before; a preface may count in Roman numbers of its own."""
    pages = [int(number[1]) for value in values if (number := _WHOLE.match(value))]
    plain = len(pages) >= max(_LEAST, _MOST * len(values))
    return plain and all(a < b for a, b in itertools.pairwise(pages))
