"""Reading pages in a crawl for sites: how well a page fits to the wanted sites, and the verdict that the log has of it.

A classifier says so itself. A validator says yes or no, which puts a page above or below 1/2; its score says how far,
whatever it means. What a validator that learns says otherwise later changes no site that is done with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from hubwalk.drivers.judging import Judge
from hubwalk.ports import PageReader, Validator
from hubwalk.values import Page, Verdict

_EVEN = 0.5  # above it a page speaks for its site
_LEAST = 0.01  # score of an accepted page, so that it does


@dataclass(frozen=True, slots=True)
class Reading:
    """How a page was read."""

    confidences: tuple[float, ...]  # the wanted class first, summing to 1; none: it could not be read
    verdict: Verdict  # accepted: it speaks for its site


class Reads(Protocol):
    """Reads the pages of a crawl, one after the other."""

    @property
    def learns(self) -> bool:
        """True if it wants to be told of the pages of earlier runs."""
        ...

    async def read(self, page: Page) -> Reading:
        """A page that is there."""
        ...

    def remember(self, pages: Iterable[tuple[Page, Verdict]]) -> None:
        """The pages of earlier runs, in their order."""
        ...

    def close(self) -> None:
        """Read no more."""
        ...


def unreadable(page: Page) -> Reading:
    """Of a page that could not be had."""
    return Reading((), Verdict(False, reason=page.error or f"status {page.status}"))


class ByClassifier:
    """A page speaks for its site if the wanted class is the likelier one."""

    learns = False

    def __init__(self, classifier: PageReader) -> None:
        self._classifier = classifier

    async def read(self, page: Page) -> Reading:
        confidences = tuple(map(float, self._classifier.confidences(page)))
        fits = confidences[0]
        return Reading(confidences, Verdict(fits > _EVEN, fits, f"fits to the wanted sites by {fits:.2f}"))

    def remember(self, pages: Iterable[tuple[Page, Verdict]]) -> None:
        pass

    def close(self) -> None:
        pass


class ByValidator:
    """A page speaks for its site if the job's validator accepts it, whatever its score."""

    def __init__(self, validator: Validator) -> None:
        self._judge = Judge(validator)
        self.learns = self._judge.learns

    async def read(self, page: Page) -> Reading:
        verdict = (await self._judge.judge(page)).verdict
        if not verdict.judged:
            return Reading((), verdict)
        sure = verdict.score if 0 <= verdict.score <= 1 else float(verdict.accepted)  # NaN is no number between these
        fits = (1 + max(sure, _LEAST)) / 2 if verdict.accepted else sure / 2
        return Reading((fits, 1 - fits), verdict)

    def remember(self, pages: Iterable[tuple[Page, Verdict]]) -> None:
        self._judge.remember(pages)

    def close(self) -> None:
        self._judge.close()
