"""Pages that a validator broke on: the log knows them, and a resumed crawl puts them to the validator again."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from pathlib import Path

import pytest
from breaking import BreaksOn, items, left
from crawling import crawl, job_for
from misbehaving import Web, page

from hubwalk.drivers import engine
from hubwalk.drivers.live import LiveCrawl
from hubwalk.errors import ValidatorError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page, Verdict

pytest_plugins = ["web_fixtures"]


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


def test_what_broke_again_does_not_count_in_the_crawl(web: Web, tmp_path: Path) -> None:
    front = [f"/{kind}/{n}" for n in range(3) for kind in ("bad", "item")]
    items(web, *front, "/bad/3", "/bad/4", "/item/5")
    log, broken = tmp_path / "crawl.db", tuple(f"/bad/{n}" for n in range(5))
    crawl(web.url, log=log, validator=BreaksOn(*broken), max_pages=7)
    crawled = crawl(web.url, log=log, validator=BreaksOn(*broken), max_pages=20)
    assert crawled.sites[0].state == "done"
    assert "/item/5" in crawled.accepted


def test_pages_that_stay_broken_do_not_stand_before_the_others_in_every_run(web: Web, tmp_path: Path) -> None:
    bad, mended = [f"/bad/{n}" for n in range(3)], [f"/item/{n}" for n in range(4)]
    items(web, *(name for one in (*bad, *mended) for name in (one, one.replace("/", "/fine-", 1))))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn(*bad, *mended))
    runs = []
    for _ in range(3):
        again = BreaksOn(*bad)
        crawl(web.url, log=log, validator=again)
        runs.append(again.asked)
    assert runs == [bad, [*mended, *bad], bad]
    assert len(left(log).fetches) == 3


def test_a_page_that_ends_the_process_is_asked_about_last_in_the_next_run(web: Web, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    class Kills:
        def judge(self, page: Page) -> Verdict:
            raise Killed

    items(web, "/item/1", "/about", "/item/2")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1", "/item/2"))
    with pytest.raises(Killed):
        crawl(web.url, log=log, validator=Kills())
    again = BreaksOn("nothing")
    crawl(web.url, log=log, validator=again)
    assert again.asked == ["/item/2", "/item/1"]


def test_a_page_that_can_be_judged_begins_the_row_anew(web: Web, tmp_path: Path) -> None:
    names = ["/bad/0", "/bad/1", "/item/0", "/bad/2", "/item/1"]
    items(web, *(name for one in names for name in (one, one.replace("/", "/fine-", 1))))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn(*names))
    again = BreaksOn("/bad/0", "/bad/1", "/bad/2")
    crawl(web.url, log=log, validator=again)
    assert again.asked == names


def test_what_shows_the_same_as_an_accepted_page_is_not_accepted_beside_it(web: Web, tmp_path: Path) -> None:
    web.put("/", page("home", "/item/1", "/item/2"))
    for name in ("/item/1", "/item/2"):
        web.put(name, page("one and the same"))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1"))
    crawled = crawl(web.url, log=log, validator=BreaksOn("nothing"))
    assert crawled.accepted == {"/item/2"}
    assert crawled.at("/item/1").verdict.reason == f"the same page as {web.url}/item/2"


def test_of_two_pages_that_show_the_same_one_is_accepted(web: Web, tmp_path: Path) -> None:
    web.put("/", page("home", "/item/1", "/about", "/item/2"))
    for name in ("/item/1", "/item/2"):
        web.put(name, page("one and the same"))
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1", "/item/2"))
    again = BreaksOn("nothing")
    assert crawl(web.url, log=log, validator=again).accepted == {"/item/1"}
    assert (again.asked, left(log).fetches) == (["/item/1"], ())


@pytest.mark.parametrize("own", [True, False])
def test_each_site_has_its_own_fetch_of_a_page(web: Web, tmp_path: Path, own: bool) -> None:
    """On the whole site a page has a twin, in the part of it that is a site of its own it has none."""
    web.put("/", page("home", "/part/item/1", "/item/copy"))
    web.put("/part/", page("part", "/part/item/1"))
    for name in ("/part/item/1", "/item/copy"):
        web.put(name, page("one and the same"))
    whole, part = f"{web.url}/", f"{web.url}/part/"
    log = tmp_path / "crawl.db"
    crawl(whole, log=log, validator=BreaksOn("/part/item/1"))
    crawl_without_judging_again(part, log, BreaksOn("/part/item/1" if own else "nothing"))
    crawled = crawl(whole, part, log=log, validator=BreaksOn("nothing"))
    accepted = {(seen.site, seen.page.url) for seen in crawled.observations if seen.verdict.accepted}
    assert accepted == {(whole, f"{web.url}/item/copy"), (part, f"{web.url}/part/item/1")}
    assert left(log).fetches == ()


def crawl_without_judging_again(site: str, log: Path, validator: BreaksOn) -> None:
    async def nothing() -> None:
        pass

    with SqliteCrawlLog.open(log, write=True) as opened:
        live = LiveCrawl(job_for(site), opened, validator, [])
        live.judge_again = nothing  # type: ignore[method-assign]
        engine.crawl(live)


def test_a_site_that_is_to_go_on_is_not_forgotten_by_a_kill(web: Web, tmp_path: Path) -> None:
    items(web, "/item/1", "/item/2")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/2"))
    with SqliteCrawlLog.open(log, write=True) as opened:
        live = LiveCrawl(job_for(web.url), opened, BreaksOn("nothing"), [])
        asyncio.run(live.judge_again())
    assert left(log).fetches == ()  # and here the process ends
    with SqliteCrawlLog.open(log, write=True) as opened:
        assert LiveCrawl(job_for(web.url), opened, BreaksOn("nothing"), []).has_work


def test_a_kill_between_the_state_of_the_site_and_the_verdict_costs_neither(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    items(web, "/item/1", "/item/2")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/2"))
    with SqliteCrawlLog.open(log, write=True) as opened, monkeypatch.context() as patched:
        live = LiveCrawl(job_for(web.url), opened, BreaksOn("nothing"), [])
        patched.setattr(opened, "revise", killed)
        asyncio.run(live.judge_again())
        assert opened.totals()[0].state == "running"
    assert crawl(web.url, log=log, validator=BreaksOn("nothing")).accepted == {"/item/1", "/item/2"}


def test_ctrl_c_comes_through_to_one_that_never_waits(web: Web, tmp_path: Path) -> None:
    class Quick:
        asked = 0

        def judge(self, page: Page) -> Verdict:
            self.asked += 1
            if self.asked == 1:
                os.kill(os.getpid(), signal.SIGINT)
            return Verdict(False)

    names = [f"/{kind}/{n}" for n in range(6) for kind in ("bad", "item")]
    items(web, *names)
    log, validator = tmp_path / "crawl.db", Quick()
    crawl(web.url, log=log, validator=BreaksOn(*(name for name in names if "bad" in name)))
    with SqliteCrawlLog.open(log, write=True) as opened:
        live = LiveCrawl(job_for(web.url), opened, validator, [])
        engine.crawl(live)
    assert live.ending == engine.INTERRUPTED
    assert validator.asked < 6


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


def test_ctrl_c_ends_it_after_the_page_that_is_being_judged(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items(web, "/item/1", "/item/2", "/about", "/item/3")
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, validator=BreaksOn("/item/1", "/about"))
    validator, ticks = Interrupted(), []
    job = job_for(web.url)

    def tick(sites: object) -> None:
        ticks.append(sites)
        if len(ticks) == 3:
            validator.go_on.set()

    monkeypatch.setattr("scrapy.crawler.Crawler.crawl_async", None)  # a crawl that is over needs no engine
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
