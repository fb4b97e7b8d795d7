"""The pages of a site, each made, parsed and judged once however many cells ask for it, with the time that it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from hubwalk.drivers.replay import ParsedPages
from hubwalk.ports import Browser, LearningValidator, Validator
from hubwalk.values import Page, Response, Revision, Verdict

T = TypeVar("T")


class Stopwatch:
    """The seconds spent in a call, by what it was called for."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.total = 0.0

    def add(self, key: str, seconds: float) -> None:
        self.seconds[key] = self.seconds.get(key, 0.0) + seconds
        self.total += seconds


class TimedBrowser:
    """A browser whose answers are timed."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.watch = Stopwatch()

    def fetch(self, url: str) -> Response:
        began = time.perf_counter()
        response = self._browser.fetch(url)
        self.watch.add(url, time.perf_counter() - began)
        return response


class TimedPages(ParsedPages):
    """Parsed pages, with the time that parsing took."""

    def __init__(self, browser: TimedBrowser) -> None:
        super().__init__(browser)
        self._fetching = browser.watch
        self.watch = Stopwatch()

    def read(self, url: str) -> Page:
        if url in self._pages:
            return self._pages[url]
        fetched = self._fetching.total
        began = time.perf_counter()
        page = super().read(url)
        self.watch.add(url, time.perf_counter() - began - (self._fetching.total - fetched))
        return page


class RememberingValidator:
    """Asks another validator once for each page: a validator's answer depends on the page alone."""

    def __init__(self, validator: Validator) -> None:
        self._validator = validator
        self._verdicts: dict[tuple[str, str], Verdict] = {}
        self.watch = Stopwatch()

    def judge(self, page: Page) -> Verdict:
        key = (page.requested, page.url)
        verdict = self._verdicts.get(key)
        if verdict is None:
            began = time.perf_counter()
            verdict = self._verdicts[key] = self._validator.judge(page)
            self.watch.add(page.requested, time.perf_counter() - began)
        return verdict


class TimedLearner(RememberingValidator):
    """A validator that learns: its answers depend on what it met before, so they are good for one crawl only."""

    def __init__(self, validator: LearningValidator) -> None:
        super().__init__(validator)
        self._learner = validator
        self._last = ""

    def judge(self, page: Page) -> Verdict:
        self._last = page.requested
        return self._timed(lambda: self._learner.judge(page))

    def remember(self, page: Page, verdict: Verdict) -> None:
        self._last = page.requested
        self._timed(lambda: self._learner.remember(page, verdict))

    def revisions(self) -> Sequence[Revision]:
        return self._timed(self._learner.revisions)

    def _timed(self, call: Callable[[], T]) -> T:
        began = time.perf_counter()
        answer = call()
        self.watch.add(self._last, time.perf_counter() - began)
        return answer
