"""Places: which DOM paths they mean, and how narrow they must be."""

from __future__ import annotations

import re

import pytest

from hubwalk.recipes.places import bare_path, narrowed_place, place_expression, shared_place


@pytest.mark.parametrize(
    ("place", "path", "there"),
    [
        ("ul.list/li/a", "ul.list/li/a", True),
        ("ul.list/li/a", "ul.list[2]/li[17]/a", True),
        ("ul.list/li/a", "ul.listing/li/a", False),
        ("ul.list/li/a", "div/ul.list/li/a", False),
        ("table/tr/td[1]/a", "table/tr[5]/td/a", True),
        ("table/tr/td[1]/a", "table/tr[5]/td[2]/a", False),
        ("table/tr/td[2]/a", "table/tr[5]/td[2]/a[3]", True),
        ("dl/dt/a*", "dl/dt[3]/a#core", True),
        ("dl/dt/a*", "dl/dt[3]/a.new[2]", True),
        ("dl/dt/a*", "dl/dt/a", True),
        ("dl/dt/a*", "dl/dt/area", False),
        ("dl/dt/a*[2]", "dl/dt/a.new[2]", True),
        ("dl/dt/a*[2]", "dl/dt/a.new", False),
        ("ul.a+b/li", "ul.aab/li", False),
    ],
)
def test_positions_and_names_count_where_they_are_given(place: str, path: str, there: bool) -> None:
    assert (re.fullmatch(place_expression(place), path) is not None) == there


def test_a_place_gets_the_one_position_that_tells_it_from_the_others() -> None:
    second_list = {"body/ul[2]/li/a", "body/ul[2]/li[2]/a", "body/ul[2]/li[3]/a"}
    others = {"body/ul/li/a", "body/ul/li[2]/a", "body/ul[3]/li/a"}
    assert narrowed_place("body/ul/li/a", second_list, others) == "body/ul[2]/li/a"
    assert narrowed_place("body/ul/li/a", second_list, ()) == "body/ul/li/a"


def test_what_positions_cannot_tell_apart_stays_as_wide_as_it_is() -> None:
    wanted = {"body/ul/li/a", "body/ul/li[3]/a"}
    assert narrowed_place("body/ul/li/a", wanted, {"body/ul/li[2]/a"}) == "body/ul/li/a"


def test_shapes_with_the_same_tags_share_a_place() -> None:
    shapes = ["dl.index/dt/a", "dl.index/dt/a#core", "dl.index/dt/a#misc"]
    assert {bare_path(shape) for shape in shapes} == {"dl/dt/a"}
    assert shared_place(shapes) == "dl.index/dt/a*"
