"""What waits to be taken, the highest mean of its weights first: the frontier of pages and that of sites.

A heap whose entries may be out of date. A mean that rose is pushed again; one that fell is noticed when its entry comes
up, and put back. So no step looks at all that waits. Old entries are cleared whenever they outnumber what waits, which
bounds the memory and costs a constant per entry.
"""

from __future__ import annotations

import heapq
from array import array

_UNKNOWN, _WAITING, _GONE = 0, 1, 2
_SPARE = 1024  # old entries that are not worth clearing


class MeanFrontier:
    """Items are small integers. Ties go to the smaller one: whoever numbers them by first sight gets them in that
    order."""

    __slots__ = ("_counts", "_heap", "_state", "_sums", "_waiting")

    def __init__(self) -> None:
        self._sums = array("d")
        self._counts = array("i")
        self._state = bytearray()
        self._heap: list[tuple[float, int]] = []  # -mean when pushed, item
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    def add(self, item: int, weight: float) -> None:
        """One more weight for an item, which waits from now on unless it is gone."""
        self._reach(item)
        before = self.mean(item)
        self._sums[item] += weight
        self._counts[item] += 1
        if self._state[item] == _GONE:
            return
        if self._state[item] == _UNKNOWN:
            self._state[item] = _WAITING
            self._waiting += 1
        elif self.mean(item) <= before:
            return
        heapq.heappush(self._heap, (-self.mean(item), item))
        if len(self._heap) > 2 * self._waiting + _SPARE:
            waiting = {i for _, i in self._heap if self._state[i] == _WAITING}  # what is gone is not looked at again
            self._heap = [(-self.mean(i), i) for i in waiting]
            heapq.heapify(self._heap)

    def mean(self, item: int) -> float:
        """Of the weights of an item; 0 without any."""
        return self._sums[item] / self._counts[item] if item < len(self._counts) and self._counts[item] else 0.0

    def pop(self) -> int:
        """Take the item with the highest mean; -1 if nothing waits."""
        heap = self._heap
        while heap:
            pushed, item = heap[0]
            if self._state[item] != _WAITING:
                heapq.heappop(heap)
            elif -pushed > (mean := self.mean(item)):
                heapq.heapreplace(heap, (-mean, item))
            else:
                heapq.heappop(heap)
                self.drop(item)
                return item
        return -1

    def drop(self, item: int) -> None:
        """Never to be taken, or taken by somebody else."""
        self._reach(item)
        self._waiting -= self._state[item] == _WAITING
        self._state[item] = _GONE

    def put_back(self, item: int) -> None:
        """It was taken and nothing came of it: it waits again."""
        if self._state[item] == _GONE:
            self._state[item] = _WAITING
            self._waiting += 1
            heapq.heappush(self._heap, (-self.mean(item), item))

    def _reach(self, item: int) -> None:
        missing = item + 1 - len(self._state)
        if missing > 0:
            self._sums.frombytes(bytes(8 * missing))
            self._counts.frombytes(bytes(self._counts.itemsize * missing))
            self._state.extend(bytes(missing))
