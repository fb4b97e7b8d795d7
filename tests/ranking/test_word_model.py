from __future__ import annotations

import math
import random

import numpy as np
import pytest
from numpy.typing import NDArray

from hubwalk.ranking.link_words import Words, place_of
from hubwalk.ranking.word_model import WordBatch, WordModel

UNLIKELY = math.log(0.05 / 0.95)


def words(*named: str) -> Words:
    return tuple(sorted({place_of(name) for name in named}))


def wrong(n: int) -> Words:
    return words("step:a", "anchor:about", f"address:other{n % 7}")


def right(n: int) -> Words:
    return words("step:a", "anchor:camera", f"address:model{n}")


def says(model: WordModel, *named: str) -> float:
    return float(model.scores(WordBatch([words(*named)]))[0])


def test_nothing_is_said_before_anything_was_learned() -> None:
    assert says(WordModel(random.Random(0)), "anchor:camera", "step:a") == 0


def test_one_class_alone_teaches_nothing() -> None:
    """As long as everything was wrong, no word can be to blame."""
    model = WordModel(random.Random(0))
    for n in range(50):
        model.learn(UNLIKELY, wrong(n), 0.0)
    assert not model.weights.any()


@pytest.mark.parametrize("seed", range(5))
def test_a_handful_of_examples_is_enough_though_a_hundred_wrong_ones_came_first(seed: int) -> None:
    model = WordModel(random.Random(seed))
    for n in range(100):
        model.learn(UNLIKELY, wrong(n), 0.0)
    for n in range(6):
        model.learn(UNLIKELY, right(n), 1.0)
    camera = says(model, "step:a", "anchor:camera", "address:new")
    about = says(model, "step:a", "anchor:about", "address:other3")
    assert camera > math.log(2), "the odds of a page whose anchor says camera are more than doubled"
    assert about < 0
    assert 1 / (1 + math.exp(-(UNLIKELY + about))) < 0.05


def test_what_was_kept_is_learned_with_the_next_example() -> None:
    model = WordModel(random.Random(1))
    for n in range(5):
        model.keep(UNLIKELY, right(n), 1.0)
    assert not model.weights.any()
    for n in range(5):
        model.learn(UNLIKELY, wrong(n), 0.0)
    assert says(model, "anchor:camera") > 0 > says(model, "anchor:about")


def test_an_estimate_that_is_right_already_is_left_alone() -> None:
    corrected, left_alone = WordModel(random.Random(0)), WordModel(random.Random(0))
    for n in range(40):
        corrected.learn(0.0, right(n), 1.0)
        corrected.learn(0.0, wrong(n), 0.0)
        left_alone.learn(8.0, right(n), 1.0)
        left_alone.learn(-8.0, wrong(n), 0.0)
    assert abs(says(left_alone, "anchor:camera")) < says(corrected, "anchor:camera") / 10


def test_a_word_of_both_classes_says_little() -> None:
    model = WordModel(random.Random(0))
    for n in range(60):
        model.learn(0.0, right(n), 1.0)
        model.learn(0.0, wrong(n), 0.0)
    assert abs(says(model, "step:a")) < abs(says(model, "anchor:camera")) / 3


def test_shares_can_be_learned() -> None:
    """What a hub brought is a number from 0 to 1."""
    model = WordModel(random.Random(0))
    for n in range(60):
        model.learn(0.0, words("anchor:archive", f"address:y{n}"), 0.8)
        model.learn(0.0, words("anchor:imprint", f"address:z{n}"), 0.1)
    assert says(model, "anchor:archive") > 0 > says(model, "anchor:imprint")


def test_many_words_do_not_make_a_page_sure() -> None:
    model = WordModel(random.Random(0), {f"anchor:w{n}": 1.0 for n in range(100)})
    assert says(model, *(f"anchor:w{n}" for n in range(100))) == pytest.approx(10.0, rel=0.02)
    assert says(model, "anchor:w0") == pytest.approx(1.0)


def test_a_prior_speaks_at_once_and_can_be_unlearned() -> None:
    model = WordModel(random.Random(0), {"anchor:camera": -2.0})
    assert says(model, "anchor:camera") == pytest.approx(-2.0)
    for n in range(100):
        model.learn(UNLIKELY, right(n), 1.0)
        model.learn(UNLIKELY, wrong(n), 0.0)
    assert says(model, "anchor:camera") > 0


def test_the_strongest_words_are_told_each_once() -> None:
    model = WordModel(random.Random(0), {"anchor:a": 1.0, "anchor:b": -2.0, "address:b": 0.3, "anchor:c": 0.5})
    told = model.strongest(
        {name: place_of(name) for name in ["anchor:c", "address:b", "anchor:a", "anchor:unknown", "anchor:b"]}, 2
    )
    assert told == ["b", "a"]
    assert model.strongest({name: place_of(name) for name in ["anchor:unknown"]}, 2) == []


def test_pages_are_scored_each_for_itself() -> None:
    model = WordModel(random.Random(0), {"anchor:a": 1.0, "anchor:b": -2.0, "anchor:c": 0.5})
    pages = [words("anchor:a"), words("anchor:a", "anchor:b", "anchor:c"), words("anchor:b")]
    each = [float(model.scores(WordBatch([page]))[0]) for page in pages]
    assert model.scores(WordBatch(pages)).tolist() == pytest.approx(each)
    assert each == pytest.approx([1.0, -0.5 / math.sqrt(3), -2.0])


def test_same_generator_same_weights() -> None:
    def learned(seed: int) -> NDArray[np.float32]:
        model = WordModel(random.Random(seed))
        for n in range(30):
            model.learn(UNLIKELY, right(n) if n % 5 == 0 else wrong(n), float(n % 5 == 0))
        return model.weights

    assert (learned(3) == learned(3)).all()
    assert (learned(3) != learned(4)).any(), "which examples are learned again is drawn"
