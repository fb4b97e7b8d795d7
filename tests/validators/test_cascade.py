"""A cascade saves calls where it may, says how many and at what disagreement, and loses nothing by being resumed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from hubwalk.errors import SpentError, ValidatorError
from hubwalk.pages.parse import parse
from hubwalk.testing import check_validator
from hubwalk.validators import make_validator
from hubwalk.validators.cascade import UNASKED, CascadeValidator
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page, Revision, Verdict

CHEAP = UrlPatternValidator("/[a-z]+/")  # accepts everything: all must be learned from the words
SPENT = "when the budget was spent, for good: a larger one is for other pages"


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
    assert (cascade.asked, cascade.saved, cascade.alone) == (50, 0, 150)
    assert cascade.summary() == (
        f"the dear validator asked about 50 of 200 pages, 0 saved; 150 judged without it {SPENT}"
    )
    assert cascade.judge(pages[-1]).reason.startswith("unasked (budget spent): ")


def test_what_the_budget_denied_was_not_saved() -> None:
    dear = Dear()
    cascade = CascadeValidator(CHEAP, dear)
    reasons = [cascade.judge(seen).reason for seen in crawl(400)]
    dear.budget = len(dear.asked)
    odd = [page(n, "odd" if n % 2 else "review", section=f"elsewhere{n}") for n in range(60)]
    reasons += [cascade.judge(seen).reason for seen in odd]
    alone = sum(reason.startswith("unasked (budget spent): ") for reason in reasons)
    saved = sum(reason.startswith("unasked: ") for reason in reasons)
    assert alone
    assert saved
    assert (cascade.saved, cascade.alone) == (saved, alone)
    assert f"asked about {cascade.asked} of 460 pages, {saved} saved; " in cascade.summary()
    assert cascade.summary().endswith(f"; {alone} judged without it {SPENT}")


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


def test_the_summaries_of_both_parts_are_part_of_it() -> None:
    class Paid(Dear):
        name = "language model"

        def summary(self) -> str:
            return f"7 calls for {self.word}" if self.word else ""

    begin = "language model asked about 0 of 0 pages, 0 saved"
    assert CascadeValidator(CHEAP, Paid("b")).summary() == f"{begin}; 7 calls for b"
    assert CascadeValidator(Paid("a"), Paid("b")).summary() == f"{begin}; 7 calls for b; 7 calls for a"
    assert CascadeValidator(Paid(""), Paid("b")).summary() == f"{begin}; 7 calls for b", "who has nothing to say"
    cheap_only = CascadeValidator(Paid("a"), Dear()).summary()
    assert cheap_only == "the dear validator asked about 0 of 0 pages, 0 saved; 7 calls for a"


@pytest.mark.parametrize("knows", [False, True])
def test_a_resumed_cascade_still_tells_how_often_the_budget_failed_it(knows: bool) -> None:
    class Knowing(Dear):
        def known(self, page: Page) -> Verdict | None:
            return self.judge(page) if page.url in first_dear.asked else None

    first_dear = Dear(budget=50)
    first = CascadeValidator(CHEAP, first_dear)
    pages = crawl(150)
    verdicts = [first.judge(seen) for seen in pages]
    assert first.alone == 100
    resumed = CascadeValidator(CHEAP, Knowing() if knows else Dear())
    for seen, verdict in zip(pages, verdicts, strict=True):
        resumed.remember(seen, verdict)
    assert resumed.summary() == first.summary()
    assert f"100 judged without it {SPENT}" in resumed.summary()


# -- a dear validator that learns -------------------------------------------------------------------------------------


class Turns(Dear):
    """At first it wants everything; after so many pages only what it was made for, and it takes back the rest."""

    def __init__(self, after: int = 60) -> None:
        super().__init__()
        self.after = after
        self.told: dict[str, tuple[bool, bool]] = {}  # by URL: what was said, what it should be
        self.finished: list[str] = []

    def judge(self, page: Page) -> Verdict:
        now = super().judge(page)
        verdict = now if len(self.asked) > self.after else Verdict(True, 1.0, "at first")
        self.told[page.url] = (verdict.accepted, now.accepted)
        return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.asked.append(page.url)
        self.told[page.url] = (verdict.accepted, self.word in page.html)

    def revisions(self) -> Sequence[Revision]:
        if len(self.asked) <= self.after:
            return ()
        turned = [url for url, (said, meant) in self.told.items() if said is not meant]
        self.told |= {url: (meant, meant) for url, (_, meant) in self.told.items()}
        return [Revision(url, Verdict(self.told[url][0], 0.5, "thought again")) for url in turned]

    def finish(self, site: str) -> None:
        self.finished.append(site)


def standing(cascade: CascadeValidator, pages: Sequence[Page]) -> dict[str, Verdict]:
    """The verdicts that stand in the end."""
    found: dict[str, Verdict] = {}
    for seen in pages:
        found[seen.url] = cascade.judge(seen)
        found |= {revision.url: revision.verdict for revision in cascade.revisions()}
    return found


def test_what_the_dear_one_takes_back_is_taken_back() -> None:
    cascade, pages = CascadeValidator(CHEAP, Turns()), crawl(90)
    found = standing(cascade, pages)
    assert {url for url, verdict in found.items() if verdict.accepted} == {page(n).url for n in range(0, 90, 3)}
    assert found[pages[1].url].reason == "thought again"
    assert cascade.judge(pages[1]) == found[pages[1].url], "the same page gets the verdict that stands"
    assert not cascade.revisions(), "told once"


def test_the_learner_hears_what_was_taken_back() -> None:
    dear = Turns(after=200)
    cascade, pages = CascadeValidator(CHEAP, dear), crawl(1200)
    found = standing(cascade, pages)
    assert [url for url, verdict in found.items() if verdict.accepted] == [seen.url for seen in pages[::3]]
    assert cascade.saved > 400, "it has earned its trust again"


def test_an_audit_that_is_taken_back_was_no_disagreement() -> None:
    class Wavers(Turns):
        def judge(self, page: Page) -> Verdict:
            verdict = super().judge(page)
            if page.url.endswith("/odd/0"):
                self.told[page.url] = (not verdict.accepted, verdict.accepted)
                return Verdict(not verdict.accepted, 0.5, "at first")
            return verdict

    cascade = CascadeValidator(CHEAP, Wavers(after=0))
    standing(cascade, crawl(600))
    assert (cascade.disagreements, cascade.audits > 0) == (0, True)
    cascade.judge(page(0, "news", section="odd"))  # the first page of a part is asked about
    assert cascade.disagreements == 1
    assert [revision.url for revision in cascade.revisions()] == ["http://a.test/odd/0"]
    assert cascade.disagreements == 0


def test_what_could_not_be_judged_may_be_later() -> None:
    class Late(Turns):
        def judge(self, page: Page) -> Verdict:
            super().judge(page)
            self.told[page.url] = (False, True)
            return Verdict(False, 0.0, "no answer", judged=False)

    cascade = CascadeValidator(CHEAP, Late(after=0))
    assert not cascade.judge(page(0)).judged
    assert [revision.verdict.accepted for revision in cascade.revisions()] == [True]
    assert cascade.asked == 0


def test_a_budget_that_is_spent_over_revisions_leaves_the_learner_alone() -> None:
    class Poor(Turns):
        def revisions(self) -> Sequence[Revision]:
            raise SpentError("all is spent")

    cascade = CascadeValidator(CHEAP, Poor())
    assert cascade.judge(page(0)).reason == "at first"
    assert cascade.revisions() == ()
    assert cascade.judge(page(1)).reason.startswith("unasked (budget spent): ")


def test_a_dear_one_that_learns_remembers_what_it_had_judged() -> None:
    first = CascadeValidator(CHEAP, Turns(after=40))
    pages = crawl(600)
    found = standing(first, pages)
    dear = Turns(after=40)
    resumed = CascadeValidator(CHEAP, dear)
    for seen in pages:
        resumed.remember(seen, found[seen.url])
    unasked = {url for url, verdict in found.items() if verdict.reason.startswith(UNASKED)}
    assert unasked
    assert dear.asked == [seen.url for seen in pages if seen.url not in unasked]
    assert resumed.revisions() == []
    assert (resumed.asked, resumed.saved) == (first.asked, first.saved)


def test_both_parts_hear_that_a_site_has_ended() -> None:
    cheap, dear = Turns(), Turns()
    CascadeValidator(cheap, dear).finish("http://a.test/")
    assert (cheap.finished, dear.finished) == (["http://a.test/"], ["http://a.test/"])
    CascadeValidator(CHEAP, Dear()).finish("http://a.test/")  # nobody cares


def test_a_dear_one_that_learns_keeps_the_contract() -> None:
    samples = [page(n) for n in range(3)]
    check_validator(lambda: make_validator(["cascade(url:ordinary, all_of(like, words:page))"], samples))
