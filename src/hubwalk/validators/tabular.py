"""Tables and definition lists that show one thing, told from those that lay out a page, compare or list.

A table's cells are put on their columns, spans and all. One column of values, or labels and values that take turns, is
one thing; so is a head with one row below it. Several columns of values that a good part of the rows use are several
things (a comparison, a listing), but for one that holds nothing but units, or nothing but colons or marks ("?" links to
help). A head over two columns whose values are all numbers of one form ("Model", "Price") is a listing too.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from hubwalk.validators.boxes import Box
from hubwalk.validators.numbered import without_numbers
from hubwalk.validators.pairs import LEAST_ROWS, Pair, is_said, is_value, make_pair, pair_boxes, pairs_of_rows
from hubwalk.validators.separated import separated
from hubwalk.validators.systems import in_one_system
from hubwalk.validators.table_rows import Row, is_head, look, rows_of, tags
from hubwalk.validators.turns import one_by_one
from hubwalk.validators.value_forms import is_unit, number_form

_LEAST_CELLS = 2  # rows of plain cells: two cells in one row may be any layout
_LEAST_LISTED = 5  # rows; with fewer, alike numbers may be chance
_LEAST_FORMS = 2  # of values beside links
_USED = 1 / 3  # of the rows have something in a column of values
_GROUPED = 2 / 3  # of the rows belong to a group with several
_CROSS = "×"


def from_table(table: Box) -> list[Pair]:
    """The pairs of a table that shows one thing; none of any other table."""
    rows = without_numbers(_without_marks(rows_of(table)))
    return _lying(rows) or _of_single_cells(rows) or _of_lines(rows) or _standing(rows)


def from_definitions(box: Box) -> list[Pair]:
    """The pairs of a definition list; a term may have several definitions."""
    terms = [part for child in box.children for part in (child.children if child.tag == "div" else [child])]
    groups: list[list[Box]] = []
    for term in terms:
        if term.tag == "dt":
            groups.append([term])
        elif term.tag == "dd" and groups and is_value(term.text or term.drawn):
            groups[-1].append(term if term.text else term.speaking())
    pairs = (pair_boxes(group[0], group[1], *group[2:]) for group in groups if len(group) > 1)
    return [pair for pair in pairs if pair]


def _without_marks(rows: Sequence[Row]) -> list[Row]:
    """Without the columns of marks between label and value or behind them, whatever the head calls them."""
    body = [(column, is_said(cell.text)) for row in rows if not is_head(row) for column, cell in row]
    spoken = {column for column, said in body if said}
    marks = {column for column, _ in body} - spoken
    if len(spoken) == 1:  # of the labels; beside nothing else bullets say yes, while crosses alone close something
        bullets = {column for row in rows for column, cell in row if is_value(cell.text) and cell.text != _CROSS}
        marks -= {column for column in bullets if column > min(spoken)}
    return [kept for row in rows if (kept := [(column, cell) for column, cell in row if column not in marks])]


def _lying(rows: Sequence[Row]) -> list[Pair]:
    """A head and one row: a record lying down."""
    if len(rows) != 2 or not len(rows[0]) == len(rows[1]) > 2 or not is_head(rows[0]) or is_head(rows[1]):
        return []
    return [pair for (_, label), (_, value) in zip(*rows, strict=True) if (pair := pair_boxes(label, value))]


def _of_single_cells(rows: Sequence[Row]) -> list[Pair]:
    """Label and value in one cell: "Zoom: 4x"."""
    single = [row[0][1].parts for row in rows if len(row) == 1]
    is_layout = len(single) < LEAST_ROWS or len(single) <= len(rows) / 2
    return [] if is_layout else pairs_of_rows(single) or separated(single)


def _of_lines(rows: Sequence[Row]) -> list[Pair]:
    """One row, and in its two cells the labels and the values, line by line."""
    rows = [row for row in rows if len(row) > 1]
    return pair_lines(rows[0][0][1], rows[0][1][1]) if len(rows) == 1 and len(rows[0]) == 2 else []


def _standing(rows: Sequence[Row]) -> list[Pair]:
    rows = in_one_system(one_by_one(_without_groups(rows)))
    turns = sum(map(_takes_turns, rows))
    if turns <= sum(len(row) > 2 for row in rows) / 2:
        units = _unit_column(rows)
        if units is None and _several_columns(rows):
            return []
    else:
        units = None
    pairs: list[Pair | None] = []
    marked = False
    label: Box | None = None  # that spans several rows
    for row in rows:
        if units is not None and len(row) == 3:
            (_, name), (_, value), (_, unit) = row
            pairs.append(make_pair(name.text, f"{value.text} {unit.text}", value))
        elif len(row) == 1 and label is not None and row[0][0] > 0:
            pairs[-1] = _longer(pairs[-1], row[0][1])
            continue
        elif (len(row) == 2 or _takes_turns(row)) and tags(row) != {"th"}:
            pairs += [pair_boxes(row[i][1], row[i + 1][1]) for i in range(0, len(row), 2)]
        else:
            label = None
            continue
        marked = marked or row[0][1].tag == "th"
        label = row[0][1] if row[0][1].spans > 1 else None
    kept = [pair for pair in pairs if pair]
    if _is_listing(rows, kept):
        return []
    return kept if marked or len(kept) >= _LEAST_CELLS else []


def _without_groups(rows: Sequence[Row]) -> list[Row]:
    """Without the names of groups beside their rows. One of a single row spans nothing: it is one where most rows have
    a name that does, for otherwise it is a label with several values. So is one that looks unlike those; its row goes.
    """
    groups = [row[0] for row in rows if len(row) > 2 and row[0][1].spans > 1]
    columns = {column for column, _ in groups}
    looks = {look(cell) for _, cell in groups}
    if sum(cell.spans for _, cell in groups) <= _GROUPED * len(rows):
        columns = set()
    kept: list[Row] = []
    for row in rows:
        column, cell = row[0]
        single = len(row) == 3 and cell.spans == 1 and column in columns
        if not single or look(cell) in looks:
            kept.append(row[1:] if single or (len(row) > 2 and cell.spans > 1) else row)
    return kept


def _longer(pair: Pair | None, cell: Box) -> Pair | None:
    """A further value of the label that spans this row too."""
    if pair is None or cell.has_table:
        return pair
    longer = make_pair(pair.shown, f"{pair.value}; {cell.text}", cell, linked=pair.linked, choices=pair.choices)
    return replace(longer, where=pair.where) if longer else pair


def _takes_turns(row: Row) -> bool:
    """label, value, label, value in one row: told by mark-up, for a row of a comparison has as many cells."""
    looks = [look(cell) for _, cell in row]
    even = len(row) > 2 and len(row) % 2 == 0
    return even and len(set(looks[::2])) == len(set(looks[1::2])) == 1 and looks[0] != looks[1]


def _several_columns(rows: Sequence[Row]) -> bool:
    """True if more than one column of values is in use; a wide cell uses all that it covers."""
    long = [row for row in rows if len(row) > 1]
    first = min((row[0][0] for row in long), default=0)
    cells = [(column, column + cell.wide) for row in long for column, cell in row if column > first]
    places = sorted({column for column, _ in cells})
    begun, ended = Counter(column for column, _ in cells), Counter(bisect_left(places, end) for _, end in cells)
    changes = (begun[column] - ended[i] for i, column in enumerate(places))
    return sum(used > _USED * len(long) for used in itertools.accumulate(changes)) > 1


def _unit_column(rows: Sequence[Row]) -> int | None:
    """Numbers, and their units in a column of their own; its place, if there is one."""
    full = [row for row in rows if len(row) == 3 and not is_head(row)]
    if len(full) < LEAST_ROWS or {len(row) for row in rows} - {1, 2, 3}:
        return None
    return full[0][2][0] if all(is_unit(row[1][1].text, row[2][1].text) for row in full) else None


def labelled(pairs: Sequence[Pair], names: Container[str]) -> Sequence[Pair]:
    """The pairs, with labels that are known names no longer taken for what is listed, as those of infoboxes are that
    link to articles on them. Behind the entries of a menu stand counts: alike numbers."""
    named = [pair for pair in pairs if pair.linked and pair.label in names]
    forms = {number_form(pair.value.strip("()[]")) for pair in named}
    if len(forms) < _LEAST_FORMS:
        return pairs
    return [replace(pair, linked=pair.linked and pair.label not in names) for pair in pairs]


def _is_listing(rows: Sequence[Row], pairs: Sequence[Pair]) -> bool:
    """A head over two columns, plain cells below it, and values that are all numbers of one form."""
    if len(pairs) < _LEAST_LISTED or len(rows[0]) != 2 or not is_head(rows[0]):
        return False
    forms = {number_form(pair.value) for pair in pairs}
    return len(forms) == 1 and "0" in next(iter(forms)) and all(tags(row) == {"td"} for row in rows[1:])


def lines_of(box: Box) -> list[list[Box]]:
    """The lines of a box, as line breaks end them."""
    lines: list[list[Box]] = [[]]
    for child in box.children:
        if child.tag == "br":
            lines.append([])
        elif child.text:
            lines[-1].append(child)
    return [line for line in lines if line]


def _unwrapped(box: Box) -> Box:
    """Without the boxes that have nothing but one other box in them."""
    while len(box.parts) == 1 and box.parts[0].children:
        box = box.parts[0]
    return box


def pair_lines(left: Box, right: Box) -> list[Pair]:
    """Labels and values in two boxes side by side, line by line."""
    labels, values = lines_of(_unwrapped(left)), lines_of(_unwrapped(right))
    if not LEAST_ROWS <= len(labels) == len(values) or left.links:
        return []
    said = ((" ".join(box.text for box in line) for line in lines) for lines in (labels, values))
    pairs = [make_pair(label, value, right) for label, value in zip(*said, strict=True)]
    kept = [pair for pair in pairs if pair]
    return kept if len(kept) == len(pairs) else []
