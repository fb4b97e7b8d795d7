"""Numbers, units and prices as sheets write them: "1.234,5 mm", "2,7 Zoll", "12 x 8 x 3 cm", "10-20 W", "1/2000 s".

Units and their conversion are those of pint, written numbers and prices are read by price-parser; both are imported
on first use. Where in a text they stand is found here and in numerals.py. quantulum3 finds that too, but in English
only: it reads "2,7 Zoll" as 2 and 7, takes seconds to load, and its model comes as a pickle bound to one version of
scikit-learn.

A number with one separator and three digits after it ("1.234 kg") has two readings, and both are given. What is
said in two units, the larger one first ("1 m 80 cm", "5 ft 11 in"), is one amount. Units are taken as they are written
where that fits, and in other capitals where it does not ("1,2 KG", "60 hz").
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hubwalk.validators import units
from hubwalk.validators.numerals import GAP, MAX_TEXT, PER_HUNDRED, PLAIN, Group, groups, in_words, prepared
from hubwalk.validators.units import folded

_MAX_DIGITS = 24  # longer ones are codes
_UNIT = re.compile(r"(?:[°%µ²³/·* .]|[^\W\d_](?:\^?[23])?)+")  # no other digits: a parser can be kept busy with powers
_EXPONENT = re.compile(r"([^\W\d_])\^?([23])")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_EURO = re.compile(r"\b(?:euros?|ευρ[ώω])\b", re.IGNORECASE)
_SIGN = re.compile(r"[^\W\d_]*[$£¥€]|[^\W\d_]+\.?|[^\w\s]")  # what may be that of a currency: "US$", "CHF", "Fr."
_CLOCK = re.compile(r"(?<![\w.,:])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?\s?([^\W\d_]+)\.?")  # with what follows
_AND = re.compile(r"\s*(?:(?:and|und|et|e|και|&)\s+)?", re.IGNORECASE)  # between the parts of one amount
_OTHER = re.compile(r"[^\W_]+")
_PARTICLE = re.compile(rf"(?:{'|'.join(units.PARTICLES)})$|d['’](?=\w)", re.IGNORECASE)
_SPELLINGS = {folded(spelling): unit for spelling, unit in units.SPELLINGS.items()}
_MULTIPLIERS = {folded(word): factor for word, factor in units.MULTIPLIERS.items()}
_SYMBOLS = {symbol.casefold(): symbol for symbol in units.SYMBOLS}
_MOST_WORDS = 3  # of a unit
_FOOTNOTES = "/*†‡"  # behind a unit: "230 V/50 Hz", "300 g*"
_ROUNDED = 0.01  # between an amount in two units, for sheets round what they convert: 6.9 cm are 2.7 inches
_LETTERS = re.compile(r"[^\W\d_²³]+")
_PREFIXES = "MPYZ"  # that are others in lower case
_SHORT = {"second": "s", "minute": "min", "hour": "h"}  # as the tables of units have them
_LETTERS_MATTER = 3  # up to so many: mW is not MW, but Pixel is pixel


def is_unit(unit: str) -> bool:
    """True if quantities can be converted to this unit."""
    return _unit(unit) is not None


def convertible(unit: str, to: str) -> bool:
    """True if both are units of the same dimension."""
    return _of_one_dimension(unit, to) is not None


def convert(value: float, unit: str, to: str) -> float | None:
    """The value in another unit; None if there is no way from one to the other. Offsets (degrees) are seen to."""
    found = _of_one_dimension(unit, to)
    if found is None:
        return None
    ours, theirs = found
    try:
        number = float(_library().Quantity(value, ours).to(theirs).magnitude)
    except Exception:  # of many kinds: overflow, a logarithm of nothing
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
    spellings = {folded(spelling) for spelling in also}

    def find(words: Sequence[str]) -> tuple[str, int] | None:
        return _first_unit(words, unit, spellings) if words else (default or unit, 0)

    in_pixels = convertible(unit, "pixel")
    found: list[float | None] = []
    for measure in _measures(text, find):
        if measure.product and in_pixels:
            found.append(convert(measure.product, "pixel", unit))
        else:
            said = units.EITHER.get(measure.unit, (measure.unit,))
            found += [convert(value, one, unit) for one in said for values in measure.readings for value in values]
    return tuple(value for value in found if value is not None)


def say_the_same(one: str, other: str, rounded: float = _ROUNDED) -> bool:
    """True if two texts say the same in other spellings: blanks and case, or units ("0.3 kg" and "300 g"). Where the
    amounts are the same, one text may have words that the other lacks ("4x" and "4x optical")."""
    if _squeezed(one) == _squeezed(other):
        return True
    (ours, words), (theirs, others) = _said(one), _said(other)
    if not ours or len(ours) != len(theirs) or not (words <= others or others <= words):
        return False
    return all(_are_equal(a, b, rounded) for a, b in zip(ours, theirs, strict=True))


@lru_cache(maxsize=4096)
def prices(text: str) -> tuple[tuple[float, str], ...]:
    """Amounts and currencies of the prices of a text. Where some numbers have a currency, the others are no prices
    ("299 € incl. 20 % tax"); where none has, the first is one, and its currency is ""."""
    text = _EURO.sub("EUR", re.sub(GAP, " ", text[:MAX_TEXT]))
    first = _price(text)
    spans = [match.span() for match in re.finditer(PLAIN, text)]
    if first is None or not first[1] or len(spans) < 2:
        return (first,) if first else ()
    said = ((_price(text[slice(*spans[i])]), currency) for i, currency in sorted(_with_currency(text, spans).items()))
    return tuple((price[0], currency) for price, currency in said if price) or (first,)


def _with_currency(text: str, spans: Sequence[tuple[int, int]]) -> dict[int, str]:
    """Which numbers have a currency: a sign belongs to the number that it stands next to. Half-way between two it is
    that of the second if the text begins with one ("EUR 999 CHF 1100"), and else that of the first."""
    signs = [(match.span(), code) for match in _SIGN.finditer(text) if (code := _currency(match[0]))]
    leads = bool(signs) and signs[0][0][0] < spans[0][0]
    found: dict[int, str] = {}
    for (start, end), code in signs:
        after = next((i for i, span in enumerate(spans) if span[0] >= end), len(spans))
        near = [(start - spans[after - 1][1], leads, after - 1)] if after else []
        near += [(spans[after][0] - end, not leads, after)] if after < len(spans) else []
        found.setdefault(min(near)[2], code)
    return found


def _currency(sign: str) -> str:
    """The currency of a sign; "" if it is none, or only has one in it."""
    from price_parser import Price

    found = Price.fromstring(sign).currency or ""
    letters = found.rstrip(".")
    return _CURRENCIES.get(found, found) if letters == sign.rstrip(".$") or not letters.isalpha() else ""


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
class _Measure:
    """Numbers and their unit."""

    readings: list[list[float]]  # of each number, millions as such
    unit: str  # "": none is said
    start: int
    end: int  # of the unit
    named: bool  # the unit stands there, and is not that of elsewhere
    product: float = 0.0


def _prepared(text: str) -> str:
    return _CLOCK.sub(_in_units, prepared(text, _ends_range))


def _ends_range(unit: str) -> bool:
    """True for what stands behind "10 min-1 h" and "5 min -1 °C", and not behind turns."""
    return convertible(unit, "s") or convertible(unit, "kelvin")


def _in_units(clock: re.Match[str]) -> str:
    """ "1:30 h" as "1 h 30 min"; what is no time stays as it is."""
    below = {"hour": ("h", "min", "s"), "minute": ("min", "s")}.get(str(_unit(clock[4])), ())
    parts = [part for part in clock.groups()[:3] if part]
    if len(parts) > len(below):
        return clock[0]
    return " ".join(f"{part} {unit}" for part, unit in zip(parts, below, strict=False))


def _groups(text: str) -> Iterator[Group]:
    return groups(text, _read)


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
        end = len(text[: group.ends[len(group.words) - len(words) + count]].rstrip(_FOOTNOTES))
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
    """The numbers of a text, in all their readings and with their units, and its other words. What is said again in
    another unit counts once: "2.7 inch (6.9 cm)"."""
    text = _prepared(text)
    measures = list(_measures(text, _any_unit))
    starts, ends = [each.start for each in measures], [each.end for each in measures]
    between = [text[start:end] for start, end in zip([0, *ends], [*starts, len(text)], strict=True)]
    numbers: list[tuple[list[float], str]] = []
    for amount in ((values, each.unit) for each in measures for values in each.readings):
        if not any(_is_again(amount, before) for before in numbers):
            numbers.append(amount)
    return tuple(numbers), frozenset(_OTHER.findall(" ".join(between).casefold()))


def _is_again(amount: tuple[list[float], str], before: tuple[list[float], str]) -> bool:
    unit, other = amount[1], before[1]
    return bool(unit and other) and _unit(unit) != _unit(other) and _are_equal(amount, before)


def _are_equal(one: tuple[list[float], str], other: tuple[list[float], str], rounded: float = _ROUNDED) -> bool:
    (ours, unit), (theirs, to) = one, other
    if not unit or not to or _unit(unit) == _unit(to):
        return any(math.isclose(a, b) for a in ours for b in theirs)
    converted = [convert(value, unit, to) for value in ours]
    return any(a is not None and math.isclose(a, b, rel_tol=rounded) for a in converted for b in theirs)


def _read(written: str) -> list[float]:
    """The readings of one plain number."""
    if len(written) > _MAX_DIGITS:
        return []
    from price_parser.parser import parse_number

    plain = re.sub("[ '’]", "", written)
    thousands = _THOUSANDS.fullmatch(plain)
    if thousands:
        read = [parse_number(plain), parse_number(plain, thousands[1])]
    else:
        single = plain.count(".") + plain.count(",") == 1
        read = [parse_number(plain, ("." if "." in plain else ",") if single else None)]
    return [float(value) for value in read if value is not None]


def _multiplier(words: Sequence[str]) -> tuple[float, Sequence[str]]:
    """ "million pixels" is 1e6 pixels, and so is "millions de pixels"."""
    factor = _MULTIPLIERS.get(folded(words[0])) if words else None
    words = words[1:] if factor else words
    if words and (particle := _PARTICLE.match(words[0])):
        rest = words[0][particle.end() :]
        words = [rest, *words[1:]] if rest else words[1:]
    return factor or 1.0, words


def _first_unit(words: Sequence[str], wanted: str, spellings: set[str]) -> tuple[str, int] | None:
    """The unit that the words begin with, and how many they are; None if it is none that can become the wanted one."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[:count]).rstrip(_FOOTNOTES)
        if folded(said) in spellings:
            return wanted, count
        for unit in dict.fromkeys((said, said.removesuffix(PER_HUNDRED))):  # liters, of a car also per 100 km
            if convertible(unit, wanted):
                return unit, count
    return None


def _any_unit(words: Sequence[str]) -> tuple[str, int]:
    """The same of all units. Of several words only spellings that are known: "g in" would be grams times inches."""
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[:count]).rstrip(_FOOTNOTES)
        if folded(said) in _SPELLINGS or (count == 1 and is_unit(said)):
            return said, count
    return "", 0


def _squeezed(text: str) -> str:
    return "".join(text.casefold().split())


# -- units ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _library() -> Any:
    import pint

    registry: Any = pint.UnitRegistry()
    registry.define("hundredkm = 100 * kilometer")
    registry.define("delta_decibel = [level]")  # what the library makes of dB in "dB/km", and then does not know
    return registry


def _unit(written: str) -> Any:
    """The library's unit, None if there is none of that name."""
    return next(iter(_units(written)), None)


def _of_one_dimension(unit: str, to: str) -> tuple[Any, Any] | None:
    """What two texts mean if they are to be converted: as they are written, or else in other capitals ("300 G")."""
    either = ((ours, theirs) for ours in _units(unit) for theirs in _units(to))
    return next((both for both in either if both[0].is_compatible_with(both[1])), None)


@lru_cache(maxsize=4096)
def _units(written: str) -> tuple[Any, ...]:
    """The units that a text may mean, the likeliest first. Only short and plain texts are shown to the parser."""
    stripped = written.strip().rstrip(".")
    spelled = _SPELLINGS.get(folded(written))
    if spelled is not None and stripped not in units.AS_WRITTEN:
        return (_library().parse_units(spelled),)
    stripped = _per(in_words(stripped))
    if not stripped or len(stripped) > 30 or not _UNIT.fullmatch(stripped):
        return ()
    plain = _EXPONENT.sub(r"\1**\2", stripped.replace("·", "*"))
    found: list[Any] = []
    for spell in (lambda unit: units.AS_WRITTEN.get(stripped, unit), _in_other_capitals):
        try:
            unit = _library().parse_units(spell(plain))
            unit.dimensionality  # noqa: B018  # it fails for some that the library has just made, and later nobody looks
        except Exception:  # what is no unit fails in many ways, some of them those of Python's own tokenizer
            continue
        found.append(unit)
    return tuple(dict.fromkeys(found))


def _per(unit: str) -> str:
    """ "Mb/sec" as "Mb/s", "kWh/Jahr" as "kWh/year": what stands below may be spelled as what stands alone."""
    above, stroke, below = unit.rpartition("/")
    known = _SPELLINGS.get(folded(below), below)
    return f"{above}/{_SHORT.get(known, known)}" if stroke and known.isalpha() else unit


def _in_other_capitals(unit: str) -> str:
    """ "KM/H" as "km/h", "Ghz" as "GHz", "Pixel" as "pixel"; but mega never becomes milli, for "MOhm" is "Mohm". Short
    words beside others are what they are: "32 bit PC" has no parsecs."""
    several, apart = len(_LETTERS.findall(unit)) > 1, " " in unit

    def other(match: re.Match[str]) -> str:
        word, lowered = match[0], match[0].lower()
        if lowered in _SYMBOLS and not apart:
            return _SYMBOLS[lowered]
        if len(word) <= _LETTERS_MATTER and (apart or not several):
            return word
        names = _library().parse_unit_name(lowered)
        by_symbol = bool(names) and not lowered.startswith(names[0][0])
        return word[0] + lowered[1:] if by_symbol and word[0] in _PREFIXES else lowered

    return _LETTERS.sub(other, unit)
