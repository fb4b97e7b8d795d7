"""Numbers that scatter, and find their way back."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.demo.chance import Dice, Scramble, Wheel
from hubwalk.demo.prose import expand, story


def test_dice_depend_on_their_key_alone() -> None:
    throws = [Dice("a", 1, 2).below(1000) for _ in range(3)]
    assert len(set(throws)) == 1
    assert len({Dice("a", 1, n).below(10**6) for n in range(100)}) > 90


def test_dice_are_fair_enough() -> None:
    dice = Dice("fair")
    counts = Counter(dice.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert max(counts.values()) < 1.2 * min(counts.values())


def test_some_draws_different_items_even_from_a_huge_range() -> None:
    drawn = Dice("some").some(range(10**12), 50)
    assert len(set(drawn)) == 50
    assert sorted(Dice("all").some("abcdef", 9)) == list("abcdef")


@given(st.integers(2, 5000), st.integers(0, 9))
@settings(deadline=None, max_examples=50)
def test_scramble_is_a_bijection(modulus: int, seed: int) -> None:
    scramble = Scramble(modulus, seed)
    codes = [scramble.code(number) for number in range(modulus)]
    assert sorted(codes) == list(range(modulus))
    assert [scramble.number(code) for code in codes] == list(range(modulus))


def test_scramble_keeps_neighbours_apart() -> None:
    for modulus in (600, 900, 1 << 24):
        scramble = Scramble(modulus, "apart")
        assert all(abs(scramble.code(n) - scramble.code(n + 1)) > modulus // 4 for n in range(50))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any), st.integers(0, 200))
@settings(deadline=None)
def test_wheel_deals_every_number_to_one_place(weights: list[int], total: int) -> None:
    wheel = Wheel(weights, "test")
    for number in range(total):
        assert wheel.member(wheel.group(number), wheel.rank(number)) == number
    counts = Counter(wheel.group(number) for number in range(total))
    assert [wheel.size(group, total) for group in range(len(weights))] == [counts[g] for g in range(len(weights))]


def test_a_template_gives_only_what_it_allows() -> None:
    texts = {expand("{a|b} {3-4} {2-3/10} {name}", Dice(n), {"name": "x"}) for n in range(100)}
    assert texts == {f"{word} {number} {tenth} x" for word in "ab" for number in "34" for tenth in ("0.2", "0.3")}


def test_a_template_with_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match="nobody"):
        expand("{nobody}", Dice(1))


def test_a_story_repeats_no_sentence_before_all_were_used() -> None:
    templates = [f"sentence {n}." for n in range(20)]
    text = " ".join(story(templates, 3, Dice("story")))
    sentences = [part for part in text.split(". ") if part]
    assert len(sentences) == len(set(sentences))
