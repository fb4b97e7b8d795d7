"""Arrays that grow, and strings as integers."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.graph.arrays import GrowableArray, Interner


@given(st.lists(st.one_of(st.integers(-1000, 1000), st.lists(st.integers(-1000, 1000), max_size=9))))
def test_growable_array_is_a_list(parts: list[int | list[int]]) -> None:
    array, twin = GrowableArray("int64", capacity=1), []
    for part in parts:
        if isinstance(part, int):
            array.append(part)
            twin.append(part)
        else:
            array.extend(np.array(part, dtype=np.int64))
            twin.extend(part)
        assert array.size == len(twin)
    assert array.view.tolist() == twin


def test_grow_to_appends_zeros_and_never_shrinks() -> None:
    array = GrowableArray("int32", capacity=2)
    array.append(7)
    array.grow_to(5)
    array.grow_to(3)
    assert array.view.tolist() == [7, 0, 0, 0, 0]
    array.append(8)
    assert array.view.tolist() == [7, 0, 0, 0, 0, 8]


def test_the_view_can_be_written_to() -> None:
    array = GrowableArray("int32")
    array.grow_to(3)
    array.view[1] = 5
    assert array.view.tolist() == [0, 5, 0]


@given(st.lists(st.text(max_size=3)))
def test_interner_numbers_in_order_of_first_sight(names: list[str]) -> None:
    interner = Interner()
    numbers = [interner.intern(name) for name in names]
    first = list(dict.fromkeys(names))
    assert interner.names == first
    assert numbers == [first.index(name) for name in names]
    assert all(interner.find(name) == number for name, number in zip(names, numbers, strict=True))
    assert interner.find("never seen") == -1
    assert len(interner) == len(first)
