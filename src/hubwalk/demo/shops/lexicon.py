"""What the sites of a language say: one TOML file per language, all with the same keys."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

LANGUAGES = ("en", "de", "fr", "it", "el")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language; `{name}` and the like in them are holes, see demo/prose.py."""

    language: str
    words: Mapping[str, str]
    prices: Sequence[str]  # what stands before a price
    names: Mapping[str, Sequence[str]]  # ends of the names of sites, by what they do
    kinds: Mapping[str, Sequence[str]]  # kind of product -> one, several
    sections: Mapping[str, Sequence[str]]  # form of page -> what its department is called
    labels: Mapping[str, Sequence[str]]  # key of a fact -> what sites call it
    sentences: Mapping[str, Sequence[str]]  # form of page, or kind of product


@lru_cache(maxsize=len(LANGUAGES))
def lexicon(language: str) -> Lexicon:
    """The words of one of LANGUAGES."""
    data = tomllib.loads((files(__package__) / "words" / f"{language}.toml").read_text("utf-8"))
    prices = data["words"].pop("price")
    parts = ("names", "kinds", "sections", "labels", "sentences")
    return Lexicon(language, data["words"], prices, *(data[part] for part in parts))
