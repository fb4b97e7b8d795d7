"""What is known of a kind of thing: its attributes, what they are called in which language, and what values they take.

The domain ontology of AllRight (xCRAWL 2010, section 6.2), as frozen values. They come from a file (ontology_file.py)
or are made in Python; what a page says is held against them in plausible.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# Value types, and which of them have a range.
TYPES = ("text", "number", "quantity", "price", "date", "boolean", "choice")
RANGED = ("number", "quantity", "price", "date")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of a class."""

    name: str
    synonyms: tuple[tuple[str, str], ...] = ()  # (language, other name); the language is "" where none was given
    type: str = "text"  # one of TYPES
    unit: str = ""  # of a quantity: minimum and maximum are in it; of a price: the currency
    unit_synonyms: tuple[str, ...] = ()  # how pages write the unit, beside the spellings that are known anyway
    minimum: float = -math.inf  # of a date: the year
    maximum: float = math.inf
    choices: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All that pages may call it, each once."""
        return tuple(dict.fromkeys([self.name, *(name for _, name in self.synonyms)]))


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What to ask search engines for, to find things of a class: see discovery/sources/ontology_queries.py."""

    words: tuple[tuple[str, tuple[str, ...]], ...] = ()  # (language, the forms of a general word: laptop, laptops)
    pairs: tuple[tuple[str, str], ...] = ()  # (manufacturer, model)
    values: tuple[tuple[str, str, str], ...] = ()  # (attribute, language, a value as pages write it); "": any language


@dataclass(frozen=True, slots=True)
class Ontology:
    """One class of things, by its attributes."""

    names: tuple[str, ...]  # of the class, the one to print first
    attributes: tuple[Attribute, ...]
    need: int = 0  # attributes that make an instance; 0: see `needed`
    lexicon: Lexicon = Lexicon()

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def needed(self) -> int:
        """How many attributes a page must show: what the file says, or a third of them, but at least three.

        No page shows all, and pages of other kinds share a few: everything has a price and a weight.
        """
        some = max(3, math.ceil(len(self.attributes) / 3))
        return min(self.need or some, len(self.attributes))
