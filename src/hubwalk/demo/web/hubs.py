"""The lists of a site as a tree: home page, overviews, sections, ways into a section, lists of items.

A way is how a section's items are found: `makers`, `years`, `letters`, `types`, `list` (one long list), or with a
second step, `makers/years`, `types/years`, `years/months`, whose lists only the first step's pages link to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hubwalk.demo.chance import Scramble, mix
from hubwalk.demo.markup import Paged
from hubwalk.demo.web.shelf import Entries, Run, Shelf
from hubwalk.demo.web.style import Style
from hubwalk.demo.words import MONTHS

_WAY_TITLES = {
    "makers": "by maker",
    "years": "by year",
    "letters": "A to Z",
    "types": "by type",
    "list": "",
}


@dataclass(frozen=True, slots=True)
class Hub:
    """A page that is there for its links; a long one has several pages."""

    number: int
    parent: int  # number of the hub above; -1: the home page
    shelf: int  # -1: an overview above the sections
    way: str
    key: tuple[int | str, ...]  # which list of its way: (maker,), (year, month) ...
    label: str  # of links to it
    title: str
    steps: tuple[str, ...]  # of its path
    entries: Entries


class Hubs:
    """All hubs of a site. Their number depends on makers and years, not on the number of items."""

    def __init__(self, style: Style, shelves: Sequence[Shelf], salt: int) -> None:
        self._style = style
        self._shelves = shelves
        self.all: list[Hub] = []
        self.below: dict[int, list[int]] = {-1: []}
        self.front: dict[int, int] = {}  # shelf -> its hub
        self._place: dict[tuple[int, str, tuple[int | str, ...]], int] = {}
        top = -1
        for label in style.above:
            top = self._add(top, -1, label, label, label.lower(), way="overview")
        for shelf in shelves:
            self._build(shelf, top)
        self._codes = Scramble(max(5000, 4 * len(self.all)), "hubs", salt)
        self._at = {self.address(hub): hub.number for hub in self.all}

    def _add(
        self,
        parent: int,
        shelf: int,
        label: str,
        title: str,
        step: str,
        *,
        way: str,
        key: tuple[int | str, ...] = (),
        entries: Entries | None = None,
    ) -> int:
        steps = (*(self.all[parent].steps if parent >= 0 else ()), *filter(None, [step]))
        number = len(self.all)
        self.all.append(Hub(number, parent, shelf, way, key, label, title, steps, entries or Entries()))
        self.below.setdefault(parent, []).append(number)
        self.below[number] = []
        self._place[shelf, way, key] = number
        return number

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self, shelf: Shelf, top: int) -> None:
        ways = self._style.ways
        if ways == ("list",):  # the section is the list
            front = self._add(
                top, shelf.number, shelf.title, shelf.title, shelf.slug, way="list", entries=shelf.everything()
            )
        else:
            front = self._add(top, shelf.number, shelf.title, shelf.title, shelf.slug, way="front")
            for way in ways:
                self._build_way(shelf, front, way, flat=len(ways) == 1)
        self.front[shelf.number] = front

    def _build_way(self, shelf: Shelf, front: int, way: str, *, flat: bool) -> None:
        first, _, second = way.partition("/")
        label = f"{shelf.title} {_WAY_TITLES[first]}"
        if first == "list":
            label = f"All {shelf.plain_title}"
            self._add(front, shelf.number, label, label, "all", way=way, entries=shelf.everything())
            return
        parent = front if flat else self._add(front, shelf.number, label, label, f"by-{first}", way=f"index {way}")
        for key, name, step, entries in self._groups(shelf, first):
            titles = {"years": f"{shelf.title} of {name}", "letters": f"{shelf.title}: {name}"}
            title = titles.get(first, f"{name} {shelf.plain_title}")
            deeper = list(self._second(shelf, first, second, key))
            number = self._add(
                parent, shelf.number, name, title, step, way=way, key=(key,), entries=None if deeper else entries
            )
            for subkey, subname, substep, some in deeper:
                self._add(
                    number,
                    shelf.number,
                    subname,
                    f"{title}, {subname}",
                    substep,
                    way=way,
                    key=(key, subkey),
                    entries=some,
                )

    @staticmethod
    def _groups(shelf: Shelf, way: str) -> Iterator[tuple[int | str, str, str, Entries]]:
        """Key, name, step of the path and entries of each list of a way."""
        brands = shelf.catalogue.brands
        if way == "makers":
            for maker in shelf.makers():
                yield maker, brands[maker], brands[maker].lower(), shelf.of_maker(maker)
        elif way == "types":
            for value in shelf.types():
                yield value, value.capitalize(), value.replace(" ", "-"), shelf.of_type(value)
        elif way == "years":
            for year in shelf.years():
                yield year, str(year), str(year), Entries((Run(list, shelf.year(year)),))
        else:
            makers = shelf.makers()
            for letter in sorted({brands[maker][0] for maker in makers}):
                runs = [shelf.of_maker(maker).runs for maker in makers if brands[maker][0] == letter]
                yield letter, letter, letter.lower(), Entries(tuple(run for some in runs for run in some))

    @staticmethod
    def _second(shelf: Shelf, first: str, second: str, key: int | str) -> Iterator[tuple[int, str, str, Entries]]:
        if second == "years":
            for year in shelf.years():
                within = shelf.year(year)
                some = shelf.of_maker(int(key), within) if first == "makers" else shelf.of_type(str(key), within)
                if len(some):
                    yield year, str(year), str(year), some
        elif second == "months":
            for month in range(12, 0, -1):
                numbers = shelf.month(int(key), month)
                if numbers:
                    yield month, f"{MONTHS[month - 1]} {key}", f"{month:02}", Entries((Run(list, numbers),))

    # -- addresses ----------------------------------------------------------------------------------------------------

    def address(self, hub: Hub) -> str:
        if self._style.urls == "speaking":
            return f"/{'/'.join(hub.steps)}/"
        code = self._codes.code(hub.number)
        return f"/list.php?c={code}" if self._style.urls == "query" else f"/l/{code:04x}/"

    def at(self, address: str) -> Hub | None:
        number = self._at.get(address)
        return None if number is None else self.all[number]

    # -- what stands on them ------------------------------------------------------------------------------------------

    def paged(self, hub: Hub) -> Paged:
        return Paged(len(hub.entries), self._style.per_page)

    def listed(self, hub: Hub, page: int) -> list[int]:
        """The items on a page of a hub."""
        found = hub.entries.at(self.paged(hub).on(page))
        ways = self._style.ways
        if not self._style.gaps or len(ways) < 2 or hub.way not in ways:
            return found
        # Each tenth item is missing here, another tenth in the next way: none in all of them.
        missing = ways.index(hub.way)
        return [number for number in found if mix(hub.shelf, number, 11) % 10 != missing]

    def trail(self, shelf: Shelf, number: int) -> list[Hub]:
        """The hubs above an item along the first way, from the top down."""
        way = self._style.ways[0]
        hub = self.all[self._place[shelf.number, *self._where(shelf, number, way)]]
        found = [hub]
        while found[0].parent >= 0:
            found.insert(0, self.all[found[0].parent])
        return found

    def _where(self, shelf: Shelf, number: int, way: str) -> tuple[str, tuple[int | str, ...]]:
        product = shelf.catalogue.product(number)
        first, _, second = way.partition("/")
        if first == "list":
            return "list", ()
        keys: dict[str, int | str] = {
            "makers": product.maker,
            "years": product.year,
            "letters": product.brand[0],
            "months": product.month,
        }
        key = shelf.catalogue.trait(number, shelf.catalogue.category) if first == "types" else keys[first]
        return way, (key, keys[second]) if second else (key,)
