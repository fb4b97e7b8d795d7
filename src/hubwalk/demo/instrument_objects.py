"""The objects of the museum: numbered, dealt to the halls, found again by their inventory numbers; and their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hubwalk.demo.chance import Dice, Scramble, Wheel
from hubwalk.demo.instrument_words import ADJECTIVES, PERIODS, SHEET, STORY
from hubwalk.demo.markup import breadcrumbs, paragraphs, table
from hubwalk.demo.prose import expand, story
from hubwalk.demo.words import TOWNS, brand_names

_FIRST_YEAR = 1500
_CENTURY = 100
_MAKERS = 24


@dataclass(frozen=True, slots=True)
class Instrument:
    """An object. Nothing but its number and the seed decides what it is."""

    number: int
    code: str  # inventory number, the address of its sheet
    hall: int
    rank: int  # its place in its hall, from 0
    what: str  # spinet
    name: str  # Walnut spinet by Kaldovra
    maker: str
    town: str
    year: int

    @property
    def path(self) -> str:
        return f"/object/{self.code}"

    @property
    def period(self) -> str:
        return PERIODS[(self.year - _FIRST_YEAR) // _CENTURY]

    @property
    def entry(self) -> dict[str, str]:
        """The object as lists show it."""
        return {"url": self.path, "name": self.name, "town": self.town, "period": self.period, "year": str(self.year)}


class Objects:
    """`count` objects; hall n gets a share of weights[n] and shows instruments that are called whats[n]."""

    def __init__(self, count: int, seed: int, *, weights: Sequence[int], whats: Sequence[str]) -> None:
        self.count = count
        self.seed = seed
        self._whats = whats
        self._wheel = Wheel(weights, "halls", seed)
        self._makers = brand_names(_MAKERS, seed + 2)
        self._modulus = 9_000_000  # inventory numbers have as many digits; most of those are not given
        while self._modulus < 4 * count:
            self._modulus *= 10
        self._codes = Scramble(self._modulus, "inventory", seed)

    def instrument(self, number: int) -> Instrument:
        hall = self._wheel.group(number)
        dice = Dice("instrument", self.seed, number)
        maker, town, what = dice.pick(self._makers), dice.pick(TOWNS), self._whats[hall]
        return Instrument(
            number=number,
            code=str(self._codes.code(number) + self._modulus // 9),
            hall=hall,
            rank=self._wheel.rank(number),
            what=what,
            name=f"{dice.pick(ADJECTIVES)} {what} by {maker}",
            maker=maker,
            town=town,
            year=_FIRST_YEAR + dice.below(len(PERIODS) * _CENTURY),
        )

    def find(self, code: str) -> Instrument | None:
        """The object with that inventory number."""
        if not (code.isascii() and code.isdecimal() and len(code) < 19):
            return None
        place = int(code) - self._modulus // 9
        number = self._codes.number(place) if 0 <= place < self._modulus else self.count
        found = self.instrument(number) if number < self.count else None
        return found if found and found.code == code else None

    def in_hall(self, hall: int) -> int:
        return self._wheel.size(hall, self.count)

    def of_hall(self, hall: int, places: range) -> list[Instrument]:
        """What stands at these places of a hall."""
        return [self.instrument(self._wheel.member(hall, place)) for place in places]

    # -- the sheet ----------------------------------------------------------------------------------------------------

    def facts(self, it: Instrument) -> list[tuple[str, list[tuple[str, str]]]]:
        dice = Dice("facts", self.seed, it.number)
        overview = [("Inventory number", it.code), ("Instrument", it.what), ("Maker", it.maker), ("Place", it.town)]
        overview += [("Year", str(it.year)), ("Period", it.period)]
        groups = [("Overview", overview)]
        for heading, rows in SHEET:
            groups.append((heading, [(label, expand(text, dice)) for label, text in rows if not dice.percent(8)]))
        return groups

    def text(self, it: Instrument) -> list[str]:
        names = {"what": it.what, "maker": it.maker, "town": it.town}
        return story(STORY, 2, Dice("story", self.seed, it.number), names)

    def sheet(self, it: Instrument, trail: Sequence[tuple[str, str]]) -> str:
        """The sheet as HTML; scripts/sheet.js builds the same from `data`."""
        crumbs = breadcrumbs(trail, it.name)
        return f"{crumbs}<h1>{it.name}</h1>\n{paragraphs(self.text(it))}{table(self.facts(it), 'sheet')}"

    def data(self, it: Instrument, trail: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """All that the sheet says, for a script."""
        return {"name": it.name, "trail": trail, "text": self.text(it), "facts": self.facts(it)}
