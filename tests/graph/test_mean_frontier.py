"""The highest mean first, without looking through all."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from hubwalk.graph.mean_frontier import MeanFrontier

steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 12), st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0))),
        st.tuples(st.just("pop"), st.just(0), st.just(0.0)),
        st.tuples(st.just("drop"), st.integers(0, 12), st.just(0.0)),
        st.tuples(st.just("put_back"), st.integers(0, 12), st.just(0.0)),
    ),
    max_size=120,
)


@given(steps)
def test_it_takes_what_a_look_through_all_would_take(made: list[tuple[str, int, float]]) -> None:
    frontier = MeanFrontier()
    weights: dict[int, list[float]] = {}
    gone: set[int] = set()
    for step, item, weight in made:
        waiting = {i for i, found in weights.items() if found and i not in gone}
        if step == "add":
            frontier.add(item, weight)
            weights.setdefault(item, []).append(weight)
        elif step == "drop":
            frontier.drop(item)
            gone.add(item)
        elif step == "put_back" and item in gone and item in weights:
            frontier.put_back(item)
            gone.discard(item)
        elif step == "pop":
            best = min(waiting, key=lambda i: (-sum(weights[i]) / len(weights[i]), i), default=-1)
            assert frontier.pop() == best
            gone.add(best)
        assert len(frontier) == len({i for i, found in weights.items() if found and i not in gone})


def test_old_entries_are_cleared() -> None:
    frontier = MeanFrontier()
    for number in range(50_000):
        frontier.add(0, float(number))  # its mean rises every time
        frontier.add(1, -float(number))
    assert len(frontier._heap) < 2_000
    assert [frontier.pop(), frontier.pop(), frontier.pop()] == [0, 1, -1]


class _NeverGoneThrough(bytearray):
    def __iter__(self) -> Iterator[int]:
        raise AssertionError("all items were looked at, those that are gone too")


def test_what_is_gone_costs_nothing_any_more() -> None:
    frontier = MeanFrontier()
    for item in range(5000):
        frontier.drop(item)
    frontier._state = _NeverGoneThrough(frontier._state)
    for number in range(10_000):
        frontier.add(5000, float(number))
    assert len(frontier._heap) < 2_000
    assert frontier.pop() == 5000


def test_what_nobody_added_has_no_mean() -> None:
    assert MeanFrontier().mean(7) == 0
    assert MeanFrontier().pop() == -1
