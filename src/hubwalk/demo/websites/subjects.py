"""What sites write about: the subjects with their words, and who is whose neighbour."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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


def subject(
    name: str,
    core: str,
    themes: Mapping[str, str],
    verbs: str,
    names: str,
    *,
    next_to: str = "",
    borrows: tuple[str, ...] = (),
) -> Subject:
    """A subject from lists of words in one string each."""
    split = {theme: tuple(words.split()) for theme, words in themes.items()}
    return Subject(name, tuple(core.split()), split, tuple(verbs.split()), tuple(names.split()), next_to, borrows)
