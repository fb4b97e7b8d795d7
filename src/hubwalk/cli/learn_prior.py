"""`hubwalk learn-prior`: what the words of links led to in earlier crawls, saved for `--prior FILE`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._new_file import check_new_file
from hubwalk.cli._text import quoted
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.strategies.prior import Prior
    from hubwalk.strategies.prior_learning import CrawlHistory

_LINE_EVERY = 10.0  # seconds between two lines where nothing can be drawn
_SHOWN = 8  # words of each kind

OnRead = Callable[[str], None]


def register(app: typer.Typer) -> None:
    app.command(name="learn-prior")(learn_prior)


def learn_prior(
    logs: Annotated[
        list[Path] | None, typer.Argument(metavar="LOG", help="Crawl logs of finished or interrupted crawls.")
    ] = None,
    *,
    recorded: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE[:TASK]", help="A recorded site whose targets are known; repeatable."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the prior goes.")],
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say what was learned as one JSON object.")] = False,
) -> None:
    """Learn from earlier crawls, for pages of the same kind, which words of links and addresses lead to wanted pages
    and to their lists; `find` and `simulate` take it as --prior FILE.

    Words that only one of several sites has are not learned. So two or more sites make the better prior.

    Example: hubwalk learn-prior shop1.db shop2.db -o cameras.prior
    """
    from hubwalk.strategies.prior_learning import learn_prior as learn

    if not logs and not recorded:
        raise UsageError("nothing to learn from: name crawl logs, or recorded sites with --recorded FILE")
    check_new_file(output, "my.prior", force=force)
    with _progress() as show:
        crawls = [crawl for path in logs or () for crawl in crawls_of(path, show)]
        crawls += [recorded_crawl(spec, show) for spec in recorded or ()]
        show("learning ...")
        prior = learn([crawl.lessons() for crawl in crawls])
    if not prior.wanted and not prior.hubs:
        raise UsageError("no word was seen often enough to learn it: give logs with more pages, or of more sites")
    _write(output, prior)
    _say(output, prior, crawls, as_json=as_json)


def crawls_of(path: Path, show: OnRead) -> list[CrawlHistory]:
    """The crawls of a log, one for each site that has accepted pages."""
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.strategies.prior_learning import CrawlHistory

    crawls: dict[str, CrawlHistory] = {}
    with SqliteCrawlLog.open(path) as log:
        for number, seen in enumerate(log.observations(), start=1):
            crawls.setdefault(seen.site, CrawlHistory(seen.site)).observe(seen.page, seen.verdict.accepted)
            show(f"{path}: {number} pages read ...")
    if not crawls:
        raise UsageError(f"{path} has no pages yet: `hubwalk status {path}` tells how far it is")
    found = [crawl for crawl in crawls.values() if crawl.accepted]
    if not found:
        raise UsageError(f"{path} has no accepted page, so it does not show what leads to one; leave it out")
    return found


def recorded_crawl(spec: str, show: OnRead) -> CrawlHistory:
    """A whole recorded site, breadth first."""
    from hubwalk.browsing.recorded import open_recorded
    from hubwalk.drivers.replay import ParsedPages, replay
    from hubwalk.strategies.prior_learning import CrawlHistory
    from hubwalk.validators.oracle import OracleValidator
    from hubwalk.values import Choice, Page, Site, Verdict

    head, _, tail = spec.rpartition(":")
    path, task = (Path(head), tail) if head and not Path(spec).exists() else (Path(spec), "")
    site = open_recorded(path, task)
    crawl = CrawlHistory(site.entry)

    def on_fetch(_choice: Choice, page: Page, verdict: Verdict) -> None:
        crawl.observe(page, verdict.accepted)
        show(f"{spec}: {len(crawl)} pages read ...")

    pages = ParsedPages(site, keep_html=False)
    replay(Site(site.entry), pages, OracleValidator(site.targets), "breadth_first", on_fetch=on_fetch)
    if not crawl.accepted:
        raise UsageError(f"--recorded {spec}: no link leads to a target; name one of its tasks, as in {path}:TASK")
    return crawl


def _write(output: Path, prior: Prior) -> None:
    try:
        output.write_text(prior.dump(), "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror}; choose another -o") from None


def _say(output: Path, prior: Prior, crawls: list[CrawlHistory], *, as_json: bool) -> None:
    pages, accepted = sum(map(len, crawls)), sum(crawl.accepted for crawl in crawls)
    if as_json:
        learned = {"wanted": len(prior.wanted), "hubs": len(prior.hubs)}
        about = {"file": str(output), "sites": list(prior.sites), "pages": pages, "accepted": accepted}
        print(json.dumps({**about, "words": learned}, ensure_ascii=False))
        return
    sites = f"{len(prior.sites)} site{'s' if len(prior.sites) > 1 else ''}"
    print(f"{quoted(output)}: learned from {pages} pages of {sites}, {accepted} of them accepted", file=sys.stderr)
    for name, words in (("wanted pages", prior.wanted), ("hubs", prior.hubs)):
        best = [word for word, weight in words.items() if weight > 0][:_SHOWN]
        print(f"{len(words)} words for {name}" + (f": {', '.join(best)}" if best else ""), file=sys.stderr)
    print(f"use it: hubwalk find SITE --strategy adaptive --prior {quoted(output)} -o pages.jsonl", file=sys.stderr)


@contextmanager
def _progress() -> Iterator[OnRead]:
    """What to call with what is being done: a line that changes, or lines now and then."""
    said = time.monotonic()
    if not sys.stderr.isatty():

        def line(text: str) -> None:
            nonlocal said
            if time.monotonic() - said >= _LINE_EVERY:
                said = time.monotonic()
                print(text, file=sys.stderr, flush=True)

        yield line
        return
    from rich.console import Console

    with Console(stderr=True).status("reading ...") as status:

        def bar(text: str) -> None:
            nonlocal said
            if text.startswith("learning") or time.monotonic() - said >= 0.2:
                said = time.monotonic()
                status.update(text)

        yield bar
