"""Numbers, units and prices as sheets write them: "1.234,5 mm", "2,7 Zoll", "12 x 8 x 3 cm", "10-20 W", "1/2000 s".

Units and their conversion are those of pint, written numbers and prices are read by price-parser; both are imported
on first use. This file finds where in a text they stand. quantulum3 finds that too, but in English only: it reads
"2,7 Zoll" as 2 and 7, takes seconds to load, and its model comes as a pickle bound to one version of scikit-learn.

A number with one separator and three digits after it ("1.234 kg") has two readings, and both are given. What is
said in two units, the larger one first ("1 m 80 cm", "5 ft 11 in"), is one amount.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
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
_EURO = re.compile(r"\b(?:euros?|ευρώ)\b", re.IGNORECASE)
_AND = re.compile(r"\s*(?:(?:and|und|et|e|και|&)\s+)?", re.IGNORECASE)  # between the parts of one amount
_OTHER = re.compile(r"[^\W_]+")
_PARTICLE = re.compile(rf"(?:{'|'.join(units.PARTICLES)})$|d['’](?=\w)", re.IGNORECASE)
_SPELLINGS = {spelling.casefold(): unit for spelling, unit in units.SPELLINGS.items()}
_MULTIPLIERS = {word.casefold(): factor for word, factor in units.MULTIPLIERS.items()}
_MOST_WORDS = 3  # of a unit
_BEFORE_UNIT = 2  # words: a multiplier and a particle
_ROUNDED = 0.01  # between an amount in two units, for sheets round what they convert: 6.9 cm are 2.7 inches
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
    groups = _groups(_prepared(text))
    return tuple(value for group in groups for values in group.readings for value in values)


@lru_cache(maxsize=4096)
def amounts(text: str, unit: str, default: str = "", also: tuple[str, ...] = ()) -> tuple[float, ...]:
    """What a text states in `unit` or in one that can be converted, in all readings; nothing if it states nothing.

    A number without a unit counts as one in `default`, the unit that stands elsewhere (in the label), or in `unit`.
    `also` are further spellings of `unit`.
    """
    spellings = {_folded(spelling) for spelling in also}

    def find(words: Sequence[str]) -> tuple[str, int] | None:
        return _first_unit(words, unit, spellings) if words else (default or unit, 0)

    in_pixels = convertible(unit, "pixel")
    found: list[float | None] = []
    for measure in _measures(text, find):
        if measure.product and in_pixels:
            found.append(convert(measure.product, "pixel", unit))
        else:
            found += [convert(value, measure.unit, unit) for values in measure.readings for value in values]
    return tuple(value for value in found if value is not None)


def say_the_same(one: str, other: str) -> bool:
    """True if two texts say the same in other spellings: blanks and case, or units ("0.3 kg" and "300 g"). Where the
    amounts are the same, one text may have words that the other lacks ("4x" and "4x optical")."""
    if _squeezed(one) == _squeezed(other):
        return True
    (ours, words), (theirs, others) = _said(one), _said(other)
    if not ours or len(ours) != len(theirs) or not (words <= others or others <= words):
        return False
    return all(map(_are_equal, ours, theirs))


@lru_cache(maxsize=4096)
def prices(text: str) -> tuple[tuple[float, str], ...]:
    """Amounts and currencies of the prices of a text. Where some numbers have a currency, the others are no prices
    ("299 € incl. 20 % tax"); where none has, the first is one, and its currency is ""."""
    text = _EURO.sub("EUR", re.sub(_GAP, " ", text[:MAX_TEXT]))
    first = _price(text)
    spans = [match.span() for match in re.finditer(_PLAIN, text)]
    if first is None or not first[1] or len(spans) < 2:
        return (first,) if first else ()
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    before = _price(text[: ends[0]])
    if before is not None and before[1]:  # "EUR 999", so what stands before a number is its currency
        pieces = [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    else:
        pieces = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return tuple(price for price in map(_price, pieces) if price and price[1]) or (first,)


def _price(text: str) -> tuple[float, str] | None:
    from price_parser import Price

    read = Price.fromstring(text)
    if read.amount is None or not any(character.isdigit() for character in text):
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

    readings: list[list[float]]  # of each number
    words: list[str]  # that follow
    start: int
    ends: list[int]  # of the numbers, and of each word
    product: float = 0.0  # of "4000 x 3000"


@dataclass(frozen=True, slots=True)
class _Measure:
    """Numbers and their unit."""

    readings: list[list[float]]  # of each number, millions as such
    unit: str  # "": none is said
    start: int
    end: int  # of the unit
    named: bool  # the unit stands there, and is not that of elsewhere
    product: float = 0.0


def _prepared(text: str) -> str:
    return re.sub(_GAP, " ", text[:MAX_TEXT]).translate(_HALVES)


def _groups(text: str) -> Iterator[_Group]:
    ends: list[int] = []
    for match in _GROUP.finditer(text):
        readings = [reading for number in _NUMBER.findall(match[0]) if (reading := _read(number))]
        if readings and match[0][0] in "-−" and not _is_dash(match, ends):
            readings[0] = [-value for value in readings[0]]
        words: list[str] = []
        ends = [match.end()]
        while len(words) < _MOST_WORDS + _BEFORE_UNIT and (word := _WORD.match(text, ends[-1])):
            words.append(word[1])
            ends.append(word.end())
        crossed = len(readings) == 2 and _CROSS.search(match[0]) is not None
        if readings:
            product = readings[0][0] * readings[1][0] if crossed else 0.0
            yield _Group(readings, words, match.start(), ends, product)


def _is_dash(match: re.Match[str], ends: Sequence[int]) -> bool:
    """ "10 cm - 20 cm": no sign, for it stands between numbers; `ends` are those of the one before and of its words."""
    return match[0][1:2].isspace() and len(match.string[: match.start()].rstrip()) in ends


def _measures(text: str, find: Callable[[Sequence[str]], tuple[str, int] | None]) -> Iterator[_Measure]:
    """The numbers of a text with the units that `find` knows: a unit and how many words it has, None if it is none."""
    text = _prepared(text)
    run: list[_Measure] = []  # parts of one amount
    for group in _groups(text):
        factor, words = _multiplier(group.words)
        found = find(words)
        if found is None:
            continue
        unit, count = found
        end = group.ends[len(group.words) - len(words) + count]
        readings = [[factor * value for value in values] for values in group.readings]
        measure = _Measure(readings, unit, group.start, end, count > 0, group.product)
        follows = bool(run) and _AND.fullmatch(text, run[-1].end, measure.start) and text[measure.start].isdigit()
        if run and not (follows and _continues(run[-1], measure)):
            yield _sum(run)
            run = []
        run.append(measure)
    if run:
        yield _sum(run)


def _continues(measure: _Measure, more: _Measure) -> bool:
    """ "80 cm" after "1 m": a smaller unit, and less than one of the larger."""
    if len(measure.readings) != 1 or len(more.readings) != 1 or not (measure.named and more.named):
        return False
    whole, part = measure.readings[0], more.readings[0]
    if len(whole) != 1 or len(part) != 1 or not whole[0].is_integer() or convertible(more.unit, "dimensionless"):
        return False
    nothing, one = convert(0, measure.unit, more.unit), convert(1, measure.unit, more.unit)
    return nothing == 0 and one is not None and one > 1 and 0 <= part[0] < one and whole[0] >= 0


def _sum(run: Sequence[_Measure]) -> _Measure:
    first = run[0]
    if len(run) == 1:
        return first
    total = math.fsum(convert(each.readings[0][0], each.unit, first.unit) or 0.0 for each in run)
    return _Measure([[total]], first.unit, first.start, run[-1].end, named=True)


@lru_cache(maxsize=4096)
def _said(text: str) -> tuple[tuple[tuple[list[float], str], ...], frozenset[str]]:
    """The numbers of a text, in all their readings and with their units, and its other words."""
    text = _prepared(text)
    measures = list(_measures(text, _any_unit))
    starts, ends = [each.start for each in measures], [each.end for each in measures]
    between = [text[start:end] for start, end in zip([0, *ends], [*starts, len(text)], strict=True)]
    numbers = tuple((values, each.unit) for each in measures for values in each.readings)
    return numbers, frozenset(_OTHER.findall(" ".join(between).casefold()))


def _are_equal(one: tuple[list[float], str], other: tuple[list[float], str]) -> bool:
    (ours, unit), (theirs, to) = one, other
    if not unit or not to or _unit(unit) == _unit(to):
        return any(math.isclose(a, b) for a in ours for b in theirs)
    converted = [convert(value, unit, to) for value in ours]
    return any(a is not None and math.isclose(a, b, rel_tol=_ROUNDED) for a in converted for b in theirs)


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


def _multiplier(words: Sequence[str]) -> tuple[float, Sequence[str]]:
    """ "million pixels" is 1e6 pixels, and so is "millions de pixels"."""
    factor = _MULTIPLIERS.get(_folded(words[0])) if words else None
    words = words[1:] if factor else words
    if words and (particle := _PARTICLE.match(words[0])):
        rest = words[0][particle.end() :]
        words = [rest, *words[1:]] if rest else words[1:]
    return factor or 1.0, words


def _first_unit(words: Sequence[str], wanted: str, spellings: set[str]) -> tuple[str, int] | None:
    """The unit that the words begin with, and how many they are; None if it is none that can become the wanted one."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[:count])
        if _folded(said) in spellings:
            return wanted, count
        if convertible(said, wanted):
            return said, count
    return None


def _any_unit(words: Sequence[str]) -> tuple[str, int]:
    """The same of all units. Of several words only spellings that are known: "g in" would be grams times inches."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[:count])
        if _folded(said) in _SPELLINGS or (count == 1 and is_unit(said)):
            return said, count
    return "", 0


def _squeezed(text: str) -> str:
    return "".join(text.casefold().split())


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
