from __future__ import annotations

import numpy as np
import pytest

from hubwalk.validators.page_vectors import Floats, Rows
from hubwalk.websites.clusters import centroids_of


def rows(vectors: Floats) -> Rows:
    numbers, columns = np.nonzero(vectors)
    starts = np.searchsorted(numbers, np.arange(len(vectors) + 1))
    return Rows(starts, columns, vectors[numbers, columns], vectors.shape[1])


def around(axis: int, count: int, dice: np.random.Generator) -> Floats:
    """Unit vectors near one of six axes."""
    found = dice.uniform(0, 0.2, (count, 6))
    found[:, axis] = 1
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def test_each_group_has_its_centroid() -> None:
    dice = np.random.default_rng(1)
    pages = np.concatenate([around(axis, 20, dice) for axis in (0, 2, 5)])
    found = centroids_of(rows(pages), 3, seed=4)
    assert found.shape == (6, 3)
    assert sorted(found.argmax(axis=0).tolist()) == [0, 2, 5]
    group = pages[:20].sum(axis=0)
    assert found[:, found.argmax(axis=0) == 0].ravel() == pytest.approx(group / np.linalg.norm(group))


def test_one_centroid_is_the_direction_of_the_sum() -> None:
    pages = np.array([[1.0, 0, 0], [0.6, 0.8, 0]])
    assert centroids_of(rows(pages), 1).ravel() == pytest.approx(np.array([1.6, 0.8, 0]) / np.hypot(1.6, 0.8))


def test_never_worse_than_the_seeds() -> None:
    """Every round moves pages to nearer centroids: the plain property of k-means."""
    dice = np.random.default_rng(7)
    pages = np.abs(dice.normal(size=(60, 8)))
    pages /= np.linalg.norm(pages, axis=1, keepdims=True)
    found = centroids_of(rows(pages), 5)
    nearest = (pages @ found).argmax(axis=1)
    for number in range(found.shape[1]):
        own = pages[nearest == number].sum(axis=0)
        assert found[:, number] == pytest.approx(own / np.linalg.norm(own), abs=0.05)


@pytest.mark.parametrize("count", [1, 3, 8])
def test_fewer_distinct_pages_than_clusters(count: int) -> None:
    same = np.array([[1.0, 0], [1.0, 0], [0, 1.0]])
    found = centroids_of(rows(same), count)
    assert found.shape[1] == min(count, 2)
    assert np.linalg.norm(found, axis=0) == pytest.approx(1)


@pytest.mark.parametrize("pages", [np.zeros((0, 3)), np.zeros((4, 3)), np.zeros((2, 0))])
def test_nothing_to_be_near_to(pages: Floats) -> None:
    assert centroids_of(rows(pages), 4).shape == (pages.shape[1], 0)


def test_same_seed_same_centroids() -> None:
    pages = np.abs(np.random.default_rng(3).normal(size=(50, 6)))
    pages /= np.linalg.norm(pages, axis=1, keepdims=True)
    assert (centroids_of(rows(pages), 4, 9) == centroids_of(rows(pages), 4, 9)).all()
