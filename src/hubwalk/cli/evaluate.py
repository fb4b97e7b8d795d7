"""`hubwalk evaluate`: the papers' experiments, from one file."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hubwalk.cli._cell_progress import cell_progress, duration
from hubwalk.cli._new_file import check_folder
from hubwalk.cli._run import INTERRUPTED
from hubwalk.cli._signals import interruptible

if TYPE_CHECKING:
    from hubwalk.evaluation.kinds import Evaluating, Kind
    from hubwalk.evaluation.results import ResultFolder


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
    from hubwalk.evaluation.kinds import load_kind
    from hubwalk.evaluation.results import ResultFolder
    from hubwalk.evaluation.workers import default_jobs

    check_folder(output, "results")
    kind, suite = load_kind(file)
    begin = kind.prepare(suite, recorded, only)
    folder = ResultFolder(output or Path(f"{file.stem}-results"))
    try:
        with interruptible():
            evaluation = begin(folder)
            _run(evaluation, folder, jobs or default_jobs())
            _write(folder, kind, evaluation.results(), f"hubwalk evaluate {shlex.quote(file.as_posix())}")
    except KeyboardInterrupt:
        print(
            f"hubwalk: interrupted; {len(folder.known)} results are kept in {folder.path}, the same command goes on",
            file=sys.stderr,
        )
        raise typer.Exit(INTERRUPTED) from None
    finally:
        folder.close()


def _run(evaluation: Evaluating, folder: ResultFolder, jobs: int) -> None:
    missing = evaluation.missing()
    stored = evaluation.planned - missing
    plural = "process" if jobs == 1 else "processes"
    print(
        f"{evaluation.planned} cells, {stored} of them stored in {folder.path} or left out; "
        f"about {duration(evaluation.estimate(jobs))} with {jobs} {plural}",
        file=sys.stderr,
    )
    with cell_progress() as on_progress:
        evaluation.run(jobs, on_progress)


def _write(folder: ResultFolder, kind: Kind, results: Any, command: str) -> None:
    from hubwalk.evaluation.document import Figure, to_html, to_markdown

    blocks = kind.report(results, command)
    folder.write("results.json", kind.as_json(results))
    for block in blocks:
        if isinstance(block, Figure):
            folder.write(f"figures/{block.name}.svg", block.svg)
    folder.write("report.md", to_markdown(blocks, "figures"))
    print(folder.write("report.html", to_html(results.suite.title, blocks)))
