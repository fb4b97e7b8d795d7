"""A whole site from its style: the one generator of all sites of the four domains, and of their decoys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.markup import breadcrumbs, bullets, document, link, page_url, pager, paragraphs, section
from hubwalk.demo.prose import story
from hubwalk.demo.site import MIN_SIZE, DemoAnswer, DemoSite, Section, Visit, html_answer, read_visit, redirect
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.web.addresses import OVERVIEW, PARTED, Addresses, Item
from hubwalk.demo.web.corners import ORDERS, Corners
from hubwalk.demo.web.frames import Frame, Parts, make_frame
from hubwalk.demo.web.hubs import Hub, Hubs
from hubwalk.demo.web.items import Items
from hubwalk.demo.web.listings import Listings
from hubwalk.demo.web.shelf import Shelf
from hubwalk.demo.web.story_words import ABOUT
from hubwalk.demo.web.style import Style
from hubwalk.demo.words import TOWNS

_FIXED = ("about", "imprint", "contact", "terms", "privacy", "help", "advertise", "jobs", "newsletter", "links")
_IN_BOX = 6
_FEATURED = 3  # items of each section on the home page
_FRONT_LATEST = 5
_POPULAR = {"portal": 14, "wide": 10, "plain": 4}  # items in a box on all pages, by frame


class GeneratedSite(DemoSite):
    """The first shelf holds the targets, unless the site is a decoy."""

    default_size = MIN_SIZE

    def __init__(self, style: Style, shelves: Sequence[Shelf], *, wanted: str, seed: int, salt: int) -> None:
        super().__init__(max(MIN_SIZE, sum(shelf.count for shelf in shelves)), seed)
        self.name = style.name
        self.title = style.title
        self.wanted = wanted or "none: a decoy"
        self.style = style
        self.salt = salt
        self.shelves = tuple(shelves)
        self._decoy = not wanted
        self.addresses = Addresses(style, self.shelves, salt)
        self.items = Items(style, self.shelves, salt)
        self.hubs = Hubs(style, self.shelves, salt)
        self.listings = Listings(style, self.addresses, self.items)
        self.corners = Corners(self)
        self._fixed = tuple(Dice("fixed", salt).some(_FIXED, 7))
        self._sides: dict[int, str] = {}

    # -- the known truth ----------------------------------------------------------------------------------------------

    @property
    def sections(self) -> tuple[Section, ...]:
        found = []
        for shelf in self.shelves:
            found.append(self._item_section(shelf, ""))
            found += [self._item_section(shelf, part) for part in self.addresses.parts(shelf)]
        lists = [(self.hubs.address(hub), self.hubs.paged(hub).pages) for hub in self.hubs.all]
        fixed = ["/", "/sitemap", *(f"/{name}" for name in self._fixed)]
        return (*found, paged_section("lists", lists), Section("fixed", len(fixed), fixed.__getitem__))

    def _item_section(self, shelf: Shelf, part: str) -> Section:
        name = f"{shelf.slug}, {part or shelf.form}"
        return Section(name, shelf.count, lambda n: self.addresses.item(shelf, shelf.first + n, part))

    @cached_property
    def target_section(self) -> Section:
        if self._decoy:
            return Section("none", 0, str)
        return self._item_section(self.shelves[0], "")

    def near_misses(self, count: int) -> list[str]:
        """Paths of pages that look much like targets and are none: the same template, other sections."""
        others = self.shelves if self._decoy else self.shelves[1:]
        orders = [(shelf, Scramble(shelf.count, "near", self.salt)) for shelf in others]
        dealt = (
            self.addresses.item(shelf, shelf.numbers[order.code(turn)])
            for turn in range(max((shelf.count for shelf in others), default=0))
            for shelf, order in orders
            if turn < shelf.count
        )
        return list(islice(dealt, count))

    def target_of(self, path_and_query: str) -> str:
        visit = read_visit(path_and_query)
        if visit.path.startswith("/print/"):
            visit = replace(visit, path=visit.path.removeprefix("/print"))
        item = self.addresses.find(visit)
        if item is None or self._decoy or item.part or item.shelf.number:
            return ""
        return self.addresses.item(item.shelf, item.number)

    # -- routing ------------------------------------------------------------------------------------------------------

    def _route(self, visit: Visit) -> DemoAnswer | None:
        item = self.addresses.find(visit)
        if item is not None:
            return self._item(visit, item)
        address = f"/list.php?c={visit.query.get('c', '')}" if visit.path == "/list.php" else visit.path
        hub = self.hubs.at(address)
        if hub is not None:
            return self._hub(visit, hub, address)
        if visit.path == "/":
            return self._home(visit)
        if visit.path.startswith("/print/") and "print" in self.style.corners:
            item = self.addresses.find(replace(visit, path=visit.path.removeprefix("/print")))
            return self._print(item) if item is not None and not item.part else None
        if visit.path == "/sitemap":
            return self._sitemap(visit)
        if visit.path == f"{self.forbidden}login":
            return self.page("Log in", "<h1>Log in</h1>\n<p>For members only.</p>\n", visit=visit)
        if visit.path.startswith("/go/") and self.style.canonical:
            found = self.addresses.decode(int(visit.path[4:])) if re.fullmatch(r"/go/\d{1,9}", visit.path) else None
            return redirect(self.addresses.listed(*found)) if found else None
        if visit.path[1:] in self._fixed:
            return self._about(visit, visit.path[1:])
        return self.corners.answer(visit)

    # -- the frame ----------------------------------------------------------------------------------------------------

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        return self._frame.page(title, self._side(self._shelf_of(visit)), main_html, canonical)

    def _shelf_of(self, visit: Visit) -> int:
        """The section that a page belongs to; -1: none."""
        item = self.addresses.find(visit)
        if item is not None:
            return item.shelf.number
        hub = self.hubs.at(f"/list.php?c={visit.query.get('c', '')}" if visit.path == "/list.php" else visit.path)
        return hub.shelf if hub is not None else -1

    @cached_property
    def _frame(self) -> Frame:
        dice = Dice("frame", self.salt)
        menu = [link("/", "Home")]
        if self.style.menu != "home":
            tops = self.hubs.below[-1] if self.style.above else list(self.hubs.front.values())
            menu += [self._hub_link(self.hubs.all[number]) for number in tops]
        menu += self.corners.menu()
        rail = []
        if "latest" in self.style.boxes:
            newest = [(shelf, shelf.numbers[-1 - n]) for n in range(2) for shelf in self.shelves if n < shelf.count]
            rail.append(("Latest", self.listings.box(newest[:8])))
        some = [(shelf, number) for shelf in self.shelves for number in dice.some(shelf.numbers, 4)]
        rail.append(("Popular", self.listings.box(dice.some(some, _POPULAR.get(self.style.frame, 6)), moved=True)))
        told = [shelf for shelf in self.shelves if shelf.form not in PARTED]
        heads = [(shelf, number) for shelf in told for number in dice.some(shelf.numbers, 3)]
        if heads:
            rail.append(("Read on", self.listings.box(heads[:6], moved=True)))
        rail.append(("Service", bullets(link(f"/{name}", name.capitalize()) for name in self._fixed[:4])))
        foot = [link("/sitemap", "Site map"), *(link(f"/{name}", name.capitalize()) for name in self._fixed)]
        foot.append(link(f"{self.forbidden}login", "Log in"))
        words = " ".join(story(ABOUT, 2, dice, {"town": dice.pick(TOWNS)}))
        about = ", ".join(shelf.title.lower() for shelf in self.shelves)
        return make_frame(self.style.frame, Parts(self.title, menu, rail, foot, words, about), dice)

    def _side(self, shelf: int) -> str:
        """The menu of the section that one is in; a handful per site, so they are kept."""
        if shelf not in self._sides:
            self._sides[shelf] = self._make_side(shelf)
        return self._sides[shelf]

    def _make_side(self, shelf: int) -> str:
        if shelf < 0 or self.style.menu == "home":
            return ""
        front = self.hubs.front[shelf]
        shown = list(self.hubs.below[front])
        if self.style.menu == "groups":
            shown += [below for number in self.hubs.below[front] for below in self.hubs.below[number]][:40]
        entries = [self._hub_link(self.hubs.all[number]) for number in (front, *shown)]
        return bullets(entries, "section") if shown else ""

    def _hub_link(self, hub: Hub) -> str:
        return link(self.hubs.address(hub), hub.label)

    # -- pages --------------------------------------------------------------------------------------------------------

    def _home(self, visit: Visit) -> DemoAnswer:
        dice = Dice("home", self.salt)
        parts = [f"<h1>{self.title}</h1>\n{paragraphs(story(ABOUT, 1, dice, {'town': dice.pick(TOWNS)}))}"]
        tops = [self._hub_link(self.hubs.all[number]) for number in self.hubs.below[-1]]
        parts.append(section("Our sections", bullets(tops, "sections"), "sections"))
        for shelf in self.shelves:
            some = [(shelf, number) for number in dice.some(shelf.numbers, _FEATURED)]
            parts.append(section(shelf.title, self.listings.box(some), "featured"))
        return self.page("Welcome", "".join(parts), visit=visit, canonical=self._own("/"))

    def _hub(self, visit: Visit, hub: Hub, address: str) -> DemoAnswer | None:
        paged = self.hubs.paged(hub)
        page = paged.number(visit.query.get("page", ""))
        order = visit.query.get("order", "")
        if not page or (order and (order not in ORDERS or "orders" not in self.style.corners)):
            return None
        parts = [self._crumbs(hub), f"<h1>{hub.title}</h1>\n", self._children(hub)]
        if hub.entries.runs:
            shelf = self.shelves[hub.shelf]
            numbers = self.hubs.listed(hub, page)
            if order:
                numbers.sort(key=lambda number: shelf.dice(order, number).below(1000))
            parts.append(self.listings.list(shelf, numbers))
            parts.append(self.corners.orders(address))
            parts.append("" if order else self._turn(address, page, paged.pages))
        elif hub.way == "front":
            shelf = self.shelves[hub.shelf]
            latest = shelf.everything().at(range(min(_FRONT_LATEST, shelf.count)))
            parts.append(section("New", self.listings.list(shelf, latest), "new"))
        title = hub.title if page == 1 else f"{hub.title}, page {page}"
        return self.page(title, "".join(parts), visit=visit, canonical=self._own(page_url(address, page)))

    def _own(self, address: str) -> str:
        return address if self.style.canonical else ""

    def _children(self, hub: Hub) -> str:
        below = [self.hubs.all[number] for number in self.hubs.below[hub.number]]
        if not below:
            return ""
        if self.style.listing == "rows":
            cells = [f"<td>{self._hub_link(child)}</td>" for child in below]
            rows = ["<tr>" + "".join(cells[n : n + 4]) + "</tr>\n" for n in range(0, len(cells), 4)]
            return f'<table class="index">\n{"".join(rows)}</table>\n'
        return bullets(map(self._hub_link, below), "index")

    def _turn(self, address: str, page: int, pages: int) -> str:
        if self.style.paging == "numbers":
            return pager(address, page, pages)
        turns = [(page - 1, "previous"), (page + 1, "next")]
        links = [link(page_url(address, n), label) for n, label in turns if 1 <= n <= pages]
        return f"<p>{' '.join(links)}</p>\n" if links else ""

    def _crumbs(self, hub: Hub) -> str:
        if not self.style.crumbs:
            return ""
        above = [hub]
        while above[0].parent >= 0:
            above.insert(0, self.hubs.all[above[0].parent])
        return self._trail(above[:-1], hub.label)

    def _trail(self, hubs: Sequence[Hub], here: str) -> str:
        return breadcrumbs([("/", "Home"), *((self.hubs.address(hub), hub.label) for hub in hubs)], here)

    def _item(self, visit: Visit, item: Item) -> DemoAnswer:
        shelf, number = item.shelf, item.number
        headline = shelf.headline(number)
        title = shelf.page_title(number) if not item.part else f"{headline} {item.part}"
        trail = self._trail(self.hubs.trail(shelf, number), headline) if self.style.crumbs else ""
        content = self.items.part(shelf, number, item.part) if item.part else self.items.main(shelf, number)
        main = (
            f"{trail}<h1>{headline if item.part == OVERVIEW else title}</h1>\n"
            f'<p><img src="/img/{self.addresses.code(shelf, number)}-large.jpg" alt=""></p>\n'
            f"{self.listings.parts(shelf, number, item.part)}{content}{self.corners.tools(item)}{self._boxes(item)}"
        )
        address = self.addresses.item(shelf, number, item.part)
        return self.page(title, main, visit=visit, canonical=self._own(address))

    def _boxes(self, item: Item) -> str:
        """Related items, all that the maker makes, the neighbours in time."""
        shelf, number = item.shelf, item.number
        maker = shelf.catalogue.product(number).maker
        parts = []
        if "related" in self.style.boxes:
            own = [n for n in self._of_maker(shelf, maker, number, _IN_BOX + 1) if n != number]
            parts.append(section("Related", self.listings.box((shelf, n) for n in own), "related"))
        if "maker" in self.style.boxes:
            brand = shelf.catalogue.brands[maker]
            all_kinds = [(other, n) for other in self.shelves for n in self._of_maker(other, maker, number, 2)]
            others = [(other, n) for other, n in all_kinds if (other, n) != (shelf, number)]
            parts.append(section(f"More by {brand}", self.listings.box(others[:8]), "more"))
        if "turn" in self.style.boxes:
            near = [(shelf, n) for n in (number - 1, number + 1) if n in shelf.numbers]
            parts.append(f'<div class="turn">{self.listings.box(near)}</div>\n')
        return "".join(parts)

    @staticmethod
    def _of_maker(shelf: Shelf, maker: int, number: int, count: int) -> list[int]:
        """Some items of a maker that stand near a place of the numbering."""
        entries = shelf.of_maker(maker)
        most = max(0, len(entries) - count)
        start = most * (number - shelf.first) // max(1, shelf.count)
        start = most - min(most, max(0, start))  # lists run from the newest to the oldest
        return entries.at(range(start, min(start + count, len(entries))))

    def _print(self, item: Item) -> DemoAnswer:
        """The printer version: no frame around it."""
        shelf, number = item.shelf, item.number
        title = shelf.page_title(number)
        back = link(self.addresses.listed(shelf, number), "back")
        body = f"<h1>{title}</h1>\n{self.items.main(shelf, number)}<p>{back}</p>\n"
        own = self._own(self.addresses.item(shelf, number))
        return html_answer(document(title=title, style="body{font-family:serif}", body_html=body, canonical=own))

    def _sitemap(self, visit: Visit) -> DemoAnswer:
        """Overviews, sections and the ways into them."""
        fronts = set(self.hubs.front.values())
        shown = [h for h in self.hubs.all if h.way == "overview" or h.number in fronts or h.way.startswith("index")]
        main = f"<h1>Site map</h1>\n{bullets(map(self._hub_link, shown), 'map')}"
        return self.page("Site map", main, visit=visit)

    def _about(self, visit: Visit, name: str) -> DemoAnswer:
        dice = Dice("about", self.salt, name)
        texts = paragraphs(story(ABOUT, dice.between(2, 5), dice, {"town": dice.pick(TOWNS)}))
        return self.page(name.capitalize(), f"<h1>{name.capitalize()}</h1>\n{texts}", visit=visit)
