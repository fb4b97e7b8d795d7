"""Validators that break on some pages, for tests of what a crawl makes of that."""

from __future__ import annotations

from pathlib import Path

from learning import Learner
from misbehaving import Web, page

from hubwalk.errors import ValidatorError
from hubwalk.store import unjudged
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page, Verdict


class BreaksOn:
    """Breaks on some pages, and ends the crawl after five in a row, as `command:` and `python:` do."""

    def __init__(self, *on: str) -> None:
        self._on = on
        self._broken = 0
        self.asked: list[str] = []

    def judge(self, page: Page) -> Verdict:
        self.asked.append("/" + page.url.split("/", 3)[3])
        if not page.url.endswith(self._on):
            self._broken = 0
            return Verdict("/item/" in page.url, 1.0, "by its address")
        self._broken += 1
        if self._broken == 5:
            raise ValidatorError("five in a row")
        return Verdict(False, 0.0, "not judged: KeyError: 'price'", judged=False)

    def forget_failures(self) -> None:
        self._broken = 0


def items(web: Web, *names: str) -> None:
    """Pages that come in this order, each behind the one before."""
    for name, following in zip(("/", *names), (*names, ""), strict=True):
        web.put(name, page(f"page {name}", *filter(None, [following])))


def left(log: Path) -> unjudged.Unjudged:
    with SqliteCrawlLog.open(log) as opened:
        return unjudged.read(opened)


class BrokenLearner(Learner):
    """Breaks on one page."""

    def judge(self, page: Page) -> Verdict:
        verdict = super().judge(page)
        return Verdict(False, 0.0, "not judged: broken", judged=False) if page.url.endswith("/item/1") else verdict
