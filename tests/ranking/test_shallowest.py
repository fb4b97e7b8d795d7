"""Exploration near the entry page: only in a drought, one choice in four, the nearest page first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hubwalk.ranking.shallowest import Shallowest

NEVER = -1


def everything(page: int) -> bool:
    return page >= 0


def in_drought(pages: dict[int, float]) -> Shallowest:
    shallowest = Shallowest()
    shallowest.add(list(pages), list(pages.values()))
    for _ in range(8):
        shallowest.observe(accepted=False)
    return shallowest


def asked(shallowest: Shallowest, times: int) -> list[int]:
    return [shallowest.next(everything) for _ in range(times)]


def test_nothing_is_explored_as_long_as_something_is_found() -> None:
    shallowest = Shallowest()
    shallowest.add([1], [1.0])
    for number in range(40):
        shallowest.observe(accepted=number % 7 == 0)
        assert shallowest.next(everything) == NEVER


def test_in_a_drought_every_fourth_choice_explores() -> None:
    assert asked(in_drought({5: 1.0}), 9) == [NEVER] * 3 + [5] + [NEVER] * 3 + [5] + [NEVER]


def test_one_that_is_right_ends_the_drought() -> None:
    shallowest = in_drought({5: 1.0})
    shallowest.observe(accepted=True)
    assert asked(shallowest, 8) == [NEVER] * 8


def test_pages_that_are_no_longer_open_are_passed_over() -> None:
    shallowest = in_drought({1: 1.0, 2: 2.0, 3: 3.0})
    assert [shallowest.next(lambda page: page > 2) for _ in range(4)][-1] == 3
    assert [shallowest.next(lambda _: False) for _ in range(8)] == [NEVER] * 8


@given(st.dictionaries(st.integers(0, 2**31), st.floats(0, 20, width=16), min_size=1, max_size=30))
def test_the_nearest_page_comes_first(pages: dict[int, float]) -> None:
    shallowest = in_drought(pages)
    fetched: set[int] = set()
    order = []
    for _ in pages:
        page = [shallowest.next(lambda page: page not in fetched) for _ in range(4)][-1]
        fetched.add(page)
        order.append(page)
    assert set(order) == set(pages)
    near = [int(pages[page] * 64) for page in order]
    assert near == sorted(near)


def test_a_page_that_turns_out_to_be_nearer_comes_up_earlier() -> None:
    shallowest = in_drought({1: 2.0, 2: 9.0})
    shallowest.add([2], [1.0])
    assert asked(shallowest, 4)[-1] == 2
