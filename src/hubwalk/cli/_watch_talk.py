"""How a watch talks to people and to programs, all of it on standard error."""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from hubwalk import terminal
from hubwalk.cli._progress import Talk
from hubwalk.cli._text import printable
from hubwalk.drivers.watch_values import REPORTED, Tally

if TYPE_CHECKING:
    from rich.status import Status

_JSON_EVERY = 1.0  # seconds
_LINE_EVERY = 30.0  # seconds, where no line can be drawn over
_MARGIN = 5  # columns: of the spinner, and of the terminal's own ^C
_MOST = 5  # failures that are named


class WatchTalk(Talk):
    """One line on a terminal, JSON lines for programs, nothing when quiet."""

    def __init__(self, *, quiet: bool, as_json: bool, stdout_in_use: bool) -> None:
        super().__init__(quiet=quiet, as_json=as_json, stdout_in_use=stdout_in_use)
        self._stdout_in_use = stdout_in_use
        self._line: Status | None = None
        self._last = time.monotonic()

    @contextmanager
    def showing(self) -> Iterator[None]:
        """While this is open, `tick` draws."""
        if not self._table:
            yield
            return
        from hubwalk.cli._console import Console

        with Console(stderr=True).status("asking for what is new ...") as status, terminal.drawn(status):
            self._line = status
            try:
                yield
            finally:
                self._line = None

    @contextmanager
    def remembering(self, pages: int) -> Iterator[Callable[[int], None]]:
        """As in a crawl, on the line that is there."""

        def told(count: int) -> None:
            if self._line is not None and count % 25 == 1:
                self._line.update(f"going through what was judged before, page {count} of {pages} ...")

        yield told

    def tick(self, tally: Tally) -> None:  # type: ignore[override]
        """Something was asked for, or found."""
        if self._line is not None:
            from rich.markup import escape

            width = max(20, self._line.console.width - _MARGIN)
            self._line.update(escape(printable(progress_line(tally))[:width]))
        every = _JSON_EVERY if self._json else _LINE_EVERY
        if self._line is None and not self._quiet and time.monotonic() - self._last >= every:
            self._last = time.monotonic()
            line = json.dumps({"event": "progress", **facts(tally)}) if self._json else progress_line(tally)
            print(printable(line), file=sys.stderr, flush=True)

    def of_crawl(self) -> Talk:
        """The talk of a crawl that is part of the watch."""
        return Talk(quiet=self._quiet, as_json=self._json, stdout_in_use=self._stdout_in_use)

    def remark_browser(self, job: Mapping[str, Any]) -> None:
        """A watch takes pages as they are sent."""
        if job.get("browser", "http") != "http":
            self.remark("the crawl used a browser and a watch does not: links that only scripts show are not seen")

    def summary(self, tally: Tally, *, db: str, exit_code: int) -> None:  # type: ignore[override]
        """The end."""
        if self._json:
            ended = {"event": "end", "exit_code": exit_code, "db": db, **facts(tally)}
            print(json.dumps({**ended, "failed": tally.failed, "report": tally.report}), file=sys.stderr)
            return
        for line in tally.report:
            if not tally.holds or not self._quiet:
                self.notice(line)
        if tally.ending:
            self.notice(tally.ending)
        for url, why in list(tally.failed.items())[:_MOST] if not tally.dead else ():
            self.remark(f"{url} could not be had: {why}")
        if self._quiet:
            return
        print(summary_line(tally), file=sys.stderr)
        if tally.unchecked:
            more = f"{tally.unchecked} more pages are listed nowhere; the next watch asks for them"
            print(f"{more}, or --check-vanished {tally.unchecked}", file=sys.stderr)
        if tally.holds and not tally.dead and tally.found:
            print(f"export: hubwalk export {shlex.quote(db)} -o pages.csv", file=sys.stderr)


def facts(tally: Tally) -> dict[str, Any]:
    """What a program may want to know."""
    plain = dataclasses.asdict(dataclasses.replace(tally, events=None, failed=None, report=None))  # type: ignore[arg-type]
    for name in ("events", "failed", "report", "dead"):
        del plain[name]
    return {**plain, **{event: tally.events[event] for event in REPORTED}, "not_had": len(tally.failed)}


def progress_line(tally: Tally) -> str:
    hubs = max(tally.hubs, tally.hubs_known)
    return f"{tally.hubs} of {hubs} hubs, {_found(tally)}, {tally.requests} requests: {tally.doing}"


def summary_line(tally: Tally) -> str:
    """12 new, 0 changed, 1 vanished; 60 hubs (41 unchanged) ..."""
    hubs = f"{tally.hubs} hubs" + (f", {tally.left_out} left out" if tally.left_out else "")
    failed = f", {len(tally.failed)} pages could not be had" if tally.failed else ""
    return f"{_found(tally)}; {hubs}, {tally.requests} requests, {tally.unchanged} answered 'not modified'{failed}"


def _found(tally: Tally) -> str:
    return ", ".join(f"{tally.events[event]} {event}" for event in REPORTED)
