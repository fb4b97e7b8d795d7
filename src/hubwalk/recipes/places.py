"""Places of links on pages, as a person writes them: DOM paths whose positions may be left open.

`ul.list/li/a` is any link in an item of such a list; a position counts only where it is given, and is written for the
first one, too: `table/tr/td[1]/a` is the first column. (In a link's own path, pages/parse.py, the first of several has
no number.) `dt/a*` is a link there whatever its id or class: some templates name every item.
"""

from __future__ import annotations

import re
from collections.abc import Collection

ANY_NAME = "*"
_POSITION = re.compile(r"\[(\d+)\]$")


def place_expression(place: str) -> str:
    """A regular expression for the DOM paths at a place."""
    return "/".join(_step(step) for step in place.split("/"))


def _step(step: str) -> str:
    found = _POSITION.search(step)
    name = step[: found.start()] if found else step
    bare = re.escape(name[:-1]) + r"(?:[.#][^/\[]*)?" if name.endswith(ANY_NAME) else re.escape(name)
    if found is None:
        return bare + r"(?:\[\d+\])?"
    return bare if int(found[1]) == 1 else bare + re.escape(found[0])


def bare_path(shape: str) -> str:
    """The tags of a shape, without names."""
    return "/".join(_tag(step) for step in shape.split("/"))


def shared_place(shapes: Collection[str]) -> str:
    """The place that several shapes with the same tags have in common."""
    columns = zip(*(shape.split("/") for shape in sorted(shapes)), strict=True)
    return "/".join(steps[0] if len(set(steps)) == 1 else _tag(steps[0]) + ANY_NAME for steps in columns)


def _tag(step: str) -> str:
    return step.partition("#")[0].partition(".")[0]


def narrowed_place(place: str, wanted: Collection[str], others: Collection[str]) -> str:
    """The place with as few positions as it takes to leave out those of the other DOM paths that positions can leave
    out; all paths are at the place."""
    rows = [_positions(path) for path in sorted(set(wanted))]
    against = [_positions(path) for path in sorted(set(others))]
    names = place.split("/")
    fixed = {n: rows[0][n] for n in range(len(names)) if len({row[n] for row in rows}) == 1}
    given: dict[int, int] = {}
    while against:
        left = {n: sum(row[n] == number for row in against) for n, number in fixed.items() if n not in given}
        best = min(left, key=lambda n: (left[n], -n), default=-1)
        if best < 0 or left[best] == len(against):
            break
        given[best] = fixed[best]
        against = [row for row in against if row[best] == given[best]]
    return "/".join(f"{name}[{given[n]}]" if n in given else name for n, name in enumerate(names))


def _positions(path: str) -> list[int]:
    return [int(number[1]) if (number := _POSITION.search(step)) else 1 for step in path.split("/")]
