"""Portable Goods, a shop. Wanted: its laptop offers.

Every offer, laptop or accessory, has an opaque address (/p/8f3a91) and the same template: neither the URL nor the shape
of the page tells them apart, only what it says. Categories and brands lead to the offers; filters multiply the category
pages, and every offer has a cart, a wish list and a question to the seller hanging on it.
"""

from __future__ import annotations

from urllib.parse import urlencode

from hubwalk.demo.catalogue import Catalogue
from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.markup import (
    Paged,
    breadcrumbs,
    bullets,
    document,
    link,
    pager,
    paragraphs,
    section,
    table,
)
from hubwalk.demo.oddities import Oddities, soft_404
from hubwalk.demo.prose import expand
from hubwalk.demo.sheets import ACCESSORY, LAPTOP, Kind
from hubwalk.demo.site import DemoAnswer, DemoSite, Section, Visit, html_answer, read_visit, redirect
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.words import brand_names

_STYLE = (
    "body{font:14px/1.4 Helvetica,Arial,sans-serif;margin:0;color:#111}#top{background:#0b5;padding:10px}"
    "#top a{color:#fff;margin-right:12px}.wrap{display:grid;grid-template-columns:200px 1fr;max-width:1100px}"
    ".filters{padding:12px;font-size:12px}.grid{display:flex;flex-wrap:wrap;list-style:none;padding:0}"
    ".grid li{width:220px;border:1px solid #ddd;margin:4px;padding:8px}.price{color:#b00;font-size:20px}"
    "table.data th{text-align:left;padding:2px 12px 2px 0;font-weight:normal;color:#555}"
    "#foot{background:#eee;padding:12px}"
)
_HELP = ("shipping", "returns", "payment", "stores", "terms", "newsletter", "careers", "press")
_HELP_TEXT = (
    "We ship on working days; parcels take between one and five days.",
    "Send back what you do not like within thirty days, in its box.",
    "Pay as you like, in crowns.",
    "Our stores are open from nine to six, in Dunwick also on Sundays.",
)
_PRICE = "{199-2999}.{00|49|90|99} crowns"
_PER_PAGE = 20
_ORDERS = ("cheapest", "dearest", "newest")


class Laptops(DemoSite):
    """The shop. Offers are numbered: laptops first, then accessories; the address scrambles the number."""

    name = "laptops"
    title = "Portable Goods"
    wanted = "laptop offers"
    default_size = 1200

    def __init__(self, size: int = 0, seed: int = 0) -> None:
        super().__init__(size, seed)
        self.brands = brand_names(max(5, min(30, self.size // 60)), seed + 1)
        self.laptops = self._shelf(LAPTOP, self.size * 30 // 100)
        self.accessories = self._shelf(ACCESSORY, self.size * 30 // 100)
        self._shelves = (self.laptops, self.accessories)
        bits = max(24, (self.size * 4).bit_length())
        self._ids = Scramble(1 << bits, "offers", seed)
        self._digits = -(-bits // 4)
        self._oddities = Oddities(self)
        self.routes = {
            "": self._home,
            "p/": self._offer,
            "c/": self._category,
            "b/": self._brand,
            "help/": self._help,
            "cart": self._cart,
            "wish": self._cart,
            "ask": self._ask,
            "archive/": self._oddities.answer,
            "private/": self._oddities.private,
        }

    def _shelf(self, kind: Kind, count: int) -> Catalogue:
        shares = [1 + maker * 5 % 4 for maker in range(len(self.brands))]
        return Catalogue(kind, count, self.seed, brands=self.brands, shares=shares, first_year=2015, years=8)

    @property
    def sections(self) -> tuple[Section, ...]:
        categories = [(base, self._category_list(shelf, value).pages) for shelf, value, base in self._categories()]
        brands = [(f"/b/{b.lower()}/", self._brand_list(maker).pages) for maker, b in enumerate(self.brands)]
        fixed = ["/", *(f"/help/{name}" for name in _HELP)]
        odd = self._oddities.paths()
        laptops, others = self.laptops, self.accessories
        return (
            Section("laptops", laptops.count, lambda n: self._path(laptops, n)),
            Section("accessories", others.count, lambda n: self._path(others, n)),
            Section("laptop reviews", -(-laptops.count // 2), lambda n: f"{self._path(laptops, 2 * n)}/reviews"),
            Section("accessory reviews", -(-others.count // 2), lambda n: f"{self._path(others, 2 * n)}/reviews"),
            paged_section("categories", categories),
            paged_section("brands", brands),
            Section("fixed", len(fixed), fixed.__getitem__),
            Section("oddities", len(odd), odd.__getitem__),
        )

    @property
    def target_section(self) -> Section:
        return self.sections[0]

    # -- addresses ----------------------------------------------------------------------------------------------------

    def _path(self, shelf: Catalogue, number: int) -> str:
        offer = number + (self.laptops.count if shelf is self.accessories else 0)
        return f"/p/{self._ids.code(offer):0{self._digits}x}"

    def _find(self, code: str) -> tuple[Catalogue, int] | None:
        try:
            offer = self._ids.number(int(code, 16)) if len(code) == self._digits else -1
        except ValueError:
            return None
        if 0 <= offer < self.laptops.count:
            return self.laptops, offer
        number = offer - self.laptops.count
        return (self.accessories, number) if 0 <= number < self.accessories.count else None

    def target_of(self, path_and_query: str) -> str:
        visit = read_visit(path_and_query)
        found = self._find(visit.path[3:]) if visit.path.startswith("/p/") else None
        return self._path(*found) if found and found[0] is self.laptops else ""

    def _categories(self) -> list[tuple[Catalogue, str, str]]:
        """Shelf, name and address of each."""
        return [
            (shelf, value, f"/c/{value}/") for shelf in self._shelves for value in shelf.kind.traits[shelf.category]
        ]

    # -- pages --------------------------------------------------------------------------------------------------------

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        menu = " ".join(link(base, value) for _, value, base in self._categories())
        brands = bullets(link(f"/b/{brand.lower()}/", brand) for brand in self.brands[:10])
        deals = bullets(link(f"{base}?order=cheapest", f"cheap: {value}") for _, value, base in self._categories())
        feet = " ".join(link(f"/help/{name}", name) for name in _HELP)
        cart = link(f"/cart?sid={visit.session or title.encode().hex()[:12]}", "Cart")
        body = (
            f'<div id="top">{link("/", self.title)} {menu} {cart}</div>\n<div class="wrap">\n<div class="filters">'
            f'{section("Brands", brands, "brands")}{section("Deals", deals, "deals")}</div>\n<div class="content">\n'
            f'{main_html}</div>\n</div>\n<div id="foot">{feet} {link("/archive/", "old catalogues")} '
            f"{link('/private/', 'dealers')}{paragraphs(_HELP_TEXT)}</div>\n"
        )
        return document(title=f"{title} | {self.title}", style=_STYLE, body_html=body, canonical=canonical)

    def _home(self, visit: Visit, rest: str) -> DemoAnswer | None:
        dice = Dice("shop window", self.seed)
        window = [(shelf, dice.below(shelf.count)) for _ in range(5) for shelf in self._shelves]
        tiles = bullets((self._tile(shelf, number) for shelf, number in dict.fromkeys(window)), "grid")
        return self.page("Welcome", f"<h1>{self.title}</h1>\n{tiles}", visit=visit) if not rest else None

    def _price(self, shelf: Catalogue, number: int) -> str:
        return expand(_PRICE, Dice("price", self.seed, shelf.kind.name, number))

    def _tile(self, shelf: Catalogue, number: int) -> str:
        price = f'<span class="price">{self._price(shelf, number)}</span>'
        return f"{link(self._path(shelf, number), shelf.product(number).name)}<br>{price}"

    def _offer(self, visit: Visit, rest: str) -> DemoAnswer | None:
        code, _, part = rest.partition("/")
        found = self._find(code)
        if found is None or rest not in (code, f"{code}/reviews") or (part and found[1] % 2):
            return soft_404(self, visit, bullets(link(base, value) for _, value, base in self._categories()[:4]))
        return self._reviews(visit, *found) if part else self._sheet(visit, *found)

    def _sheet(self, visit: Visit, shelf: Catalogue, number: int) -> DemoAnswer:
        product, path = shelf.product(number), self._path(shelf, number)
        category, brand = shelf.trait(number, shelf.category), product.brand
        trail = breadcrumbs(
            [("/", "Shop"), (f"/c/{category}/", category), (f"/b/{brand.lower()}/", brand)], product.name
        )
        code = path.rpartition("/")[2]
        actions = [
            link(f"/cart?add={code}", "Put into the cart"),
            link(f"/wish?add={code}", "Remember"),
            link(f"/ask?about={code}", "Ask the seller"),
        ]
        if number % 2 == 0:
            actions.append(link(f"{path}/reviews", "Reviews"))
        also = bullets((self._tile(*other) for other in self._also_bought(shelf, number)), "grid")
        main = (
            f'{trail}<h1>{product.name}</h1>\n<p class="price">{self._price(shelf, number)}</p>\n'
            f"{bullets(actions, 'act')}{paragraphs(shelf.description(number, 2))}{table(shelf.facts(number), 'data')}"
            f"{section('Customers also bought', also, 'also')}"
        )
        return html_answer(self.frame(product.name, main, visit=visit, canonical=path if number % 3 else ""))

    def _also_bought(self, shelf: Catalogue, number: int) -> list[tuple[Catalogue, int]]:
        dice = Dice("also", self.seed, shelf.kind.name, number)
        found = [(other, dice.below(other.count)) for other in (*self._shelves, *self._shelves)]
        return [offer for offer in dict.fromkeys(found) if offer != (shelf, number)]

    def _reviews(self, visit: Visit, shelf: Catalogue, number: int) -> DemoAnswer:
        name = shelf.product(number).name
        text = paragraphs(shelf.description(number, 5))
        back = link(self._path(shelf, number), "Back to the offer")
        return self.page(f"{name} reviews", f"<h1>What customers say: {name}</h1>\n{text}<p>{back}</p>\n", visit=visit)

    # -- lists --------------------------------------------------------------------------------------------------------

    def _category_list(self, shelf: Catalogue, value: str) -> Paged:
        return Paged(shelf.in_category(value), _PER_PAGE)

    def _category(self, visit: Visit, rest: str) -> DemoAnswer | None:
        found = next(((shelf, value) for shelf, value, base in self._categories() if base == visit.path), None)
        if found is None or not rest:
            return None
        shelf, value = found
        chosen = self._filters(shelf, visit)
        if chosen:
            return self._filtered(visit, shelf, value, chosen)
        paged = self._category_list(shelf, value)
        page = paged.number(visit.query.get("page", ""))
        if not page:
            return None
        tiles = bullets((self._tile(shelf, n) for n in shelf.of_category(value, paged.on(page))), "grid")
        panel = self._panel(shelf, visit.path, {})
        main = f"<h1>{value} {shelf.kind.plural}</h1>\n{panel}{tiles}{pager(visit.path, page, paged.pages)}"
        return self.page(f"{value} {shelf.kind.plural}", main, visit=visit)

    def _filters(self, shelf: Catalogue, visit: Visit) -> dict[str, str]:
        known = {**shelf.kind.traits, "order": _ORDERS}
        return {label: value for label, value in visit.query.items() if value in known.get(label, ())}

    def _filtered(self, visit: Visit, shelf: Catalogue, value: str, chosen: dict[str, str]) -> DemoAnswer:
        traits = {label: wanted for label, wanted in chosen.items() if label != "order"} | {shelf.category: value}
        start = Dice("filter", self.seed, value, urlencode(sorted(chosen.items()))).below(shelf.count)
        tiles = bullets((self._tile(shelf, n) for n in shelf.matching(traits, start, 8)), "grid")
        title = f"{value}: {', '.join(chosen.values())}"
        return self.page(title, f"<h1>{title}</h1>\n{self._panel(shelf, visit.path, chosen)}{tiles}", visit=visit)

    def _panel(self, shelf: Catalogue, base: str, chosen: dict[str, str]) -> str:
        """All filters; those already chosen stay in the address."""
        rows = []
        for label, values in ({**shelf.kind.traits, "order": _ORDERS}).items():
            if label != shelf.category:
                links = [link(f"{base}?{urlencode({**chosen, label: value})}", value) for value in values]
                rows.append(f"<b>{label}</b> {' '.join(links)}")
        return bullets(rows, "facets")

    def _brand_list(self, maker: int) -> Paged:
        return Paged(sum(shelf.made_by(maker) for shelf in self._shelves), _PER_PAGE)

    def _brand(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """All offers of a brand, laptops and accessories in one list."""
        maker = next((n for n, brand in enumerate(self.brands) if f"{brand.lower()}/" == rest), -1)
        page = self._brand_list(maker).number(visit.query.get("page", "")) if maker >= 0 else 0
        if not page:
            return None
        paged, laptops = self._brand_list(maker), self.laptops.made_by(maker)
        offers = [
            (self.laptops, self.laptops.of_maker(maker, range(n, n + 1))[0])
            if n < laptops
            else (self.accessories, self.accessories.of_maker(maker, range(n - laptops, n - laptops + 1))[0])
            for n in paged.on(page)
        ]
        tiles = bullets((self._tile(*offer) for offer in offers), "grid")
        main = f"<h1>{self.brands[maker]}</h1>\n{tiles}{pager(visit.path, page, paged.pages)}"
        return self.page(self.brands[maker], main, visit=visit)

    # -- the rest -----------------------------------------------------------------------------------------------------

    def _help(self, visit: Visit, rest: str) -> DemoAnswer | None:
        return self.page(rest, f"<h1>{rest}</h1>\n{paragraphs(_HELP_TEXT)}", visit=visit) if rest in _HELP else None

    def _cart(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """Cart and wish list: what was put in is in the address, and each suggestion puts in one more."""
        if rest:
            return None
        where = visit.path[1:]
        codes = [code for code in visit.query.get("add", "").split(",") if self._find(code)][:5]
        rows = [self._tile(*found) for found in map(self._find, codes) if found]
        dice = Dice(where, self.seed, *codes)
        more = [(shelf, dice.below(shelf.count)) for _ in range(2) for shelf in self._shelves]
        held = ",".join(codes[-4:])
        tempting = bullets(
            link(
                f"/{where}?add={','.join(filter(None, (held, self._path(*offer)[3:])))}",
                f"also {offer[0].product(offer[1]).name}",
            )
            for offer in more
        )
        main = f"<h1>Your {where}</h1>\n{bullets(rows)}{section('How about', tempting, 'more')}"
        return self.page(f"Your {where}", main, visit=visit)

    def _ask(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """Only for customers: to the front page, as after a log-in that failed."""
        return redirect("/help/stores") if not rest and self._find(visit.query.get("about", "")) else None
