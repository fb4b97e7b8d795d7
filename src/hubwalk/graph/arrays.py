"""Arrays that grow, and strings as integers: what lets a graph of twenty million links fit in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray


class GrowableArray:
    """A numpy array with amortised constant-time growth; `view` is the used part.

    A view taken before the array grows may show the old memory: take it anew where it is used. It is kept, since it is
    read much more often than it changes.
    """

    __slots__ = ("_data", "size", "view")

    def __init__(self, dtype: str, capacity: int = 1024, *, shape: tuple[int, ...] = ()) -> None:
        """`shape` is that of one entry, where it is not a single number."""
        self._data: NDArray[Any] = np.zeros((capacity, *shape), dtype=dtype)
        self.size = 0
        self.view: NDArray[Any] = self._data[:0]

    def reserve(self, size: int) -> None:
        """Room for `size` entries; half as much again when it must move, to keep peak memory low."""
        room = len(self._data)
        if size > room:
            grown = np.zeros((max(size, room + room // 2), *self._data.shape[1:]), dtype=self._data.dtype)
            grown[: self.size] = self.view
            self._data = grown
            self.view = grown[: self.size]

    def append(self, value: float) -> None:
        self.reserve(self.size + 1)
        self._data[self.size] = value
        self._resize(self.size + 1)

    def extend(self, values: NDArray[Any]) -> None:
        size = self.size + len(values)
        self.reserve(size)
        self._data[self.size : size] = values
        self._resize(size)

    def grow_to(self, size: int) -> None:
        """Append zeros up to `size` entries."""
        if size > self.size:
            self.reserve(size)
            self._resize(size)

    def _resize(self, size: int) -> None:
        self.size = size
        self.view = self._data[:size]


class Interner:
    """Strings as small integers, in order of first sight."""

    __slots__ = ("_ids", "names")

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self.names: list[str] = []

    def __len__(self) -> int:
        return len(self.names)

    def intern(self, name: str) -> int:
        found = self._ids.get(name)
        if found is None:
            found = len(self.names)
            self._ids[name] = found
            self.names.append(name)
        return found

    def intern_all(self, names: Iterable[str]) -> list[int]:
        """The same for many, in order."""
        known, find = self.names, self._ids.get
        numbers = []
        for name in names:
            found = find(name)
            if found is None:
                found = self._ids[name] = len(known)
                known.append(name)
            numbers.append(found)
        return numbers

    def find(self, name: str) -> int:
        """The integer of a known string, -1 for any other."""
        return self._ids.get(name, -1)
