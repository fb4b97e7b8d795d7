"""What a crawl loses with a validator that learns from samples, against the same crawl with the oracle.

    python benchmarks/like_against_oracle.py --corpora DIR [--validator like] [--samples 3] [--seeds 1] [--json FILE]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. Every task of
every site is crawled twice, from the entry page and the samples until the strategy has nothing left: once with the
validator, once with the oracle, which knows the targets. Recall is over the targets that links lead to, precision over
what is accepted at the end, by the verdicts that stand then. A task whose samples the validator refuses loses all.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean, median

from hubwalk.drivers.replay import ParsedPages
from hubwalk.errors import HubwalkError
from hubwalk.evaluation.experiments import ORACLE, Experiment, simulate
from hubwalk.evaluation.validating_sites import SiteRecord, samples_of
from hubwalk.evaluation.workers import results_of
from recorded_sites import add_sites, chosen_sites, one_line_errors


@dataclass(frozen=True, slots=True)
class Job:
    """One site with all its tasks."""

    site: SiteRecord
    validator: str
    strategy: str
    samples: int
    seeds: int


@dataclass(frozen=True, slots=True)
class Crawl:
    """One crawl, or the mean of several."""

    recall: float
    precision: float
    downloads: float


@dataclass(frozen=True, slots=True)
class Row:
    """One task of one site."""

    site: str
    task: str
    targets: int  # that links lead to
    oracle: Crawl
    validator: Crawl
    refused: str = ""

    @property
    def lost_recall(self) -> float:
        return self.oracle.recall - self.validator.recall

    @property
    def lost_precision(self) -> float:
        return self.oracle.precision - self.validator.precision


def run(job: Job) -> Iterator[Row]:
    pages: ParsedPages | None = None
    for task in job.site.tasks:
        recorded = job.site.open(task.name)
        named = samples_of(task, recorded, seed=0)[: len(task.samples)]
        recorded = replace(recorded, samples=tuple(named))
        pages = pages or ParsedPages(recorded)
        refused = ""
        found = Crawl(0.0, 0.0, 0.0)
        crawled = [job.strategy]
        oracle = simulate(recorded, crawled, samples=job.samples, seeds=job.seeds, pages=pages)
        try:
            judges = [job.validator]
            made = simulate(recorded, crawled, samples=job.samples, seeds=job.seeds, validators=judges, pages=pages)
            found = _crawl(made, job.strategy)
        except HubwalkError as error:
            refused = str(error)
        yield Row(job.site.name, task.name, oracle.targets, _crawl(oracle, job.strategy), found, refused)


def _crawl(experiment: Experiment, strategy: str) -> Crawl:
    return Crawl(
        recall=experiment.mean(strategy, lambda metrics: metrics.recall),
        precision=experiment.mean(strategy, lambda metrics: metrics.precision),
        downloads=experiment.mean(strategy, lambda metrics: metrics.downloads),
    )


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_sites(parser)
    parser.add_argument("--validator", default="like")
    parser.add_argument("--strategy", default="xcrawl")
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=1, help="crawls per task")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", type=Path, help="write the rows to FILE too")
    return parser.parse_args(argv)


def print_row(name: str, values: Sequence[float], note: str = "") -> None:
    oracle, found, lost = values[:3], values[3:6], values[6:]
    shown = (f"{recall:7.3f}{precision:7.3f}{downloads:8.0f}" for recall, precision, downloads in (oracle, found))
    print(f"{name:28}{'   '.join(shown)}   {lost[0]:7.3f}{lost[1]:7.3f}  {note}".rstrip(), flush=True)


def numbers(row: Row) -> list[float]:
    crawls = [(crawl.recall, crawl.precision, crawl.downloads) for crawl in (row.oracle, row.validator)]
    return [*crawls[0], *crawls[1], row.lost_recall, row.lost_precision]


@one_line_errors("like_against_oracle")
def main(argv: Sequence[str]) -> int:
    options = arguments_of(argv)
    rows: list[Row] = []
    sites = chosen_sites(options)
    jobs = [Job(site, options.validator, options.strategy, options.samples, options.seeds) for site in sites]
    print(f"{'':28}{ORACLE:>22}   {options.validator:>22}   {'lost':>14}")
    print(f"{'site, task':28}" + f"{'recall':>7}{'prec':>7}{'pages':>8}   " * 2 + f"{'recall':>7}{'prec':>7}")
    for row in results_of(run, jobs, options.jobs):
        rows.append(row)
        print_row(f"{row.site} {row.task}", numbers(row), row.refused)
    for title, of in (("median", median), ("mean", fmean)):
        print_row(title, [of(values) for values in zip(*map(numbers, rows), strict=True)])
    if options.json:
        lost = ({"lost_recall": row.lost_recall, "lost_precision": row.lost_precision} for row in rows)
        options.json.write_text(
            json.dumps([asdict(row) | of for row, of in zip(rows, lost, strict=True)], indent=2) + "\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
