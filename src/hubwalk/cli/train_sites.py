"""`hubwalk train-sites`: a classifier from sites of the wanted kind and others, saved for `sites --classifier FILE`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli import PARTIAL
from hubwalk.cli import _options as option
from hubwalk.cli._job import settings_of
from hubwalk.cli._new_file import check_new_file
from hubwalk.cli._sites_options import SharedHosts, SiteNamesKind
from hubwalk.cli._text import printable, quoted
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.pages.site_names import SiteNames
    from hubwalk.values import Page
    from hubwalk.websites.example_sites import Example
    from hubwalk.websites.first_pages import FetchEach
    from hubwalk.websites.page_classifier import PageClassifier

_LINE_EVERY = 15.0  # seconds between two lines where nothing can be drawn
_SHOWN = 10  # words
_OWN = (
    "like_site", "unlike_site", "background", "sites_from", "output", "force", "pages", "clusters", "site_names",
    "shared_host",
)  # fmt: skip

_Like = Annotated[
    list[str] | None,
    typer.Option("--like-site", metavar="SITE", help="A site of the wanted kind, or a folder with it; repeatable."),
]
_Unlike = Annotated[
    list[str] | None, typer.Option("--unlike-site", metavar="SITE", help="The same of another kind; repeatable.")
]
_Background = Annotated[
    list[str] | None,
    typer.Option(metavar="SITE", help="A site of which nothing is known, to compare with; repeatable."),
]
_SitesFrom = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A list of such sites, each with its label: target, other or unknown."),
]


@dataclass(slots=True)
class _Examples:
    """What the user gave, and what could be read of it."""

    wanted: list[str]
    others: list[str]
    unknown: list[str]
    read: dict[str, Example] = field(default_factory=dict)

    @property
    def down(self) -> list[Example]:
        return [example for example in self.read.values() if not example.pages]

    def pages(self, homes: Sequence[str]) -> dict[str, Sequence[Page]]:
        """Of the sites that could be read."""
        return {home: self.read[home].pages for home in homes if home in self.read and self.read[home].pages}


def register(app: typer.Typer) -> None:
    app.command(name="train-sites")(train_sites)


def train_sites(
    like_site: _Like = None,
    unlike_site: _Unlike = None,
    background: _Background = None,
    sites_from: _SitesFrom = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the classifier goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    pages: Annotated[int, typer.Option(help="Pages read of each site, breadth first.")] = 25,
    clusters: Annotated[int, typer.Option(help="Kinds of pages per class; 0: as many as tell the sites best.")] = 0,
    site_names: SiteNamesKind = None,
    shared_host: SharedHosts = None,
    delay: option.Delay = None,
    resolve: option.Resolve = None,
    seed: option.Seed = None,
    user_agent: option.UserAgent = None,
    obey_robots: option.ObeyRobots = None,
    timeout: option.Timeout = None,
    retries: option.Retries = None,
    quiet: option.Quiet = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say what was learned as one JSON object.")] = False,
    verbose: option.Verbose = False,
) -> None:
    """Learn what sites of a kind are like, for `hubwalk sites --classifier FILE`.

    Without sites of another kind those that the wanted ones link to are read, and the unlike ones among them stand for
    the others.

    Exit code: 0 all well, 2 bad input or nothing to learn from, 3 some sites could not be read, 130 interrupted.

    Example: hubwalk train-sites --like-site horses.example --unlike-site boats.example -o horses.classifier
    """
    job = _job(settings_of(locals(), _OWN))
    for name, value, least in (("--pages", pages, 1), ("--clusters", clusters, 0)):
        if value < least:
            raise UsageError(f"{name} {value}: expected at least {least}")
    names = _names(site_names, shared_host)
    check_new_file(output, "my.classifier", force=force)
    examples = _sorted(like_site or [], unlike_site or [], background or [], sites_from, names)
    with _fetching(job, verbose=verbose) as fetch, _progress(quiet=quiet or as_json) as show:
        _read(examples, fetch, names, pages, show)
        show("learning ...")
        classifier = _learn(examples, clusters, job.seed)
    from hubwalk.websites.classifier_file import save_classifier

    save_classifier(output, classifier)
    _say(output, classifier, examples, quiet=quiet, as_json=as_json)
    if examples.down:
        raise typer.Exit(PARTIAL)


def _job(flags: dict[str, object]) -> Job:
    from hubwalk.config import make_job

    return make_job({"validators": (), **flags}, seeks_sites=True)


def _names(kind: str | None, shared: list[str] | None) -> SiteNames:
    from hubwalk.pages.site_names import SiteNames

    if shared and kind != "user":
        raise UsageError("--shared-host names hosts whose folders are sites: add --site-names user, or leave it out")
    return SiteNames(kind or "host", shared or ())


def _sorted(
    like: list[str], unlike: list[str], background: list[str], listed: Path | None, names: SiteNames
) -> _Examples:
    """The examples, each once; UsageError for one on both sides."""
    from hubwalk.websites.example_sites import by_home
    from hubwalk.websites.labelled_sites import LabelledSites, read_labelled

    more = read_labelled(listed) if listed is not None else LabelledSites()
    wanted = by_home([*like, *more.target], names)
    if not wanted:
        raise UsageError("no wanted site given: show some with --like-site URL, or --sites-from FILE with labels")
    others = by_home([*unlike, *more.other], names)
    for key in wanted.keys() & others.keys():
        raise UsageError(f"{wanted[key]} is given as wanted and as other: which is it?")
    unknown = by_home([*background, *more.unknown], names)
    both = wanted.keys() | others.keys()
    return _Examples(list(wanted.values()), list(others.values()), [unknown[key] for key in unknown if key not in both])


def _read(examples: _Examples, fetch: FetchEach, names: SiteNames, limit: int, show: Callable[[str], None]) -> None:
    """Fetch the examples, and sites to compare with if none are given."""
    from hubwalk.websites.example_sites import BACKGROUND_PAGES, linked_sites, read_examples

    def read(homes: Sequence[str], limit: int) -> None:
        count = 0

        def on_page(home: str, _page: Page) -> None:
            nonlocal count
            count += 1
            show(f"reading {len(homes)} sites: {count} pages, last of {home} ...")

        found = read_examples(homes, fetch, names, limit=limit, on_page=on_page)
        examples.read.update({example.name: example for example in found})

    read([*examples.wanted, *examples.others, *examples.unknown], limit)
    for example in examples.down:
        print(f"hubwalk: {printable(example.name)} cannot be read: {printable(example.problem)}", file=sys.stderr)
    wanted = examples.pages(examples.wanted)
    if not wanted:
        raise UsageError(f"none of the wanted sites can be read, {examples.wanted[0]} for one; name sites that answer")
    if not examples.pages([*examples.others, *examples.unknown]):
        linked = linked_sites(wanted, names)
        if not linked:
            raise UsageError(
                "there is no site to compare with, and the wanted ones link to none: name some with --unlike-site"
            )
        before = set(examples.read)
        read([home for home in linked if home not in before], min(limit, BACKGROUND_PAGES))
        for home in linked:
            if not examples.read[home].pages:
                del examples.read[home]  # nobody asked for it by name
        examples.unknown = [home for home in linked if home in examples.read]


def _learn(examples: _Examples, clusters: int, seed: int) -> PageClassifier:
    from hubwalk.websites.training import check_useful, train_classifier
    from hubwalk.websites.training_notices import check_contradictions

    wanted, others, unknown = (
        list(examples.pages(homes).values()) for homes in (examples.wanted, examples.others, examples.unknown)
    )
    check_contradictions(wanted, others)
    made = train_classifier(wanted, others, background=unknown, clusters=clusters, seed=seed)
    check_useful(made)
    return made


def _say(output: Path, made: PageClassifier, examples: _Examples, *, quiet: bool, as_json: bool) -> None:
    from hubwalk.websites.page_classifier import telling_words

    origin = made.origin
    if as_json:
        print(
            json.dumps(
                {
                    "file": str(output),
                    "error": round(made.error, 4),
                    "folds": origin.folds,
                    "clusters": origin.clusters,
                    "languages": made.languages,
                    "terms": len(made.vocabulary.terms),
                    "target_sites": origin.target_sites,
                    "other_sites": origin.other_sites,
                    "pages": origin.pages,
                    "data": origin.data,
                    "unreadable": [example.name for example in examples.down],
                    "notices": origin.notices,
                },
                ensure_ascii=False,
            )
        )
        return
    for notice in origin.notices:
        print(f"hubwalk: {printable(notice)}", file=sys.stderr)
    if quiet:
        return
    wanted, others = len(origin.target_sites), len(origin.other_sites)
    sites = (
        f"{wanted} wanted site{'s' * (wanted != 1)} with {origin.pages[0]} pages, {others} other{'s' * (others != 1)}"
    )
    print(f"{quoted(output)}: learned from {sites} with {origin.pages[1]}", file=sys.stderr)
    kinds = f"{origin.clusters} kinds of pages per class" if origin.clusters > 1 else "one centroid per class"
    told = f"{made.error:.1%} of the pages are classed wrongly in {origin.folds}-fold cross-validation"
    print(f"{told}; {kinds}, languages {', '.join(made.languages) or 'unknown'}", file=sys.stderr)
    if words := telling_words(made, _SHOWN):
        print(f"most telling words: {printable(', '.join(words))}", file=sys.stderr)
    print(f"use it: hubwalk sites --classifier {quoted(output)} --like-site SITE -o sites.jsonl", file=sys.stderr)


@contextmanager
def _fetching(job: Job, *, verbose: bool) -> Iterator[FetchEach]:
    """Fetch with the manners of the job; nothing is begun before the first page is asked for."""
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.browsing.lasting import LastingBrowser
    from hubwalk.cli._signals import interruptible

    quieten(verbose=verbose)
    with interruptible() as check, LastingBrowser(job) as browser:

        def fetch(urls: Sequence[str]) -> Iterator[object]:
            for response in browser.fetch_each(urls):
                check()
                yield response

        yield fetch  # type: ignore[misc]


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[str], None]]:
    """What to call with what is going on: a line that changes on a terminal, now and then a line elsewhere."""
    if quiet:
        yield lambda _text: None
        return
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.markup import escape

        with Console(stderr=True).status("reading ...") as status:
            yield lambda text: status.update(escape(printable(text)))
        return
    said = time.monotonic()

    def show(text: str) -> None:
        nonlocal said
        if time.monotonic() - said >= _LINE_EVERY:
            said = time.monotonic()
            print(printable(text), file=sys.stderr, flush=True)

    yield show
