"""Several validators together: all must accept. The strictest decides, and the reason names it."""

from __future__ import annotations

from collections.abc import Mapping

from hubwalk.ports import Validator
from hubwalk.values import Page, Verdict


class All:
    """Accepts what all its parts accept; the score is the lowest of theirs.

    The parts are asked in the order given and the first refusal ends it, so cheap ones belong in front.
    """

    def __init__(self, parts: Mapping[str, Validator]) -> None:
        if not parts:
            raise ValueError("no validators to combine")
        self._parts = dict(parts)
        self.blocking = any(getattr(part, "blocking", False) for part in self._parts.values())

    def judge(self, page: Page) -> Verdict:
        asked: list[tuple[float, str]] = []
        for name, part in self._parts.items():
            verdict = part.judge(page)
            asked.append((verdict.score, f"{name}: {verdict.reason}"))
            if not verdict.accepted:
                return Verdict(False, min(asked)[0], asked[-1][1], judged=verdict.judged)
        return Verdict(True, *min(asked))

    @property
    def warnings(self) -> list[str]:
        """What went wrong in any of the parts so far."""
        return [line for part in self._parts.values() for line in getattr(part, "warnings", ())]

    def close(self) -> None:
        for part in self._parts.values():
            close = getattr(part, "close", None)
            if close is not None:
                close()
