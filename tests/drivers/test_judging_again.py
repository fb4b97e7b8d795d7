"""Pages that a validator broke on: the log knows them, and a resumed crawl puts them to the validator again."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest
from crawling import crawl, job_for
from learning import Learner
from misbehaving import Web, page

from hubwalk.drivers import engine
from hubwalk.drivers.live import LiveCrawl
from hubwalk.errors import ValidatorError
from hubwalk.store import unjudged
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page, Verdict

pytest_plugins = ["web_fixtures"]


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


def items(web: Web, *names: str) -> None:
    """Pages that come in this order, each behind the one before."""
    for name, following in zip(("/", *names), (*names, ""), strict=True):
        web.put(name, page(f"page {name}", *filter(None, [following])))


def left(log: Path) -> unjudged.Unjudged:
    with SqliteCrawlLog.open(log) as opened:
        return unjudged.read(opened)


def test_the_log_knows_what_was_not_judged(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/2", "/about")
    log = tmp_path / "crawl.db"
    crawled = crawl(web.url, log=log, validator=BreaksOn("/item/1"))
    assert not crawled.at("/item/1").verdict.judged
    assert crawled.at("/item/2").verdict.judged
    assert left(log).in_words() == "1 page was not judged (KeyError: 'price')"


def test_a_resumed_crawl_judges_it_again_without_a_download(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/2", "/about")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1", "/about"))
    before = dict(web.pages)
    mended = BreaksOn("nothing")
    crawled = crawl(web.url, log=log, validator=mended)
    assert mended.asked == ["/item/1", "/about"]
    assert crawled.accepted == {"/item/1", "/item/2"}
    assert (crawled.at("/about").verdict, left(log).fetches) == (Verdict(False, 1.0, "by its address"), ())
    assert web.pages == before
    assert crawled.sites[0].accepted == 2


def test_a_site_that_was_done_goes_on_from_a_page_that_is_accepted_now(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/2")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/2"))
    web.put("/item/2", page("another page by now"))
    crawled = crawl(web.url, log=log, validator=BreaksOn("nothing"))
    assert crawled.accepted == {"/item/1", "/item/2"}
    assert crawled.sites[0].state == "done"
    assert web.count("/item/2") == 1


def test_a_validator_that_is_still_broken_ends_no_crawl_over_pages_of_earlier_runs(web: Web, tmp_path: Path) -> None:
    names = [f"/{kind}/{n}" for n in range(6) for kind in ("bad", "item")]
    items(web, *names, "/last")
    log = tmp_path / "crawl.db"
    broken = tuple(name for name in names if "bad" in name)
    crawl(web.url, log=log, validator=BreaksOn(*broken), max_pages=13)
    assert len(left(log).fetches) == 6
    again = BreaksOn(*broken)
    crawled = crawl(web.url, log=log, validator=again, max_pages=20)
    assert again.asked == ["/bad/0", "/bad/1", "/bad/2", "/last"]
    assert crawled.sites[0].state == "done"
    assert len(left(log).fetches) == 6


def test_what_shows_the_same_as_an_accepted_page_is_not_accepted_beside_it(web: Web, tmp_path: Path) -> None:
    web.put("/", page("home", "/item/1", "/item/2"))
    for name in ("/item/1", "/item/2"):
        web.put(name, page("one and the same"))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1"))
    crawled = crawl(web.url, log=log, validator=BreaksOn("nothing"))
    assert crawled.accepted == {"/item/2"}
    assert crawled.at("/item/1").verdict.reason == f"the same page as {web.url}/item/2"


class BrokenLearner(Learner):
    """Breaks on one page."""

    def judge(self, page: Page) -> Verdict:
        verdict = super().judge(page)
        return Verdict(False, 0.0, "not judged: broken", judged=False) if page.url.endswith("/item/1") else verdict


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


class Interrupted:
    """Ctrl-C comes while it thinks; `go_on` lets it say what it thinks."""

    blocking = True

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.asked = 0

    def judge(self, page: Page) -> Verdict:
        self.asked += 1
        os.kill(os.getpid(), signal.SIGINT)
        assert self.go_on.wait(10)
        return Verdict("/item/" in page.url)


def test_ctrl_c_ends_it_after_the_page_that_is_being_judged(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/2", "/about", "/item/3")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1", "/about"))
    validator, ticks = Interrupted(), []
    job = job_for(web.url)

    def tick(sites: object) -> None:
        ticks.append(sites)
        if len(ticks) == 3:
            validator.go_on.set()

    with SqliteCrawlLog.open(log, write=True) as opened:
        live = LiveCrawl(job, opened, validator, [])
        engine.crawl(live, on_tick=tick, every=0.01)
    assert (live.ending, validator.asked, len(left(log).fetches)) == (engine.INTERRUPTED, 1, 1)


def test_an_error_of_the_validator_ends_the_run_as_in_a_crawl(web: Web, tmp_path: Path) -> None:
    class Gone:
        def judge(self, page: Page) -> Verdict:
            raise ValidatorError(f"the key was refused at {page.url}")

    items(web, "/item/1", "/item/2")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1"))
    with pytest.raises(ValidatorError, match=r"the key was refused at .*/item/1"):
        crawl(web.url, log=log, validator=Gone())
    assert len(left(log).fetches) == 1
