"""Who judges in a watch, of a crawl whose validator learns."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from breaking import BreaksOn, items
from crawling import crawl
from misbehaving import Web

from hubwalk.cli import _watch_judge
from hubwalk.cli._progress import Talk
from hubwalk.pages.parse import parse
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page, Revision, Verdict

pytest_plugins = ["web_fixtures"]

YOU_SAID = Verdict(True, 1.0, "you said so")


class Answered:
    """Was told by the user, when it was asked about a new page, that an old one is what is wanted."""

    def __init__(self, url: str) -> None:
        self._told = [Revision(url, YOU_SAID, confirmed=True)]
        self._asked = False
        self.remembered: list[str] = []

    def judge(self, page: Page) -> Verdict:
        self._asked = True
        return Verdict(False)

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.remembered.append(page.url)

    def revisions(self) -> Sequence[Revision]:
        return self._told if self._asked else ()


def test_it_is_told_as_a_resumed_crawl_is_and_what_it_says_of_earlier_pages_counts(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items(web, "/item/1", "/broken", "/gone")
    del web.answers["/gone"]
    crawled = crawl(web.url, log=tmp_path / "crawl.db", validator=BreaksOn("/broken"))
    learner = Answered(f"{web.url}/item/1")
    monkeypatch.setattr(_watch_judge, "_validator", lambda *_: learner)
    with SqliteCrawlLog.open(crawled.log, write=True) as log, ExitStack() as stack:
        judge = _watch_judge.judging(log, stack, Talk(quiet=True))
        assert judge is not None
        assert not judge(parse("<p>new", f"{web.url}/new")).accepted
        assert learner.remembered == [f"{web.url}/", f"{web.url}/item/1"]
        assert [seen.verdict for seen in log.observations(accepted_only=True)] == [YOU_SAID]
