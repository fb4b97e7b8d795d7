"""How often the page classifier errs: cross-validation in which whole sites are left out.

Ester, Kriegel, Schubert (2004), section 4.3.3: ten folds over the training pages. Here a fold takes all pages of its
sites, since a page of a site that the classifier was trained with is easier than one of a site to come. With fewer than
ten sites each is a fold of its own. A class with a single site has its pages dealt over the folds instead, which makes
the error look smaller than it is. Both classes weigh alike, however many sites each has: their shares among the
examples are not those of a crawl. Pages without a known word say nothing in a crawl, and do not count here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hubwalk.validators.page_vectors import Floats, Integers, Rows
from hubwalk.websites.clusters import centroids_of
from hubwalk.websites.page_classifier import CLASSES, OTHER, TARGET, distances
from hubwalk.websites.site_terms import CountedPages, site_vocabulary, vectors_of

FOLDS = 10


@dataclass(frozen=True, slots=True)
class Errors:
    """What a cross-validation told."""

    folds: int
    clusters: int  # per class: the number that errs least
    of_classes: tuple[float, float]  # share of wrong pages of each class; 1/2 where all of them said nothing
    pages: tuple[int, int]  # of each class that were left out; none: there was nothing to learn from without them
    of_sites: dict[int, float]  # number of a site -> share of its judged pages that were wrong


def cross_validate_pages(pages: CountedPages, clusters: Sequence[int], seed: int) -> Errors:
    """The error with each number of clusters, and which of them is best: the smallest where several err alike."""
    fold = deal_folds(pages.sites, pages.labels, seed)
    wrong = np.full((len(clusters), len(fold)), np.nan)
    tried = np.zeros(len(fold), dtype=bool)
    for number in np.unique(fold):
        train, test = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        if len(np.unique(pages.labels[train])) == len(CLASSES):
            tried[test] = True
            wrong[:, test] = _wrong(pages.select(train), pages.select(test), clusters, seed)
    kinds = [pages.labels == kind for kind in (TARGET, OTHER)]
    best = int(np.argmin(sum(_mean(wrong[:, kind]) for kind in kinds)))
    judged = wrong[best]
    errors = [float(_mean(judged[kind])) for kind in kinds]
    counts = [int(tried[kind].sum()) for kind in kinds]
    sites = {int(site): float(_mean(judged[pages.sites == site])) for site in np.unique(pages.sites)}
    return Errors(len(np.unique(fold)), clusters[best], (errors[0], errors[1]), (counts[0], counts[1]), sites)


def deal_folds(sites: Integers, labels: Integers, seed: int, folds: int = FOLDS) -> Integers:
    """The fold of each page; those of a site share one, unless it is the only site of its class."""
    dice = np.random.default_rng(seed)
    kinds = [np.flatnonzero(labels == kind) for kind in range(len(CLASSES))]
    units = [sites[pages] if len(np.unique(sites[pages])) > 1 else pages for pages in kinds]
    folds = min(folds, sum(len(np.unique(part)) for part in units))
    fold = np.zeros(len(sites), dtype=np.int64)
    offset = 0  # so that the remainders of both classes do not meet in the first folds
    for pages, part in zip(kinds, units, strict=True):
        order = dice.permutation(np.unique(part))
        turn = {int(unit): (offset + number) % folds for number, unit in enumerate(order)}
        fold[pages] = [turn[int(unit)] for unit in part]
        offset += len(order)
    return fold


def fit_centroids(vectors: Rows, labels: Integers, clusters: int, seed: int) -> tuple[Floats, Integers]:
    """Centroids of both classes as columns, and the class of each."""
    parts = [centroids_of(vectors.select(np.flatnonzero(labels == kind)), clusters, seed) for kind in (TARGET, OTHER)]
    return np.concatenate(parts, axis=1), np.repeat([TARGET, OTHER], [part.shape[1] for part in parts])


def _wrong(train: CountedPages, test: CountedPages, clusters: Sequence[int], seed: int) -> Floats:
    """For each number of clusters and test page 1 if it is wrong, 0 if right; a page between the classes is half."""
    vocabulary, place = site_vocabulary(train)
    known, asked = vectors_of(train, vocabulary, place), vectors_of(test, vocabulary, place)
    silent = np.diff(asked.starts) == 0
    found = np.empty((len(clusters), asked.count))
    for number, count in enumerate(clusters):
        target, other = distances(asked, *fit_centroids(known, train.labels, count, seed)).T
        lead = np.where(test.labels == TARGET, other - target, target - other)
        found[number] = np.where(silent, np.nan, np.where(lead > 0, 0.0, np.where(lead < 0, 1.0, 0.5)))
    return found


def _mean(wrong: Floats) -> Floats:
    """Of the pages that were judged; 1/2 where none was."""
    judged = (~np.isnan(wrong)).sum(axis=-1)
    result: Floats = np.where(judged, np.nansum(wrong, axis=-1) / np.maximum(1, judged), 0.5)
    return result
