from __future__ import annotations

import random

from hubwalk.graph.page_groups import group_alike
from hubwalk.graph.page_traits import address_words


def views(*names: str) -> tuple[frozenset[str]]:
    return (frozenset(names),)


def test_pages_with_the_same_places_are_one_group_whatever_they_share_with_others() -> None:
    lists = [views("menu", "foot", "list", "pager")] * 5
    items = [views("menu", "foot", "related")] * 9
    assert group_alike([*lists, *items], [1.0]) == [list(range(5, 14)), list(range(5))]


def test_a_block_that_some_pages_of_a_template_have_does_not_part_them() -> None:
    marks = ("a", "b", "c", "d", "e")
    items = [views("menu", *marks, *(["extra"] if n % 3 == 0 else [])) for n in range(30)]
    others = [views("menu", "list")] * 10
    assert group_alike([*items, *others], [1.0]) == [list(range(30)), list(range(30, 40))]


def test_what_single_pages_have_is_not_looked_at() -> None:
    assert group_alike([views("menu", f"own{n}") for n in range(12)], [1.0]) == [list(range(12))]


def test_a_view_that_is_the_same_for_all_parts_nobody_and_hides_nobody() -> None:
    blank: frozenset[str] = frozenset()
    pages = [(frozenset({"list"}), blank)] * 4 + [(frozenset({"item"}), blank)] * 6
    assert group_alike(pages, [0.5, 0.5]) == group_alike([page[:1] for page in pages], [1.0])


def test_the_order_of_names_in_memory_does_not_matter() -> None:
    rng = random.Random(1)
    pages = [views(*rng.sample("abcdefghijkl", 5)) for _ in range(300)]
    renamed = [views(*(name * 7 for name in page[0])) for page in pages]
    found = group_alike(pages, [1.0])
    assert found == group_alike(renamed, [1.0])
    assert sorted(n for group in found for n in group) == list(range(300))


def test_more_different_pages_than_groups_are_begun() -> None:
    rng = random.Random(2)
    names = [f"n{n}" for n in range(60)]
    pages = [views(*rng.sample(names, 8)) for _ in range(600)]
    assert sorted(n for group in group_alike(pages, [1.0]) for n in group) == list(range(600))


def test_no_pages() -> None:
    assert group_alike([], [1.0]) == []


def test_words_of_addresses() -> None:
    urls = [f"http://a.test/phone/{n}-x/data.html" for n in range(5)] + ["http://a.test/list?page=2&sort=a"]
    words = address_words([*urls, "http://a.test/list?page=3"])
    assert words[0] == {("depth", "3"), ("step 0", "phone"), ("ending", "html"), ("word", "data")}
    assert words[5] == words[6] == {("depth", "1"), ("word", "list"), ("parameter", "page")}
