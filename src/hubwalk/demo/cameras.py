"""Viewfinder Weekly, a camera review site. Wanted: the specification pages of its cameras.

A person would go by the timeline or by the brands. Beside those two hierarchies, which together show every camera,
there are printers in the same template, and all that makes real sites large: news, a forum, galleries, a glossary,
tags, a finder with facets, search results, comparisons, a calendar, print versions, short links, session ids.
"""

from __future__ import annotations

from zlib import crc32

from hubwalk.demo.calendar import Calendar
from hubwalk.demo.camera_finder import Finder
from hubwalk.demo.camera_lists import Lists
from hubwalk.demo.camera_products import Products
from hubwalk.demo.camera_reading import Reading
from hubwalk.demo.catalogue import Catalogue
from hubwalk.demo.markup import bullets, document, link, paragraphs, section
from hubwalk.demo.oddities import Oddities, soft_404
from hubwalk.demo.sheets import CAMERA, PRINTER, Kind
from hubwalk.demo.site import DemoAnswer, DemoSite, Section, Visit, read_visit
from hubwalk.demo.words import TAGS, brand_names

FIRST_YEAR, YEARS = 1996, 16

_STYLE = (
    "body{font:15px/1.5 Georgia,serif;margin:0;color:#222;background:#f4f1ea}header{background:#3b2f2f;color:#fff;"
    "padding:12px 24px}header a{color:#ffd;margin-right:14px}#page{display:flex;max-width:1100px;margin:auto}"
    "main{flex:1;padding:16px 24px;background:#fff}aside{width:220px;padding:16px;font-size:13px}h1{font-size:26px}"
    "table.specs{border-collapse:collapse;width:100%}table.specs th,table.specs td{border-bottom:1px solid #ddd;"
    "padding:3px 8px;text-align:left;font-weight:normal}tr.group th{background:#eee7da;font-weight:bold}"
    ".breadcrumb{font-size:13px;color:#777}.pager a,.facets a{margin-right:6px}ul.cloud li{display:inline;"
    "margin-right:6px}footer{padding:16px 24px;font-size:12px;color:#777}table.month td{padding:4px 9px}"
    ".thumb{width:72px;height:54px;background:#cbb;display:inline-block}"
)
_MENU = (
    ("/", "Home"),
    ("/news/", "News"),
    ("/brands/", "Brands"),
    ("/timeline/", "Timeline"),
    ("/printers/", "Printers"),
    ("/finder", "Finder"),
    ("/glossary/", "Glossary"),
)
_STATIC = {
    "about": "About us",
    "contact": "Contact",
    "imprint": "Imprint",
    "privacy": "Privacy",
    "jobs": "Jobs",
    "login": "Log in",
}
_COMPANY = (
    "Viewfinder Weekly has looked at cameras, and now and then at printers, since 1996.",
    "We buy what we test, we return what we dislike, and we answer letters on Thursdays.",
    "Our studio is above the café in the Gründerstraße; ring twice.",
    "Nothing on these pages may be taken as advice on weddings.",
)


class Cameras(DemoSite):
    """The site; its sections are in the camera_* files."""

    name = "cameras"
    title = "Viewfinder Weekly"
    wanted = "specification pages of cameras"
    default_size = 2500

    def __init__(self, size: int = 0, seed: int = 0) -> None:
        super().__init__(size, seed)
        makers = max(6, min(48, self.size // 100))
        self.brands = brand_names(makers, seed)
        shares = [1 + maker * 7 % 5 for maker in range(makers)]
        self.cameras = self._shelf(CAMERA, self.size * 24 // 100, shares)
        # Every other brand makes printers too.
        self.printers = self._shelf(PRINTER, self.size * 12 // 100, [s * (m % 2 == 0) for m, s in enumerate(shares)])
        self.products = Products(self)
        self.lists = Lists(self)
        self.finder = Finder(self)
        self.reading = Reading(self)
        self.calendar = Calendar(self, FIRST_YEAR + YEARS - 1)
        self.oddities = Oddities(self)
        self._aside = self._make_aside()
        self._footer = self._make_footer()
        self.routes = {
            "": self._home,
            "calendar/": self.calendar.answer,
            "archive/": self.oddities.answer,
            "private/": self.oddities.private,
            **dict.fromkeys(_STATIC, self._static),
            **self.products.routes,
            **self.lists.routes,
            **self.finder.routes,
            **self.reading.routes,
        }

    def _shelf(self, kind: Kind, count: int, shares: list[int]) -> Catalogue:
        return Catalogue(kind, count, self.seed, brands=self.brands, shares=shares, first_year=FIRST_YEAR, years=YEARS)

    @property
    def sections(self) -> tuple[Section, ...]:
        fixed = ["/", "/finder", *(f"/{name}" for name in _STATIC)]
        odd = self.oddities.paths()
        return (
            *self.products.sections,
            *self.lists.sections,
            *self.reading.sections,
            Section("fixed", len(fixed), fixed.__getitem__),
            Section("oddities", len(odd), odd.__getitem__),
        )

    @property
    def target_section(self) -> Section:
        return self.products.sections[0]

    def target_of(self, path_and_query: str) -> str:
        return self.products.target_of(read_visit(path_and_query))

    def not_found(self, visit: Visit) -> DemoAnswer:
        """Below /cameras/ and /printers/ a page that is not there says so with status 200."""
        if visit.path.startswith(("/cameras/", "/printers/")):
            return soft_404(self, visit, bullets(link(path, path.strip("/")) for path in ("/brands/", "/sitemap")))
        return super().not_found(visit)

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        # Who comes without a session gets one: the forum seems to have as many copies as pages link to it.
        session = visit.session or f"{crc32(visit.path.encode()):08x}"
        menu = " ".join(link(href, label) for href, label in _MENU)
        body = (
            f'<header><div class="logo">{link("/", self.title)}</div>\n<nav class="menu">{menu} '
            f"{link(f'/forum/?sid={session}', 'Forum')} {link(self.calendar.today, 'Calendar')}</nav></header>\n"
            f'<div id="page">\n<main>\n{main_html}</main>\n{self._aside}</div>\n{self._footer}'
        )
        return document(title=f"{title} - {self.title}", style=_STYLE, body_html=body, canonical=canonical)

    def _make_aside(self) -> str:
        makers = bullets(link(f"/brands/{name.lower()}/", name) for name in self.brands[:5])
        words = bullets(link(f"/search?q={word}", word) for word in TAGS[:6])
        tags = bullets((link(f"/tag/{tag}/", tag) for tag in TAGS[::3]), "cloud")
        facets = bullets(link(f"/finder?{label}={value}", value) for label, value in self.finder.popular())
        return (
            f"<aside>\n{section('Top brands', makers, 'brands')}{section('Popular searches', words, 'searches')}"
            f"{section('Tags', tags, 'tags')}{section('Quick finder', facets, 'quick')}</aside>\n"
        )

    def _make_footer(self) -> str:
        names = {**_STATIC, "sitemap": "Site map", "archive/": "Archive", "private/": "Members"}
        links = " | ".join(link(f"/{name}", label) for name, label in names.items())
        return f"<footer>\n<p>{links}</p>\n{paragraphs(_COMPANY)}</footer>\n"

    def _home(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if rest:
            return None
        latest = bullets(self.products.teaser(self.cameras, number) for number in self.products.newest(6))
        news = bullets(link(self.reading.article_path(n), self.reading.headline(n)) for n in range(10))
        main = (
            f"<h1>{self.title}</h1>\n{paragraphs(_COMPANY[:2])}{section('Fresh from the studio', latest, 'latest')}"
            f"{section('News', news, 'news')}{section('This month', self.calendar.widget(), 'calendar')}"
        )
        return self.page("Cameras, tested", main, visit=visit)

    def _static(self, visit: Visit, rest: str) -> DemoAnswer | None:
        name = _STATIC[visit.path[1:]]
        return self.page(name, f"<h1>{name}</h1>\n{paragraphs(_COMPANY)}", visit=visit) if not rest else None
