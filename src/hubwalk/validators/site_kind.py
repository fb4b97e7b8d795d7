"""The wanted kind of page on one site: which traits make it, learned from the samples and the pages of the site.

Pages are kept as the numbers of their traits. Whenever there are a third as many again, the concepts that explain the
samples (concepts.py) are looked for anew, and all pages are judged again by them; so learning costs little per page,
and it ends where more pages would not change much. The pages also tell which lists of links name which addresses: a
list that names several samples is a trait of everything that it names.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.concepts import Concept, Matrix, find_concepts
from hubwalk.validators.traits import VIEWS, Trait

# Of the views. Addresses and lists are what people make to tell kinds of pages apart; words and links depend on the
# labels beside them. Chosen on the recorded sites of `evaluate-validator`, where halving or doubling them moved little.
_WEIGHTS: Final = {"address": 2.0, "list": 2.0, "word": 0.5, "link": 0.5}
_SHARE = 0.3  # of the samples, and two, that must have a trait: they may be of several kinds
_MOST_TRAITS = 200  # of a view that are looked at together
_MOST_PAGES = 3000  # that concepts are looked for in; of more, an even selection
FIRST, _GROWTH, LAST = 12, 1.3, 10_000  # pages when learning begins, how their number grows in between, when it ends

Numbers = NDArray[np.uint32]


def number(*trait: str) -> int:
    """The same in every process; two traits in four thousand million share one."""
    return zlib.crc32("\0".join(trait).encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class Example:
    """A sample or a near miss."""

    urls: frozenset[str]
    traits: frozenset[Trait]


class SiteKind:
    """What is known of one site."""

    def __init__(self, samples: Sequence[Example], unwanted: Sequence[Example] = ()) -> None:
        self.urls: list[str] = []
        self._rows: list[Numbers] = []
        self._at: dict[str, int] = {}
        self._lists: list[Trait] = []
        self._members: list[Numbers] = []  # of each list: the numbers of the addresses that it names
        self._named: dict[int, list[int]] = {}  # number of an address -> the lists that name it, of those that count
        self._next = FIRST
        self._index: dict[int, int] = {}  # number of a trait -> column
        self.concepts: list[Concept] = []
        self._weighed: list[tuple[float, list[frozenset[int]]]] = []  # the same, as numbers of traits
        self.unwanted = unwanted
        self.blanks = 0  # pages without any trait that are taken to have been seen too
        self.set_samples(samples)

    def set_samples(self, samples: Sequence[Example]) -> None:
        """The samples of this site: those of the user, or pages that stand in for them."""
        self.samples = samples
        self._need = 1 if len(samples) < 2 else max(2, math.ceil(_SHARE * len(samples)))
        count = Counter(trait for sample in samples for trait in sample.traits)
        self.known = {trait: number(*trait) for trait, times in sorted(count.items()) if times >= self._need}
        self.names = {value: trait for trait, value in self.known.items()}

    @property
    def pages(self) -> int:
        return len(self._rows)

    def seen(self, traits: Iterable[int]) -> int:
        """How many of these traits some page has."""
        return len(set(traits) & {trait for row in self._rows for trait in row.tolist()})

    def has_met(self, url: str) -> bool:
        return url in self._at

    def meet(self, url: str, traits: Iterable[int], lists: Mapping[Trait, set[str]]) -> int:
        """One more page, as the numbers of its traits; returns its own number. The same address again is the same
        page."""
        row = np.fromiter(traits, np.uint32)
        place = self._at.get(url)
        if place is not None:
            self._rows[place] = row
            return place
        self._at[url] = len(self._rows)
        self._rows.append(row)
        self.urls.append(url)
        self.add_lists(lists)
        return len(self._rows) - 1

    def add_lists(self, lists: Mapping[Trait, set[str]]) -> None:
        """The lists of links on a page of this site."""
        for trait, named in lists.items():
            if len(named) > 1:
                self._lists.append(trait)
                self._members.append(np.fromiter(sorted(map(number, named)), np.uint32))

    @property
    def is_due(self) -> bool:
        """True if there are enough new pages to learn from."""
        return self._next <= len(self._rows) <= LAST

    def learn(self) -> None:
        """Look for the concepts anew."""
        while self._next <= len(self._rows):
            self._next = int(self._next * _GROWTH)
        self._find_lists()
        own = {url for sample in self.samples for url in sample.urls}
        step = max(1, -(-len(self._rows) // _MOST_PAGES))
        seen = [self.row(i) for i in range(0, len(self._rows), step) if self.urls[i] not in own]
        seen += [np.array([], np.uint32)] * self.blanks
        samples = [self._example_row(sample) for sample in self.samples]
        columns = self._columns(seen, samples) if seen else []
        if not columns:
            return
        self._index = {trait: column for column, trait in enumerate(columns)}
        unwanted = [self._example_row(page) for page in self.unwanted]
        views = np.array([VIEWS.index(self.names[trait][0]) for trait in columns])
        weights = np.array([_WEIGHTS.get(view, 1.0) for view in VIEWS])
        self.concepts = find_concepts(self._dense(seen), self._dense(samples), self._dense(unwanted), views, weights)
        self._weighed = [
            (concept.probability, [frozenset(columns[i] for i in part) for part in concept.parts])
            for concept in self.concepts
        ]

    def probability(self, row: Numbers) -> float:
        """That a page with these traits is wanted."""
        has = set(row.tolist())
        holding = (weight for weight, parts in self._weighed if any(part <= has for part in parts))
        return min(1.0, math.fsum(holding))

    def row(self, place: int) -> Numbers:
        """All traits of a page seen, the lists that name it included."""
        named = self._named.get(number(self.urls[place]))
        return np.concatenate([self._rows[place], np.array(named, np.uint32)]) if named else self._rows[place]

    def shared_by(self, concept: Concept) -> list[Trait]:
        """What the pages of a concept have in common."""
        traits = list(self._index)
        return [self.names[traits[column]] for part in concept.parts for column in part]

    def has(self, row: Numbers, trait: Trait) -> bool:
        return number(*trait) in row

    def _find_lists(self) -> None:
        """The lists that name enough samples."""
        self._named.clear()
        addresses = [np.array(sorted(map(number, sample.urls)), np.uint32) for sample in self.samples]
        if not self._members or not addresses:
            return
        flat = np.concatenate(self._members)
        owner = np.repeat(np.arange(len(self._members)), [len(members) for members in self._members])
        naming = np.zeros(len(self._members), int)
        for urls in addresses:
            naming += np.bincount(owner[np.isin(flat, urls)], minlength=len(naming)) > 0
        for place in np.flatnonzero(naming >= self._need):
            trait = self._lists[place]
            key = number(*trait)
            self.names[key] = trait
            for address in self._members[place].tolist():
                self._named.setdefault(address, []).append(key)

    def _example_row(self, example: Example) -> Numbers:
        traits = [self.known[trait] for trait in example.traits & self.known.keys()]
        named = {key for url in example.urls for key in self._named.get(number(url), ())}
        return np.array(sorted([*traits, *named]), np.uint32)

    def _dense(self, rows: Sequence[Numbers]) -> Matrix:
        dense = np.zeros((len(rows), len(self._index)), np.float32)
        index = self._index
        for row, traits in zip(dense, rows, strict=True):
            row[[index[trait] for trait in traits.tolist() if trait in index]] = 1
        return dense

    def _columns(self, seen: Sequence[Numbers], samples: Sequence[Numbers]) -> list[int]:
        """The traits worth looking at: of those that the same pages have only one, and of each view the ones of most
        samples and fewest other pages."""
        having = Counter(trait for row in samples for trait in row.tolist())
        traits = np.array(sorted(having), np.uint32)
        if not len(traits):
            return []
        every = [*seen, *samples]
        flat = np.concatenate(every)
        place = np.searchsorted(traits, flat).clip(max=len(traits) - 1)
        known = traits[place] == flat
        place, page = place[known], np.repeat(np.arange(len(every)), [len(row) for row in every])[known]
        # Equal sums of large numbers, one for each page: the same pages.
        marks = (np.arange(1, len(every) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) ** np.uint64(3)
        sums = np.zeros(len(traits), np.uint64)
        np.add.at(sums, place, marks[page])
        frequency = np.bincount(place, minlength=len(traits))
        chosen: dict[str, dict[int, int]] = {view: {} for view in VIEWS}

        def name(i: int) -> str:  # of equal traits the shortest is the plainest
            return self.names[int(traits[i])][-1]

        for i in sorted(
            range(len(traits)), key=lambda i: (-having[int(traits[i])], frequency[i], len(name(i)), name(i))
        ):
            mine = chosen[self.names[int(traits[i])][0]]
            if len(mine) < _MOST_TRAITS:
                mine.setdefault(int(sums[i]), int(traits[i]))
        return [trait for mine in chosen.values() for trait in mine.values()]
