"""What a running crawl shows of itself: frozen snapshots, for the terminal, for machines and for tests."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from hubwalk.store.renderings import BrowserTotals
from hubwalk.values import Estimate

# waiting: its turn has not come; the others are the states of the crawl log
WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"


@dataclass(frozen=True, slots=True)
class SiteProgress:
    """One site at one moment."""

    site: str
    state: str
    reason: str = ""  # why it is stopped or failed
    fetched: int = 0
    requests: int = 0
    accepted: int = 0
    frontier: int = 0  # known URLs that nobody has asked for yet
    requests_per_second: float = 0.0
    doing: str = ""  # rule and URL of the last choice
    estimate: Estimate | None = None  # None: nothing is known of the site so far
    browser: BrowserTotals | None = None  # None: there is none

    @property
    def harvest_rate(self) -> float:
        return self.accepted / self.fetched if self.fetched else 0.0


def range_of(estimate: Estimate) -> str:
    """430 to 455: how many there are in all."""
    low, high = math.floor(estimate.low), math.ceil(estimate.high)
    return f"{low} to {high}" if low < high else f"{high}"


def recall_of(estimate: Estimate) -> str:
    """93 %, and 100 only where nothing more is expected."""
    return f"{math.floor(100 * estimate.recall)} %"


def in_words(estimate: Estimate) -> str:
    """found 412, estimated 430 to 455, 93 %"""
    return f"found {estimate.found}, estimated {range_of(estimate)}, {recall_of(estimate)}"


def together(estimates: Iterable[Estimate | None]) -> Estimate | None:
    """The estimate for several sites, which know nothing of each other; None if none has one."""
    known = [estimate for estimate in estimates if estimate is not None]
    if not known:
        return None
    found, expected = sum(one.found for one in known), sum(one.expected for one in known)
    low, high = (math.hypot(*(side(one) for one in known)) for side in (_below, _above))
    return Estimate(found, expected, max(float(found), expected - low), expected + high)


def _below(estimate: Estimate) -> float:
    return estimate.expected - estimate.low


def _above(estimate: Estimate) -> float:
    return estimate.high - estimate.expected


class Pace:
    """Requests per second over the last few answers, so that the figure follows the site and not its whole history."""

    def __init__(self, window: int = 20) -> None:
        self._times: deque[float] = deque(maxlen=window)

    def tick(self, now: float) -> None:
        self._times.append(now)

    def rate(self, now: float) -> float:
        if len(self._times) < 2 or now <= self._times[0]:
            return 0.0
        return len(self._times) / (now - self._times[0])
