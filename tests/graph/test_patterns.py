from __future__ import annotations

import pytest

from hubwalk.graph.pagination import is_chain, mostly_turn_pages, turns_page
from hubwalk.graph.patterns import address_pattern, title_pattern, without_site_name
from hubwalk.graph.places import short_names, without_page_names


@pytest.mark.parametrize(
    ("paths", "pattern"),
    [
        ([f"phones/{n}x.html" for n in "abc"], "/phones/*.html"),
        (["phones/a", "phones/b"], "/phones/*"),
        (["", ""], "/"),
        (["only/one.html?x=1"], "/only/one.html?x=1"),
        ([f"list?page={n}&sort={c}" for n, c in zip("123", "aaa", strict=True)], "/list?page=*&sort=a"),
        ([f"find?{c}=1" for c in "abc"], "/find?*"),
        ([f"sql-{n}.html" for n in ("alter", "analyze", "drop")], "/sql-*.html"),
        (["a/1/", "a/2/", "b"], "/a/*/, ..."),
        ([], ""),
    ],
)
def test_addresses(paths: list[str], pattern: str) -> None:
    assert address_pattern([f"http://a.test/{path}" for path in paths]) == pattern


@pytest.mark.parametrize(
    ("titles", "pattern"),
    [
        ([f"Phone {n} - specifications" for n in "abc"], "Phone * - specifications"),
        (["one", "two", "three"], ""),
        (["same"] * 5, "same"),
        (["alone"], "alone"),
        (["a b", "a c"], ""),
        (["", "", "x"], ""),
        (["the end", "the the end", "the end"], "the * end"),
        ([], ""),
    ],
)
def test_titles(titles: list[str], pattern: str) -> None:
    assert title_pattern(titles) == pattern


def test_the_name_of_the_site_is_left_out_of_titles() -> None:
    titles = ["Shop: phones | all", "Shop: bags | all", "", "Shop: home | all"]
    assert without_site_name(titles) == ["phones", "bags", "", "home"]
    assert without_site_name(["one", "one"]) == ["one", "one"]


@pytest.mark.parametrize(
    "anchor", ["7", "next", "Next »", "«", "Seite 3 von 9", "page 2 of 12", "← Older posts", "次へ"]
)
def test_anchors_that_turn_pages(anchor: str) -> None:
    assert turns_page(anchor)


@pytest.mark.parametrize(
    "anchor", ["", "2019", "next generation cameras", "Nikon", "7 of the best phones", "read more"]
)
def test_anchors_that_do_not(anchor: str) -> None:
    assert not turns_page(anchor)


def test_most_links_must_turn_pages() -> None:
    assert mostly_turn_pages(["1", "2", "3", "next", "all"])
    assert not mostly_turn_pages(["1", "Nikon"])
    assert not mostly_turn_pages([])


def test_chains() -> None:
    row = {(n, n + 1) for n in range(20)}
    assert is_chain(row)
    assert is_chain({*row, *((b, a) for a, b in row)})
    assert not is_chain({(0, n) for n in range(1, 20)})
    assert not is_chain({(2 * n, 2 * n + 1) for n in range(20)})
    assert not is_chain(set())


def test_names_of_single_pages_are_no_places() -> None:
    pages = {f"html/body/div#page-{c}/p/a": 1 for c in "abcdef"}
    found = without_page_names({**pages, "html/body/div#main/p/a": 40, "html/body/ul.list/li/a": 1})
    assert {found[path] for path in pages} == {"html/body/div/p/a"}
    assert found["html/body/div#main/p/a"] == "html/body/div#main/p/a"
    assert found["html/body/ul.list/li/a"] == "html/body/ul.list/li/a"


def test_places_are_told_by_their_end_as_far_as_that_tells_them_apart() -> None:
    places = [
        "html/body/div#main/ul.list/li/a",
        "html/body/div#side/ul.list/li/a",
        "html/body/nav.top/a",
        "html/body/p/a",
    ]
    assert list(short_names(places).values()) == [
        "div#main ul.list li a",
        "div#side ul.list li a",
        "nav.top a",
        "html body p a",
    ]
