"""The rooms of the museum: each hall shows its objects in another way that scripts offer.

A function gets a room and writes what the server sends; what is missing there is made in the browser by the script of
the same name in instrument_scripts/. None but `links` (and the first rows of `more`) has a link that HTML shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from itertools import groupby

from hubwalk.demo.instrument_objects import Instrument
from hubwalk.demo.markup import bullets, link

BATCH = 3  # objects that `more`, `scroll` and `pages` show at a time


@dataclass(frozen=True, slots=True)
class Room:
    """One page of a hall."""

    hall: str  # slug
    page: int
    objects: tuple[Instrument, ...]

    @property
    def data(self) -> str:
        """Where scripts ask for the objects."""
        return f"/data/{self.hall}?page={self.page}"

    def batch(self, number: int) -> tuple[Instrument, ...]:
        return self.objects[(number - 1) * BATCH : number * BATCH]

    def by_town(self) -> dict[str, list[dict[str, str]]]:
        ordered = sorted(self.objects, key=lambda it: (it.town, it.number))
        return {town: [it.entry for it in some] for town, some in groupby(ordered, key=lambda it: it.town)}


def plain_list(objects: Iterable[Instrument]) -> str:
    return bullets((f"{link(it.path, it.name)} {it.town} {it.year}" for it in objects), "objects")


def _script(name: str) -> str:
    return f'<script type="module" src="/js/{name}.js"></script>\n'


def _inline(data: object) -> str:
    """Data for a script, in the page itself."""
    text = json.dumps(data).replace("</", "<\\/")
    return f'<script type="application/json" id="objects">{text}</script>\n'


def _links(room: Room) -> str:
    return plain_list(room.objects)


def _hover(room: Room) -> str:
    towns = room.by_town()
    menu = bullets((f'<span class="flyout" data-town="{town}">{town}</span>' for town in towns), "menu")
    return f"<p>Point at a town.</p>\n{menu}{_inline(towns)}{_script('hover')}"


def _menu(room: Room) -> str:
    return f'<div id="catalogue" data-source="{room.data}"><button type="button">Catalogue</button></div>\n' + _script(
        "menu"
    )


def _fetch(room: Room) -> str:
    return f'<div id="list" data-source="{room.data}">Loading ...</div>\n{_script("fetch")}'


def _history(room: Room) -> str:
    rows = bullets((f'<span class="row" data-path="{it.path}">{it.name}</span>' for it in room.objects), "routes")
    return rows + _script("history")


def _onclick(room: Room) -> str:
    forms = (
        '<span class="row" onclick="location.href=\'{path}\'">{name}</span>',
        '<a href="#" onclick="showObject({code}); return false">{name}</a>',
        '<a href="javascript:showObject({code})">{name}</a>',
        '<button type="button" onclick="document.location = \'{path}\'">{name}</button>',
    )
    rows = [
        forms[place % len(forms)].format(path=it.path, code=it.code, name=it.name)
        for place, it in enumerate(room.objects)
    ]
    return "<script>function showObject(code) { window.location = '/object/' + code; }</script>\n" + bullets(rows)


def _window(room: Room) -> str:
    rows = "".join(f'<tr data-open="{it.path}"><td>{it.name}</td><td>{it.year}</td></tr>\n' for it in room.objects)
    return f'<table class="index"><tbody>\n{rows}</tbody></table>\n{_script("window")}'


def _select(room: Room) -> str:
    options = "".join(f'<option value="{it.path}">{it.name}</option>\n' for it in room.objects)
    return (
        '<p><select aria-label="Object" onchange="if (this.value) location.href = this.value">\n'
        f'<option value="">Choose an object</option>\n{options}</select></p>\n'
    )


def _form(room: Room) -> str:
    """Buttons that send forms: each its own form, or one form that all share."""
    own = [
        f'<form action="{it.path}" method="get"><button>{it.name}</button></form>' for it in room.objects if it.rank % 2
    ]
    shared = "".join(
        f'<button type="submit" name="object" value="{it.code}">{it.name}</button>\n'
        for it in room.objects
        if not it.rank % 2
    )
    return bullets(own, "forms") + f'<form action="/show">\n<p>{shared}</p></form>\n'


def _tabs(room: Room) -> str:
    towns = room.by_town()
    tabs = "".join(f'<button type="button" role="tab" data-town="{town}">{town}</button>\n' for town in towns)
    panel = '<div role="tabpanel" id="panel"></div>\n'
    return f'<div role="tablist">\n{tabs}</div>\n{panel}{_inline(towns)}{_script("tabs")}'


def _details(room: Room) -> str:
    towns = room.by_town()
    parts = "".join(f'<details name="town"><summary>{town}</summary></details>\n' for town in towns)
    return f'<div class="accordion">\n{parts}</div>\n{_inline(towns)}{_script("details")}'


def _more(room: Room) -> str:
    button = '<p><button type="button" id="more">Load more</button></p>\n' if len(room.objects) > BATCH else ""
    return f'<div id="list" data-source="{room.data}">\n{plain_list(room.batch(1))}</div>\n{button}{_script("more")}'


def _scroll(room: Room) -> str:
    return f'<ul id="list" class="tall" data-source="{room.data}"></ul>\n<div id="end">...</div>\n{_script("scroll")}'


def _shadow(room: Room) -> str:
    return f'<museum-shelf data-source="{room.data}"></museum-shelf>\n{_script("shadow")}'


def _frame(room: Room) -> str:
    return f'<div id="holder" data-frame="/frame/{room.hall}?page={room.page}"></div>\n{_script("frame")}'


def framed(room: Room) -> str:
    """The document in the frame of the hall `frame`: links that leave it, and rows that lead the whole window away."""
    rows = (
        link(it.path, it.name).replace("<a ", '<a target="_top" ')
        if it.rank % 2
        else f'<span class="row" onclick="top.location.href = \'{it.path}\'">{it.name}</span>'
        for it in room.objects
    )
    return bullets(rows)


def _delegate(room: Room) -> str:
    cards = "".join(f'<div class="card" data-href="{it.path}"><b>{it.name}</b></div>\n' for it in room.objects)
    return f"{cards}{_script('delegate')}"


def _focus(room: Room) -> str:
    box = '<input id="guess" autocomplete="off" aria-label="Object" placeholder="Which one?">'
    return f'<div class="combo">{box}</div>\n{_inline([it.entry for it in room.objects])}{_script("focus")}'


def _pages(room: Room) -> str:
    return f'<div id="list" data-source="{room.data}"></div>\n<p id="turn"></p>\n{_script("pages")}'


def _dialog(room: Room) -> str:
    return f'<div id="list" data-source="{room.data}"></div>\n{_script("dialog")}'


def _rendering(room: Room) -> str:
    return f'<div id="list" data-source="{room.data}"></div>\n{_script("rendering")}'


WRITE: dict[str, Callable[[Room], str]] = {
    "links": _links,
    "hover": _hover,
    "menu": _menu,
    "fetch": _fetch,
    "history": _history,
    "onclick": _onclick,
    "window": _window,
    "select": _select,
    "form": _form,
    "tabs": _tabs,
    "details": _details,
    "more": _more,
    "scroll": _scroll,
    "shadow": _shadow,
    "frame": _frame,
    "delegate": _delegate,
    "focus": _focus,
    "pages": _pages,
    "dialog": _dialog,
    "rendering": _rendering,
}


def write(technique: str, room: Room) -> str:
    """The main part of a room's page, below its heading."""
    return WRITE[technique](room)


def shell(it: Instrument) -> str:
    """The main part of a sheet that a script fills in: what a plain crawler gets to see of it."""
    return (
        f'<div id="sheet" data-source="/data/object?code={escape(it.code)}"></div>\n'
        f"<noscript><p>This sheet needs scripts.</p></noscript>\n{_script('sheet')}"
    )
