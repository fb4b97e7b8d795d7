"""all_of, any_of and not: what they say, whom they ask, and how they learn from parts that learn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hubwalk.ports import LearningValidator, Validator
from hubwalk.testing import check_validator
from hubwalk.validators import close_validator, combine_learning, is_blocking, make_validator
from hubwalk.validators.combine import combine
from hubwalk.values import Page, Revision, Verdict


def page(name: str, status: int = 200) -> Page:
    return Page(f"http://a/{name}", f"http://a/{name}", status=status, html=f"<p>{name}")


class Fixed:
    """Always the same verdict; counts what it was asked."""

    def __init__(self, accepted: bool, score: float = 0.5, reason: str = "so be it", *, judged: bool = True) -> None:
        self.verdict = Verdict(accepted, score, reason, judged)
        self.asked: list[str] = []
        self.closed = 0
        self.warnings = ["oh"] if score == 0.13 else []

    def judge(self, page: Page) -> Verdict:
        self.asked.append(page.url)
        return self.verdict

    def close(self) -> None:
        self.closed += 1


class Dear(Fixed):
    blocking = True

    def summary(self) -> str:
        return f"asked {len(self.asked)} times"


class Names:
    """Learns: accepts names that begin with a letter that at least two pages had so far."""

    def __init__(self, need: int = 2) -> None:
        self._need = need
        self._seen: dict[str, Page] = {}
        self._stands: dict[str, bool] = {}
        self.remembered: list[tuple[str, bool]] = []

    def judge(self, page: Page) -> Verdict:
        self._seen[page.url] = page
        verdict = self._verdict(page)
        self._stands[page.url] = verdict.accepted
        return verdict

    def _verdict(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        alike = sum(_letter(other) == _letter(page) for other in self._seen.values())
        return Verdict(alike >= self._need, min(1.0, alike / 10), f"{alike} with {_letter(page)!r}")

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.remembered.append((page.url, verdict.accepted))
        self._seen[page.url] = page
        self._stands[page.url] = verdict.accepted

    def revisions(self) -> Sequence[Revision]:
        now = {url: self._verdict(page) for url, page in self._seen.items()}
        changed = [Revision(url, verdict) for url, verdict in now.items() if verdict.accepted != self._stands[url]]
        self._stands |= {revision.url: revision.verdict.accepted for revision in changed}
        return changed


def _letter(page: Page) -> str:
    return page.url.rpartition("/")[2][:1]


# -- without learning -------------------------------------------------------------------------------------------------


def test_all_of_takes_the_lowest_score_and_names_the_decider() -> None:
    together = combine(
        "all_of", {"one": Fixed(True, 0.9), "two": Fixed(True, 0.6, "just so"), "three": Fixed(True, 0.8)}
    )
    assert together.judge(page("x")) == Verdict(True, 0.6, "two: just so")


def test_all_of_stops_at_the_first_refusal() -> None:
    last = Fixed(True, 1.0)
    together = combine("all_of", {"one": Fixed(True, 0.3), "two": Fixed(False, 0.4, "too short"), "three": last})
    assert together.judge(page("x")) == Verdict(False, 0.3, "two: too short")
    assert last.asked == []


def test_any_of_stops_at_the_first_acceptance_and_tells_every_refusal() -> None:
    last = Fixed(False, 0.7, "too long")
    either = combine("any_of", {"one": Fixed(False, 0.3, "no"), "two": Fixed(True, 0.2, "yes"), "three": last})
    assert either.judge(page("x")) == Verdict(True, 0.3, "two: yes")
    assert last.asked == []
    neither = combine("any_of", {"one": Fixed(False, 0.3, "no"), "three": last})
    assert neither.judge(page("x")) == Verdict(False, 0.7, "one: no; three: too long")


def test_not_turns_verdict_and_score_around() -> None:
    assert combine("not", {"url": Fixed(True, 0.75, "it is")}).judge(page("x")) == Verdict(
        False, 0.25, "not url: it is"
    )
    assert combine("not", {"url": Fixed(False, 0.25, "")}).judge(page("x")) == Verdict(True, 0.75, "not url: rejects")


@pytest.mark.parametrize("rule", ["all_of", "any_of", "not"])
def test_what_could_not_be_judged_is_not_accepted(rule: str) -> None:
    broken = Fixed(False, 0.0, "program died", judged=False)
    assert combine(rule, {"command": broken}).judge(page("x")) == Verdict(
        False, 0.0, "command: program died", judged=False
    )
    missing = combine(rule, {"url": Fixed(False)}).judge(page("x", status=404))
    assert (missing.accepted, missing.reason) == (False, "status 404")


def test_an_acceptance_outweighs_a_broken_part_of_any_of() -> None:
    parts: dict[str, Validator] = {"a": Fixed(False, 0.0, "died", judged=False), "b": Fixed(True, 1.0, "yes")}
    assert combine("any_of", parts).judge(page("x")) == Verdict(True, 1.0, "b: yes")


@pytest.mark.parametrize("learning", [False, True])
def test_blocking_warnings_summary_and_closing_go_through(learning: bool) -> None:
    quick, slow = Fixed(True, 0.13), Dear(True)
    learner: dict[str, Validator] = {"names": Names()} if learning else {}
    assert not is_blocking(combine("all_of", {"quick": quick, **learner}))
    together = combine("all_of", {"quick": quick, "slow": slow, **learner})
    assert isinstance(together, LearningValidator) == learning
    assert is_blocking(together)
    assert together.warnings == ["oh"]  # type: ignore[attr-defined]
    assert together.summary() == "asked 0 times"  # type: ignore[attr-defined]
    close_validator(together)
    assert (quick.closed, slow.closed) == (1, 1)


def test_specs_become_combinations() -> None:
    made = make_validator(["all_of(url:/p/, not(url:/archive/))"], [])
    assert made.judge(page("p/1")).accepted
    assert made.judge(page("p/archive/1")).reason == "not: not url: the URL matches /archive/"
    assert made.judge(page("q")).reason == "url: the URL does not match /p/"
    assert make_validator(["any_of(url:x, url:y)", "not(url:z)"], []).judge(page("y")).accepted


def test_what_was_made_is_closed_when_a_later_part_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Fixed(True)
    monkeypatch.setattr("hubwalk.validators.url_pattern.UrlPatternValidator", lambda _: first)
    with pytest.raises(Exception, match="needs a type"):
        make_validator(["all_of(any_of(url:x), schema_org)"], [])
    assert first.closed == 1


# -- with parts that learn --------------------------------------------------------------------------------------------


def tell(validator: Validator, names: Sequence[str]) -> tuple[list[bool], dict[str, bool]]:
    """Judge pages as a driver does: the first verdicts, and those that stand in the end."""
    assert isinstance(validator, LearningValidator)
    first, standing = [], {}
    for name in names:
        verdict = validator.judge(page(name))
        first.append(verdict.accepted)
        standing[name] = verdict.accepted
        for revision in validator.revisions():
            standing[revision.url.rpartition("/")[2]] = revision.verdict.accepted
        assert validator.revisions() == []
    return first, standing


def test_a_revision_of_a_part_becomes_one_of_the_whole() -> None:
    together = combine("all_of", {"names": Names(), "url": make_validator(["url:[12]$"], [])})
    assert tell(together, ["a1", "b1", "a2", "a3"]) == (
        [False, False, True, False],
        {"a1": True, "b1": False, "a2": True, "a3": False},
    )


def test_a_revision_that_changes_nothing_is_not_told() -> None:
    either = combine("any_of", {"all": Fixed(True), "names": Names()})
    assert tell(either, ["a1", "a2"]) == ([True, True], {"a1": True, "a2": True})


def test_not_revises_the_other_way() -> None:
    other = combine("not", {"names": Names()})
    assert tell(other, ["a1", "a2"]) == ([True, False], {"a1": False, "a2": False})


def test_the_revised_verdict_has_a_reason() -> None:
    together = combine("all_of", {"names": Names(), "fixed": Fixed(True, 0.9)})
    assert isinstance(together, LearningValidator)
    together.judge(page("a1"))
    together.judge(page("a2"))
    assert list(together.revisions()) == [Revision("http://a/a1", Verdict(True, 0.2, "names: 2 with 'a'"))]


class Confirming(Fixed):
    """Learns: says no, and later the same for another reason."""

    def __init__(self, later: str) -> None:
        super().__init__(False, 0.3, "looks like none")
        self._later = later

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.asked.append(page.url)

    def revisions(self) -> Sequence[Revision]:
        urls, self.asked = self.asked, []
        return [Revision(url, Verdict(False, 0.3, self._later), confirmed=True) for url in urls]


def confirmed(rule: str, parts: dict[str, Validator]) -> list[str]:
    """The reasons of what a combination confirms."""
    together = combine(rule, parts)
    assert isinstance(together, LearningValidator)
    assert not together.judge(page("a")).accepted
    revisions = together.revisions()
    assert all(revision.confirmed and not revision.verdict.accepted for revision in revisions)
    return [revision.verdict.reason for revision in revisions]


def test_what_a_part_confirms_is_news_only_where_that_part_decides() -> None:
    no, ask = Fixed(False, 0.1, "too short"), Confirming("you said no")
    assert confirmed("all_of", {"url": no, "ask": ask}) == []
    assert confirmed("all_of", {"ask": Confirming("you said no"), "url": no}) == ["ask: you said no"]
    assert confirmed("any_of", {"url": no, "ask": Confirming("you said no")}) == ["url: rejects; ask: you said no"]


def test_what_a_part_confirms_at_length_is_confirmed_all_the_same() -> None:
    long = "you said no; " + "many words " * 30
    parts = {"like": Confirming(long.upper()), "ask": Confirming(long)}
    [reason] = confirmed("any_of", {**parts})
    assert len(reason) <= 300
    assert "like: YOU SAID NO; " in reason
    assert "ask: you said no; " in reason
    [reason] = confirmed("any_of", {"ask": Confirming(long)})
    assert reason.startswith("ask: you said no; many words")


def test_a_dear_part_is_asked_only_where_it_matters_and_later_if_it_comes_to() -> None:
    dear = Dear(True, 0.9)
    together = combine("all_of", {"command": dear, "names": Names(3), "url": make_validator(["url:[^x]$"], [])})
    tell(together, ["a1", "a2", "ax", "b1"])
    assert dear.asked == ["http://a/a1", "http://a/a2"], "when the third page with an a came"
    _, standing = tell(together, ["a3"])
    assert standing == {"a3": True}
    assert dear.asked == ["http://a/a1", "http://a/a2", "http://a/a3"], "nobody is asked twice"


def test_without_the_page_the_old_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combine_learning, "_ROOM", 20)  # bytes: the content of one such page
    dear = Dear(True)
    together = combine("all_of", {"names": Names(3), "command": dear})
    assert tell(together, ["a1", "a2", "a3"])[1] == {"a1": False, "a2": True, "a3": True}


def test_a_costly_part_that_learns_is_asked_last() -> None:
    class Cascade(Names):
        costly = True

    costly = Cascade(1)
    together = combine("all_of", {"cascade": costly, "url": make_validator(["url:1$"], []), "names": Names(1)})
    tell(together, ["a1", "a2"])
    assert list(costly._seen) == ["http://a/a1"]


NAMES = ["a1", "b1", "a2", "c1", "c2", "b2", "d1", "a3"]


def nested() -> Validator:
    inner = combine("any_of", {"names": Names(2), "more": Names(3)})
    return combine("all_of", {"not": combine("not", {"names": Names(3)}), "any_of": inner, "url": Fixed(True)})


@pytest.mark.parametrize("stop", range(1, len(NAMES)))
@pytest.mark.parametrize("rule", ["all_of", "any_of", "not", "nested"])
def test_remembering_comes_to_the_same_state(rule: str, stop: int) -> None:
    def made() -> Validator:
        if rule == "nested":
            return nested()
        parts = {"names": Names(), "url": make_validator(["url:[12]$"], []), "dear": Dear(rule == "all_of")}
        return combine(rule, {"names": Names()} if rule == "not" else parts)

    uninterrupted, first, resumed = made(), made(), made()
    assert isinstance(resumed, LearningValidator)
    _, logged = tell(first, NAMES[:stop])
    for name in NAMES[:stop]:
        resumed.remember(page(name), Verdict(logged[name], 0.5, "as logged"))
    assert list(resumed.revisions()) == []
    _, standing = tell(resumed, NAMES[stop:])
    assert logged | standing == tell(uninterrupted, NAMES)[1]


def test_parts_remember_what_the_verdict_implies() -> None:
    names = Names()
    together = combine("all_of", {"names": names})
    assert isinstance(together, LearningValidator)
    together.remember(page("a1"), Verdict(True))
    together.remember(page("b1"), Verdict(False))
    together.remember(page("c1", status=404), Verdict(False))
    assert names.remembered == [("http://a/a1", True)], "a refusal may be another part's"


@pytest.mark.parametrize("rule", ["all_of", "any_of", "not"])
def test_the_contract_holds_for_combinations_that_learn(rule: str) -> None:
    check_validator(lambda: combine(rule, {"names": Names(), **({} if rule == "not" else {"all": Fixed(True)})}))


def test_the_contract_holds_with_a_part_that_waits() -> None:
    check_validator(lambda: combine("all_of", {"dear": Dear(True), "names": Names()}))
