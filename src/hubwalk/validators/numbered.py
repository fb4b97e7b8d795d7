"""Tables whose rows are numbered: 1., 2., 3., or 1.1, 1.2, 2.1, before label and value.

The numbers are in the way of the label and say nothing, so they go. Rankings and contents are numbered, too, and
what follows is told from labels and values by what it says (unmarked.py). A sheet in several tables may go on counting,
and one that leaves out what a thing does not have may leave out its number.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from hubwalk.validators.pairs import LEAST_ROWS
from hubwalk.validators.table_rows import Row, is_head
from hubwalk.validators.unmarked import is_sheet

_NUMBER = re.compile(r"\W{0,2}(?:[Nn][or]\W{1,2})?(\d{1,3}(?:\.\d{1,2}){0,2})[.):]?")
_AMOUNTS = 0.2  # of the values: beside names of makers and colours few are numbers
_NEXT = 2 / 3  # of the numbers come right after the one before
_MOST = 0.8  # of the longer rows: heads of sections have no number


def without_numbers(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows without their numbers, if they have some and do not rank or list what is beside them."""
    long = [row for row in rows if len(row) > 2]
    first = min((row[0][0] for row in long), default=0)
    found = [(row, number) for row in long if row[0][0] == first and (number := _NUMBER.fullmatch(row[0][1].text))]
    if len(found) < LEAST_ROWS or len(found) < _MOST * sum(not is_head(row) for row in long):
        return rows
    if not _run([[int(part) for part in number[1].split(".")] for _, number in found]):
        return rows
    if not is_sheet([(row[1][1].text, " ".join(cell.text for _, cell in row[2:])) for row, _ in found], _AMOUNTS):
        return rows
    return [row[1:] if row[0][0] == first and len(row) > 1 else row for row in rows]


def _run(numbers: Sequence[Sequence[int]]) -> bool:
    """True if the numbers rise, mostly by one; sections count from the beginning again."""
    steps = [([*before], [*after]) for before, after in itertools.pairwise(numbers)]
    rising = all(before < after or after[-1] <= 1 < before[-1] for before, after in steps)
    follow = sum(
        after == [*before[:-1], before[-1] + 1] or (before < after and after[-1] <= 1) for before, after in steps
    )
    return rising and follow >= _NEXT * len(steps)
