from __future__ import annotations

import random

import pytest
from hypothesis import given
from url_making import urls

from hubwalk.recipes.url_levels import form, head, joined, levels, ordered


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://h.test/", ("http://h.test", "")),
        ("http://h.test:8080/a/b.html", ("http://h.test:8080", "a", "b.html")),
        ("http://h.test/a/", ("http://h.test", "a", "")),
        ("http://h.test/a//b", ("http://h.test", "a", "", "b")),
        ("http://h.test/x?b=2&a=1", ("http://h.test", "x", "?a=1", "?b=2")),
        ("http://h.test/x?flag&a=1=2", ("http://h.test", "x", "?a=1=2", "?flag")),
        ("http://h.test/x?u=/a/b;c?d", ("http://h.test", "x", "?u=/a/b;c?d")),
        ("http://h.test/x;v=2;w/y?z=1", ("http://h.test", "x", ";v=2", ";w", "y", "?z=1")),
    ],
)
def test_levels(url: str, expected: tuple[str, ...]) -> None:
    assert levels(url) == expected
    assert levels(joined(levels(url))) == expected


def test_the_order_of_parameters_in_the_path_stays_that_of_the_query_does_not_matter() -> None:
    assert levels("http://h.test/x?b=2&a=1") == levels("http://h.test/x?a=1&b=2")
    assert levels("http://h.test/x;b=2;a=1") != levels("http://h.test/x;a=1;b=2")
    assert ordered("http://h.test/x?b=2&a=1&a=0") == "http://h.test/x?a=0&a=1&b=2"


@given(urls())
def test_joining_is_the_way_back(url: str) -> None:
    assert joined(levels(url)) == ordered(url)
    assert ordered(ordered(url)) == ordered(url)
    assert sorted(ordered(url)) == sorted(url)


@given(urls(), urls())
def test_different_addresses_have_different_levels(one: str, other: str) -> None:
    assert (levels(one) == levels(other)) == (ordered(one) == ordered(other))


@given(urls())
def test_parameters_may_stand_in_any_order(url: str) -> None:
    path, mark, query = url.partition("?")
    parts = query.split("&")
    random.Random(len(url)).shuffle(parts)
    assert levels(f"{path}{mark}{'&'.join(parts)}") == levels(url)


def test_what_can_be_compared() -> None:
    def alike(one: str, other: str) -> bool:
        return form(levels(f"http://h.test{one}")) == form(levels(f"http://h.test{other}"))

    assert alike("/a/b", "/c/d")
    assert alike("/a?x=1&y=2", "/b?y=4&x=3")
    assert not alike("/a/", "/a/b")  # a folder and a page in it
    assert not alike("/a?x=1", "/a?y=1")
    assert not alike("/a?x", "/a?x=1")
    assert not alike("/a;x=1", "/a?x=1")
    assert form(levels("http://h.test/a")) != form(levels("http://g.test/a"))
    assert [head(level) for level in levels("http://h.test/a;v=1?w=2&x")] == ["", "", ";v=", "?w=", "?x"]
