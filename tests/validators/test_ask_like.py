"""`ask(like)`: what three samples leave open, a few answers settle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from test_like_shops import DEPARTMENTS, SHOP, items, opaque, read, shop

from hubwalk.validators import Given
from hubwalk.validators.ask import AskValidator
from hubwalk.validators.finishing import finish
from hubwalk.validators.like import LikeValidator
from hubwalk.validators.questions import Answer, Question
from hubwalk.validators.site_kind import SiteKind

CAMERAS = [opaque("cameras", number) for number in (3, 11, 24)]


class User:
    """Wants some pages, and says so."""

    def __init__(self, wanted: set[str]) -> None:
        self._wanted = wanted
        self.asked: list[Question] = []

    def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        return Answer.YES if question.url.removeprefix(SHOP) in self._wanted else Answer.NO


def crawl(validator: AskValidator, pages: dict[str, str]) -> set[str]:
    """The addresses accepted in the end."""
    accepted: dict[str, bool] = {}
    for at in pages:
        accepted[SHOP + at] = validator.judge(read(pages, at)).accepted
        accepted |= {one.url: one.verdict.accepted for one in validator.revisions()}
    finish(validator, SHOP)
    accepted |= {one.url: one.verdict.accepted for one in validator.revisions()}
    return {url.removeprefix(SHOP) for url, yes in accepted.items() if yes}


def asking(samples: Sequence[str], say: Callable[[Question], Answer], **options: int) -> AskValidator:
    given = [read(shop(opaque), at) for at in samples]
    return AskValidator(LikeValidator(given), Given(given), ask=say, **options)


@pytest.mark.parametrize("wanted", [("cameras",), tuple(DEPARTMENTS)])
def test_three_cameras_may_be_cameras_or_products_and_answers_tell_which(wanted: tuple[str, ...]) -> None:
    user = User(items(opaque, *wanted))
    assert crawl(asking(CAMERAS, user), shop(opaque)) == items(opaque, *wanted)
    assert 0 < len(user.asked) <= 12
    assert len({question.url for question in user.asked}) == len(user.asked)


def test_without_answers_it_takes_the_smaller_kind() -> None:
    assert crawl(asking(CAMERAS, User(set()), max_questions=0), shop(opaque)) == items(opaque, "cameras")


def test_a_question_says_how_many_pages_hang_on_it() -> None:
    user = User(items(opaque, *DEPARTMENTS))
    crawl(asking(CAMERAS, user), shop(opaque))
    assert max(question.alike for question in user.asked) > 10


def test_pages_that_somebody_was_asked_about_are_no_chance_draws() -> None:
    """Two answers on printers make products the kind, however few of the other pages are printers by then."""
    pages = shop(opaque)
    validator = LikeValidator([read(pages, at) for at in CAMERAS])
    for at in pages:
        validator.judge(read(pages, at))
    for number in (5, 17):
        assert validator.learn(read(pages, opaque("printers", number)), True)
    told = {at: validator.judge(read(pages, at)).accepted for at in pages}
    assert {at for at, yes in told.items() if yes} == items(opaque, *DEPARTMENTS)


def test_nobody_is_asked_about_what_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = shop(opaque)
    near = opaque("printers", 2)
    validator = LikeValidator([read(pages, at) for at in CAMERAS], [read(pages, near)])
    for at in pages:
        validator.judge(read(pages, at))
    looked_at: list[str] = []
    monkeypatch.setattr(SiteKind, "most_telling", lambda _, urls, **__: looked_at.extend(urls))
    validator.most_telling([SHOP + at for at in pages])
    assert {*looked_at} == {SHOP + at for at in pages} - {SHOP + at for at in (*CAMERAS, near)}
