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
from urllib.parse import urlsplit

from hubwalk import terminal
from hubwalk.cli._text import printable, resume_options
from hubwalk.drivers.progress import (
    DONE,
    FAILED,
    RUNNING,
    WAITING,
    SiteProgress,
    in_words,
    range_of,
    recall_of,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.status import Status
    from rich.table import Table

    from hubwalk.discovery.found import Discovery
    from hubwalk.drivers.discovery import SearchProgress

_MOST_ROWS = 12  # of running sites; a screen has no room for more
_JSON_EVERY = 1.0  # seconds
_LINE_EVERY = 30.0  # seconds, where no table can be drawn
_MARGIN = 5  # columns: the terminal's own ^C must not wrap the last line, or the table cannot be wiped
_LONG_QUERY = 60  # characters
_NARROW = 72  # columns below which only the main figures fit
_WIDE = 100  # columns from which on all figures do
_WORDS = {"site", "state", "doing", "why", "for example"}  # columns of text
_GIVES_WAY = {"site", "doing", "why", "for example"}  # columns that are shortened before any figure is


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
        from rich.console import Console
        from rich.live import Live

        console = Console(stderr=True)
        with Live(console=console, auto_refresh=False, transient=True) as live, terminal.drawn(live):
            self._live = live
            try:
                yield
            finally:
                self._live = None

    @contextmanager
    def reading(self, samples: Sequence[str]) -> Iterator[None]:
        """While this is open the samples are being read, which a slow site draws out."""
        if not samples or self._quiet or self._json or not sys.stderr.isatty():
            yield
            return
        from rich.console import Console

        what = "the sample" if len(samples) == 1 else f"{len(samples)} samples"
        with Console(stderr=True).status(f"reading {what} ..."):
            yield

    @contextmanager
    def remembering(self, pages: int) -> Iterator[Callable[[int], None]]:
        """While this is open a validator that learns may be told of so many logged pages; call it with their count."""
        if not self._table:
            yield lambda _: None
            return
        from rich.console import Console

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
        from rich.console import Console

        with Console(stderr=True).status("asking search engines ...") as status, terminal.drawn(status):
            self._status = status
            try:
                yield
            finally:
                self._status = None

    def searched(self, search: SearchProgress) -> None:
        """One query is done with."""
        if self._json:
            _say({"event": "query", **dataclasses.asdict(search)})
        if self._status is not None:
            from rich.markup import escape

            self._status.update(escape(printable(_search_line(search))))
        elif not self._quiet and not self._json and time.monotonic() - self._lined >= _LINE_EVERY:
            self._lined = time.monotonic()
            print(_search_line(search), file=sys.stderr, flush=True)

    def notice(self, text: str) -> None:
        """Something that a user should know though the job goes on."""
        if self._json:
            _say({"event": "notice", "text": text})
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
                _say({"event": "found", "site": site.site, **about})
            counts = {
                "queries": discovery.queries,
                "sites": len(discovery.sites),
                "candidates": len(discovery.candidates),
            }
            _say({"event": "search", **counts, "ending": discovery.ending, "complete": discovery.complete, "db": db})
        if self._quiet or self._json:
            return
        from rich.console import Console

        console = Console(stderr=True, width=None if sys.stderr.isatty() else 120, soft_wrap=False)
        if discovery.sites:
            console.print(_found_table(discovery, console.width))
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
        if self._live is not None:
            with terminal.free() as drawing:
                if drawing:
                    width = self._live.console.width - _MARGIN
                    self._live.update(_live_table(sites, time.monotonic() - self._began, width), refresh=True)
        elif not self._quiet and not self._json and time.monotonic() - self._lined >= _LINE_EVERY:
            self._lined = time.monotonic()
            for line in _lines(sites, time.monotonic() - self._began):
                print(line, file=sys.stderr, flush=True)
        if self._json and time.monotonic() - self._said >= _JSON_EVERY:
            self._said = time.monotonic()
            for site in sites:
                if site.state == RUNNING:
                    _emit("progress", site)
        if self._json:
            self._emit_ended(sites)

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
            _say({"event": "end", "exit_code": exit_code, "db": db, "output": output, "seconds": seconds, **total})
        return self._json

    def summary(self, sites: Sequence[SiteProgress], *, db: str, output: str, exit_code: int, more: str = "") -> None:
        """The end: a table and the commands that go on from here, `more` being options without which `resume` would
        end at once."""
        if self._json:
            self._emit_ended(sites)
            self.ended(sites, db=db, output=output, exit_code=exit_code)
        if self._quiet or self._json:
            return
        from rich.console import Console

        width = None if sys.stderr.isatty() else 120
        console = Console(stderr=True, width=width, soft_wrap=False)
        console.print(_summary_table(sites, console.width))
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
    return lines


def _search_line(search: SearchProgress) -> str:
    counts = f"{search.candidates} pages fetched, {search.authorities} accepted on {search.sites} sites"
    query = search.query if len(search.query) <= _LONG_QUERY else search.query[: _LONG_QUERY - 1] + "…"
    return f"query {search.queries} of at most {search.max_queries}: {query}; {counts}"


def _found_table(discovery: Discovery, width: int) -> Table:
    narrow = width < _NARROW
    table = _table("site", "accepted", *([] if narrow else ["of", "queries"]), "for example")
    for site in discovery.sites:
        evidence = site.authorities[0] if site.authorities else ""
        figures = [len(site.authorities)] if narrow else [len(site.authorities), site.fetched, len(site.queries)]
        _add(table, site.site, *figures, evidence)
    return table


def _emit(event: str, site: SiteProgress) -> None:
    thought = site.estimate
    _say(
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
        }
    )


def _say(line: dict[str, object]) -> None:
    print(json.dumps(line), file=sys.stderr, flush=True)


def _table(*columns: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(
            column,
            justify="left" if column in _WORDS else "right",
            no_wrap=column not in _GIVES_WAY,
            overflow="fold" if "why" in columns else "ellipsis",
        )
    return table


def _add(table: Table, *cells: object, style: str | None = None) -> None:
    from rich.text import Text

    # As text: brackets in a URL are no markup.
    columns = zip(table.columns, cells, strict=True)
    texts = (
        Text(printable(cell), overflow=column.overflow, no_wrap=column.overflow != "fold") for column, cell in columns
    )
    table.add_row(*texts, style=style)


def _live_table(sites: Sequence[SiteProgress], seconds: float, width: int) -> RenderableType:
    from rich.console import Group
    from rich.constrain import Constrain
    from rich.text import Text

    figures = _fitting(width, ["fetched", "accepted", "estimated", "recall", "harvest", "req/s", "frontier"])
    table = _table("site", *figures, "doing")
    running = [site for site in sites if site.state == RUNNING]
    for site in running[:_MOST_ROWS]:
        _add(table, _short(site.site), *_cells(site, figures), site.doing.replace(_origin(site.site), "", 1))
    status = Text(_line(sites, seconds), style="bold", overflow="ellipsis", no_wrap=True)
    return Constrain(Group(table, status) if running else status, width)


def _lines(sites: Sequence[SiteProgress], seconds: float) -> list[str]:
    """How far all sites together are, and what the running ones think of themselves."""
    running = [(site.site, site.estimate) for site in sites if site.state == RUNNING]
    own = [f"  {_short(url)}: {in_words(thought)}" for url, thought in running[:_MOST_ROWS] if thought is not None]
    return [_line(sites, seconds), *own]


def _line(sites: Sequence[SiteProgress], seconds: float) -> str:
    """How far all sites together are."""
    fetched, accepted = sum(site.fetched for site in sites), sum(site.accepted for site in sites)
    rate = f" ({accepted / fetched:.0%})" if fetched else ""
    running, waiting = (sum(site.state == state for site in sites) for state in (RUNNING, WAITING))
    ended = len(sites) - running - waiting
    counts = f"{fetched} fetched, {accepted} accepted{rate}"
    return f"{counts}; sites: {running} running, {waiting} waiting, {ended} ended; {seconds:.0f} s"


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _short(url: str) -> str:
    """The address as it is written where space is scarce: example.org/shop."""
    return url.removeprefix("http://").removeprefix("https://").removesuffix("/")


def _summary_table(sites: Sequence[SiteProgress], width: int) -> Table:
    figures = _fitting(width, ["fetched", "requests", "accepted", "estimated", "recall", "harvest"])
    table = _table("site", "state", *figures, "why")
    for site in sites:
        style = "red" if site.state == FAILED else None
        _add(table, site.site, site.state, *_cells(site, figures), site.reason, style=style)
    return table


def _fitting(width: int, figures: list[str]) -> list[str]:
    """Those figures for which a terminal has room."""
    most = ["fetched", "accepted"] if width < _NARROW else ["fetched", "accepted", "estimated", "recall"]
    return figures if width >= _WIDE else most


def _cells(site: SiteProgress, figures: Sequence[str]) -> list[object]:
    thought = site.estimate
    known: dict[str, object] = {
        "fetched": site.fetched,
        "requests": site.requests,
        "accepted": site.accepted,
        "estimated": range_of(thought) if thought else "",
        "recall": recall_of(thought) if thought else "",
        "harvest": f"{site.harvest_rate:.0%}",
        "req/s": f"{site.requests_per_second:.1f}",
        "frontier": site.frontier,
    }
    return [known[figure] for figure in figures]
