"""RTDM in plain Python: the twin of tree_distance_numba.py, and what runs without numba. See tree_distance.py.

First the pairs of classes are found that the distance of the roots depends on, breadth first; each is planned with
what is left of the work. Then they are measured, in the order of their classes: children have smaller numbers than
their parents.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from hubwalk.validators.page_tree import Classes, PageTree

PAIR = 12  # the work that a pair of unequal subtrees costs before its table is filled
_NEVER = 1 << 60


def rtdm(a: PageTree, b: PageTree, work: int, band: int) -> int:
    """The distance of two trees with roots of the same tag."""
    return _Comparison(_subtrees(a.classes), _subtrees(b.classes), work, band).distance()


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
    def __init__(self, a: _Subtrees, b: _Subtrees, work: int, band: int) -> None:
        self._a, self._b = a, b
        self._left = work
        self._band = band
        self._many = len(b.size)
        self._known: dict[int, int] = {}  # how far the table goes at first, the distance in the end

    def distance(self) -> int:
        root = len(self._a.size) * self._many - 1
        self._known[root] = self._plan(root)
        queue = [root]
        for pair in queue:  # grows while it is read
            if self._known[pair] >= 0:
                self._find_pairs(pair, self._known[pair], queue)
        for pair in sorted(queue):
            self._known[pair] = self._forests(pair, self._known[pair])
        return self._known[root]

    def _plan(self, pair: int) -> int:
        """How far from its diagonal the table is to be filled; -1: not at all."""
        if self._left <= 0:
            return -1
        left, right = self._trimmed(pair)
        m, n = len(left), len(right)
        trimmed = len(self._a.children[pair // self._many]) - m
        for width, cells in ((m + n, m * n), (self._band, m * (2 * self._band + 1) + n)):
            if trimmed + cells <= self._left:
                self._left -= trimmed + cells
                return width
        return -1

    def _trimmed(self, pair: int) -> tuple[list[int], list[int]]:
        """The children, without equal ones in front and at the end."""
        x, y = divmod(pair, self._many)
        left, right = self._a.children[x], self._b.children[y]
        one, other = self._a.digest, self._b.digest
        shorter = min(len(left), len(right))
        head = tail = 0
        while head < shorter and one[left[head]] == other[right[head]]:
            head += 1
        while tail < shorter - head and one[left[-1 - tail]] == other[right[-1 - tail]]:
            tail += 1
        return left[head : len(left) - tail], right[head : len(right) - tail]

    def _find_pairs(self, pair: int, width: int, queue: list[int]) -> None:
        """The pairs of children whose distances the table needs, as long as there is work left."""
        a, b = self._a, self._b
        left, right = self._trimmed(pair)
        for i, x in enumerate(left):
            low, high = reach(i, len(left), len(right), width)
            label, digest = a.label[x], a.digest[x]
            for y in right[low:high] if a.children[x] else ():
                if b.label[y] == label and b.children[y] and b.digest[y] != digest:
                    found = x * self._many + y
                    if found not in self._known and self._left >= PAIR:
                        self._left -= PAIR
                        self._known[found] = self._plan(found)
                        queue.append(found)

    def _forests(self, pair: int, width: int) -> int:
        """D(children of x, children of y): one row per child of x, two rows kept."""
        a, b, known = self._a, self._b, self._known
        if width < 0:
            return a.size[pair // self._many] + b.size[pair % self._many] - 2
        left, right = self._trimmed(pair)
        above = [_NEVER] * (len(right) + 1)
        row = above.copy()
        above[0] = 0
        for j in range(min(width, len(right))):
            above[j + 1] = above[j] + b.size[right[j]]
        for i, x in enumerate(left):
            low, high = reach(i, len(left), len(right), width)
            size, label, digest = a.size[x], a.label[x], a.digest[x]
            here = row[low] = above[low] + size
            for j in range(low, high):
                y = right[j]
                cost = size + b.size[y] - 1
                if b.label[y] == label:  # not known are leaves, and pairs for which no work was left
                    cost = 0 if b.digest[y] == digest else known.get(x * self._many + y, cost - 1)
                here = row[j + 1] = min(above[j] + cost, above[j + 1] + size, here + b.size[y])
            above, row = row, above
        return above[len(right)]


def reach(i: int, m: int, n: int, width: int) -> tuple[int, int]:
    """The columns of row i, in a table of m rows and n columns, that are near the diagonal."""
    return max(0, i * n // m - width), min(n, (i + 1) * n // m + width)
