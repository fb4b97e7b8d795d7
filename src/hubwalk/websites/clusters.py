"""Centroids of a class of pages by k-means: a class is made of an unknown number of kinds of pages.

Spherical k-means (Dhillon, Modha 2001): vectors and centroids have length 1, and a page belongs to the centroid with
the largest cosine, which is what the classifier goes by. Centroids are seeded far from each other (k-means++, Arthur,
Vassilvitskii 2007). Sparse products of scipy do the work: scikit-learn's k-means, by Euclid and with threads of its
own, took several times as long on the recorded sites and erred no less.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hubwalk.validators.page_vectors import Floats, Integers, Rows

_ROUNDS = 20  # the last ones move a page or two


def centroids_of(vectors: Rows, count: int, seed: int = 0) -> Floats:
    """At most `count` centroids of the vectors, as columns with length 1; fewer where there are fewer distinct ones."""
    from scipy.sparse import csr_matrix

    said = np.flatnonzero(np.diff(vectors.starts))  # pages without a known word are nowhere
    rows = vectors.select(said)
    pages = csr_matrix((rows.values, rows.columns, rows.starts), shape=(rows.count, rows.width))
    centroids = pages[_seeds(pages, count, np.random.default_rng(seed))].toarray()
    nearest = np.full(rows.count, -1)
    for _ in range(_ROUNDS):
        found = np.asarray(pages @ centroids.T).argmax(axis=1) if len(centroids) else nearest
        if (found == nearest).all():
            break
        nearest = found
        centroids = _means(pages, nearest)
        nearest = np.unique(nearest, return_inverse=True)[1]  # a cluster without pages is gone
    result: Floats = centroids.T
    return result


def _means(pages: Any, nearest: Integers) -> Floats:
    """The directions of the clusters that have pages, in the order of their numbers."""
    from scipy.sparse import csr_matrix

    numbers, places = np.unique(nearest, return_inverse=True)
    belongs = csr_matrix((np.ones(len(places)), (places, np.arange(len(places)))), shape=(len(numbers), len(places)))
    sums = (belongs @ pages).toarray()
    result: Floats = sums / np.sqrt((sums**2).sum(axis=1, keepdims=True))
    return result


def _seeds(pages: Any, count: int, dice: np.random.Generator) -> list[int]:
    """Pages to begin with, each drawn by its squared distance from those before."""
    number = pages.shape[0]
    if not number:
        return []
    chosen = [int(dice.integers(number))]
    far = np.ones(number)
    while len(chosen) < min(count, number):
        alike = np.asarray((pages @ pages[chosen[-1]].T).todense()).ravel()
        far = np.minimum(far, np.clip(2 * (1 - alike), 0.0, None))
        whole = float(far[far > 1e-9].sum())  # below: a page like one of the chosen
        if not whole:
            break
        chosen.append(int(dice.choice(number, p=np.where(far > 1e-9, far, 0.0) / whole)))
    return chosen
