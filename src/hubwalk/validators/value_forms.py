"""Forms of values: what is a number with its unit, and which values are alike.

Part of tabular.py and aligned.py, which tell listings from what is said of one thing.
"""

from __future__ import annotations

import re

_DIGITS = re.compile(r"\d[\d.,' ]*")
_BARE = re.compile(r"[-\d.,' x×/]*\d")  # a number, or some
_MAX_UNIT = 12  # characters


def is_unit(number: str, unit: str) -> bool:
    """True if the first is a bare number and the second may be its unit."""
    return _BARE.fullmatch(number) is not None and len(unit) <= _MAX_UNIT and not _DIGITS.search(unit)


def number_form(value: str) -> str:
    """A value with 0 for every number: alike for prices in one currency, say."""
    return _DIGITS.sub("0", value).replace(" ", "")
