"""What the benchmarks on recorded sites have in common: the options that name the sites, and errors in one line."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hubwalk.errors import HubwalkError, UsageError
from hubwalk.evaluation.validating_sites import SiteRecord, read_manifest, select


def add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corpora", type=Path, default=os.environ.get("HUBWALK_CORPORA"), help="folder of recorded sites"
    )


def add_sites(parser: argparse.ArgumentParser) -> None:
    """The folder, and which of its sites and tasks."""
    add_folder(parser)
    parser.add_argument("--site", action="append", default=[], help="only this site; repeatable")
    parser.add_argument("--task", action="append", default=[], help="only this task; repeatable")


def all_sites(options: argparse.Namespace) -> list[SiteRecord]:
    """Every site of the folder; UsageError if none is named."""
    if not options.corpora:
        raise UsageError("no recorded sites; name their folder with --corpora DIR or HUBWALK_CORPORA")
    return read_manifest(Path(options.corpora))


def chosen_sites(options: argparse.Namespace) -> list[SiteRecord]:
    return select(all_sites(options), options.site, options.task)


def one_line_errors(name: str) -> Callable[[Callable[[Sequence[str]], int]], Callable[[Sequence[str]], int]]:
    """For the main function of a benchmark: what goes wrong is said in one line, with exit code 2."""

    def wrapped(main: Callable[[Sequence[str]], int]) -> Callable[[Sequence[str]], int]:
        @functools.wraps(main)
        def told(argv: Sequence[str]) -> int:
            try:
                return main(argv)
            except HubwalkError as error:
                print(f"{name}: {error}", file=sys.stderr)
                return 2

        return told

    return wrapped
