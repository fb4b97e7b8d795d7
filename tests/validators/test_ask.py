"""`ask`: few questions, about doubtful pages that stand for others; answers are verdicts and are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from hubwalk.pages.parse import parse
from hubwalk.ports import LearningValidator, Validator
from hubwalk.testing import check_validator
from hubwalk.validators import Given, make_validator
from hubwalk.validators.ask import AskValidator
from hubwalk.validators.combine import combine
from hubwalk.validators.page_likeness import Likeness, marks_of
from hubwalk.validators.questions import Answer, Question, shown
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page, Revision, Verdict

WORDS = {
    "camera": "zoom lens shutter aperture battery megapixels viewfinder flash tripod focus exposure sensor",
    "printer": "ink paper toner cartridge duplex tray laser inkjet scanner feeder resolution pages",
    "imprint": "address lawyer company register chamber commerce liability court phone director council tax",
}


def page(kind: str, number: int) -> Page:
    words = WORDS[kind].split()
    turned = " ".join(words[number % 5 :] + words[: number % 5])
    body = f"<div class={kind}><h1>{kind} {number}</h1><p>{turned}</p><ul><li>{number}</ul></div>"
    return parse(f"<title>{kind} {number}</title><body>{body}", f"http://shop.test/{kind}/{number}")


class Scores:
    """Says of a page what its kind scores; half is enough. Unsure of cameras and printers, sure of imprints."""

    def __init__(self, **scores: float) -> None:
        self._scores = {"camera": 0.52, "printer": 0.48, "imprint": 0.1} | scores

    def judge(self, page: Page) -> Verdict:
        score = self._scores[page.url.split("/")[3]]
        return Verdict(score >= 0.5, score, f"{score:.2f} of 0.50")


class Pupil(Scores):
    """Takes labels: knows a kind once it was told of one page, and revises."""

    def __init__(self) -> None:
        super().__init__()
        self.learned: list[tuple[str, bool]] = []
        self._known: dict[str, bool] = {}
        self._said: dict[str, Verdict] = {}

    def learn(self, page: Page, accepted: bool) -> None:
        self.learned.append((page.url, accepted))
        self._known[page.url.split("/")[3]] = accepted

    def judge(self, page: Page) -> Verdict:
        self._said[page.url] = self._now(page.url)
        return self._said[page.url]

    def remember(self, page: Page, verdict: Verdict) -> None:
        self._said[page.url] = verdict

    def revisions(self) -> Sequence[Revision]:
        told = [Revision(url, now) for url, v in self._said.items() if (now := self._now(url)).accepted != v.accepted]
        self._said.update((revision.url, revision.verdict) for revision in told)
        return told

    def _now(self, url: str) -> Verdict:
        kind = url.split("/")[3]
        accepted = self._known.get(kind, kind == "camera")
        score = self._scores[kind] if kind not in self._known else 0.9 if accepted else 0.1
        return Verdict(accepted, score, "as I was told")


class User:
    """Wants printers; keeps the questions."""

    def __init__(self, say: Callable[[Question], Answer] | None = None) -> None:
        self.asked: list[Question] = []
        self._say = say or (lambda question: Answer.YES if "/printer/" in question.url else Answer.NO)

    def __call__(self, question: Question) -> Answer:
        self.asked.append(question)
        return self._say(question)


def crawl(validator: Validator, pages: Sequence[Page], before: dict[str, Verdict] | None = None) -> dict[str, Verdict]:
    """Judge pages as a driver does; the verdicts that stand at the end."""
    standing = dict(before or {})
    for one in pages:
        standing[one.url] = validator.judge(one)
        assert isinstance(validator, LearningValidator)
        for revision in validator.revisions():
            assert revision.confirmed == (revision.verdict.accepted == standing[revision.url].accepted)
            standing[revision.url] = revision.verdict
    return standing


PAGES = [page(kind, number) for number in range(20) for kind in ("camera", "printer", "imprint")]


def accepted(standing: dict[str, Verdict]) -> set[str]:
    return {url.split("/")[3] for url, verdict in standing.items() if verdict.accepted}


@pytest.mark.parametrize("make", [Scores, Pupil])
def test_one_question_a_kind_settles_all_doubtful_pages(make: Callable[[], Scores]) -> None:
    user = User()
    standing = crawl(AskValidator(make(), Given(), ask=user), PAGES)
    assert accepted(standing) == {"printer"}
    assert sorted(question.url.split("/")[3] for question in user.asked) == ["camera", "printer"]
    assert sum(v.accepted for v in standing.values()) == 20


def test_labels_are_handed_on_to_a_validator_that_takes_them() -> None:
    pupil, user = Pupil(), User()
    crawl(AskValidator(pupil, Given(), ask=user), PAGES)
    assert pupil.learned == [(question.url, "/printer/" in question.url) for question in user.asked]


def test_what_the_user_says_stands_whatever_the_inner_validator_learns() -> None:
    class Stubborn(Pupil):
        def _now(self, url: str) -> Verdict:
            return Verdict(bool(self._known), 0.5 + 0.01 * bool(self._known), "all or nothing")

    user = User(lambda _: Answer.NO)
    standing = crawl(AskValidator(Stubborn(), Given(), ask=user), PAGES)
    assert user.asked
    for question in user.asked:
        assert not standing[question.url].accepted
    assert any(verdict.accepted for verdict in standing.values())


def test_a_question_shows_the_page_and_what_is_thought_of_it() -> None:
    user = User()
    crawl(AskValidator(Scores(), Given(), ask=user, max_questions=7), PAGES)
    question = user.asked[0]
    text = shown(question)
    kind = question.url.split("/")[3]
    for part in (
        question.url,
        f"{kind} {question.url.split('/')[4]}",
        WORDS[kind].split()[6],
        "of 0.50",
        "1 of at most 7",
    ):
        assert part in text
    assert question.alike >= 2
    steering = Question("http://a.test/\x1b[2J", "two\nlines", "\x1b]0;title\x07 text", Verdict(True), 2, 1, 20)
    assert "\x1b" not in shown(steering)
    assert "two lines" in shown(steering)


def test_nobody_is_asked_where_the_validator_is_sure() -> None:
    for scores in ({"camera": 1.0, "printer": 0.0, "imprint": 0.0}, {"camera": 0.9, "printer": 0.1}):
        user = User()
        assert accepted(crawl(AskValidator(Scores(**scores), Given(), ask=user), PAGES)) == {"camera"}
        assert user.asked == []


def test_nobody_is_asked_about_a_page_that_stands_for_itself_alone() -> None:
    user = User()
    pages = [page("imprint", number) for number in range(40)]
    pages[12:12] = [page("camera", 1), page("printer", 1)]
    crawl(AskValidator(Scores(), Given(), ask=user), pages)
    assert user.asked == []


def test_where_nearly_all_is_accepted_the_lowest_scores_are_asked_about() -> None:
    """One page that is refused, an index say, does not tell where the line is."""
    user = User()
    pages = [page("imprint", 0), *(page(kind, number) for number in range(20) for kind in ("camera", "printer"))]
    standing = crawl(AskValidator(Scores(camera=0.62, printer=0.66), Given(), ask=user), pages)
    assert 1 <= len(user.asked) <= 2
    assert accepted(standing) == {"printer"}


def test_few_wanted_pages_among_many_are_no_reason_to_ask() -> None:
    user = User()
    pages = [page("imprint", number) for number in range(60)]
    pages[5:5] = [page("camera", number) for number in range(3)]
    crawl(AskValidator(Scores(camera=0.9), Given(), ask=user), pages)
    assert user.asked == []


def test_questions_come_in_rounds_with_growing_gaps_and_end() -> None:
    """A user who never answers is bothered less and less, and about each kind once."""
    user = User(lambda _: Answer.SKIP)
    crawl(AskValidator(Scores(), Given(), ask=user), PAGES)
    assert sorted(question.url.split("/")[3] for question in user.asked) == ["camera", "printer"]

    user = User(lambda _: Answer.NO)
    scores = {f"kind{k}": 0.45 + 0.01 * k for k in range(9)} | {"camera": 0.9, "printer": 0.1}
    validator = AskValidator(Scores(**scores), Given(), ask=user, max_questions=6)
    asked = [len(user.asked)]
    sure = [[page("camera", number), page("printer", number)] for number in range(60)]
    for one in [one for n in range(60) for one in (*sure[n], *(_variant(kind, n) for kind in range(9)))]:
        validator.judge(one)
        asked.append(len(user.asked))
    rounds = [judged for judged in range(1, len(asked)) if asked[judged] > asked[judged - 1]]
    assert asked[-1] == 6
    assert len(rounds) >= 2
    assert rounds[0] >= 10
    assert all(asked[judged] - asked[judged - 1] <= 3 for judged in rounds)
    assert all(later - earlier >= 10 for earlier, later in pairwise(rounds))


def _variant(kind: int, number: int) -> Page:
    words = " ".join(f"w{kind}x{n}" for n in range(12))
    html = f"<body class=b{kind}><h{1 + kind % 6}>{words}</h{1 + kind % 6}><p class=k{kind}>{number}"
    return parse(html, f"http://shop.test/kind{kind}/{number}")


def test_quit_asks_no_more() -> None:
    user = User(lambda _: Answer.QUIT)
    standing = crawl(AskValidator(Scores(), Given(), ask=user), PAGES)
    assert len(user.asked) == 1
    assert accepted(standing) == {"camera"}


@pytest.mark.parametrize("make", [Scores, Pupil])
@pytest.mark.parametrize("stop", [9, 10, 25, 47])
def test_a_resumed_crawl_knows_the_answers_and_goes_the_same_way(make: Callable[[], Scores], stop: int) -> None:
    answers: dict[str, str] = {}
    user = User()
    whole = crawl(AskValidator(make(), Given(cache={}), ask=user), PAGES)
    first = crawl(AskValidator(make(), Given(cache=answers), ask=User()), PAGES[:stop])
    again = User()
    resumed = AskValidator(make(), Given(cache=answers), ask=again)
    for one in PAGES[:stop]:
        resumed.remember(one, first[one.url])
    assert list(resumed.revisions()) == []
    assert again.asked == []
    known = set(answers)
    standing = crawl(resumed, PAGES[stop:], first)
    assert {url: v.accepted for url, v in standing.items()} == {url: v.accepted for url, v in whole.items()}
    assert [question.url for question in again.asked] == [
        question.url for question in user.asked if f"ask:{question.url}" not in known
    ]
    assert set(answers) == {f"ask:{question.url}" for question in user.asked}


@pytest.mark.parametrize("backwards", [False, True])
def test_answers_of_an_earlier_run_come_in_the_order_in_which_they_were_given(backwards: bool) -> None:
    """However the log sorts them."""
    answers = {"ask:http://shop.test/camera/0": "n 10 2", "ask:http://shop.test/printer/0": "y 10 1"}
    pupil = Pupil()
    resumed = AskValidator(pupil, Given(cache=dict(sorted(answers.items(), reverse=backwards))), ask=User())
    for one in PAGES[:12]:
        resumed.remember(one, Scores().judge(one))
    assert pupil.learned == [("http://shop.test/printer/0", True), ("http://shop.test/camera/0", False)]


class Closed(Pupil):
    """Takes no labels after all: the pages are from elsewhere."""

    def learn(self, page: Page, accepted: bool) -> bool:  # type: ignore[override]
        self.learned.append((page.url, accepted))
        return False


def test_what_the_inner_validator_cannot_learn_pages_alike_follow() -> None:
    closed, user = Closed(), User()
    standing = crawl(AskValidator(closed, Given(), ask=user), PAGES)
    assert closed.learned
    assert accepted(standing) == {"printer"}


def test_without_a_terminal_it_is_the_inner_validator_and_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    validator = AskValidator(Scores(), Given())
    assert crawl(validator, PAGES) == {one.url: Scores().judge(one) for one in PAGES}
    assert capsys.readouterr().err == "hubwalk: validator ask: no terminal to ask in, so nobody is asked\n"
    assert validator.summary() == ""


def test_where_nothing_is_doubtful_it_says_that_nobody_was_asked() -> None:
    validator = AskValidator(Scores(), Given(), ask=User())
    validator.judge(page("camera", 1))
    assert validator.summary() == "ask: no page was doubtful enough to ask about"


def test_a_question_that_was_not_answered_counts() -> None:
    said: list[str] = []

    def quit_it(_: Question) -> Answer:
        said.append(validator.summary())  # as when the time is over meanwhile
        return Answer.QUIT

    validator = AskValidator(Scores(), Given(), ask=User(quit_it))
    crawl(validator, PAGES)
    assert [*said, validator.summary()] == ["ask: 1 question, 0 answered"] * 2


def twice(given: Given, user: User, make: Callable[[], Scores] = Scores) -> AskValidator:
    return AskValidator(AskValidator(make(), given, ask=user), given, ask=user)


def test_two_of_them_ask_one_person() -> None:
    kinds = {f"kind{k}": 0.45 + 0.01 * k for k in range(9)} | {"camera": 0.9, "printer": 0.1}
    sure = [[page("camera", number), page("printer", number)] for number in range(60)]
    pages = [one for n in range(60) for one in (*sure[n], *(_variant(kind, n) for kind in range(9)))]
    user = User(lambda _: Answer.NO)
    validator = twice(Given(), user, lambda: Scores(**kinds))
    standing = crawl(validator, pages)
    assert [question.number for question in user.asked] == list(range(1, len(user.asked) + 1))
    assert len({question.url.split("/")[3] for question in user.asked}) == len(user.asked) >= 3
    assert not any(standing[question.url].accepted for question in user.asked)
    count = len(user.asked)
    assert validator.summary() == f"ask: {count} questions, {count} answered"


def test_two_of_them_hear_that_nobody_is_to_be_asked() -> None:
    user = User(lambda _: Answer.QUIT)
    crawl(twice(Given(), user), PAGES)
    assert len(user.asked) == 1


def test_an_answer_to_one_counts_for_the_other_when_it_meets_the_page() -> None:
    given = Given()
    user, again = User(), User()
    crawl(AskValidator(Scores(), given, ask=user), PAGES)
    standing = crawl(AskValidator(Scores(), given, ask=again), PAGES)
    assert (len(user.asked), again.asked) == (2, [])
    assert accepted(standing) == {"printer"}
    assert sum("you said" in verdict.reason for verdict in standing.values()) == 2


@pytest.mark.parametrize("make", [Scores, Pupil])
def test_a_verdict_that_is_confirmed_has_the_reason_of_the_user(make: Callable[[], Scores]) -> None:
    """Cameras are accepted and printers refused from the start; the user says the same."""
    user = User(lambda question: Answer.YES if "/camera/" in question.url else Answer.NO)
    answers: dict[str, str] = {}
    standing = crawl(AskValidator(make(), Given(cache=answers), ask=user), PAGES)
    said = {question.url: standing[question.url] for question in user.asked}
    assert {(verdict.accepted, verdict.reason[:12]) for verdict in said.values()} == {
        (True, "you said yes"),
        (False, "you said no;"),
    }
    again = AskValidator(make(), Given(cache=answers), ask=user)
    for one in PAGES:
        again.remember(one, standing[one.url])
    assert not any(revision.confirmed for revision in again.revisions())  # the log has it


def test_a_combination_hands_on_what_its_part_has_confirmed() -> None:
    user = User(lambda question: Answer.YES if "/camera/" in question.url else Answer.NO)
    parts: dict[str, Validator] = {"ask": AskValidator(Scores(), Given(), ask=user), "url": UrlPatternValidator("http")}
    standing = crawl(combine("all_of", parts), PAGES)
    assert user.asked
    assert all("ask: you said" in standing[question.url].reason for question in user.asked)


@pytest.mark.parametrize("stop", [10, 25])
def test_two_of_them_resumed_go_the_same_way(stop: int) -> None:
    answers: dict[str, str] = {}
    user, again = User(), User()
    whole = crawl(twice(Given(), user), PAGES)
    first = crawl(twice(Given(cache=answers), User()), PAGES[:stop])
    resumed = twice(Given(cache=answers), again)
    known = set(answers)
    for one in PAGES[:stop]:
        resumed.remember(one, first[one.url])
    assert list(resumed.revisions()) == []
    standing = crawl(resumed, PAGES[stop:], first)
    assert {url: v.accepted for url, v in standing.items()} == {url: v.accepted for url, v in whole.items()}
    left = [(q.url, q.number) for q in user.asked if f"ask:{q.url}" not in known]
    assert [(q.url, q.number) for q in again.asked] == left


def test_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    samples = [page("camera", number) for number in range(3)]
    validator = make_validator(["ask"], samples)
    assert validator.judge(page("camera", 7)).accepted
    assert validator.blocking  # type: ignore[attr-defined]
    assert make_validator(["ask(url:/camera/)"], []).judge(page("camera", 7)).accepted
    assert "no terminal" in capsys.readouterr().err
    make_validator(["ask(ask(url:/camera/))"], [])
    assert capsys.readouterr().err.count("no terminal") == 1


class _Length:
    """A score that any page has."""

    def judge(self, page: Page) -> Verdict:
        score = (len(page.html) % 97) / 97
        return Verdict(page.ok and score > 0.5, score if page.ok else 0.0, "by length")


@pytest.mark.parametrize("answer", [Answer.YES, Answer.NO, Answer.SKIP, Answer.QUIT])
def test_contract(answer: Answer) -> None:
    cache: dict[str, str] = {}
    check_validator(lambda: AskValidator(_Length(), Given(cache=cache), ask=lambda _: answer))


def test_likeness_sees_words_and_structure() -> None:
    pages = {(kind, n): marks_of(page(kind, n).html) for kind in WORDS for n in range(3)}
    likeness = Likeness()
    for marks in pages.values():
        likeness.add(marks)
    assert likeness.of(pages["camera", 0], pages["camera", 0]) == pytest.approx(1)
    assert (
        likeness.of(pages["camera", 0], pages["camera", 1]) > 0.6 > likeness.of(pages["camera", 0], pages["printer", 0])
    )
    assert likeness.of(marks_of(""), marks_of("")) in (0.0, 1.0)


@pytest.mark.parametrize("html", ["", "<" * 200_000, "<a " * 100_000, "<a class=" * 60_000, "a\ud800b", "\x00" * 1000])
def test_likeness_survives_anything(html: str) -> None:
    assert 0 <= Likeness().of(marks_of(html), marks_of("<p>x")) <= 1


class Knowing(Pupil):
    """Its scores are sure of everything, but it says itself what it doubts."""

    def __init__(self, doubted: str) -> None:
        super().__init__()
        self._scores = {"camera": 1.0, "printer": 0.0, "imprint": 0.0}
        self._doubted = doubted

    def doubt(self, url: str) -> float | None:
        kind = url.split("/")[3]
        return 0.6 if kind == self._doubted and kind not in self._known else 0.0


@pytest.mark.parametrize(("doubted", "asked"), [("printer", ["printer"]), ("nothing", [])])
def test_a_validator_that_knows_its_doubts_is_believed(doubted: str, asked: list[str]) -> None:
    user = User()
    standing = crawl(AskValidator(Knowing(doubted), Given(), ask=user), PAGES)
    assert [question.url.split("/")[3] for question in user.asked] == asked
    assert accepted(standing) == {"camera", *asked}
