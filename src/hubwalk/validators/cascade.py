"""`cascade(cheap, dear)`: a cheap model learns from a dear validator during the crawl, and takes over where it is sure.

Every page is judged by the cheap validator. The learner (cascade_learner.py) makes a prediction of that and of the
page's words. Where its record says that it can be trusted, its prediction is the verdict; elsewhere the dear validator
is asked, and the learner learns. Some of the sure ones are asked all the same: these audits measure how often the two
disagree, and they keep the record honest. In each part of a site, told by the beginning of the address, the n-th sure
page is audited with probability 3/n, but at least with a fixed one: what was learned in one part may fail in the next.
Chance is a digest of the address, so a resumed crawl chooses alike.

When the budget of the dear one is spent, the learner goes on alone, sure or not, and every reason says so.

**Revisions.** A dear validator that learns (`all_of(like, language_model)`, say) may take answers back. The cascade
then revises these verdicts, and the learner hears the new ones. It knows no other pages than those that it was asked
about, and so it revises no others: what the learner said alone stands, for it takes over only when it knows enough.
What the cheap validator revises is but one thing that was known of a page, and changes nothing.

**Resuming.** What was learned is a fold over the judged pages, as in every validator that learns. Of a page in the log
it must be known who judged it: a language model still knows its answers (`known`), for they are kept in the log; of
other validators the reason tells, which begins with `unasked` where the learner decided alone. A dear validator that
learns is told the pages that it had judged. The log has the answers that stand and not those that were taken back, so
that after revisions the learner may trust itself a little earlier than in a crawl that was never stopped.

A small model that learns from a language model's answers along a stream of questions is the idea of online cascade
learning (Nie, Ding, Hu, Jermaine, Chaudhuri 2024). There a policy of when to ask is learned, too; here it is a test of
the record, which needs no reward.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from hubwalk.errors import SpentError
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators.answers import one_line
from hubwalk.validators.cascade_learner import Features, Learner, Prediction, features_of
from hubwalk.validators.failing import forget_failures
from hubwalk.validators.finishing import finish
from hubwalk.values import Page, Revision, Verdict

ALLOWED = 0.05  # share of errors among unasked verdicts of a kind; see cascade_learner.py
AUDITED = 0.05  # share of pages that are asked though the learner is sure
UNASKED = "unasked"
_ALONE = " (budget spent)"  # why, after the mark
_FIRST = 3  # sure pages of a section that are all asked about; then fewer and fewer
_NAMED = 1_000_000  # characters that tell a page


@dataclass(frozen=True, slots=True)
class _Guess:
    """What is known of a page before the dear validator is asked."""

    cheap: Verdict
    features: Features
    predicted: Prediction | None
    asked_share: float = 1.0  # of such pages


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a dear validator that learns has said of a page, which it may take back."""

    name: bytes  # of the page
    accepted: bool
    lesson: int = -1  # its number; -1: the page could not be judged, so nothing was learned
    audited: Prediction | None = None  # if the learner was sure, too


class CascadeValidator:
    """Asks the dear validator as often as it must."""

    blocking = True
    costly = True  # a combination should ask it last, and only where the verdict hangs on it

    def __init__(
        self, cheap: Validator, dear: Validator, *, allowed: float = ALLOWED, audited: float = AUDITED, seed: int = 0
    ) -> None:
        self._cheap = cheap
        self._dear = dear
        self._dear_learner = dear if isinstance(dear, LearningValidator) else None
        self.wants_boxes = any(getattr(part, "wants_boxes", False) for part in (cheap, dear))
        self._audited = audited
        self._seed = seed
        self._learner = Learner(allowed)
        self._lock = threading.Lock()
        # What learns is asked one thing at a time, and what it says is noted before it can be taken back. Never waited
        # for under the other lock.
        self._asking: AbstractContextManager[object] = nullcontext() if self._dear_learner is None else threading.Lock()
        self._said: dict[bytes, Verdict] = {}  # by page; the same page gets the same verdict
        self._answers: dict[str, _Answer] = {}  # by URL, of a dear validator that learns
        self._sure_in: Counter[str] = Counter()  # sure predictions so far, by section of a site
        self._spent = ""
        # How pages were judged: by the dear one, by a learner that was sure, by a learner because the budget was spent.
        self.asked = 0
        self.saved = 0
        self.alone = 0
        self.audits = 0
        self.disagreements = 0

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        with self._lock:
            name = _name(page)
            if name in self._said:
                return self._said[name]
            guess = self._guess(page)
            if guess.predicted is not None and guess.predicted.is_sure and not self._is_audited(page, guess):
                return self._unasked(page.url, name, guess)
        with self._asking:
            verdict = self._ask(page)
            with self._lock:
                if verdict is None:
                    return self._unasked(page.url, name, guess, _ALONE)
                if name not in self._said:
                    self._hear(page.url, name, guess, verdict)
                return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        """See the top of the file."""
        if not page.ok:
            return
        said = self._dear_said(page, verdict)
        with self._asking, self._lock:
            name = _name(page)
            if name in self._said:
                return
            guess = self._guess(page)
            if said is not None:
                self._remind(page, said)
                self._hear(page.url, name, guess, said)
            elif verdict.judged:
                self._said[name] = verdict
                self._count_unasked(is_alone=f"{UNASKED}{_ALONE}" in verdict.reason)

    def revisions(self) -> Sequence[Revision]:
        """What the dear validator takes back, see the top of the file."""
        if isinstance(self._cheap, LearningValidator):
            with self._lock:
                self._cheap.revisions()
        if self._dear_learner is None:
            return ()
        with self._asking:
            try:
                told = self._dear_learner.revisions()
            except SpentError as error:  # what it would have to ask for stays as it is
                self._spent = str(error)
                return ()
            with self._lock:
                return self._take_back(told)

    def finish(self, site: str) -> None:
        """See finishing.py."""
        with self._lock:
            finish(self._cheap, site)
        with self._asking:
            finish(self._dear, site)

    def _ask(self, page: Page) -> Verdict | None:
        """What the dear validator says; None if its budget is spent."""
        if not self._spent:
            try:
                return self._dear.judge(page)
            except SpentError as error:
                self._spent = str(error)
        return None

    def _remind(self, page: Page, said: Verdict) -> None:
        """A part of the dear validator may have to judge the page again, and have no budget for it."""
        if self._dear_learner is not None:
            try:
                self._dear_learner.remember(page, said)
            except SpentError as error:
                self._spent = str(error)

    def _take_back(self, told: Sequence[Revision]) -> Sequence[Revision]:
        turned: dict[int, bool] = {}
        # A page that was met again with another content, and judged unasked then, is no longer the one it speaks of.
        revised = [revision for revision in told if revision.url in self._answers]
        for revision in revised:
            answer, now = self._answers[revision.url], revision.verdict
            self._answers[revision.url] = replace(answer, accepted=now.accepted)
            if answer.lesson < 0:
                continue
            self._said[answer.name] = now
            if answer.accepted is not now.accepted:
                turned[answer.lesson] = now.accepted
                if answer.audited is not None:
                    self.disagreements += -1 if answer.audited.accepted is now.accepted else 1
        if turned:
            self._learner.correct(turned)
        return revised

    def _dear_said(self, page: Page, verdict: Verdict) -> Verdict | None:
        known = getattr(self._dear, "known", None)
        if known is not None:
            found: Verdict | None = known(page)
            return found
        return None if UNASKED in verdict.reason else verdict

    def _guess(self, page: Page) -> _Guess:
        cheap = self._cheap.judge(page)
        features = features_of(page, cheap)
        predicted = self._learner.predict(features)
        if predicted is None or not predicted.is_sure:
            return _Guess(cheap, features, predicted)
        section = _section(page.url)
        self._sure_in[section] += 1
        return _Guess(cheap, features, predicted, min(1.0, max(self._audited, _FIRST / self._sure_in[section])))

    def _is_audited(self, page: Page, guess: _Guess) -> bool:
        digest = hashlib.sha256(f"{self._seed} {page.url}".encode("utf-8", "replace")).digest()
        return int.from_bytes(digest[:8], "big") < guess.asked_share * 2**64

    def _hear(self, url: str, name: bytes, guess: _Guess, verdict: Verdict) -> None:
        """The dear validator has spoken."""
        answer = _Answer(name, verdict.accepted)
        if verdict.judged:
            answer = replace(answer, lesson=self._learn(guess, verdict), audited=_if_sure(guess.predicted))
            self._said[name] = verdict
        if self._dear_learner is not None:
            self._answers[url] = answer

    def _learn(self, guess: _Guess, verdict: Verdict) -> int:
        self.asked += 1
        sure = _if_sure(guess.predicted)
        if sure is not None:
            self.audits += 1
            self.disagreements += sure.accepted is not verdict.accepted
        return self._learner.learn(
            guess.features, guess.predicted, accepted=verdict.accepted, stands_for=1 / guess.asked_share
        )

    def _unasked(self, url: str, name: bytes, guess: _Guess, why: str = "") -> Verdict:
        self._count_unasked(is_alone=why == _ALONE)
        self._answers.pop(url, None)
        cheap, predicted = guess.cheap, guess.predicted
        if predicted is None:
            found = Verdict(cheap.accepted, cheap.score, one_line(f"{UNASKED}{why}: {cheap.reason}"))
        else:
            learned = f"{predicted.probability:.3f} by what was learned"
            reason = one_line(f"{UNASKED}{why}: {learned}; the cheap validator: {cheap.reason}")
            found = Verdict(predicted.accepted, predicted.probability, reason)
        self._said[name] = found
        return found

    def _count_unasked(self, *, is_alone: bool) -> None:
        self.alone += is_alone
        self.saved += not is_alone

    def summary(self) -> str:
        """How many calls were saved, at what disagreement, and what both parts say of their work, in one line."""
        with self._lock:
            line = self._savings()
        # Outside the lock, under which the cheap one judges: it may be one that waits for an answer.
        told = (getattr(part, "summary", str)() for part in (self._dear, self._cheap))
        return "; ".join(filter(None, (line, *told)))

    def _savings(self) -> str:
        name = getattr(self._dear, "name", "the dear validator")
        pages = self.asked + self.saved + self.alone
        line = f"{name} asked about {self.asked:,} of {pages:,} pages, {self.saved:,} saved"
        if self.audits:
            line += f"; disagreement {self.disagreements / self.audits:.1%} on {self.audits:,} audited"
        elif self.saved:
            line += "; none audited"
        if self.alone:
            line += f"; {self.alone:,} judged without it when the budget was spent"
            line += ", for good: a larger one is for other pages"
        return line

    @property
    def warnings(self) -> list[str]:
        """What went wrong in either."""
        return [line for part in (self._cheap, self._dear) for line in getattr(part, "warnings", ())]

    def forget_failures(self) -> None:
        """See failing.py."""
        for part in (self._cheap, self._dear):
            forget_failures(part)

    def close(self) -> None:
        for part in (self._cheap, self._dear):
            close = getattr(part, "close", None)
            if close is not None:
                close()


def _if_sure(predicted: Prediction | None) -> Prediction | None:
    return predicted if predicted is not None and predicted.is_sure else None


def _name(page: Page) -> bytes:
    """Of the page as it is: addresses alone do not tell pages apart."""
    text = f"{page.url}\n{len(page.html)}\n{page.html[:_NAMED]}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=16).digest()


def _section(url: str) -> str:
    """The part of a site that a page is in: host, first folder and depth, numbers folded."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    folders = [re.sub(r"\d+", "0", folder) for folder in parts.path.strip("/").split("/")]
    return f"{parts.netloc}/{folders[0] if len(folders) > 1 else ''}/{len(folders)}"
