"""Where a page says something of one thing, label by label: "Zoom" beside "4x".

Pages show that in many ways, and which one says nothing about the content: rows of a table, definition lists, list
items or lines "Zoom: 4x", rows of `div`, flat grids in which two kinds of box take turns, two columns side by side.
What is *no* such presentation: a layout table (its cells hold tables, or texts too long for a label), a table with
more than one column of values (a comparison or a listing, many things at once), a list whose "labels" are links (a
listing again), and one whose values are several links each (choices to filter by).

After the idea of the table validator of AllRight (xCRAWL 2010, sections 5 and 6.2), which finds the columns in a
rendered page; here it is the tree alone, and style sheets are not read.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hubwalk.validators.boxes import MAX_TEXT, Box, read_boxes

_MAX_LABEL = 60  # characters
_MAX_WORDS = 8  # of a label; more make a sentence
_LEAST_CELLS = 2  # rows of plain cells: two cells in one row may be any layout
_LEAST_ROWS = 3  # of what is no table: a label and a value three times in a row are no accident
_MOST = 0.6  # of the boxes in a row must be pairs
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")
_SAID = re.compile(
    "[\\w+\N{CHECK MARK}\N{HEAVY CHECK MARK}\N{BALLOT X}\N{HEAVY BALLOT X}\N{EN DASH}-]"
)  # no mere arrows
_ROW_GROUPS = {"thead", "tbody", "tfoot"}
_IN_TABLES = {*_ROW_GROUPS, "table", "tr", "dl", "colgroup"}


@dataclass(frozen=True, slots=True)
class Pair:
    """One thing said: a label and its value."""

    label: str  # words in lower case, a blank between them
    shown: str  # as the page writes it
    value: str
    linked: bool = False  # the label is a link
    choices: bool = False  # the value is several links


def presentations(html: str) -> list[list[Pair]]:
    """The label-value presentations of a page, in its order."""
    found: list[list[Pair]] = []
    for box in read_boxes(html):
        if box.tag == "table":
            found.append(_from_table(box))
        elif box.tag == "dl":
            found.append(_from_definitions(box))
        elif box.tag and box.tag not in _IN_TABLES and len(box.children) > 1:
            found += (_from_rows(box), _from_lines(box), _from_turns(box), _from_columns(box))
    return [pairs for pairs in found if pairs and not _is_list(pairs)]


def label_key(text: str) -> str:
    """How labels are compared: "Zoom (optical):" and "zoom, optical" are one; "" for what cannot be a label."""
    if not text or len(text) > _MAX_LABEL or not _LETTER.search(text):
        return ""
    words = _WORD.findall(text.lower())
    return " ".join(words) if len(words) <= _MAX_WORDS else ""


def _pair(label: str, value: str, *, linked: bool = False, choices: bool = False) -> Pair | None:
    key, value = label_key(label), value.lstrip(" :")
    if not key or not value or len(value) >= MAX_TEXT or not _SAID.search(value):
        return None
    return Pair(key, label.rstrip(" :\N{FULLWIDTH COLON}"), value, linked, choices)


def _boxes(label: Box, value: Box) -> Pair | None:
    """The pair that two boxes make."""
    if label.has_table or value.has_table:
        return None
    linked = label.links > 0 and label.tag not in {"th", "dt"}
    return _pair(label.text, value.text, linked=linked, choices=value.links > 1)


def _is_list(pairs: Sequence[Pair]) -> bool:
    """A menu, a listing or choices: links, or one label over and over."""
    half = len(pairs) / 2
    return (
        sum(pair.linked for pair in pairs) >= half
        or sum(pair.choices for pair in pairs) > half
        or len({pair.label for pair in pairs}) <= half < len(pairs) - 0.5
    )


def _enough(pairs: Iterable[Pair | None], of: int, least: int = _LEAST_ROWS) -> list[Pair]:
    kept = [pair for pair in pairs if pair is not None]
    return kept if len(kept) >= max(least, _MOST * of) else []


# -- tables -----------------------------------------------------------------------------------------------------------


def _from_table(table: Box) -> list[Pair]:
    rows = [[cell for cell in row.parts if cell.tag in {"td", "th"}] for row in _rows(table)]
    rows = [row for row in rows if row and not any(cell.has_table for cell in row)]
    if len(rows) == 2 and len(rows[0]) == len(rows[1]) > 2 and _tags(rows[0]) == {"th"} and _tags(rows[1]) == {"td"}:
        return [pair for pair in map(_boxes, rows[0], rows[1]) if pair]
    rows = [row[1:] if len(row) > 2 and row[0].spans else row for row in rows]
    narrow = [row for row in rows if len(row) == 2 or _takes_turns(row)]
    if sum(len(row) > 2 for row in rows) > sum(len(row) > 2 for row in narrow) + len(narrow) / 2:
        return []
    cells = [(row[i], row[i + 1]) for row in narrow for i in range(0, len(row), 2) if _tags(row) != {"th"}]
    pairs = [pair for pair in (_boxes(label, value) for label, value in cells) if pair]
    marked = any(label.tag == "th" for label, _ in cells)
    return pairs if marked or len(pairs) >= _LEAST_CELLS else []


def _rows(table: Box) -> Iterator[Box]:
    """The table's own rows, not those of tables inside."""
    for child in table.children:
        if child.tag == "tr":
            yield child
        elif child.tag in _ROW_GROUPS:
            yield from (row for row in child.children if row.tag == "tr")


def _tags(row: Sequence[Box]) -> set[str]:
    return {cell.tag for cell in row}


def _takes_turns(row: Sequence[Box]) -> bool:
    """label, value, label, value in one row: told by mark-up, for a row of a comparison has as many cells."""
    shapes = [cell.shape for cell in row]
    return len(row) % 2 == 0 and len(set(shapes[::2])) == len(set(shapes[1::2])) == 1 and shapes[0] != shapes[1]


def _from_definitions(box: Box) -> list[Pair]:
    terms = [part for child in box.parts for part in (child.parts if child.tag == "div" else [child])]
    pairs = (_boxes(a, b) for a, b in itertools.pairwise(terms) if (a.tag, b.tag) == ("dt", "dd"))
    return [pair for pair in pairs if pair]


# -- everything else --------------------------------------------------------------------------------------------------


def _from_rows(box: Box) -> list[Pair]:
    """Children of one tag, each with a label and a value inside."""
    tags = Counter(child.tag for child in box.parts if child.tag and child.tag != "a")
    tag, count = tags.most_common(1)[0] if tags else ("", 0)
    if count < _LEAST_ROWS:
        return []
    return _enough((_halves(child.parts) for child in box.parts if child.tag == tag), count)


def _from_lines(box: Box) -> list[Pair]:
    """Lines that end with a line break."""
    breaks = sum(child.tag == "br" for child in box.children)
    if breaks < _LEAST_ROWS - 1:
        return []
    lines: list[list[Box]] = [[]]
    for child in box.children:
        if child.tag == "br":
            lines.append([])
        else:
            lines[-1].append(child)
    lines = [line for line in lines if line]
    return _enough(map(_halves, lines), len(lines))


def _from_turns(box: Box) -> list[Pair]:
    """Two kinds of box that take turns."""
    parts = box.parts
    if len(parts) < 2 * _LEAST_ROWS:
        return []
    following = list(itertools.pairwise(parts))
    shapes = Counter((a.shape, b.shape) for a, b in following if a.tag not in {"", "a"} and a.shape != b.shape)
    if not shapes:
        return []
    # Of A B A B A B, (A, B) and (B, A) may be as frequent: the counter keeps the order in which they came.
    turn = shapes.most_common(1)[0][0]
    pairs = (_boxes(a, b) for a, b in following if (a.shape, b.shape) == turn)
    return _enough(pairs, len(parts) // 2)


def _from_columns(box: Box) -> list[Pair]:
    """A column of labels beside a column of values."""
    columns = box.parts
    if len(columns) != 2 or len({column.tag for column in columns}) != 1:
        return []
    left, right = (column.parts for column in columns)
    if len(left) != len(right) or len({part.shape for part in left}) != 1 or any(part.links for part in left):
        return []
    return _enough((_boxes(a, b) for a, b in zip(left, right, strict=True) if not _halves(a.parts)), len(left))


def _halves(parts: Sequence[Box]) -> Pair | None:
    """A row or line as label and value."""
    while len(parts) == 1 and parts[0].children and parts[0].tag != "a":
        parts = parts[0].parts
    if not parts or (len(parts) == 1 and parts[0].tag):
        return None
    first, rest = parts[0], parts[1:]
    text = " ".join(part.text for part in parts)
    if not first.tag:  # "Zoom: 4x", and perhaps something emphasised in it
        label, colon, value = text.partition(":")
        links = sum(part.links for part in rest)
        if colon:
            return _pair(label, value.strip(), choices=links > 1)
        return _boxes(first, rest[0]) if len(rest) == 1 and not rest[0].links else None
    if len(rest) == 1:
        return _boxes(first, rest[0])
    if rest and (not rest[0].tag or first.text.endswith(":")):  # <b>Zoom:</b> 4x <i>optical</i>
        links = sum(part.links for part in rest)
        value = " ".join(part.text for part in rest)
        return _pair(first.text, value, linked=first.links > 0, choices=links > 1)
    return None
