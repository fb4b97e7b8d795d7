"""Lines of plain text with a label and a value each, and between them something else than a colon.

"Weight ........ 350 g": rows, items or lines in sequence, without links. Dots lead to page numbers and to names as
well, so what they stand between must read like a sheet (unmarked.py), and the values must not look like pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hubwalk.validators.boxes import Box
from hubwalk.validators.pairs import LEAST_ROWS, Pair, make_pair, unwrapped
from hubwalk.validators.unmarked import is_sheet

_LEADER = re.compile(r"\s*(?:(?:[.·_]\s?){4,}|(?:…\s?){2,}|\s(?:\.{2,3}|…)\s)\s*")
_HINT = re.compile(r"[.·_…] ?[.·_…]|…")  # nearly all rows have none, and this is quicker to say so
_PAGE = re.compile(r"(?:[^\W\d_]{1,5}\W{1,2})?(?:(?:[A-Z]|\d{1,3})[-.])?\d{1,4}|[ivxlc]+")  # 5, p. 5, A-5, 2.5, iv
_AMOUNTS = 0.4  # of the values


def separated(rows: Sequence[Sequence[Box]]) -> list[Pair]:
    """The pairs of the rows or lines that are such and follow each other."""
    return [pair for run in _runs(rows) if len(run) >= LEAST_ROWS and _is_sheet(run) for pair in run]


def _runs(rows: Sequence[Sequence[Box]]) -> Iterator[list[Pair]]:
    run: list[Pair] = []
    for row in rows:
        pair = _pair(row)
        if pair is not None:
            run.append(pair)
        elif run:
            yield run
            run = []
    yield run


def _pair(row: Sequence[Box]) -> Pair | None:
    if not row or (row[0].tag and len(row) > 1) or not _HINT.search(row[0].text):
        return None
    parts = [part for part in unwrapped(row) if part.text]
    if parts[0].tag or any(part.links for part in parts):
        return None
    halves = _LEADER.split(" ".join(part.text for part in parts))
    return make_pair(halves[0], halves[1], parts[0]) if len(halves) == 2 else None


def _is_sheet(run: Sequence[Pair]) -> bool:
    pages = sum(_PAGE.fullmatch(pair.value) is not None for pair in run)
    return 2 * pages <= len(run) and is_sheet([(pair.shown, pair.value) for pair in run], _AMOUNTS)
