"""Product pages of the camera site: cameras (the targets) and printers in the same template, and what hangs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from hubwalk.demo.catalogue import Catalogue, Product
from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.markup import breadcrumbs, bullets, document, link, paragraphs, section, table
from hubwalk.demo.prose import expand, story
from hubwalk.demo.site import DemoAnswer, Handler, Section, Visit, html_answer, redirect
from hubwalk.demo.words import FIRST_NAMES, MONTHS, TAGS

if TYPE_CHECKING:
    from hubwalk.demo.cameras import Cameras

_OPINIONS = (
    "I {love|like|regret} my {name}.",
    "{maker} should {be proud|be ashamed|try again}.",
    "Bought it in {spring|autumn|a sale}, used it {daily|twice|on every journey}.",
    "{Good|Fair|Poor} value, {fast|slow} delivery, {solid|flimsy} box.",
    "The {strap|manual|lid} {broke|got lost|is a joke}.",
)
_SHOT = "ISO {100|200|400|800}, 1/{4-900} s, f/{2-11}"
# Of a hundred cameras these stand in one hierarchy only and are mentioned nowhere else.
_BRAND_LIST_ONLY = (17, 91)
_TIMELINE_ONLY = (58,)


class Products:
    """Answers below /cameras/, /printers/, /print/, /c/, /old/, /go/ and /compare."""

    def __init__(self, site: Cameras) -> None:
        self._site = site
        self._shelves = {"cameras": site.cameras, "printers": site.printers}
        self._short = Scramble(max(9973, site.cameras.count * 4 + 1), "short", site.seed)
        self.routes: dict[str, Handler] = {
            "cameras/": lambda visit, rest: self._product(visit, site.cameras, rest),
            "printers/": lambda visit, rest: self._product(visit, site.printers, rest),
            "print/": self._print,
            "c/": self._short_link,
            "old/": self._old,
            "go/": self._go,
            "compare": self._compare,
        }

    @property
    def sections(self) -> tuple[Section, ...]:
        cameras, printers = self._site.cameras, self._site.printers
        return (
            Section("cameras", cameras.count, lambda n: self.path(cameras, n)),
            Section("printers", printers.count, lambda n: self.path(printers, n)),
            Section("galleries", -(-cameras.count // 3), lambda n: f"{self.path(cameras, 3 * n)}/gallery"),
            Section("opinions", -(-cameras.count // 2), lambda n: f"{self.path(cameras, 2 * n)}/opinions"),
        )

    # -- addresses ----------------------------------------------------------------------------------------------------

    def path(self, shelf: Catalogue, number: int) -> str:
        return f"/{shelf.kind.plural}/{shelf.product(number).slug}"

    def short(self, number: int) -> str:
        return f"/c/{self._short.code(number)}"

    def target_of(self, visit: Visit) -> str:
        """The camera that a URL shows, under its own address, a short link, as print version, or after a redirect."""
        head, _, rest = visit.path[1:].partition("/")
        number = -1
        if head == "c":
            number = self._from_short(rest)
        elif head in ("old", "go"):
            number = self._site.cameras.find(rest.removesuffix(".php"))
        elif head in ("cameras", "print"):
            rest = rest.removeprefix("cameras/") if head == "print" else rest.removesuffix("/index.html")
            number = self._site.cameras.find(rest.removesuffix("/"))
        return self.path(self._site.cameras, number) if number >= 0 else ""

    def in_brand_list(self, number: int) -> bool:
        return number % 100 not in _TIMELINE_ONLY

    def in_timeline(self, number: int) -> bool:
        return number % 100 not in _BRAND_LIST_ONLY

    def shown(self, shelf: Catalogue, number: int) -> bool:
        """May be mentioned anywhere."""
        return shelf is self._site.printers or (self.in_brand_list(number) and self.in_timeline(number))

    def popular(self, shelf: Catalogue, dice: Dice) -> int:
        """One of the fifth of all products that tags, searches and news speak of."""
        return 5 * dice.below(max(1, shelf.count // 5))

    def newest(self, count: int) -> list[int]:
        last = self._site.cameras.count - 1
        return [n for n in range(last, last - 2 * count, -1) if self.shown(self._site.cameras, n)][:count]

    def teaser(self, shelf: Catalogue, number: int, query: str = "") -> str:
        """A product in a list: a link, and a word about it."""
        product = shelf.product(number)
        href = self.path(shelf, number) + query
        return f"{link(href, product.name)} <small>{shelf.trait(number, 'type')}, {product.year}</small>"

    # -- the template -------------------------------------------------------------------------------------------------

    def _product(self, visit: Visit, shelf: Catalogue, rest: str) -> DemoAnswer | None:
        slug, _, part = rest.partition("/")
        if not slug and shelf is self._site.printers:
            return self._site.lists.printers(visit)
        number = shelf.find(slug)
        if number < 0:
            return None
        if part in ("", "index.html"):
            return self._sheet(visit, shelf, number)
        if part == "gallery" and number % 3 == 0:
            return self._gallery(visit, shelf, number)
        if part == "opinions" and number % 2 == 0:
            return self._opinions(visit, shelf, number)
        return None

    def _sheet(self, visit: Visit, shelf: Catalogue, number: int, *, short: bool = False) -> DemoAnswer:
        product = shelf.product(number)
        text = shelf.description(number, 4)
        facts = table(shelf.facts(number), "specs")
        if number % 25 == 3:
            facts = _sloppy(facts)
        # Half of the pages name their canonical address; these also show where a reader came from.
        named = number % 2 == 0 and not short
        came = f"<p>You come from: {visit.query['ref']}.</p>\n" if named and "ref" in visit.query else ""
        main = (
            f"{self._trail(shelf, product)}<h1>{product.name}</h1>\n{came}"
            f'<div class="thumb" role="img" aria-label="{product.name}"></div>\n<p class="intro">{text[0]}</p>\n'
            f"{self._dates(product)}{facts}{section('Our verdict', paragraphs(text[1:]), 'verdict')}"
            f"{self._extras(shelf, number)}{section('Related products', self._related(shelf, number), 'related')}"
        )
        html = self._site.frame(product.name, main, visit=visit, canonical=self.path(shelf, number) if named else "")
        if shelf is self._site.cameras and number % 50 == 7:  # says utf-8 and is not
            answer = html_answer(html)
            return DemoAnswer(answer.status, answer.headers, html.encode("latin-1", "replace"))
        return html_answer(html)

    def _trail(self, shelf: Catalogue, product: Product) -> str:
        brand = f"/brands/{product.brand.lower()}/"
        steps = [("/", "Home"), ("/brands/", "Brands"), (brand, product.brand)]
        return breadcrumbs([*steps, (f"{brand}{shelf.kind.plural}/", shelf.kind.plural.capitalize())], product.name)

    def _dates(self, product: Product) -> str:
        quarter = self._site.lists.quarter_of(product)
        when = link(quarter, f"{MONTHS[product.month - 1]} {product.year}")
        brand = link(f"/brands/{product.brand.lower()}/", product.brand)
        year = link(f"/timeline/{product.year}/", f"all of {product.year}")
        return f'<p class="announced">Announced in {when} ({year}) by {brand}.</p>\n'

    def _extras(self, shelf: Catalogue, number: int) -> str:
        path = self.path(shelf, number)
        links = [link(f"/print{path}", "Print version")]
        if shelf is self._site.cameras:
            if number % 3 == 0:
                links.append(link(f"{path}/gallery", "Sample gallery"))
            if number % 2 == 0:
                links.append(link(f"{path}/opinions", "Opinions of readers"))
        dice = Dice("extras", self._site.seed, shelf.kind.name, number)
        links += [link(f"/tag/{tag}/", tag) for tag in dice.some(TAGS, 3)]
        return section("More", bullets(links), "more")

    def _related(self, shelf: Catalogue, number: int) -> str:
        """Neighbours of the same kind, one of the other kind by the same brand, and comparisons with them."""
        product = shelf.product(number)
        dice = Dice("related", self._site.seed, shelf.kind.name, number)
        near = [(number + 1) % shelf.count, (number - 2) % shelf.count, *(self.popular(shelf, dice) for _ in range(3))]
        near = [n for n in dict.fromkeys(near) if n != number and self.shown(shelf, n)]
        # On some pages the links carry a session, as servers without cookies write them.
        session = f";jsessionid={crc32(product.slug.encode()):08X}" if number % 10 == 4 else ""
        items = [self.teaser(shelf, n, session) for n in near]
        other = self._site.printers if shelf is self._site.cameras else self._site.cameras
        if other.made_by(product.maker):
            twin = other.of_maker(product.maker, range(1))[0]
            if self.shown(other, twin):
                items.append(self.teaser(other, twin))
        slugs = [shelf.product(n).slug for n in near[:2]]
        items += [link(f"/compare?models={product.slug},{slug}", f"compare with {slug}") for slug in slugs]
        return bullets(items)

    # -- what hangs on a product --------------------------------------------------------------------------------------

    def _gallery(self, visit: Visit, shelf: Catalogue, number: int) -> DemoAnswer:
        product = shelf.product(number)
        dice = Dice("gallery", self._site.seed, number)
        shots = bullets(f'<span class="thumb"></span> {expand(_SHOT, dice)}, {dice.pick(TAGS)}' for _ in range(24))
        back = link(self.path(shelf, number), f"All about the {product.name}")
        return self._site.page(
            f"{product.name} gallery", f"<h1>{product.name}: sample gallery</h1>\n{shots}<p>{back}</p>\n", visit=visit
        )

    def _opinions(self, visit: Visit, shelf: Catalogue, number: int) -> DemoAnswer:
        product = shelf.product(number)
        dice = Dice("opinions", self._site.seed, number)
        names = {"name": product.name, "maker": product.brand}
        posts = "".join(
            section(
                f"{dice.pick(FIRST_NAMES)}, {dice.between(1, 5)} of 5",
                paragraphs(story(_OPINIONS, 1, dice, names)),
                "opinion",
            )
            for _ in range(dice.between(3, 12))
        )
        back = link(self.path(shelf, number), f"All about the {product.name}")
        main = f"<h1>{product.name}: opinions</h1>\n{posts}<p>{back}</p>\n"
        return self._site.page(f"{product.name} opinions", main, visit=visit)

    def _print(self, _: Visit, rest: str) -> DemoAnswer | None:
        """The facts alone, without a menu; says what it is a version of."""
        plural, slug = rest.partition("/")[::2]
        shelf = self._shelves.get(plural)
        number = shelf.find(slug) if shelf else -1
        if shelf is None or number < 0:
            return None
        name, path = shelf.product(number).name, self.path(shelf, number)
        facts, text = table(shelf.facts(number), "specs"), paragraphs(shelf.description(number, 4))
        body = f"<h1>{name}</h1>\n{facts}{text}{link(path, 'Back')}"
        return html_answer(document(title=f"{name} (print)", style="", body_html=body, canonical=path))

    # -- other addresses of the same ----------------------------------------------------------------------------------

    def _from_short(self, rest: str) -> int:
        if not rest.isdecimal() or len(rest) > 18 or int(rest) >= self._short.modulus:
            return -1
        number = self._short.number(int(rest))
        return number if number < self._site.cameras.count else -1

    def _short_link(self, visit: Visit, rest: str) -> DemoAnswer | None:
        number = self._from_short(rest)
        return self._sheet(visit, self._site.cameras, number, short=True) if number >= 0 else None

    def _old(self, _: Visit, rest: str) -> DemoAnswer | None:
        """Addresses of before the last relaunch."""
        number = self._site.cameras.find(rest.removesuffix(".php")) if rest.endswith(".php") else -1
        return redirect(self.path(self._site.cameras, number), 301) if number >= 0 else None

    def _go(self, _: Visit, rest: str) -> DemoAnswer | None:
        """Counts clicks on advertisements: two redirects in a row."""
        number = self._site.cameras.find(rest)
        return redirect(f"/old/{rest}.php") if number >= 0 else None

    def _compare(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """Any two cameras side by side: as many pages as there are pairs."""
        slugs = visit.query.get("models", "").split(",")
        shelf = next((s for s in self._shelves.values() if all(s.find(slug) >= 0 for slug in slugs)), None)
        if shelf is None or len(slugs) != 2 or rest:
            return None
        numbers = [shelf.find(slug) for slug in slugs]
        sheets = [{label: value for _, facts in shelf.facts(n) for label, value in facts} for n in numbers]
        rows = "".join(
            f"<tr><th>{label}</th><td>{value}</td><td>{sheets[1].get(label, '-')}</td></tr>\n"
            for label, value in sheets[0].items()
        )
        heads = "".join(f"<th>{link(self.path(shelf, n), shelf.product(n).name)}</th>" for n in numbers)
        others = [(numbers[1] + step) % shelf.count for step in (5, 9, 14, 20)]
        more = bullets(
            link(f"/compare?models={slugs[1]},{shelf.product(n).slug}", f"{slugs[1]} and {shelf.product(n).slug}")
            for n in others
            if self.shown(shelf, n)
        )
        main = f'<h1>Side by side</h1>\n<table class="versus"><tr><th></th>{heads}</tr>\n{rows}</table>\n{more}'
        return self._site.page("Side by side", main, visit=visit)


def _sloppy(table_html: str) -> str:
    """The same table as hand-written pages have it: end tags left out, one table too many around it."""
    for tag in ("</td></tr>", "</th></tr>", "</th>"):
        table_html = table_html.replace(tag, "")
    return f"<table width=100%><tr><td>{table_html}</td></table>\n"
