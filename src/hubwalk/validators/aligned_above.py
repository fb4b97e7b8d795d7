"""Labels above their values, in a drawn page: a head with one row below it, or tiles that each have a caption.

A caption is bold, smaller or ends with a colon, and what stands below it at the same edge or around the same centre
is not so. If more of the same follows further down, it is the head of a listing or the heading of a text; headings are
also told by their uneven distances. Part of aligned.py, which has the idea and its source.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from hubwalk.validators.aligned_cells import NEAR, Cell, Link, clusters, in_one_row
from hubwalk.validators.pairs import COLONS, LEAST_ROWS

_CLOSE = 2.0  # heights of the caption between it and its value
_SMALLER = 0.92  # of the height of the value
_CONTINUED = 1 / 3  # of the values may have more of the same below them
_FAR = 60.0  # pixels between two groups
_HOLE = 4  # heights of a caption, as much
_UNEVEN = 1.6  # the longest distance against the shortest: a value may have a second line
_MAX_LINES = 3  # of a caption
_MAX_TRIED = 50
_MAX_TEXT = 80  # characters of a value; paragraphs below headings are longer


def captions(cells: Sequence[Cell]) -> list[list[Link]]:
    """Groups of captions, each with its value, in reading order."""
    below = _below(cells)
    groups: dict[tuple[str, int], list[Link]] = defaultdict(list)
    for upper, lower in sorted(below.items(), key=lambda link: link[0].height):
        kind = _contrast(upper, lower)
        if kind:
            groups[kind, _line(upper, kind, groups)].append((upper, lower))
    return [
        part
        for links in groups.values()
        for part in _parts(sorted(links, key=lambda link: (link[0].top, link[0].left)))
        if len(part) >= LEAST_ROWS and _is_even(part) and not _goes_on(part, below)
    ]


def _parts(links: Sequence[Link]) -> Iterator[list[Link]]:
    """Captions from top to bottom, cut where there is a large hole."""
    part: list[Link] = []
    for link in links:
        if part and link[0].top - part[-1][1].bottom > max(_FAR, _HOLE * link[0].height):
            yield part
            part = []
        part.append(link)
    yield part


def _is_even(links: Sequence[Link]) -> bool:
    """True if most captions stand side by side, or all of them at about the same distance."""
    rows: list[list[Cell]] = []
    for caption, _ in links:
        if rows and in_one_row(rows[-1][0], caption):
            rows[-1].append(caption)
        else:
            rows.append([caption])
    if 2 * sum(len(row) for row in rows if len(row) > 1) > len(links):
        return True
    steps = [below[0].top - above[0].top for above, below in itertools.pairwise(rows)]
    return max(steps) <= _UNEVEN * min(steps)


def _line(caption: Cell, kind: str, groups: Mapping[tuple[str, int], Sequence[Link]]) -> int:
    """The height of one line: captions of two or three lines go with those of one beside them."""
    for (name, line), links in groups.items():
        count = round(caption.height / line)
        fits = name == kind and count <= _MAX_LINES and abs(caption.height - count * line) <= count
        if fits and (count == 1 or any(in_one_row(caption, other) for other, _ in links[:_MAX_TRIED])):
            return line
    return max(1, round(caption.height))


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
