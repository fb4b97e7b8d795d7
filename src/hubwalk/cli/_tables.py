"""Tables of sites for a terminal of any width: of a running crawl, of one that ended, of a search for sites.

Where room is scarce the less important figures are left out: a figure is whole or not there, only words are folded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hubwalk.cli._text import printable
from hubwalk.drivers.progress import FAILED, RUNNING, WAITING, SiteProgress, range_of, recall_of

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from hubwalk.discovery.found import Discovery

MOST_ROWS = 12  # of running sites; a screen has no room for more
_GAP = 2
_WIDE = 100  # columns from which on state and reason are apart
# Least width, before figures are dropped.
_WORDS = {"site": 24, "state": 14, "why": 14, "doing": 16, "for example": 16, "found by": 16}
_IMPORTANT = (
    "accepted", "estimated", "fetched", "recall", "of", "requests", "queries", "harvest", "frontier", "req/s", "failed",
    "unjudged", "revised", "duplicates", "confidence", "pages",
)  # fmt: skip
_KEPT = 2  # figures that are there however narrow the terminal is


def table_of(
    rows: Sequence[Mapping[str, object]], room: int, *, cut: bool = False, styles: Sequence[str] = ()
) -> Table:
    """One column per key, as many as there is room for; a figure that no row has is left out. Words are folded, or
    `cut` to one line."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = {name: [printable(row[name]) for row in rows] for name in (rows[0] if rows else ())}
    shown, site_width = _fitting(columns, room)
    for name in shown:
        words = name in _WORDS
        table.add_column(
            name,
            justify="left" if words else "right",
            width=site_width if name == "site" else None,
            no_wrap=not words,
            overflow="ellipsis" if cut else "fold",
        )
    for number in range(len(rows)):
        # As text: brackets in a URL are no markup.
        cells = (
            Text(columns[name][number], overflow=column.overflow, no_wrap=cut or column.no_wrap)
            for name, column in zip(shown, table.columns, strict=True)
        )
        table.add_row(*cells, style=styles[number] if styles else "")
    return table


def _fitting(columns: Mapping[str, Sequence[str]], room: int) -> tuple[list[str], int | None]:
    """The columns to show, and how wide that of the site is: other words give way to it unless all must."""
    from rich.cells import cell_len

    widths = {name: max(map(cell_len, (name, *cells))) for name, cells in columns.items()}
    words = [name for name in columns if name in _WORDS]
    figures = sorted((name for name in columns if name not in _WORDS and any(columns[name])), key=_IMPORTANT.index)
    least = sum(min(widths[name], _WORDS[name]) for name in words) + _GAP * (len(words) - 1)
    while (left := room - least - sum(widths[name] + _GAP for name in figures)) < 0 and len(figures) > _KEPT:
        figures.pop()
    shown = [name for name in columns if name in words or name in figures]
    return shown, min(widths["site"], _WORDS["site"] + left) if left >= 0 and "site" in widths else None


def live_table(sites: Sequence[SiteProgress], seconds: float, width: int) -> RenderableType:
    from rich.console import Group
    from rich.constrain import Constrain
    from rich.text import Text

    names = ("fetched", "accepted", "estimated", "recall", "harvest", "req/s", "frontier")
    running = [site for site in sites if site.state == RUNNING][:MOST_ROWS]
    rows = [
        {"site": short(site.site), **_cells(site, names), "doing": site.doing.replace(_origin(site.site), "", 1)}
        for site in running
    ]
    line = Text(total_line(sites, seconds), style="bold", overflow="ellipsis", no_wrap=True)
    return Constrain(Group(table_of(rows, width, cut=True), line) if rows else line, width)


def summary_table(sites: Sequence[SiteProgress], width: int) -> Table:
    names = ("fetched", "requests", "accepted", "estimated", "recall", "harvest")
    rows: list[dict[str, object]] = [
        {"site": site.site, "state": site.state, **_cells(site, names), "why": site.reason}
        if width >= _WIDE
        else {"site": site.site, **_cells(site, names), "state": state_of(site.state, site.reason)}
        for site in sites
    ]
    return table_of(rows, width, styles=["red" if site.state == FAILED else "" for site in sites])


def found_table(discovery: Discovery, width: int) -> Table:
    rows = [
        {
            "site": site.site,
            "accepted": len(site.authorities),
            "of": site.fetched,
            "queries": len(site.queries),
            "for example": site.authorities[0] if site.authorities else "",
        }
        for site in discovery.sites
    ]
    return table_of(rows, width, cut=True)


def state_of(state: str, reason: str) -> str:
    """stopped: max_pages of 600 reached"""
    return f"{state}: {reason}" if reason else state


def total_line(sites: Sequence[SiteProgress], seconds: float) -> str:
    """How far all sites together are."""
    fetched, accepted = sum(site.fetched for site in sites), sum(site.accepted for site in sites)
    rate = f" ({accepted / fetched:.0%})" if fetched else ""
    running, waiting = (sum(site.state == state for site in sites) for state in (RUNNING, WAITING))
    ended = len(sites) - running - waiting
    counts = f"{fetched} fetched, {accepted} accepted{rate}"
    return f"{counts}; sites: {running} running, {waiting} waiting, {ended} ended; {seconds:.0f} s"


def short(url: str) -> str:
    """The address as it is written where space is scarce: example.org/shop."""
    return url.removeprefix("http://").removeprefix("https://").removesuffix("/")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _cells(site: SiteProgress, names: Sequence[str]) -> dict[str, object]:
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
    return {name: known[name] for name in names}
