"""Arrays that grow, and strings as integers: what lets a graph of twenty million links fit in memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class GrowableArray:
    """A numpy array with amortised constant-time growth; `view` is the used part.

    A view taken before an `extend` may show the old memory: take it anew where it is used.
    """

    __slots__ = ("_data", "size")

    def __init__(self, dtype: str, capacity: int = 1024) -> None:
        self._data: NDArray[Any] = np.zeros(capacity, dtype=dtype)
        self.size = 0

    @property
    def view(self) -> NDArray[Any]:
        return self._data[: self.size]

    def reserve(self, size: int) -> None:
        """Room for `size` entries; half as much again when it must move, to keep peak memory low."""
        if size > self._data.size:
            grown = np.zeros(max(size, self._data.size + self._data.size // 2), dtype=self._data.dtype)
            grown[: self.size] = self._data[: self.size]
            self._data = grown

    def append(self, value: float) -> None:
        self.reserve(self.size + 1)
        self._data[self.size] = value
        self.size += 1

    def extend(self, values: NDArray[Any]) -> None:
        self.reserve(self.size + values.size)
        self._data[self.size : self.size + values.size] = values
        self.size += values.size

    def grow_to(self, size: int) -> None:
        """Append zeros up to `size` entries."""
        if size > self.size:
            self.reserve(size)
            self.size = size


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

    def find(self, name: str) -> int:
        """The integer of a known string, -1 for any other."""
        return self._ids.get(name, -1)
