"""The numbers of benchmarks/efficiency.py: cost over the lower bound, per task and over all tasks.

A run that never reaches a level is charged with the whole site: all its pages, or the most downloads that any run made
there if that is more. So giving up is never cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from efficiency_plan import BASELINE, Cell, Setup
from hubwalk.evaluation.metrics import geometric_mean

LEVELS = (50, 90, 95, 99)
MAIN = 90  # the level at which strategies are compared where one number must do
Task = tuple[str, str]  # site, task


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run, as efficiency_runs.outcome_record has it."""

    downloads: int
    accepted: int
    found: int
    targets: int
    pages: int
    seconds: float
    exhausted: bool
    cost: Sequence[int | None]  # downloads to 1, 2 ... 100 per cent
    bounds: Mapping[int, tuple[int, int]]  # level -> attained, proven
    given: int = -1  # sample pages that the strategy was shown; -1: not known

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Outcome:
        known = {key: record[key] for key in cls.__slots__ if key in record and key != "bounds"}
        return cls(**known, bounds={int(level): (a, b) for level, (a, b) in record["bounds"].items()})

    @property
    def recall(self) -> float:
        return self.found / self.targets

    def to(self, level: int) -> int | None:
        return self.cost[level - 1]


@dataclass(frozen=True, slots=True)
class Mean:
    """One strategy on one task: means over the seeds."""

    downloads: Mapping[int, float]  # level -> cost, with the charge for runs that never got there
    ratios: Mapping[int, float]  # level -> cost over the lower bound
    reached: int  # runs that reached 90 %
    runs: int
    recall: float  # at the end
    harvest_rate: float  # targets per download until 90 % were found
    seconds: float  # all runs
    decisions: int  # all runs
    exhausted: int  # runs that ended because nothing was left to fetch


@dataclass(frozen=True, slots=True)
class Total:
    """One strategy over all tasks of a setup."""

    tasks: int
    ratios: Mapping[int, float]  # geometric means
    worst: float  # at 90 %
    worst_task: Task
    to_baseline: float  # the worst task against breadth-first, at 90 %; nan without it
    missed: int  # tasks with runs below 90 %
    recall: float  # where nothing was left to fetch: the mean ...
    least_recall: float  # ... and the least
    harvest_rate: float
    decisions_per_second: float


class Results:
    """All outcomes that are there, by setup, strategy and task."""

    def __init__(
        self,
        outcomes: Iterable[tuple[Cell, Mapping[str, Any]]],
        primary: Iterable[Task] = (),
        peers: Iterable[str] = (),
    ) -> None:
        """`primary` are the first tasks of their sites, `peers` the names of crawlers that are not ours."""
        self.primary = frozenset(primary)
        self.peers = frozenset(peers)
        self.refused: dict[tuple[Setup, str], str] = {}
        self._runs: dict[Setup, dict[str, dict[Task, list[Outcome]]]] = {}
        for cell, record in outcomes:
            if "refused" in record:
                self.refused.setdefault((cell.setup, cell.strategy), record["refused"])
                continue
            of_setup = self._runs.setdefault(cell.setup, {})
            of_setup.setdefault(cell.strategy, {}).setdefault((cell.site, cell.task), []).append(Outcome.of(record))

    @property
    def setups(self) -> list[Setup]:
        return list(self._runs)

    def strategies(self, setup: Setup) -> list[str]:
        return list(self._runs[setup])

    def tasks(self, setup: Setup) -> list[Task]:
        return list(dict.fromkeys(task for found in self._runs[setup].values() for task in found))

    def runs(self, setup: Setup, strategy: str, task: Task) -> list[Outcome]:
        return self._runs[setup].get(strategy, {}).get(task, [])

    def any_run(self, setup: Setup, task: Task) -> Outcome:
        """For what is the same in all runs of a task."""
        return next(found[task][0] for found in self._runs[setup].values() if task in found)

    def whole_site(self, setup: Setup, task: Task, strategy: str = "") -> int:
        """What a run pays that never reaches a level. What other crawlers fetch again and again they pay alone."""
        names = (set(self.strategies(setup)) - self.peers) | {strategy}
        runs = [run for name in names for run in self.runs(setup, name, task)]
        return max(max(run.pages, run.downloads) for run in runs or [self.any_run(setup, task)])

    def mean(self, setup: Setup, strategy: str, task: Task) -> Mean | None:
        """None where there is no run."""
        runs = self.runs(setup, strategy, task)
        if not runs:
            return None
        whole = self.whole_site(setup, task, strategy)
        paid = {level: [run.to(level) or whole for run in runs] for level in LEVELS}
        return Mean(
            downloads={level: fmean(paid[level]) for level in LEVELS},
            ratios={
                level: fmean(cost / run.bounds[level][0] for cost, run in zip(paid[level], runs, strict=True))
                for level in LEVELS
            },
            reached=sum(run.to(MAIN) is not None for run in runs),
            runs=len(runs),
            recall=fmean(run.recall for run in runs),
            harvest_rate=fmean(
                min(run.found, -(-MAIN * run.targets // 100)) / cost for cost, run in zip(paid[MAIN], runs, strict=True)
            ),
            seconds=sum(run.seconds for run in runs),
            decisions=sum(run.downloads for run in runs),
            exhausted=sum(run.exhausted for run in runs),
        )

    def total(self, setup: Setup, strategy: str, *, first_only: bool = False) -> Total | None:
        """Over all tasks, or over the first task of each site; None where there is no run."""
        asked = [task for task in self.tasks(setup) if task in self.primary or not first_only]
        tasks = [task for task in asked if self.runs(setup, strategy, task)]
        if not tasks:
            return None
        means = {task: mean for task in tasks if (mean := self.mean(setup, strategy, task))}
        worst = max(means, key=lambda task: means[task].ratios[MAIN])
        ended = [run.recall for task in tasks for run in self.runs(setup, strategy, task) if run.exhausted]
        against = [
            means[task].downloads[MAIN] / base.downloads[MAIN]
            for task in tasks
            if (base := self.mean(setup, BASELINE, task))
        ]
        seconds = sum(mean.seconds for mean in means.values())
        return Total(
            tasks=len(tasks),
            ratios={level: geometric_mean(mean.ratios[level] for mean in means.values()) for level in LEVELS},
            worst=means[worst].ratios[MAIN],
            worst_task=worst,
            to_baseline=max(against, default=float("nan")),
            missed=sum(mean.reached < mean.runs for mean in means.values()),
            recall=fmean(ended) if ended else float("nan"),
            least_recall=min(ended, default=float("nan")),
            harvest_rate=fmean(mean.harvest_rate for mean in means.values()),
            decisions_per_second=sum(mean.decisions for mean in means.values()) / seconds if seconds else float("nan"),
        )

    def within_half(self, setup: Setup, strategy: str) -> list[Task]:
        """Tasks where every run reached 90 %, on average within half of breadth-first's downloads."""
        found = []
        for task in self.tasks(setup):
            mean, base = self.mean(setup, strategy, task), self.mean(setup, BASELINE, task)
            if mean and base and mean.reached == mean.runs and mean.downloads[MAIN] <= base.downloads[MAIN] / 2:
                found.append(task)
        return found

    def gap(self, setup: Setup) -> float:
        """How far the lower bound can be above the optimum at most, at 90 %."""
        pairs = [self.any_run(setup, task).bounds[MAIN] for task in self.tasks(setup)]
        return max(attained / proven - 1 for attained, proven in pairs)


def mean_recall(results: Results, setup: Setup, strategy: str, efforts: Sequence[float]) -> list[float]:
    """Recall, averaged over tasks and seeds, when so many times the least downloads for all targets were made."""
    curve = []
    for effort in efforts:
        shares = []
        for task in results.tasks(setup):
            runs = results.runs(setup, strategy, task)
            if runs:
                shares.append(fmean(_recall_after(run, effort * run.bounds[100][0]) for run in runs))
        curve.append(fmean(shares))
    return curve


def _recall_after(run: Outcome, downloads: float) -> float:
    return sum(cost is not None and cost <= downloads for cost in run.cost) / 100


def recall_curve(runs: Sequence[Outcome], whole: int) -> list[tuple[float, float]]:
    """Downloads, averaged over the seeds, at each per cent of recall that all of them reached."""
    points = [(0.0, 0.0)]
    for level in range(1, 101):
        costs = [run.to(level) for run in runs]
        known = [cost for cost in costs if cost is not None]
        if len(known) < len(costs):
            points.append((float(whole), points[-1][1]))
            break
        points.append((fmean(known), level / 100))
    return points
