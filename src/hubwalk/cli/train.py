"""`hubwalk train`: a page filter from pages of the wanted kind and near misses, saved for `--validator text:FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._new_file import check_new_file
from hubwalk.cli._text import printable, quoted
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.values import Response


def register(app: typer.Typer) -> None:
    app.command()(train)


def train(
    like: Annotated[
        list[str],
        typer.Option(
            metavar="URL_OR_FILE", help="A page of the wanted kind, a folder or FILE.txt of them; repeatable."
        ),
    ],
    unlike: Annotated[
        list[str],
        typer.Option(metavar="URL_OR_FILE", help="The same for pages that come close but are not wanted."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the page filter goes.")],
    *,
    model: Annotated[
        str,
        typer.Option(
            help="svm, naive_bayes, nearest_neighbour, decision_tree, adaboost or logitboost; see docs/validators.md."
        ),
    ] = "svm",
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say what was trained as one JSON object.")] = False,
) -> None:
    """Train the page filter of the validator `text` and save it; `find` takes it as --validator text:FILE.

    Example: hubwalk train --like cameras/ --unlike printers/ --model svm -o cameras.model
    """
    from hubwalk.errors import unknown_name
    from hubwalk.samples import check_kinds, load_samples, named_samples, pipes
    from hubwalk.validators.page_filter import MODELS, train_filter
    from hubwalk.validators.page_filter_files import about, save_filter

    if model not in MODELS:
        raise unknown_name("model", model, MODELS)
    check_new_file(output, "my.model", force=force)
    wanted, others = named_samples(like), named_samples(unlike)
    for name in pipes([*wanted, *others]):
        print(f"hubwalk: reading {printable(name)}, a pipe, until its writer closes it", file=sys.stderr, flush=True)
    with _showing(f"reading {len(wanted) + len(others)} pages ..."):
        shown = load_samples([*wanted, *others], _fetch)
    check_kinds(shown[: len(wanted)], shown[len(wanted) :])
    pages, near_misses = ([sample.page for sample in part] for part in (shown[: len(wanted)], shown[len(wanted) :]))
    with _showing(f"training {model} on {len(shown)} pages ..."):
        made = train_filter(pages, near_misses, model)
    if not made.profile.weight:
        raise UsageError("the pages of --like have no words in common outside links; show pages with text")
    origin = about(made, pages, near_misses)
    save_filter(output, made, origin)
    if as_json:
        print(json.dumps({"file": str(output), **asdict(origin)}))
        return
    languages = ", ".join(origin.languages) or "unknown"
    learned_from = f"wanted {origin.wanted}, near misses {origin.near_misses}, languages {languages}"
    print(f"{quoted(output)}: {origin.model}; {learned_from}", file=sys.stderr)
    print(f"use it: hubwalk find SITE --validator text:{quoted(output)} -o pages.jsonl", file=sys.stderr)


def _fetch(urls: Sequence[str]) -> Sequence[Response]:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.browsing.http import HttpBrowser
    from hubwalk.config import Job

    quieten(verbose=False)
    return HttpBrowser(Job(sites=())).fetch_all(urls)


@contextmanager
def _showing(what: str) -> Iterator[None]:
    """Say what is being done, on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
