"""Samples and unlabelled pages: what stands out, where the line lies."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from text_languages import page_in

from hubwalk.pages.words import own_text
from hubwalk.validators.page_filter_fitting import fit
from hubwalk.validators.page_terms import terms_of
from hubwalk.validators.page_vectors import Integers, Rows, TermTable
from hubwalk.validators.unlabelled import Learned, division, learn

FRAME = "imprint terms contact basket account newsletter search categories delivery returns help prices shipping orders"


def taught(
    wanted: int, others: int, samples: int = 3, near_misses: int = 0, model: str = "svm"
) -> tuple[Learned, list[bool], list[bool]]:
    """What is learned from so many pages of both kinds, all in one frame, and which of either it accepts."""
    table = TermTable(limit=10_000)

    def rows(kind: str, numbers: range) -> list[tuple[Integers, Integers]]:
        return [
            table.count(terms_of(f"{FRAME} {own_text(page_in('en', kind, i).html)}", {"the", "and"})) for i in numbers
        ]

    shown = rows("camera", range(samples))
    met = [*rows("camera", range(100, 100 + wanted)), *rows("news", range(100, 100 + others))]
    missed = rows("news", range(near_misses))
    background = table.rows(met)
    learned = learn(
        table.rows(shown),
        ["a"] * samples,
        background,
        ["a"] * len(met),
        table.rows(missed),
        np.ones(len(met), dtype=bool),
        lambda vectors, labels: fit(model, vectors, labels),
    )
    accepted = learned.accepted(background, ["a"] * len(met)).tolist()
    return learned, accepted[:wanted], accepted[wanted:]


@pytest.mark.parametrize("samples", [1, 2, 3, 10])
@pytest.mark.parametrize(("wanted", "others"), [(10, 90), (50, 50), (90, 10), (4, 200)])
def test_kinds_in_one_frame_fall_apart(samples: int, wanted: int, others: int) -> None:
    _, right, wrong = taught(wanted, others, samples)
    assert sum(right) >= 0.9 * wanted
    assert sum(wrong) == 0


@pytest.mark.parametrize("model", ["naive_bayes", "nearest_neighbour", "decision_tree", "logitboost"])
def test_other_models_learn_too(model: str) -> None:
    _, right, wrong = taught(40, 60, model=model)
    assert sum(right) >= 36
    assert sum(wrong) <= 3


def test_where_all_pages_are_wanted_nearly_all_are_accepted() -> None:
    _, right, _ = taught(60, 0)
    assert sum(right) >= 48


def test_where_no_page_is_wanted_none_is_accepted() -> None:
    learned, _, wrong = taught(0, 60)
    assert sum(wrong) == 0
    assert learned.model is not None


def test_pages_that_say_nothing_of_a_single_sample_are_not_accepted() -> None:
    """Whatever two groups they fall into."""
    table = TermTable(limit=1000)
    shown = [table.count({"zoom": 1, "lens": 1, "flash": 1})]
    read = [table.count({f"word{i}": 1, f"word{i + 1}": 1, "flour": i % 2 + 1}) for i in range(40)]
    samples, met = table.rows(shown), table.rows(read)
    everywhere = np.ones(40, dtype=bool)
    learned = learn(samples, ["a"], met, ["b"] * 40, table.rows([]), everywhere, partial(fit, "svm"))
    assert not learned.accepted(met, ["b"] * 40).any()


def framed() -> tuple[TermTable, Learned]:
    """Three samples in the frame of twenty pages of another kind."""
    table = TermTable(limit=100)
    shown = [table.count({"frame": 1, "zoom": 1, f"name{i}": 1}) for i in range(3)]
    met = [table.count({"frame": 1, "ink": 1}) for _ in range(20)]
    samples, background = table.rows(shown), table.rows(met)
    ones = np.ones(20, dtype=bool)
    fitting = partial(fit, "svm")
    return table, learn(samples, ["a"] * 3, background, ["a"] * 20, table.rows([]), ones, fitting)


def test_words_of_the_frame_weigh_less_than_those_of_the_kind() -> None:
    table, learned = framed()
    frame, zoom, ink, name = (learned.weights[table.numbers([term])[0]] for term in ("frame", "zoom", "ink", "name1"))
    assert zoom > 2 * frame > 0
    assert ink == name == 0


def test_terms_that_came_later_make_a_page_less_alike() -> None:
    table, learned = framed()

    def page(**more: int) -> Rows:
        counted = table.count({"frame": 1, "zoom": 1, **more})
        return table.rows([counted])

    long = {f"new{i}": 1 for i in range(9)}
    assert learned.likeness(page(**long))[0] < 0.6 * learned.likeness(page())[0]
    assert learned.accepted(page(), ["a"]).tolist() == [True]


def test_two_groups_are_divided_between_them() -> None:
    assert 0.3 < division(np.array([0.1, 0.2, 0.3, 0.8, 0.9, 0.85])) < 0.8
    assert division(np.full(9, 0.5)) == 0.5
    assert division(np.array([0.5])) == 0.0


def test_a_single_page_far_off_is_no_group() -> None:
    values = np.concatenate([np.linspace(0.1, 0.14, 60), np.linspace(0.2, 0.24, 40), [1.0]])
    assert 0.14 < division(values) < 0.2
