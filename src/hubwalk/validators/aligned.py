"""Where a drawn page says something of one thing, label by label, whatever its HTML is like.

What is a table to the eye need not be one in the HTML: cells placed absolutely, by floats, flex boxes or grids, labels
and values in blocks of their own, cells written in an order that is not the one they are read in. A browser knows where
the text stands (`Page.boxes`), and here tables are found by that alone: rows have a common top, middle or bottom,
columns a common edge or centre, labels stand left of their values or above them. What is no presentation of one thing
is told as in the tree (tabular.py): several columns of values are a comparison or a listing, unless labels and values
take turns or the last column has nothing but units; alike numbers beside unmarked labels are a listing; so are labels
that are links, and values that are links beside unmarked labels.

After Gatterbauer, Bohunsky, Herzog, Krüpl and Pollak, "Towards domain-independent information extraction from web
tables" (WWW 2007): tables are located and interpreted in the boxes that a browser draws, by alignment and
neighbourhood. It is the table recognition that xCRAWL's validator uses (Shchekotykhin, Jannach and Friedrich 2010,
sections 5 and 6.1). Ours differs: it has the boxes of text and not those of elements, so a table needs neither cells
that touch nor borders; the kinds of table are those of label_value.py; the tree is asked which neighbours lie in one
element (aligned_rows.py).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from hubwalk.validators.aligned_above import captions
from hubwalk.validators.aligned_cells import NEAR, Cell, clusters, read_cells
from hubwalk.validators.aligned_rows import Row, tables
from hubwalk.validators.pairs import COLONS, LEAST_ROWS, Pair, enough, is_linked, is_list, is_said, make_pair
from hubwalk.validators.tabular import labelled
from hubwalk.validators.value_forms import is_unit, number_form
from hubwalk.values import TextBox

_USED = 1 / 3  # of the rows have something in a further column, as in tabular.py
_LEAST_LISTED = 5  # rows, as in tabular.py
_APART = 2.0  # heights of a line between two lines of a stack
_MAX_BELOW = 50  # cells that are looked at for more of a value
_LINKED = 0.6  # of the values beside unmarked labels: news, contents
_NAMED = re.compile(r"/(?:th|dt)\[\d+\](?:/[^/]+)*$")  # a label whatever it links to
_LINE = re.compile(r"([^:\N{FULLWIDTH COLON}]{1,60})[:\N{FULLWIDTH COLON}]\s+\S")  # "Zoom: 4x", and no address


@dataclass(frozen=True, slots=True)
class Aligned:
    """What the boxes of a page show."""

    shown: list[list[Pair]]  # presentations of one thing
    several: list[list[list[str]]]  # rows of tables about several things: a label and what is said of each


def read_aligned(boxes: Sequence[TextBox], names: Container[str] = frozenset()) -> Aligned:
    """The label-value presentations that can be seen on a page; labels that are known `names` may be links."""
    cells = read_cells(boxes)
    shown: list[list[Pair]] = []
    several: list[list[list[str]]] = []
    used: set[Cell] = set()
    for links in captions(cells):
        shown.append(enough((_pair(*link) for link in links), len(links)))
        used.update(cell for link in links for cell in link)
    rest = [cell for cell in cells if cell not in used]
    for rows in tables(rest):
        found = _of_one(rows, rest)
        if found is None:
            several.append([[cell.text for cell in row] for row in rows])
        elif found:
            shown.append(found)
        used.update(cell for row in rows for cell in row)
    shown += _lines([cell for cell in rest if cell not in used])
    named = ([*labelled(pairs, names)] for pairs in shown if pairs)
    return Aligned([pairs for pairs in named if not is_list(pairs)], several)


def _of_one(rows: Sequence[Row], cells: Sequence[Cell]) -> list[Pair] | None:
    """The pairs of a table about one thing; none where they are no labels and values; None: it is about several."""
    if all(_is_mark(row[0]) for row in rows):
        rows = [row[1:] for row in rows if len(row) > 2]
    rows = _without_marks(rows)
    if _take_turns(rows):
        return enough(
            (_pair(label, value) for row in rows for label, value in zip(row[::2], row[1::2], strict=False)),
            sum(len(row) // 2 for row in rows),
        )
    units = _has_units(rows)
    if not units and (_has_several_columns(rows) or _are_alike(rows)):
        return None
    values = {row[1] for row in rows}
    more = _continued(rows, [cell for cell in cells if cell not in values])
    pairs = [_pair(row[0], row[1], *(row[2:3] if units else ()), *more.get(row[1], ())) for row in rows]
    return [] if _is_listing(rows) else enough(pairs, len(rows))


def _pair(label: Cell, value: Cell, *more: Cell) -> Pair | None:
    has_colon = label.text.endswith(COLONS) or value.text.startswith(COLONS)
    linked = is_linked(label.linked, label.text) and not has_colon and not _NAMED.search(label.where)
    text = " ".join(cell.text for cell in (value, *more))
    return make_pair(label.text, text, value, linked=linked, choices=value.links + sum(c.links for c in more) > 1)


def _take_turns(rows: Sequence[Row]) -> bool:
    """label, value, label, value in the rows, as their looks tell."""
    long = [row for row in rows if len(row) > 2]
    if 2 * len(long) <= len(rows) or any(len(row) % 2 for row in long):
        return False
    return all(
        label.is_marked and not value.is_marked
        for row in long
        for label, value in zip(row[::2], row[1::2], strict=True)
    )


def _has_units(rows: Sequence[Row]) -> bool:
    full = [row for row in rows if len(row) == 3]
    return (
        len(full) >= LEAST_ROWS
        and all(len(row) < 4 for row in rows)
        and all(is_unit(number.text, unit.text) for _, number, unit in full)
    )


def _has_several_columns(rows: Sequence[Row]) -> bool:
    """More than one column of values: rows with several, or values that stand in different places."""
    if sum(len(row) > 2 for row in rows) > _USED * len(rows):
        return True
    ends: list[float] = []  # right edges of the columns that do not overlap
    count: list[int] = []
    for value in sorted((row[1] for row in rows), key=lambda cell: cell.left):
        if not ends or value.left > ends[-1] + NEAR:
            ends.append(value.right)
            count.append(0)
        ends[-1] = max(ends[-1], value.right)
        count[-1] += 1
    return sum(number > _USED * len(rows) for number in count) > 1


def _are_alike(rows: Sequence[Row]) -> bool:
    """ "300 g" beside "400 g": both columns are values."""
    forms = [(number_form(row[0].text), number_form(row[1].text)) for row in rows]
    return LEAST_ROWS <= sum(a == b and "0" in a for a, b in forms) > len(rows) / 2


def _is_mark(cell: Cell) -> bool:
    return not any(character.isalnum() for character in cell.text)


def _without_marks(rows: Sequence[Row]) -> Sequence[Row]:
    """Without a column of colons between label and value or of links to help behind them, as in tabular.py."""
    kept = [[cell for cell in row if is_said(cell.text)] for row in rows]
    dropped = sum(len(row) < len(before) for row, before in zip(kept, rows, strict=True))
    return [row for row in kept if len(row) > 1] if dropped > len(rows) / 2 else rows


def _continued(rows: Sequence[Row], cells: Iterable[Cell]) -> dict[Cell, list[Cell]]:
    """What stands below a value at its left edge and above the next label: further lines of the value."""
    lines: dict[Cell, list[Cell]] = {}
    spans = [(row[1], after[0].top) for row, after in itertools.pairwise(rows)]
    below = sorted(cells, key=lambda cell: cell.top)
    start = 0
    for value, end in sorted(spans, key=lambda span: span[0].top):
        while start < len(below) and below[start].top < value.top:
            start += 1
        last = value
        for cell in below[start : start + _MAX_BELOW]:
            if cell.top >= end - NEAR:
                break
            if abs(cell.left - value.left) <= NEAR and -NEAR <= cell.top - last.bottom <= cell.height:
                lines.setdefault(value, []).append(cell)
                last = cell
    return lines


def _is_listing(rows: Sequence[Row]) -> bool:
    if sum(row[0].is_marked for row in rows) > len(rows) / 2:
        return False
    if sum(row[1].links > 0 for row in rows) >= _LINKED * len(rows):
        return True
    body = rows[1:] if rows[0][0].is_marked and rows[0][1].is_marked else rows
    forms = {number_form(row[1].text) for row in body}
    return len(body) >= _LEAST_LISTED and len(forms) == 1 and "0" in forms.pop()


def _lines(cells: Sequence[Cell]) -> Iterator[list[Pair]]:
    """Lines "Zoom: 4x" below each other."""
    said = [cell for cell in cells if "/a[" not in cell.where and _LINE.match(cell.text)]
    for columns in _stacks(said):
        pairs = [_pair(*_halves(cell)) for cell in columns]
        yield enough(pairs, len(pairs))


def _stacks(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Cells at one left edge, close to each other."""
    columns: dict[int, list[Cell]] = {}
    for cell, number in zip(cells, clusters([cell.left for cell in cells]), strict=True):
        columns.setdefault(number, []).append(cell)
    stacks: list[list[Cell]] = []
    for column in columns.values():
        last: Cell | None = None
        for cell in sorted(column, key=lambda cell: cell.top):
            if last is None or cell.top - last.bottom > _APART * cell.height:
                stacks.append([])
            stacks[-1].append(cell)
            last = cell
    return [stack for stack in stacks if len(stack) >= LEAST_ROWS]


def _halves(cell: Cell) -> tuple[Cell, Cell]:
    found = _LINE.match(cell.text)
    end = len(found[1]) + 1 if found else 0
    return replace(cell, text=cell.text[:end]), replace(cell, text=cell.text[end:].strip())
