from __future__ import annotations

import random

import numpy as np
import pytest

from hubwalk.ranking.tag_path_groups import TagPathGroups, ngram_shares


def test_shares_by_hand() -> None:
    assert ngram_shares("html/body/a", 2) == {"^/html": 0.25, "html/body": 0.25, "body/a": 0.25, "a/$": 0.25}
    assert ngram_shares("div/div/div", 2) == {"^/div": 0.25, "div/div": 0.5, "div/$": 0.25}
    assert ngram_shares("a", 9) == {"^/a/$": 1.0}


def test_a_path_joins_what_is_alike_and_founds_a_group_otherwise() -> None:
    """Of their six pairs two differ, so the first two have a cosine of 4/6, and the third shares two with either."""
    first, second, third = "html/body/ul/li/a", "html/body/ol/li/a", "html/body/nav/p/b"
    groups = TagPathGroups(threshold=0.66)
    assert [groups.group(path) for path in (first, second, third)] == [0, 0, 1]
    groups = TagPathGroups(threshold=0.67)
    assert [groups.group(path) for path in (first, second, third)] == [0, 1, 2]
    assert len(groups) == 3


def test_the_centroid_moves_with_those_who_join() -> None:
    """`far` is too far from the first path alone, and near enough to the mean of it and of one between."""
    first, between, far = "a/b/c/d/e/f/g", "a/b/c/d/e/x/y", "a/b/c/z/e/x/y"
    apart, together = TagPathGroups(threshold=0.5), TagPathGroups(threshold=0.5)
    assert [apart.group(path) for path in (first, far)] == [0, 1]
    assert [together.group(path) for path in (first, between, far)] == [0, 0, 0]


def test_a_path_stays_where_it_is() -> None:
    rng = random.Random(5)
    paths = ["/".join(rng.choice(["div", "ul", "li", "p"]) for _ in range(5)) for _ in range(60)]
    groups = TagPathGroups()
    once = [groups.group(path) for path in paths]
    assert [groups.group(path) for path in paths] == once
    assert 1 < len(groups) == max(once) + 1


@pytest.mark.parametrize("threshold", [0.5, 0.75, 0.9])
def test_groups_are_those_of_the_plain_method(threshold: float) -> None:
    """Whole vectors, means, and the cosine with each centroid in turn."""
    rng = random.Random(1)
    tags = ["div", "div.main", "ul", "li", "a", "p", "table", "td"]
    paths = list(dict.fromkeys("html/body/" + "/".join(rng.choices(tags, k=rng.randint(1, 5))) for _ in range(150)))
    grams = sorted({gram for path in paths for gram in ngram_shares(path, 2)})
    centroids: list[np.ndarray] = []
    members: list[int] = []
    expected = []
    for path in paths:
        shares = ngram_shares(path, 2)
        vector = np.array([shares.get(gram, 0.0) for gram in grams])
        cosines = [c @ vector / (np.linalg.norm(c) * np.linalg.norm(vector)) for c in centroids]
        nearest = int(np.argmax(np.round(cosines, 12))) if cosines else -1
        if nearest >= 0 and cosines[nearest] >= threshold - 1e-12:
            centroids[nearest] = (members[nearest] * centroids[nearest] + vector) / (members[nearest] + 1)
            members[nearest] += 1
        else:
            nearest = len(centroids)
            centroids.append(vector)
            members.append(1)
        expected.append(nearest)
    groups = TagPathGroups(threshold=threshold)
    assert [groups.group(path) for path in paths] == expected
    assert 1 < len(groups) < len(paths)
