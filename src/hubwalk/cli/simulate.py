"""`hubwalk simulate`: strategies on a recorded site, without network."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.values import Choice, Page, Revision, Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from hubwalk.evaluation.experiments import Experiment, Run
    from hubwalk.evaluation.metrics import Spread

_DEFAULT_STRATEGIES = ["breadth_first", "adaptive"]
_WIDTH = 130  # of the table when standard output is no terminal


def register(app: typer.Typer) -> None:
    app.command()(simulate)


_Recorded = Annotated[
    Path,
    typer.Argument(metavar="RECORDED", help="A crawl log, a WARC, or an SQLite file with pages(url, html, ...)."),
]
_Strategies = Annotated[
    list[str] | None,
    typer.Option(help="NAME or NAME:option=value,...; repeatable. Default: breadth_first, adaptive."),
]
_Task = Annotated[str, typer.Option(help="Another class of targets in the file.")]
_Samples = Annotated[int, typer.Option(min=0, help="How many targets are known from the start.")]
_Seeds = Annotated[int, typer.Option(min=1, help="Runs per strategy, each with its own seed.")]
_OpaqueUrls = Annotated[
    bool,
    typer.Option("--opaque-urls", help="Replace every URL by a random one: only structure and text can guide."),
]
_Validators = Annotated[
    list[str] | None, typer.Option(help="oracle (knows the targets), like, url:REGEX ...; repeatable.")
]
_MaxPages = Annotated[int | None, typer.Option(min=1, help="Stop each run after so many downloads.")]
_StopAtRecall = Annotated[
    float, typer.Option(help="Stop each run when so much is found, by its own estimate; 0: never.")
]
_StopWhenYieldBelow = Annotated[
    float, typer.Option(help="Stop each run when fewer of the last 100 downloads are accepted; 0: never.")
]
_Prior = Annotated[Path | None, typer.Option(help="What was learned on other sites, for strategies that take it.")]
_AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
_Plot = Annotated[Path | None, typer.Option(help="Draw recall over downloads to FILE.png or FILE.svg.")]


def simulate(
    recorded: _Recorded,
    *,
    strategy: _Strategies = None,
    task: _Task = "",
    samples: _Samples = 3,
    seeds: _Seeds = 3,
    opaque_urls: _OpaqueUrls = False,
    validator: _Validators = None,
    max_pages: _MaxPages = None,
    stop_at_recall: _StopAtRecall = 0.0,
    stop_when_yield_below: _StopWhenYieldBelow = 0.0,
    prior: _Prior = None,
    as_json: _AsJson = False,
    plot: _Plot = None,
) -> None:
    """Replay strategies on a recorded site and compare what they cost with the least possible.

    Example: hubwalk simulate site.sqlite --strategy adaptive --strategy breadth_first --plot recall.svg
    """
    from hubwalk.browsing.recorded import open_recorded
    from hubwalk.cli._prior import read_prior
    from hubwalk.config import check_share
    from hubwalk.drivers.stopping import StopRules
    from hubwalk.evaluation import experiments
    from hubwalk.evaluation.summary import as_json as to_json

    if plot is not None:
        from hubwalk.evaluation.plots import check_plot_path, recall_plot

        check_plot_path(plot)
    check_share("stop_at_recall", stop_at_recall)
    check_share("stop_when_yield_below", stop_when_yield_below)
    names = list(dict.fromkeys(strategy or _DEFAULT_STRATEGIES))
    site = open_recorded(recorded, task=task, opaque=random.Random(0) if opaque_urls else None)
    with _progress(len(names) * seeds) as (on_run, on_fetch, on_revision):
        experiment = experiments.simulate(
            site,
            names,
            samples=samples,
            seeds=seeds,
            validators=validator or [experiments.ORACLE],
            max_pages=max_pages,
            stop=StopRules(stop_at_recall, stop_when_yield_below),
            prior=read_prior(prior) if prior is not None else None,
            on_run=on_run,
            on_fetch=on_fetch,
            on_revision=on_revision,
        )
    if as_json:
        print(json.dumps(to_json(experiment), indent=2))
    else:
        _print_table(experiment, precision=bool(validator) and validator != [experiments.ORACLE])
    if plot is not None:
        recall_plot(experiment, plot)


_OnRun = Callable[[str, int], None]
_OnFetch = Callable[[Choice, Page, Verdict], None]
_OnRevision = Callable[[Revision], None]


@contextmanager
def _progress(runs: int) -> Iterator[tuple[_OnRun | None, _OnFetch | None, _OnRevision | None]]:
    """What to call on each run, fetch and revised verdict; a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None, None, None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("reading the site", total=runs)
        counts = {"runs": 0, "fetches": 0, "accepted": 0}

        def on_run(name: str, seed: int) -> None:
            progress.update(bar, completed=counts["runs"], description=f"{name}, seed {seed}")
            counts.update(runs=counts["runs"] + 1, fetches=0, accepted=0)

        def on_fetch(_choice: Choice, _page: Page, verdict: Verdict) -> None:
            counts["fetches"] += 1
            counts["accepted"] += verdict.accepted
            if counts["fetches"] % 100 == 0:
                head = str(progress.tasks[bar].description).partition(":")[0]
                progress.update(bar, description=f"{head}: {counts['fetches']} fetched, {counts['accepted']} accepted")

        def on_revision(revision: Revision) -> None:
            counts["accepted"] += 1 if revision.verdict.accepted else -1

        yield on_run, on_fetch, on_revision


def _print_table(experiment: Experiment, *, precision: bool) -> None:
    from hubwalk.cli._console import Console

    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False)
    console.print(
        f"{experiment.site}: {experiment.pages} pages, {experiment.reachable_pages} reachable; "
        f"{experiment.targets} targets of {experiment.recorded_targets} reachable"
    )
    console.print(_table(experiment, precision))
    for name, runs in experiment.runs.items():
        _print_stops(console, name, runs)
        if prepared := max(run.prepared for run in runs):
            console.print(f"{name}: up to {prepared} pages were fetched before the crawl; they are not counted")
    gap = max(bound.gap for bound in experiment.bounds.values())
    console.print(
        "downloads to q % recall and their ratio to the lower bound"
        + (f" (at most {gap:.1%} above the optimum)" if gap else " (which is the optimum)")
        + "; own estimate: of recall, by the crawl itself at its end; harvest: accepted of downloaded; ms per decision"
    )


def _print_stops(console: Console, name: str, runs: Sequence[Run]) -> None:
    """Which runs a stop rule has ended, with what it said."""
    for run in runs:
        if run.stopped:
            console.print(
                f"{name}, seed {run.seed}: after {run.metrics.downloads} downloads, {run.stopped}", markup=False
            )


def _own_estimate(runs: Sequence[Run]) -> str:
    from hubwalk.evaluation.summary import estimated_recall

    thought = estimated_recall(runs)
    return f"{thought:.1%}" if thought is not None else ""


def _table(experiment: Experiment, precision: bool) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("strategy", overflow="fold", min_width=8)  # the one that can give way
    for level in experiment.bounds:
        table.add_column(f"{level} %", justify="right", no_wrap=True)
    rates = ["recall\nprecision" if precision else "recall", "own\nestimate", "harvest", "ms"]
    for name in rates:
        table.add_column(name, justify="right", no_wrap=True)
    table.add_row("lower bound", *(str(bound.downloads) for bound in experiment.bounds.values()), *[""] * len(rates))
    for name, runs in experiment.runs.items():
        costs = (_cost(experiment.cost(name, q), experiment.ratio(name, q), len(runs)) for q in experiment.bounds)
        table.add_row(
            name,
            *costs,
            f"{experiment.mean(name, lambda m: m.recall):.1%}"
            + (f"\n{experiment.mean(name, lambda m: m.precision):.1%}" if precision else ""),
            _own_estimate(runs),
            f"{experiment.mean(name, lambda m: m.harvest_rate):.1%}",
            f"{experiment.mean(name, lambda m: m.ms_per_decision):.2f}",
        )
    return table


def _cost(cost: Spread, ratio: Spread, runs: int) -> str:
    """338, 2.73× the bound, the extremes if the seeds differ, and how many runs got there if not all did."""
    if cost.mean is None:
        return "never"
    lines = [f"{cost.mean:.0f}", *([f"{ratio.mean:.2f}×"] if ratio.mean is not None else [])]
    if cost.min != cost.max:
        lines.append(f"{cost.min:.0f}–{cost.max:.0f}")
    if cost.reached < runs:
        lines.append(f"{cost.reached} of {runs} runs")
    return "\n".join(lines)
