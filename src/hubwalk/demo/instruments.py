"""The Harbour Museum, a museum of instruments. Wanted: the sheets of its objects.

A site for people with a mouse and a browser. Each hall shows its objects by another technique (instrument_rooms.py):
menus that open on hover or click, lists that scripts build, rows that navigate by script. Over plain HTTP most of the
sheets cannot be reached; with a browser that points and clicks, all can. The sheets are plain HTML, but for those of
one hall, which a script fills in. The archive holds what hinders a browser, the shop buttons that change something.
"""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files

from hubwalk.demo.chance import Dice
from hubwalk.demo.instrument_corners import Corners
from hubwalk.demo.instrument_halls import HALLS, SEARCH_FORM, Halls
from hubwalk.demo.instrument_words import HEADLINES, HOUSE, NEWS, ROLES, STAFF
from hubwalk.demo.markup import Paged, bullets, document, link, pager, paragraphs, section
from hubwalk.demo.prose import expand, story
from hubwalk.demo.site import DemoAnswer, DemoSite, Section, Visit, Way, read_visit
from hubwalk.demo.site_sections import paged_section
from hubwalk.demo.words import FIRST_NAMES, LETTERS, TOWNS, surname

_STYLE = (
    "body{font:16px/1.5 Palatino,serif;margin:0;color:#222}body.large{font-size:20px}header,footer{background:#203a43;"
    "color:#fff;padding:10px 24px}header a,footer a{color:#cde;margin-right:12px}main{padding:12px 24px;"
    "max-width:900px}table.sheet th{text-align:left;font-weight:normal;padding-right:20px}"
    "tr.group th{font-weight:bold;padding-top:8px}.row,.card,tr[data-open],.flyout,.combo li{cursor:pointer}"
    ".card{border:1px solid #999;padding:8px;margin:6px;width:260px}ul.tall li{min-height:400px}"
)
_STATIC = {"about": "About us", "visit": "Your visit", "contact": "Contact", "imprint": "Imprint", "press": "Press"}
_PER_PAGE = 10


class Instruments(DemoSite):
    """The site; halls, sheets and corners are in the instrument_* files."""

    name = "instruments"
    title = "Harbour Museum"
    wanted = "sheets of musical instruments, most of them behind scripts"
    default_size = 200
    needs_browser = True

    def __init__(self, size: int = 0, seed: int = 0) -> None:
        super().__init__(size, seed)
        self.halls = Halls(self, self.size * 65 // 100)
        self._news = Paged(self.size * 8 // 100, _PER_PAGE)
        self._staff = Paged(self.size * 4 // 100, _PER_PAGE)
        self._corners = Corners(self, max(2, self.size // 50))
        self.routes = {
            "": self._home,
            "js/": self._script,
            "news/": self._article,
            "staff/": self._person,
            **dict.fromkeys(_STATIC, self._official),
            **self.halls.routes,
            **self._corners.routes,
        }

    @property
    def sections(self) -> tuple[Section, ...]:
        fixed = ["/", "/search", *(f"/{name}" for name in _STATIC)]
        return (
            *self.halls.sections,
            Section("news", self._news.total, lambda n: f"/news/{n + 1}"),
            Section("staff", self._staff.total, lambda n: f"/staff/{n + 1}"),
            paged_section("lists", [("/news/", self._news.pages), ("/staff/", self._staff.pages)]),
            *self._corners.sections,
            Section("fixed", len(fixed), fixed.__getitem__),
        )

    @property
    def target_section(self) -> Section:
        return self.halls.sections[0]

    def target_of(self, path_and_query: str) -> str:
        visit = read_visit(path_and_query)
        code = visit.query.get("object", "") if visit.path == "/show" else visit.path.partition("/object/")[2]
        it = self.halls.objects.find(code) if visit.path in ("/show", f"/object/{code}") else None
        return it.path if it else ""

    def way_to(self, target: str) -> Way:
        it = self.halls.objects.find(target.removeprefix("/object/"))
        return self.halls.way_to(it) if it else Way()

    def samples(self, count: int) -> list[str]:
        """Only sheets that are plain HTML: a sample may be read without a browser."""
        objects, found, drawn = self.halls.objects, list[str](), 0
        while len(found) < count and drawn < objects.count:
            drawn = min(objects.count, max(count, 2 * drawn))  # more than wanted: some are left out
            numbers = Dice("samples", self.seed).some(range(objects.count), drawn)
            things = map(objects.instrument, numbers)
            found = [it.path for it in things if self.halls.technique(it) != "rendering"]
        return found[:count]

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:  # noqa: ARG002
        ways = {"/hall/": "Halls", "/news/": "News", "/staff/": "Staff", "/shop/": "Shop", "/search": "Search"}
        menu = " ".join(link(href, label) for href, label in ways.items())
        more = {f"/{name}": label for name, label in _STATIC.items()} | {"/archive/": "Archive", "/private/": "Friends"}
        end = " ".join(link(href, label) for href, label in more.items())
        body = (
            f"<header><b>{link('/', self.title)}</b>\n<nav>{menu}</nav>\n"
            '<button type="button" id="letters">Larger letters</button></header>\n'
            f"<main>\n{main_html}</main>\n<footer><p>{end}</p>\n{paragraphs(HOUSE[2:])}</footer>\n"
        )
        script = '<script src="/js/site.js" defer></script>\n'
        return document(
            title=f"{title} - {self.title}", style=_STYLE, body_html=body, canonical=canonical, head_html=script
        )

    # -- scripts ------------------------------------------------------------------------------------------------------

    @cached_property
    def _scripts(self) -> dict[str, bytes]:
        folder = files("hubwalk.demo") / "instrument_scripts"
        return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".js")}

    def _script(self, _: Visit, rest: str) -> DemoAnswer | None:
        body = self._scripts.get(rest)
        return None if body is None else DemoAnswer(200, (("Content-Type", "text/javascript; charset=utf-8"),), body)

    # -- plain pages --------------------------------------------------------------------------------------------------

    def _home(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if rest:
            return None
        ways = bullets(link(f"/hall/{hall.slug}/", hall.title) for hall in HALLS)
        news = bullets(link(f"/news/{n + 1}", self._headline(n)) for n in self._news.on(1))
        main = (
            f"<h1>{self.title}</h1>\n{paragraphs(HOUSE[:2])}{SEARCH_FORM}{section('Halls', ways, 'halls')}"
            f"{section('News', news, 'news')}"
        )
        return self.page("Welcome", main, visit=visit)

    def _official(self, visit: Visit, rest: str) -> DemoAnswer | None:
        name = _STATIC[visit.path[1:]]
        return self.page(name, f"<h1>{name}</h1>\n{paragraphs(HOUSE)}", visit=visit) if not rest else None

    def _headline(self, number: int) -> str:
        return expand(HEADLINES[number % len(HEADLINES)], Dice("headline", self.seed, number))

    def _article(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            rows = [(f"/news/{n + 1}", self._headline(n)) for n in self._news.on(self._page(visit, self._news))]
            return self._list(visit, "News", rows, self._news)
        number = _number(rest, self._news.total)
        if number < 0:
            return None
        text = paragraphs(story(NEWS, 2, Dice("news", self.seed, number)))
        title = self._headline(number)
        return self.page(title, f"<h1>{title}</h1>\n{text}", visit=visit)

    def _name_of(self, number: int) -> str:
        dice = Dice("staff", self.seed, number)
        return f"{dice.pick(FIRST_NAMES)} {surname(dice.below(len(LETTERS)), dice.below(60))}"

    def _person(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            rows = [(f"/staff/{n + 1}", self._name_of(n)) for n in self._staff.on(self._page(visit, self._staff))]
            return self._list(visit, "Staff", rows, self._staff)
        number = _number(rest, self._staff.total)
        if number < 0:
            return None
        dice, name = Dice("person", self.seed, number), self._name_of(number)
        text = paragraphs(story(STAFF, 1, dice, {"name": name, "town": dice.pick(TOWNS)}))
        return self.page(name, f"<h1>{name}</h1>\n<p>{dice.pick(ROLES)}</p>\n{text}", visit=visit)

    def _page(self, visit: Visit, paged: Paged) -> int:
        return paged.number(visit.query.get("page", ""))

    def _list(self, visit: Visit, title: str, rows: list[tuple[str, str]], paged: Paged) -> DemoAnswer | None:
        page = self._page(visit, paged)
        turn = pager(visit.path, page, paged.pages)
        main = f"<h1>{title}</h1>\n{bullets(link(href, label) for href, label in rows)}{turn}"
        return self.page(title, main, visit=visit) if page else None


def _number(text: str, total: int) -> int:
    """The place of a page with a number in its address; -1 if there is none."""
    number = int(text) - 1 if text.isascii() and text.isdecimal() and len(text) < 10 else -1
    return number if number < total else -1
