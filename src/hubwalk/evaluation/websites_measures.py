"""Measures of a crawl for sites: site harvest rate and pages per relevant site, over a window of the last pages.

Ester, Kriegel, Schubert (2004), sections 3.3 and 4.2. Both go by what the crawler itself calls relevant; where the
truth is known, the same rates can be had of the sites that are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a crawl is, counted from its beginning."""

    pages: int
    sites: int  # screened
    relevant: int  # of these, called relevant
    right: int  # of these, really on the topic


NOTHING = Mark(0, 0, 0, 0)


def window_before(marks: Sequence[Mark], place: int, window: int) -> Mark:
    """The last mark that lies at least `window` pages before the one at `place`; the beginning if none does."""
    found = bisect_right(marks, marks[place].pages - window, key=lambda mark: mark.pages)
    return marks[found - 1] if found else NOTHING


def harvest_rates(marks: Sequence[Mark], window: int, *, true: bool = False) -> list[tuple[float, float]]:
    """Pages fetched -> share of relevant sites among those screened in the window; `true`: really relevant ones."""
    return [
        (now.pages, share)
        for place, now in enumerate(marks)
        if (share := harvest_rate(now, window_before(marks, place, window), true=true)) is not None
    ]


def pprs_rates(marks: Sequence[Mark], window: int, *, true: bool = False) -> list[tuple[float, float]]:
    """Pages fetched -> pages per relevant site in the window; none where no site was found in it."""
    return [
        (now.pages, rate)
        for place, now in enumerate(marks)
        if (rate := pprs(now, window_before(marks, place, window), true=true)) is not None
    ]


def harvest_rate(now: Mark, before: Mark = NOTHING, *, true: bool = False) -> float | None:
    """Of the sites screened in between; None if there are none."""
    sites = now.sites - before.sites
    return _gain(now, before, true=true) / sites if sites > 0 else None


def pprs(now: Mark, before: Mark = NOTHING, *, true: bool = False) -> float | None:
    """Pages per relevant site of what was fetched in between; None if nothing was found."""
    gain = _gain(now, before, true=true)
    return (now.pages - before.pages) / gain if gain > 0 else None


def _gain(now: Mark, before: Mark, *, true: bool) -> int:
    return now.right - before.right if true else now.relevant - before.relevant


class Marks:
    """Takes a mark every so many pages, and one at the end."""

    def __init__(self, every: int) -> None:
        self._every = every
        self._marks: list[Mark] = []
        self._last = NOTHING

    def take(self, mark: Mark) -> None:
        """The state after a page or a site."""
        self._last = mark
        if mark.pages // self._every > (self._marks[-1].pages // self._every if self._marks else 0):
            self._marks.append(mark)

    def all(self) -> tuple[Mark, ...]:
        """The marks taken, the last state among them."""
        if not self._marks or self._marks[-1] != self._last:
            return (*self._marks, self._last)
        return tuple(self._marks)
