"""Pages of the wanted kind and near misses told apart, in every language."""

from __future__ import annotations

import random

import numpy as np
import pytest
from text_languages import LANGUAGES, page_in

from hubwalk.pages.parse import parse
from hubwalk.validators.page_filter import MAIN, MODELS, OWN, split, text_of, train_filter
from hubwalk.validators.text import TextValidator
from hubwalk.values import Page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    wanted, others = ([page_in(language, kind, i) for i in range(5)] for kind in ("camera", "news"))
    validator = TextValidator(train_filter(wanted, others))
    assert validator.filter.reader.languages == (language,)
    for i in range(50, 60):
        assert validator.judge(page_in(language, "camera", i)).accepted
        assert not validator.judge(page_in(language, "news", i)).accepted
        shouted = validator.judge(page_in(language, "camera", i, capitals=True))
        assert shouted.accepted, f"in capitals: {shouted.reason}"


def test_several_languages_in_one_filter() -> None:
    wanted = [page_in(language, "camera", i) for language in LANGUAGES for i in range(3)]
    others = [page_in(language, "news", i) for language in LANGUAGES for i in range(3)]
    made = train_filter(wanted, others)
    assert set(made.reader.languages) == set(LANGUAGES)
    verdicts = {
        kind: [TextValidator(made).judge(page_in(language, kind, 50)).accepted for language in LANGUAGES]
        for kind in ("camera", "news")
    }
    assert verdicts == {"camera": [True] * 5, "news": [False] * 5}


@pytest.mark.parametrize("name", MODELS)
def test_every_model(name: str) -> None:
    wanted, others = ([page_in("en", kind, i) for i in range(12)] for kind in ("camera", "news"))
    validator = TextValidator(train_filter(wanted, others, name))
    right = [validator.judge(page_in("en", "camera", i)).accepted for i in range(50, 70)]
    wrong = [validator.judge(page_in("en", "news", i)).accepted for i in range(50, 70)]
    assert sum(right) >= 18
    assert sum(wrong) == 0
    assert f"by {name}" in validator.judge(page_in("en", "news", 50)).reason


def framed(kind: str, number: int) -> Page:
    """A page whose content stands among boxes that are about this and that, in words that are no links."""
    dice = random.Random(f"{kind} {number}")
    inner = text_of(page_in("en", kind, number), OWN)
    about = dice.choices(["camera", "news"], k=9)
    boxes = "".join(
        f"<div class='sidebar widget'><p>{text_of(page_in('en', other, number * 9 + j), OWN)}</p></div>"
        for j, other in enumerate(about)
    )
    html = f"<html><title>{number}</title><body>{boxes}<article><p>{inner}</p><p>{inner}</p></article></body></html>"
    return parse(html, f"http://a.test/{kind}/{number}")


def test_the_main_text_is_read_where_it_helps() -> None:
    wanted, others = ([page_in("en", kind, i) for i in range(8)] for kind in ("camera", "news"))
    assert train_filter(wanted, others).reader.text == OWN
    wanted, others = ([framed(kind, i) for i in range(8)] for kind in ("camera", "news"))
    busy = train_filter(wanted, others)
    assert busy.reader.text == MAIN
    assert TextValidator(busy).judge(framed("camera", 70)).accepted
    assert not TextValidator(busy).judge(framed("news", 70)).accepted


def test_folds_are_stratified() -> None:
    labels = np.array([1] * 21 + [0] * 44)
    parts = split(labels, 10, seed=3)
    assert sorted(i for _, test in parts for i in test) == list(range(65))
    for train, test in parts:
        assert not {*train} & {*test}
        assert labels[test].sum() in {2, 3}
        assert len(test) in {6, 7}
    assert [test.tolist() for _, test in parts] == [test.tolist() for _, test in split(labels, 10, seed=3)]
    assert [test.tolist() for _, test in parts] != [test.tolist() for _, test in split(labels, 10, seed=4)]
