"""`hubwalk evaluate-validator`: precision, recall and F of validators on pages of which it is known what they are."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._new_file import check_folder
from hubwalk.cli._run import INTERRUPTED
from hubwalk.cli._signals import interruptible
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.evaluation.validating import Measured, Plan
    from hubwalk.evaluation.validating_sites import SiteRecord

_LINE_EVERY = 10.0  # seconds between two lines where no bar can be drawn

Corpora = Annotated[
    list[Path] | None,
    typer.Option(metavar="DIR", help="Folder of recorded sites with a manifest.json, all pages judged; repeatable."),
]
Validators = Annotated[
    list[str] | None,
    typer.Option("--validator", help="As in find, or oracle; repeatable, each is measured by itself. Default: like."),
]
Samples = Annotated[str, typer.Option(metavar="N,N,...", help="Numbers of samples to compare.")]
Draws = Annotated[
    int, typer.Option(min=1, help="Sets of samples to draw: the manifest's own, then others; lines show their mean.")
]
SamplesFrom = Annotated[
    str, typer.Option(metavar="SITE", help="Take the samples from this site and judge the others that have its tasks.")
]
NearMisses = Annotated[int, typer.Option(min=0, help="Pages that are no targets, shown to validators that use them.")]
Sites = Annotated[list[str] | None, typer.Option("--site", help="Only this recorded site; repeatable.")]
Tasks = Annotated[list[str] | None, typer.Option("--task", help="Only this task; repeatable.")]
Order = Annotated[str, typer.Option(help="In which pages are met by validators that learn: breadth, random, url.")]
Seed = Annotated[int, typer.Option(help="For what is drawn: further samples, near misses, a random order, folds.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes; each takes one site after the other.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON lines instead of a table.")]
Folds = Annotated[
    int | None,
    typer.Option(min=2, help="Cross-validate the page filter `text` in so many folds, with all its models."),
]
Like = Annotated[
    list[str] | None, typer.Option(metavar="DIR", help="Folds: saved pages of the wanted kind; repeatable.")
]
Unlike = Annotated[list[str] | None, typer.Option(metavar="DIR", help="Folds: the same for pages of other kinds.")]
Demo = Annotated[
    str, typer.Option(metavar="DOMAIN", help="Folds: pages of the demo web. Default where nothing is given: cameras.")
]
Models = Annotated[
    list[str] | None, typer.Option("--model", help="Folds: only this model; repeatable. Else: the model of `text`.")
]
MaxCalls = Annotated[
    int, typer.Option(min=0, help="Calls of a language model per task and number of samples; 0: no limit.")
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="DIR", help="Folder for results and wrongly judged pages too.")
]


def register(app: typer.Typer) -> None:
    app.command("evaluate-validator")(evaluate_validator)


def evaluate_validator(
    *,
    corpora: Corpora = None,
    validator: Validators = None,
    samples: Samples = "1,3,10",
    draws: Draws = 1,
    samples_from: SamplesFrom = "",
    near_misses: NearMisses = 0,
    site: Sites = None,
    task: Tasks = None,
    order: Order = "breadth",
    seed: Seed = 0,
    jobs: Jobs = 1,
    folds: Folds = None,
    like: Like = None,
    unlike: Unlike = None,
    demo: Demo = "",
    model: Models = None,
    max_calls: MaxCalls = 0,
    as_json: AsJson = False,
    output: Output = None,
) -> None:
    """Measure validators where the targets are known: precision, recall and F.

    Example: hubwalk evaluate-validator --corpora recorded --validator like --samples 1,3,10 --jobs 2

    Each page of the recorded sites is judged. With --folds the page filter is cross-validated instead:
    hubwalk evaluate-validator --folds 10 --like good-pages --unlike other-pages
    """
    from hubwalk.cli._folds import cross_validate_all, labelled_pages
    from hubwalk.evaluation.validating import Plan

    sites, tasks, models = site or [], task or [], model or []
    if folds is not None:
        if validator:
            raise UsageError(
                "--folds cross-validates the models of text, and --validator has no say: leave one of them out"
            )
        named = {"sites": sites, "tasks": tasks, "like": like or [], "unlike": unlike or []}
        pages = labelled_pages(corpora or [], **named, demo=demo, seed=seed)
        cross_validate_all(pages, models, folds, seed, as_json=as_json, folder=_folder(output))
        return
    if like or unlike or demo:
        raise UsageError("--like, --unlike and --demo name pages to cross-validate on: add --folds 10")
    if not corpora:
        raise UsageError("nothing to measure on: give recorded sites with --corpora DIR, or try --folds 10")
    if len(models) > 1:
        raise UsageError("--model: one at a time on recorded sites; several with --folds 10")
    specs = tuple(dict.fromkeys(validator or ["like"]))
    _check(specs, order, "".join(models), max_calls)
    chosen, source = _chosen(corpora, sites, tasks, samples_from)
    drawn = (_numbers(samples), near_misses, source, order, seed)
    settings = ("".join(models), max_calls, output is not None, draws)
    plans = [Plan(one, specs, *drawn, *settings) for one in chosen]
    _measure(plans, jobs, as_json=as_json, folder=_folder(output))


def _chosen(
    corpora: list[Path], sites: list[str], tasks: list[str], samples_from: str
) -> tuple[list[SiteRecord], SiteRecord | None]:
    """The sites to judge, and the one that the samples are from if it is another."""
    from hubwalk.evaluation.validating_sites import read_manifests, select, with_task_of

    known = read_manifests(corpora)
    chosen = select(known, sites, tasks)
    if not samples_from:
        return chosen, None
    source = select(known, [samples_from], tasks)[0]
    return with_task_of(chosen, source), source


def _check(specs: tuple[str, ...], order: str, model: str, max_calls: int) -> None:
    from hubwalk.errors import unknown_name
    from hubwalk.evaluation.validating import ORACLE
    from hubwalk.evaluation.validating_sites import ORDERS
    from hubwalk.validators import Given, check_spec

    if order not in ORDERS:
        raise unknown_name("order", order, ORDERS)
    for spec in specs:
        if spec != ORACLE:
            check_spec(spec, Given(wish="any", model=model, max_calls=max_calls, is_live=True))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        numbers = tuple(dict.fromkeys(int(part) for part in text.split(",")))
    except ValueError:
        numbers = ()
    if not numbers or min(numbers) < 1:
        raise UsageError(f"--samples {text}: give numbers from 1 on, with commas between them: 1,3,10")
    return numbers


def _folder(path: Path | None) -> Path | None:
    if path is None:
        return None
    check_folder(path, "results")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"-o {path}: cannot make this folder ({error.strerror}); choose another one") from None
    there = [name for name in ("results.jsonl", "mistakes.jsonl", "table.txt") if (path / name).exists()]
    if there:
        raise UsageError(f"-o {path}: {there[0]} would be overwritten; choose another folder")
    return path


def _measure(plans: list[Plan], jobs: int, *, as_json: bool, folder: Path | None) -> None:
    from hubwalk.evaluation.validating import Measured, measure_site
    from hubwalk.evaluation.validating_report import record_of, summary_records
    from hubwalk.evaluation.workers import results_of

    # The largest site first, so that no process is left alone with it; one process keeps the order of the manifest.
    pieces = sorted(plans, key=lambda plan: -plan.judgements) if jobs > 1 else plans
    results: list[Measured] = []
    interrupted = False
    try:
        with interruptible(), _progress(sum(plan.judgements for plan in plans)) as advance:
            for found in results_of(measure_site, pieces, jobs):
                if not isinstance(found, Measured):
                    if found.notice:
                        print(f"hubwalk: {found.notice}", file=sys.stderr)
                    advance(found.site, found.pages)
                    continue
                results.append(found)
                if as_json:
                    print(json.dumps(record_of(found), ensure_ascii=False), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    places = {plan.site.name: place for place, plan in enumerate(plans)}
    results.sort(key=lambda measured: places[measured.site])
    if as_json and results and not interrupted:
        for record in summary_records(results):
            print(json.dumps(record, ensure_ascii=False))
    _write(results, as_json=as_json, folder=folder)
    if interrupted:
        wanted = sum(plan.measurements for plan in plans)
        print(f"hubwalk: interrupted; {len(results)} of {wanted} measurements are done", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _write(results: list[Measured], *, as_json: bool, folder: Path | None) -> None:
    from hubwalk.evaluation.validating_report import mistake_records, record_of, tables

    if not results:
        return
    if not as_json:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        print("\n".join(tables(results, width)))
    if folder is None:
        return
    records = {"results.jsonl": map(record_of, results), "mistakes.jsonl": mistake_records(results)}
    for name, lines in records.items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / name).write_text(text, "utf-8", "surrogatepass")
    (folder / "table.txt").write_text("\n".join(tables(results)) + "\n", "utf-8")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str, int], None]]:
    """What to call with a site's name and the number of pages judged there: a bar on a terminal, else now and then a
    line."""
    if not sys.stderr.isatty():
        yield _Lines(total).show
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("pages"), TimeRemainingColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total or None)
        yield lambda site, pages: bar.update(task, advance=pages, description=site)


class _Lines:
    """Progress as lines of text, not too many."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._said = time.monotonic()

    def show(self, site: str, pages: int) -> None:
        self._done += pages
        if time.monotonic() - self._said < _LINE_EVERY:
            return
        self._said = time.monotonic()
        of = f" of {self._total}" if self._total else ""
        print(f"{self._done}{of} pages judged; {site}", file=sys.stderr, flush=True)
