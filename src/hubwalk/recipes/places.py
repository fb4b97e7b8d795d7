"""Places of links on pages, as a person writes them: DOM paths whose positions may be left open.

`ul.list/li/a` is any link in an item of such a list; a position counts only where it is given, and is written for the
first one, too: `table/tr/td[1]/a` is the first column. (In a link's own path, pages/parse.py, the first of several has
no number.)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_POSITION = re.compile(r"\[(\d+)\]$")


def place_expression(place: str) -> str:
    """A regular expression for the DOM paths at a place."""
    return "/".join(_step(step) for step in place.split("/"))


def _step(step: str) -> str:
    found = _POSITION.search(step)
    if found is None:
        return re.escape(step) + r"(?:\[\d+\])?"
    bare = re.escape(step[: found.start()])
    return bare if int(found[1]) == 1 else bare + re.escape(found[0])


def common_place(paths: Collection[str]) -> str:
    """The narrowest place of several DOM paths of one shape: positions that all of them share are given."""
    columns = [_positions(path) for path in sorted(paths)]
    steps = []
    for several in zip(*columns, strict=True):
        name = several[0][0]
        numbers = {number for _, number in several}
        steps.append(f"{name}[{numbers.pop()}]" if len(numbers) == 1 else name)
    return "/".join(steps)


def _positions(path: str) -> Sequence[tuple[str, int]]:
    found = []
    for step in path.split("/"):
        number = _POSITION.search(step)
        found.append((step[: number.start()], int(number[1])) if number else (step, 1))
    return found
