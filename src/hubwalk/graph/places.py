"""Places of links on the pages of a site: shapes of DOM paths without the names of single pages.

A template may write the name of the page into its DOM (`div#SQL-ALTERROLE`). Such a step is the same place on all
pages, so where the same element bears many names, each on hardly any page, the names are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import Interner
from hubwalk.graph.web_graph import WebGraph

_MANY = 5  # names
_HARDLY_ANY = 2  # pages


@dataclass(frozen=True, slots=True)
class Places:
    """The place of every DOM path of a graph, by the number of the path."""

    of_path: NDArray[np.int64]
    names: Sequence[str]


def find_places(graph: WebGraph, pages: Sequence[int]) -> Places:
    """The places on these pages."""
    shapes = np.array(graph.dom_paths.shape, dtype=np.int64)
    having: dict[int, int] = defaultdict(int)
    for page in pages:
        for shape in np.unique(shapes[graph.link_paths(graph.out_links(page))]).tolist():
            having[shape] += 1
    named = without_page_names({graph.dom_paths.shape_path(shape): n for shape, n in having.items()})
    names = Interner()
    place = np.zeros(1 + (int(shapes.max()) if shapes.size else 0), dtype=np.int64)
    for shape in having:
        place[shape] = names.intern(named[graph.dom_paths.shape_path(shape)])
    return Places(place[shapes], names.names)


def without_page_names(having: Mapping[str, int]) -> dict[str, str]:
    """Every path as a place; `having` says how many pages have it."""
    todo = [(path, "", path.split("/")) for path in having]
    done: dict[str, str] = {}
    while todo:
        names: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for path, above, steps in todo:
            seen = names[above, _tag(steps[0])]
            seen[steps[0]] = max(seen.get(steps[0], 0), having[path])
        many = {
            element
            for element, seen in names.items()
            if sum(n <= _HARDLY_ANY for step, n in seen.items() if step != element[1]) >= _MANY
        }
        further = []
        for path, above, steps in todo:
            element = (above, _tag(steps[0]))
            single = element in many and names[element][steps[0]] <= _HARDLY_ANY
            place = f"{above}/{element[1] if single else steps[0]}".lstrip("/")
            if len(steps) > 1:
                further.append((path, place, steps[1:]))
            else:
                done[path] = place
        todo = further
    return done


def short_names(places: Collection[str]) -> dict[str, str]:
    """Every place as a selector that tells it from the others: its end, from the nearest element with a name on."""
    ends = Counter(end for place in places for end in _ends(place))
    return {place: next((end for end in _ends(place) if ends[end] == 1), place.replace("/", " ")) for place in places}


def _ends(place: str) -> Iterator[str]:
    """`ul.list li a`, `div#main ul.list li a`: the shortest first; the whole if no element has a name."""
    steps = place.split("/")
    for first in range(len(steps) - 1, -1, -1):
        if steps[first] != _tag(steps[first]):
            yield " ".join(steps[first:])
    yield " ".join(steps)


def _tag(step: str) -> str:
    return step.partition("#")[0].partition(".")[0]
