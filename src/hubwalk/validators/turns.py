"""Tables with two or three labels and values in a row, and nothing that marks the labels.

A row of a comparison or of a listing has as many cells. There a column has values of one form, or a row has; here the
labels have hardly any numbers, hardly one comes twice, and the values beside them are of many forms (unmarked.py). A
head of different names is that of a listing.
"""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.validators.pairs import LEAST_ROWS
from hubwalk.validators.table_rows import Row, is_head
from hubwalk.validators.unmarked import are_labels, is_sheet
from hubwalk.validators.value_forms import number_form

_COLUMNS = (4, 6)
_AMOUNTS = 1 / 2  # of the values
_FORMS = 1 / 2  # of the values of a column differ in form


def one_by_one(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with one label and its value each, if they have several without any mark."""
    width = max(map(len, rows), default=0)
    if width not in _COLUMNS:
        return rows
    full = [row for row in rows if len(row) == width]
    heads = [row for row in full if is_head(row)]
    body = [row for row in full if not is_head(row)]
    if len(body) < max(LEAST_ROWS, sum(len(row) > 1 for row in rows) / 2) or any(map(_is_of_listing, heads)):
        return rows
    columns = [column for column, _ in body[0]]
    said = [[row[i][1].text for row in body] for i in range(width)]
    pairs = [pair for i in range(0, width, 2) for pair in zip(said[i], said[i + 1], strict=True)]
    if not all(map(are_labels, said[::2])) or not all(map(_differ, said[1::2])) or not is_sheet(pairs, _AMOUNTS):
        return rows
    return [part for row in rows for part in (_parts(row, columns) if len(row) > 1 else [row])]


def _is_of_listing(head: Row) -> bool:
    names = [cell.text for _, cell in head]
    return len(set(names)) > 2


def _differ(values: Sequence[str]) -> bool:
    """True if some values of a column have numbers, and most have forms of their own."""
    forms = set(map(number_form, values))
    return len(forms) > _FORMS * len(values) and any("0" in form for form in forms)


def _parts(row: Row, columns: Sequence[int]) -> list[Row]:
    """The labels of a row, each with its value on the same two columns."""
    cells = dict(row)
    pairs = ([cells.get(columns[i]), cells.get(columns[i + 1])] for i in range(0, len(columns), 2))
    places = columns[:2]
    parts = ([(at, cell) for at, cell in zip(places, pair, strict=True) if cell] for pair in pairs)
    return [part for part in parts if part]
