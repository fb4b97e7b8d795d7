"""The wanted kind of page on one site: which traits make it, learned from the samples and the pages of the site.

Pages are kept as the numbers of their traits. Whenever there are a fifth more, in the beginning a third more, the
concepts that explain the samples (concepts.py) are looked for anew, and all pages are judged again by them; so learning
costs little per page, and it ends where more would not change much. It learns a last time when the site is at its end.
The pages also tell which lists of links name which addresses (link_lists.py).

Of a page all traits are kept that any of the first samples has, also those that no other has: a sample that comes later
may share them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.concept import OWN_VOTE, Columns, Concept, Part
from hubwalk.validators.concepts import find_concepts, odds
from hubwalk.validators.extensions import Matrix
from hubwalk.validators.idle_parameters import number
from hubwalk.validators.label_gain import most_telling
from hubwalk.validators.link_lists import LinkLists, Numbers, marks
from hubwalk.validators.list_sections import has_heading, is_section, sections_on
from hubwalk.validators.names_apart import NamesApart
from hubwalk.validators.traits import (
    ADDRESS,
    LABEL,
    VIEWS,
    WITHOUT,
    Trait,
    address_parts,
    is_loose,
    is_name,
    lists_on,
    plainness,
)
from hubwalk.values import Page

# Of the views. Addresses and lists are what people make to tell kinds of pages apart; words and links depend on the
# labels beside them. Chosen with the recorded sites of docs/methods.md in view.
_WEIGHTS: Final = {"address": 2.0, "list": 2.0, "word": 0.5, "link": 0.5}
_NAME, _LOOSE, _ELEMENT = 2.5, -8.0, -3.0  # nats of prior, see concepts.py; of a section of a list without a heading
_NAMED_PART, _SHOWN_PART = 2.0, 6.0  # nats that parts of a kind cost: those with a name, and those that show a text
_SHARE = 0.3  # of the samples, and two, that must have a trait: they may be of several kinds; of a name two are enough
_MOST_TRAITS = 200  # of a view that are looked at together
_MOST_PAGES = 3000  # that concepts are looked for in; of more, an even selection
_HANDFUL, _HANDFUL_OF_ALL = 20, 0.15  # pages too few to send a crawler for; at most this share of the site
_RIVALS = 200  # concepts that a question decides between
FIRST, LAST = 12, 10_000  # pages when learning begins, and when it ends
_GROWTH = 0.2  # share of the pages known: so many new ones to learn again
_SOON, _FEW = 0.3, 12  # the same in the beginning, as long as these are fewer


@dataclass(frozen=True, slots=True)
class Example:
    """A sample or a near miss."""

    urls: frozenset[str]
    traits: frozenset[Trait]
    asked: bool = False  # somebody was asked about it, who did not choose it


@dataclass(frozen=True, slots=True)
class Telling:
    """A page whose label would tell much."""

    url: str
    gain: float  # expected, of F
    hanging: int  # other pages whose verdict hangs on it


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a concept, as numbers of traits."""

    traits: frozenset[int]
    witnesses: tuple[tuple[int, float], ...]
    majority: float
    without: frozenset[int]

    def names(self, has: set[int]) -> bool:
        """True for a page with these traits."""
        if not self.without.isdisjoint(has):
            return False
        votes = OWN_VOTE * (self.traits <= has)  # added up as in `names_each`, to the same
        for trait, vote in self.witnesses:
            votes += vote * (trait in has)
        return votes >= self.majority

    def names_each(self, has: Mapping[int, NDArray[np.bool_]]) -> NDArray[np.bool_]:
        """The same for many pages, given which of them have each trait."""
        votes = OWN_VOTE * np.all([has[trait] for trait in self.traits], axis=0)
        for trait, vote in self.witnesses:
            votes = votes + vote * has[trait]
        for trait in self.without:
            votes = votes * ~has[trait]
        return np.asarray(votes >= self.majority)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A concept whose traits are numbers."""

    probability: float
    parts: tuple[_Part, ...]

    @property
    def traits(self) -> set[int]:
        """All that matter."""
        return {
            trait for part in self.parts for trait in (*part.traits, *part.without, *(one for one, _ in part.witnesses))
        }


class SiteKind:
    """What is known of one site."""

    def __init__(self, samples: Sequence[Example], unwanted: Sequence[Example] = ()) -> None:
        self.urls: list[str] = []
        self._rows: list[Numbers] = []
        self._at: dict[str, int] = {}
        self._addresses: list[int] = []  # the numbers of the URLs
        self._digests: list[str] = []  # of what the pages say
        self._lists = LinkLists()
        self._apart = NamesApart()
        self._next = FIRST
        self._learned = 0  # pages that were there when it last learned
        self._index: dict[int, int] = {}  # number of a trait -> column
        self.concepts: list[Concept] = []
        self._weighed: list[_Weighed] = []  # the same, as numbers of traits
        self.has_rivals = False  # less probable concepts are looked for, too
        self._rivals: list[_Weighed] = []  # these and the others; how probable each is if the posterior has no power
        self.unwanted = unwanted
        self.blanks = 0  # pages without any trait that are taken to have been seen too
        self.names: dict[int, Trait] = {}  # of all numbers that a concept may have, also of one found before
        self.kept = {trait: number(*trait) for trait in sorted({*chain(*(sample.traits for sample in samples))})}
        self.set_samples(samples)

    def set_samples(self, samples: Sequence[Example]) -> None:
        """The samples of this site: those of the user, and pages that somebody was asked about."""
        self.samples = sorted(samples, key=lambda sample: sample.asked)
        self._need = 1 if len(samples) < 2 else max(2, math.ceil(_SHARE * len(samples)))
        count = Counter(trait for sample in samples for trait in sample.traits)
        of_names = min(2, self._need)
        self.known = {
            trait: value
            for trait, value in self.kept.items()
            if count[trait] >= (of_names if is_name(trait) else self._need)
        }
        self.names |= {value: trait for trait, value in self.known.items()}
        self._lists.set_samples([sample.urls for sample in samples])

    def take_addresses(self, url: str) -> None:
        """Keep what is said of this address, which a sample turned out to have, of pages that were met before, too."""
        new = {(ADDRESS, part) for part in address_parts(url)} - self.kept.keys()
        self.kept |= {trait: number(*trait) for trait in sorted(new)}
        for place, met in enumerate(self.urls):
            found = new & {(ADDRESS, part) for part in address_parts(met)}
            if found:
                more = np.fromiter((self.kept[trait] for trait in sorted(found)), np.uint32)
                self._rows[place] = np.concatenate([self._rows[place], more])

    @property
    def pages(self) -> int:
        return len(self._rows)

    def seen(self, traits: Iterable[int]) -> int:
        """How many of these traits some page has."""
        return len(set(traits) & {trait for row in self._rows for trait in row.tolist()})

    def has_met(self, url: str) -> bool:
        return url in self._at

    def meet(self, page: Page, traits: Iterable[int]) -> int:
        """One more page with the numbers of its traits; returns its own number. The same address again is the same
        page."""
        row = np.fromiter(traits, np.uint32)
        place = self._at.get(page.url)
        if place is not None:
            self._rows[place] = row
            return place
        self._at[page.url] = len(self._rows)
        self._rows.append(row)
        self._apart.meet(page.url)
        self.urls.append(page.url)
        self._addresses.append(self._lists.met(page.url))
        self._digests.append(page.digest)
        self.add_lists(page)
        return len(self._rows) - 1

    def add_lists(self, page: Page) -> None:
        """The lists of links on a page of this site. A single sample has no section of a list in common with others."""
        self._lists.add(lists_on(page))
        if len(self.samples) > 1:
            self._lists.add(sections_on(page, self._lists.samples_among, self._need))

    @property
    def is_due(self) -> bool:
        """True if there are enough new pages to learn from."""
        return self._next <= len(self._rows) <= LAST

    @property
    def has_more(self) -> bool:
        """True if there are pages that nothing was learned from yet."""
        return FIRST <= len(self._rows) > self._learned

    def learn(self) -> None:
        """Look for the concepts anew."""
        self._learned = len(self._rows)
        while self._next <= len(self._rows):
            known = self._next
            self._next += int(max(_GROWTH * known, min(_SOON * known, _FEW)))
        near = [url for page in self.unwanted for url in page.urls]
        own_addresses = [url for sample in self.samples for url in sample.urls]
        self._lists.find_idle(dict(zip(self._addresses, self._digests, strict=True)))
        own = {*map(self._lists.plain_number, own_addresses)}
        step = max(1, -(-len(self._rows) // _MOST_PAGES))
        some = [i for i in range(0, len(self._rows), step) if self._lists.plain(self._addresses[i]) not in own]
        of_near = map(self._lists.plain_number, near)
        self.names |= self._lists.choose(self._need, {*(self._addresses[i] for i in some), *of_near})
        apart = self._apart.choose(some, own_addresses, near)
        self.names |= apart
        seen = [self.row(i) for i in some]
        seen += [np.array([], np.uint32)] * self.blanks
        samples = [self._example_row(sample) for sample in self.samples]
        columns = self._columns(seen, samples) if seen else []
        traits = len(columns)
        columns += apart if columns else []
        self._index = {trait: column for column, trait in enumerate(columns)}
        self.concepts, self._weighed, self._rivals = [], [], []
        if columns:
            self._conclude(columns, traits, seen, samples, min(_HANDFUL, _HANDFUL_OF_ALL * len(self._rows)) / step)
        counting = self._rivals if self.has_rivals else self._weighed
        matter = {trait for concept in counting for trait in concept.traits}
        self._lists.keep(matter)
        self._apart.keep(matter)

    def _conclude(
        self, columns: Sequence[int], traits: int, seen: Sequence[Numbers], samples: Sequence[Numbers], few: float
    ) -> None:
        """So many of the columns are traits, the others names that no sample has."""
        unwanted = [self._example_row(page) for page in self.unwanted]
        named = [self.names[trait] for trait in columns[:traits]]
        about = Columns(
            view=np.array([VIEWS.index(trait[0]) for trait in named]),
            prior=np.array([_prior(trait) for trait in named]),
            part=np.array([_price_of_part(trait) for trait in named]),
            weight=np.array([_WEIGHTS.get(view, 1.0) for view in VIEWS]),
        )
        found = find_concepts(
            self._dense(seen), self._dense(samples), self._dense(unwanted), about,
            few=few, asked=sum(sample.asked for sample in self.samples), rivals=_RIVALS * self.has_rivals,
        )  # fmt: skip
        self.concepts = [concept for concept in found if concept.probability > 0]
        parts = [tuple(_numbered(part, columns) for part in concept.parts) for concept in found]
        self._weighed = [_Weighed(c.probability, own) for c, own in zip(found, parts, strict=True) if c.probability > 0]
        self._rivals = [_Weighed(share, own) for share, own in zip(odds(found), parts, strict=True)]

    def probability(self, row: Numbers) -> float:
        """That a page with these traits is wanted."""
        has = set(row.tolist())
        total = 0.0  # added up as in `probabilities`, to the same
        for concept in self._weighed:
            total += concept.probability * any(part.names(has) for part in concept.parts)
        return min(1.0, total)

    def doubt(self, url: str) -> float:
        """How much the concepts disagree about a page seen: from 0, not at all, to 1."""
        has = set(self.row(self._at[url]).tolist())
        holds = [any(part.names(has) for part in concept.parts) for concept in self._weighed]
        wanted = sum(share for share, yes in zip(odds(self.concepts), holds, strict=True) if yes)
        return 1 - abs(2 * wanted - 1)

    def most_telling(self, urls: Iterable[str], *, sceptical: bool = False) -> Telling | None:
        """Of these pages the one whose label would tell most; None if none would tell much. See label_gain.py."""
        places = sorted(self._at[url] for url in urls if url in self._at)
        if not self._rivals or not places:
            return None
        shares = [one.probability for one in self._rivals]
        found = most_telling(self._holding(self._rivals), shares, places, sceptical=sceptical)
        return Telling(self.urls[found.page], found.gain, found.hanging) if found is not None else None

    def probabilities(self) -> NDArray[np.float64]:
        """The same for all pages seen."""
        total = np.zeros(self.pages)
        for concept, holds in zip(self._weighed, self._holding(self._weighed), strict=True):
            total += concept.probability * holds
        return np.minimum(1.0, total)

    def sizes(self) -> list[int]:
        """For how many of all pages seen, samples among them, each of the concepts holds."""
        return [int(holds.sum()) for holds in self._holding(self._weighed)]

    def left_out(self) -> list[int]:
        """The samples that the best concept does not hold for."""
        rows = [{*self._example_row(sample).tolist()} for sample in self.samples]
        return [i for i, row in enumerate(rows) if not any(part.names(row) for part in self._weighed[0].parts)]

    def _holding(self, concepts: Sequence[_Weighed]) -> Sequence[NDArray[np.bool_]]:
        """For each of these concepts the pages seen that it holds for."""
        traits = sorted({trait for concept in concepts for trait in concept.traits})
        if not traits:
            return [np.zeros(self.pages, bool) for _ in concepts]
        table = np.zeros((len(traits), self.pages), bool)
        page, place = _find(np.array(traits, np.uint32), [self.row(i) for i in range(self.pages)])
        table[place, page] = True
        has = dict(zip(traits, table, strict=True))
        return [np.any([part.names_each(has) for part in concept.parts], axis=0) for concept in concepts]

    def row(self, place: int) -> Numbers:
        """All traits of a page seen, the lists that name it included."""
        return self._with_lists(self._rows[place], self._addresses[place], self._apart.on(place))

    def row_of(self, url: str, traits: Iterable[int]) -> Numbers:
        """The same for a page that is not taken in."""
        return self._with_lists(np.fromiter(traits, np.uint32), self._lists.plain_number(url), self._apart.of(url))

    def _with_lists(self, row: Numbers, address: int, apart: Sequence[int]) -> Numbers:
        more = [*self._lists.naming(address), *apart]
        return np.concatenate([row, np.array(more, np.uint32)]) if more else row

    def shared_by(self, concept: Concept) -> list[Trait]:
        """What the pages of a concept have in common, and what they have not."""
        names = [self.names[trait] for trait in self._index]
        shared = [names[column] for part in concept.parts for column in part.traits]
        return shared + [(WITHOUT, *names[column]) for part in concept.parts for column in part.without]

    def witnesses_of(self, concept: Concept) -> list[Trait]:
        """What else tells them."""
        traits = list(self._index)
        return [self.names[traits[column]] for part in concept.parts for column, _ in part.witnesses]

    def has(self, row: Numbers, trait: Trait) -> bool:
        return number(*trait[1:]) not in row if trait[0] == WITHOUT else number(*trait) in row

    def _example_row(self, example: Example) -> Numbers:
        traits = [self.known[trait] for trait in example.traits & self.known.keys()]
        named = {key for url in example.urls for key in self._lists.naming(self._lists.plain_number(url))}
        named.update(key for url in example.urls for key in self._apart.of(url))
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
        page, place = _find(traits, [*seen, *samples])
        sums = np.zeros(len(traits), np.uint64)
        np.add.at(sums, place, marks(len(seen) + len(samples))[page])
        frequency = np.bincount(place, minlength=len(traits))
        chosen: dict[str, dict[int, int]] = {view: {} for view in VIEWS}

        def order(i: int) -> tuple[int, int, tuple[bool, bool, int, int, str]]:
            return -having[int(traits[i])], int(frequency[i]), plainness(self.names[int(traits[i])])

        for i in sorted(range(len(traits)), key=order):
            mine = chosen[self.names[int(traits[i])][0]]
            if len(mine) < _MOST_TRAITS:
                mine.setdefault(int(sums[i]), int(traits[i]))
        return [trait for mine in chosen.values() for trait in mine.values()]


def _numbered(part: Part, columns: Sequence[int]) -> _Part:
    witnesses = tuple((columns[i], votes) for i, votes in part.witnesses)
    without = frozenset(columns[i] for i in part.without)
    return _Part(frozenset(columns[i] for i in part.traits), witnesses, part.majority, without)


def _prior(trait: Trait) -> float:
    if is_section(trait):
        return 0.0 if has_heading(trait) else _ELEMENT
    return _NAME if is_name(trait) else _LOOSE if is_loose(trait) else 0.0


def _price_of_part(trait: Trait) -> float:
    return _NAMED_PART if is_name(trait) else _SHOWN_PART if trait[0] == LABEL else math.inf


def _find(traits: Numbers, rows: Sequence[Numbers]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which rows have which of these traits, given in order: pairs of places."""
    flat = np.concatenate(rows)
    place = np.searchsorted(traits, flat).clip(max=len(traits) - 1)
    known = traits[place] == flat
    return np.repeat(np.arange(len(rows)), [len(row) for row in rows])[known], place[known]
