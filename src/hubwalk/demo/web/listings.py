"""Links to items: in lists, and in the boxes beside them. What a link says of its item is a trait of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import TYPE_CHECKING

from hubwalk.demo.markup import bullets, link
from hubwalk.demo.web.addresses import OVERVIEW, Addresses
from hubwalk.demo.web.items import Items
from hubwalk.demo.web.shelf import Shelf

if TYPE_CHECKING:
    from hubwalk.demo.web.style import Style

_MORE = {"sheet": "details", "review": "read review", "offer": "to the offer", "thread": "read"}


class Listings:
    """How one site points at its items."""

    def __init__(self, style: Style, addresses: Addresses, items: Items) -> None:
        self._style = style
        self._addresses = addresses
        self._items = items
        self._entry: Callable[[Shelf, int], str] = getattr(self, f"_{style.anchors}")

    def list(self, shelf: Shelf, numbers: Iterable[int]) -> str:
        """The items of a hub's page."""
        entry = self._entry
        cells = [entry(shelf, number) for number in numbers]
        if self._style.listing == "rows":
            return '<table class="list">\n' + "".join(f"<tr>{cell}</tr>\n" for cell in cells) + "</table>\n"
        if self._style.listing == "tiles":
            return '<div class="tiles">\n' + "".join(f'<div class="tile">{cell}</div>\n' for cell in cells) + "</div>\n"
        if self._style.listing == "entries":
            return "".join(f'<div class="entry">{cell}</div>\n' for cell in cells)
        return bullets(cells, "list")

    def box(self, items: Iterable[tuple[Shelf, int]], *, moved: bool = False) -> str:
        """A few items, of any shelf, beside the main part. Sites that care for canonical addresses count the clicks on
        some boxes: these links are `moved` to where the click is counted, which redirects."""
        counted = moved and self._style.canonical
        return bullets(self._short(shelf, number, counted) for shelf, number in items)

    def _short(self, shelf: Shelf, number: int, counted: bool) -> str:
        code = self._addresses.code(shelf, number)
        href = f"/go/{code}" if counted else self._addresses.listed(shelf, number)
        if self._style.anchors == "mute":
            return self._picture(shelf, number, href)
        if self._style.anchors == "bare":
            return f"{escape(shelf.headline(number), quote=False)} {link(href, '>>')}"
        return link(href, shelf.headline(number))

    # -- entries of a list --------------------------------------------------------------------------------------------

    def _cells(self, *parts: str) -> str:
        return "".join(f"<td>{part}</td>" for part in parts) if self._style.listing == "rows" else " ".join(parts)

    def _names(self, shelf: Shelf, number: int) -> str:
        return self._cells(link(self._addresses.listed(shelf, number), shelf.headline(number)))

    def _described(self, shelf: Shelf, number: int) -> str:
        title = f"<b>{link(self._addresses.listed(shelf, number), shelf.headline(number))}</b>"
        small = self._items.price(shelf, number) if "cart" in self._style.corners else self._items.date(shelf, number)
        return self._cells(title, f"<small>{small}</small>", f"<p>{escape(self._items.line(shelf, number))}</p>")

    def _bare(self, shelf: Shelf, number: int) -> str:
        """The name stands beside the link, not in it."""
        href = self._addresses.listed(shelf, number)
        title = f"<span>{escape(shelf.headline(number), quote=False)}</span>"
        return self._cells(title, self._items.date(shelf, number), link(href, _MORE.get(shelf.form, "more")))

    def _mute(self, shelf: Shelf, number: int) -> str:
        """A picture shows what it is; no word does."""
        href = self._addresses.listed(shelf, number)
        return self._cells(self._picture(shelf, number, href), f"<i>{self._items.date(shelf, number)}</i>")

    def _picture(self, shelf: Shelf, number: int, href: str) -> str:
        code = self._addresses.code(shelf, number)
        return f'<a href="{escape(href)}"><img src="/img/{code}.jpg" width="80" alt=""></a>'

    def parts(self, shelf: Shelf, number: int, here: str) -> str:
        """The tabs of an item that has several pages."""
        names = {OVERVIEW: "Overview", "": "Specifications" if shelf.form == "sheet" else "Full review"}
        own = self._addresses.parts(shelf)
        if not own:
            return ""
        tabs = [part for part in (OVERVIEW, "", *own) if part in own or not part]
        shown = [
            f"<b>{names.get(part, part.capitalize())}</b>"
            if part == here
            else link(self._addresses.item(shelf, number, part), names.get(part, part.capitalize()))
            for part in dict.fromkeys(tabs)
        ]
        return f'<div class="parts">{" | ".join(shown)}</div>\n'
