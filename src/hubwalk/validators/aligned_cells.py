"""What a drawn page shows, as cells: runs of text that belong together, and which cell stands right of which.

Part of aligned.py, which has the idea and its source.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hubwalk.validators.boxes import MAX_TEXT
from hubwalk.validators.pairs import COLONS, letters_in
from hubwalk.values import TextBox

NEAR = 3.0  # pixels between edges that are one edge to the eye
_BLANK = 0.45  # of the height of a line: a wider gap is no blank between words
_SAME_LINE = 0.6  # of the lower of two boxes lies beside the other
_BAND = 16  # pixels: cells are looked for by the bands of the page that they stand in
_MAX_BANDS = 16  # of one cell: what is taller is prose
_MAX_TRIED = 30  # cells in a band
_MAX_BESIDE = 3  # cells left of one: with more of them it is a column beside a list
_FRAME = re.compile(r"/(?:nav|footer|button|select|svg)\[")  # as in boxes.py
_INLINE = re.compile(r"(?:/(?:b|strong|em|i|u|a|span|font|small|sup|sub|code|tt|mark|abbr|time|bdi)\[\d+\])+$")


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """Text that is read in one go, and the rectangle that it takes."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    where: str  # XPath of the element around the text
    block: str  # of the element around that is no mere emphasis, link or span
    bold: bool = False
    links: int = 0  # parts of it that are links
    linked: int = 0  # letters in these

    @property
    def height(self) -> float:
        """Of all its lines."""
        return self.bottom - self.top

    @property
    def centre(self) -> float:
        """Half-way between left and right."""
        return (self.left + self.right) / 2

    @property
    def is_marked(self) -> bool:
        """True if it is made to look like a label."""
        return self.bold or self.text.endswith(COLONS)


Link = tuple[Cell, Cell]


def read_cells(boxes: Iterable[TextBox]) -> list[Cell]:
    """The cells of a page in document order, without menus and foot that say that they are such."""
    cells: list[Cell] = []
    for box in boxes:
        if _FRAME.search(box.dom_path):
            continue
        block = _INLINE.sub("", box.dom_path)
        right, bottom = box.x + box.width, box.y + box.height
        linked = letters_in(box.text) if box.linked else 0
        cell = Cell(box.text, box.x, box.y, right, bottom, box.dom_path, block, box.bold, int(box.linked), linked)
        if cells and _goes_on(cells[-1], cell):
            cells[-1] = joined(cells[-1], cell)
        else:
            cells.append(cell)
    return cells


def _goes_on(cell: Cell, more: Cell) -> bool:
    """True if the second follows the first in its line, as the next word does; a label and its value are kept apart."""
    gap = more.left - cell.right
    low = min(cell.height, more.height)
    if cell.block != more.block or not -NEAR <= gap <= _BLANK * low or not _overlap(cell, more) >= _SAME_LINE * low:
        return False
    return not cell.text.endswith(COLONS) and not (cell.bold and not more.bold)


def joined(cell: Cell, more: Cell) -> Cell:
    """Both in one, the second after the first."""
    blank = "" if more.text[0] in ".,;:)" else " "
    return Cell(
        f"{cell.text}{blank}{more.text}"[:MAX_TEXT],
        cell.left,
        min(cell.top, more.top),
        max(cell.right, more.right),
        max(cell.bottom, more.bottom),
        cell.where if cell.links == more.links else cell.block,
        cell.block,
        cell.bold and more.bold,
        cell.links + more.links,
        cell.linked + more.linked,
    )


def _overlap(a: Cell, b: Cell) -> float:
    return min(a.bottom, b.bottom) - max(a.top, b.top)


def in_one_row(a: Cell, b: Cell) -> bool:
    """True if two cells have top, middle or bottom in common, as the cells of a row do."""
    low = min(a.height, b.height)
    if _overlap(a, b) < low / 2:
        return False
    off = max(NEAR, low / 4)
    top, bottom = abs(a.top - b.top), abs(a.bottom - b.bottom)
    return top <= off or bottom <= off or abs(a.top + a.bottom - b.top - b.bottom) <= 2 * off


def right_links(cells: Sequence[Cell]) -> list[Link]:
    """Cells with the next one right of them in their row, each cell at most once on either side."""
    bands: dict[int, list[Cell]] = defaultdict(list)
    for cell in sorted(cells, key=lambda cell: cell.left):
        for band in _bands(cell):
            bands[band].append(cell)
    edges = {band: [cell.left for cell in inside] for band, inside in bands.items()}
    beside: dict[Cell, list[Cell]] = defaultdict(list)
    for cell in cells:
        nearest: Cell | None = None
        for band in _bands(cell):
            start = bisect_left(edges[band], cell.right - NEAR)
            for other in bands[band][start : start + _MAX_TRIED]:
                if nearest is not None and other.left >= nearest.left:
                    break
                if other.left > cell.left and in_one_row(cell, other):
                    nearest = other
                    break
        if nearest is not None:
            beside[nearest].append(cell)
    return [
        (min(left, key=lambda cell: (abs(cell.top - right.top), right.left - cell.right)), right)
        for right, left in beside.items()
        if len(left) <= _MAX_BESIDE
    ]


def _bands(cell: Cell) -> range:
    first, last = int(cell.top // _BAND), int(cell.bottom // _BAND)
    return range(first, min(last, first + _MAX_BANDS) + 1)


def clusters(values: Sequence[float]) -> list[int]:
    """A number for each value, the same for values that are one edge to the eye."""
    starts: list[float] = []
    for value in sorted(values):
        if not starts or value - starts[-1] > NEAR:
            starts.append(value)
    return [bisect_right(starts, value) - 1 for value in values]


def container(cells: Iterable[Cell]) -> str:
    """XPath of the lowest element that has all the cells in it."""
    paths = [cell.where.split("/") for cell in cells]
    low, high = min(paths), max(paths)
    same = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return "/".join(low[:same])
