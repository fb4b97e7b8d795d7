"""The halls of the museum, what scripts ask of them, and which technique shows which object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.demo.instrument_objects import Instrument, Objects
from hubwalk.demo.instrument_rooms import BATCH, Room, framed, plain_list, shell, write
from hubwalk.demo.markup import Paged, bullets, document, link, pager
from hubwalk.demo.site import DemoAnswer, DemoSite, Handler, Section, Visit, Way, html_answer, redirect
from hubwalk.demo.site_sections import paged_section

_SEARCHED = 200  # objects that a search looks at, lest it takes longer on a larger site
_RESULTS = 20


@dataclass(frozen=True, slots=True)
class Hall:
    """One family of instruments, shown by one technique."""

    slug: str
    title: str
    what: str  # one of them
    technique: str  # see instrument_rooms.py
    weight: int = 1  # its share of the objects
    per_page: int = 12


HALLS = (
    Hall("keyboards", "Keyboards", "spinet", "links", weight=3, per_page=20),
    Hall("viols", "Viols", "viol", "hover"),
    Hall("lutes", "Lutes", "lute", "menu"),
    Hall("harps", "Harps", "harp", "fetch"),
    Hall("flutes", "Flutes", "flute", "history"),
    Hall("oboes", "Oboes", "oboe", "onclick"),
    Hall("clarinets", "Clarinets", "clarinet", "window"),
    Hall("trumpets", "Trumpets", "trumpet", "select"),
    Hall("zithers", "Zithers", "zither", "form"),
    Hall("bells", "Bells", "handbell", "tabs"),
    Hall("drums", "Drums", "drum", "details"),
    Hall("horns", "Horns", "horn", "more", weight=2, per_page=24),
    Hall("gongs", "Gongs", "gong", "scroll", weight=2, per_page=24),
    Hall("lyres", "Lyres", "lyre", "shadow"),
    Hall("organs", "Organs", "positive organ", "frame"),
    Hall("whistles", "Whistles", "whistle", "delegate"),
    Hall("bagpipes", "Bagpipes", "bagpipe", "focus"),
    Hall("citterns", "Citterns", "cittern", "pages"),
    Hall("music-boxes", "Music boxes", "music box", "dialog"),
    Hall("automata", "Automata", "automaton", "rendering"),
)
_PLACES = {hall.slug: place for place, hall in enumerate(HALLS)}


def json_answer(data: object) -> DemoAnswer:
    return DemoAnswer(200, (("Content-Type", "application/json"),), json.dumps(data).encode())


class Halls:
    """Answers for halls, sheets, the data that scripts fetch, and the search."""

    def __init__(self, site: DemoSite, count: int) -> None:
        self._site = site
        self.objects = Objects(
            count, site.seed, weights=[hall.weight for hall in HALLS], whats=[hall.what for hall in HALLS]
        )
        self.routes: dict[str, Handler] = {
            "hall/": self._hall,
            "object/": self._object,
            "data/": self._data,
            "frame/": self._framed,
            "show": self._show,
            "search": self._search,
        }

    @property
    def sections(self) -> tuple[Section, ...]:
        rooms = [(f"/hall/{hall.slug}/", self._paged(place).pages) for place, hall in enumerate(HALLS)]
        return (
            Section("objects", self.objects.count, lambda number: self.objects.instrument(number).path),
            paged_section("halls", [("/hall/", 1), *rooms]),
        )

    def way_to(self, it: Instrument) -> Way:
        """How a visitor gets to an object."""
        hall = HALLS[it.hall]
        page, place = divmod(it.rank, hall.per_page)
        hub = f"/hall/{hall.slug}/" + (f"?page={page + 1}" if page else "")
        shown = hall.technique == "more" and place < BATCH  # the first rows stand in the page
        return Way("links" if shown else hall.technique, hub)

    def technique(self, it: Instrument) -> str:
        return HALLS[it.hall].technique

    # -- rooms --------------------------------------------------------------------------------------------------------

    def _paged(self, place: int) -> Paged:
        return Paged(self.objects.in_hall(place), HALLS[place].per_page)

    def _room(self, slug: str, asked: str) -> Room | None:
        place = _PLACES.get(slug, -1)
        page = self._paged(place).number(asked) if place >= 0 else 0
        if not page:
            return None
        return Room(slug, page, tuple(self.objects.of_hall(place, self._paged(place).on(page))))

    def _hall(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            ways = bullets(link(f"/hall/{hall.slug}/", hall.title) for hall in HALLS)
            return self._site.page("Halls", f"<h1>Halls</h1>\n{ways}", visit=visit)
        room = self._room(rest.removesuffix("/"), visit.query.get("page", "")) if rest.endswith("/") else None
        if room is None:
            return None
        place = _PLACES[room.hall]
        hall, pages = HALLS[place], self._paged(place).pages
        shown = write(hall.technique, room) + pager(visit.path, room.page, pages)
        return self._site.page(hall.title, f"<h1>{hall.title}</h1>\n{shown}", visit=visit)

    def _framed(self, visit: Visit, rest: str) -> DemoAnswer | None:
        room = self._room(rest, visit.query.get("page", ""))
        if room is None or HALLS[_PLACES[rest]].technique != "frame":
            return None
        return html_answer(document(title="Objects", style=".row{cursor:pointer}", body_html=framed(room)))

    # -- objects ------------------------------------------------------------------------------------------------------

    def _trail(self, it: Instrument) -> Sequence[tuple[str, str]]:
        return [("/", "Home"), ("/hall/", "Halls"), (self.way_to(it).hub, HALLS[it.hall].title)]

    def _object(self, visit: Visit, rest: str) -> DemoAnswer | None:
        it = self.objects.find(rest)
        if it is None:
            return None
        main = shell(it) if self.technique(it) == "rendering" else self.objects.sheet(it, self._trail(it))
        return self._site.page(it.name, main, visit=visit)

    def _show(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """Where the form with many buttons goes."""
        it = self.objects.find(visit.query.get("object", "")) if not rest else None
        return redirect(it.path) if it else None

    def _data(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if rest == "object":
            it = self.objects.find(visit.query.get("code", ""))
            return json_answer(self.objects.data(it, self._trail(it))) if it else None
        room = self._room(rest, visit.query.get("page", ""))
        if room is None:
            return None
        if HALLS[_PLACES[rest]].technique == "menu":
            return json_answer(_menu_level(room, visit.query.get("period", ""), visit.query.get("town", "")))
        asked = visit.query.get("batch", "")
        if not asked:
            return json_answer({"objects": [it.entry for it in room.objects]})
        number = Paged(len(room.objects), BATCH).number(asked)
        more = number * BATCH < len(room.objects)
        return json_answer({"objects": [it.entry for it in room.batch(number)], "more": more}) if number else None

    def _search(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """Objects with all the words in their names or places; none without a word."""
        if rest:
            return None
        words = visit.query.get("q", "").lower().split()[:5]
        found: list[Instrument] = []
        for number in range(min(_SEARCHED, self.objects.count) if words else 0):
            it = self.objects.instrument(number)
            if all(word in f"{it.name} {it.town} {it.period} {HALLS[it.hall].title}".lower() for word in words):
                found.append(it)
        said = f"<p>{len(found)} found</p>\n" if words else "<p>Which word?</p>\n"
        main = f"<h1>Search</h1>\n{SEARCH_FORM}{said}{plain_list(found[:_RESULTS])}"
        return self._site.page("Search", main, visit=visit)


SEARCH_FORM = (
    '<form action="/search" role="search"><p><input type="search" name="q" aria-label="Search"> '
    "<button>Search</button></p></form>\n"
)


def _menu_level(room: Room, period: str, town: str) -> dict[str, list[str] | list[dict[str, str]]]:
    """One level of the nested menu: the periods, the towns of a period, or the objects of both."""
    if not period:
        return {"entries": sorted({it.period for it in room.objects})}
    if not town:
        return {"entries": sorted({it.town for it in room.objects if it.period == period})}
    return {"objects": [it.entry for it in room.objects if (it.period, it.town) == (period, town)]}
