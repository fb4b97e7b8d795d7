"""The products of a site: numbered in order of appearance, dealt to brands, and found again by their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from hubwalk.demo.chance import Dice, Scramble, Wheel, mix
from hubwalk.demo.prose import expand, story
from hubwalk.demo.sheets import Kind

_SLUG = re.compile(r"([a-z]+)-([a-z]+)(\d+)$")
_APART = 37  # steps between the brands, lest the first models of all brands bear the same number


@dataclass(frozen=True, slots=True)
class Product:
    """A model. Nothing but its number and the seed decides what it is."""

    number: int
    maker: int  # number of its brand
    brand: str
    family: str
    model: int
    year: int
    month: int

    @property
    def name(self) -> str:
        return f"{self.brand} {self.family}{self.model}"

    @property
    def slug(self) -> str:
        return f"{self.brand}-{self.family}{self.model}".lower()


class Catalogue:
    """`count` products of one kind, from `first_year` on, by the makers that have a share."""

    def __init__(
        self,
        kind: Kind,
        count: int,
        seed: int,
        *,
        brands: Sequence[str],
        shares: Sequence[int],
        first_year: int,
        years: int,
    ) -> None:
        self.kind = kind
        self.count = count
        self.seed = seed
        self.brands = brands
        self.first_year = first_year
        self.years = years
        self._salt = mix(seed, crc32(kind.name.encode()))
        self._makers = Wheel(shares, kind.name, seed)
        self.category, values = next(iter(kind.traits.items()))  # the trait that lists are made by
        self._categories = Wheel([2 + place * 3 % 5 for place in range(len(values))], "category", kind.name, seed)
        self._maker_of = {brand.lower(): number for number, brand in enumerate(brands)}

    @cached_property
    def _models(self) -> Scramble:
        # Model numbers of one brand: all with as many digits, at least half of them unused, so that a guessed one is
        # mostly wrong.
        most = max(self.made_by(maker) for maker in range(len(self.brands)))
        modulus = 900
        while modulus < 2 * most:
            modulus *= 10
        return Scramble(modulus, self.kind.name, self.seed)

    # -- one product --------------------------------------------------------------------------------------------------

    def product(self, number: int) -> Product:
        maker = self._makers.group(number)
        models = self._models
        code = models.code(self._makers.rank(number) + maker * _APART) + models.modulus // 9
        family = self.kind.series[mix(self._salt, number, 1) % len(self.kind.series)]
        year = self.first_year + number * self.years // self.count
        first = self.of_year(year).start
        month = 1 + (number - first) * 12 // max(1, len(self.of_year(year)))
        return Product(number, maker, self.brands[maker], family, code, year, month)

    def find(self, slug: str) -> int:
        """The number of the product with that slug; -1 if there is none."""
        parts = _SLUG.match(slug)
        if not parts or parts[1] not in self._maker_of or len(parts[3]) > 18:
            return -1
        maker = self._maker_of[parts[1]]
        code = int(parts[3]) - self._models.modulus // 9
        if not 0 <= code < self._models.modulus:
            return -1
        rank = (self._models.number(code) - maker * _APART) % self._models.modulus
        if rank >= self.made_by(maker):
            return -1
        number = self._makers.member(maker, rank)
        return number if self.product(number).slug == slug else -1

    def trait(self, number: int, label: str) -> str:
        values = self.kind.traits[label]
        if label == self.category:
            return values[self._categories.group(number)]
        return values[mix(self._salt, number, crc32(label.encode())) % len(values)]

    def facts(self, number: int) -> list[tuple[str, list[tuple[str, str]]]]:
        """The specification sheet of a product, group by group."""
        product = self.product(number)
        dice = Dice("facts", self._salt, number)
        overview = [("Manufacturer", product.brand), ("Model", product.name), ("Announced", f"{product.year}")]
        overview += [(label.capitalize(), self.trait(number, label)) for label in self.kind.traits]
        groups = [("Overview", overview)]
        for heading, rows in self.kind.sheet:
            # A real sheet has gaps: what the maker does not say is not there.
            facts = [(label, expand(template, dice)) for label, template in rows if not dice.percent(8)]
            groups.append((heading, facts))
        return groups

    def description(self, number: int, length: int) -> list[str]:
        """`length` paragraphs about a product."""
        product = self.product(number)
        names = {"name": product.name, "maker": product.brand}
        return story(self.kind.sentences, length, Dice("text", self._salt, number), names)

    # -- lists --------------------------------------------------------------------------------------------------------

    def made_by(self, maker: int, before: int | None = None) -> int:
        """How many products a brand has, in all or below a number."""
        return self._makers.size(maker, self.count if before is None else before)

    def of_maker(self, maker: int, positions: range) -> list[int]:
        """The products at these positions of a brand's list."""
        return [self._makers.member(maker, position) for position in positions]

    def in_category(self, value: str, before: int | None = None) -> int:
        """How many products have this value of the category trait, in all or below a number."""
        place = self.kind.traits[self.category].index(value)
        return self._categories.size(place, self.count if before is None else before)

    def of_category(self, value: str, positions: range) -> list[int]:
        """The products at these positions of a category's list."""
        place = self.kind.traits[self.category].index(value)
        return [self._categories.member(place, position) for position in positions]

    def of_year(self, year: int) -> range:
        """The products of a year: they are numbered in order of appearance."""
        first, last = (-(-(year - self.first_year + step) * self.count // self.years) for step in (0, 1))
        return range(max(0, first), min(self.count, last))

    def matching(self, wanted: dict[str, str], start: int, most: int) -> list[int]:
        """Up to `most` products with these traits; looks at a bounded number of them from `start` on."""
        found = []
        for step in range(min(150, self.count)):
            number = (start + step) % self.count
            if all(self.trait(number, label) == value for label, value in wanted.items()):
                found.append(number)
                if len(found) == most:
                    break
        return found
