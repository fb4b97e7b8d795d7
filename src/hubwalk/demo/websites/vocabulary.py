"""What sites write about: the subjects with their words (words/*.toml), and who is whose neighbour."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject's words. A site draws on the core and on one or two themes only."""

    name: str
    core: tuple[str, ...]
    themes: Mapping[str, tuple[str, ...]]
    verbs: tuple[str, ...]
    names: tuple[str, ...]  # of products, places, people; with capitals
    next_to: str = ""  # topic of which it borrows words
    borrows: tuple[str, ...] = ()  # the themes of that topic


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "words" / f"{name}.toml").read_text("utf-8"))


def _subjects(file: str) -> dict[str, Subject]:
    return {
        name: Subject(
            name,
            tuple(words["core"].split()),
            {theme: tuple(text.split()) for theme, text in words["themes"].items()},
            tuple(words["verbs"].split()),
            tuple(words["names"].split()),
            words.get("next_to", ""),
            tuple(words.get("borrows", ())),
        )
        for name, words in _load(file).items()
    }


_TOPICS, _NEIGHBOURS, _UNRELATED = _subjects("topics"), _subjects("neighbours"), _subjects("unrelated")
SUBJECTS: dict[str, Subject] = {**_TOPICS, **_NEIGHBOURS, **_UNRELATED}
NEIGHBOUR_NAMES = tuple(_NEIGHBOURS)
UNRELATED_NAMES = tuple(_UNRELATED)
NEXT_TO: dict[str, tuple[str, ...]] = {
    topic: tuple(other.name for other in _NEIGHBOURS.values() if other.next_to == topic) for topic in _TOPICS
}
GENERAL: dict[str, tuple[str, ...]] = {name: tuple(text.split()) for name, text in _load("general").items()}
SENTENCES: dict[str, tuple[str, ...]] = {
    role: tuple(text.strip().splitlines()) for role, text in _load("sentences").items()
}
