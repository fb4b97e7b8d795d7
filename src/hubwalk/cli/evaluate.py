"""`hubwalk evaluate`: the papers' experiments, from one file."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._run import INTERRUPTED
from hubwalk.cli._signals import interruptible

if TYPE_CHECKING:
    from hubwalk.evaluation.results import ResultFolder, Results
    from hubwalk.evaluation.runner import Evaluation, OnProgress, Progress

_NAME = 40  # characters of a cell's name beside the bar; more would push the bar out of a narrow terminal
_LINE_EVERY = 15.0  # seconds between two lines where no bar can be drawn


def register(app: typer.Typer) -> None:
    app.command()(evaluate)


def evaluate(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="TOML file of experiments, experiments/xcrawl.toml say.")
    ],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder for results. Default: FILE's name and -results.")
    ] = None,
    recorded: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of recorded real sites with a manifest.json.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes. Default: as many as cores.")] = None,
    only: Annotated[
        str, typer.Option(metavar="PATTERN", help="Only cells with this in their name; * and ? work.")
    ] = "",
) -> None:
    """Rerun the papers' experiments and report our numbers beside theirs. Given again, it goes on where it stopped.

    Example: hubwalk evaluate experiments/xcrawl.toml -o results --jobs 2
    """
    from hubwalk.evaluation.results import ResultFolder
    from hubwalk.evaluation.runner import Evaluation, check_selection
    from hubwalk.evaluation.subjects import subjects_of
    from hubwalk.evaluation.suite import load_suite
    from hubwalk.evaluation.workers import default_jobs

    suite = load_suite(file)
    specs = subjects_of(suite, recorded)
    check_selection(suite, specs, only)
    folder = ResultFolder(output or Path(f"{file.stem}-results"))
    workers = jobs or default_jobs()
    try:
        with interruptible():
            evaluation = Evaluation(suite, specs, folder, only=only)
            _run(evaluation, folder, workers)
            _write(folder, evaluation.results(), f"hubwalk evaluate {shlex.quote(file.as_posix())}")
    except KeyboardInterrupt:
        print(
            f"hubwalk: interrupted; {len(folder.known)} results are kept in {folder.path}, the same command goes on",
            file=sys.stderr,
        )
        raise typer.Exit(INTERRUPTED) from None
    finally:
        folder.close()


def _run(evaluation: Evaluation, folder: ResultFolder, jobs: int) -> None:
    missing = evaluation.missing()
    stored = evaluation.planned - missing
    plural = "process" if jobs == 1 else "processes"
    print(
        f"{evaluation.planned} cells, {stored} of them stored in {folder.path} or left out; "
        f"about {_duration(evaluation.estimate(jobs))} with {jobs} {plural}",
        file=sys.stderr,
    )
    with _progress() as on_progress:
        evaluation.run(jobs, on_progress)


def _write(folder: ResultFolder, results: Results, command: str) -> None:
    from hubwalk.evaluation.document import Figure, to_html, to_markdown
    from hubwalk.evaluation.results import results_json
    from hubwalk.evaluation.suite_report import report

    blocks = report(results, command)
    folder.write("results.json", results_json(results))
    for block in blocks:
        if isinstance(block, Figure):
            folder.write(f"figures/{block.name}.svg", block.svg)
    folder.write("report.md", to_markdown(blocks, "figures"))
    print(folder.write("report.html", to_html(results.suite.title, blocks)))


@contextmanager
def _progress() -> Iterator[OnProgress]:
    """What to call on each finished cell: a bar on a terminal, now and then a line elsewhere."""
    if not sys.stderr.isatty():
        yield _Lines().show
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("cells"), TextColumn("{task.fields[left]}"))
    with Bar(*columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, left="")

        def show(progress: Progress) -> None:
            left = f"{_duration(progress.seconds_left)} left"
            last = progress.last[:_NAME]
            bar.update(task, completed=progress.done, total=progress.total, left=left, description=last)

        yield show


class _Lines:
    """Progress as lines of text, not too many."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def show(self, progress: Progress) -> None:
        if time.monotonic() - self._said < _LINE_EVERY and progress.done < progress.total:
            return
        self._said = time.monotonic()
        left = f"about {_duration(progress.seconds_left)} left"
        print(f"{progress.done} of {progress.total} cells, {left}; {progress.last}", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
