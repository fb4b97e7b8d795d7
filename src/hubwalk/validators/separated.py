"""Lines of plain text with a label and a value each, and between them something else than a colon.

"Weight ........ 350 g", "Weight \N{EN DASH} 350 g", "Weight = 350 g": rows, items or lines in sequence with one kind of
sign, without links. Dots lead to page numbers and to names as well, dashes stand in prose, lists and headlines, and
what follows "=" may be to compute, or code. So the lines must read like a sheet (unmarked.py), the values must not look
like pages, and about dashes and "=" a label begins like one, neither side reads like a sentence or a formula. A second
dash is that of a range ("24 mm \N{EN DASH} 70 mm") where few rows have one; in a comparison of two things all have.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from operator import itemgetter

from hubwalk.validators.boxes import Box
from hubwalk.validators.page_references import is_reference
from hubwalk.validators.pairs import DASHES, LEAST_ROWS, Pair, make_pair, unwrapped
from hubwalk.validators.unmarked import is_amount, is_sheet

_HINT = re.compile(rf"[.·_…] ?[.·_…]|…| (?:{DASHES}|=) ")  # nearly all rows have none, and this is quicker to say so
_FAR = 64  # characters: behind a longer text stands no value
_LEADER = re.compile(r"\s*(?:(?:[.·_]\s?){4,}|(?:…\s?){2,}|\s(?:\.{2,3}|…)\s)\s*")
_DASH = re.compile(rf"(?<!\d) {DASHES} | {DASHES} (?!\d)")  # that of "9 - 17" is none
_EQUALS = re.compile(" = ")
_SIGNS = (("leader", _LEADER), ("dash", _DASH), ("equals", _EQUALS))
_INNER = re.compile(rf" {DASHES} ")  # that of a range, in a value
_END = 3  # blanks at most in the end of a range
_PAGE = re.compile(r"[^\W\d_]{1,5}\W{1,2}(?:(?:[A-Z]|\d{1,3})[-.])?\d{1,4}")  # behind any word: "Kap. 5"
_OF_PROSE = re.compile(r"[,;:!?\"“”„«»]")
_OF_CODE = re.compile(r"[_$\[\]{}<>|&*^√∑∫\\]|\w[(.]\w")
_COMPUTED = re.compile(r"[*^√∑∫{};\\]| [-+/] |^[\"']")
_WORD = re.compile(r"[^\W\d_]{3}")  # no mere symbol
_STOPS = (".", "!", "?")
_SENTENCE = 4  # words
_AMOUNTS = 1 / 2  # of the values
_SEVERAL = 1 / 4  # of the rows may have further signs: a comparison has them everywhere

Said = tuple[str, str]  # label, value


def separated(rows: Sequence[Sequence[Box]]) -> list[Pair]:
    """The pairs of the rows or lines that are such and follow each other."""
    return [pair for sign, run in _runs(rows) for pair in _pairs_of_sheet(sign, run)]


def _runs(rows: Sequence[Sequence[Box]]) -> Iterator[tuple[str, list[Pair | None]]]:
    """Rows in sequence with one kind of sign, and what they say; None for one that has it several times."""
    for sign, run in itertools.groupby(map(_pair, rows), key=itemgetter(0)):
        if sign:
            yield sign, [pair for _, pair in run]


def _pair(row: Sequence[Box]) -> tuple[str, Pair | None]:
    """The sign of a row, "" if it has none, and what it says."""
    if not row or (row[0].tag and len(row) > 1) or not _HINT.search(row[0].text, 0, _FAR):
        return "", None
    parts = [part for part in unwrapped(row) if part.text]
    if parts[0].tag or any(part.links for part in parts):
        return "", None
    sign, said = _split(" ".join(part.text for part in parts))
    pair = make_pair(*said, parts[0]) if said else None
    return ("" if said and not pair else sign), pair


def _split(text: str) -> tuple[str, Said | None]:
    """The sign and what stands before and behind it; nothing in place of these if there are several signs."""
    for sign, pattern in _SIGNS:
        halves = pattern.split(text)
        if len(halves) == 1 or (sign == "dash" and _EQUALS.search(halves[0])):
            continue
        if len(halves) > 2 and not (sign == "dash" and len(halves) == 3 and _is_range(*halves[1:])):
            return sign, None
        label, value = pattern.split(text, 1)
        return (sign, (label, value)) if sign == "leader" or _is_said(sign, label, value) else ("", None)
    return "", None


def _is_range(low: str, high: str) -> bool:
    """ "24 mm" and "70 mm"."""
    return all(is_amount(end) and end.count(" ") <= _END for end in (low, high))


def _is_said(sign: str, label: str, value: str) -> bool:
    """True if the halves may be a label and a value, and not those of a sentence or of a formula."""
    if label[:1].islower() or _OF_PROSE.search(label):
        return False
    if value.endswith(_STOPS) and value.count(" ") >= _SENTENCE - 1:
        return False
    if sign != "equals":
        return True
    return _WORD.search(label) is not None and not _OF_CODE.search(label) and not _COMPUTED.search(value)


def _pairs_of_sheet(sign: str, run: Sequence[Pair | None]) -> list[Pair]:
    """The pairs of a run that reads like a sheet, and neither like contents nor like a comparison."""
    kept = [pair for pair in run if pair is not None]
    several = len(run) - len(kept)
    ranges = sum(sign == "dash" and _INNER.search(pair.value) is not None for pair in kept)
    pages = sum(is_reference(pair.value) or _PAGE.fullmatch(pair.value) is not None for pair in kept)
    if len(kept) < LEAST_ROWS or several > _SEVERAL * len(run) or 2 * (several + ranges) > len(run):
        return []
    is_one = 2 * pages <= len(kept) and is_sheet([(pair.shown, pair.value) for pair in kept], _AMOUNTS)
    return kept if is_one else []
