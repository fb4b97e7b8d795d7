"""`text` on made-up magazines: what a page says counts, and near misses tell what does not."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators import make_validator
from hubwalk.validators.given import Given
from hubwalk.validators.page_filter import train_filter
from hubwalk.validators.text import TextValidator
from hubwalk.validators.text_learning import LearningTextValidator
from hubwalk.values import Page, Verdict

SUBJECT = "phone screen keys camera speaker charger menu network ringer case message antenna memory"
REVIEW = "tested verdict battery lasts sharp noisy recommend rating measured weeks disappointing sturdy"
NEWS = "announced shares merger analysts deliveries spokesman quarter profit factory market court rose"
COOKING = "boil water salt noodles pepper onion oven minutes stir slice butter dough flour bake cream"
STOP = "the of and is in a with it was for on but"
FRAMES = {
    "a": "Copyright Handset Herald, printed monthly in Dunwick, letters welcome.",
    "b": "Pocket Gazette online. Subscribers pay nothing; advertisers please call Margaret.",
    "c": "Telephone Tribune, founded by two brothers above a bakery, imprint below.",
}


def text(words: str, count: int, dice: random.Random) -> str:
    return " ".join(f"{dice.choice(STOP.split())} {dice.choice(words.split())}" for _ in range(count))


def story(kind: str, i: int, site: str = "a", *, length: int = 40) -> Page:
    dice = random.Random(f"{kind[:4]} {i} {site}")
    body = f"<p>{text(SUBJECT, length, dice)}.</p><p>{text(kind, length, dice)}. Model X{i}</p>"
    html = f"<title>Story {i}</title><div><a href=/>Home</a></div><article>{body}</article><p>{FRAMES[site]}</p>"
    return parse(html, f"http://{site}.test/{kind[:4]}/{i}")


def recipe(i: int, site: str = "a") -> Page:
    dice = random.Random(i)
    return parse(f"<p>{text(COOKING, 60, dice)}</p><p>{FRAMES[site]}</p>", f"http://{site}.test/recipe/{i}")


def accepted(validator: Validator, pages: list[Page]) -> int:
    return sum(validator.judge(page).accepted for page in pages)


class Crawl:
    """Judges pages as a driver does, and keeps the verdicts that stand."""

    def __init__(self, validator: LearningTextValidator) -> None:
        self.validator = validator
        self.first: dict[str, bool] = {}
        self.standing: dict[str, Verdict] = {}
        self.revised = 0

    def judge(self, pages: Sequence[Page]) -> Crawl:
        for page in pages:
            self.standing[page.url] = self.validator.judge(page)
            self.first[page.url] = self.standing[page.url].accepted
            for revision in self.validator.revisions():
                assert revision.verdict.accepted != self.standing[revision.url].accepted
                self.standing[revision.url] = revision.verdict
                self.revised += 1
        return self

    def accepted(self, pages: Sequence[Page]) -> int:
        return sum(self.standing[page.url].accepted for page in pages)


@pytest.mark.parametrize("samples", [1, 2, 5, 20])
def test_without_near_misses_it_keeps_to_the_subject(samples: int) -> None:
    validator = LearningTextValidator([story(REVIEW, i) for i in range(samples)])
    assert accepted(validator, [story(REVIEW, i) for i in range(30, 50)]) >= 19
    assert accepted(validator, [recipe(i) for i in range(30, 50)]) == 0


def test_near_misses_tell_reviews_from_news() -> None:
    samples, unlike = [story(REVIEW, i) for i in range(10)], [story(NEWS, i) for i in range(5)]
    validator = LearningTextValidator(samples, unlike)
    assert accepted(validator, [story(REVIEW, i) for i in range(30, 50)]) >= 19
    assert accepted(validator, [story(NEWS, i) for i in range(30, 50)]) == 0


def test_pages_of_a_third_kind_are_no_samples_for_being_no_near_misses() -> None:
    validator = LearningTextValidator([story(REVIEW, i) for i in range(10)], [story(NEWS, i) for i in range(5)])
    assert accepted(validator, [recipe(i) for i in range(20)]) == 0
    reviewed = [parse(f"{recipe(i).html}<p>{REVIEW}", f"http://a.test/cookbook/{i}") for i in range(20)]
    assert accepted(validator, reviewed) == 0, "a review, but of a cookbook"
    assert not validator.judge(parse("<p>", "http://a.test/empty")).accepted


def test_long_pages_are_judged_like_short_ones() -> None:
    samples = [story(REVIEW, i, length=30 + 20 * i) for i in range(8)]
    validator = LearningTextValidator(samples, [story(NEWS, i, length=15) for i in range(5)])
    for length in (40, 400):
        assert accepted(validator, [story(REVIEW, i, length=length) for i in range(30, 50)]) >= 19
        assert accepted(validator, [story(NEWS, i, length=length) for i in range(30, 50)]) == 0


def test_words_of_single_sites_are_no_evidence() -> None:
    """The near misses are of another site than the samples: what the frames say would tell them apart best."""
    samples = [story(REVIEW, i, "a") for i in range(5)] + [story(REVIEW, i, "b") for i in range(5)]
    validator = LearningTextValidator(samples, [story(NEWS, i, "c") for i in range(8)])
    assert accepted(validator, [story(REVIEW, i, "c") for i in range(30, 50)]) >= 18
    assert accepted(validator, [story(NEWS, i, "a") for i in range(30, 50)]) == 0
    pages = [*samples, *(story(REVIEW, i, "c") for i in range(9))]
    spoken = " ".join(validator.judge(page).reason for page in pages)
    for word in ("dunwick", "gazette", "tribune", "founded", "bakery", "brothers"):
        assert word not in spoken


def test_a_site_without_samples_needs_less_likeness() -> None:
    validator = LearningTextValidator([story(REVIEW, i, site) for i in range(4) for site in "ab"])
    assert validator.line.need < min(validator.line.need_at.values())
    assert accepted(validator, [story(REVIEW, i, "c") for i in range(30, 50)]) >= 19


def test_the_reason_names_the_words() -> None:
    samples, unlike = [story(REVIEW, i) for i in range(10)], [story(NEWS, i) for i in range(5)]
    alone = LearningTextValidator(samples).judge(story(REVIEW, 30)).reason
    assert "alike, needs 0." in alone
    assert set(alone.replace(",", "").split()) & {*SUBJECT.split(), *REVIEW.split()}
    both = LearningTextValidator(samples, unlike)
    praise, blame = both.judge(story(REVIEW, 30)).reason, both.judge(story(NEWS, 30)).reason
    assert "speaks for: " in praise
    assert "misses" not in praise
    assert set(blame.partition("against: ")[2].partition(";")[0].split(", ")) <= {*NEWS.split()}
    assert "misses: " in blame


def test_a_reason_where_no_word_speaks_for_or_against_names_what_is_shared() -> None:
    """The near misses say what the samples say and one word more, so a tree can go by nothing else than its absence."""
    samples = [story(REVIEW, i) for i in range(6)]
    unlike = [parse(f"{page.html}<p>announced", f"{page.url}/news") for page in samples]
    wanted, foreign = story(REVIEW, 30), parse("<p>unheard", "http://a.test/unheard")
    learning = LearningTextValidator(samples, unlike, "decision_tree")
    for validator in (TextValidator(train_filter(samples, unlike, "decision_tree")), learning):
        said = validator.judge(wanted)
        assert said.accepted
        shared = said.reason.partition("): shares: ")[2].split(", ")
        assert len(set(shared)) == 8
        assert set(shared) <= set(re.findall(r"\w+", wanted.html.lower()))
        assert validator.judge(foreign).reason.endswith(": no word of the samples")


def test_stop_words_are_those_of_the_samples_language() -> None:
    german = "der Bildschirm ist nicht so hell und die Batterie hält wie bei allen anderen Geräten auch nur einen Tag"
    pages = [parse(f"<p>{german}. Modell Z{i}, {word}", f"http://a/{i}") for i, word in enumerate(["rot", "blau"])]
    reason = LearningTextValidator(pages).judge(pages[0]).reason
    assert "bildschirm" in reason
    assert "nicht" not in reason


def test_the_order_of_samples_and_a_sample_given_twice_do_not_matter() -> None:
    one, other = (LearningTextValidator([story(REVIEW, i) for i in order]) for order in ([0, 1, 2], [2, 0, 0, 1]))
    assert one.line.need == pytest.approx(other.line.need)
    assert one.judge(story(REVIEW, 9)).score == pytest.approx(other.judge(story(REVIEW, 9)).score)


def test_samples_that_cannot_teach_it() -> None:
    with pytest.raises(UsageError, match="--like"):
        make_validator(["text"], [])
    with pytest.raises(UsageError, match="choose --validator table or like"):
        LearningTextValidator([parse("<a href=/x>only a link</a>", "http://a.test/")])
    with pytest.raises(UsageError, match="no words in common"):
        LearningTextValidator([parse("<p>phone battery", "http://a/1"), parse("<p>noodle pepper", "http://a/2")])


def test_pages_that_could_not_be_had() -> None:
    gone = Page("http://a/", "http://a/", status=404, html=story(REVIEW, 0).html)
    verdict = LearningTextValidator([story(REVIEW, 0)]).judge(gone)
    assert not verdict.accepted
    assert "404" in verdict.reason


@pytest.fixture(scope="module")
def validator() -> LearningTextValidator:
    return LearningTextValidator([story(REVIEW, i) for i in range(3)], [story(NEWS, 0)])


@settings(max_examples=100, deadline=None)
@hypothesis_given(
    html=st.lists(st.sampled_from(["<p>", "<a href=x>", "<title>", *REVIEW.split()]) | st.text(max_size=5), max_size=40)
)
def test_any_html_is_judged(validator: LearningTextValidator, html: list[str]) -> None:
    verdict = validator.judge(Page("http://a.test/", "http://a.test/", html=" ".join(html)))
    assert 0 <= verdict.score <= 1
    assert len(verdict.reason.splitlines()) == 1


# -- learning from the crawl ------------------------------------------------------------------------------------------


def mixed(count: int) -> tuple[list[Page], list[Page], list[Page]]:
    """Reviews and news of one site, and both in the order of a crawl."""
    reviews, news = (
        [story(REVIEW, i) for i in range(100, 100 + count)],
        [story(NEWS, i) for i in range(200, 200 + count)],
    )
    pages = [page for both in zip(reviews, news, strict=True) for page in both]
    return reviews, news, pages


def test_the_crawl_teaches_what_near_misses_would() -> None:
    reviews, news, pages = mixed(40)
    crawl = Crawl(LearningTextValidator([story(REVIEW, 0)])).judge(pages)
    wrong_at_first = sum(crawl.first[page.url] for page in news)
    assert wrong_at_first > 5, "there was nothing to learn"
    assert crawl.accepted(reviews) >= 38
    assert crawl.accepted(news) == 0
    assert crawl.revised >= wrong_at_first
    assert "alike, needs 0." in crawl.standing[news[0].url].reason
    assert "against: " in crawl.standing[news[0].url].reason


def test_lessons_are_few() -> None:
    """Each costs more than the last, so their number may only grow with the logarithm of the crawl's length."""
    validator = LearningTextValidator([story(REVIEW, i) for i in range(3)])
    lessons = 0
    learned = validator._learned
    for page in mixed(150)[2]:
        validator.judge(page)
        lessons += validator._learned is not learned
        learned = validator._learned
    assert lessons == 5  # at 16, 32, 64, 128 and 256 pages


def test_learning_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.validators.text_learning._LAST", 32)
    validator = LearningTextValidator([story(REVIEW, i) for i in range(3)])
    crawl = Crawl(validator).judge(mixed(30)[2])
    assert not validator._met, "what can no longer be revised is not kept"
    learned = validator._learned
    crawl.judge([story(NEWS, i) for i in range(300, 340)])
    assert validator._learned is learned
    assert crawl.accepted([story(NEWS, i) for i in range(300, 340)]) == 0


def test_the_same_text_again_teaches_nothing() -> None:
    validator = LearningTextValidator([story(REVIEW, i) for i in range(3)])
    page = story(NEWS, 7)
    for i in range(100):
        validator.judge(parse(page.html, f"http://a.test/copy/{i}"))
        validator.judge(page)
    assert validator._learned is None


def test_a_resumed_crawl_goes_on_as_if_it_had_never_stopped() -> None:
    samples, (_, _, pages) = [story(REVIEW, i) for i in range(3)], mixed(40)
    whole = Crawl(LearningTextValidator(samples)).judge(pages)
    begun = Crawl(LearningTextValidator(samples)).judge(pages[:50])
    resumed = Crawl(LearningTextValidator(samples))
    for page in pages[:50]:
        resumed.validator.remember(page, begun.standing[page.url])
    resumed.standing = dict(begun.standing)
    assert not resumed.validator.revisions()
    resumed.judge(pages[50:])
    assert {url: verdict.accepted for url, verdict in resumed.standing.items()} == {
        url: verdict.accepted for url, verdict in whole.standing.items()
    }


def test_verdicts_that_were_remembered_are_revised_too() -> None:
    samples, (_, news, pages) = [story(REVIEW, i) for i in range(3)], mixed(16)
    validator = LearningTextValidator(samples)
    for page in pages:  # the last of them is the second lesson
        validator.remember(page, Verdict(True, 1.0, "as an earlier version saw it"))
    revised = {revision.url: revision.verdict.accepted for revision in validator.revisions()}
    assert revised == dict.fromkeys((page.url for page in news), False)


def test_near_misses_count_before_and_after_the_first_lesson() -> None:
    samples, unlike = [story(REVIEW, i) for i in range(3)], [story(NEWS, i) for i in range(3)]
    crawl = Crawl(LearningTextValidator(samples, unlike))
    reviews, news, pages = mixed(40)
    crawl.judge(pages)
    assert sum(crawl.first[page.url] for page in news) == 0
    assert crawl.accepted(reviews) >= 38


@pytest.mark.parametrize("spec", ["text:naive_bayes", "text"])
def test_the_model_is_chosen_by_argument_or_option(spec: str) -> None:
    given = Given([story(REVIEW, i) for i in range(3)], [story(NEWS, i) for i in range(3)], model="naive_bayes")
    made = make_validator([spec], (), given=given)
    assert isinstance(made, LearningValidator)
    assert "by naive_bayes" in made.judge(story(REVIEW, 50)).reason
    with pytest.raises(UsageError, match="unknown model of validator text 'smv': did you mean 'svm'"):
        make_validator(["text"], (), given=dataclasses.replace(given, model="smv"))
