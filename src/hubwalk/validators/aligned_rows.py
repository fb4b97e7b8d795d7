"""Tables in a drawn page: rows of cells whose edges or centres line up, told from what stands beside them by chance.

Neighbours in a row are grouped by the edges that they share with the neighbours in other rows: labels at one left edge
and values at another, say. Groups that have a column in common are one table if they lie in the same element;
otherwise the smaller element has the table, and the other neighbourhood is that of a side column. That is the one place
where the tree is asked, and it is asked for no tag. Part of aligned.py, which has the idea and its source.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from hubwalk.validators.aligned_cells import Cell, Link, clusters, container, joined, right_links
from hubwalk.validators.pairs import LEAST_ROWS
from hubwalk.validators.value_forms import is_unit

_FAR = 100.0  # pixels; two tables rather than one with a hole
_PITCHES = 4.0  # rows of that size fit in the hole
_COMMON = 1 / 3  # of the cells of the smaller group: so many make it one column
_BESIDE = 2.0  # heights between the parts of a value that stand side by side
_MAX_PARTS = 20  # of a value
_EDGES = (
    ("left", "left"), ("right", "left"), ("left", "right"), ("left", "centre"), ("centre", "centre"),
    ("right", "right"), ("centre", "left"),
)  # fmt: skip

Row = list[Cell]


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Neighbours that line up with each other, from top to bottom."""

    links: Sequence[Link]
    edge: tuple[str, int]  # of the cells on the left
    place: str  # the element that has them all

    @property
    def top(self) -> float:
        return self.links[0][0].top

    @property
    def bottom(self) -> float:
        return self.links[-1][0].bottom


def tables(cells: Sequence[Cell]) -> list[list[Row]]:
    """The tables of a page, each from top to bottom; every row has at least two cells."""
    links = right_links(cells)
    groups = _groups(links)
    kept, same = _joins(groups)
    number = {group: i for i, group in enumerate(groups) if group in kept}
    parent = list(range(len(groups)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    for a, b in same:
        parent[root(number[a])] = root(number[b])
    parts: dict[int, list[_Group]] = defaultdict(list)
    for group, i in number.items():
        parts[root(i)].append(group)
    taken = {cell for group in kept for link in group.links for cell in link}
    after = {left: right for left, right in links if right not in taken and _is_near(left, right)}
    return [[_ended(row, part[0].place, after) for row in _rows(part)] for part in parts.values()]


def _groups(links: Sequence[Link]) -> list[_Group]:
    """Each link goes with the largest group that it can be in."""
    keys: list[list[tuple[str, int, str, int]]] = [[] for _ in links]
    at = {
        (side, edge): clusters([getattr(link[side], edge) for link in links])
        for side in (0, 1)
        for edge in ("left", "right", "centre")
    }
    for first, second in _EDGES:
        for i, (a, b) in enumerate(zip(at[0, first], at[1, second], strict=True)):
            keys[i].append((first, a, second, b))
    for i, (left, right) in enumerate(links):
        if _is_inline(left, right):
            keys[i].append(("left", at[0, "left"][i], "", 0))
    count = Counter(key for each in keys for key in each)
    members: dict[tuple[str, int, str, int], list[Link]] = defaultdict(list)
    for link, each in zip(links, keys, strict=True):
        members[max(each, key=lambda key: count[key])].append(link)
    return [
        _Group(part, key[:2], container(cell for link in part for cell in link))
        for key, group in members.items()
        for part in _parts(group)
        if len(part) >= LEAST_ROWS
    ]


def _is_inline(label: Cell, value: Cell) -> bool:
    """A marked label and what follows it in the same line: such values need not line up."""
    gap = value.left - label.right
    return gap <= min(label.height, value.height) and label.is_marked and not value.is_marked


def _parts(links: Sequence[Link]) -> Iterator[list[Link]]:
    """A group from top to bottom, cut where it has a large hole."""
    links = sorted(links, key=lambda link: link[0].top)
    tops = [left.top for left, _ in links]
    pitch = median(b - a for a, b in itertools.pairwise(tops)) if len(links) > 1 else 0.0
    part: list[Link] = []
    for link in links:
        end = max(part[-1][0].bottom, part[-1][1].bottom) if part else link[0].top
        if link[0].top - end > max(_FAR, _PITCHES * pitch):
            yield part
            part = []
        part.append(link)
    yield part


def _joins(groups: Sequence[_Group]) -> tuple[set[_Group], list[tuple[_Group, _Group]]]:
    """The groups that stand, and which of them are one table."""
    after: dict[Cell, list[_Group]] = defaultdict(list)  # a cell -> where it is on the left
    for group in groups:
        for left, _ in group.links:
            after[left].append(group)
    shared = Counter((group, other) for group in groups for _, right in group.links for other in after[right])
    near = [
        (a, b) for (a, b), count in shared.items() if a is not b and count >= _COMMON * min(len(a.links), len(b.links))
    ]
    fallen = {max(pair, key=lambda group: -len(group.place)) for pair in near if pair[0].place != pair[1].place}
    kept = {group for group in groups if group not in fallen}
    same = [pair for pair in near if kept.issuperset(pair)]
    beside: dict[tuple[str, tuple[str, int]], list[_Group]] = defaultdict(list)
    for group in sorted((group for group in groups if group in kept), key=lambda group: (group.top, group.bottom)):
        above = beside[group.place, group.edge]
        same += [(group, other) for other in above[-1:] if other.bottom > group.top]
        above.append(group)
    return kept, same


def _rows(groups: Sequence[_Group]) -> list[Row]:
    """The cells of a table, row by row."""
    right = dict(link for group in groups for link in group.links)
    rows: list[Row] = []
    inner = set(right.values())
    for first in right:
        if first in inner:
            continue
        row = [first]
        while row[-1] in right:
            row.append(right[row[-1]])
        rows.append(row)
    return sorted(rows, key=lambda row: (row[0].top, row[0].left))


def _is_near(left: Cell, right: Cell) -> bool:
    close = right.left - left.right <= _BESIDE * min(left.height, right.height)
    return close or is_unit(left.text, right.text)


def _ended(row: Row, place: str, after: Mapping[Cell, Cell]) -> Row:
    """The row with all of its last value: what follows it closely, or is its unit, and makes no column."""
    last, value = row[-1], row[-1]
    for _ in range(_MAX_PARTS):
        more = after.get(last)
        if more is None or not f"{more.where}/".startswith(f"{place}/"):
            break
        last, value = more, joined(value, more)
    return [*row[:-1], value]
