"""What do a few samples have in common that makes them a kind? Bayesian generalisation from examples.

Every trait that samples share is a hypothesis: "the wanted pages are those that have this trait" (its *extension* among
the pages seen so far). So is every pair of the best traits together. How probable is a hypothesis H, given samples S?

    log P(H | S)  =  mean over samples s of support(H, s) + sum over samples s of log P(s | H)
                     - f * max(0, log(m / |H|)) + const                          (m pages are a few)
    P(s | H)      =  (1 - e) / |H|  if s has the trait, else  e / n               (n pages, |H| of them in H)
    agreement(H)  =  c * sqrt(sum over views v of w(v) * max over traits t of v of phi(H, t))
    own(H)        =  b * (1 - (|H| / n)**4) * min(1, agreement(H) / g)**2  if H is a name,
                     -a  if it is a single word, a form or a section of a list, else 0; a pair has -a of its own
    support(H)    =  agreement(H) + own(H); at least support(K) - d if H is a part of K, the best kind around it that
                     all samples are of
    support(H, s) =  support(H)  if s has the trait, else  r / k  (or support(H), if that is less), k samples without it

with c for up to six samples; for more, c * sqrt(6 / |S|).

The likelihood is the size principle of Tenenbaum and Griffiths (2001): of all kinds that contain the samples, the
smaller is the more probable, for samples of a larger one would hardly all lie in it by chance. The prior holds against
it: a kind that somebody made shows in several views at once (an address, labels, places, a list that names its pages),
and chance does not. The root says that two views that agree are much more than one, and eight not much more than five:
else all products of a shop would always be a better kind than its cameras. Many samples hardly share anything by
chance, so with these the prior holds less. phi is the correlation of two yes-or-no properties (Matthews 1975) over the
pages seen, so a trait of the whole site supports nothing. A name is a trait that somebody has given to a part of the
site, such as a folder: pages that have a name are a kind that there is, while a text or a place that samples share may
be theirs by chance, and a word, or the form of an address, most of all. A word that half of a kind's pages have is one
that ten of them share by chance once in a thousand times; that is just what the size principle takes for a reason to
prefer the half. But there are thousands of words, and of pairs, so each has no more than its share of the prior. (Not
so with a single sample, of which the size principle says nothing.)

Nobody sends a crawler for a handful of pages, so of kinds of less than m the smaller are the less probable: the size
principle alone would end with what the samples share by chance with few others. Where they share much of one view two
by two, something that all share and nobody has named loses support, too (coincidences.py).

Warnings and errors, each in a folder, are alike in all but the folder, so no view agrees with either; but messages are
a kind, and somebody has parted them. So a part has the support of the whole, less a price d, and its size decides.
Names make parts, and so do texts that pages show, at a higher price: a page shows many, and three pages may share one
by chance. But of a part there must be more than the samples: the folder that somebody saved them in, or the mark of the
campaign in their addresses, makes none.

Pages that somebody was asked about are samples that nobody has drawn from the kind: of these P(s | H) is 1 - e or e,
for it was not chance that took them from it.

A sample may be a mistake, so a hypothesis need not hold for all; but then nothing supports that sample, and several all
the less. On a site where everything is of some kind, one of all samples is therefore better than one of most of them
that has more to say for itself: two cameras and a printer are products.

A single sample says nothing about the size of its kind: for all hypotheses that contain it P(s | H) is then 1 - e. With
the size principle the maker named on a product's page would be taken for its kind. Nor does it say which of the names
in its address is that of its kind, so own(H) is then 0.

A page belongs to the wanted kind with the sum of the probabilities of the hypotheses that hold for it. These are a
power of the posterior, scaled to one: most hypotheses are variants of a few, and a large kind has many, each with some
pages more or less, which together would outvote a better one. So only those count that are about as good as the best.
(Not so with a single sample, where one hypothesis is hardly better than the next.)

For which pages a hypothesis holds, its *witnesses* help to say: of each view the trait that agrees with it best, if it
agrees well. They vote, each with the weight of its view times phi, and the hypothesis itself has one vote; half of all
is enough. So an index page in the folder of a kind is not of that kind, if it looks otherwise and no list names it.
In a union (below) each part has its own.

So is the rest of a kind without the pages that have a name which no sample has (names_apart.py): /cameras/ without
/cameras/print/. It has the support of the whole less a price, and only where much of the whole goes, or a near miss, is
it looked at. (Nested differences: Helmbold, Sloan, Warmuth 1990.)

Where samples are of several kinds, a union of hypotheses explains them better than any single one; it is found
greedily, each part paying for itself, and more where a single kind will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.coincidences import price_of_chance
from hubwalk.validators.concept import OWN_VOTE, Columns, Concept, Part
from hubwalk.validators.extensions import Matrix, Vector, correlation, distinct, overlap, packed
from hubwalk.validators.one_core import on_one_core

_NOISE = 0.05  # e: share of samples that a kind may leave unexplained
_STRANGER = 10.0  # r: support of what is no kind
_PRICE, _PRICE_ALONE = 11.5, 12.0  # c: nats of prior for full agreement with a view of weight 1; with a single sample
_MANY = 6  # samples from which on the prior holds less
_WELL = 23.0  # g: nats of agreement with the views from which on a name counts in full
_AGREED = 1.5  # c of support, and more: several views agree on a kind, so that it can have parts
_WITHIN = 0.9  # share of the pages of a part, and more, that lie in the kind
_LEAST_SHOWN = 10  # pages of a part that nobody has named: fewer have any text in common
_PAIR, _PAIR_ALONE = -8.0, -3.0  # prior of a pair, one of thousands: samples always have some in common; of one sample
_PART, _PART_NEEDLESS = -4.0, -8.0  # of each further part of a union; where one kind will do
_PART_OF_ALL = 0.6  # share of the pages, at most, that such a kind has: nearly everything is always of some kind
_SMALL = 4.0  # f: nats that a kind of a few pages loses where it is smaller by a factor of e
_UNWANTED = np.log(0.01)  # for each near miss inside
_EXCEPT = -4.0  # prior of a kind without pages of some name
_MUCH = 0.25  # share of a kind that goes then, at least
_PAIRED = 30  # traits that are tried in pairs
_MOST_PARTS = 5
_WITNESS = 0.6  # phi of a trait that has a vote
_KNOWN = 0.6  # share of a hypothesis' samples, and more, that have it too: else it is a witness of something else
# Of the posterior: a hundred variants that are 0.6 nats behind the best do not outvote it. With a single sample none.
_POWER, _POWER_ALONE = 8.0, 1.0
# Probability; lighter hypotheses are dropped. With the power, those a tenth as probable as the best are kept.
_LEAST, _LEAST_ALONE = 1e-8, 1e-3


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many pages of each sort are in hypotheses; whole numbers, exact as such."""

    pages: Matrix  # seen
    drawn: Matrix  # samples that the user chose
    asked: Matrix  # samples that somebody was asked about
    unwanted: Matrix  # near misses

    def each(self) -> tuple[Matrix, ...]:
        return self.pages, self.drawn, self.asked, self.unwanted

    @property
    def explained(self) -> Matrix:
        return self.drawn + self.asked


def find_concepts(
    seen: Matrix, samples: Matrix, unwanted: Matrix, traits: Columns, *, few: float = 0, asked: int = 0, rivals: int = 0
) -> list[Concept]:
    """The probable concepts, the best first; their probabilities add up to one.

    Rows are the pages seen (samples left out), the samples and the near misses; columns are the traits, then names that
    no sample has. Kinds of less than `few` pages are hardly what anybody looks for. The last `asked` samples are pages
    that somebody was asked about. With `rivals`, up to so many concepts in all, if less probable.
    """
    with on_one_core():
        search = _Search(seen, samples, unwanted, traits, few=few, asked=asked)
        if not search.traits:
            return []
        search.add_pairs()
        search.add_exceptions()
        return search.concepts(rivals)


def odds(concepts: Sequence[Concept]) -> list[float]:
    """How probable they are among themselves, without the power: for whoever wants to know what is in doubt."""
    total = sum(concept.weight for concept in concepts)
    return [concept.weight / total for concept in concepts]


class _Search:
    """Hypotheses side by side: rows are hypotheses, columns are pages seen, then samples, then near misses."""

    def __init__(
        self, seen: Matrix, samples: Matrix, unwanted: Matrix, traits: Columns, *, few: float = 0, asked: int = 0
    ) -> None:
        self._few = max(1.0, few)
        self._seen, self._samples, self._drawn = len(seen), len(samples), len(samples) - asked
        self._price = _PRICE * min(1.0, np.sqrt(_MANY / max(1, self._drawn))) if len(samples) > 1 else _PRICE_ALONE
        self._pages, self._given = slice(0, len(seen)), slice(len(seen), len(seen) + len(samples))
        drawn = slice(self._given.start, self._given.stop - asked)
        self._parts = (self._pages, drawn, slice(drawn.stop, self._given.stop), slice(self._given.stop, None))
        every = np.vstack([seen, samples, unwanted]).T.astype(np.float32)
        every, self._apart = every[: len(traits.view)], every[len(traits.view) :]
        self._first_apart = len(traits.view)
        self._without: dict[int, tuple[int, ...]] = {}  # number of a hypothesis -> columns
        columns = distinct(every, self._given, traits.view)
        self._evidence = every[columns][:, self._pages]
        self._view, self._weights = traits.view[columns], traits.weight
        self.traits: list[tuple[int, ...]] = [(int(column),) for column in columns]
        self._extension = every[columns]
        self._support = self._supported(self._evidence)
        if len(samples) > 1:
            self._support += _own(traits.prior[columns], self._evidence.mean(axis=1), self._support)
        self._counts = self._count(self._extension)
        self._log = self._posterior(self._counts, self._support)
        self._named, self._part = traits.prior[columns] > 0, traits.part[columns]
        if len(samples) > 1:
            self._of_all = self._counts.explained == self._samples
            self._support_parts()
            self._log = self._posterior(self._counts, self._support)
            self._price_chance()
            self._log = self._posterior(self._counts, self._support)

    def _support_parts(self) -> None:
        """Of traits that make parts of kinds, where all samples are of both."""
        size, support = self._counts.pages, self._support.copy()
        large = size >= np.where(self._named, self._samples, _LEAST_SHOWN)
        parts = np.flatnonzero(np.isfinite(self._part) & large & self._of_all)
        for part, whole in zip(parts, self._around(parts), strict=True):
            if whole >= 0:
                support[part] = max(support[part], support[whole] - self._part[part])
        self._support = support

    def _price_chance(self) -> None:
        """Of traits without a name that all samples share, where that may be chance: see coincidences.py."""
        shared = np.flatnonzero(self._of_all & ~self._named)
        nearly = np.flatnonzero(self._counts.explained == self._samples - 1)
        price = price_of_chance(self._evidence, self._view, shared, nearly, self._around(shared))
        self._support[shared] -= price

    def _around(self, traits: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each of these traits the best larger kind of all samples in which its pages lie; -1 if there is none."""
        size = self._counts.pages
        wholes = np.flatnonzero((self._support >= _AGREED * self._price) & self._of_all)
        if not len(wholes):
            return np.full(len(traits), -1)
        shared = self._evidence[traits] @ self._evidence[wholes].T
        within = (shared >= _WITHIN * size[traits][:, None]) & (size[wholes] > size[traits][:, None])
        best = np.where(within, self._log[wholes], -np.inf).argmax(axis=1)
        return np.where(within.any(axis=1), wholes[best], -1)

    def _supported(self, extension: Matrix) -> Vector:
        agreement = correlation(extension, self._evidence)
        total = np.zeros(len(extension))
        for number, weight in enumerate(self._weights):
            mine = np.flatnonzero(self._view == number)
            if len(mine):
                total += weight * np.maximum(0.0, agreement[:, mine].max(axis=1))
        return np.asarray(self._price * np.sqrt(total), dtype=np.float64)

    def _posterior(self, counts: _Counts, prior: Vector) -> Vector:
        explained, size = counts.explained, counts.pages + counts.explained
        of_size = np.log(np.maximum(size, 1.0)) if self._drawn > 1 else 0.0
        inside = explained * np.log(1 - _NOISE) - counts.drawn * of_size
        outside = (self._samples - explained) * np.log(_NOISE)
        outside = outside - (self._drawn - counts.drawn) * np.log(self._seen + self._samples)
        share, left = explained / self._samples, np.maximum(1.0, self._samples - explained)
        prior = share * prior + (1 - share) * np.minimum(prior, _STRANGER / left)
        if self._drawn > 1:
            prior = prior - _SMALL * np.maximum(0.0, np.log(self._few / np.maximum(size, 1.0)))
        return np.asarray(prior + inside + outside + counts.unwanted * _UNWANTED, dtype=np.float64)

    def _count(self, extension: Matrix) -> _Counts:
        return _Counts(*(extension[:, part].sum(axis=1) for part in self._parts))

    def add_pairs(self) -> None:
        """Every two of the best traits together."""
        known = {row.tobytes() for row in self._extension}
        best = self._best(_PAIRED)
        traits, rows, least = [], [], []
        for number, first in enumerate(best):
            for second in best[:number]:
                row = self._extension[first] * self._extension[second]
                if 2 * row[self._given].sum() >= self._samples and (key := row.tobytes()) not in known:
                    known.add(key)
                    traits.append(self.traits[first] + self.traits[second])
                    rows.append(row)
                    is_large = row[self._pages].sum() >= self._samples and row[self._given].all()
                    least.append(self._named_part(first, second) if is_large else -np.inf)
        if rows:
            pairs = np.array(rows, dtype=np.float32)[:, self._pages]
            prior = _PAIR if self._samples > 1 else _PAIR_ALONE
            self._add(traits, rows, np.maximum(self._supported(pairs) + prior, least).tolist())

    def add_exceptions(self) -> None:
        """The best kinds of all samples without pages that have a name which no sample has."""
        traits: list[tuple[int, ...]] = []
        rows, support = [], []
        for number in self._best(_PAIRED if len(self._apart) else 0):
            whole = self._extension[number]
            is_kind = whole[self._given].all() and self._support[number] >= _AGREED * self._price
            left = whole * (1 - self._apart)
            much = left[:, self._pages].sum(axis=1) <= (1 - _MUCH) * whole[self._pages].sum()
            denied = left[:, self._parts[-1]].sum(axis=1) < whole[self._parts[-1]].sum()
            for apart in np.flatnonzero(is_kind & (much | denied) & left[:, self._pages].any(axis=1)):
                self._without[len(self.traits) + len(traits)] = (self._first_apart + int(apart),)
                traits.append(self.traits[number])
                rows.append(left[apart])
                support.append(self._support[number] + _EXCEPT)
        self._add(traits, rows, support)

    def _add(self, traits: Sequence[tuple[int, ...]], rows: Sequence[Matrix], support: Sequence[float]) -> None:
        if rows:
            self.traits += traits
            self._extension = np.vstack([self._extension, np.array(rows, dtype=np.float32)])
            self._support = np.concatenate([self._support, support])
            self._counts = self._count(self._extension)
            self._log = self._posterior(self._counts, self._support)

    def _named_part(self, one: int, other: int) -> float:
        """The support of a kind's pages that have a name, where other pages have it too."""
        name, kind = (one, other) if self._named[one] else (other, one)
        is_part = self._named[name] and not self._named[kind] and self._support[kind] >= _AGREED * self._price
        return float(self._support[kind] - self._part[name]) if is_part and self._samples > 1 else -np.inf

    def _best(self, most: int) -> list[int]:
        """The best hypotheses, each extension once."""
        found: dict[bytes, int] = {}
        for number in np.argsort(-self._log, kind="stable"):
            found.setdefault(self._extension[number].tobytes(), int(number))
            if len(found) == most:
                break
        return list(found.values())

    def concepts(self, rivals: int = 0) -> list[Concept]:
        """All that is probable: each hypothesis, extended to a union where samples are left over."""
        self._is_exception = np.array([number in self._without for number in range(len(self.traits))])
        self._bits = [packed(self._extension[:, part]) for part in self._parts]
        self._given_bits = packed(self._extension[:, self._given])
        self._further = self._price_of_union()
        made = [self._union(number) for number in self._best(200)]
        log = np.array([value for _, _, value in made])
        together: dict[bytes, list[int]] = {}  # hypotheses that hold for the same pages
        for number, (_, row, _) in enumerate(made):
            together.setdefault(row.tobytes(), []).append(number)
        posterior = np.exp(log - log.max())
        plain = np.array([posterior[same].sum() for same in together.values()])
        power, least = (_POWER, _LEAST) if self._samples > 1 else (_POWER_ALONE, _LEAST_ALONE)
        weight = plain**power
        probability = np.where(weight >= least * weight.sum(), weight / weight.sum(), 0.0)
        best = np.argsort(-plain, kind="stable")[: max(rivals, int((probability > 0).sum()))]
        firsts = [first for first, *_ in together.values()]
        kept = [(at, *made[firsts[at]]) for at in best.tolist()]
        members = sorted({number for _, numbers, _, _ in kept for number in numbers})
        part = dict(zip(members, self._with_witnesses(members), strict=True))
        found = []
        for at, numbers, row, _ in kept:
            size = int(np.any([part[number][1] for number in numbers], axis=0).sum())
            parts = tuple(part[number][0] for number in numbers)
            explained = int(row[self._given].sum())
            found.append(Concept(parts, float(probability[at]), size, explained, float(plain[at] / plain.max())))
        return found

    def _with_witnesses(self, numbers: Sequence[int]) -> list[tuple[Part, NDArray[np.bool_]]]:
        """These hypotheses with their witnesses, and which of the pages seen they hold for."""
        extension = self._extension[numbers][:, self._pages]
        agreement = correlation(extension, self._evidence)
        given = self._extension[:, self._given]
        explained = given[numbers] @ given[: len(self._evidence)].T
        agreement[explained <= _KNOWN * given[numbers].sum(axis=1)[:, None]] = 0
        votes: list[list[tuple[int, float]]] = [[] for _ in numbers]  # place in the evidence, weight
        for view, weight in enumerate(self._weights):
            mine = np.flatnonzero(self._view == view)
            if len(mine):
                best = mine[agreement[:, mine].argmax(axis=1)]
                for one, at, phi in zip(votes, best.tolist(), agreement[range(len(best)), best].tolist(), strict=True):
                    if phi >= _WITNESS:
                        one.append((at, float(weight * phi)))
        found = []
        for number, row, named in zip(numbers, extension, votes, strict=True):
            without = self._without.get(number, ())
            part = Part(self.traits[number], tuple((self.traits[at][0], vote) for at, vote in named), without)
            said = OWN_VOTE * row
            for at, vote in named:
                said = said + vote * self._evidence[at]
            apart = self._apart[[column - self._first_apart for column in without]][:, self._pages].any(axis=0)
            found.append((part, (said >= part.majority) & ~apart))
        return found

    def _price_of_union(self) -> float:
        """Of each further part. Two of three samples share something by chance more easily than all of them, so where
        a kind explains all, and no near miss, and has much to say for itself, it is hardly two that were meant."""
        share = (self._counts.pages + self._samples) / (self._seen + self._samples)
        is_kind = (self._counts.explained == self._samples) & (self._counts.unwanted == 0)
        is_kind &= self._support >= _WELL * self._price / _PRICE
        return _PART_NEEDLESS if (is_kind & (share <= _PART_OF_ALL)).any() else _PART

    def _union(self, first: int) -> tuple[tuple[int, ...], Matrix, float]:
        """Hypotheses that together explain more samples than the first alone, their pages and their posterior."""
        parts, row, value = [first], self._extension[first], float(self._log[first])
        support, explained = self._support[first], self._counts.explained[first]
        while len(parts) < _MOST_PARTS and row[self._given].sum() < self._samples:
            more = overlap(self._given_bits, 1 - row[self._given])
            candidates = np.flatnonzero((more > 0) & ~self._is_exception)
            if not len(candidates):
                break
            # Each part speaks for the samples that it explains.
            prior = (explained * support + more[candidates] * self._support[candidates]) / (
                explained + more[candidates]
            )
            log = self._posterior(self._joined(row, candidates), prior + self._further)
            pick = int(log.argmax())
            if log[pick] <= value:
                break
            number = int(candidates[pick])
            parts.append(number)
            value, support = float(log[pick]), float(prior[pick] + self._further)
            row = np.maximum(self._extension[number], row)
            explained += more[number]
        return tuple(parts), row, value

    def _joined(self, row: Matrix, candidates: NDArray[np.int64]) -> _Counts:
        """The counts of a hypothesis together with each of the candidates, without putting them together."""
        return _Counts(
            *(
                count[candidates] + row[part].sum() - overlap(bits[candidates], row[part])
                for part, count, bits in zip(self._parts, self._counts.each(), self._bits, strict=True)
            )
        )


def _own(prior: Vector, share: Matrix, agreement: Vector) -> Vector:
    """What traits say by themselves. A name that nearly all pages have names nothing, and one of pages that have little
    else in common may be that of a place, and not of a kind."""
    return np.where(prior > 0, prior * (1 - share**4) * np.minimum(1, agreement / _WELL) ** 2, prior)
