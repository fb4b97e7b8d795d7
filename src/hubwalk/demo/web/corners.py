"""Useless corners of a site: event calendars, comparisons, printer versions, other orders, the cart.

They are large but not endless, so that a whole site can be replayed and the least cost of a crawl computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link, paragraphs
from hubwalk.demo.prose import story
from hubwalk.demo.site import DemoAnswer, Visit
from hubwalk.demo.web.addresses import Item
from hubwalk.demo.web.shelf import Shelf
from hubwalk.demo.web.story_words import ABOUT
from hubwalk.demo.words import MONTHS, TOWNS

if TYPE_CHECKING:
    from hubwalk.demo.web.generated import GeneratedSite

_FIRST_YEAR, _LAST_YEAR = 2000, 2012  # of the calendar
ORDERS = ("price", "rating")


class Corners:
    """The corners that a site's style asks for."""

    def __init__(self, site: GeneratedSite) -> None:
        self._site = site
        self._has = frozenset(site.style.corners)

    def answer(self, visit: Visit) -> DemoAnswer | None:
        """The page of a corner; None if there is no such page."""
        head = visit.path[1:].partition("/")[0]
        if head == "events" and "calendar" in self._has:
            return self._month(visit)
        if head == "compare" and "compare" in self._has:
            return self._compare(visit)
        if head == "cart" and "cart" in self._has:
            main = "<h1>Your cart</h1>\n<p>The cart needs cookies, which your browser does not send.</p>\n"
            return self._site.page("Your cart", main, visit=visit)
        return None

    def menu(self) -> list[str]:
        """What the frame of all pages links to."""
        found = []
        if "calendar" in self._has:
            found.append(link("/events/2007-06", "Events"))
        if "cart" in self._has:
            session = f"?sid={Dice('session', self._site.salt).below(1 << 30):x}" if "sessions" in self._has else ""
            found.append(link(f"/cart{session}", "Cart"))
        return found

    def tools(self, item: Item) -> str:
        """What hangs on an item."""
        site, shelf, number = self._site, item.shelf, item.number
        tools = []
        if "print" in self._has:
            tools.append(link(f"/print{site.addresses.item(shelf, number)}", "print version"))
        if "cart" in self._has:
            tools.append(link(f"/cart?add={site.addresses.code(shelf, number)}", "add to cart"))
        if "compare" in self._has and shelf.form in ("sheet", "review"):
            tools.append(link(self._pair(shelf, number), "compare with its neighbour"))
        return f'<p class="tools">{" ".join(tools)}</p>\n' if tools else ""

    def orders(self, address: str) -> str:
        """Links to a list in other orders."""
        if "orders" not in self._has:
            return ""
        mark = "&" if "?" in address else "?"
        return f"<p>Sort: {' '.join(link(f'{address}{mark}order={order}', order) for order in ORDERS)}</p>\n"

    # -- pages --------------------------------------------------------------------------------------------------------

    def _month(self, visit: Visit) -> DemoAnswer | None:
        year, dash, month = visit.path.removeprefix("/events/").partition("-")
        if not dash or not (year + month).isdecimal() or len(year) != 4 or len(month) != 2:
            return None
        place = int(year) * 12 + int(month) - 1
        if not 1 <= int(month) <= 12 or not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
            return None
        dice = Dice("month", self._site.salt, place)
        texts = story(ABOUT, 3, dice, {"town": dice.pick(TOWNS)})
        around = [
            link(f"/events/{n // 12}-{n % 12 + 1:02}", f"{MONTHS[n % 12]} {n // 12}")
            for n in (place - 12, place - 1, place + 1, place + 12)
            if _FIRST_YEAR <= n // 12 <= _LAST_YEAR
        ]
        title = f"Events in {MONTHS[place % 12]} {place // 12}"
        return self._site.page(title, f"<h1>{title}</h1>\n{paragraphs(texts)}{bullets(around, 'turn')}", visit=visit)

    def _pair(self, shelf: Shelf, number: int) -> str:
        other = shelf.first + (number - shelf.first + 1) % shelf.count
        code = self._site.addresses.code
        return f"/compare?{urlencode({'a': code(shelf, number), 'b': code(shelf, other)})}"

    def _compare(self, visit: Visit) -> DemoAnswer | None:
        codes = [visit.query.get(name, "") for name in "ab"]
        if not all(code.isdecimal() and len(code) < 10 for code in codes):
            return None
        found = [self._site.addresses.decode(int(code)) for code in codes]
        if found[0] is None or found[1] is None or found[0][0] is not found[1][0]:
            return None
        (shelf, one), (_, two) = found[0], found[1]
        site = self._site
        names = [shelf.name(one), shelf.name(two)]
        rows = "".join(
            f"<tr><td>{what}</td><td>{say(shelf, one)}</td><td>{say(shelf, two)}</td></tr>\n"
            for what, say in (("Price", site.items.price), ("Rating", site.items.mark), ("Listed", site.items.date))
        )
        links = [link(site.addresses.listed(shelf, n), name) for n, name in zip((one, two), names, strict=True)]
        title = f"{names[0]} against {names[1]}"
        main = f"<h1>{title}</h1>\n<table>\n{rows}</table>\n{bullets(links)}"
        return site.page(title, main, visit=visit)
