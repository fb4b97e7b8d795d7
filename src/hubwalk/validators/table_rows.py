"""A table's own cells on their columns, spans and all, with what pictures say where a cell has no text.

Part of tabular.py, which tells what the rows show.
"""

from __future__ import annotations

from collections.abc import Iterator

from hubwalk.validators.boxes import Box
from hubwalk.validators.pairs import COLONS

_MAX_COLUMNS = 100  # that spans are followed in
_GROUPS = {"thead", "tbody", "tfoot"}

Row = list[tuple[int, Box]]  # cells with text, each with its column


def rows_of(table: Box) -> list[Row]:
    """The rows that say something; those that hold tables are layout."""
    return [row for row in _place(_rows(table)) if row and not any(cell.has_table for _, cell in row)]


def _rows(table: Box) -> Iterator[Box]:
    """The table's own rows, not those of tables inside."""
    for child in table.children:
        if child.tag == "tr":
            yield child
        elif child.tag in _GROUPS:
            yield from (row for row in child.children if row.tag == "tr")


def _place(rows: Iterator[Box]) -> list[Row]:
    """Every row's cells that say something, on their columns."""
    placed: list[Row] = []
    taken: dict[int, int] = {}  # column -> rows that a cell from above still takes
    for row in rows:
        column, cells = 0, []
        below = {at: left - 1 for at, left in taken.items() if left > 1}
        for cell in (child for child in row.children if child.tag in {"td", "th"}):
            while column in taken:
                column += 1
            if cell.text or cell.drawn:
                cells.append((column, cell))
            after = min(column + cell.wide, _MAX_COLUMNS)
            below.update((at, cell.spans - 1) for at in range(column, after) if cell.spans > 1)
            column = max(after, column + 1)
        taken = below
        placed.append(_with_pictures(cells))
    return placed


def _with_pictures(row: Row) -> Row:
    """What pictures say counts beside a label that has no other value, and is no label itself."""
    texts = [i for i, (_, cell) in enumerate(row) if cell.text]
    if len(texts) == len(row):
        return row
    alone = len(texts) == 1
    kept: Row = []
    for i, (column, cell) in enumerate(row):
        if cell.text:
            kept.append((column, cell))
        elif texts and i > texts[0] and (alone or row[i - 1][1].tag == "th"):
            kept.append((column, cell.speaking()))
    return kept


def tags(row: Row) -> set[str]:
    return {cell.tag for _, cell in row}


def is_head(row: Row) -> bool:
    above = row[0][1].place[0]
    group = above[0] if above is not None else None
    return tags(row) == {"th"} or (group is not None and group[1] == "thead")


def look(box: Box) -> tuple[str, str, str, bool]:
    """What tells labels from values: tag, class, what all the text is wrapped in, and a colon at the end."""
    inner = box.parts
    wrapped = inner[0].tag if len(inner) == 1 and inner[0].tag != "a" else ""
    return box.tag, box.kind, wrapped, box.text.endswith(COLONS)
