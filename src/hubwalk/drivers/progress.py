"""What a running crawl shows of itself: frozen snapshots, for the terminal, for machines and for tests."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

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

    @property
    def harvest_rate(self) -> float:
        return self.accepted / self.fetched if self.fetched else 0.0


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
