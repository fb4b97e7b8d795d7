"""DOM paths of all pages of a site as one tree of integers.

Pages of one template share their paths, so the tree stays small however many pages there are, and "the lowest element
that contains these links" (the subtree that a hub's harvest fetches) is a walk up parents.
"""

from __future__ import annotations

from collections.abc import Iterable

from hubwalk.graph.arrays import Interner
from hubwalk.pages.parse import shape


class DomPaths:
    """Interned DOM paths with their parents and their shapes (paths without positions)."""

    def __init__(self) -> None:
        self._paths = Interner()
        self._shapes = Interner()
        self.parent: list[int] = []  # -1 for a root
        self.level: list[int] = []
        self.shape: list[int] = []

    def __len__(self) -> int:
        return len(self._paths)

    def intern(self, dom_path: str) -> int:
        found = self._paths.find(dom_path)
        if found >= 0:
            return found
        missing = [dom_path]
        while True:
            above = missing[-1].rpartition("/")[0]
            if not above or self._paths.find(above) >= 0:
                break
            missing.append(above)
        parent = self._paths.find(above) if above else -1
        for path in reversed(missing):
            number = self._paths.intern(path)
            self.parent.append(parent)
            self.level.append(self.level[parent] + 1 if parent >= 0 else 0)
            self.shape.append(self._shapes.intern(shape(path)))
            parent = number
        return parent

    def path(self, number: int) -> str:
        return self._paths.names[number]

    def shape_path(self, shape_number: int) -> str:
        return self._shapes.names[shape_number]

    def lowest_common(self, numbers: Iterable[int]) -> int:
        """The lowest element that contains all of these; -1 if they have no root in common."""
        rest = iter(numbers)
        found = next(rest)
        parent, level = self.parent, self.level
        for other in rest:
            a, b = found, other
            while a != b and a >= 0 and b >= 0:
                if level[a] >= level[b]:
                    a = parent[a]
                else:
                    b = parent[b]
            if a != b:
                return -1
            found = a
        return found

    def contains(self, element: int, number: int) -> bool:
        """True if `number` is `element` or lies below it."""
        level = self.level[element]
        while number >= 0 and self.level[number] > level:
            number = self.parent[number]
        return number == element
