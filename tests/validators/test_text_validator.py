"""`text` on made-up magazines: what a page says counts, and near misses tell what does not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.validators.text_learning import LearningTextValidator
from hubwalk.values import Page

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


def accepted(validator: LearningTextValidator, pages: list[Page]) -> int:
    return sum(validator.judge(page).accepted for page in pages)


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
        LearningTextValidator([])
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
@given(
    html=st.lists(st.sampled_from(["<p>", "<a href=x>", "<title>", *REVIEW.split()]) | st.text(max_size=5), max_size=40)
)
def test_any_html_is_judged(validator: LearningTextValidator, html: list[str]) -> None:
    verdict = validator.judge(Page("http://a.test/", "http://a.test/", html=" ".join(html)))
    assert 0 <= verdict.score <= 1
    assert len(verdict.reason.splitlines()) == 1
