"""`all_of`, `any_of`, `not`: several validators together. The reason names the part that decided.

The parts are asked in the order given, and the first answer that settles it ends it, so cheap ones belong in front. If
one of them learns, `combine` gives a combination that learns too; see combine_learning.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators.answers import MAX_REASON, one_line
from hubwalk.validators.failing import forget_failures
from hubwalk.values import Page, Verdict

_LEAST_SAID = 20  # characters of a part's reason, however many there are


class Rule(Protocol):
    """How the verdicts of the parts become one."""

    def decide(self, verdicts: Iterable[tuple[str, Verdict]]) -> Verdict:
        """The verdict, from those of the parts with their names; takes no more of them than it needs."""
        ...

    def implied(self, verdict: Verdict) -> Verdict | None:
        """What each part must have said for this verdict to come out; None if that is not certain."""
        ...


class AllOf:
    """Accepts what all parts accept; the score is the lowest of theirs."""

    def decide(self, verdicts: Iterable[tuple[str, Verdict]]) -> Verdict:
        asked: list[tuple[float, str]] = []
        for name, verdict in verdicts:
            asked.append((verdict.score, told(name, verdict)))
            if not verdict.accepted:
                return Verdict(False, min(asked)[0], asked[-1][1], judged=verdict.judged)
        return Verdict(True, *min(asked))

    def implied(self, verdict: Verdict) -> Verdict | None:
        return verdict if verdict.accepted else None


class AnyOf:
    """Accepts what a part accepts; the score is the highest of theirs."""

    def decide(self, verdicts: Iterable[tuple[str, Verdict]]) -> Verdict:
        highest, refusals, judged = 0.0, [], True
        for name, verdict in verdicts:
            highest = max(highest, verdict.score)
            if verdict.accepted:
                return Verdict(True, highest, told(name, verdict))
            refusals.append(told(name, verdict))
            judged = judged and verdict.judged
        share = share_of(refusals)
        reason = one_line("; ".join(one_line(said, share) for said in refusals))
        return Verdict(False, highest, reason, judged=judged)

    def implied(self, verdict: Verdict) -> Verdict | None:
        return None if verdict.accepted or not verdict.judged else verdict


class Not:
    """Accepts what its part rejects. What the part could not judge is not accepted: nobody knows."""

    def decide(self, verdicts: Iterable[tuple[str, Verdict]]) -> Verdict:
        name, verdict = next(iter(verdicts))
        if not verdict.judged:
            return Verdict(False, 0.0, told(name, verdict), judged=False)
        return Verdict(not verdict.accepted, 1 - verdict.score, f"not {told(name, verdict)}")

    def implied(self, verdict: Verdict) -> Verdict | None:
        return Verdict(not verdict.accepted, 1 - verdict.score, verdict.reason) if verdict.judged else None


RULES: dict[str, type[AllOf] | type[AnyOf] | type[Not]] = {"all_of": AllOf, "any_of": AnyOf, "not": Not}


class Combined:
    """Parts under a rule. None of them learns."""

    def __init__(self, rule: Rule, parts: Mapping[str, Validator]) -> None:
        if not parts:
            raise ValueError("no validators to combine")
        self._rule = rule
        self._parts = dict(parts)
        self.blocking = any(getattr(part, "blocking", False) for part in self._parts.values())
        self.wants_boxes = any(getattr(part, "wants_boxes", False) for part in self._parts.values())

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        return self._rule.decide((name, part.judge(page)) for name, part in self._parts.items())

    @property
    def warnings(self) -> list[str]:
        """What went wrong in any of the parts so far."""
        return [line for part in self._parts.values() for line in getattr(part, "warnings", ())]

    def summary(self) -> str:
        """What the parts have to say at the end, in one line; "" if nothing."""
        return "; ".join(said for part in self._parts.values() if (said := getattr(part, "summary", str)()))

    def forget_failures(self) -> None:
        """See failing.py."""
        for part in self._parts.values():
            forget_failures(part)

    def close(self) -> None:
        for part in self._parts.values():
            close = getattr(part, "close", None)
            if close is not None:
                close()


def combine(rule: str, parts: Mapping[str, Validator]) -> Validator:
    """The parts under all_of, any_of or not; it learns if one of them does."""
    if any(isinstance(part, LearningValidator) for part in parts.values()):
        from hubwalk.validators.combine_learning import CombinedLearning  # it is built on this file

        return CombinedLearning(RULES[rule](), parts)
    return Combined(RULES[rule](), parts)


def share_of(said: Sequence[str]) -> int:
    """Characters that each part may tell in a reason, so that the last is heard, too; all, where there is room."""
    if len("; ".join(said)) <= MAX_REASON:
        return MAX_REASON
    return max(_LEAST_SAID, MAX_REASON // len(said) - len("; "))


def told(name: str, verdict: Verdict) -> str:
    """What a part says, with its name."""
    return f"{name}: {verdict.reason or ('accepts' if verdict.accepted else 'rejects')}"
