"""Labels for a combination: what they say of the part that can be taught, and what is worth asking."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from test_ask import PAGES, Pupil, User, accepted, page
from test_ask import crawl as crawl_pages
from test_ask_like import CAMERAS, crawl
from test_ask_like import User as Buyer
from test_like_shops import DEPARTMENTS, items, opaque, read, shop

from hubwalk.ports import Validator
from hubwalk.validators import Given, make_validator
from hubwalk.validators.ask import AskValidator
from hubwalk.validators.combine import combine
from hubwalk.validators.combine_learning import CombinedLearning
from hubwalk.validators.questions import Answer
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page, Revision, Verdict

CAMERA, PRINTER = page("camera", 1), page("printer", 1)


class Fixed:
    """Always the same."""

    def __init__(self, accepted: bool, *, judged: bool = True, costly: bool = False) -> None:
        self._verdict = Verdict(accepted, 0.5, "so be it", judged)
        self.costly = costly

    def judge(self, page: Page) -> Verdict:
        return self._verdict


class Chooser(Pupil):
    """Knows what to ask."""

    def doubt(self, url: str) -> float | None:
        return 0.7 if "camera" in url else None

    def most_telling(self, urls: Collection[str], *, sceptical: bool = False) -> tuple[str, int] | None:
        return (max(urls), 3 + sceptical) if urls else None


class Late:
    """Accepts nothing before it knows a few pages, and then everything; takes no labels."""

    def __init__(self, least: int = 3) -> None:
        self._least = least
        self._told: dict[str, bool] = {}

    def judge(self, page: Page) -> Verdict:
        self._told[page.url] = len(self._told) + 1 >= self._least
        return Verdict(self._told[page.url], 0.5, "so many pages known")

    def remember(self, page: Page, verdict: Verdict) -> None:
        self._told[page.url] = verdict.accepted

    def revisions(self) -> Sequence[Revision]:
        late = [url for url, told in self._told.items() if not told] if len(self._told) >= self._least else []
        self._told |= dict.fromkeys(late, True)
        return [Revision(url, Verdict(True, 0.5, "now I know")) for url in late]


def combined(rule: str, *parts: Validator) -> CombinedLearning:
    made = combine(rule, {f"part {i}": part for i, part in enumerate(parts)})
    assert isinstance(made, CombinedLearning)
    made.judge(CAMERA)
    made.judge(PRINTER)
    return made


YES, NO, UNKNOWN = Fixed(True), Fixed(False), Fixed(False, judged=False)


@pytest.mark.parametrize(
    ("rule", "others", "wanted", "unwanted"),
    [
        ("all_of", [YES], True, False),
        ("all_of", [YES, NO], True, None),  # it was refused for what another says
        ("all_of", [UNKNOWN], True, None),
        ("any_of", [NO], True, False),
        ("any_of", [NO, YES], None, False),  # it was accepted for what another says
        ("any_of", [UNKNOWN], None, False),
        ("not", [], False, True),
    ],
)
def test_what_a_label_says_of_a_part(
    rule: str, others: list[Fixed], wanted: bool | None, unwanted: bool | None
) -> None:
    for label, lesson in ((True, wanted), (False, unwanted)):
        for first in (True, False):
            pupil = Pupil()
            parts: list[Validator] = [pupil, *others] if first else [*others, pupil]
            assert combined(rule, *parts).learn(CAMERA, label) == (lesson is not None)
            assert pupil.learned == ([] if lesson is None else [(CAMERA.url, lesson)])


def test_a_costly_part_that_nobody_asked_may_be_the_one_that_was_wrong() -> None:
    pupil = Pupil()  # which refuses printers, so that the costly part is not asked
    whole = combined("all_of", pupil, Fixed(True, costly=True))
    assert not whole.learn(PRINTER, False)
    assert whole.learn(PRINTER, True)
    assert whole.learn(CAMERA, False)
    assert pupil.learned == [(PRINTER.url, True), (CAMERA.url, False)]


def test_of_two_parts_that_can_be_taught_none_is() -> None:
    one, other = Pupil(), Pupil()
    assert not combined("all_of", one, other).learn(CAMERA, True)
    assert not one.learned + other.learned


def test_a_label_goes_through_combinations_within_combinations() -> None:
    pupil = Pupil()
    inner = combine("any_of", {"pupil": pupil, "no": NO})
    whole = combined("all_of", combine("not", {"inner": inner}), YES)
    assert whole.learn(CAMERA, True)
    assert pupil.learned == [(CAMERA.url, False)]
    assert not combined("all_of", combine("all_of", {"ask": AskValidator(YES, Given())}), YES).learn(CAMERA, True)


def test_a_page_that_nobody_judged_teaches_nothing() -> None:
    pupil = Pupil()
    assert not combined("all_of", pupil, YES).learn(page("camera", 9), True)
    assert not pupil.learned


def test_what_the_other_parts_settle_is_in_no_doubt() -> None:
    only_cameras = UrlPatternValidator("/camera/")
    for rule, url, other in (("all_of", CAMERA.url, PRINTER.url), ("any_of", PRINTER.url, CAMERA.url)):
        whole = combined(rule, Chooser(), only_cameras)
        assert whole.doubt(url) == (0.7 if url == CAMERA.url else None)
        assert whole.doubt(other) == 0.0
        assert whole.most_telling([CAMERA.url, PRINTER.url]) == (url, 3)
        assert whole.most_telling([other], sceptical=True) is None
    assert combined("not", Chooser()).most_telling([CAMERA.url, PRINTER.url], sceptical=True) == (PRINTER.url, 4)
    assert combined("all_of", Pupil(), only_cameras).doubt(PRINTER.url) is None, "it says nothing of doubts"


def test_an_answer_about_a_combination_is_learned_from() -> None:
    pupil, user = Pupil(), User()
    parts: dict[str, Validator] = {"pupil": pupil, "url": UrlPatternValidator("/(printer|camera)/")}
    standing = crawl_pages(AskValidator(combine("all_of", parts), Given(), ask=user), PAGES)
    assert accepted(standing) == {"printer"}
    assert pupil.learned == [(question.url, "/printer/" in question.url) for question in user.asked]


def test_what_three_samples_leave_open_answers_tell_also_within_a_combination() -> None:
    pages = shop(opaque)
    given = [read(pages, at) for at in CAMERAS]
    wanted = items(opaque, *DEPARTMENTS)
    spec = "all_of(like, not(url:/blog))"
    user, nobody = Buyer(wanted), Buyer(wanted)
    judge = make_validator([spec], given)
    assert crawl(AskValidator(judge, Given(given), ask=user), pages) == wanted
    assert 0 < len(user.asked) <= 12
    assert all("/blog" not in question.url for question in user.asked)
    assert max(question.alike for question in user.asked) > 10
    silent = AskValidator(make_validator([spec], given), Given(given), ask=nobody, max_questions=0)
    assert crawl(silent, pages) == items(opaque, "cameras")


def test_answers_within_a_combination_are_the_same_when_resumed() -> None:
    pages = shop(opaque)
    given, wanted = [read(pages, at) for at in CAMERAS], items(opaque, *DEPARTMENTS)
    answers: dict[str, str] = {}
    first, again = Buyer(wanted), Buyer(set())
    spec = "all_of(like, not(url:/blog))"
    whole = AskValidator(make_validator([spec], given), Given(given, cache=answers), ask=first)
    standing: dict[str, Verdict] = {}
    for at in pages:
        one = read(pages, at)
        standing[one.url] = whole.judge(one)
        standing |= {revision.url: revision.verdict for revision in whole.revisions()}
    resumed = AskValidator(make_validator([spec], given), Given(given, cache=answers), ask=again)
    for at in pages:
        one = read(pages, at)
        resumed.remember(one, standing[one.url])
    assert not [revision.url for revision in resumed.revisions() if not revision.confirmed]
    assert first.asked
    assert not again.asked
    assert Answer.SKIP.value not in {answer.split()[0] for answer in answers.values()}


@pytest.mark.parametrize("asks_more", [False, True])
@pytest.mark.parametrize(("rule", "label"), [("all_of", False), ("any_of", True)])
def test_a_label_teaches_the_same_when_resumed_after_another_part_has_changed_its_mind(
    rule: str, label: bool, asks_more: bool
) -> None:
    is_all = rule == "all_of"

    def made(pupil: Pupil) -> CombinedLearning:
        late: Validator = Late() if is_all else combine("not", {"late": Late()})
        whole = combine(rule, {"late": late, "pupil": pupil, "third": Fixed(is_all, costly=asks_more)})
        assert isinstance(whole, CombinedLearning)
        return whole

    first, again = Pupil(), Pupil()
    whole, resumed = made(first), made(again)
    asked = PAGES[0] if is_all else PAGES[1]
    standing = crawl_pages(whole, PAGES[:6])
    assert whole.learn(asked, label)
    standing |= {revision.url: revision.verdict for revision in whole.revisions()}
    standing[asked.url] = Verdict(label)
    for one in PAGES[:6]:
        resumed.remember(one, standing[one.url])
    assert resumed.learn(asked, label)
    assert first.learned == again.learned
