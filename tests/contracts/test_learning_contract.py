"""The contract of validators that learn, and that the suite notices those that break it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import pytest

from hubwalk.ports import Validator
from hubwalk.testing import check_validator
from hubwalk.values import Page, Revision, Verdict


class Long:
    """Accepts pages that are longer than most so far, and thinks again."""

    def __init__(self) -> None:
        self.lengths: dict[str, int] = {}
        self.stands: dict[str, bool] = {}

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        self.lengths[page.url] = len(page.html)
        self.stands[page.url] = self.accepts(page.url)
        return Verdict(self.stands[page.url], 0.5, f"{len(page.html)} characters")

    def accepts(self, url: str) -> bool:
        return self.lengths[url] > sorted(self.lengths.values())[len(self.lengths) // 2]

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.lengths[page.url] = len(page.html)
        self.stands[page.url] = verdict.accepted

    def revisions(self) -> Sequence[Revision]:
        changed = [url for url in self.lengths if self.accepts(url) != self.stands[url]]
        self.stands |= {url: self.accepts(url) for url in changed}
        return [Revision(url, Verdict(self.stands[url], 0.5, "thought again")) for url in changed]


def test_a_validator_that_learns_may_say_otherwise_later() -> None:
    check_validator(Long)


def test_it_does_revise() -> None:
    validator = Long()
    for length in (10, 30, 20):
        validator.judge(Page(f"http://a/{length}", "", html="x" * length))
    assert [revision.url for revision in validator.revisions()] == ["http://a/30"]


class ForgetsWhatItRemembered(Long):
    def remember(self, page: Page, verdict: Verdict) -> None:
        pass


class RevisesWhatItRemembered(Long):
    def remember(self, page: Page, verdict: Verdict) -> None:
        super().remember(page, verdict)
        self.new = [Revision(page.url, Verdict(not verdict.accepted))]

    def revisions(self) -> Sequence[Revision]:
        now, self.new = getattr(self, "new", []), []
        return now or super().revisions()


class TellsTwice(Long):
    def revisions(self) -> Sequence[Revision]:
        now = super().revisions()
        self.last = now or getattr(self, "last", ())
        return self.last


class TellsTwiceAtOnce(Long):
    def revisions(self) -> Sequence[Revision]:
        return [*super().revisions()] * 2


class RevisesTheUnknown(Long):
    def revisions(self) -> Sequence[Revision]:
        return [Revision(f"{revision.url}/", revision.verdict) for revision in super().revisions()]


class RevisesToTheSame(Long):
    def judge(self, page: Page) -> Verdict:
        self.new = [Revision(page.url, super().judge(page))] if page.ok else []
        return self.new[0].verdict if page.ok else Verdict(False)

    def revisions(self) -> Sequence[Revision]:
        now, self.new = self.new, []
        return now


class RevisesBadly(Long):
    def revisions(self) -> Sequence[Revision]:
        return [Revision(revision.url, Verdict(True, 2.0)) for revision in super().revisions()]


class Moody(Long):
    moods = itertools.count()

    def __init__(self) -> None:
        super().__init__()
        self.mood = next(self.moods)

    def judge(self, page: Page) -> Verdict:
        verdict = super().judge(page)
        return Verdict(verdict.accepted, verdict.score, f"{verdict.reason} {self.mood}")


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (ForgetsWhatItRemembered, "after remembering it was"),
        (RevisesWhatItRemembered, "remembering revised it, without a reason to"),
        (TellsTwice, "told twice|stands already"),
        (TellsTwiceAtOnce, "a page was revised twice at once"),
        (RevisesTheUnknown, "this page was never judged"),
        (RevisesToTheSame, "this verdict stands already"),
        (RevisesBadly, r"the score 2.0 is not within"),
        (Moody, "judged by a new object in the same order it was"),
    ],
)
def test_the_suite_bites(make: Callable[[], Validator], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_validator(make)
