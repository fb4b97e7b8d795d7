"""`hubwalk watch`: ask a site that was crawled before for what is new, by its recipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from hubwalk.cli import NO_LONGER_HOLDS, PARTIAL
from hubwalk.cli import _options as option
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.cli._watch_talk import WatchTalk
    from hubwalk.drivers.watch_values import Limits, Tally
    from hubwalk.recipes.recipe import Recipe
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.watches import Event

NEWS = 10  # something new, changed or vanished
NOTHING_LOOKED_AT = 2
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Call:
    """What was asked for, checked and opened."""

    recipe: Recipe
    path: Path  # of the recipe
    log: SqliteCrawlLog
    site: str
    limits: Limits
    changes: Mapping[str, Any]  # of the crawl's settings
    write: Callable[[Event], None]
    talk: WatchTalk


def register(app: typer.Typer) -> None:
    app.command()(watch)


def watch(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="Recipe of the site, a TOML file.")],
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log of the site: what is known.")],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", help="FILE.jsonl, which grows with every watch; -: standard output.")
    ] = "-",
    check_known: Annotated[int, typer.Option(help="Ask for so many known pages, to see what has changed.")] = 0,
    check_vanished: Annotated[int, typer.Option(help="Ask for so many pages that no hub lists any more.")] = 100,
    max_pages: Annotated[int, typer.Option(help="Requests in all, retries included.")] = 10_000,
    delay: Annotated[float | None, typer.Option(help="Seconds between requests. Default: as in the crawl.")] = None,
    full: Annotated[bool, typer.Option("--full", help="All pages of all lists, also where they are newest first.")] = (
        False
    ),
    relearn: Annotated[
        bool, typer.Option("--relearn", help="If the recipe no longer holds, crawl anew and write another one.")
    ] = False,
    quiet: option.Quiet = False,
    as_json: option.AsJson = False,
    verbose: option.Verbose = False,
) -> None:
    """Report what is new on a site that was crawled before, with few requests: its hubs, and what they list that is not
    known. Pages that have gone are reported, too, and with --check-known those that have changed.

    Example: hubwalk watch cameras.toml cameras.db -o news.jsonl

    Each event is one line: event (new, changed, vanished), url, title, hub, about, at. DB keeps it all for next time.

    Exit code: 0 nothing new, 10 something new, changed or vanished, 2 bad input or nothing could be looked at, 3 some
    hubs could not be had, 4 the recipe no longer holds, 130 interrupted.
    """
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._watch_talk import WatchTalk
    from hubwalk.drivers.watch_values import Limits
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.recipe_file import read_recipe

    limits = Limits(max_pages, check_known, check_vanished, full)
    _check(limits)
    learned = read_recipe(recipe)
    talk = WatchTalk(quiet=quiet, as_json=as_json, stdout_in_use=output == "-")
    with SqliteCrawlLog.open(db, write=True) as log, _writing(output, {recipe, db}) as write:
        site = _site_of(learned, recipe, log)
        quieten(verbose=verbose)
        call = Call(learned, recipe, log, site, limits, {} if delay is None else {"delay": delay}, write, talk)
        code = run(call)
        if code == NO_LONGER_HOLDS and relearn:
            from hubwalk.cli._relearn import learn_anew

            code = learn_anew(call)
    raise typer.Exit(code)


def _check(limits: Limits) -> None:
    for name in ("check_known", "check_vanished", "max_pages"):
        least = int(name == "max_pages")
        if getattr(limits, name) < least:
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"{flag} {getattr(limits, name)}: expected at least {least}")


def _site_of(recipe: Recipe, path: Path, log: SqliteCrawlLog) -> str:
    """The site in the log that the recipe is for."""
    from hubwalk.pages.scope import Scope
    from hubwalk.values import Site

    totals = {line.site: line for line in log.totals() if line.fetched}
    if not totals:
        raise UsageError(f"{log.path} has no pages: crawl the site first, as in hubwalk run {path} --db {log.path}")
    if recipe.entry in totals:
        return recipe.entry
    for site in totals:
        if Scope(Site(site, recipe.scope)).own(recipe.entry):
            return site
    known = ", ".join(list(totals)[:3]) + (" ..." if len(totals) > 3 else "")
    raise UsageError(f"{log.path} has no crawl of {recipe.entry}, which {path} is for; it has {known}")


@contextmanager
def _writing(output: str, taken: set[Path]) -> Iterator[Callable[[Event], None]]:
    """Where events go; a file is only ever appended to."""

    def to(stream: IO[str]) -> Callable[[Event], None]:
        def write(event: Event) -> None:
            stream.write(json.dumps(event_record(event), ensure_ascii=False) + "\n")
            stream.flush()

        return write

    if output == "-":
        from hubwalk.store.exports import standard_output

        standard_output()
        yield to(sys.stdout)
        return
    path = Path(output)
    if any(path.absolute() == other.absolute() for other in taken):
        raise UsageError(f"{path} cannot be the output as well; choose another -o")
    try:
        with path.open("a", encoding="utf-8", errors="backslashreplace") as stream:
            yield to(stream)
    except OSError as error:
        if error.filename not in (None, str(path), output):
            raise
        raise UsageError(f"cannot write {path}: {error.strerror}; choose another -o") from None


def event_record(event: Event) -> dict[str, Any]:
    """A line of the output."""
    from hubwalk.store.records import iso_time

    return {
        "event": event.event,
        "url": event.url,
        "title": event.title,
        "hub": event.hub,
        "about": event.about,
        "at": iso_time(event.at),
    }


def run(call: Call) -> int:
    """Watch once; returns the exit code."""
    from hubwalk.browsing.lasting import LastingBrowser
    from hubwalk.cli._signals import interruptible
    from hubwalk.cli._watch_judge import judging, manners
    from hubwalk.drivers.watching import Watcher
    from hubwalk.store.watches import WatchLog

    log, talk = call.log, call.talk
    watcher: Watcher | None = None
    try:
        with interruptible(), ExitStack() as stack, talk.showing():
            browser = stack.enter_context(LastingBrowser(manners(log, call.site, call.changes)))
            watcher = Watcher(
                call.recipe,
                WatchLog(log, call.site),
                browser,
                judging(log, stack, talk),
                call.limits,
                name=str(call.path),
                on_event=call.write,
                on_tick=talk.tick,
            )
            talk.remark_browser(log.job)
            code = exit_code(watcher.run())
    except KeyboardInterrupt:
        code = INTERRUPTED
    if watcher is not None:
        talk.summary(watcher.tally, db=str(log.path), exit_code=code)
    return code


def exit_code(tally: Tally) -> int:
    """For a cron job."""
    if tally.dead:
        return NOTHING_LOOKED_AT
    if not tally.holds:
        return NO_LONGER_HOLDS
    if tally.failed or tally.ending:
        return PARTIAL
    return NEWS if tally.found else 0
