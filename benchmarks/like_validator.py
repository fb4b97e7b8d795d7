"""Precision and recall of a validator that learns from samples (`like`, `text`, `table`) on recorded sites, every page
judged.

    python benchmarks/like_validator.py --corpora FOLDER [--validator text] [--samples 3] [--unlike 10] [--json]

FOLDER (or the environment variable HUBWALK_CORPORA) holds manifest.json with sample URLs per site and task, and one
SQLite file per site with pages(url, html) and labels(task, url). The samples themselves are judged like all others.
So are near misses, which are drawn from the pages that are no targets. With more samples than the manifest names,
further ones are drawn from the targets. A task whose samples the validator cannot use counts as zero.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

from hubwalk.errors import UsageError
from hubwalk.pages.parse import read
from hubwalk.ports import Validator
from hubwalk.validators import OracleValidator, make_validator
from hubwalk.values import Page, Response


@dataclass(frozen=True, slots=True)
class Result:
    """One task on one site."""

    site: str
    task: str
    targets: int
    accepted: int
    precision: float
    recall: float
    f1: float
    ms_per_page: float
    ms_per_30_kb: float


def judge_site(
    folder: Path, name: str, about: dict[str, dict[str, dict[str, list[str]]]], options: argparse.Namespace
) -> Iterator[Result]:
    """All tasks of one recorded site."""
    with sqlite3.connect(f"{(folder / f'{name}.sqlite').resolve().as_uri()}?mode=ro&immutable=1", uri=True) as db:
        pages = {url: _page(url, zlib.decompress(html)) for url, html in db.execute("SELECT url, html FROM pages")}
        labels = db.execute("SELECT task, url FROM labels").fetchall()
    size = sum(len(page.html) for page in pages.values())
    for task, wanted in about["tasks"].items():
        targets = {url for label, url in labels if label == task and url in pages}
        draw = random.Random(f"{name} {task}")
        more = draw.sample(sorted(targets), min(options.samples, len(targets)))
        samples = list(dict.fromkeys([*wanted["samples"], *more]))[: options.samples]
        unlike = draw.sample(sorted(pages.keys() - targets), options.unlike)
        validator = _make(options.validator, [pages[url] for url in samples], [pages[url] for url in unlike])
        start = time.perf_counter()
        accepted = {url for url, page in pages.items() if validator.judge(page).accepted}
        seconds = time.perf_counter() - start
        hits = len(accepted & targets)
        precision, recall = hits / max(1, len(accepted)), hits / max(1, len(targets))
        f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
        cost = (1000 * seconds / len(pages), 30e6 * seconds / size)
        yield Result(name, task, len(targets), len(accepted), precision, recall, f1, *cost)


def _make(name: str, samples: list[Page], unlike: list[Page]) -> Validator:
    try:
        return make_validator([name], samples, unlike)
    except UsageError as error:
        print(error, file=sys.stderr)
        return OracleValidator([])  # accepts nothing


def _page(url: str, body: bytes) -> Page:
    return read(Response(url, url, 200, body, (("content-type", "text/html"),)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--corpora", type=Path, default=os.environ.get("HUBWALK_CORPORA"))
    parser.add_argument("--validator", default="like", choices=["like", "table", "text"])
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--unlike", type=int, default=0, help="near misses")
    parser.add_argument("--json", action="store_true", help="one JSON object per task")
    options = parser.parse_args()
    if options.corpora is None or not (options.corpora / "manifest.json").is_file():
        sys.exit("like_validator: no recorded sites; give their folder with --corpora or HUBWALK_CORPORA")
    manifest = json.loads((options.corpora / "manifest.json").read_text(encoding="utf-8"))
    results = []
    for name, about in manifest.items():
        for result in judge_site(options.corpora, name, about, options):
            results.append(result)
            if options.json:
                print(json.dumps(asdict(result)), flush=True)
            else:
                print(_row(f"{result.site} {result.task}", result), flush=True)
    if not options.json:
        precision, recall, f1 = (mean(getattr(r, name) for r in results) for name in ("precision", "recall", "f1"))
        cost = mean(r.ms_per_30_kb for r in results)
        print(f"{'mean':30} precision {precision:.2f}  recall {recall:.2f}  F1 {f1:.2f}  {cost:.2f} ms per 30 KB")


def _row(name: str, result: Result) -> str:
    return (
        f"{name:30} precision {result.precision:.2f}  recall {result.recall:.2f}  F1 {result.f1:.2f}"
        f"  {result.targets:4} targets, {result.accepted:4} accepted, {result.ms_per_page:.2f} ms a page"
    )


if __name__ == "__main__":
    main()
