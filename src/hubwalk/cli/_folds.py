"""`hubwalk evaluate-validator --folds`: the models of the page filter, cross-validated."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hubwalk.cli._run import INTERRUPTED
from hubwalk.cli._signals import interruptible

if TYPE_CHECKING:
    from hubwalk.evaluation.validating_folds import Labelled


def labelled_pages(
    corpora: Sequence[Path],
    *,
    sites: Sequence[str],
    tasks: Sequence[str],
    like: Sequence[str],
    unlike: Sequence[str],
    demo: str,
    seed: int,
) -> Iterator[Labelled]:
    """The pages that are named, read when they are needed; UsageError for more sources than one."""
    from hubwalk.errors import UsageError
    from hubwalk.evaluation.validating_folds import from_demo, from_files, from_task
    from hubwalk.evaluation.validating_sites import read_manifests, select

    if bool(corpora) + bool(like or unlike) + bool(demo) > 1:
        raise UsageError("--corpora, --like with --unlike, and --demo name different pages; give one of them")
    if corpora:
        for site in select(read_manifests(corpora), sites, tasks):
            for task in site.tasks:
                yield from_task(site, task, seed)
    elif like or unlike:
        yield from_files(like, unlike)
    else:
        yield from_demo(demo or "cameras", seed)


def cross_validate_all(
    sources: Iterator[Labelled],
    models: Sequence[str],
    folds: int,
    seed: int,
    *,
    as_json: bool,
    folder: Path | None,
) -> None:
    """Print a table, or JSON lines, for each source of pages; both go to the folder."""
    from hubwalk.errors import unknown_name
    from hubwalk.evaluation.validating_folds import fold_record, fold_table
    from hubwalk.validators.page_filter_folds import PAPER, cross_validate

    for model in models:
        if model not in PAPER:
            raise unknown_name("model", model, PAPER)
    chosen = list(dict.fromkeys(models)) or list(PAPER)  # in the order of the table
    tables: list[str] = []
    records: list[str] = []
    try:
        with interruptible():
            for labelled in sources:
                labelled.check(folds)
                with _progress(labelled.source) as advance:
                    results = cross_validate(
                        labelled.positives, labelled.negatives, chosen, folds, seed, on_progress=advance
                    )
                table = [*([""] if tables else []), *fold_table(labelled, results, folds)]
                lines = [json.dumps(fold_record(labelled, scores, folds)) for scores in results]
                print("\n".join(lines if as_json else table), flush=True)
                tables += table
                records += lines
    except KeyboardInterrupt:
        print("hubwalk: interrupted", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        if folder is not None and records:
            (folder / "table.txt").write_text("\n".join(tables) + "\n", "utf-8")
            (folder / "results.jsonl").write_text("\n".join(records) + "\n", "utf-8")


@contextmanager
def _progress(source: str) -> Iterator[Callable[[int, int], None]]:
    """What to call with the trainings done and all of them: a bar, or one line where none can be drawn."""
    if not sys.stderr.isatty():
        print(f"cross-validating on {source} ...", file=sys.stderr, flush=True)
        yield lambda _done, _of: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(source, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
