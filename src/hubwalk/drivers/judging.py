"""Asking the validator: in a thread of its own where it must wait, and each time for what it has learned since.

A validator that learns is told the pages of earlier runs first, in the order in which they were judged, and then knows
what it knew: what it has learned depends on nothing but the pages and their order (`ports.LearningValidator`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from hubwalk.ports import LearningValidator, Strategy, Validator
from hubwalk.validators import failing, finishing, is_blocking
from hubwalk.values import Page, Revision, Verdict


@dataclass(frozen=True, slots=True)
class Judged:
    """What a validator says of a page, and what it now says of earlier ones."""

    verdict: Verdict
    revisions: tuple[Revision, ...] = ()


def judge(validator: Validator, page: Page) -> Judged:
    """The verdict on a page, and what judging it has changed."""
    return Judged(validator.judge(page), tuple(revisions_of(validator)))


def attend(validator: Validator, strategy: Strategy) -> None:
    """Tell a validator that goes by it how pages are come to; most do not."""
    wants = getattr(validator, "attend", None)
    if wants is not None:
        wants(strategy)


def finish(validator: Validator, site: str) -> Sequence[Revision]:
    """No page of a site, given by its URL, comes any more. What a validator takes back that has waited for more of them
    to learn again; most have not."""
    finishing.finish(validator, site)
    return revisions_of(validator)


def revisions_of(validator: Validator) -> Sequence[Revision]:
    """What the validator takes back; nothing if it does not learn."""
    return validator.revisions() if isinstance(validator, LearningValidator) else ()


class Judge:
    """One validator, asked one question at a time."""

    def __init__(self, validator: Validator) -> None:
        self._validator = validator
        self.learns = isinstance(validator, LearningValidator)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="validator") if is_blocking(validator) else None

    def attend(self, strategy: Strategy) -> None:
        """The crawl of a site begins."""
        attend(self._validator, strategy)

    async def judge(self, page: Page) -> Judged:
        if self._thread is None:
            return judge(self._validator, page)
        return await asyncio.get_running_loop().run_in_executor(self._thread, judge, self._validator, page)

    def remember(self, pages: Iterable[tuple[Page, Verdict]], ended: Iterable[str] = ()) -> Sequence[Revision]:
        """Tell it the pages of earlier runs, in their order, and the sites that had come to an end; answers what it
        says otherwise of now."""
        if not isinstance(self._validator, LearningValidator):
            return ()
        if self._thread is None:
            return remember(self._validator, pages, ended)
        for page, verdict in pages:  # one by one, so that Ctrl-C comes through
            self._thread.submit(self._validator.remember, page, verdict).result()
        return self._thread.submit(remember, self._validator, (), ended).result()

    def forget_failures(self) -> None:
        """What it broke on so far is none of the crawl's."""
        failing.forget_failures(self._validator)

    def finish(self, site: str) -> Sequence[Revision]:
        """A site has come to an end."""
        if self._thread is None or not hasattr(self._validator, "finish"):
            return finish(self._validator, site)
        return self._thread.submit(finish, self._validator, site).result()

    def close(self) -> None:
        """Ask no more; who is being asked now is left alone."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)


def remember(
    validator: Validator, pages: Iterable[tuple[Page, Verdict]], ended: Iterable[str] = ()
) -> Sequence[Revision]:
    """The same without a thread; a validator that does not learn is told nothing."""
    if not isinstance(validator, LearningValidator):
        return ()
    for page, verdict in pages:
        validator.remember(page, verdict)
    for site in ended:
        finishing.finish(validator, site)
    return validator.revisions()
