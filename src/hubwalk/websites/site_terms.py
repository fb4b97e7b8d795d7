"""The vocabulary of example sites. What counts is on how many sites a term is, not on how many pages.

A frame repeats the words of one site on all its pages; they would look frequent, and tell which sites the examples
happen to be. So document frequencies are those of sites: a term weighs ln((1 + n) / (1 + s)), where s of n sites have
it, and one that is on every site weighs nothing and is left out. So are the words of a single site, unless its class
has few: then much of what its sites are about is on one of them alone. Of the others those with the highest information
gain are kept (Yang, Pedersen 1997), by the share of each class's pages that have the term, where all sites of a class
weigh alike.

Tried on recorded and made-up sites: the usual weight with 1 added to it, with which the words of every home page make
all of them alike, errs more, and most where there are few sites.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hubwalk.validators.page_vectors import (
    Floats,
    Integers,
    Rows,
    TermTable,
    Vocabulary,
    narrowed,
    places,
    weighted,
)
from hubwalk.websites.page_classifier import CLASSES

MOST = 5000  # terms; ten times as many err no less on the recorded sites
_MANY = 10  # sites of a class, from which on the words of one of them do not count
_LEAST = 2  # pages with a term: those of a single one name its instance


@dataclass(frozen=True, slots=True)
class CountedPages:
    """Training pages as rows of counts over all their terms."""

    table: TermTable
    counts: Rows
    sites: Integers  # number of each page's site
    labels: Integers  # class of each page

    def select(self, pages: Integers) -> CountedPages:
        """Some of the pages."""
        return CountedPages(self.table, self.counts.select(pages), self.sites[pages], self.labels[pages])


def count_pages(pages: Sequence[Mapping[str, int]], sites: Integers, labels: Integers) -> CountedPages:
    """From the terms of each page."""
    table = TermTable(limit=sum(map(len, pages)))
    return CountedPages(table, table.rows([table.count(page) for page in pages]), sites, labels)


def site_vocabulary(pages: CountedPages, most: int = MOST) -> tuple[Vocabulary, Integers]:
    """The terms that count, and the place of each column of the table among them."""
    shares, labels = by_site(pages)
    weights = np.log((1 + shares.count) / (1 + shares.frequencies()))
    known = (weights > 0) & (pages.counts.frequencies() >= _LEAST)
    for kind in range(len(CLASSES)):
        of_class = shares.select(np.flatnonzero(labels == kind))
        if of_class.count >= _MANY:
            known &= (of_class.frequencies() == 0) | (shares.frequencies() > 1)
    gain = np.where(known, _gain(shares, labels), -np.inf)
    best = np.argsort(-gain, kind="stable")[:most]
    chosen = np.sort(best[known[best]])
    terms = [pages.table.terms[number] for number in chosen]
    return Vocabulary(terms, weights[chosen]), places(chosen, pages.counts.width)


def vectors_of(pages: CountedPages, vocabulary: Vocabulary, place: Integers) -> Rows:
    """TF-IDF vectors of counted pages."""
    return weighted(narrowed(pages.counts, place), vocabulary.idf)


def by_site(pages: CountedPages) -> tuple[Rows, Integers]:
    """A row per site with the share of its pages that have each term, and the class of each site."""
    width = pages.counts.width
    numbers, first, sites = np.unique(pages.sites, return_index=True, return_inverse=True)
    cells, times = np.unique(sites[pages.counts.numbers()] * width + pages.counts.columns, return_counts=True)
    rows, columns = np.divmod(cells, max(1, width))
    sizes = np.bincount(sites, minlength=len(numbers))
    starts = np.searchsorted(rows, np.arange(len(numbers) + 1))
    return Rows(starts, columns, times / sizes[rows], width), pages.labels[first]


def _gain(sites: Rows, labels: Integers) -> Floats:
    """By how much a term on a page lessens the doubt about its class, where both classes are as frequent."""
    found = []
    for kind in range(len(CLASSES)):
        rows = sites.select(np.flatnonzero(labels == kind))
        sums = np.bincount(rows.columns, weights=rows.values, minlength=rows.width)
        found.append(sums / max(1, rows.count))
    there = np.array(found)
    return -_entropy(there) - _entropy(1.0 - there)


def _entropy(shares: Floats) -> Floats:
    total = np.maximum(1e-12, shares.sum(axis=0))
    part = np.clip(shares / total, 1e-12, 1.0)
    result: Floats = -(shares * np.log2(part)).sum(axis=0)
    return result
