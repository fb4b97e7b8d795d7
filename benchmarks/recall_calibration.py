"""Is the recall estimate right? Strategies on recorded real sites are asked at many moments how much there is.

    python benchmarks/recall_calibration.py --corpora DIR [--strategy adaptive ...] [--seeds 3] [--fit] [--json FILE]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. Prints, by site
and in all, how often the 90 % interval held the truth, how wide it was, whether the estimate lies high or low, and
what `--stop-at-recall` would have done. With --fit it also fits the weights of src/hubwalk/estimation/recall.py anew,
and prints them with how often the interval held on sites that were left out of the fit.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from hubwalk.errors import HubwalkError, UsageError
from hubwalk.estimation.stacking import Weights, combine
from hubwalk.strategies import parse_strategy
from hubwalk.values import Estimate
from recall_fitting import Case, fit, left_out
from recall_runs import Job, Moment, Run, runs


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the answers at some moments were worth."""

    moments: int
    held: float  # share of the intervals that hold the truth
    below: float  # share that lie below it
    width: float  # median of (high - low) / truth
    ratio: float  # median of estimate / truth

    @classmethod
    def of(cls, answers: Sequence[tuple[Estimate, int]]) -> Calibration:
        return cls(
            moments=len(answers),
            held=statistics.fmean(e.low <= truth <= e.high for e, truth in answers),
            below=statistics.fmean(e.high < truth for e, truth in answers),
            width=statistics.median((e.high - e.low) / truth for e, truth in answers),
            ratio=statistics.median(e.expected / truth for e, truth in answers),
        )

    def __str__(self) -> str:
        return (
            f"{self.moments:6} moments, interval holds {self.held:5.1%} (too low {self.below:5.1%}), "
            f"width {self.width:5.2f} of the truth, estimate {self.ratio:4.2f} of the truth"
        )


def run_site(job: Job) -> list[Run]:
    return list(runs(job))


def answers_of(some: Iterable[Run]) -> list[tuple[Estimate, int]]:
    """Without the moments at which everything was fetched: there the answer is known."""
    return [(m.estimate, run.truth) for run in some for m in run.moments if m.unfetched]


def print_report(every: Sequence[Run], stop_at: float) -> None:
    for strategy in dict.fromkeys(run.strategy for run in every):
        of_strategy = [run for run in every if run.strategy == strategy]
        print(f"\n{strategy}")
        for site in dict.fromkeys(run.site for run in of_strategy):
            print(f"  {site:18} {Calibration.of(answers_of(run for run in of_strategy if run.site == site))}")
        print(f"  {'all sites':18} {Calibration.of(answers_of(of_strategy))}")
        _print_stages(of_strategy)
        _print_stops(of_strategy, stop_at)


def _print_stages(some: Sequence[Run]) -> None:
    for low, high in ((0.0, 0.1), (0.1, 0.5), (0.5, 0.9), (0.9, 1.01)):
        stage = [(e, truth) for e, truth in answers_of(some) if low <= e.found / truth < high]
        if stage:
            print(f"  {f'found {low:4.0%}-{min(high, 1):4.0%}':18} {Calibration.of(stage)}")


def _print_stops(some: Sequence[Run], stop_at: float) -> None:
    stops = [run.stop for run in some]
    early = [stop for stop in stops if stop.early]
    print(f"  --stop-at-recall {stop_at:g}: {len(early)} of {len(stops)} runs end before everything is fetched")
    if early:
        enough = sum(stop.recall >= stop_at for stop in early)
        ratios = sorted(stop.downloads / stop.needed for stop in early if stop.needed)
        least, typical = min(stop.recall for stop in early), statistics.fmean(stop.recall for stop in early)
        spent = f"median downloads {statistics.median(ratios):.2f} of those needed" if ratios else "none needed"
        print(f"    recall then {typical:.1%} on average, {least:.1%} at worst, enough in {enough}; {spent}")
    saved = 1 - sum(stop.downloads for stop in stops) / sum(run.downloads for run in some)
    print(f"    downloads saved in all {saved:.1%}")


def cases_of(every: Iterable[Run], by_outlook: bool) -> list[Case]:
    return [
        Case(run.site, run.name, m.signals, max(0, run.truth - m.signals.found))
        for run in every
        for m in run.moments
        if (m.outlook is not None) == by_outlook and m.unfetched
    ]


def print_fit(every: Sequence[Run]) -> None:
    for name, by_outlook in (("BY_OUTLOOK", True), ("BY_PLACES", False)):
        cases = cases_of(every, by_outlook)
        if len({case.site for case in cases}) < 3:
            continue
        weights, without = fit(cases), left_out(cases)
        print(f"\n{name} = {weights}")
        held = [(_estimate(case, without[case.site]), case.signals.found + case.missing) for case in cases]
        fitted = [(_estimate(case, weights), case.signals.found + case.missing) for case in cases]
        print(f"  sites of the fit   {Calibration.of(fitted)}")
        print(f"  sites left out     {Calibration.of(held)}")
        for site in without:
            own = [answer for answer, case in zip(held, cases, strict=True) if case.site == site]
            print(f"    without {site:18} {Calibration.of(own)}")


def _estimate(case: Case, weights: Weights) -> Estimate:
    missing, found = combine(case.signals, weights), case.signals.found
    return Estimate(found, found + missing.expected, found + missing.low, found + missing.high)


def as_json(run: Run) -> dict[str, object]:
    def plain(moment: Moment) -> dict[str, object]:
        return {**asdict(moment), "features": moment.signals.features()}

    return {**asdict(run), "moments": [plain(moment) for moment in run.moments]}


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--corpora", default=os.environ.get("HUBWALK_CORPORA"), help="folder of recorded sites")
    add("--site", action="append", help="only this site; repeatable")
    add("--strategy", action="append", help="repeatable; default: xcrawl, breadth_first, sleeping_bandit")
    add("--seeds", type=int, default=2, help="the first has the samples that the recording names, the others draw")
    add("--samples", type=int, action="append", help="repeatable; default: 3")
    add("--opaque-urls", action="store_true", help="replace every URL by a random one")
    add("--made-tasks", type=int, default=0, help="more tasks for each site: its directories and words of its titles")
    add("--stop-at-recall", type=float, default=0.95)
    add("--jobs", type=int, default=2, help="processes")
    add("--fit", action="store_true", help="fit the weights anew and print them")
    add("--json", type=Path, help="write all moments to FILE too")
    return parser.parse_args(argv)


def jobs_of(arguments: argparse.Namespace) -> list[Job]:
    corpora = Path(arguments.corpora or "")
    if not arguments.corpora or not (corpora / "manifest.json").is_file():
        where = f"no manifest.json in {corpora}" if arguments.corpora else "no folder given"
        raise UsageError(f"{where}; name the folder of recorded sites with --corpora DIR or HUBWALK_CORPORA")
    if arguments.opaque_urls and arguments.made_tasks:
        raise UsageError("--made-tasks takes tasks from the URLs; leave --opaque-urls away")
    strategies = tuple(arguments.strategy or ["xcrawl", "breadth_first", "sleeping_bandit"])
    for strategy in strategies:
        parse_strategy(strategy)
    manifest = json.loads((corpora / "manifest.json").read_text("utf-8"))
    found = [
        Job(
            corpora / record["file"], site, tuple(sorted(record["tasks"], key=record["primary_task"].__ne__)),
            arguments.made_tasks, strategies, arguments.seeds, tuple(arguments.samples or [3]), arguments.opaque_urls,
            arguments.stop_at_recall,
        )
        for site, record in manifest.items()
        if not arguments.site or site in arguments.site
    ]  # fmt: skip
    if not found:
        raise UsageError(f"no site {' or '.join(arguments.site or [])} in {corpora}")
    return found


def run_all(jobs: Sequence[Job], processes: int, say: Callable[[str], None]) -> list[Run]:
    every: list[Run] = []
    with ProcessPoolExecutor(max_workers=processes) as pool:
        for number, (job, found) in enumerate(zip(jobs, pool.map(run_site, jobs), strict=True), 1):
            every.extend(found)
            say(f"{number} of {len(jobs)} sites: {job.site}, {len(found)} runs")
    return every


def main(argv: Sequence[str]) -> int:
    arguments = arguments_of(argv)
    try:
        every = run_all(jobs_of(arguments), arguments.jobs, lambda line: print(line, file=sys.stderr, flush=True))
    except HubwalkError as error:
        print(f"recall calibration: {error}", file=sys.stderr)
        return 2
    print_report(every, arguments.stop_at_recall)
    if arguments.fit:
        print_fit(every)
    if arguments.json:
        arguments.json.write_text(json.dumps([as_json(run) for run in every]) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
