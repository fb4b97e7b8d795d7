"""A site's map as text: two tables, drawn for the width of a terminal, plain columns elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hubwalk.cli._text import printable

if TYPE_CHECKING:
    from hubwalk.graph.page_kinds import Kind
    from hubwalk.graph.site_map import SiteMap
    from hubwalk.graph.ways import Way

_WIDEST = 48  # characters of a cell where no terminal sets the width; addresses to copy are not cut
_PLACE = 40  # of a place, whose end says more than its beginning
_UNCUT = "for example"
_GAP = 2
_RIGHT = ("pages", "links")
_LEAST_WIDTH = {"for example": 100, "anchor": 100, "title": 60, "links": 60}  # of the terminal, for such a column
_SHOWN = 3  # kinds that a way leads to
_COLOURS = {"wanted": "green", "hub": "cyan", "hub of hubs": "blue", "near miss": "yellow", "failed": "red"}


def print_map(drawn: SiteMap, limit: int) -> None:
    """Print the map of one site, at most `limit` rows of each table."""
    from hubwalk.graph.places import short_names
    from hubwalk.graph.ways import most_important

    counts = f"{drawn.wanted:,} wanted of {drawn.fetched:,} fetched, {drawn.known:,} known"
    print(f"site {printable(drawn.site)}: {counts}\n")
    ways = most_important(drawn.ways, limit)
    sources = {way.source for way in ways}
    kinds = [kind for number, kind in enumerate(drawn.kinds) if number < limit or kind.name in sources]
    rows = [(kind.name, len(kind.pages), _what(kind), kind.address, kind.title, kind.examples[0]) for kind in kinds]
    _print_table(
        ("kind", "pages", "what", "address", "title", "for example"), rows, [_COLOURS.get(k.role, "") for k in kinds]
    )
    _print_rest(len(drawn.kinds) - len(kinds), "kinds")
    if not ways:
        return
    print()
    names = short_names({way.dom_path for way in drawn.ways})
    _print_table(
        ("from", "links in", "pages", "links", "lead to", "anchor"),
        [(way.source, _end(names[way.dom_path]), way.pages, way.links, _leads_to(way), _anchor(way)) for way in ways],
    )
    _print_rest(len(drawn.ways) - len(ways), "ways")


def _what(kind: Kind) -> str:
    """hub, 12.5 wanted each"""
    each = " each" if len(kind.pages) > 1 else ""
    about = {
        "hub": f", {kind.wanted_links:.3g} wanted{each}",
        "hub of hubs": f", {kind.hub_links:.3g} hubs{each}",
        "near miss": f" of {kind.like}" if kind.like else "",
    }
    return kind.role + about.get(kind.role, "") + (", various" if kind.various else "")


def _leads_to(way: Way) -> str:
    """A 412, D 18, 23 not fetched"""
    parts = [f"{kind} {n}" for kind, n in way.to[:_SHOWN]]
    if len(way.to) > _SHOWN:
        parts.append(f"others {sum(n for _, n in way.to[_SHOWN:])}")
    if way.not_fetched:
        parts.append(f"{way.not_fetched} not fetched")
    return ", ".join(parts) + (f" ({way.turning})" if way.turning else "")


def _anchor(way: Way) -> str:
    return way.anchors[0] if way.anchors else ""


def _print_rest(count: int, what: str) -> None:
    if count > 0:
        print(f"and {count} more {what}: a larger --limit shows them, --json all")


def _print_table(head: Sequence[str], rows: Sequence[Sequence[object]], styles: Sequence[str] = ()) -> None:
    """Columns of text, cut to what the terminal has room for; colours on a terminal only."""
    from rich.console import Console
    from rich.text import Text

    drawn = sys.stdout.isatty()
    console = Console(highlight=False, markup=False, soft_wrap=True)
    room = console.width if drawn else sys.maxsize
    shown = [place for place, name in enumerate(head) if room >= _LEAST_WIDTH.get(name, 0)]
    cells = [[printable(row[place]) for place in shown] for row in (head, *rows)]
    widths = _widths([head[place] for place in shown], cells, room)
    for row, style in zip(cells, ("bold", *(styles or [""] * len(rows))), strict=True):
        line = (_GAP * " ").join(
            _fitted(cell, width, right=head[place] in _RIGHT)
            for cell, width, place in zip(row, widths, shown, strict=True)
        )
        if drawn:
            console.print(Text(line.rstrip(), style=style))
        else:
            print(line.rstrip())


def _widths(names: Sequence[str], cells: Sequence[Sequence[str]], room: int) -> list[int]:
    """As wide as the widest cell; the widest columns give way until all fit."""
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    if room == sys.maxsize:
        return [width if name == _UNCUT else min(width, _WIDEST) for name, width in zip(names, widths, strict=True)]
    while sum(widths) + _GAP * (len(widths) - 1) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    return widths


def _fitted(text: str, width: int, *, right: bool) -> str:
    """The text in so many columns of a terminal: some characters take two."""
    from rich.cells import cell_len, set_cell_size

    if cell_len(text) > width:
        text = set_cell_size(text, width - 1) + "…"
    fill = " " * (width - cell_len(text))
    return fill + text if right else text + fill


def _end(place: str) -> str:
    return place if len(place) <= _PLACE else "…" + place[1 - _PLACE :]
