"""The lists of links on the pages of one site, and which of them name the samples.

A list that names several samples is a trait of everything that it names. Where every page shows the same menu, there
are as many such lists as pages, and each page is named by all of them; so of lists that name the same pages one is
enough, and only so many are looked at, those of most samples and fewest other pages first. Sections of lists
(list_sections.py) are lists, too.

Lists may name a page by other addresses than the one that it was met under. Addresses are kept as they were found, and
compared without the parameters that are idle (idle_parameters.py).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.idle_parameters import IdleParameters, number
from hubwalk.validators.traits import Trait

_ROOM = 3_000_000  # addresses in all lists; the last half only for lists that name samples
_MOST = 200  # lists that are looked at together

Numbers = NDArray[np.uint32]


def marks(count: int) -> NDArray[np.uint64]:
    """Large numbers, one for each page: equal sums, the same pages. (The mixing of SplitMix64: Steele, Lea, Flood 2014;
    numbers that follow a simple rule have equal sums all the time.)"""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


class LinkLists:
    """All lists of a site, each as the numbers of the addresses that it names."""

    def __init__(self) -> None:
        self._traits: list[Trait] = []
        self._places: dict[int, int] = {}  # number of the trait -> place of the list
        self._members: list[Numbers] = []  # each in order
        self._naming: list[int] = []  # how many samples each list names
        self._idle = IdleParameters()
        self._urls: list[list[str]] = []  # the addresses of each sample
        self._samples: list[frozenset[int]] = []  # the same, as they count
        self._room = _ROOM
        self._chosen: dict[int, int] = {}  # number of the trait -> place of the list
        self._named: dict[int, list[int]] = {}  # number of an address -> numbers of the chosen lists that name it

    def set_samples(self, samples: Sequence[Collection[str]]) -> None:
        """The addresses of each sample."""
        self._urls = [sorted(urls) for urls in samples]
        self._count_anew()

    def _count_anew(self) -> None:
        self._samples = [frozenset(map(self.plain_number, urls)) for urls in self._urls]
        self._naming = [self._count(members.tolist()) for members in self._members]

    def add(self, lists: Mapping[Trait, set[str]]) -> None:
        """The lists of one more page; what it continues grows."""
        for trait, named in lists.items():
            key = number(*trait)
            place = self._places.get(key)
            if place is None and len(named) < 2:
                continue
            for url in sorted(url for url in named if "?" in url):
                self._idle.add(url)
            members = {*map(number, named)}
            known = set() if place is None else {*self._members[place].tolist()}
            naming = self._count(members | known)
            new = len(members - known)
            if self._room - new < (0 if naming else _ROOM // 2):
                continue
            self._room -= new
            if place is None:
                self._places[key] = len(self._traits)
                self._traits.append(trait)
                self._members.append(np.fromiter(sorted(members), np.uint32))
                self._naming.append(naming)
            elif new:
                self._members[place] = np.fromiter(sorted(members | known), np.uint32)
                self._naming[place] = naming

    def samples_among(self, urls: Collection[str]) -> int:
        """How many samples have one of these addresses."""
        return self._count({*map(number, urls)})

    def _count(self, members: Collection[int]) -> int:
        plain = self._idle.plain
        if plain:
            members = {plain.get(address, address) for address in members}
        return sum(not urls.isdisjoint(members) for urls in self._samples)

    def met(self, url: str) -> int:
        """A page was met under this address; returns its number."""
        if "?" in url:
            self._idle.add(url, is_page=True)
        return number(url)

    def plain_number(self, url: str) -> int:
        """The number of an address without its idle parameters: the same for all addresses of a page."""
        return self._idle.plain_number(url)

    def plain(self, address: int) -> int:
        """The same for the number of an address."""
        return self._idle.plain.get(address, address)

    def find_idle(self, met: Mapping[int, str]) -> None:
        """Decide anew which parameters are idle, given the addresses of all pages met, with the digests of what they
        say; `choose` and `keep` next."""
        if self._idle.decide(met, self._linked):
            self._count_anew()

    def _linked(self, addresses: set[int]) -> set[int]:
        if not addresses or not self._members:
            return set()
        every = np.concatenate(self._members)
        return {*every[np.isin(every, np.fromiter(addresses, np.uint32))].tolist()}

    def _plain_members(self, place: int) -> Numbers:
        members = self._members[place]
        if not self._idle.plain:
            return members
        return np.fromiter(sorted({*map(self.plain, members.tolist())}), np.uint32)

    def choose(self, need: int, pages: Collection[int]) -> dict[int, Trait]:
        """The lists worth looking at, by their numbers: of those that name enough samples. `pages` are the addresses
        that matter now; of others `naming` knows nothing until `keep`."""
        self._chosen, self._named = {}, {}
        places = np.flatnonzero(np.array(self._naming, int) >= need)
        if not len(places):
            return {}
        addresses = np.array(sorted({*map(self.plain, pages)}.union(*self._samples)), np.uint32)
        members = [self._plain_members(place) for place in places.tolist()]
        flat, owner = np.concatenate(members), np.repeat(np.arange(len(members)), [len(one) for one in members])
        found = np.searchsorted(addresses, flat).clip(max=len(addresses) - 1)
        known = addresses[found] == flat
        found, owner = found[known], owner[known]
        chosen = self._best(places, found, owner, len(addresses))
        keys = np.zeros(len(places), np.uint32)
        keys[chosen] = [number(*self._traits[places[i]]) for i in chosen]
        self._chosen = {int(keys[i]): int(places[i]) for i in chosen}
        counts = (keys > 0)[owner]
        for address, key in zip(addresses[found[counts]].tolist(), keys[owner[counts]].tolist(), strict=True):
            self._named.setdefault(address, []).append(key)
        return {key: self._traits[place] for key, place in self._chosen.items()}

    def _best(
        self, places: NDArray[np.int64], found: NDArray[np.int64], owner: NDArray[np.int64], count: int
    ) -> list[int]:
        sums = np.zeros(len(places), np.uint64)
        np.add.at(sums, owner, marks(count)[found])
        size = np.bincount(owner, minlength=len(places))

        def worth(i: int) -> tuple[int, int, int, int, int, Trait]:  # of equal lists the plainest
            trait = self._traits[places[i]]
            return -self._naming[places[i]], int(size[i]), len(trait), len(trait[-1]), len(trait[1]), trait

        different: dict[int, int] = {}
        for i in sorted(range(len(places)), key=worth):
            different.setdefault(int(sums[i]), i)
        return [*islice(different.values(), _MOST)]

    def keep(self, numbers: Collection[int]) -> None:
        """Of the chosen lists only these matter from now on, for all addresses that they name."""
        self._named = {}
        for key in sorted(self._chosen.keys() & set(numbers)):
            for address in self._plain_members(self._chosen[key]).tolist():
                self._named.setdefault(address, []).append(key)

    def naming(self, address: int) -> list[int]:
        """The numbers of the chosen lists that name an address."""
        return self._named.get(self.plain(address), [])
