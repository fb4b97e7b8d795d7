from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from url_making import urls

from hubwalk.recipes.grouping import group, url_similar
from hubwalk.recipes.url_levels import levels

H = "http://h.test"


def groups(*paths: str, k: int = 2) -> list[list[str]]:
    return [[url.removeprefix(H) for url in found] for found in group([H + path for path in paths], k)]


@pytest.mark.parametrize(
    ("one", "other", "similar"),
    [
        ("/a/b/c", "/a/b/c", True),
        ("/a/b/c", "/a/x/y", True),
        ("/a/b/c", "/x/y/z", False),  # three levels differ
        ("/a/b/c", "/a/b", False),
        ("/a/", "/a/b", False),  # a folder and a page in it
        ("/s?x=1&y=1", "/s?y=2&x=2", True),
        ("/s?x=1&y=1&z=1", "/s?x=2&y=2&z=2", False),
        ("/s?x=1", "/s?y=1", False),
        ("/s;v=1?x=1", "/t;v=1?x=2", True),
    ],
)
def test_url_similarity(one: str, other: str, similar: bool) -> None:
    assert url_similar(H + one, H + other) == similar
    assert url_similar(H + other, H + one) == similar


def test_hosts_must_be_the_same_and_k_can_be_another() -> None:
    assert not url_similar("http://a.test/x", "http://b.test/x")
    assert url_similar(f"{H}/a/b/c", f"{H}/x/y/z", k=3)
    assert not url_similar(f"{H}/a", f"{H}/b", k=0)


def test_similarity_is_not_transitive_and_groups_are_similar_throughout() -> None:
    chain = ["/a/b/c", "/a/y/z", "/x/y/z"]
    assert url_similar(H + chain[0], H + chain[1])
    assert url_similar(H + chain[1], H + chain[2])
    assert not url_similar(H + chain[0], H + chain[2])
    assert groups(*chain) == [["/a/b/c", "/a/y/z"], ["/x/y/z"]]


def test_the_largest_group_comes_first() -> None:
    by_section = [f"/cameras/{n}/{n}" for n in range(6)]
    by_number = [f"/lenses/{n}/7" for n in range(3)]
    across = ["/cameras/9/7"]  # similar to those of both
    assert groups(*by_number, *across, *by_section) == [sorted([*by_section, *across]), by_number]


def test_forms_are_kept_apart() -> None:
    assert groups("/a/", "/b/", "/a", "/b", "/a?x=1", "/b?x=2", "/b?y=2") == [
        ["/a", "/b"],
        ["/a/", "/b/"],
        ["/a?x=1", "/b?x=2"],
        ["/b?y=2"],
    ]


SOME = st.one_of(
    st.lists(urls(), max_size=12),
    st.lists(st.text("ab", min_size=5, max_size=5).map(lambda t: f"{H}/" + "/".join(t)), max_size=14),
)


@settings(max_examples=200)
@given(SOME, st.integers(0, 3))
def test_grouping_is_a_partition_into_similar_urls(made_up: list[str], k: int) -> None:
    found = group(made_up, k)
    assert sorted(url for members in found for url in members) == sorted(set(made_up))
    for members in found:
        assert all(url_similar(one, other, k) for one, other in combinations(members, 2))
        assert sum(len(set(column)) > 1 for column in zip(*map(levels, members), strict=True)) <= k
    shuffled = list(made_up)
    random.Random(k).shuffle(shuffled)
    assert group(shuffled, k) == found


@given(SOME)
def test_no_group_could_take_a_url_of_a_smaller_one(made_up: list[str]) -> None:
    """Each group is the largest that what is left allows."""
    found = group(made_up)
    for number, members in enumerate(found):
        for other in (url for smaller in found[number + 1 :] for url in smaller):
            columns = list(zip(*map(levels, (*members, other)), strict=False))
            same_form = url_similar(members[0], other, k=99)
            assert not (same_form and sum(len(set(column)) > 1 for column in columns) <= 2), (members, other)


def test_a_hundred_thousand_siblings() -> None:
    """No comparison of all pairs, neither where all are alike nor where hardly any are."""
    alike = [f"{H}/list/{n % 100}/item{n}.html" for n in range(60_000)]
    mixed = [f"{H}/{n % 31}/{n % 37}/{n % 41}/{n % 2}/{n}.html" for n in range(40_000)]
    random.Random(0).shuffle(mixed)
    found = group(alike + mixed)
    assert len(found[0]) == 60_000
    assert sum(map(len, found)) == 100_000
