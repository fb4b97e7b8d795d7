"""Where a page says something of one thing, label by label: "Zoom" beside "4x".

Pages show that in many ways, and which one says nothing about the content: rows of a table, definition lists, list
items or lines "Zoom: 4x", rows of `div`, flat grids in which two kinds of box take turns, two columns side by side.
What is *no* such presentation: a layout table (its cells hold tables, or texts too long for a label), a table with
more than one column of values (a comparison or a listing, many things at once), a list whose "labels" are links (a
listing again), and one whose values are several links each (choices to filter by).

After the idea of the table validator of AllRight (xCRAWL 2010, sections 5 and 6.2), which finds the columns in a
rendered page (aligned.py); here it is the tree alone. Of style sheets only grids in the page itself are read.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Container, Sequence

from hubwalk.validators.boxes import Box, read_boxes
from hubwalk.validators.pairs import (
    COLONS,
    EMPHASIS,
    LEAST_ROWS,
    Pair,
    enough,
    is_list,
    label_key,
    make_pair,
    pair_boxes,
    pair_in,
    pairs_of_rows,
)
from hubwalk.validators.separated import separated
from hubwalk.validators.table_rows import look
from hubwalk.validators.tabular import from_definitions, from_table, labelled, lines_of, pair_lines

__all__ = ["Pair", "label_key", "presentations"]

_IN_TABLES = {"thead", "tbody", "tfoot", "table", "tr", "dl", "colgroup"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_BAR = re.compile(r"\s[|\N{BULLET}\N{MIDDLE DOT}]\s")
_INLINE = {
    "b",
    "strong",
    "em",
    "i",
    "u",
    "code",
    "tt",
    "span",
    "font",
    "small",
    "sup",
    "sub",
    "kbd",
    "var",
    "cite",
    "q",
}


def presentations(html: str, names: Container[str] = frozenset()) -> list[list[Pair]]:
    """The label-value presentations of a page, in its order: each the pairs of one thing, with the place of each.
    Labels that are known `names` may be links and make no menu.

    >>> presentations("<table><tr><th>Zoom<td>4x</table>")[0][0]
    Pair(label='zoom', shown='Zoom', value='4x', linked=False, choices=False, where='/html/body[1]/table[1]/...')
    """
    found: list[list[Pair]] = []
    for box in read_boxes(html):
        if box.tag == "table":
            found.append(from_table(box))
        elif box.tag == "dl":
            found.append(from_definitions(box))
        elif box.tag and box.tag not in _IN_TABLES:
            if len(box.children) > 1:
                found += (_from_rows(box), _from_lines(box), _from_turns(box), _from_columns(box))
            elif box.text.count(":") >= LEAST_ROWS and not box.children[0].tag:
                found.append(_from_bar(box))
    named = ([*labelled(pairs, names)] for pairs in found if pairs)
    return [pairs for pairs in named if not is_list(pairs)]


def _from_rows(box: Box) -> list[Pair]:
    """Children of one tag, each with a label and a value inside."""
    parts = box.parts
    tags = Counter(child.tag for child in parts if child.tag and child.tag != "a")
    tag, count = tags.most_common(1)[0] if tags else ("", 0)
    if count < LEAST_ROWS:
        return []
    rows = [child.answered for child in parts if child.tag == tag]
    return pairs_of_rows(rows) or separated(rows)


def _from_lines(box: Box) -> list[Pair]:
    """Lines that end with a line break."""
    breaks = sum(child.tag == "br" for child in box.children)
    if breaks < LEAST_ROWS - 1:
        return []
    lines = lines_of(box)
    return pairs_of_rows(lines) or separated(lines)


def _from_bar(box: Box) -> list[Pair]:
    """One line, "Zoom: 4x | Weight: 300 g"."""
    said = _BAR.split(box.text)
    halves = [piece.partition(":") for piece in said]
    return enough((make_pair(label, value.strip(), box) for label, _, value in halves), len(said))


def _from_turns(box: Box) -> list[Pair]:
    """Two kinds of box that take turns."""
    parts = [part for part in box.parts if part.tag not in _HEADINGS] if box.columns else box.parts
    if len(parts) < 2 * LEAST_ROWS:
        return []
    if box.columns and box.columns % 2 == 0 and len(parts) % 2 == 0 and not any(part.links for part in parts[::2]):
        return enough(map(pair_boxes, parts[::2], parts[1::2]), len(parts) // 2)
    looks = [look(part) for part in parts]
    turns = [(looks[i], b.shape) for i, b in enumerate(parts[1:])]
    differ = [turn for i, turn in enumerate(turns) if turn[0][0] not in {"", "a"} and looks[i] != looks[i + 1]]
    if not differ:
        return []
    # Of A B A B A B, (A, B) and (B, A) may be as frequent: the counter keeps the order in which they came.
    turn = Counter(differ).most_common(1)[0][0]
    rows = [pair for i, pair in enumerate(itertools.pairwise(parts)) if turns[i] == turn and looks[i] != looks[i + 1]]
    if not turn[1][0] and _is_prose(rows, parts):
        return []
    return enough(itertools.starmap(pair_boxes, rows), len(parts) // 2)


def _is_prose(rows: Sequence[tuple[Box, Box]], parts: Sequence[Box]) -> bool:
    """Words that are emphasised in running text are no labels."""
    if rows[0][0].tag not in _INLINE:
        return False
    colons = sum(label.text.endswith(COLONS) or text.text.startswith(COLONS) for label, text in rows)
    if 2 * colons > len(rows):
        return False
    begins = parts[0].tag == rows[0][0].tag and rows[0][0].tag in EMPHASIS
    running = sum(not text.text[0].isalnum() or text.text[0].islower() for _, text in rows)
    return not begins or 2 * running > len(rows)


def _from_columns(box: Box) -> list[Pair]:
    """A column of labels beside a column of values."""
    columns = [part for part in box.parts if part.tag not in _HEADINGS]
    if len(columns) != 2 or len({column.tag for column in columns}) != 1 or not columns[0].tag:
        return []
    left, right = map(_column, columns)
    if len(left) != len(right) or len({part.shape for part in left}) != 1 or any(part.links for part in left):
        return [] if any(part.has_table for part in columns) else pair_lines(*columns)
    return enough((pair_boxes(a, b) for a, b in zip(left, right, strict=True) if not pair_in(a.parts)), len(left))


def _column(box: Box) -> list[Box]:
    """The boxes below each other: a list in the column stands for the column."""
    parts = [part for part in box.parts if part.tag not in _HEADINGS]
    while len(parts) == 1 and len(parts[0].parts) > 1 and any(part.tag for part in parts[0].parts):
        parts = parts[0].parts
    return parts
