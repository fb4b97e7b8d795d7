"""Cost to 90 % recall on recorded real sites, against the lower bound and against breadth-first.

    python benchmarks/recorded_sites.py --corpora DIR [--strategy xcrawl ...] [--seeds 3] [--opaque-urls] [--json FILE]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. Every task of
every site is one line. A run that never reaches 90 % is charged with the whole site (the most downloads that any of
the strategies made there), so that giving up is never cheap.
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
from hubwalk.drivers.replay import ParsedPages
from hubwalk.errors import HubwalkError
from hubwalk.evaluation.experiments import Experiment, simulate
from hubwalk.evaluation.metrics import geometric_mean
from hubwalk.strategies import needs_html, parse_strategy

BASELINE = "breadth_first"
LEVEL = 90


@dataclass(frozen=True, slots=True)
class Job:
    """One site with all its tasks."""

    file: Path
    site: str
    tasks: tuple[str, ...]  # the primary one first
    strategies: tuple[str, ...]
    seeds: int
    samples: int
    opaque: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """One strategy on one task."""

    downloads: float  # to 90 %, mean over the seeds, with the charge for runs that never got there
    reached: int  # runs that got there
    recall: float  # at the end
    to_bound: float
    to_breadth_first: float
    ms_per_decision: float


@dataclass(frozen=True, slots=True)
class Row:
    """One task of one site."""

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
        """Reached in every run, on average within half of breadth-first's downloads."""
        cost = self.costs[strategy]
        return cost.reached == self.seeds and cost.to_breadth_first <= 0.5


def run(job: Job) -> list[Row]:
    rows = []
    pages: ParsedPages | None = None
    for task in job.tasks:
        # The same generator for every task: the same opaque URLs, so that the parsed pages can be shared.
        recorded = open_recorded(job.file, task=task, opaque=random.Random(0) if job.opaque else None)
        pages = pages or ParsedPages(recorded, keep_html=any(map(needs_html, job.strategies)))
        experiment = simulate(recorded, job.strategies, samples=job.samples, seeds=job.seeds, pages=pages)
        rows.append(_row(job, task, experiment))
    return rows


def _row(job: Job, task: str, experiment: Experiment) -> Row:
    bound = experiment.bounds[LEVEL]
    charged = {strategy: _charged(experiment, strategy) for strategy in job.strategies}
    costs = {
        strategy: Cost(
            downloads=charged[strategy],
            reached=experiment.cost(strategy, LEVEL).reached,
            recall=experiment.mean(strategy, lambda m: m.recall),
            to_bound=charged[strategy] / bound.downloads,
            to_breadth_first=charged[strategy] / charged[BASELINE],
            ms_per_decision=experiment.mean(strategy, lambda m: m.ms_per_decision),
        )
        for strategy in job.strategies
    }
    return Row(
        site=job.site,
        task=task,
        primary=task == job.tasks[0],
        pages=experiment.reachable_pages,
        targets=experiment.targets,
        bound=bound.downloads,
        gap=bound.gap,
        seeds=job.seeds,
        costs=costs,
    )


def _charged(experiment: Experiment, strategy: str) -> float:
    everything = max(one.metrics.downloads for runs in experiment.runs.values() for one in runs)
    costs = [one.metrics.cost[LEVEL] for one in experiment.runs[strategy]]
    return sum(everything if cost is None else cost for cost in costs) / len(costs)


def jobs(arguments: argparse.Namespace, corpora: Path) -> list[Job]:
    manifest = json.loads((corpora / "manifest.json").read_text())
    strategies = tuple(dict.fromkeys([BASELINE, *(arguments.strategy or ["best_first", "xcrawl"])]))
    for strategy in strategies:
        parse_strategy(strategy)
    common = (strategies, arguments.seeds, arguments.samples, arguments.opaque_urls)
    return [
        Job(corpora / record["file"], site, tuple(sorted(record["tasks"], key=record["primary_task"].__ne__)), *common)
        for site, record in manifest.items()
        if not arguments.site or site in arguments.site
    ]


def print_row(row: Row) -> None:
    print(f"{row.site} {row.task}: {row.targets} targets on {row.pages} pages, lower bound {row.bound}")
    for strategy, cost in row.costs.items():
        marks = ["half of breadth_first"] if strategy != BASELINE and row.within_half(strategy) else []
        if cost.reached < row.seeds:
            marks.append(f"reached {LEVEL} % in {cost.reached} of {row.seeds} runs, recall {cost.recall:.0%}")
        print(
            f"    {strategy:24} {cost.downloads:7.0f} = {cost.to_bound:5.2f} x bound = {cost.to_breadth_first:4.2f} x "
            f"{BASELINE}  {', '.join(marks)}".rstrip(),
            flush=True,
        )


def print_totals(rows: Sequence[Row]) -> None:
    sites, strategies = {row.site for row in rows}, list(rows[0].costs)
    gap = max(row.gap for row in rows)
    print(f"\n{len(rows)} tasks of {len(sites)} sites; the lower bound is at most {gap:.1%} above the optimum")
    for strategy in strategies:
        missed = sum(row.costs[strategy].reached < row.seeds for row in rows)
        ms = sum(row.costs[strategy].ms_per_decision for row in rows) / len(rows)
        print(
            f"{strategy}: {missed} tasks with runs below {LEVEL} % (charged with the whole site), {ms:.2f} ms/decision"
        )
    for strategy in strategies:
        mean = geometric_mean(row.costs[strategy].to_bound for row in rows)
        print(f"geometric mean of cost to {LEVEL} % over the lower bound, {strategy}: {mean:.3f}")
    primary = [row for row in rows if row.primary]
    for strategy in strategies[1:]:
        tasks, firsts = (sum(row.within_half(strategy) for row in some) for some in (rows, primary))
        print(
            f"{LEVEL} % within half of {BASELINE}, {strategy}: {tasks} of {len(rows)} tasks, "
            f"{firsts} of {len(primary)} sites (their first task)"
        )


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpora", default=os.environ.get("HUBWALK_CORPORA"), help="folder of recorded sites")
    parser.add_argument("--site", action="append", help="only this site; repeatable")
    parser.add_argument("--strategy", action="append", help=f"besides {BASELINE}; repeatable")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--opaque-urls", action="store_true", help="replace every URL by a random one")
    parser.add_argument("--json", type=Path, help="write the rows to FILE too")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    arguments = arguments_of(argv)
    corpora = Path(arguments.corpora or "")
    if not arguments.corpora or not (corpora / "manifest.json").is_file():
        where = f"no manifest.json in {corpora}" if arguments.corpora else "no folder given"
        print(f"recorded sites: {where}; name it with --corpora DIR or HUBWALK_CORPORA", file=sys.stderr)
        return 2
    rows: list[Row] = []
    try:
        with ProcessPoolExecutor(max_workers=2) as pool:
            for found in pool.map(run, jobs(arguments, corpora)):
                rows.extend(found)
                for row in found:
                    print_row(row)
    except HubwalkError as error:
        print(f"recorded sites: {error}", file=sys.stderr)
        return 2
    if not rows:
        print(f"recorded sites: no site {' or '.join(arguments.site or [])} in {corpora}", file=sys.stderr)
        return 2
    print_totals(rows)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
