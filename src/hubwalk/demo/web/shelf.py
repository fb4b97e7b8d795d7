"""A section of a site: a stretch of the world's products of one kind, and what the site does with them.

All sites of a domain show the same world: a product has one name, one maker and one set of facts everywhere. A site has
a stretch of the world's numbering, which runs in order of appearance, so that all its lists are arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hubwalk.demo.catalogue import Catalogue
from hubwalk.demo.chance import Dice, mix
from hubwalk.demo.prose import expand
from hubwalk.demo.web.story_words import HEADLINES, SECTIONS, TITLES
from hubwalk.demo.words import FIRST_NAMES, TOWNS, surname

Picker = Callable[[range], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Run:
    """Some neighbours of a list of the world: of all products, of a maker's, of a type's."""

    pick: Picker
    positions: range


@dataclass(frozen=True, slots=True)
class Entries:
    """The items of a list, the newest first within each run."""

    runs: tuple[Run, ...] = ()

    def __len__(self) -> int:
        return sum(len(run.positions) for run in self.runs)

    def at(self, positions: range) -> list[int]:
        """The numbers of the items at some positions of the list."""
        found: list[int] = []
        start = 0
        for run in self.runs:
            count = len(run.positions)
            first, last = max(positions.start - start, 0), min(positions.stop - start, count)
            if first < last:
                end = run.positions.stop
                found += reversed(run.pick(range(end - last, end - first)))
            start += count
        return found


class Shelf:
    """Items of one kind in one form: those that bear these `numbers` in the world."""

    def __init__(self, number: int, form: str, catalogue: Catalogue, numbers: range, salt: int) -> None:
        self.number = number
        self.form = form
        self.catalogue = catalogue
        self.numbers = numbers
        self.first = numbers.start
        self.count = len(numbers)
        self.kind = catalogue.kind
        self._salt = mix(salt, number)
        self.plain_title = SECTIONS[form].format(kind=self.kind.name, plural=self.kind.plural)
        self.title = self.plain_title[0].upper() + self.plain_title[1:]
        self.slug = self.title.lower().replace(" ", "-")

    def dice(self, purpose: str, number: int) -> Dice:
        """What a site says of an item is its own: other sites throw other dice."""
        return Dice(purpose, self._salt, number)

    # -- items --------------------------------------------------------------------------------------------------------

    def name(self, number: int) -> str:
        return self.catalogue.product(number).name

    def names(self, number: int) -> dict[str, str]:
        """What the holes of sentences about an item are filled with."""
        product = self.catalogue.product(number)
        code = mix(self._salt, number, 7)
        other = self.first + code % self.count
        return {
            "name": product.name,
            "maker": product.brand,
            "other": self.name(other if other != number or self.count == 1 else self.first + (code + 1) % self.count),
            "person": f"{FIRST_NAMES[code % len(FIRST_NAMES)]} {surname(code // 64 % 26, code // 2048)}",
            "town": TOWNS[code // 4096 % len(TOWNS)],
            "number": str(number - self.first + 1),
            "label": self._label(number),
        }

    def _label(self, number: int) -> str:
        labels = [label for _, rows in self.kind.sheet for label, _ in rows]
        return labels[number % len(labels)]

    def headline(self, number: int) -> str:
        if HEADLINES[self.form] == "{name}":
            return self.name(number)
        return expand(HEADLINES[self.form], self.dice("headline", number), self.names(number))

    def page_title(self, number: int) -> str:
        return TITLES.get(self.form, "{headline}").format(headline=self.headline(number))

    # -- lists --------------------------------------------------------------------------------------------------------

    def everything(self) -> Entries:
        return Entries((Run(list, self.numbers),))

    def makers(self) -> list[int]:
        """The makers with something on the shelf, by name."""
        return sorted(
            (maker for maker in range(len(self.catalogue.brands)) if len(self.of_maker(maker))),
            key=self.catalogue.brands.__getitem__,
        )

    def of_maker(self, maker: int, within: range | None = None) -> Entries:
        where = self.numbers if within is None else within
        made = self.catalogue.made_by
        positions = range(made(maker, where.start), made(maker, where.stop))
        return Entries((Run(lambda some: self.catalogue.of_maker(maker, some), positions),))

    def types(self) -> list[str]:
        return [value for value in self.catalogue.kind.traits[self.catalogue.category] if len(self.of_type(value))]

    def of_type(self, value: str, within: range | None = None) -> Entries:
        where = self.numbers if within is None else within
        many = self.catalogue.in_category
        positions = range(many(value, where.start), many(value, where.stop))
        return Entries((Run(lambda some: self.catalogue.of_category(value, some), positions),))

    def years(self) -> list[int]:
        """The years with something on the shelf, the last first."""
        catalogue = self.catalogue
        years = range(catalogue.first_year + catalogue.years - 1, catalogue.first_year - 1, -1)
        return [year for year in years if self.year(year)]

    def year(self, year: int) -> range:
        whole = self.catalogue.of_year(year)
        return range(max(whole.start, self.first), min(whole.stop, self.first + self.count))

    def month(self, year: int, month: int) -> range:
        """Months are cut as in Catalogue.product."""
        whole = self.catalogue.of_year(year)
        first, last = (whole.start + -(-len(whole) * step // 12) for step in (month - 1, month))
        return range(max(first, self.first), min(last, self.first + self.count))
