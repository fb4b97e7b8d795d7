"""Labels above their values, in a drawn page: a head with one row below it, or tiles that each have a caption.

A caption is bold, smaller or ends with a colon, and what stands below it at the same edge or around the same centre
is not so. If more of the same follows further down, it is the head of a listing or the heading of a text. Part of
aligned.py, which has the idea and its source.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence

from hubwalk.validators.aligned_cells import NEAR, Cell, Link, clusters
from hubwalk.validators.pairs import COLONS, LEAST_ROWS

_CLOSE = 1.2  # heights of the caption between it and its value
_SMALLER = 0.92  # of the height of the value
_CONTINUED = 1 / 3  # of the values may have more of the same below them
_MAX_TEXT = 80  # characters of a value; paragraphs below headings are longer


def captions(cells: Sequence[Cell]) -> list[list[Link]]:
    """Groups of captions, each with its value, in reading order."""
    below = _below(cells)
    groups: dict[tuple[str, int], list[Link]] = defaultdict(list)
    for upper, lower in below.items():
        kind = _contrast(upper, lower)
        if kind:
            groups[kind, round(upper.height)].append((upper, lower))
    return [
        sorted(links, key=lambda link: (link[0].top, link[0].left))
        for links in groups.values()
        if len(links) >= LEAST_ROWS and not _goes_on(links, below)
    ]


def _below(cells: Sequence[Cell]) -> dict[Cell, Cell]:
    """Cells with the next one right below them, at the same left edge or else around the same centre."""
    found: dict[Cell, Cell] = {}
    taken: set[Cell] = set()
    for edges in ([cell.left for cell in cells], [cell.centre for cell in cells], [cell.right for cell in cells]):
        columns: dict[int, list[Cell]] = defaultdict(list)
        for cell, number in zip(cells, clusters(edges), strict=True):
            columns[number].append(cell)
        for column in columns.values():
            column.sort(key=lambda cell: cell.top)
            for upper, lower in itertools.pairwise(column):
                close = -NEAR <= lower.top - upper.bottom <= _CLOSE * min(upper.height, lower.height)
                if close and upper not in found and lower not in taken:
                    found[upper] = lower
                    taken.add(lower)
    return found


def _contrast(upper: Cell, lower: Cell) -> str:
    """What makes the upper one a caption; "" if nothing does."""
    if upper.text.endswith(COLONS) and not lower.text.endswith(COLONS):
        return "colon"
    if upper.bold and not lower.bold:
        return "bold"
    return "small" if upper.height < _SMALLER * lower.height < 2 * upper.height and not upper.bold else ""


def _goes_on(links: Sequence[Link], below: dict[Cell, Cell]) -> bool:
    more = sum(
        (after := below.get(value)) is not None and _contrast(caption, after) != "" and not _contrast(value, after)
        for caption, value in links
    )
    long = sum(len(value.text) > _MAX_TEXT for _, value in links)
    return more > _CONTINUED * len(links) or long > _CONTINUED * len(links)
