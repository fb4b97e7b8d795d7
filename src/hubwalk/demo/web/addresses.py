"""Where the items of a site lie, and which item lies at an address. Arithmetic both ways: no table of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.demo.chance import Scramble
from hubwalk.demo.site import Visit
from hubwalk.demo.web.shelf import Shelf
from hubwalk.demo.web.style import Style

_CODES = 1 << 24
OVERVIEW = "overview"
PARTED = ("sheet", "review")  # forms whose items have further pages


@dataclass(frozen=True, slots=True)
class Item:
    """A page of an item. Its main part is "": the sheet, the review, the story."""

    shelf: Shelf
    number: int
    part: str = ""


class Addresses:
    """The items of one site."""

    def __init__(self, style: Style, shelves: Sequence[Shelf], salt: int) -> None:
        self._style = style
        self._shelves = shelves
        self._by_slug = {shelf.slug: shelf for shelf in shelves}
        self._codes = Scramble(_CODES, "items", salt)
        self._starts: list[int] = []
        total = 0
        for shelf in shelves:
            self._starts.append(total)
            total += shelf.count

    def parts(self, shelf: Shelf) -> tuple[str, ...]:
        """The further parts of each item of a shelf."""
        return self._style.parts if shelf.form in PARTED else ()

    def item(self, shelf: Shelf, number: int, part: str = "") -> str:
        parts = self.parts(shelf)
        step = self._step(shelf, part)
        if self._style.urls == "speaking":
            slug = shelf.catalogue.product(number).slug
            if not parts:
                return f"/{shelf.slug}/{slug}.html"
            return f"/{shelf.slug}/{slug}/{step + '/' if step else ''}"
        code = self.code(shelf, number)
        if self._style.urls == "query":
            return f"/show.php?id={code}{f'&view={step}' if step else ''}"
        return f"/p/{code:06x}{f'/{step}' if step else ''}"

    def listed(self, shelf: Shelf, number: int) -> str:
        """Where lists point to: the overview of an item if it has one."""
        return self.item(shelf, number, OVERVIEW if OVERVIEW in self.parts(shelf) else "")

    def _step(self, shelf: Shelf, part: str) -> str:
        """What a part adds to the address; nothing for the overview, or for the main part where there is none."""
        if OVERVIEW not in self.parts(shelf):
            return part
        return "" if part == OVERVIEW else part or _MAIN[shelf.form]

    def _part(self, shelf: Shelf, step: str) -> str | None:
        parts = self.parts(shelf)
        if not step:
            return OVERVIEW if OVERVIEW in parts else ""
        if OVERVIEW in parts and step == _MAIN[shelf.form]:
            return ""
        return step if step in parts and step != OVERVIEW else None

    def code(self, shelf: Shelf, number: int) -> int:
        return self._codes.code(self._starts[shelf.number] + number - shelf.first)

    def decode(self, code: int) -> tuple[Shelf, int] | None:
        place = self._codes.number(code) if 0 <= code < _CODES else _CODES
        for shelf, start in zip(self._shelves, self._starts, strict=True):
            if start <= place < start + shelf.count:
                return shelf, place - start + shelf.first
        return None

    def find(self, visit: Visit) -> Item | None:
        """The item page at an address, spelled as `item` spells it."""
        found = self._find(visit)
        if found is None:
            return None
        shelf, number, step = found
        part = self._part(shelf, step)
        return None if part is None else Item(shelf, number, part)

    def _find(self, visit: Visit) -> tuple[Shelf, int, str] | None:
        if self._style.urls == "speaking":
            return self._find_speaking(visit.path)
        if self._style.urls == "query":
            text, step = visit.query.get("id", ""), visit.query.get("view", "")
            if visit.path != "/show.php" or not text.isdecimal() or len(text) > 9:
                return None
            found = self.decode(int(text))
        else:
            head, _, rest = visit.path.removeprefix("/p/").partition("/")
            if not visit.path.startswith("/p/") or len(head) != 6 or set(head) - set("0123456789abcdef"):
                return None
            found, step = self.decode(int(head, 16)), rest
        return None if found is None else (*found, step)

    def _find_speaking(self, path: str) -> tuple[Shelf, int, str] | None:
        head, _, rest = path[1:].partition("/")
        shelf = self._by_slug.get(head)
        if shelf is None:
            return None
        if self.parts(shelf):
            slug, slash, step = rest.partition("/")
            if not slash or (step and not step.endswith("/")):
                return None
            step = step.removesuffix("/")
        else:
            slug, step = rest.removesuffix(".html"), ""
            if slug == rest:
                return None
        number = shelf.catalogue.find(slug)
        return (shelf, number, step) if number in shelf.numbers else None


_MAIN = {"sheet": "specs", "review": "review"}
