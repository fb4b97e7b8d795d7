"""Lines of plain text with a label and a value each, and between them something else than a colon.

"Weight ........ 350 g", "Weight \N{EN DASH} 350 g", "Weight = 350 g": rows, items or lines in sequence with one kind of
sign, without links. Dots lead to page numbers and to names as well, dashes stand in prose, lists and headlines, and
what follows "=" may be to compute, or code. So the lines must read like a sheet (unmarked.py), the values must not look
like pages, and about dashes and "=" a label begins like one, neither side reads like a sentence or a formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hubwalk.validators.boxes import Box
from hubwalk.validators.pairs import LEAST_ROWS, Pair, make_pair, unwrapped
from hubwalk.validators.unmarked import is_sheet

_HINT = re.compile(r"[.·_…] ?[.·_…]|…| [-–—=] ")  # nearly all rows have none, and this is quicker to say so
_FAR = 64  # characters: behind a longer text stands no value
_LEADER = re.compile(r"\s*(?:(?:[.·_]\s?){4,}|(?:…\s?){2,}|\s(?:\.{2,3}|…)\s)\s*")
_DASH = re.compile(r" [-–—] (?!(?<=\d ..)\d)")  # that of "9 - 17" is none
_PAGE = re.compile(r"(?:[^\W\d_]{1,5}\W{1,2})?(?:(?:[A-Z]|\d{1,3})[-.])?\d{1,4}|[ivxlc]+")  # 5, p. 5, A-5, 2.5, iv
_OF_PROSE = re.compile(r"[,;:!?\"“”„«»]")
_OF_CODE = re.compile(r"[_$\[\]{}<>|&*^√∑∫\\]|\w[(.]\w")
_COMPUTED = re.compile(r"[*^√∑∫{};\\]| [-+/] |^[\"']")
_WORD = re.compile(r"[^\W\d_]{3}")  # no mere symbol
_STOPS = (".", "!", "?")
_SENTENCE = 4  # words
_AMOUNTS = 1 / 2  # of the values

Said = tuple[str, str, str]  # sign, label, value


def separated(rows: Sequence[Sequence[Box]]) -> list[Pair]:
    """The pairs of the rows or lines that are such and follow each other."""
    return [pair for run in _runs(rows) if len(run) >= LEAST_ROWS and _is_sheet(run) for pair in run]


def _runs(rows: Sequence[Sequence[Box]]) -> Iterator[list[Pair]]:
    run: list[Pair] = []
    last = ""
    for row in rows:
        sign, pair = _pair(row)
        if run and sign != last:
            yield run
            run = []
        last = sign
        if pair is not None:
            run.append(pair)
    yield run


def _pair(row: Sequence[Box]) -> tuple[str, Pair | None]:
    """The sign of a row, "" if it has none, and what it says."""
    if not row or (row[0].tag and len(row) > 1) or not _HINT.search(row[0].text, 0, _FAR):
        return "", None
    parts = [part for part in unwrapped(row) if part.text]
    if parts[0].tag or any(part.links for part in parts):
        return "", None
    said = _split(" ".join(part.text for part in parts))
    pair = make_pair(said[1], said[2], parts[0]) if said else None
    return (said[0], pair) if said and pair else ("", None)


def _split(text: str) -> Said | None:
    for sign, halves in (("leader", _LEADER.split(text)), ("dash", _DASH.split(text)), ("equals", text.split(" = "))):
        if len(halves) == 2:
            label, value = halves
            return (sign, label, value) if sign == "leader" or _is_said(sign, label, value) else None
    return None


def _is_said(sign: str, label: str, value: str) -> bool:
    """True if the halves may be a label and a value, and not those of a sentence or of a formula."""
    if label[:1].islower() or _OF_PROSE.search(label):
        return False
    if value.endswith(_STOPS) and value.count(" ") >= _SENTENCE - 1:
        return False
    if sign != "equals":
        return True
    return _WORD.search(label) is not None and not _OF_CODE.search(label) and not _COMPUTED.search(value)


def _is_sheet(run: Sequence[Pair]) -> bool:
    pages = sum(_PAGE.fullmatch(pair.value) is not None for pair in run)
    return 2 * pages <= len(run) and is_sheet([(pair.shown, pair.value) for pair in run], _AMOUNTS)
