"""How a crawl talks to people and to programs, all of it on standard error: standard output is for the pages found."""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hubwalk import terminal
from hubwalk.cli._tables import MOST_ROWS, found_table, live_table, short, summary_table, total_line
from hubwalk.cli._text import printable, resume_options
from hubwalk.drivers.progress import (
    DONE,
    RUNNING,
    WAITING,
    SiteProgress,
    in_words,
)
from hubwalk.store.renderings import together

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.status import Status

    from hubwalk.discovery.found import Discovery
    from hubwalk.drivers.discovery import SearchProgress

_JSON_EVERY = 1.0  # seconds
_LINE_EVERY = 30.0  # seconds, where no table can be drawn
_MARGIN = 5  # columns: the terminal's own ^C must not wrap the last line, or the table cannot be wiped
_LONG_QUERY = 60  # characters


class Talk:
    """Live table on a terminal, JSON lines for programs, nothing when quiet."""

    def __init__(self, *, quiet: bool = False, as_json: bool = False, stdout_in_use: bool = False) -> None:
        self._quiet = quiet
        self._json = as_json
        # Pages that go to the same terminal would tear the table apart.
        self._table = not quiet and not as_json and sys.stderr.isatty() and not (stdout_in_use and sys.stdout.isatty())
        self._live: Live | None = None
        self._began = self._lined = time.monotonic()
        self._said = 0.0
        self._ended: set[str] = set()
        self._status: Status | None = None

    @contextmanager
    def showing(self) -> Iterator[None]:
        """While this is open, `tick` draws."""
        if not self._table:
            yield
            return
        from rich.live import Live

        from hubwalk.cli._console import Console

        console = Console(stderr=True)
        with Live(console=console, auto_refresh=False, transient=True) as live, terminal.drawn(live):
            self._live = live
            try:
                yield
            finally:
                self._live = None

    @contextmanager
    def reading(self, samples: Sequence[str]) -> Iterator[None]:
        """While this is open the samples are being read, which a slow site draws out, or a pipe that nobody writes."""
        from hubwalk.samples import pipes

        for name in pipes(samples):
            self.remark(f"reading {name}, a pipe, until its writer closes it")
        if not samples or self._quiet or self._json or not sys.stderr.isatty():
            yield
            return
        from hubwalk.cli._console import Console

        what = "the sample" if len(samples) == 1 else f"{len(samples)} samples"
        with Console(stderr=True).status(f"reading {what} ..."):
            yield

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        """While this is open something is computed that may take its time."""
        if self._quiet or self._json or not sys.stderr.isatty():
            yield
            return
        from hubwalk.cli._console import Console

        with Console(stderr=True).status(f"{what} ..."):
            yield

    @contextmanager
    def remembering(self, pages: int) -> Iterator[Callable[[int], None]]:
        """While this is open a validator that learns may be told of so many logged pages; call it with their count."""
        if not self._table:
            yield lambda _: None
            return
        from hubwalk.cli._console import Console

        status = Console(stderr=True).status("")

        def told(count: int) -> None:
            if count % 25 == 1:
                status.update(f"going through what was judged before, page {count} of {pages} ...")
                status.start()

        try:
            yield told
        finally:
            status.stop()

    @contextmanager
    def searching(self) -> Iterator[None]:
        """While this is open search engines are asked, and `searched` says how far it is."""
        if not self._table:
            yield
            return
        from hubwalk.cli._console import Console

        with Console(stderr=True).status("asking search engines ...") as status, terminal.drawn(status):
            self._status = status
            try:
                yield
            finally:
                self._status = None

    def searched(self, search: SearchProgress) -> None:
        """One query is done with."""
        if self._json:
            say({"event": "query", **dataclasses.asdict(search)})
        if self._status is not None:
            from rich.markup import escape

            self._status.update(escape(printable(_search_line(search))))
        elif not self._quiet and not self._json and time.monotonic() - self._lined >= _LINE_EVERY:
            self._lined = time.monotonic()
            print(_search_line(search), file=sys.stderr, flush=True)

    def notice(self, text: str) -> None:
        """Something that a user should know though the job goes on."""
        if self._json:
            say({"event": "notice", "text": text})
        else:
            print(f"hubwalk: {printable(text)}", file=sys.stderr, flush=True)

    def remark(self, text: str) -> None:
        """Something that is good to know."""
        if not self._quiet:
            self.notice(text)

    def found(self, discovery: Discovery, *, db: str, crawl: bool) -> None:
        """The search is over."""
        if self._json:
            for site in discovery.sites:
                about = {"authorities": len(site.authorities), "fetched": site.fetched, "queries": site.queries}
                say({"event": "found", "site": site.site, **about})
            counts = {
                "queries": discovery.queries,
                "sites": len(discovery.sites),
                "candidates": len(discovery.candidates),
            }
            say({"event": "search", **counts, "ending": discovery.ending, "complete": discovery.complete, "db": db})
        if self._quiet or self._json:
            return
        from hubwalk.cli._console import Console

        console = Console(stderr=True, width=None if sys.stderr.isatty() else 120, soft_wrap=False)
        if discovery.sites:
            console.print(found_table(discovery, console.width))
        authorities = sum(len(site.authorities) for site in discovery.sites)
        print(
            f"{len(discovery.sites)} sites with {authorities} pages of the kind, from {discovery.queries} queries and "
            f"{len(discovery.candidates)} pages; {discovery.ending}",
            file=sys.stderr,
        )
        name = shlex.quote(db)
        if crawl and not discovery.complete:
            print(f"search engines gave up; hubwalk resume {name} asks them again another day", file=sys.stderr)
        if not crawl:
            print(f"queries: hubwalk export {name} --what queries -o queries.csv", file=sys.stderr)
            more = "" if discovery.complete else " (the search goes on, too)"
            print(f"crawl:   hubwalk resume {name} --crawl -o pages.jsonl{more}", file=sys.stderr)

    def tick(self, sites: Sequence[SiteProgress]) -> None:
        self.draw(lambda seconds, width: live_table(sites, seconds, width), lambda seconds: _lines(sites, seconds))
        if self.is_time_for_json():
            for site in sites:
                if site.state == RUNNING:
                    _emit("progress", site)
        if self._json:
            self._emit_ended(sites)

    def draw(self, table: Callable[[float, int], RenderableType], lines: Callable[[float], Sequence[str]]) -> None:
        """How far it is: a table for so many seconds and columns, or lines now and then where none can be drawn."""
        seconds = time.monotonic() - self._began
        if self._live is not None:
            with terminal.free() as drawing:
                if drawing:
                    self._live.update(table(seconds, self._live.console.width - _MARGIN), refresh=True)
        elif not self._quiet and not self._json and time.monotonic() - self._lined >= _LINE_EVERY:
            self._lined = time.monotonic()
            for line in lines(seconds):
                print(line, file=sys.stderr, flush=True)

    def is_time_for_json(self) -> bool:
        """True now and then, if it is a program that listens."""
        if not self._json or time.monotonic() - self._said < _JSON_EVERY:
            return False
        self._said = time.monotonic()
        return True

    def _emit_ended(self, sites: Sequence[SiteProgress]) -> None:
        for site in sites:
            if site.state not in {RUNNING, WAITING} and site.site not in self._ended:
                self._ended.add(site.site)
                _emit("site", site)

    def ended(self, sites: Sequence[SiteProgress] = (), *, db: str, output: str, exit_code: int) -> bool:
        """Tell a program that this was all; False if it is a person who listens."""
        if self._json:
            total = {name: sum(getattr(site, name) for site in sites) for name in ("fetched", "requests", "accepted")}
            seconds = round(time.monotonic() - self._began, 3)
            browsers = [site.browser for site in sites if site.browser is not None]
            about = {"exit_code": exit_code, "db": db, "output": output, "seconds": seconds, **total}
            say({"event": "end", **about, "browser": together(browsers).plain() if browsers else None})
        return self._json

    def summary(self, sites: Sequence[SiteProgress], *, db: str, output: str, exit_code: int, more: str = "") -> None:
        """The end: a table and the commands that go on from here, `more` being options without which `resume` would
        end at once."""
        if self._json:
            self._emit_ended(sites)
            self.ended(sites, db=db, output=output, exit_code=exit_code)
        if self._quiet or self._json:
            return
        from hubwalk.cli._console import Console

        width = None if sys.stderr.isatty() else 120
        console = Console(stderr=True, width=width, soft_wrap=False)
        console.print(summary_table(sites, console.width))
        for line in next_commands(sites, db, more):
            print(line, file=sys.stderr)


def next_commands(sites: Sequence[SiteProgress], db: str, more: str = "") -> list[str]:
    """What a user may want to do now, ready to be copied."""
    name = shlex.quote(db)
    lines = []
    if any(site.state != DONE for site in sites):
        further = resume_options([(site.reason, site.requests) for site in sites])
        lines.append(f"go on:   hubwalk resume {name}{further}{more and ' ' + more}")
    lines.append(f"export:  hubwalk export {name} -o pages.csv")
    lines.append(f"explain: hubwalk explain {name} URL")
    if any(site.fetched for site in sites):
        lines.append(f"map:     hubwalk map {name}")
    return lines


def _search_line(search: SearchProgress) -> str:
    counts = f"{search.candidates} pages fetched, {search.authorities} accepted on {search.sites} sites"
    query = search.query if len(search.query) <= _LONG_QUERY else search.query[: _LONG_QUERY - 1] + "…"
    return f"query {search.queries} of at most {search.max_queries}: {query}; {counts}"


def _emit(event: str, site: SiteProgress) -> None:
    thought = site.estimate
    say(
        {
            "event": event,
            "site": site.site,
            "state": site.state,
            "reason": site.reason,
            "fetched": site.fetched,
            "requests": site.requests,
            "accepted": site.accepted,
            "expected": round(thought.expected, 1) if thought else None,
            "low": round(thought.low, 1) if thought else None,
            "high": round(thought.high, 1) if thought else None,
            "recall": round(thought.recall, 4) if thought else None,
            "harvest_rate": round(site.harvest_rate, 4),
            "requests_per_second": round(site.requests_per_second, 3),
            "frontier": site.frontier,
            "doing": site.doing,
            "browser": site.browser.plain() if site.browser is not None else None,
        }
    )


def say(line: dict[str, object]) -> None:
    print(json.dumps(line), file=sys.stderr, flush=True)


def _lines(sites: Sequence[SiteProgress], seconds: float) -> list[str]:
    """How far all sites together are, and what the running ones think of themselves."""
    running = [(site.site, site.estimate) for site in sites if site.state == RUNNING]
    own = [f"  {short(url)}: {in_words(thought)}" for url, thought in running[:MOST_ROWS] if thought is not None]
    return [total_line(sites, seconds), *own]
