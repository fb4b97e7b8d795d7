"""The two hierarchies of the camera site, timeline and brands, and its other lists: printers, tags, site map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hubwalk.demo.catalogue import Catalogue, Product
from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import Paged, breadcrumbs, bullets, link, pager, paragraphs, section
from hubwalk.demo.site import DemoAnswer, Handler, Section, Visit
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.words import MONTHS, TAGS

if TYPE_CHECKING:
    from hubwalk.demo.cameras import Cameras

_PER_BRAND_PAGE, _PER_QUARTER_PAGE, _PER_TAG_PAGE = 15, 30, 12
_TAG_PAGES = 3


class Lists:
    """Answers below /brands/, /timeline/, /tag/, and /sitemap."""

    def __init__(self, site: Cameras) -> None:
        self._site = site
        self._tags = {tag: number for number, tag in enumerate(TAGS)}
        self.routes: dict[str, Handler] = {
            "brands/": self._brands,
            "timeline/": self._timeline,
            "tag/": self._tag,
            "sitemap": self._sitemap,
        }

    @property
    def sections(self) -> tuple[Section, ...]:
        site = self._site
        brands = [f"/brands/{brand.lower()}/" for brand in site.brands]
        lists = [
            (f"{brand}{shelf.kind.plural}/", self._brand_list(shelf, maker).pages)
            for maker, brand in enumerate(brands)
            for shelf in (site.cameras, site.printers)
            if shelf.made_by(maker)
        ]
        quarters = [
            (f"/timeline/{year}/q{n}/", self._quarter_list(year, n).pages) for year in self._years for n in range(1, 5)
        ]
        years = [f"/timeline/{year}/" for year in self._years]
        fixed = ["/brands/", "/timeline/", "/printers/", "/sitemap", *brands, *years]
        return (
            paged_section("brand lists", lists),
            paged_section("timeline", quarters),
            paged_section("tags", [(f"/tag/{tag}/", _TAG_PAGES) for tag in TAGS]),
            Section("overviews", len(fixed), fixed.__getitem__),
        )

    # -- brands -------------------------------------------------------------------------------------------------------

    def _brands(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            rows = bullets((link(f"/brands/{name.lower()}/", name) for name in sorted(self._site.brands)), "brandlist")
            return self._site.page("Brands", f"<h1>All brands</h1>\n{rows}", visit=visit)
        name, _, part = rest.partition("/")
        maker = next((n for n, brand in enumerate(self._site.brands) if brand.lower() == name), -1)
        if maker < 0:
            return None
        if not part:
            return self._brand(visit, maker) if rest.endswith("/") else None
        for shelf in (self._site.cameras, self._site.printers):
            if part == f"{shelf.kind.plural}/" and shelf.made_by(maker):
                return self._brand_products(visit, shelf, maker)
        return None

    def _brand(self, visit: Visit, maker: int) -> DemoAnswer:
        """What a brand makes: a few of each kind, and the way to all of them."""
        brand = self._site.brands[maker]
        parts = [breadcrumbs([("/", "Home"), ("/brands/", "Brands")], brand), f"<h1>{brand}</h1>\n"]
        for shelf in (self._site.cameras, self._site.printers):
            if shelf.made_by(maker):
                few = self._listed(shelf, shelf.of_maker(maker, range(min(3, shelf.made_by(maker)))))
                href = f"/brands/{brand.lower()}/{shelf.kind.plural}/"
                rows = bullets([*few, link(href, f"All {shelf.kind.plural} by {brand}", "all")])
                parts.append(section(shelf.kind.plural.capitalize(), rows, shelf.kind.plural))
        articles = bullets(
            link(self._site.reading.article_path(n), self._site.reading.headline(n))
            for n in Dice("brand news", self._site.seed, maker).some(range(self._site.reading.articles), 5)
        )
        parts.append(section("In the news", articles, "news"))
        return self._site.page(brand, "".join(parts), visit=visit)

    def _brand_list(self, shelf: Catalogue, maker: int) -> Paged:
        return Paged(shelf.made_by(maker), _PER_BRAND_PAGE)

    def _brand_products(self, visit: Visit, shelf: Catalogue, maker: int) -> DemoAnswer | None:
        brand = self._site.brands[maker]
        paged = self._brand_list(shelf, maker)
        page = paged.number(visit.query.get("page", ""))
        if not page:
            return None
        plural = shelf.kind.plural
        base = f"/brands/{brand.lower()}/{plural}/"
        rows = bullets(self._listed(shelf, shelf.of_maker(maker, paged.on(page))), "products")
        trail = breadcrumbs([("/", "Home"), ("/brands/", "Brands"), (f"/brands/{brand.lower()}/", brand)], plural)
        main = f"{trail}<h1>{brand} {plural}</h1>\n{rows}{pager(base, page, paged.pages)}"
        return self._site.page(f"{brand} {plural}", main, visit=visit)

    def _listed(self, shelf: Catalogue, numbers: list[int]) -> list[str]:
        """List entries with a line about each; cameras that only the timeline knows are left out."""
        products = self._site.products
        kept = [n for n in numbers if shelf is self._site.printers or products.in_brand_list(n)]
        return [f"{products.teaser(shelf, n)}<p>{shelf.description(n, 1)[0][:160]}...</p>" for n in kept]

    def printers(self, visit: Visit) -> DemoAnswer:
        """The printers' own front page: the brands that make them."""
        shelf = self._site.printers
        makers = [n for n in range(len(self._site.brands)) if shelf.made_by(n)]
        rows = bullets(
            link(f"/brands/{self._site.brands[n].lower()}/printers/", f"{self._site.brands[n]} ({shelf.made_by(n)})")
            for n in makers
        )
        return self._site.page("Printers", f"<h1>Printers by brand</h1>\n{rows}", visit=visit)

    # -- timeline -----------------------------------------------------------------------------------------------------

    @property
    def _years(self) -> range:
        first = self._site.cameras.first_year
        return range(first, first + self._site.cameras.years)

    def _quarter(self, year: int, quarter: int) -> range:
        """The cameras of a quarter of a year; months are cut the same way, see Catalogue.product."""
        cameras = self._site.cameras.of_year(year)
        first, last = (-(-len(cameras) * step // 4) for step in (quarter - 1, quarter))
        return cameras[first:last]

    def quarter_of(self, product: Product) -> str:
        return f"/timeline/{product.year}/q{(product.month + 2) // 3}/"

    def _quarter_list(self, year: int, quarter: int) -> Paged:
        return Paged(len(self._quarter(year, quarter)), _PER_QUARTER_PAGE)

    def _timeline(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            years = (f"{link(f'/timeline/{y}/', str(y))} ({len(self._site.cameras.of_year(y))})" for y in self._years)
            main = f"<h1>Cameras by year of announcement</h1>\n{bullets(years, 'years')}"
            return self._site.page("Timeline", main, visit=visit)
        year, _, part = rest.partition("/")
        if not year.isdecimal() or int(year) not in self._years or not rest.endswith("/"):
            return None
        if not part:
            return self._year(visit, int(year))
        if part not in ("q1/", "q2/", "q3/", "q4/"):
            return None
        page = self._quarter_list(int(year), int(part[1])).number(visit.query.get("page", ""))
        return self._quarter_page(visit, int(year), int(part[1]), page) if page else None

    def _year(self, visit: Visit, year: int) -> DemoAnswer:
        quarters = bullets(
            f"{link(f'/timeline/{year}/q{n}/', f'{n}. quarter')} ({len(self._quarter(year, n))} cameras)"
            for n in range(1, 5)
        )
        turn = " ".join(link(f"/timeline/{y}/", str(y)) for y in (year - 1, year + 1) if y in self._years)
        trail = breadcrumbs([("/", "Home"), ("/timeline/", "Timeline")], str(year))
        return self._site.page(f"{year}", f"{trail}<h1>The year {year}</h1>\n{quarters}<p>{turn}</p>\n", visit=visit)

    def _quarter_page(self, visit: Visit, year: int, quarter: int, page: int) -> DemoAnswer:
        site, cameras = self._site, self._site.cameras
        paged = self._quarter_list(year, quarter)
        first = self._quarter(year, quarter).start
        by_month: dict[int, list[str]] = {}
        for number in (first + position for position in paged.on(page)):
            if site.products.in_timeline(number):
                by_month.setdefault(cameras.product(number).month, []).append(site.products.teaser(cameras, number))
        months = "".join(f"<h3>{MONTHS[month - 1]}</h3>\n{bullets(rows)}" for month, rows in by_month.items())
        title = f"Cameras of {year}, {quarter}. quarter"
        year_page = (f"/timeline/{year}/", str(year))
        trail = breadcrumbs([("/", "Home"), ("/timeline/", "Timeline"), year_page], f"{quarter}. quarter")
        turn = pager(f"/timeline/{year}/q{quarter}/", page, paged.pages)
        main = f'{trail}<h1>{title}</h1>\n<div class="timeline">\n{months}</div>\n{turn}'
        return site.page(title, main, visit=visit)

    # -- tags, site map -----------------------------------------------------------------------------------------------

    def _tag(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """A tag's pages mix cameras, printers and news."""
        site = self._site
        tag = rest.removesuffix("/")
        page = Paged(_PER_TAG_PAGE * _TAG_PAGES, _PER_TAG_PAGE).number(visit.query.get("page", ""))
        if tag not in self._tags or not rest.endswith("/") or not page:
            return None
        dice = Dice("tag", site.seed, tag, page)
        rows = [site.products.teaser(shelf, n) for shelf, n in site.finder.anything(dice, 6)]
        rows += [
            link(site.reading.article_path(n), site.reading.headline(n))
            for n in dice.some(range(site.reading.articles), 6)
        ]
        near = bullets((link(f"/tag/{other}/", other) for other in dice.some(TAGS, 6)), "cloud")
        main = (
            f"<h1>Tagged: {tag}</h1>\n{bullets(rows, 'tagged')}{pager(f'/tag/{tag}/', page, _TAG_PAGES)}"
            f"{section('Related tags', near, 'tags')}"
        )
        return site.page(f"Tag {tag}", main, visit=visit)

    def _sitemap(self, visit: Visit, rest: str) -> DemoAnswer | None:
        site = self._site
        groups = {
            "Timeline": [(f"/timeline/{year}/", str(year)) for year in self._years],
            "Brands": [(f"/brands/{brand.lower()}/", brand) for brand in site.brands],
            "Tags": [(f"/tag/{tag}/", tag) for tag in TAGS],
            "Reading": site.reading.entries(),
        }
        parts = [section(name, bullets(link(*entry) for entry in entries), "map") for name, entries in groups.items()]
        note = paragraphs(["Everything at a glance; single products are listed by year and by brand."])
        return site.page("Site map", f"<h1>Site map</h1>\n{note}{''.join(parts)}", visit=visit) if not rest else None
