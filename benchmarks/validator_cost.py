"""What a verdict costs: processor time per page of 30 KB on one core, for each validator, beside parsing alone.

    python benchmarks/validator_cost.py [--validator like ...] [--pages 600] [--corpora DIR] [--limit 5] [--json]

The pages are made up: sheets of products (of which three are the samples) of two kinds in one template, lists and news,
mixed as a crawl meets them. With --corpora (or the environment variable HUBWALK_CORPORA and --recorded) they are the
first pages of each recorded site in breadth-first order, with the samples of its first task; times are then per 30,000
characters. What a validator learns on the way, and what it revises, is in its time; making it from the samples is not,
and stands beside it. Exit code 1 if `like` costs more than the limit.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from hubwalk.errors import HubwalkError
from hubwalk.evaluation.validating_sites import PackedPages, read_manifest, samples_of
from hubwalk.pages.parse import parse
from hubwalk.ports import LearningValidator
from hubwalk.validators import VALIDATORS, make_validator
from hubwalk.values import Page

SIZE = 30_000
SPECS = ("like", "structure", "text", "table", "schema_org:Product", "url:/item/")
PARSING = "parsing alone"
LABELS = ("Weight", "Width", "Height", "Colour", "Material", "Warranty", "Maker", "Year", "Price", "Power", "Noise")
KINDS = {"item": ("Zoom", "Sensor", "Aperture", "Flash"), "tool": ("Torque", "Chuck", "Blade", "Speed")}
WARM_UP = 10  # pages that are judged beforehand, by a validator that is thrown away: libraries load, kernels compile


@dataclass(frozen=True, slots=True)
class Cost:
    """One validator."""

    validator: str
    pages: int
    ms_per_page: float  # mean, so that what is learned now and then is spread over the pages
    ms_per_30_kb: float
    ms_at_most: float  # the dearest page
    ms_to_make: float  # mean over the sites
    refused: int = 0  # sites whose samples it cannot use


@dataclass(frozen=True, slots=True)
class Subject:
    """Pages to judge, and samples."""

    samples: Sequence[Page]
    pages: Sequence[Page]


# -- pages ------------------------------------------------------------------------------------------------------------


def made_up(count: int) -> Subject:
    kinds = ["item", "item", "tool", "list", "news"]
    pages = [parse(html_of(kinds[n % 5], n), f"http://shop.test/{kinds[n % 5]}/{n}") for n in range(count)]
    samples = [parse(html_of("item", n), f"http://shop.test/item/{n}") for n in range(count, count + 3)]
    return Subject(samples, pages)


def html_of(kind: str, number: int) -> str:
    """A page of 30 KB: menu, main part, related links, and prose that fills it up."""
    rng = random.Random(f"{kind} {number}")
    words = [f"{rng.choice('bdfgklmnprstvz')}{rng.choice('aeiou')}{rng.randrange(3000):x}" for _ in range(500)]
    menu = "".join(f'<li class="section"><a href="/list/{i}">Section {i}</a></li>' for i in range(40))
    related = "".join(
        f'<li class="related"><a href="/item/{n}"><img src="/i/{n}.png" alt="">{words[n % 500]}</a></li>'
        for n in (rng.randrange(5000) for _ in range(20))
    )
    head = f"<!doctype html><html><head><title>{kind} {number}</title></head><body><nav><ul>{menu}</ul></nav><main>"
    page = f"{head}<h1>{words[0]} {number}</h1>{main_of(kind, words, rng)}"
    tail = f'</main><aside><ul>{related}</ul></aside><footer><p class="legal">All rights reserved</p></footer></body>'
    while len(page) + len(tail) < SIZE:
        page += f'<p class="text">{" ".join(rng.choices(words, k=50))}.</p>'
    return page + tail


def main_of(kind: str, words: Sequence[str], rng: random.Random) -> str:
    if kind in KINDS:
        rows = "".join(
            f"<tr><th>{label}</th><td>{rng.randrange(1000)} {words[k]}</td></tr>"
            for k, label in enumerate([*LABELS, *KINDS[kind]])
        )
        return f'<table class="facts">{rows}</table>'
    if kind == "list":
        entries = (f'<li class="entry"><h3><a href="/item/{n}">{words[n % 500]}</a></h3></li>' for n in range(60))
        return f'<ul class="entries">{"".join(entries)}</ul>'
    return f'<p class="date">{rng.randrange(1, 29)} May</p>'


def recorded(folder: Path, most: int) -> Iterator[Subject]:
    for site in read_manifest(folder):
        task = site.tasks[0]
        there = site.open(task.name)
        packed = PackedPages(there, site.entry)
        samples = [packed.read(url) for url in samples_of(task, there, 0)[:3]]
        yield Subject(samples, [packed.read(url) for url in packed.order("breadth")[:most]])


# -- costs ------------------------------------------------------------------------------------------------------------


def parsing(subjects: Sequence[Subject]) -> Cost:
    times = []
    for subject in subjects:
        for page in subject.pages:
            began = time.process_time()
            parse(page.html, page.url)
            times.append(time.process_time() - began)
    return _cost(PARSING, subjects, times, [0.0])


def judging(spec: str, subjects: Sequence[Subject]) -> Cost:
    times, making = [], []
    used = []
    for subject in subjects:
        try:
            warm = make_validator([spec], subject.samples)
            for page in [*subject.samples, *subject.pages[:WARM_UP]]:
                warm.judge(page)
            began = time.process_time()
            validator = make_validator([spec], subject.samples)
        except HubwalkError as error:
            print(error, file=sys.stderr)
            continue
        making.append(time.process_time() - began)
        used.append(subject)
        learner = validator if isinstance(validator, LearningValidator) else None
        for page in subject.pages:
            began = time.process_time()
            validator.judge(page)
            if learner is not None:
                learner.revisions()
            times.append(time.process_time() - began)
    return _cost(spec, used, times, making, len(subjects) - len(used))


def _cost(
    name: str, subjects: Sequence[Subject], times: Sequence[float], making: Sequence[float], refused: int = 0
) -> Cost:
    size = sum(len(page.html) for subject in subjects for page in subject.pages)
    total, count = 1000 * sum(times), max(1, len(times))
    to_make = 1000 * sum(making) / max(1, len(making))
    return Cost(
        name, len(times), total / count, SIZE * total / max(1, size), 1000 * max(times, default=0), to_make, refused
    )


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--validator", action="append", help="only this one; repeatable")
    parser.add_argument("--pages", type=int, default=600, help="pages; with --corpora of each site")
    parser.add_argument("--corpora", type=Path, help="folder of recorded sites")
    parser.add_argument("--recorded", action="store_true", help="recorded sites of $HUBWALK_CORPORA")
    parser.add_argument("--limit", type=float, default=5.0, help="milliseconds that `like` may take for 30 KB")
    parser.add_argument("--json", action="store_true", help="one JSON object per validator")
    options = parser.parse_args(argv)
    if options.recorded and options.corpora is None:
        options.corpora = Path(os.environ.get("HUBWALK_CORPORA", ""))
    return options


def main(argv: Sequence[str]) -> int:
    options = arguments_of(argv)
    specs = options.validator or [spec for spec in SPECS if spec.partition(":")[0] in VALIDATORS]
    try:
        subjects = list(recorded(options.corpora, options.pages)) if options.corpora else [made_up(options.pages)]
        costs = [parsing(subjects)]
        _show(costs[0], options.json)
        for spec in specs:
            costs.append(judging(spec, subjects))
            _show(costs[-1], options.json)
    except HubwalkError as error:
        print(f"validator_cost: {error}", file=sys.stderr)
        return 2
    dear = [cost for cost in costs if cost.validator == "like" and cost.ms_per_30_kb > options.limit]
    if dear:
        print(f"like takes more than {options.limit:g} ms", file=sys.stderr)
    return 1 if dear else 0


def _show(cost: Cost, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(cost)), flush=True)
        return
    refused = f", refused the samples of {cost.refused} sites" if cost.refused else ""
    print(
        f"{cost.validator:20} {cost.ms_per_30_kb:7.2f} ms per 30 KB, {cost.ms_per_page:7.2f} per page, "
        f"at most {cost.ms_at_most:7.1f}, {cost.ms_to_make:7.1f} to make{refused}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
