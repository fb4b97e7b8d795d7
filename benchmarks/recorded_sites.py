"""Cost to 90 % recall on recorded real sites, against the lower bound and against breadth-first.

    python benchmarks/recorded_sites.py --corpora DIR [--strategy xcrawl ...] [--seeds 3] [--opaque-urls] [--json FILE]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. Every task of
every site is one line; a strategy that never reaches 90 % in a run is charged with all its downloads, and with the
whole reachable site if it gave up earlier, so that giving up is never cheap.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from hubwalk.browsing.recorded import open_recorded
from hubwalk.errors import HubwalkError
from hubwalk.evaluation.experiments import Experiment, simulate
from hubwalk.evaluation.metrics import geometric_mean
from hubwalk.strategies import parse_strategy

BASELINE = "breadth_first"
LEVEL = 90


@dataclass(frozen=True, slots=True)
class Job:
    """One task of one site."""

    file: Path
    site: str
    task: str
    primary: bool
    strategies: tuple[str, ...]
    seeds: int
    samples: int
    opaque: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """One strategy on one task."""

    downloads: float  # to 90 %, mean over the seeds, with the penalty for runs that never got there
    reached: int  # runs that got there
    recall: float  # at the end
    to_bound: float
    to_breadth_first: float
    ms_per_decision: float


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a job."""

    site: str
    task: str
    primary: bool
    pages: int
    targets: int
    bound: int
    gap: float
    seeds: int
    costs: dict[str, Cost]

    def within_half(self, strategy: str) -> bool:
        """Reached in every run, within half of breadth-first's downloads."""
        cost = self.costs[strategy]
        return cost.reached == self.seeds and cost.to_breadth_first <= 0.5


def run(job: Job) -> Row:
    recorded = open_recorded(job.file, task=job.task, opaque=random.Random(0) if job.opaque else None)
    experiment = simulate(recorded, job.strategies, samples=job.samples, seeds=job.seeds)
    bound = experiment.bounds[LEVEL]
    baseline = _charged(experiment, BASELINE)
    costs = {
        strategy: Cost(
            downloads=_charged(experiment, strategy),
            reached=experiment.cost(strategy, LEVEL).reached,
            recall=experiment.mean(strategy, lambda m: m.recall),
            to_bound=_charged(experiment, strategy) / bound.downloads,
            to_breadth_first=_charged(experiment, strategy) / baseline,
            ms_per_decision=experiment.mean(strategy, lambda m: m.ms_per_decision),
        )
        for strategy in job.strategies
    }
    return Row(
        site=job.site,
        task=job.task,
        primary=job.primary,
        pages=experiment.reachable_pages,
        targets=experiment.targets,
        bound=bound.downloads,
        gap=bound.gap,
        seeds=job.seeds,
        costs=costs,
    )


def _charged(experiment: Experiment, strategy: str) -> float:
    costs = []
    for one in experiment.runs[strategy]:
        cost = one.metrics.cost[LEVEL]
        costs.append(max(one.metrics.downloads, experiment.reachable_pages) if cost is None else cost)
    return sum(costs) / len(costs)


def jobs(arguments: argparse.Namespace, corpora: Path) -> list[Job]:
    manifest = json.loads((corpora / "manifest.json").read_text())
    strategies = tuple(dict.fromkeys([BASELINE, *(arguments.strategy or ["best_first", "xcrawl"])]))
    for strategy in strategies:
        parse_strategy(strategy)
    return [
        Job(
            corpora / record["file"],
            site,
            task,
            task == record.get("primary_task"),
            strategies,
            arguments.seeds,
            arguments.samples,
            arguments.opaque_urls,
        )
        for site, record in manifest.items()
        if not arguments.site or site in arguments.site
        for task in record["tasks"]
    ]


def print_row(row: Row, strategies: Sequence[str]) -> None:
    cells = [f"{row.site:16} {row.task:12} {row.targets:5} of {row.pages:5}  bound {row.bound:5}"]
    for strategy in strategies:
        cost = row.costs[strategy]
        mark = "" if cost.reached else f" never: recall {cost.recall:.0%}"
        half = " half" if strategy != BASELINE and row.within_half(strategy) else ""
        cells.append(
            f"{strategy} {cost.downloads:.0f} ({cost.to_bound:.2f}x, {cost.to_breadth_first:.2f} bf){half}{mark}"
        )
    print(" | ".join(cells), flush=True)


def print_totals(rows: Sequence[Row], strategies: Sequence[str]) -> None:
    print(
        f"\n{len(rows)} tasks of {len({row.site for row in rows})} sites; the lower bound is at most "
        f"{max(row.gap for row in rows):.1%} above the optimum"
    )
    for strategy in strategies:
        missed = sum(row.costs[strategy].reached == 0 for row in rows)
        ms = sum(row.costs[strategy].ms_per_decision for row in rows) / len(rows)
        print(
            f"{strategy}: {missed} tasks never reached {LEVEL} % (charged with all downloads), {ms:.2f} ms per decision"
        )
    for strategy in strategies:
        mean = geometric_mean(row.costs[strategy].to_bound for row in rows)
        print(f"geometric mean of cost to {LEVEL} % over the lower bound, {strategy}: {mean:.3f}")
    for strategy in strategies[1:]:
        half, primary = [row.within_half(strategy) for row in rows], [row for row in rows if row.primary]
        print(
            f"{LEVEL} % within half of {BASELINE}, {strategy}: {sum(half)} of {len(rows)} tasks, "
            f"{sum(row.within_half(strategy) for row in primary)} of {len(primary)} sites (first task)"
        )


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--corpora", type=Path, default=os.environ.get("HUBWALK_CORPORA"), help="folder of recorded sites"
    )
    parser.add_argument("--site", action="append", help="only this site; repeatable")
    parser.add_argument("--strategy", action="append", help=f"besides {BASELINE}; repeatable")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--opaque-urls", action="store_true", help="replace every URL by a random one")
    parser.add_argument("--json", type=Path, help="write the rows to FILE too")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    arguments = arguments_of(argv)
    if arguments.corpora is None or not (Path(arguments.corpora) / "manifest.json").is_file():
        where = arguments.corpora or "not given"
        print(
            f"recorded sites: no manifest.json ({where}); name their folder with --corpora DIR or HUBWALK_CORPORA",
            file=sys.stderr,
        )
        return 2
    try:
        todo = jobs(arguments, Path(arguments.corpora))
        rows = []
        with ProcessPoolExecutor(max_workers=2) as pool:
            for row in pool.map(run, todo):
                rows.append(row)
                print_row(row, todo[0].strategies)
    except HubwalkError as error:
        print(error, file=sys.stderr)
        return 2
    if not rows:
        print(f"no such site: {', '.join(arguments.site or [])}", file=sys.stderr)
        return 2
    print_totals(rows, todo[0].strategies)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
