"""What a run cost and what it brought: cost to q % recall, harvest rate, precision, time per decision."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hubwalk.drivers.replay import Replay
from hubwalk.evaluation.bounds import LEVELS, needed


@dataclass(frozen=True, slots=True)
class RunMetrics:
    """One run of one strategy with one seed."""

    downloads: int
    accepted: int
    right: int  # targets among the accepted
    found: int  # different targets that were had, see found_curve
    targets: int  # reachable ones: recall is over these
    cost: Mapping[int, int | None]  # level of recall in per cent -> downloads; None: never reached
    seconds: float  # spent on decisions
    exhausted: bool

    @property
    def recall(self) -> float:
        return self.found / self.targets if self.targets else 0.0

    @property
    def precision(self) -> float:
        """Targets among what was accepted; 1 with a validator that knows them."""
        return self.right / self.accepted if self.accepted else 0.0

    @property
    def harvest_rate(self) -> float:
        return self.accepted / self.downloads if self.downloads else 0.0

    @property
    def ms_per_decision(self) -> float:
        return 1000 * self.seconds / self.downloads if self.downloads else 0.0


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and extremes of a number over several runs; None where no run has it."""

    mean: float | None
    min: float | None
    max: float | None
    reached: int  # runs that have the number

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Spread:
        known = [value for value in values if value is not None]
        if not known:
            return cls(None, None, None, 0)
        return cls(sum(known) / len(known), min(known), max(known), len(known))


def found_curve(run: Replay, targets: Collection[str]) -> list[int]:
    """How many different targets were found after each download.

    Found is a target that was fetched and accepted. A target that shows the same as an accepted page is found with it:
    it was fetched and recognised, though it is not accepted a second time.
    """
    wanted = frozenset(targets)
    accepted: set[str] = set()
    found: set[str] = set()
    curve = []
    for download in run.downloads:
        if download.accepted:
            accepted.add(download.url)
        if download.accepted or download.duplicate_of in accepted:
            found.update({download.url, download.requested} & wanted)
        curve.append(len(found))
    return curve


def cost_to(curve: Sequence[int], targets: int, level: int) -> int | None:
    """Downloads until `level` per cent of the targets were found; None if they never were."""
    need = needed(level, targets)
    if need == 0:
        return 0
    return next((downloads for downloads, found in enumerate(curve, 1) if found >= need), None)


def measure(run: Replay, targets: Collection[str], levels: Sequence[int] = LEVELS) -> RunMetrics:
    """The metrics of a run; `targets` are the reachable ones."""
    curve = found_curve(run, targets)
    accepted = [download for download in run.downloads if download.accepted]
    return RunMetrics(
        downloads=len(run.downloads),
        accepted=len(accepted),
        right=sum(download.url in targets or download.requested in targets for download in accepted),
        found=curve[-1] if curve else 0,
        targets=len(targets),
        cost={level: cost_to(curve, len(targets), level) for level in levels},
        seconds=sum(download.seconds for download in run.downloads),
        exhausted=run.exhausted,
    )


def geometric_mean(values: Iterable[float]) -> float:
    """The mean of ratios: twice as dear on one site and half as dear on another is no difference."""
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan
