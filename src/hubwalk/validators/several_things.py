"""Values that speak of no single thing, though they stand beside the labels of a sheet.

Comparisons put two things into one value ("45 MP vs. 24 MP"), guides say how most things of a kind are ("3x in most,
30x in some"), and lists of demands say what to look for ("12 MP or more", "enough for prints?"). Sheets say "up to" and
"max." of one thing, and software asks for "4 GB or more", so bounds are told only where nothing marks a sheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOST = 1 / 2  # of the values: the others are the same for all, or may be said of one thing
_LEAST = 3
_VERSUS = r" (?:vs\.?|versus|gegen|contre|contro|έναντι) \W{0,2}\w"
# Of things in the plural: "and others" ends the list of what one thing has, too.
_OF_A_KIND = (
    r"\b(?:(?:in|for|on|with|of) (?:most|some|others)|most (?:have|are)|enough|usual(?:ly)?|"
    r"(?:bei|für|in) (?:den )?(?:meisten|manchen|anderen)|genug|reich(?:t|en)|üblich\w*|"
    r"(?:pour|chez|sur) (?:la plupart|certains|d['’]autres)|suffi\w+|"
    r"(?:per|in|su) (?:la maggior parte|alcun[ei]|altr[ei])|bast(?:a|ano)|συνήθως|αρκ(?:εί|ούν))\b"
)
_SEVERAL = re.compile(f"{_VERSUS}|{_OF_A_KIND}", re.IGNORECASE)
_DEMANDED = re.compile(
    r"\w.*\?$|\b(?:(?:or|and) (?:more|less|better)|oder (?:mehr|weniger|besser)|ou (?:plus|moins)|o (?:più|meno)|"
    r"ή (?:περισσότερ|λιγότερ)\w+|at least|mindestens|au moins|almeno|τουλάχιστον)\b|"
    r"\b(?:(?:less|more) than|(?:weniger|mehr) als|moins de|plus de|meno di|più di|(?:λιγότερ|περισσότερ)\w+ από|"
    r"under|over|unter|über)\s\W{0,3}\d",
    re.IGNORECASE,
)


def are_of_several(values: Sequence[str]) -> bool:
    """True if the values compare two things, or tell how things of a kind are."""
    return _enough(sum(_SEVERAL.search(value) is not None for value in values), values)


def are_demands(values: Sequence[str]) -> bool:
    """True if the values say what a thing should be like, or ask."""
    return _enough(sum(bool(_DEMANDED.search(value) or _SEVERAL.search(value)) for value in values), values)


def _enough(found: int, values: Sequence[str]) -> bool:
    return found >= max(_LEAST, _MOST * len(values))
