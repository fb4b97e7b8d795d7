"""Text from a small grammar.

A template is a sentence with holes: `{fast|slow}` is one of the words, `{3-12}` a number from 3 to 12, `{1-9/10}` a
tenth of one, `{maker}` a word that the caller gives. Which word it is depends on the dice alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from hubwalk.demo.chance import Dice

_HOLE = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(\d+)-(\d+)(?:/(\d+))?$")

Hole = tuple[str, ...] | tuple[int, int, int]
_NO_NAMES: Mapping[str, str] = {}


@lru_cache(maxsize=4096)
def _compiled(template: str) -> tuple[tuple[str, ...], tuple[Hole, ...]]:
    """The fixed pieces of a template and the holes between them."""
    pieces = _HOLE.split(template)
    return tuple(pieces[0::2]), tuple(_hole(inner) for inner in pieces[1::2])


def _hole(inner: str) -> Hole:
    numbers = _RANGE.match(inner)
    if numbers:
        return int(numbers[1]), int(numbers[2]), int(numbers[3] or 1)
    return tuple(inner.split("|"))


def expand(template: str, dice: Dice, names: Mapping[str, str] = _NO_NAMES) -> str:
    """One text that the template allows."""
    pieces, holes = _compiled(template)
    parts = [pieces[0]]
    for hole, piece in zip(holes, pieces[1:], strict=True):
        parts.append(_fill(hole, dice, names))
        parts.append(piece)
    return "".join(parts)


def _fill(hole: Hole, dice: Dice, names: Mapping[str, str]) -> str:
    first = hole[0]
    if isinstance(first, int):
        low, high, unit = hole
        number = dice.between(int(low), int(high))
        return str(number) if unit == 1 else f"{number / int(unit):g}"
    if len(hole) == 1:
        return names[first]
    return str(dice.pick(hole))


def paragraph(templates: Sequence[str], sentences: int, dice: Dice, names: Mapping[str, str] = _NO_NAMES) -> str:
    """Some different sentences in a row."""
    return " ".join(expand(template, dice, names) for template in dice.some(templates, sentences))


def story(templates: Sequence[str], length: int, dice: Dice, names: Mapping[str, str] = _NO_NAMES) -> list[str]:
    """`length` paragraphs of three to six sentences; a template comes again only when all have been used."""
    deck: list[str] = []
    texts = []
    for _ in range(length):
        count = dice.between(3, 6)
        if len(deck) < count:
            deck = dice.some(templates, len(templates))
        texts.append(" ".join(expand(template, dice, names) for template in deck[:count]))
        deck = deck[count:]
    return texts
