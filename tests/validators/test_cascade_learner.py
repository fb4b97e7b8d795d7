"""The model that learns from the dear validator of a cascade, and the test of its record."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.cascade_learner import Learner, Tried, accepting_line, features_of, refusing_line, upper_limit
from hubwalk.values import Page, Verdict


def page(number: int, kind: str = "review") -> Page:
    words = {"review": f"we tested this phone{number} display camera", "news": f"a company{number} announced figures"}
    return parse(f"<title>{kind} {number}</title><p>{words[kind]}", f"http://a.test/p/{number}")


def test_the_upper_limit_is_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263 at 95 % two-sided (0.2553, 0.3662); 0 of 20 ends at 0.1611.
    assert upper_limit(81 / 263, 263, z=1.959964) == pytest.approx(0.3662, abs=5e-5)
    assert upper_limit(0, 20, z=1.959964) == pytest.approx(0.1611, abs=5e-5)


def tried(margins: Sequence[float], right: bool = True, weight: float = 1.0) -> list[Tried]:
    return [Tried(margin, right, weight) for margin in margins]


def test_acceptance_is_trusted_above_the_errors() -> None:
    assert accepting_line([], 0.05) == float("inf")
    assert accepting_line(tried([5.0] * 20), 0.05) == float("inf")  # right, but too few to tell
    assert accepting_line(tried([5.0] * 40), 0.05) == 5.0
    assert accepting_line(tried([5.0] * 40) + tried([3.0] * 10, right=False), 0.05) == 5.0
    assert accepting_line(tried([5.0] * 40) + tried([0.1] * 10), 0.05) == 1.0  # never below the least margin


def test_an_audit_weighs_as_many_as_it_stands_for() -> None:
    once = tried([5.0] * 100) + tried([6.0], right=False)
    audited = tried([5.0] * 100) + tried([6.0], right=False, weight=20)
    assert accepting_line(once, 0.05) == 5.0
    assert accepting_line(audited, 0.05) == float("inf")


def test_refusal_keeps_clear_of_wanted_pages() -> None:
    found = tried([-4.0] * 40)  # wanted, and the model would have accepted them
    assert refusing_line(found[:20], 0.05) == float("inf")
    assert refusing_line(found, 0.05) == 1.0
    lost = tried([2.5, 2.5, 2.5], right=False)
    assert refusing_line(found + lost, 0.05) == pytest.approx(2.5)
    assert refusing_line(found + lost, 0.05) > 2.5
    assert refusing_line(found + lost, 0.5) == 1.0


def test_a_learner_that_has_seen_one_kind_only_says_nothing() -> None:
    learner = Learner(0.05)
    for n in range(50):
        features = features_of(page(n, "news"), Verdict(True))
        assert learner.predict(features) is None
        learner.learn(features, None, accepted=False)


def test_a_corrected_learner_is_fitted_anew_and_trusts_itself_no_more() -> None:
    learner = Learner(0.05)
    numbers = {}
    for n in range(200):
        kind = "review" if n % 2 else "news"
        features = features_of(page(n, kind), Verdict(True))
        numbers[n] = learner.learn(features, learner.predict(features), accepted=kind == "review")
    news = features_of(page(1000, "news"), Verdict(True))
    before = learner.predict(news)
    assert before is not None
    assert (before.accepted, before.is_sure) == (False, True)
    learner.correct({number: n % 2 == 0 for n, number in numbers.items()})
    after = learner.predict(news)
    assert after is not None
    assert (after.accepted, after.is_sure) == (True, False)
    learner.correct({number: True for n, number in numbers.items() if n % 2})
    assert learner.predict(news) is None, "one kind is left"


def test_what_a_learner_has_forgotten_can_be_corrected_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.validators.cascade_learner._MOST_EXAMPLES", 20)
    learner = Learner(0.05)
    for n in range(40):
        learner.learn(features_of(page(n, "news"), Verdict(True)), None, accepted=False)
    learner.correct({0: True})  # no longer an example
    assert learner.predict(features_of(page(50), Verdict(True))) is not None
