"""Validators that learn, and pages that they broke on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from breaking import BrokenLearner, items
from crawling import crawl
from learning import Learner, Withdraws
from misbehaving import Web, page

from hubwalk.values import Page, Verdict

pytest_plugins = ["web_fixtures"]


def test_such_a_page_is_a_duplicate_from_then_on(web: Web, tmp_path: Path) -> None:
    web.put("/", page("home", "/item/1", "/item/2"))
    for name in ("/item/1", "/item/2"):
        web.put(name, page("one and the same"))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BrokenLearner())
    for _ in range(3):
        learner = Learner()
        assert crawl(web.url, log=log, validator=learner).accepted == {"/item/2"}
        assert learner.remembered == [f"{web.url}/", f"{web.url}/item/2"]


def test_a_validator_that_learns_meets_such_a_page_once(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/3")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BrokenLearner())
    learner = Learner()
    told: list[str] = []
    remember = learner.remember
    learner.remember = lambda page, verdict: told.append(page.url) or remember(page, verdict)  # type: ignore[method-assign, func-returns-value]
    crawled = crawl(web.url, log=log, validator=learner)
    assert told == [f"{web.url}/", f"{web.url}/item/3"]
    assert crawled.accepted == {"/item/1", "/item/3"}


def test_it_is_told_what_was_judged_late_where_it_was_judged(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/3", "/item/5", "/item/7")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BrokenLearner(), stop_after=3)
    asked = Learner()
    crawl(web.url, log=log, validator=asked)
    last = Learner()
    crawl(web.url, log=log, validator=last)
    assert asked.remembered + asked.judged == last.remembered
    assert [url.removeprefix(web.url) for url in last.remembered] == ["/", "/item/3", "/item/1", "/item/5", "/item/7"]


class Remembers(Withdraws):
    """Breaks on /item/1, and on /turn/1 as long as it is not mended."""

    def __init__(self, *, mended: bool, accepts_at_first: bool = True, also: Sequence[str] = ()) -> None:
        super().__init__("/turn/1", accepts_at_first=accepts_at_first, also=also)
        self.asked: list[str] = []
        self._broken = () if mended else ("/item/1", "/turn/1")

    def judge(self, page: Page) -> Verdict:
        self.asked.append(page.url)
        if page.url.endswith(self._broken):
            return Verdict(False, 0.0, "not judged: broken", judged=False)
        return super().judge(page)

    def remember(self, page: Page, verdict: Verdict) -> None:
        super().judge(page)


def test_what_is_learned_from_such_a_page_revises_others(web: Web, tmp_path: Path) -> None:
    items(web, "/item/2", "/turn/1", "/item/3")
    log = tmp_path / "crawl.db"
    assert crawl(web.url, log=log, validator=Remembers(mended=False)).accepted == {"/item/2", "/item/3"}
    assert crawl(web.url, log=log, validator=Remembers(mended=True)).accepted == set()


def test_what_it_says_of_a_page_meanwhile_is_not_asked(web: Web, tmp_path: Path) -> None:
    items(web, "/turn/1", "/about", "/item/1")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=Remembers(mended=False))
    again = Remembers(mended=True, accepts_at_first=False, also=[f"{web.url}/item/1"])
    assert crawl(web.url, log=log, validator=again).accepted == {"/item/1"}
    assert again.asked == [f"{web.url}/turn/1"]


@pytest.mark.parametrize(
    ("accepts_at_first", "accepted", "reason"),
    [(True, set(), "turned"), (False, {"/item/2"}, "the same page as {}/item/2")],
)
def test_a_twin_counts_by_the_verdict_that_it_has_got_meanwhile(
    web: Web, tmp_path: Path, accepts_at_first: bool, accepted: set[str], reason: str
) -> None:
    web.put("/", page("home", "/turn/1", "/item/1", "/item/2"))
    web.put("/turn/1", page("where it turns"))
    for name in ("/item/1", "/item/2"):
        web.put(name, page("one and the same"))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=Remembers(mended=False, accepts_at_first=accepts_at_first))
    crawled = crawl(web.url, log=log, validator=Remembers(mended=True, accepts_at_first=accepts_at_first))
    assert crawled.accepted == accepted
    assert crawled.at("/item/1").verdict.reason == reason.format(web.url)
