"""What every strategy, and the crawlers people use today, pay for the pages that are wanted, on recorded real sites.

    python benchmarks/efficiency.py --corpora DIR -o results [--jobs 2] [--quick] [--peers]

All strategies, all tasks of all sites that DIR/manifest.json names, natural and opaque URLs, five seeds, 1, 3 and 10
samples on the site or from other sites. Every finished cell is kept in the output folder: a run that was killed, or
interrupted with Ctrl-C, goes on when the same command is given again, and code that has changed is noticed. Writes
report.md, figures/ and results.json, and prints the lines that one quotes. docs/efficiency.md says how to read them.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from efficiency_plan import BASELINE, NATURAL, OPAQUE, PLACES, SITE, URLS, Cell, Choices, Plan, Setup
from efficiency_report import report, results_json, summary_lines, task_lines
from efficiency_results import Results
from efficiency_work import Work
from hubwalk.cli._cell_progress import cell_progress, duration
from hubwalk.cli._signals import interruptible
from hubwalk.errors import HubwalkError, UsageError
from hubwalk.evaluation.document import Figure, to_markdown
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.validating_sites import SiteRecord, select
from hubwalk.evaluation.workers import default_jobs
from hubwalk.strategies import STRATEGIES, parse_strategy
from recorded_sites import add_sites, all_sites

INTERRUPTED = 130


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        epilog="Example: python benchmarks/efficiency.py --corpora sites -o results --strategy xcrawl --urls natural",
    )
    add_sites(parser)
    add = parser.add_argument
    add("--output", "-o", type=Path, default=Path("efficiency-results"), help="folder for cells, report and figures")
    add("--jobs", type=int, default=None, help="processes; default: as many as cores")
    add("--strategy", action="append", default=[], help=f"only this one and {BASELINE}; repeatable; with options too")
    add("--urls", action="append", choices=URLS, help="only this kind of URLs")
    add("--samples", action="append", type=int, help="only so many samples; repeatable; default: 1, 3 and 10")
    add("--place", action="append", choices=PLACES, help="only samples on the site, or only from other sites")
    add("--seeds", type=int, default=None, help="runs of each strategy; default: 5")
    add("--draw-samples", action="store_true", help="every seed draws its samples; default: those the recording names")
    add("--priors", type=Path, help="folder of priors, SITE.TASK.* or SITE.* learned without that site")
    add("--peers", action="store_true", help="other crawlers, too; installs them into OUTPUT/peers-venv")
    add("--peer", action="append", default=[], help="of these only this one; repeatable")
    add("--peers-venv", type=Path, help="install them there instead, for several outputs to share")
    add("--peer-seconds", type=float, default=900, help="time that a peer has for one site and task; default: 900")
    add("--quick", action="store_true", help="first task of each site, 3 samples on the site, one seed")
    add("--fresh", action="store_true", help="compute everything again, whatever is stored")
    add("--accept-stale", action="store_true", help="take stored cells that other code has computed, too")
    add("--report-only", action="store_true", help="compute nothing, report what is stored")
    return parser.parse_args(argv)


def chosen(options: argparse.Namespace) -> Choices:
    """The choices of a command line; UsageError for what makes no sense."""
    for name in ("jobs", "seeds"):
        if (getattr(options, name) or 1) < 1:
            raise UsageError(f"--{name} {getattr(options, name)}: give 1 or more")
    if any(count < 1 for count in options.samples or ()):
        raise UsageError(f"--samples {min(options.samples)}: give 1 or more")
    for strategy in options.strategy:
        parse_strategy(strategy)
    places = options.place or ([SITE] if options.quick else list(PLACES))
    samples = sorted(set(options.samples or ([3] if options.quick else [1, 3, 10])))
    urls = options.urls or [NATURAL, OPAQUE]
    return Choices(
        strategies=tuple(dict.fromkeys([BASELINE, *(options.strategy or STRATEGIES)])),
        setups=tuple(Setup(kind, place, count) for kind in urls for place in places for count in samples),
        seeds=options.seeds or (1 if options.quick else 5),
        draw=options.draw_samples,
        priors=options.priors,
    )


def sites_of(options: argparse.Namespace, every: Sequence[SiteRecord]) -> list[SiteRecord]:
    tasks = options.task
    if options.quick and not tasks:
        return [site for known in select(every, options.site, []) for site in select([known], [], [known.primary])]
    return select(every, options.site, tasks)


def main(argv: Sequence[str]) -> int:
    options = arguments_of(argv)
    try:
        choices = chosen(options)
        every = all_sites(options)
        sites = sites_of(options, every)
        folder = ResultFolder(options.output, "benchmarks/efficiency.py")
    except HubwalkError as error:
        print(f"efficiency: {error}", file=sys.stderr)
        return 2
    try:
        with interruptible():
            return run(options, Plan(sites, every, choices), folder, argv)
    except KeyboardInterrupt:
        kept = f"{len(folder.known)} cells are kept in {folder.path}"
        print(f"efficiency: interrupted; {kept}, the same command goes on", file=sys.stderr)
        return INTERRUPTED
    except HubwalkError as error:
        print(f"efficiency: {error}", file=sys.stderr)
        return 2
    finally:
        folder.close()


def run(options: argparse.Namespace, plan: Plan, folder: ResultFolder, argv: Sequence[str]) -> int:
    if options.fresh:
        folder.known.clear()
    work = Work(plan, folder, accept_stale=options.accept_stale)
    if not options.report_only:
        jobs = options.jobs or default_jobs()
        left = f"{len(work.missing())} to compute, about {duration(work.estimate(jobs))} with --jobs {jobs}"
        print(f"{work.planned} cells, {left}", file=sys.stderr)
        with cell_progress() as on_progress:
            work.run(jobs, on_progress)
    theirs = peers_of(options, plan, folder) if options.peers else []
    outcomes = [*work.outcomes(), *theirs]
    if not outcomes:
        raise UsageError(f"nothing is stored in {folder.path}; leave out --report-only")
    first_tasks = [(site.name, site.primary) for site in plan.sites]
    results = Results(outcomes, first_tasks, {cell.strategy for cell, _ in theirs})
    write(folder, results, work, "python benchmarks/efficiency.py " + shlex.join(shown(argv)))
    return 0


def peers_of(options: argparse.Namespace, plan: Plan, folder: ResultFolder) -> list[tuple[Cell, Mapping[str, Any]]]:
    """What the other crawlers brought."""
    from efficiency_peers import PeerWork, make_environment

    python = make_environment(options.peers_venv or folder.path / "peers-venv")
    work = PeerWork(plan, folder, python, seconds=options.peer_seconds, only=options.peer)
    if not options.report_only:
        print(f"{work.planned} crawls of other crawlers, {work.missing} to make", file=sys.stderr)
        with cell_progress() as on_progress:
            work.run(on_progress)
    return list(work.outcomes())


def shown(argv: Sequence[str]) -> list[str]:
    """The command without the places of this machine."""
    return [word.rstrip("/").rpartition("/")[2] if "/" in word and ":" not in word else word for word in argv]


def write(folder: ResultFolder, results: Results, work: Work, command: str) -> None:
    blocks = report(results, command, planned=work.planned, stored=len(list(work.outcomes())), stale=work.stale())
    for block in blocks:
        if isinstance(block, Figure):
            folder.write(f"figures/{block.name}.svg", block.svg)
    folder.write("results.json", results_json(results, command))
    for setup in results.setups:
        if len(results.setups) == 1:  # more would fill many screens; the report has them
            print("\n".join(task_lines(results, setup)), end="\n\n")
        print("\n".join(summary_lines(results, setup)), end="\n\n")
    print(folder.write("report.md", to_markdown(blocks, "figures")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
