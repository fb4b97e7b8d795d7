"""Numbers, units and prices as sheets write them: "1.234,5 mm", "2,7 Zoll", "12 x 8 x 3 cm", "10-20 W", "1/2000 s".

Units and their conversion are those of pint, written numbers and prices are read by price-parser; both are imported
on first use. This file finds where in a text they stand. quantulum3 finds that too, but in English only: it reads
"2,7 Zoll" as 2 and 7, takes seconds to load, and its model comes as a pickle bound to one version of scikit-learn.

A number with one separator and three digits after it ("1.234 kg") has two readings, and both are given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hubwalk.validators import units

MAX_TEXT = 240  # characters of a text that are read
_MAX_DIGITS = 24  # longer ones are codes
_GAP = "[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]"
_PLAIN = r"(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*|[.,]\d+)"
_ONE = rf"{_PLAIN}(?:\s?/\s?{_PLAIN})?"
_BETWEEN = r"\s*(?:x|×|\*|-|–|—|−|\.{2,3}|…|to|bis|à|au)\s*"
_GROUP = re.compile(rf"(?<![\w.,])(?:[-−+±]\s?)?{_ONE}(?:{_BETWEEN}{_ONE})*", re.IGNORECASE)
_NUMBER = re.compile(_ONE)
_CROSS = re.compile("[x×*]", re.IGNORECASE)
_WORD = re.compile(r"""\s*-?([^\W\d_][^\s\d,;:()\[\]|+<>=~-]*[23]?|[°%"″”'′×µ][^\s\d,;:()\[\]|+<>=~-]*)""")
_UNIT = re.compile(r"(?:[°%µ²³/·* .]|[^\W\d_](?:\^?[23])?)+")  # no other digits: a parser can be kept busy with powers
_EXPONENT = re.compile(r"([^\W\d_])\^?([23])")
_HALVES = str.maketrans({"½": ".5", "¼": ".25", "¾": ".75"})
_THOUSANDS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_SPELLINGS = {spelling.casefold(): unit for spelling, unit in units.SPELLINGS.items()}
_MULTIPLIERS = {word.casefold(): factor for word, factor in units.MULTIPLIERS.items()}
_MOST_WORDS = 3  # of a unit
_LETTERS_MATTER = 3  # up to so many: mW is not MW, but Pixel is pixel


def is_unit(unit: str) -> bool:
    """True if quantities can be converted to this unit."""
    return _unit(unit) is not None


def convertible(unit: str, to: str) -> bool:
    """True if both are units of the same dimension."""
    ours, theirs = _unit(unit), _unit(to)
    return ours is not None and theirs is not None and bool(ours.is_compatible_with(theirs))


def convert(value: float, unit: str, to: str) -> float | None:
    """The value in another unit; None if there is no way from one to the other. Offsets (degrees) are seen to."""
    ours, theirs = _unit(unit), _unit(to)
    if ours is None or theirs is None:
        return None
    try:
        number = float(_library().Quantity(value, ours).to(theirs).magnitude)
    except Exception:  # of many kinds: other dimensions, overflow, a logarithm of nothing
        return None
    return number if math.isfinite(number) else None


@lru_cache(maxsize=4096)
def numbers(text: str) -> tuple[float, ...]:
    """All numbers of a text, in all their readings; a range gives both ends, and "1/2.5" is 0.4."""
    return tuple(value for group in _groups(text) for value in group.values)


@lru_cache(maxsize=4096)
def amounts(text: str, unit: str, default: str = "", also: tuple[str, ...] = ()) -> tuple[float, ...]:
    """What a text states in `unit` or in one that can be converted, in all readings; nothing if it states nothing.

    A number without a unit counts as one in `default`, the unit that stands elsewhere (in the label), or in `unit`.
    `also` are further spellings of `unit`.
    """
    spellings = {_folded(spelling) for spelling in also}
    found: list[float | None] = []
    for group in _groups(text):
        factor, words = _multiplier(group.words)
        said = _first_unit(words, unit, spellings) if words else default or unit
        if said is None:
            continue
        if group.product and convertible(unit, "pixel"):
            found.append(convert(group.product, "pixel", unit))
        else:
            found += [convert(factor * value, said, unit) for value in group.values]
    return tuple(value for value in found if value is not None)


@lru_cache(maxsize=4096)
def price(text: str) -> tuple[float, str] | None:
    """Amount and currency ("" if the text names none) of the first price of a text."""
    from price_parser import Price

    read = Price.fromstring(text[:MAX_TEXT])
    if read.amount is None or not any(character.isdigit() for character in text[:MAX_TEXT]):
        return None
    return float(read.amount), _CURRENCIES.get(read.currency or "", read.currency or "")


_CURRENCIES = {"€": "EUR", "euro": "EUR", "eur": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "¥": "JPY", "zł": "PLN"}


def is_currency(code: str) -> bool:
    """True for codes like EUR."""
    from price_parser import Price

    return bool(re.fullmatch("[A-Z]{3}", code)) and Price.fromstring(f"1 {code}").currency == code


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Group:
    """Numbers that share what follows them."""

    values: list[float]  # in all readings
    words: list[str]  # that follow
    product: float = 0.0  # of "4000 x 3000"


def _groups(text: str) -> Iterator[_Group]:
    text = re.sub(_GAP, " ", text[:MAX_TEXT]).translate(_HALVES)
    for match in _GROUP.finditer(text):
        readings = [_read(number) for number in _NUMBER.findall(match[0])]
        values = [value for reading in readings for value in reading]
        if values and match[0][0] in "-−":
            values[: len(readings[0])] = [-value for value in readings[0]]
        words: list[str] = []
        at = match.end()
        while len(words) <= _MOST_WORDS and (word := _WORD.match(text, at)):
            words.append(word[1])
            at = word.end()
        crossed = len(readings) == 2 and _CROSS.search(match[0]) is not None and all(readings)
        if values:
            yield _Group(values, words, readings[0][0] * readings[1][0] if crossed else 0.0)


def _read(written: str) -> list[float]:
    """The readings of one number, or of a fraction."""
    over, slash, under = (part.strip() for part in written.partition("/"))
    if slash:
        return [a / b for a in _read(over) for b in _read(under) if b]
    if len(over) > _MAX_DIGITS:
        return []
    from price_parser.parser import parse_number

    plain = re.sub("[ '’]", "", over)
    thousands = _THOUSANDS.fullmatch(plain)
    if thousands:
        read = [parse_number(plain), parse_number(plain, thousands[1])]
    else:
        single = plain.count(".") + plain.count(",") == 1
        read = [parse_number(plain, ("." if "." in plain else ",") if single else None)]
    return [float(value) for value in read if value is not None]


def _multiplier(words: list[str]) -> tuple[float, list[str]]:
    """ "million pixels" is 1e6 pixels."""
    factor = _MULTIPLIERS.get(_folded(words[0])) if words else None
    return (factor, words[1:]) if factor else (1.0, words)


def _first_unit(words: list[str], wanted: str, spellings: set[str]) -> str | None:
    """The unit that the words begin with; None if it is none that can become the wanted one."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[:count])
        if _folded(said) in spellings:
            return wanted
        if convertible(said, wanted):
            return said
    return None


def _folded(unit: str) -> str:
    return " ".join(unit.replace(".", " ").casefold().split())


# -- units ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _library() -> Any:
    import pint

    return pint.UnitRegistry()


@lru_cache(maxsize=4096)
def _unit(written: str) -> Any:
    """The library's unit, None if there is none of that name. Only short and plain texts are shown to its parser."""
    spelled = _SPELLINGS.get(_folded(written))
    if spelled is None:
        stripped = written.strip().rstrip(".")
        if not stripped or len(stripped) > 30 or not _UNIT.fullmatch(stripped):
            return None
        spelled = _EXPONENT.sub(r"\1**\2", stripped.replace("·", "*"))
    for spelling in dict.fromkeys((spelled, spelled.lower() if len(spelled) > _LETTERS_MATTER else spelled)):
        try:
            return _library().parse_units(spelling)
        except Exception:  # what is no unit fails in many ways, some of them those of Python's own tokenizer
            continue
    return None
