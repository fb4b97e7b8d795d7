"""RTDM in plain Python: the twin of tree_distance_numba.py, and what runs without numba. See tree_distance.py.

First the pairs of classes are found that the distance of the roots depends on, breadth first; each is planned with
what is left of the cells. Then they are measured, those of the smallest classes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from hubwalk.validators.page_tree import Classes


def rtdm(a: Classes, b: Classes, cells: int, band: int) -> int:
    """The distance of two trees with roots of the same tag."""
    comparison = _Comparison(_subtrees(a), _subtrees(b), cells, band)
    return comparison.distance()


@dataclass(frozen=True, slots=True)
class _Subtrees:
    label: list[int]
    size: list[int]
    digest: list[int]
    children: list[list[int]]


def _subtrees(classes: Classes) -> _Subtrees:
    first, child = classes.first.tolist(), classes.child.tolist()
    children = [child[begin:end] for begin, end in pairwise(first)]
    return _Subtrees(classes.label.tolist(), classes.size.tolist(), classes.digest.tolist(), children)


class _Comparison:
    def __init__(self, a: _Subtrees, b: _Subtrees, cells: int, band: int) -> None:
        self._a, self._b = a, b
        self._left = cells
        self._band = band
        self._known: dict[tuple[int, int], int] = {}

    def distance(self) -> int:
        root = (len(self._a.size) - 1, len(self._b.size) - 1)
        width = dict.fromkeys([root], 0)
        queue = [root]
        for pair in queue:  # grows while it is read
            left, right = self._trimmed(*pair)
            width[pair] = self._plan(len(left), len(right))
            for found in self._depends_on(left, right, width[pair]):
                if found not in width:
                    width[found] = 0
                    queue.append(found)
        for pair in sorted(queue):
            self._known[pair] = self._forests(*self._trimmed(*pair), width[pair])
        return self._known[root]

    def _trimmed(self, x: int, y: int) -> tuple[list[int], list[int]]:
        """The children, without equal ones in front and at the end."""
        left, right = self._a.children[x], self._b.children[y]
        one, other = self._a.digest, self._b.digest
        shorter = min(len(left), len(right))
        head = tail = 0
        while head < shorter and one[left[head]] == other[right[head]]:
            head += 1
        while tail < shorter - head and one[left[-1 - tail]] == other[right[-1 - tail]]:
            tail += 1
        return left[head : len(left) - tail], right[head : len(right) - tail]

    def _plan(self, m: int, n: int) -> int:
        """How far from the diagonal the table is to be filled; -1: not at all."""
        for width, cells in ((m + n, m * n), (self._band, m * (2 * self._band + 1) + n)):
            if cells <= self._left:
                self._left -= cells
                return width
        return -1

    def _depends_on(self, left: list[int], right: list[int], width: int) -> list[tuple[int, int]]:
        a, b = self._a, self._b
        found: dict[tuple[int, int], None] = {}
        for i, x in enumerate(left if width >= 0 else ()):
            if a.children[x]:
                low, high = reach(i, len(left), len(right), width)
                label, digest = a.label[x], a.digest[x]
                for y in right[low:high]:
                    if b.label[y] == label and b.children[y] and b.digest[y] != digest:
                        found[x, y] = None
        return list(found)

    def _forests(self, left: list[int], right: list[int], width: int) -> int:
        """D(left, right): one row per child on the left, two rows kept."""
        a, b = self._a, self._b
        if width < 0 or not left or not right:
            return sum(a.size[x] for x in left) + sum(b.size[y] for y in right)
        never = 1 << 60
        above = [never] * (len(right) + 1)
        row = above.copy()
        above[0] = 0
        for j in range(min(width, len(right))):
            above[j + 1] = above[j] + b.size[right[j]]
        for i, x in enumerate(left):
            low, high = reach(i, len(left), len(right), width)
            size = a.size[x]
            here = row[low] = above[low] + size
            for j in range(low, high):
                y = right[j]
                here = row[j + 1] = min(above[j] + self._pairing(x, y), above[j + 1] + size, here + b.size[y])
            above, row = row, above
        return above[len(right)]

    def _pairing(self, x: int, y: int) -> int:
        """d(x, y)"""
        a, b = self._a, self._b
        if a.digest[x] == b.digest[y]:
            return 0
        if a.label[x] != b.label[y]:
            return a.size[x] + b.size[y] - 1
        if a.size[x] == 1 or b.size[y] == 1:
            return a.size[x] + b.size[y] - 2
        return self._known[x, y]


def reach(i: int, m: int, n: int, width: int) -> tuple[int, int]:
    """The columns of row i, in a table of m rows and n columns, that are near the diagonal."""
    return max(0, i * n // m - width), min(n, (i + 1) * n // m + width)
