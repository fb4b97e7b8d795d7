"""How a crawl for sites talks to people and to programs."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hubwalk import terminal
from hubwalk.cli._progress import Talk, say
from hubwalk.cli._tables import MOST_ROWS, short, table_of
from hubwalk.cli._text import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from hubwalk.config import Job
    from hubwalk.drivers.website_live import WebsiteProgress
    from hubwalk.store.websites import JudgedSite

_MOST_SHOWN = 50  # sites in the last table; the output has them all
_ROOM = {"found by": 60, "why": 80}  # columns that a terminal must have for words beside the site


class SitesTalk(Talk):
    """Live table on a terminal, JSON lines for programs, nothing when quiet."""

    @contextmanager
    def step(self, what: str) -> Iterator[Callable[[], None]]:
        """While this is open something is prepared; call it for each page or site that is done with."""
        if not self._table:
            self._note(f"{what} ...")
            yield lambda: None
            return
        from rich.markup import escape

        from hubwalk.cli._console import Console

        done = 0
        with Console(stderr=True).status(escape(printable(f"{what} ..."))) as status, terminal.drawn(status):

            def counted() -> None:
                nonlocal done
                done += 1
                status.update(escape(printable(f"{what}: {done} ...")))

            yield counted

    def _note(self, text: str) -> None:
        if self._json:
            say({"event": "step", "text": text})

    def tick_sites(self, progress: WebsiteProgress) -> None:
        self.draw(
            lambda seconds, width: _live_table(progress, seconds, width),
            lambda seconds: [progress_line(progress, seconds)],
        )
        if self.is_time_for_json():
            self._say_progress("progress", progress)

    def judged(self, site: JudgedSite) -> None:
        """A site is done with."""
        if self._json:
            verdict = site.verdict
            about = {"relevant": verdict.relevant, "confidence": verdict.confidence, "pages": verdict.pages}
            say({"event": "site", "site": site.choice.site, **about, "reason": verdict.reason})

    def _say_progress(self, event: str, progress: WebsiteProgress, **more: object) -> None:
        counts = {name: getattr(progress, name) for name in ("examined", "relevant", "pages", "failed")}
        pprs = round(progress.pprs, 2) if math.isfinite(progress.pprs) else None
        say({"event": event, **counts, "pprs": pprs, **more})

    def sum_up(
        self, sites: Sequence[JudgedSite], progress: WebsiteProgress, job: Job, *, code: int, on_stdout: bool
    ) -> None:
        """The end: the best sites, how much it took, and the commands that go on from here."""
        db, output = job.db, job.output
        if self._json:
            self._say_progress("end", progress, exit_code=code, db=db, output=output, ending=progress.ending)
        if on_stdout:
            _print_table(sites, stderr=False)
        if self._quiet or self._json:
            return
        if not on_stdout:
            _print_table(sites, stderr=True)
        print(_summary(progress), file=sys.stderr)
        for line in next_commands(db, progress.ending, relevant=progress.relevant, output=output, resolve=job.resolve):
            print(line, file=sys.stderr)


def next_commands(db: str, ending: str, *, relevant: int, output: str = "-", resolve: Sequence[str] = ()) -> list[str]:
    """What a user may want to do now, ready to be copied; `resolve` says where the sites are reached."""
    from hubwalk.drivers.website_crawl import NOTHING_LEFT

    name = shlex.quote(db)
    more = _more(ending, relevant)
    lines = [f"go on:   hubwalk resume {name}{more}"] if ending != NOTHING_LEFT else []
    if relevant:
        listed = shlex.quote(output) if output != "-" else "sites.jsonl"
        if output == "-":
            lines.append(f"list:    hubwalk export {name} --what sites -o sites.jsonl")
        there = "".join(f" --resolve {shlex.quote(rule)}" for rule in resolve)
        lines.append(f"crawl:   hubwalk find --sites-from {listed} --like PAGE{there} -o pages.jsonl")
    lines.append(f"explain: hubwalk explain {name} SITE")
    return lines


def _more(ending: str, relevant: int) -> str:
    """The options without which a resumed crawl would end at once. Sites that were under way at the end may have made
    more relevant ones than were asked for."""
    for words, option in (
        ("page budget of ", " --max-pages {}"),
        (" relevant sites are found", " --max-sites {}"),
        (" pages per relevant site ", " --stop-when-pprs-above 0"),
    ):
        if words in ending:
            number = next((int(word) for word in ending.split() if word.isdigit()), 0)
            return option.format(2 * (max(number, relevant) if "max-sites" in option else number))
    return ""


def site_rows(sites: Sequence[JudgedSite]) -> list[Mapping[str, object]]:
    """A table of sites, best first."""
    return [
        {
            "site": site.choice.site,
            "confidence": f"{site.verdict.confidence:.2f}",
            "pages": site.verdict.pages,
            "found by": site.choice.sources[0] if site.choice.sources else site.choice.rule,
            "why": site.verdict.reason,
        }
        for site in sites
    ]


def _print_table(sites: Sequence[JudgedSite], *, stderr: bool) -> None:
    from hubwalk.cli._console import Console

    stream = sys.stderr if stderr else sys.stdout
    console = Console(stderr=stderr, width=None if stream.isatty() else 120, soft_wrap=False)
    if sites:
        console.print(sites_table(sites[:_MOST_SHOWN], console.width))
    if len(sites) > _MOST_SHOWN:
        print(f"... and {len(sites) - _MOST_SHOWN} more", file=stream)


def sites_table(sites: Sequence[JudgedSite], width: int) -> Table:
    """Words are cut to one line each."""
    return table_of(_fitting(site_rows(sites), width), width, cut=True)


def _fitting(rows: Sequence[Mapping[str, object]], width: int) -> list[Mapping[str, object]]:
    """Rows for so narrow a terminal: which site it is matters more than how it was found and why."""
    left_out = [name for name, least in _ROOM.items() if width < least]
    return [{name: value for name, value in row.items() if name not in left_out} for row in rows]


def _live_table(progress: WebsiteProgress, seconds: float, width: int) -> RenderableType:
    from rich.console import Group
    from rich.constrain import Constrain
    from rich.text import Text

    rows = [
        {
            "site": short(choice.site),
            "pages": verdict.pages,
            "confidence": f"{verdict.confidence:.2f}" if verdict.pages else "",
            "found by": choice.sources[0] if choice.sources else choice.rule,
        }
        for choice, verdict in progress.under_way[:MOST_ROWS]
    ]
    line = Text(progress_line(progress, seconds), style="bold", overflow="ellipsis", no_wrap=True)
    return Constrain(Group(table_of(_fitting(rows, width), width, cut=True), line) if rows else line, width)


def progress_line(progress: WebsiteProgress, seconds: float) -> str:
    """How far it is."""
    rate = f"{progress.pprs:.1f} pages per relevant site" if math.isfinite(progress.pprs) else "none relevant lately"
    return (
        f"{progress.examined} sites examined, {progress.relevant} relevant, {progress.pages} pages; {rate}; "
        f"{progress.pages_per_second:.1f} pages/s; {seconds:.0f} s"
    )


def _summary(progress: WebsiteProgress) -> str:
    each = f", {progress.pages / progress.relevant:.1f} pages per relevant site" if progress.relevant else ""
    return (
        f"{progress.relevant} relevant of {progress.examined} sites examined, with {progress.pages} pages"
        f" ({progress.failed} could not be had){each}; {printable(progress.ending)}"
    )
