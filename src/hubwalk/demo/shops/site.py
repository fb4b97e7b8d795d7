"""One site of the web of shops: home page, departments, pages of products; each page is made when it is asked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from hubwalk.demo.chance import Dice, mix
from hubwalk.demo.markup import Paged, bullets, link, page_url, pager, paragraphs, section
from hubwalk.demo.shops.lexicon import Lexicon, lexicon
from hubwalk.demo.shops.pages import LAYOUTS, Others, Writer
from hubwalk.demo.shops.site_kinds import Department, SiteKind
from hubwalk.demo.shops.world import Product, World
from hubwalk.demo.site import DemoAnswer, html_answer, read_visit
from hubwalk.demo.web.frames import Frame, Parts, make_frame

_FRAMES = ("rail", "tables", "tabs", "plain", "wide", "portal")
_URLS = ("speaking", "speaking", "query", "opaque")
_PER_PAGE = 12
_FEATURED = 4  # products in a box on all pages, where a site has one
_WITH_BOX = 40  # per cent of the sites
_WITH_PRICES = 50  # per cent of the sites whose lists show prices
_OTHER_WORD = 40  # per cent of the sites that use the second word for laptops
_ONE_MAKER = "maker"  # kinds of site that show one maker's products alone
_FIXED = ("about", "contact", "terms")


@dataclass(frozen=True, slots=True)
class Place:
    """What lies at an address."""

    role: str  # home, overview, list, item, or one of _FIXED
    department: int = 0
    position: int = 0  # of an item


class ShopSite:
    """A site, whatever it deals in. Nothing but its host and number decides what it is."""

    def __init__(self, host: str, title: str, kind: SiteKind, *, language: str, world: World, others: Others) -> None:
        self.host = host
        self.title = title
        self.kind = kind
        self.language = language
        self._world = world
        self._words: Lexicon = lexicon(language)
        self._salt = mix(crc32(host.encode()), crc32(kind.name.encode()))
        dice = Dice("style", self._salt)
        self._urls = dice.pick(_URLS)
        self._frame_name = dice.pick(_FRAMES)
        self._box, self._prices = dice.percent(_WITH_BOX), dice.percent(_WITH_PRICES)
        self._laptop = "laptop2" if dice.percent(_OTHER_WORD) else "laptop"
        self._write = Writer(world, self._words, self._salt, dice.pick(LAYOUTS), others)

    @property
    def home(self) -> str:
        return f"http://{self.host}/"

    @property
    def fit(self) -> bool:
        """The truth: it has at least one page that offers laptops."""
        return self.kind.fit

    # -- what there is ------------------------------------------------------------------------------------------------

    @cached_property
    def stock(self) -> list[list[Product]]:
        """The products of each department."""
        return [self._products(number, of) for number, of in enumerate(self.kind.departments)]

    def _products(self, number: int, department: Department) -> list[Product]:
        dice = Dice("stock", self._salt, number)
        all_of_kind: Sequence[int] = range(self._world.count(department.kind))
        if self.kind.name.startswith(_ONE_MAKER):
            all_of_kind = self._world.of_maker(department.kind, Dice("maker", self._salt).pick(self._world.makers))
        chosen = dice.some(all_of_kind, dice.between(department.least, department.most))
        return [self._world.product(department.kind, code) for code in chosen]

    @cached_property
    def places(self) -> dict[str, Place]:
        """Address -> what lies there; the pages of a list are one place."""
        found = {"/": Place("home")}
        if self.kind.deep:
            found["/computing/"] = Place("overview")
        for number, products in enumerate(self.stock):
            found[self._list_path(number)] = Place("list", number)
            found |= {self._item_path(number, n): Place("item", number, n) for n in range(len(products))}
        return found | {f"/{name}.html": Place(name) for name in _FIXED}

    def paths(self) -> Iterator[str]:
        """The addresses of all pages."""
        for path, place in self.places.items():
            yield path
            if place.role == "list":
                pages = Paged(len(self.stock[place.department]), _PER_PAGE).pages
                yield from (page_url(path, n) for n in range(2, pages + 1))

    def paths_of(self, *, wanted: bool) -> list[str]:
        """The addresses of the laptop offers; or else of the other pages of products."""
        kinds = self.kind.departments
        return [
            path
            for path, place in self.places.items()
            if place.role == "item" and kinds[place.department].wanted is wanted
        ]

    # -- addresses ----------------------------------------------------------------------------------------------------

    def _list_path(self, number: int) -> str:
        if self._urls == "query":
            return f"/list?c={number + 1}"
        return f"/d{number + 1}/" if self._urls == "opaque" else f"/{self._department_slug(number)}/"

    def _item_path(self, number: int, position: int) -> str:
        code = 100 * (number + 1) + position
        if self._urls == "query":
            return f"/item?id={code}"
        if self._urls == "opaque":
            return f"/i/{code}"
        return f"{self._list_path(number)}{slug(self.stock[number][position].name)}-{position + 1}.html"

    def _department_slug(self, number: int) -> str:
        of = self.kind.departments[number]
        return slug(self._section(number)) or f"{of.kind}-{of.form}"

    # -- answers ------------------------------------------------------------------------------------------------------

    def respond(self, path_and_query: str) -> DemoAnswer:
        """The answer to a GET. Same call, same answer."""
        visit = read_visit(path_and_query)
        query = "&".join(f"{key}={value}" for key, value in visit.query.items() if key != "page")
        address = f"{visit.path}?{query}" if query else visit.path
        place = self.places.get(address)
        html = self._page(place, address, visit.query.get("page", "")) if place is not None else ""
        return html_answer(html) if html else html_answer(self._framed("404", "<h1>404</h1>\n"), status=404)

    def _page(self, place: Place, address: str, page: str) -> str:
        if place.role == "list":
            return self._list(place.department, address, page)
        if place.role == "item":
            return self._item(place.department, place.position)
        if place.role == "home":
            return self._home()
        if place.role == "overview":
            links = [self._list_link(number) for number in self._computing]
            return self._framed(self._words.words["computing"], bullets(links, "departments"))
        title = self._words.words[place.role]
        return self._framed(title, f"<h1>{title}</h1>\n{paragraphs(self._write.about(place.role, 2))}")

    def _home(self) -> str:
        parts = [f"<h1>{self.title}</h1>\n{paragraphs(self._write.about('home', 1))}"]
        parts.append(bullets(self._menu, "departments"))
        if self._box:
            parts.append(section(self._words.words["new"], bullets(self._featured, "new"), "new"))
        return self._framed(self.title, "".join(parts))

    def _list(self, number: int, address: str, asked: str) -> str:
        products, title = self.stock[number], self._section(number)
        paged = Paged(len(products), _PER_PAGE)
        page = paged.number(asked)
        if not page:
            return ""
        shown = bullets((self._item_link(number, n) for n in paged.on(page)), "list")
        return self._framed(title, f"<h1>{title}</h1>\n{shown}{pager(address, page, paged.pages)}")

    def _item(self, number: int, position: int) -> str:
        product, form = self.stock[number][position], self.kind.departments[number].form
        title = self._item_title(number, position)
        trail = f"<p>{link('/', self._words.words['home'])} / {self._list_link(number)}</p>\n"
        cart = link("/cart", self._words.words["cart"]) if form in ("offer", "used") else ""
        return self._framed(title, f"{trail}<h1>{title}</h1>\n{self._write.main(product, form)}{cart}")

    # -- pieces -------------------------------------------------------------------------------------------------------

    @cached_property
    def _computing(self) -> list[int]:
        """The departments behind the overview, where there is one."""
        return [n for n, of in enumerate(self.kind.departments) if self.kind.deep and of.kind in ("laptop", "phone")]

    @cached_property
    def _menu(self) -> list[str]:
        links = [self._list_link(n) for n in range(len(self.stock)) if n not in self._computing]
        return [*links, *([link("/computing/", self._words.words["computing"])] if self._computing else [])]

    @cached_property
    def _featured(self) -> list[str]:
        all_items = [(number, n) for number, products in enumerate(self.stock) for n in range(len(products))]
        return [self._item_link(*item) for item in Dice("featured", self._salt).some(all_items, _FEATURED)]

    def _section(self, number: int) -> str:
        of = self.kind.departments[number]
        kind, kinds = self._kind_words(of.kind)
        template = Dice("section", self._salt, number).pick(self._words.sections[of.form])
        title = template.replace("{kinds}", kinds).replace("{kind}", kind)
        return title[0].upper() + title[1:]

    def _kind_words(self, kind: str) -> Sequence[str]:
        return self._words.kinds[self._laptop if kind == "laptop" else kind]

    def _item_title(self, number: int, position: int) -> str:
        of = self.kind.departments[number]
        if of.form in ("several", "rental", "repair", "link", "hobby", "guide"):
            return f"{self._section(number)} {position + 1}"
        return self._write.title(self.stock[number][position], of.form, self._kind_words(of.kind)[0])

    def _list_link(self, number: int) -> str:
        return link(self._list_path(number), self._section(number))

    def _item_link(self, number: int, position: int) -> str:
        shown = link(self._item_path(number, position), self._item_title(number, position))
        priced = self._prices and self.kind.departments[number].form in ("offer", "used")
        return f"{shown} {self._write.price(self.stock[number][position])}" if priced else shown

    def _framed(self, title: str, main_html: str) -> str:
        page = self._frame.page(title, "", main_html, "")
        return page.replace('<html lang="en">', f'<html lang="{self.language}">', 1)

    @cached_property
    def _frame(self) -> Frame:
        words = self._words.words
        menu = [link("/", words["home"]), *self._menu]
        foot = [link(f"/{name}.html", words[name]) for name in _FIXED]
        rail = [(words["new"], bullets(self._featured))] if self._box else []
        keywords = ", ".join(self._section(number) for number in range(len(self.stock)))
        parts = Parts(self.title, menu, rail, foot, " ".join(self._write.about("small print", 1)), keywords)
        return make_frame(self._frame_name, parts, Dice("frame", self._salt))


def slug(text: str) -> str:
    """The text as part of an address: Latin letters and digits; "" if nothing is left of it."""
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
