"""Where to look when nothing is found any more: the known page that is nearest to the entry page.

A learner that has seen its hubs come to an end holds every way for a bad one, and among bad ways it chooses by small
differences that mean little. The list that it lacks is then often near the entry, where people look for it, behind a
link that resembles some that were wrong. So as long as the yield is there nothing is explored, and when it has dropped,
one choice in so many goes to the page with the fewest clicks from the entry.

That is the e-greedy rule of reinforcement learning (Watkins 1989; Sutton, Barto (1998), "Reinforcement learning",
section 2.2), with an e of 0 as long as something is found, and with breadth-first, which meets the pages that matter
to people early (Najork, Wiener (2001), "Breadth-first crawling yields high-quality pages"), in place of chance.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

_DROUGHT = 8  # pages in a row that were wrong: the yield has dropped
_EVERY = 4  # choices, of which one explores
_STEPS = 64  # parts of a click that are told apart
_BITS = 32  # of a page's number


class Shallowest:
    """Pages that are known, by their clicks from the entry page, and whether it is time for one of them."""

    def __init__(self) -> None:
        self._queue: list[int] = []  # clicks, then the page, in one number: a million pages take half the memory so
        self._wrong = 0  # pages in a row
        self._choices = 0  # since one explored

    def add(self, pages: Sequence[int], clicks: Sequence[float]) -> None:
        """So many clicks lead to these pages, fewer than was known, or for the first time."""
        for page, depth in zip(pages, clicks, strict=True):
            heapq.heappush(self._queue, int(depth * _STEPS) << _BITS | page)

    def observe(self, accepted: bool) -> None:
        self._wrong = 0 if accepted else self._wrong + 1

    def next(self, is_open: Callable[[int], bool]) -> int:
        """The page to explore, among those that are still open; -1 if it is not the time, or there is none."""
        self._choices += 1
        if self._wrong < _DROUGHT or self._choices < _EVERY:
            return -1
        while self._queue:
            page = self._queue[0] & ((1 << _BITS) - 1)
            if is_open(page):
                self._choices = 0
                return page
            heapq.heappop(self._queue)
        return -1
