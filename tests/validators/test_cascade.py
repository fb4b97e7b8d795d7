"""A cascade saves calls where it may, says how many and at what disagreement, and loses nothing by being resumed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from hubwalk.errors import SpentError, ValidatorError
from hubwalk.pages.parse import parse
from hubwalk.validators.cascade import UNASKED, CascadeValidator
from hubwalk.validators.cascade_learner import Learner, Tried, accepting_line, features_of, refusing_line, upper_limit
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page, Verdict

CHEAP = UrlPatternValidator("/[a-z]+/")  # accepts everything: all must be learned from the words


class Dear:
    """Asks for words; counts what it is asked."""

    def __init__(self, word: str = "tested", budget: int = 10**9) -> None:
        self.word = word
        self.budget = budget
        self.asked: list[str] = []

    def judge(self, page: Page) -> Verdict:
        if len(self.asked) >= self.budget:
            raise SpentError("all is spent")
        self.asked.append(page.url)
        accepted = self.word in page.html
        return Verdict(accepted, float(accepted), "the dear one says so")


def page(number: int, kind: str = "review", section: str = "p") -> Page:
    words = {
        "review": f"we tested this phone{number} display camera battery verdict rating",
        "news": f"a company{number} announced figures market shares today report",
        "odd": f"a company{number} announced figures market shares today report <i class=tested></i>",
    }[kind]
    return parse(f"<title>{kind} {number}</title><p>{words}", f"http://a.test/{section}/{number}")


def crawl(count: int, wanted_every: int = 3) -> list[Page]:
    return [page(n, "news" if n % wanted_every else "review") for n in range(count)]


def wrong(cascade: CascadeValidator, pages: Sequence[Page]) -> int:
    return sum(cascade.judge(seen).accepted is not ("tested" in seen.html) for seen in pages)


def test_most_calls_are_saved_where_words_tell() -> None:
    dear = Dear()
    cascade = CascadeValidator(CHEAP, dear)
    assert wrong(cascade, crawl(1200)) == 0
    assert cascade.asked == len(dear.asked) < 400
    assert cascade.saved == 1200 - cascade.asked
    assert cascade.audits > 20
    assert cascade.summary() == (
        f"the dear validator asked about {cascade.asked} of 1,200 pages, {cascade.saved:,} saved; "
        f"disagreement 0.0% on {cascade.audits} audited"
    )


def test_the_reason_tells_who_decided() -> None:
    cascade = CascadeValidator(CHEAP, Dear())
    reasons = [cascade.judge(seen).reason for seen in crawl(600)]
    assert reasons[0] == "the dear one says so"
    assert sum(reason.startswith(f"{UNASKED}: ") for reason in reasons) == cascade.saved
    assert re.search(r"^unasked: [01]\.\d{3} by what was learned; the cheap validator: ", reasons[-1])


def test_nothing_is_saved_before_enough_was_seen() -> None:
    dear = Dear()
    cascade = CascadeValidator(CHEAP, dear)
    for seen in crawl(90):  # 30 wanted ones: too few for a limit of 5 %
        cascade.judge(seen)
    assert len(dear.asked) == 90
    assert cascade.summary() == "the dear validator asked about 90 of 90 pages, 0 saved"


def test_nothing_is_saved_where_verdicts_cannot_be_foreseen() -> None:
    class Coin(Dear):
        def judge(self, page: Page) -> Verdict:
            self.asked.append(page.url)
            return Verdict(hash_of(page.url) % 2 == 0)

    dear = Coin()
    cascade = CascadeValidator(CHEAP, dear)
    for seen in crawl(300):
        cascade.judge(seen)
    assert len(dear.asked) > 290


def hash_of(url: str) -> int:
    return sum(ord(letter) * place for place, letter in enumerate(url))


def test_a_new_part_of_the_site_is_looked_at() -> None:
    """There the words mislead. The first pages are audited, and the learner loses its trust."""
    dear = Dear()
    cascade = CascadeValidator(CHEAP, dear)
    for seen in crawl(600):
        cascade.judge(seen)
    before = len(dear.asked)
    misleading = [page(n, "odd", section="elsewhere") for n in range(300)]
    assert wrong(cascade, misleading) < 15
    assert len(dear.asked) > before + 10
    assert cascade.disagreements > 0
    shown = re.search(r"disagreement ([\d.]+)% on", cascade.summary())
    assert shown
    assert float(shown[1]) > 0


def test_the_first_pages_of_a_part_are_all_asked_about() -> None:
    dear = Dear()
    cascade = CascadeValidator(CHEAP, dear)
    for seen in crawl(600):
        cascade.judge(seen)
    first = [page(n, "news", section="elsewhere") for n in range(3)]
    for seen in first:
        cascade.judge(seen)
    assert dear.asked[-3:] == [seen.url for seen in first], "sure or not"


def test_the_same_page_gets_the_same_verdict() -> None:
    cascade = CascadeValidator(CHEAP, Dear())
    pages = crawl(400)
    first = [cascade.judge(seen) for seen in pages]
    asked = cascade.asked
    assert [cascade.judge(seen) for seen in pages] == first
    assert cascade.asked == asked


def test_a_spent_budget_leaves_the_learner_alone() -> None:
    dear = Dear(budget=50)
    cascade = CascadeValidator(CHEAP, dear)
    pages = crawl(200)
    assert wrong(cascade, pages) < 10
    assert len(dear.asked) == 50
    assert cascade.alone == 150
    assert "150 judged without it when the budget was spent" in cascade.summary()
    assert cascade.judge(pages[-1]).reason.startswith("unasked (budget spent): ")


def test_without_anything_learned_the_cheap_verdict_counts() -> None:
    verdict = CascadeValidator(CHEAP, Dear(budget=0)).judge(page(1, "news"))
    assert verdict.accepted
    assert verdict.reason.startswith("unasked (budget spent): ")


def test_what_the_dear_one_could_not_judge_is_not_judged_and_not_learned() -> None:
    class Broken(Dear):
        def judge(self, page: Page) -> Verdict:
            return Verdict(False, reason="no answer", judged=False)

    cascade = CascadeValidator(CHEAP, Broken())
    assert cascade.judge(page(1)) == Verdict(False, reason="no answer", judged=False)
    assert cascade.asked == 0


def test_an_error_of_the_dear_one_is_not_hidden() -> None:
    class Dead(Dear):
        def judge(self, page: Page) -> Verdict:
            raise ValidatorError("no key")

    with pytest.raises(ValidatorError, match="no key"):
        CascadeValidator(CHEAP, Dead()).judge(page(1))


@pytest.mark.parametrize("knows", [False, True])
def test_a_resumed_cascade_goes_on_as_if_never_stopped(knows: bool) -> None:
    class Knowing(Dear):
        def known(self, page: Page) -> Verdict | None:
            return self.judge(page) if page.url in whole_dear.asked else None

    pages = crawl(900)
    whole_dear = Dear()
    whole = CascadeValidator(CHEAP, whole_dear)
    verdicts = [whole.judge(seen) for seen in pages[:600]]
    resumed_dear: Dear = Knowing() if knows else Dear()
    resumed = CascadeValidator(CHEAP, resumed_dear)
    for seen, verdict in zip(pages[:600], verdicts, strict=True):
        # A combination tells its parts to remember its own verdict: then only the dear one's memory helps.
        resumed.remember(seen, Verdict(verdict.accepted, 1.0, "all_of") if knows else verdict)
    resumed_dear.asked.clear()
    assert resumed.revisions() == ()
    before = len(whole_dear.asked)
    assert [resumed.judge(seen) for seen in pages[600:]] == [whole.judge(seen) for seen in pages[600:]]
    assert resumed_dear.asked == whole_dear.asked[before:]
    assert resumed.summary() == whole.summary()


@pytest.mark.parametrize("url", ["", "http://[half", "data:text/html,x", "http://a.test/\ud800"])
def test_an_address_may_be_anything(url: str) -> None:
    validator = CascadeValidator(CHEAP, Dear())
    for i in range(60):
        validator.judge(parse(f"<p>{'tested' if i % 2 else 'other'} {i}", f"http://a.test/b/{i}"))
    assert validator.judge(Page(url, url, html="<p>tested")).judged


def test_same_seed_same_audits_and_another_seed_others() -> None:
    def asked(seed: int) -> list[str]:
        dear = Dear()
        cascade = CascadeValidator(CHEAP, dear, seed=seed)
        for seen in crawl(500):
            cascade.judge(seen)
        return dear.asked

    assert asked(1) == asked(1) != asked(2)


def test_the_summary_of_the_dear_one_is_part_of_it() -> None:
    class Paid(Dear):
        name = "language model"

        def summary(self) -> str:
            return "7 calls"

    assert CascadeValidator(CHEAP, Paid()).summary() == "language model asked about 0 of 0 pages, 0 saved; 7 calls"


# -- the test of the record -------------------------------------------------------------------------------------------


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
