"""What foreign code answers, made a Verdict: programs answer JSON objects, callables whatever comes natural."""

from __future__ import annotations

import math
from collections.abc import Mapping

from hubwalk.values import Verdict

MAX_FAILURES = 5  # pages in a row that could not be judged: then it is not the pages
MAX_REASON = 300  # characters; a reason is one line for a person


def one_line(text: str, limit: int = MAX_REASON) -> str:
    """The text on one line, shortened in the middle of nowhere if it must be."""
    folded = " ".join(text.split())
    return folded if len(folded) <= limit else f"{folded[: limit - 3]}..."


def verdict_from(answer: Mapping[str, object]) -> Verdict:
    """{"accepted": true, "score": 0.9, "reason": "..."} as a verdict; ValueError if it is not of that form."""
    accepted = answer.get("accepted")
    if not isinstance(accepted, bool):
        raise ValueError('expected "accepted": true or false')
    score = answer.get("score")
    if score is None:
        score = float(accepted)
    if isinstance(score, bool) or not isinstance(score, int | float) or not abs(score) < math.inf:
        raise ValueError('expected "score" to be a number from 0 to 1')
    reason = answer.get("reason")
    return _verdict(accepted, score, "" if reason is None else str(reason))


def verdict_from_any(answer: object) -> Verdict:
    """A Verdict, a truth value, a number (accepted from 0.5 on) or a mapping as a verdict; ValueError for the rest."""
    if isinstance(answer, Verdict):
        return _verdict(bool(answer.accepted), float(answer.score), str(answer.reason))
    if isinstance(answer, bool):
        return _verdict(answer, float(answer))
    if isinstance(answer, Mapping):
        return verdict_from(answer)
    if isinstance(answer, str) or not hasattr(answer, "__float__"):
        raise ValueError(f"returned {one_line(repr(answer), 80)}, expected a Verdict, bool, number or dict")
    score = float(answer)  # numbers of any library, and their truth values
    if not math.isfinite(score):
        raise ValueError(f"returned {score}, expected a number from 0 to 1")
    return _verdict(score >= 0.5, score)


def _verdict(accepted: bool, score: float, reason: str = "") -> Verdict:
    """Whoever gives no reason has at least an opinion. The score may be an integer that no float can hold."""
    said = one_line(reason) or ("says yes" if accepted else "says no")
    return Verdict(accepted, float(min(1.0, max(0.0, score))), said)
