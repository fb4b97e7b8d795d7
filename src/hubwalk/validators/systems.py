"""Tables that say every value twice, in metric and in imperial units: one thing, and no comparison of two.

Either the head says so, by the names of the systems, or the values do: those of most rows are one amount in two units
("120 mm", "4.7 in"), where the units may stand in the head. Two things that are compared are told in the same units,
and their amounts differ. The first value stays.

Many things with one amount each may be told twice as well ("Planet", "Diameter (km)", "Diameter (mi)"): then the head
names that amount, and all values are of one unit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hubwalk.validators.boxes import Box
from hubwalk.validators.quantities import convertible, say_the_same
from hubwalk.validators.table_rows import Row, is_head
from hubwalk.validators.value_forms import is_unit, number_form

_LEAST = 2  # rows: in one row two amounts may be equal by chance
_MOST = 2 / 3  # of the rows whose values differ
_ROUNDED = 0.05  # between two amounts: 0.3 inches are 7.6 mm, and were 8
_NAMES = tuple(
    re.compile(f"(?:{names})(?: (?:units?|system|values?|measure(?:ment)?s?))?", re.IGNORECASE)
    for names in (
        r"metric|si|metrisch\w*|métrique|metrico|μετρικ\w*",
        r"imperial|u\.?s\.?(?: customary)?|imperial ?/ ?us|usa|english|inch(?:es)?|zoll|impérial|imperiale",
    )
)
_OF_ANY = re.compile(  # what a head may call all values of one thing
    r"(?:sizes?|values?|measure(?:ment)?s?|dimensions?|amounts?|units?|größen?|maße?|werte?|abmessung(?:en)?|tailles?|"
    r"valeurs?|mesures?|dimension[ei]|misur[ae]|valor[ei]|μέγεθος|τιμή|διαστάσεις)?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]")
_NUMBER = re.compile(r"\d+")


def in_one_system(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with one value each, if they have the same in two systems of units."""
    full = [row for row in rows if len(row) == 3]
    if len(full) < _LEAST or any(len(row) > 3 for row in rows):
        return rows
    at = [column for column, _ in full[-1]]
    first = next(row for row in rows if set(at[1:]) <= {column for column, _ in row})
    head = [cell for column, cell in first if column in at[1:]]
    names, units = zip(*(_name_and_unit(cell.text) for cell in head), strict=True)
    named = _are_systems(*names)
    bare = all(is_unit(cell.text, unit) for (_, cell), unit in zip(full[-1][1:], units, strict=True))
    if named or bare or is_head(first):
        body = [row for row in full if row is not first]
    else:
        body, units = full, ("", "")
    if not named and not _are_conversions([[*map(_said, row[1:], units)] for row in body]):
        return rows
    if _are_of_things(rows, first, names, [_said(row[1], units[0]) for row in body]):
        return rows
    known = [unit if convertible(unit, unit) else "" for unit in units]
    kept = [_single(row, at, known) for row in rows if row is not first or body is full]
    # A head over two columns is what a listing is told by, so one is left where the corner of the table is empty.
    return [[(at[0], head[0]), (at[1], head[0])], *kept] if is_head(first) else kept


def _name_and_unit(text: str) -> tuple[str, str]:
    """ "Metric (mm)" is a name and a unit, "mm" may be either."""
    match = _BRACKETS.fullmatch(text)
    return (match[1], match[2]) if match else (text, text)


def _are_systems(one: str, other: str) -> bool:
    metric, imperial = _NAMES
    return any(metric.fullmatch(a) and imperial.fullmatch(b) for a, b in ((one, other), (other, one)))


def _are_of_things(rows: Sequence[Row], first: Row, names: Sequence[str], values: Sequence[str]) -> bool:
    """True if the head names one quantity for both columns, or above both, and all values are of it."""
    above = [row[1][1] for row in rows if row is not first and len(row) == 2 and is_head(row)]
    named = {cell.text for cell in above if cell.wide == len(names)} | ({names[0]} if names[0] == names[1] else set())
    return len(set(map(number_form, values))) == 1 and any(not _OF_ANY.fullmatch(name.strip()) for name in named)


def _said(cell: tuple[int, Box], unit: str) -> str:
    text = cell[1].text
    return f"{text} {unit}" if unit and is_unit(text, unit) else text


def _single(row: Row, at: Sequence[int], units: Sequence[str]) -> Row:
    """The row with the first of its values, wherever that stands."""
    if len(row) < 2 or row[1][0] not in at[1:]:
        return row
    column, cell = row[1]
    said = _said(row[1], "" if cell.wide > 1 else units[at.index(column) - 1])
    if said != cell.text:
        cell = cell.saying(said)
    return [row[0], (at[1], cell)]


def _are_conversions(values: Sequence[Sequence[str]]) -> bool:
    differ = [(one, other) for one, other in values if one != other]
    need, found = max(_LEAST, _MOST * len(differ)), 0
    for left, (one, other) in zip(range(len(differ), 0, -1), differ, strict=True):
        if found + left < need:  # before all the units of a comparison have been asked for
            return False
        found += _is_conversion(one, other)
    return found >= need


def _is_conversion(one: str, other: str) -> bool:
    """True for one amount in two units; what is in one unit has one form, and "4x" and "4x optical" have one number."""
    ours, theirs = _NUMBER.findall(one), _NUMBER.findall(other)
    if not ours or not theirs or ours == theirs or number_form(one) == number_form(other):
        return False
    return say_the_same(one, other, _ROUNDED)
