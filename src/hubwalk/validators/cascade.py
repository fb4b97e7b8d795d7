"""`cascade(cheap, dear)`: a cheap model learns from a dear validator during the crawl, and takes over where it is sure.

Every page is judged by the cheap validator. The learner (cascade_learner.py) makes a prediction of that and of the
page's words. Where its record says that it can be trusted, its prediction is the verdict; elsewhere the dear validator
is asked, and the learner learns. Some of the sure ones are asked all the same: these audits measure how often the two
disagree, and they keep the record honest. In each part of a site, told by the beginning of the address, the n-th sure
page is audited with probability 3/n, but at least with a fixed one: what was learned in one part may fail in the next.
Chance is a digest of the address, so a resumed crawl chooses alike.

When the budget of the dear one is spent, the learner goes on alone, sure or not, and every reason says so.

**Resuming.** What was learned is a fold over the judged pages, as in every validator that learns. Of a page in the log
it must be known who judged it: a language model still knows its answers (`known`), for they are kept in the log; of
other validators the reason tells, which begins with `unasked` where the learner decided alone. Verdicts are not
revised: those of the dear validator stand, and the learner takes over only when it knows enough.

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
from dataclasses import dataclass
from urllib.parse import urlsplit

from hubwalk.errors import SpentError
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators.answers import one_line
from hubwalk.validators.cascade_learner import Features, Learner, Prediction, features_of
from hubwalk.values import Page, Revision, Verdict

ALLOWED = 0.05  # share of errors among unasked verdicts of a kind; see cascade_learner.py
AUDITED = 0.05  # share of pages that are asked though the learner is sure
UNASKED = "unasked"
_FIRST = 3  # sure pages of a section that are all asked about; then fewer and fewer
_NAMED = 1_000_000  # characters that tell a page


@dataclass(frozen=True, slots=True)
class _Guess:
    """What is known of a page before the dear validator is asked."""

    cheap: Verdict
    features: Features
    predicted: Prediction | None
    asked_share: float = 1.0  # of such pages


class CascadeValidator:
    """Asks the dear validator as often as it must."""

    blocking = True
    costly = True  # a combination should ask it last, and only where the verdict hangs on it

    def __init__(
        self, cheap: Validator, dear: Validator, *, allowed: float = ALLOWED, audited: float = AUDITED, seed: int = 0
    ) -> None:
        self._cheap = cheap
        self._dear = dear
        self.wants_boxes = any(getattr(part, "wants_boxes", False) for part in (cheap, dear))
        self._audited = audited
        self._seed = seed
        self._learner = Learner(allowed)
        self._lock = threading.Lock()
        self._said: dict[bytes, Verdict] = {}  # by page; the same page gets the same verdict
        self._sure_in: Counter[str] = Counter()  # sure predictions so far, by section of a site
        self._spent = ""
        self.asked = 0
        self.saved = 0
        self.audits = 0
        self.disagreements = 0
        self.alone = 0  # judged by the learner because the budget was spent

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        with self._lock:
            name = _name(page)
            if name in self._said:
                return self._said[name]
            guess = self._guess(page)
            if guess.predicted is not None and guess.predicted.is_sure and not self._is_audited(page, guess):
                return self._unasked(name, guess, "")
            spent = self._spent
        if not spent:
            try:
                verdict = self._dear.judge(page)
            except SpentError as error:
                spent = str(error)
        with self._lock:
            if spent:
                self._spent = spent
                self.alone += 1
                return self._unasked(name, guess, " (budget spent)")
            if verdict.judged and name not in self._said:
                self._learn(name, guess, verdict)
            return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        """See the top of the file."""
        if not page.ok:
            return
        said = self._dear_said(page, verdict)
        with self._lock:
            name = _name(page)
            if name in self._said:
                return
            guess = self._guess(page)
            if said is not None:
                self._learn(name, guess, said)
            elif verdict.judged:
                self._said[name] = verdict
                self.saved += 1

    def revisions(self) -> Sequence[Revision]:
        """None, see the top of the file. What the cheap validator revises is but one thing known of a page."""
        if isinstance(self._cheap, LearningValidator):
            with self._lock:
                self._cheap.revisions()
        return ()

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

    def _learn(self, name: bytes, guess: _Guess, verdict: Verdict) -> None:
        self.asked += 1
        if guess.predicted is not None and guess.predicted.is_sure:
            self.audits += 1
            self.disagreements += guess.predicted.accepted is not verdict.accepted
        self._learner.learn(
            guess.features, guess.predicted, accepted=verdict.accepted, stands_for=1 / guess.asked_share
        )
        self._said[name] = verdict

    def _unasked(self, name: bytes, guess: _Guess, why: str) -> Verdict:
        self.saved += 1
        cheap, predicted = guess.cheap, guess.predicted
        if predicted is None:
            found = Verdict(cheap.accepted, cheap.score, one_line(f"{UNASKED}{why}: {cheap.reason}"))
        else:
            learned = f"{predicted.probability:.3f} by what was learned"
            reason = one_line(f"{UNASKED}{why}: {learned}; the cheap validator: {cheap.reason}")
            found = Verdict(predicted.accepted, predicted.probability, reason)
        self._said[name] = found
        return found

    def summary(self) -> str:
        """How many calls were saved, and at what disagreement, in one line."""
        with self._lock:
            return self._summary()

    def _summary(self) -> str:
        name = getattr(self._dear, "name", "the dear validator")
        line = f"{name} asked about {self.asked:,} of {self.asked + self.saved:,} pages, {self.saved:,} saved"
        if self.audits:
            line += f"; disagreement {self.disagreements / self.audits:.1%} on {self.audits:,} audited"
        elif self.saved:
            line += "; none audited"
        if self.alone:
            line += f"; {self.alone:,} judged without it when the budget was spent"
        summary = getattr(self._dear, "summary", None)
        return f"{line}; {summary()}" if summary is not None else line

    @property
    def warnings(self) -> list[str]:
        """What went wrong in either."""
        return [line for part in (self._cheap, self._dear) for line in getattr(part, "warnings", ())]

    def close(self) -> None:
        for part in (self._cheap, self._dear):
            close = getattr(part, "close", None)
            if close is not None:
                close()


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
