"""Names in the addresses of a site that no sample has: by these somebody has set pages apart, to be printed, say.

A folder of cameras may have most of its pages below /cameras/print/. Samples of all of them would hardly all miss
that. So a kind may go without the pages of such a name (concepts.py). Only those names are looked at that many pages
have, or a near miss; and none where a sample is a file whose address nobody knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from hubwalk.validators.idle_parameters import number
from hubwalk.validators.sites import site_at
from hubwalk.validators.traits import ADDRESS, Trait, address_parts, is_name

_LEAST, _LEAST_DENIED = 8, 3  # pages with a name: fewer are not worth an exception; with one that a near miss has
_FOLDER = "below "  # how the name of a folder begins
_LONGEST = 200  # characters of a name; of addresses that lead ever deeper all folders would be kept, page by page
_MOST = 30  # names that are looked at together, those of most pages


class NamesApart:
    """The names in the addresses of the pages met, and which of them set pages apart."""

    def __init__(self) -> None:
        self._on: list[frozenset[str]] = []  # of each page met
        self._known: dict[str, str] = {}  # each name once, however many pages have it
        self._chosen: dict[str, int] = {}

    def meet(self, url: str) -> None:
        self._on.append(frozenset(self._known.setdefault(name, name) for name in _names_in(url)))

    def choose(self, places: Sequence[int], samples: Collection[str], near: Iterable[str]) -> dict[int, Trait]:
        """The names worth looking at, by their numbers: of those that tell some of these pages from others, and that
        no sample has. `samples` and `near` are the addresses of samples and near misses."""
        self._chosen = {}
        if not all(map(site_at, samples)):
            return {}
        own = {name for url in samples for name in _names_in(url)}
        denied = {name for url in near for name in _names_in(url)} - own
        having: dict[str, list[int]] = {}
        for place in places:
            for name in self._on[place] - own:
                having.setdefault(name, []).append(place)
        least = {name: _LEAST_DENIED if name in denied else _LEAST for name in having}
        having = {name: met for name, met in having.items() if len(met) >= least[name]}

        def order(name: str) -> tuple[bool, int, bool, int, str]:
            return name not in denied, -len(having[name]), not name.startswith(_FOLDER), len(name), name

        different: dict[tuple[int, ...], str] = {}  # of names that the same pages have a folder, or the shortest
        for name in sorted(having, key=order):
            different.setdefault(tuple(having[name]), name)
        self._chosen = {name: number(ADDRESS, name) for name in [*different.values()][:_MOST]}
        return {key: (ADDRESS, name) for name, key in self._chosen.items()}

    def keep(self, numbers: Collection[int]) -> None:
        """Of the chosen names only these matter from now on."""
        self._chosen = {name: key for name, key in self._chosen.items() if key in numbers}

    def on(self, place: int) -> list[int]:
        """The numbers of the chosen names that a page met has."""
        return self._of(self._on[place])

    def of(self, url: str) -> list[int]:
        """The same for any address."""
        return self._of(_names_in(url)) if self._chosen else []

    def _of(self, names: Collection[str]) -> list[int]:
        return [key for name, key in self._chosen.items() if name in names]


def _names_in(url: str) -> set[str]:
    """Of the path alone: parameters often say where somebody comes from."""
    path = url.partition("?")[0]
    return {part for part in address_parts(path) if len(part) <= _LONGEST and is_name((ADDRESS, part))}
