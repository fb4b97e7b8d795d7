"""Cross-validation of the models, and the paper's numbers."""

from __future__ import annotations

import pytest
from text_languages import page_in

from hubwalk.errors import UsageError
from hubwalk.validators.page_filter_folds import MODELS, PAPER, cross_validate

WANTED, OTHERS = ([page_in("en", kind, i) for i in range(12)] for kind in ("camera", "news"))


def test_every_model_tells_plain_kinds_apart() -> None:
    told: list[tuple[int, int]] = []
    lines = cross_validate(WANTED, OTHERS, folds=3, on_progress=lambda done, of: told.append((done, of)))
    assert [line.model for line in lines] == list(MODELS)
    assert all(line.f1 > 0.9 and line.spread < 0.2 for line in lines), lines
    assert told == [(i, 18) for i in range(1, 19)]


def test_chance_is_not_taken_for_knowledge() -> None:
    mixed = [*WANTED, *OTHERS]
    (line,) = cross_validate(mixed[::2], mixed[1::2], ["svm"], folds=3)
    assert line.f1 < 0.8


def test_the_same_seed_gives_the_same_table() -> None:
    one, other = (cross_validate(WANTED[:6], OTHERS[:7], ["svm", "decision_tree"], 3, seed=5) for _ in range(2))
    assert one == other


def test_the_papers_f_follows_from_its_precision_and_recall() -> None:
    assert set(PAPER) == set(MODELS)
    for line in PAPER.values():
        f1 = 2 * line.precision * line.recall / (line.precision + line.recall)
        assert line.f1 == pytest.approx(f1, abs=0.0011), "as printed in Table 2"


def test_what_cannot_be_folded() -> None:
    with pytest.raises(UsageError, match="at most 3"):
        cross_validate(WANTED[:3], OTHERS, folds=4)
    with pytest.raises(UsageError, match="at least 2"):
        cross_validate(WANTED, OTHERS, folds=1)
    with pytest.raises(UsageError, match="did you mean 'svm'"):
        cross_validate(WANTED, OTHERS, ["smv"], folds=2)
