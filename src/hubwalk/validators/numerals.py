"""Where numbers stand in a text, and what they are: "12 x 8 x 3", "−20 bis +60", "2 ½", "1/2000", "1.5×10³", "F2.8".

Numbers that share what follows them are one group. How a plain number is read ("1.234,5") is asked of the caller,
quantities.py, which has a library for that. No text is read beyond MAX_TEXT characters, so time is bounded.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

MAX_TEXT = 240  # characters of a text that are read
MOST_WORDS = 5  # behind a number
GAP = "[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]"
PLAIN = r"(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*|[.,]\d+)"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_POWER = rf"(?:[eE]([-+]?\d{{1,2}})(?!\w)|\s?[x×*·]\s?10(?:\^([-−]?\d{{1,2}})|(⁻?[{_RAISED}]{{1,2}})))"
# Wholes and parts, as inches and kilograms are told: no other parts, for "100 1/60 s" are two numbers.
_MIXED = r"(\d{1,3})\s{1,2}(\d{1,2})/([2-9]|10|16|32|64)(?![\d/]|[.,]\d)"
_LISTED = rf"{PLAIN}(?:\s?/\s?{PLAIN}){{1,3}}"
_ONE = rf"(?:{_MIXED}|{PLAIN}{_POWER}|{_LISTED}|{PLAIN})"
_SIGN = r"(?:[-−+±]\s?)?"
_BETWEEN = r"\s*(?:x|×|\*|-|–|—|−|\.{2,3}|…|to|bis|à|au)\s*"
# Not in the middle of a word, but behind "ca." and behind the sign of an aperture or a factor: F2.8, x2.9 (not x64).
_START = rf"(?:(?<![\w.,])|(?<=[^\W\d_][^\W\d_]\.))(?:{_SIGN}|[fx×](?=\d)(?!(?:64|86)(?!\d)))"
_GROUP = re.compile(rf"{_START}{_ONE}(?:{_BETWEEN}{_SIGN}{_ONE})*", re.IGNORECASE)
_NUMBER = re.compile(_ONE, re.IGNORECASE)
_WHOLE_AND_PART = re.compile(_MIXED)
_WITH_POWER = re.compile(rf"({PLAIN}){_POWER}", re.IGNORECASE)
_CROSS = re.compile("[x×*]", re.IGNORECASE)
_REST = r"[^\s\d,;:()\[\]|+<>=~-]*"
_POWER_OF_UNIT = r"(?:(?<=[^\W\d_])[23](?!\w))?"  # m2, but not the 2 of "5V/2A"
_WORD = re.compile(rf"""\s*-?([^\W\d_]{_REST}{_POWER_OF_UNIT}|[°%"″”'′×µ]{_REST}|[“’]+(?![^\W\d_]))""")
_SIDE = rf"[whdlbtp]\s?{PLAIN}"
_SIDES = re.compile(rf"(?<![\w.,]){_SIDE}(?:\s*[x×*]\s*{_SIDE})+", re.IGNORECASE)  # W12 x H8 x D3
_SIDE_NAME = re.compile(r"[whdlbtp]\s?(?=[\d.,])", re.IGNORECASE)
_PARTS = frozenset({2, 3, 4, 5, 6, 8, 16, 32, 64})  # that are told as fractions: "3/4 inch" is no list
# Fractions of one character as whole and part are written otherwise, and the ordinal sign that is taken for a degree.
_CHARACTERS = str.maketrans({
    "º": "°",
    "⁄": "/",
    **{
        chr(code): f" {unicodedata.normalize('NFKC', chr(code))}".replace("⁄", "/")
        for code in (*range(0xBC, 0xBF), *range(0x2150, 0x215F))
    },
})  # fmt: skip

# Units with a number in them, as words: what is per 100 km, and the turns behind "3000". Nothing is told in lengths per
# 100 km: "50 km/100 km" are two ranges, and "50/100 km/h" two speeds.
PER_HUNDRED = "/hundredkm"
_PER_HUNDRED = re.compile(r"(?<=[^\W\d_])(?<!m)\s?/\s?100\s?km\b(?!\s?/)", re.IGNORECASE)
_RAISED_MINUTE = r"min\s?(?:⁻¹|\^[-−]1\b|([-−]1)(?![\w:/]|[.,]\d))"
_TURNS = re.compile(rf"(?<=\d)\s?(?:\s1/min\b|{_RAISED_MINUTE})", re.IGNORECASE)
_TURNS_ALONE = re.compile(_RAISED_MINUTE, re.IGNORECASE)

Read = Callable[[str], list[float]]  # the readings of one plain number


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers that share what follows them."""

    readings: list[list[float]]  # of each number
    words: list[str]  # that follow
    start: int
    ends: list[int]  # of the numbers, and of each word
    product: float = 0.0  # of "4000 x 3000"


def prepared(text: str, ends_range: Callable[[str], bool]) -> str:
    """The text that groups are looked for in: cut, with plain blanks and fractions, and sides without their names.
    `ends_range` tells units of what may go on from minutes: "10 min-1 h" are no turns."""

    def turns(found: re.Match[str]) -> str:
        word = _WORD.match(found.string, found.end()) if found[1] else None
        return found[0] if word and ends_range(word[1]) else " rpm"

    plain = re.sub(GAP, " ", text[:MAX_TEXT]).translate(_CHARACTERS)
    plain = in_words(_TURNS.sub(turns, plain))
    return _SIDES.sub(lambda sides: _SIDE_NAME.sub("", sides[0]), plain)


def in_words(unit: str) -> str:
    """ "l/100 km" and "min⁻¹" without their numbers."""
    return "rpm" if _TURNS_ALONE.fullmatch(unit) else _PER_HUNDRED.sub(PER_HUNDRED, unit)


def groups(text: str, read: Read) -> Iterator[Group]:
    """The numbers of a prepared text."""
    ends: list[int] = []
    for match in _GROUP.finditer(text):
        readings, gaps, last = list[list[float]](), list[str](), 0
        for number in _NUMBER.finditer(match[0]):
            gaps.append(match[0][last : number.start()].strip())
            values = _values(number[0], read)
            if values and _is_negative(gaps, match, ends):
                values[0] = [-value for value in values[0]]
            readings += values
            last = number.end()
        words: list[str] = []
        ends = [match.end()]
        while len(words) < MOST_WORDS and (word := _WORD.match(text, ends[-1])):
            words.append(word[1])
            ends.append(word.end())
        crossed = len(gaps) == len(readings) == 2 and _CROSS.search(gaps[1]) is not None
        if readings:
            product = readings[0][0] * readings[1][0] if crossed else 0.0
            yield Group(readings, words, match.start(), ends, product)


def _is_negative(gaps: Sequence[str], match: re.Match[str], ends: Sequence[int]) -> bool:
    """True if there is a minus before the last number: before the first a lone one, later one behind "to" or a dash."""
    if not gaps[-1].endswith(("-", "−")):
        return False
    return len(gaps[-1]) > 1 if len(gaps) > 1 else not _is_dash(match, ends)


def _is_dash(match: re.Match[str], ends: Sequence[int]) -> bool:
    """ "10 cm - 20 cm": no sign, for it stands between numbers; `ends` are those of the one before and of its words."""
    before = match.string[: match.start()].rstrip()
    return match[0][1:2].isspace() and (len(before) in ends or (bool(ends) and before.endswith(")")))


def _values(written: str, read: Read) -> list[list[float]]:
    """The numbers of a number: one, or those of a list "64/128", each in all its readings."""
    if mixed := _WHOLE_AND_PART.fullmatch(written):
        whole, over, under = map(int, mixed.groups())
        return [[whole + over / under]] if over < under else [[float(whole)], [over / under]]
    if power := _WITH_POWER.fullmatch(written):
        exponent = _exponent(power[2] or power[3] or power[4])
        return [[value * 10.0**exponent for value in read(power[1])]]
    parts = [read(part.strip()) for part in written.split("/")]
    if len(parts) == 2:
        quotients = [a / b for a in parts[0] for b in parts[1] if b]
        parts = [quotients] if _is_fraction(*parts) else [[*parts[0], *quotients], parts[1]]
    return [values for values in parts if values]


def _exponent(written: str) -> int:
    return int(unicodedata.normalize("NFKC", written).replace("−", "-"))  # of raised signs it makes plain ones


def _is_fraction(over: Sequence[float], under: Sequence[float]) -> bool:
    """True for 1/2000 and 3/4: what has another number above, or is not in its lowest terms, may as well be a list."""
    if not over or not under or over[0] <= 1 or under[0] <= 1:
        return True
    a, b = over[0], under[0]
    return a < b and a.is_integer() and b in _PARTS and math.gcd(int(a), int(b)) == 1
