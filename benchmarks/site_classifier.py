"""How well the classifier of sites tells what kind a site is, how many example sites that takes, and what it costs.

    python benchmarks/site_classifier.py kinds --corpora DIR   real pages: people, courses, projects of departments
    python benchmarks/site_classifier.py examples              made-up sites: how many examples are needed
    python benchmarks/site_classifier.py cost --corpora DIR    milliseconds per page, beside parsing it

`kinds` takes the labels that several recorded sites have in common. A labelled page is the home page of a small site,
to which the pages below its own folder belong; one kind is sought, the others are the other class. Sites are left out
fold by fold, or all of one recorded site (--unseen). The internal crawler is set beside a classifier of home pages.
`hubwalk evaluate experiments/websites.toml --recorded DIR` does the same with parts of recorded sites.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hubwalk.demo.websites import OTHER, TOPICS, WebBrowser, make_web
from hubwalk.evaluation.validating_sites import SiteRecord
from hubwalk.evaluation.websites_outcomes import FoldsOutcome
from hubwalk.evaluation.websites_table import Folding, Subject, classify, deal, folds_outcome
from hubwalk.pages.parse import parse, read
from hubwalk.pages.site_names import SiteNames
from hubwalk.values import Page
from hubwalk.websites.first_pages import FIRST, FirstPages, first_pages
from hubwalk.websites.training import train_classifier
from recorded_sites import add_folder, all_sites, one_line_errors

_COUNTS = (1, 2, 3, 5, 10, 20)  # example sites of the wanted kind; twice as many others
_DRAWS = 3
_COST_PAGES = 400
_THRESHOLD = 0.9


def shared_tasks(records: Sequence[SiteRecord]) -> list[str]:
    """Labels that several recorded sites have."""
    names = [task.name for record in records for task in record.tasks]
    return sorted({name for name in names if names.count(name) > 1})


def labelled_sites(record: SiteRecord, tasks: Sequence[str]) -> Iterator[tuple[str, str, dict[str, Page]]]:
    """Small sites of a recorded one: kind, home page, pages by URL. A page belongs to the first that claims it."""
    homes = {url: task for task in tasks if record.task(task) for url in sorted(record.open(task).targets)}
    recorded = record.open(record.primary)
    below: dict[str, list[str]] = {}
    for url in sorted(recorded.urls()):
        folder = url.rpartition("/")[0] + "/"
        if url not in homes and folder.count("/") > 4:  # of the host itself nobody owns the pages
            below.setdefault(folder, []).append(url)
    for number, (home, task) in enumerate(homes.items()):
        folder = home.rpartition("/")[0] + "/"
        own = [home, *(url for start in list(below) if start.startswith(folder) for url in below.pop(start))]
        host = f"http://{task}{number}.{record.name}.test/"
        address = {url: f"{host}{place}" if place else host for place, url in enumerate(own)}
        pages = {}
        for url, here in address.items():
            page = read(recorded.fetch(url))
            links = tuple(replace(link, target=address.get(link.target, link.target)) for link in page.links)
            pages[here] = replace(page, url=here, requested=here, links=links)
        yield task, host, pages


def kinds(options: argparse.Namespace) -> None:
    records = all_sites(options)
    tasks = shared_tasks(records)
    web: dict[str, Page] = {}
    found: list[tuple[str, str, Sequence[Page], str]] = []  # kind, home page, first pages, recorded site
    for record in records:
        for task, home, pages in labelled_sites(record, tasks):
            web |= pages
            found.append((task, home, _first(home, web), record.name))
    print(f"{len(found)} small sites with {len(web)} pages; kinds: {', '.join(tasks)}")
    print(f"{'kind':10} {'sites':>9} {'page err':>8} {'pages':>6}   internal crawler P/R/F   home page P/R/F")
    for task in options.kind or tasks:
        subjects = [Subject(home, pages, kind == task, kind, "") for kind, home, pages, _ in found]
        origins = sorted({origin for *_, origin in found})
        fold_of = (
            [origins.index(origin) for *_, origin in found]
            if options.unseen
            else deal(subjects, options.folds, options.seed)
        )
        folding = Folding(max(fold_of) + 1, options.seed, _THRESHOLD, FIRST)
        said = list(classify(subjects, lambda url: web.get(url, Page(url, url, 404)), folding, fold_of))
        _print(task, folds_outcome(said, 1 - _error(subjects)))


def _first(home: str, web: dict[str, Page]) -> list[Page]:
    site = FirstPages(home, SiteNames())
    while asked := site.ask():
        for url in asked:
            site.observe(web.get(url, Page(url, url, 404)))
    return site.pages


def _error(subjects: Sequence[Subject]) -> float:
    targets, others = ([one.pages for one in subjects if one.target is wanted] for wanted in (True, False))
    return train_classifier(targets, others).error


def _print(name: str, outcome: FoldsOutcome) -> None:
    rates = [f"{s.precision:.2f} {s.recall:.2f} {s.f:.2f}" for s in (outcome.website, outcome.home)]
    sites = f"{outcome.targets}/{outcome.others}"
    error = f"{1 - outcome.accuracy:.3f}"
    print(f"{name:10} {sites:>9} {error:>8} {outcome.pages_per_site:6.1f}   {rates[0]:22}   {rates[1]}", flush=True)


def examples(options: argparse.Namespace) -> None:
    web = make_web(options.sites, options.seed)
    fetch, names = WebBrowser(web).fetch, SiteNames()
    known = {
        topic: [pages for site in web.training(topic) if (pages := first_pages(site.home, fetch, names))]
        for topic in (*TOPICS[: options.topics], OTHER)
    }
    print(
        "share of unseen pages and sites that are classed wrongly, both classes weighing alike, and the error that the"
    )
    print(f"training itself tells; means over {options.topics} topics and {_DRAWS} draws of example sites")
    print(f"{'examples':>8} {'others':>6} {'pages':>6} {'sites':>6} {'told':>6}")
    for count in _COUNTS:
        runs = [
            _with_few(known[topic], known[OTHER], count, random.Random(f"{draw} {topic}"))
            for topic in list(known)[:-1]
            for draw in range(_DRAWS)
        ]
        pages, sites, told = (sum(values) / len(runs) for values in zip(*runs, strict=True))
        print(f"{count:8} {2 * count:6} {pages:6.3f} {sites:6.3f} {told:6.3f}", flush=True)


def _with_few(
    targets: list[list[Page]], others: list[list[Page]], count: int, dice: random.Random
) -> tuple[float, float, float]:
    wanted, rest = dice.sample(targets, len(targets)), dice.sample(others, len(others))
    classifier = train_classifier(wanted[:count], rest[: 2 * count])
    wrong_pages, wrong_sites = [], []
    for sites, right in ((wanted[20:], True), (rest[40:], False)):
        confidences = [[classifier.confidences(page)[0] for page in site] for site in sites]
        pages = [value for site in confidences for value in site if value != 1 / 2]
        wrong_pages.append(sum((value > 1 / 2) is not right for value in pages) / max(1, len(pages)))
        wrong_sites.append(sum((sum(site) / len(site) > 1 / 2) is not right for site in confidences) / len(confidences))
    return sum(wrong_pages) / 2, sum(wrong_sites) / 2, classifier.error


def cost(options: argparse.Namespace) -> None:
    pages: list[list[Page]] = []
    for record in all_sites(options):
        recorded = record.open(record.primary)
        pages.append([read(recorded.fetch(url)) for url in sorted(recorded.urls())[:_COST_PAGES]])
    classifier = train_classifier([site[:FIRST] for site in pages[:2]], [site[:FIRST] for site in pages[2:]])
    flat = [page for site in pages for page in site if page.ok]
    began = time.perf_counter()
    for page in flat:
        parse(page.html, page.url)
    parsed = time.perf_counter() - began
    for page in flat:
        classifier.confidences(page)
    told = time.perf_counter() - began - parsed
    size = sum(len(page.html) for page in flat) / len(flat) / 1000
    print(f"{len(flat)} pages of {size:.0f} thousand characters: parsing {1000 * parsed / len(flat):.2f} ms, ", end="")
    print(f"classifying {1000 * told / len(flat):.2f} ms per page")


@one_line_errors("site_classifier")
def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for command in (kinds, examples, cost):
        own = commands.add_parser(command.__name__)
        own.set_defaults(command=command)
        own.add_argument("--seed", type=int, default=0)
        if command is examples:
            own.add_argument("--sites", type=int, default=2000, help="of the made-up web")
            own.add_argument("--topics", type=int, default=3)
            continue
        add_folder(own)
        if command is kinds:
            own.add_argument("--kind", action="append", default=[], help="only this kind; repeatable")
            own.add_argument("--folds", type=int, default=5)
            own.add_argument("--unseen", action="store_true", help="leave out whole recorded sites")
    options = parser.parse_args(argv)
    options.command(options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
