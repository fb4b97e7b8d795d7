"""TF-IDF vectors of pages, as rows of a sparse matrix in plain numpy arrays.

A term weighs (1 + ln tf) (ln((1 + n) / (1 + df)) + 1), with n training pages of which df have the term, and a row has
length 1 (Salton, Buckley 1988): a long page is no nearer to anything than a short one.

Terms are numbered by a table. Those of a single page name its instance and are left out; so are the words of a single
site, unless it has pages of both kinds: they would tell which sites the samples happen to be from. Of the others those
with the highest information gain are kept (Yang, Pedersen 1997).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_MOST = 5000  # terms of a vocabulary
_LEAST = 2  # pages with a term


@dataclass(frozen=True, slots=True)
class Rows:
    """Sparse rows one after the other: row i has `values[starts[i]:starts[i + 1]]` in the columns `columns[...]`."""

    starts: Integers
    columns: Integers
    values: Floats
    width: int

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    def row(self, number: int) -> tuple[Integers, Floats]:
        """Columns and values of one row."""
        part = slice(self.starts[number], self.starts[number + 1])
        return self.columns[part], self.values[part]

    def numbers(self) -> Integers:
        """The row that each value belongs to."""
        return np.repeat(np.arange(self.count), np.diff(self.starts))

    def sums(self, values: Floats) -> Floats:
        """Per row the sum of such values, one for each of its columns."""
        result: Floats = np.bincount(self.numbers(), weights=values, minlength=self.count).astype(float)
        return result

    def times(self, weights: Floats) -> Floats:
        """Of each row the inner product with a dense vector."""
        return self.sums(self.values * weights[self.columns])

    def frequencies(self) -> Floats:
        """Of each column the number of rows that have it."""
        return np.bincount(self.columns, minlength=self.width).astype(float)

    def dense(self, number: int) -> Floats:
        """One row with its zeros."""
        columns, values = self.row(number)
        full = np.zeros(self.width)
        full[columns] = values
        return full

    def select(self, rows: Integers) -> Rows:
        """Some of the rows, in that order."""
        sizes = np.diff(self.starts)[rows]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        places = np.repeat(self.starts[:-1][rows] - starts[:-1], sizes) + np.arange(starts[-1])
        return Rows(starts, self.columns[places], self.values[places], self.width)


class TermTable:
    """Numbers for terms: the order in which they came."""

    def __init__(self, terms: Sequence[str] = (), limit: int = 0) -> None:
        """At most `limit` terms get a number, so that an endless crawl does not fill the memory."""
        self.terms = list(terms)
        self._numbers = {term: number for number, term in enumerate(terms)}
        self._limit = limit

    def count(self, page: Mapping[str, int]) -> tuple[Integers, Integers]:
        """The numbers of a page's terms, ascending, and how often each occurs; new terms get a number."""
        found: list[tuple[int, int]] = []
        for term, times in page.items():
            number = self._numbers.get(term)
            if number is None:
                if len(self.terms) >= self._limit:
                    continue
                number = self._numbers[term] = len(self.terms)
                self.terms.append(term)
            found.append((number, times))
        both = np.array(sorted(found), dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    def numbers(self, terms: Sequence[str]) -> Integers:
        """The numbers of known terms."""
        return np.array([self._numbers[term] for term in terms], dtype=np.int64)

    def rows(self, pages: Sequence[tuple[NDArray[np.integer], NDArray[np.integer]]]) -> Rows:
        """Counted pages as rows."""
        starts = np.cumsum([0, *(len(numbers) for numbers, _ in pages)])
        columns, values = (
            np.concatenate([np.zeros(0, dtype=np.int64), *(page[part] for page in pages)]) for part in (0, 1)
        )
        return Rows(starts, columns.astype(np.int64), values.astype(float), len(self.terms))


class Vocabulary:
    """The terms that count, with their inverse document frequencies."""

    def __init__(self, terms: Sequence[str], idf: Floats) -> None:
        self.terms = tuple(terms)
        self.idf = idf
        self._table = TermTable(self.terms)

    def vectors(self, pages: Sequence[Mapping[str, int]]) -> Rows:
        """A vector for each page; of one without a known term nothing is in it."""
        return weighted(self._table.rows([self._table.count(page) for page in pages]), self.idf)


def weighted(counted: Rows, idf: Floats) -> Rows:
    """TF-IDF vectors from rows of counts."""
    weights = (1 + np.log(counted.values)) * idf[counted.columns]
    lengths = np.sqrt(counted.sums(weights**2))
    return Rows(counted.starts, counted.columns, weights / lengths[counted.numbers()], counted.width)


def places(chosen: Integers, width: int) -> Integers:
    """For each of so many columns its place among the chosen ones, -1 for the others."""
    place = np.full(width, -1)
    place[chosen] = np.arange(len(chosen))
    return place


def narrowed(rows: Rows, place: Integers) -> Rows:
    """The rows with nothing but the columns that have a place; columns that came later have none."""
    old = rows.columns < len(place)
    columns = np.where(old, place[np.where(old, rows.columns, 0)], -1)
    kept = columns >= 0
    starts = np.concatenate(([0], np.cumsum(kept)))[rows.starts]
    return Rows(starts, columns[kept], rows.values[kept], int(place.max(initial=-1)) + 1)


def inverse_frequencies(counted: Rows) -> Floats:
    """The inverse document frequency of each column."""
    result: Floats = np.log((1 + counted.count) / (1 + counted.frequencies())) + 1
    return result


def telling_terms(counted: Rows, labels: Integers, sites: Sequence[str]) -> Integers:
    """The columns worth keeping, of training pages that are labelled 1 (wanted) or 0; ascending."""
    there = np.array([counted.select(np.flatnonzero(labels == label)).frequencies() for label in (0, 1)])
    sizes = np.bincount(labels, minlength=2).astype(float)
    known = there.sum(axis=0) >= _LEAST
    if len(set(sites)) > 1:
        known &= _of_several_sites(counted, labels, sites)
    gain = np.where(known, -_entropy(there) - _entropy(sizes[:, None] - there), -np.inf)
    best = np.argsort(-gain, kind="stable")[:_MOST]
    return np.sort(best[known[best]])


def _entropy(counts: Floats) -> Floats:
    """Of two classes in so many pages, times the number of pages."""
    share = counts / np.maximum(1.0, counts.sum(axis=0))
    result: Floats = -(counts * np.log2(np.where(share > 0, share, 1.0))).sum(axis=0)
    return result


def _of_several_sites(counted: Rows, labels: Integers, sites: Sequence[str]) -> NDArray[np.bool_]:
    where = np.array(sites)
    number, mixed = np.zeros(counted.width), np.zeros(counted.width, dtype=bool)
    for site in sorted(set(sites)):
        here = np.flatnonzero(where == site)
        found = counted.select(here).frequencies() > 0
        number += found
        if len(set(labels[here].tolist())) > 1:
            mixed |= found
    result: NDArray[np.bool_] = (number > 1) | mixed
    return result
