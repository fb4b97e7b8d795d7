"""`hubwalk evaluate`: the papers' experiments, from one file."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._cell_progress import cell_progress, duration
from hubwalk.cli._run import INTERRUPTED
from hubwalk.cli._signals import interruptible

if TYPE_CHECKING:
    from hubwalk.evaluation.results import ResultFolder, Results
    from hubwalk.evaluation.runner import Evaluation
    from hubwalk.evaluation.structure_runs import StructureEvaluation, StructureResults
    from hubwalk.evaluation.structure_suite import StructureSuite
    from hubwalk.evaluation.suite import Suite


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
    from hubwalk.evaluation.structure_suite import load_experiment
    from hubwalk.evaluation.workers import default_jobs

    begin = _prepared(load_experiment(file), recorded, only)
    folder = ResultFolder(output or Path(f"{file.stem}-results"))
    try:
        with interruptible():
            evaluation = begin(folder)
            _run(evaluation, folder, jobs or default_jobs())
            _write(folder, evaluation.results(), f"hubwalk evaluate {shlex.quote(file.as_posix())}")
    except KeyboardInterrupt:
        print(
            f"hubwalk: interrupted; {len(folder.known)} results are kept in {folder.path}, the same command goes on",
            file=sys.stderr,
        )
        raise typer.Exit(INTERRUPTED) from None
    finally:
        folder.close()


_Begin = Callable[["ResultFolder"], "Evaluation | StructureEvaluation"]


def _prepared(suite: Suite | StructureSuite, recorded: Path | None, only: str) -> _Begin:
    """The evaluation that the file asks for, checked as far as that goes before there is a folder."""
    from hubwalk.evaluation import structure_runs as structure
    from hubwalk.evaluation.runner import Evaluation, check_selection
    from hubwalk.evaluation.structure_sites import specs_of
    from hubwalk.evaluation.structure_suite import StructureSuite
    from hubwalk.evaluation.subjects import subjects_of

    if isinstance(suite, StructureSuite):
        sites = specs_of(suite, recorded)
        structure.selected(structure.pieces_of(suite, sites), only)
        return lambda folder: structure.StructureEvaluation(suite, sites, folder, only=only)
    specs = subjects_of(suite, recorded)
    check_selection(suite, specs, only)
    return lambda folder: Evaluation(suite, specs, folder, only=only)


def _run(evaluation: Evaluation | StructureEvaluation, folder: ResultFolder, jobs: int) -> None:
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


def _write(folder: ResultFolder, results: Results | StructureResults, command: str) -> None:
    from hubwalk.evaluation import results as xcrawl
    from hubwalk.evaluation import structure_runs as structure
    from hubwalk.evaluation.document import Figure, to_html, to_markdown
    from hubwalk.evaluation.structure_report import structure_report
    from hubwalk.evaluation.suite_report import report

    if isinstance(results, structure.StructureResults):
        blocks, data = structure_report(results, command), structure.results_json(results)
    else:
        blocks, data = report(results, command), xcrawl.results_json(results)
    folder.write("results.json", data)
    for block in blocks:
        if isinstance(block, Figure):
            folder.write(f"figures/{block.name}.svg", block.svg)
    folder.write("report.md", to_markdown(blocks, "figures"))
    print(folder.write("report.html", to_html(results.suite.title, blocks)))
