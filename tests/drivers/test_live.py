"""The live crawl: samples, limits, several sites, validators that wait, and resuming."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from crawling import crawl, job_for
from misbehaving import Redirect, Robots, Slow, TooMany, Web, page
from shop import stock

from hubwalk.config import as_dict
from hubwalk.drivers import engine, live
from hubwalk.drivers.live import LiveCrawl
from hubwalk.drivers.site_run import Flight
from hubwalk.errors import SampleError, ValidatorError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.validators import make_validator
from hubwalk.values import Page, Response, Verdict

pytest_plugins = ["web_fixtures"]


def two_items(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/item/2", "/about"))
    web.put("/item/1", page("one"))
    web.put("/item/2", page("two"))
    web.put("/about", page("about"))


def test_every_page_is_logged_with_what_led_to_it(web: Web) -> None:
    two_items(web)
    crawled = crawl(web.url)
    assert crawled.accepted == {"/item/1", "/item/2"}
    assert crawled.observations[0].choice.rule == "start"
    found = crawled.at("/item/2")
    assert (found.choice.hub, found.choice.dom_path, found.depth) == (f"{web.url}/", "html/body/ul.list/li[2]/a", 1)
    assert found.response is not None
    assert found.response.body == page("two").html.encode()
    assert crawled.sites[0].state == "done"
    assert all(count == 1 for count in web.pages.values())


def test_it_says_who_it_is(web: Web) -> None:
    two_items(web)
    crawl(web.url, user_agent="hubwalk-test/1")
    assert web.agents == {"hubwalk-test/1"}


def test_sample_on_the_site_is_fetched_once_and_accepted_whatever_the_validator_says(web: Web) -> None:
    two_items(web)
    web.put("/hidden", page("nobody links here", "/item/3"))
    web.put("/item/3", page("three"))
    crawled = crawl(web.url, like=[f"{web.url}/hidden"])
    hidden = crawled.at("/hidden")
    assert (hidden.choice.rule, hidden.verdict.reason) == ("sample", "given as a sample")
    assert crawled.accepted == {"/hidden", "/item/1", "/item/2", "/item/3"}
    assert web.count("/hidden") == 1
    assert crawled.sites[0].requests == 6


def test_sample_that_redirects_starts_at_its_new_place(web: Web) -> None:
    two_items(web)
    web.put("/old", Redirect("/item/7"))
    web.put("/item/7", page("seven"))
    crawled = crawl(web.url, like=[f"{web.url}/old"])
    assert "/item/7" in crawled.accepted
    assert web.count("/item/7") == 1


def test_sample_elsewhere_is_no_page_of_the_site(web: Web, other_web: Web) -> None:
    two_items(web)
    other_web.put("/item/9", page("nine", "/item/10"))
    crawled = crawl(web.url, like=[f"{other_web.url}/item/9"])
    assert crawled.accepted == {"/item/1", "/item/2"}
    assert other_web.pages == {"/item/9": 1}


def test_dead_sample_ends_it_before_anything_is_crawled(web: Web) -> None:
    two_items(web)
    with pytest.raises(SampleError, match="answered 404"):
        crawl(web.url, like=[f"{web.url}/nowhere"])
    assert set(web.pages) == {"/nowhere"}


def test_max_pages_is_exact_and_can_be_raised(web: Web, tmp_path: Path) -> None:
    items = stock(web)
    log = tmp_path / "crawl.db"
    first = crawl(web.url, log=log, max_pages=25)
    assert sum(web.pages.values()) == 25
    assert (first.sites[0].state, first.sites[0].reason) == ("stopped", "max_pages of 25 reached")
    second = crawl(web.url, log=log, max_pages=1000)
    assert second.accepted == items
    assert second.sites[0].state == "done"
    assert all(count == 1 for count in web.pages.values())


def test_max_time_stops_and_says_so(web: Web) -> None:
    stock(web)
    web.put("/about", Slow(0.3))
    (site,) = crawl(web.url, max_time=0.1).sites
    assert (site.state, site.reason) == ("stopped", "max_time of 0.1 s is over")


@pytest.mark.timeout(50)  # less than the pause
def test_max_time_does_not_wait_for_a_long_pause(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", TooMany("", times=9, retry_after="60"))
    now = time.monotonic
    monkeypatch.setattr(live, "time", Mock(wraps=time, monotonic=lambda: now() + 1000 * web.count("/item/1")))
    (site,) = crawl(web.url, max_time=900).sites
    assert (site.state, site.fetched) == ("stopped", 1)


def test_ending_does_not_wait_for_ever_for_a_page_in_flight(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GRACE", 0.3)
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", Slow(4))
    crawled = crawl(web.url, max_time=0.2)
    assert [o.choice.url for o in crawled.observations] == [f"{web.url}/"]
    two_items(web)
    assert crawl(web.url).accepted == {"/item/1", "/item/2"}  # the next crawl is not disturbed


def test_crawl_delay_of_robots_txt_is_kept(web: Web) -> None:
    two_items(web)
    web.put("/robots.txt", Robots("User-agent: *\nCrawl-delay: 30\n"))
    crawled = crawl(web.url, delay=0.001, max_time=1.5)
    assert crawled.sites[0].state == "stopped"
    assert sum(web.pages.values()) <= 2


def test_scope_prefix(web: Web) -> None:
    web.put("/shop/", page("shop", "/shop/item/1", "/item/2", "/shopping"))
    web.put("/shop/item/1", page("one"))
    crawled = crawl(f"{web.url}/shop/", scope="prefix")
    assert crawled.accepted == {"/shop/item/1"}
    assert set(web.pages) == {"/shop/", "/shop/item/1"}


def test_entry_page_given_as_sample_is_fetched_once(web: Web) -> None:
    two_items(web)
    crawled = crawl(web.url, like=[web.url])
    assert crawled.accepted == {"/", "/item/1", "/item/2"}
    assert web.count("/") == 1


def test_sites_take_turns_one_request_each(web: Web, other_web: Web) -> None:
    items = stock(web)
    stock(other_web)
    crawled = crawl(web.url, other_web.url, max_pages=40)
    assert (web.most_busy, other_web.most_busy) == (1, 1)
    order = [o.site for o in crawled.observations]
    assert order[:40].count(f"{web.url}/") >= 10 <= order[:40].count(f"{other_web.url}/")
    assert crawled.accepted <= items


def test_jobs_limits_the_sites_at_a_time(web: Web, other_web: Web) -> None:
    two_items(web)
    two_items(other_web)
    crawled = crawl(web.url, other_web.url, jobs=1)
    assert [o.site for o in crawled.observations] == [f"{web.url}/"] * 4 + [f"{other_web.url}/"] * 4


def test_several_requests_in_flight_lose_nothing(web: Web) -> None:
    items = stock(web)
    web.fallback = lambda path: Slow(0.05) if path.startswith("/slow") else None
    web.put("/", page("shop", "/list/0", *[f"/slow/{n}" for n in range(9)]))
    crawled = crawl(web.url, in_flight=3)
    assert 1 < web.most_busy <= 3
    assert crawled.accepted == items
    assert all(count == 1 for count in web.pages.values())


def test_site_that_nobody_answers_for_fails_and_is_tried_again_by_a_resume(web: Web, tmp_path: Path) -> None:
    two_items(web)
    gone = Web()
    gone.close()
    crawled = crawl(web.url, gone.url, log=tmp_path / "crawl.db", retries=0)
    assert [site.state for site in crawled.sites] == ["done", "failed"]
    assert crawled.sites[1].reason == f"connection refused by 127.0.0.1:{gone.port}"
    assert crawled.accepted == {"/item/1", "/item/2"}
    again = crawl(web.url, gone.url, log=tmp_path / "crawl.db", retries=0)
    assert [site.state for site in again.sites] == ["done", "failed"]
    assert all(count == 1 for count in web.pages.values())


@pytest.mark.parametrize("in_flight", [1, 3])
def test_site_that_goes_away_is_given_up_and_loses_no_page(tmp_path: Path, in_flight: int) -> None:
    log = tmp_path / "crawl.db"
    web = Web()
    items = stock(web)
    url, port = web.url, web.port
    crawl(url, log=log, max_pages=20)
    web.close()
    (gone,) = crawl(url, log=log, retries=0, in_flight=in_flight).sites
    assert gone.state == "failed"
    assert gone.reason.startswith("no answer for 8 pages in a row: connection refused")
    back = Web(port)
    try:
        stock(back)
        again = crawl(url, log=log)
    finally:
        back.close()
    assert again.accepted == items
    assert all(o.page.ok for o in again.observations)


def test_single_pages_without_answer_are_failures(web: Web) -> None:
    two_items(web)
    web.put("/item/1", Slow(3))
    web.put("/about", Slow(3))
    crawled = crawl(web.url, timeout=0.3, retries=0)
    assert crawled.accepted == {"/item/2"}
    assert crawled.at("/item/1").page.error == crawled.at("/about").page.error == "time-out after 0.3 s"
    assert crawled.sites[0].requests == 4


def test_entry_page_that_is_gone_fails_the_site(web: Web) -> None:
    (site,) = crawl(web.url).sites
    assert (site.state, site.reason) == ("failed", "entry page: status 404")


def test_entry_page_that_failed_is_tried_again_by_a_resume(web: Web, tmp_path: Path) -> None:
    log = tmp_path / "crawl.db"
    assert crawl(web.url, log=log).sites[0].state == "failed"
    two_items(web)
    crawled = crawl(web.url, log=log)
    assert crawled.accepted == {"/item/1", "/item/2"}
    assert crawled.sites[0].state == "done"


def test_entry_page_that_is_gone_does_not_matter_if_a_sample_leads_on(web: Web) -> None:
    web.put("/item/1", page("one", "/item/2"))
    web.put("/item/2", page("two"))
    crawled = crawl(web.url, like=[f"{web.url}/item/1"])
    assert crawled.accepted == {"/item/1", "/item/2"}
    assert crawled.sites[0].state == "done"


class WaitsForTheOtherSite:
    """Says nothing about the first site until all pages of the second are there."""

    blocking = True

    def __init__(self, first: str, second: Web) -> None:
        self._first = first
        self._second = second
        self.waited = threading.Event()

    def judge(self, page: Page) -> Verdict:
        if page.url.startswith(self._first) and not self.waited.is_set():
            for _ in range(200):
                if self._second.pages["/about"]:
                    self.waited.set()
                    break
                threading.Event().wait(0.02)
        return Verdict(True)


def test_validator_that_waits_does_not_hold_up_the_downloads_of_other_sites(web: Web, other_web: Web) -> None:
    two_items(web)
    other_web.put("/", page("home", "/about"))
    other_web.put("/about", page("about"))
    other_web.put("/robots.txt", page(""))
    validator = WaitsForTheOtherSite(web.url, other_web)
    # The second site's own pages are judged by the same single thread: its entry page is a sample, which needs none.
    crawl(web.url, other_web.url, validator=validator, like=[f"{other_web.url}/"])
    assert validator.waited.is_set()


class Broken:
    def judge(self, page: Page) -> Verdict:
        if "/item/2" in page.url:
            raise ValidatorError("the judge is gone")
        return Verdict(True)


def test_validator_that_breaks_stops_the_crawl_and_loses_nothing(web: Web, tmp_path: Path) -> None:
    two_items(web)
    log = tmp_path / "crawl.db"
    with pytest.raises(ValidatorError, match="the judge is gone"):
        crawl(web.url, log=log, validator=Broken())
    assert crawl(web.url, log=log).accepted == {"/", "/item/1", "/item/2"}
    assert web.pages == {"/": 1, "/item/1": 1, "/item/2": 2, "/about": 1}


class Stumbles:
    """Breaks on some pages; after too many in a row it gives up, as `command:` and `python:` do."""

    def __init__(self, *on: str, patience: int = 3) -> None:
        self._on = on
        self._left = self._patience = patience

    def judge(self, page: Page) -> Verdict:
        if not page.url.endswith(self._on):
            self._left = self._patience
            return Verdict("/item/" in page.url)
        self._left -= 1
        if not self._left:
            raise ValidatorError("too many in a row")
        return Verdict(False, reason="not judged: it broke", judged=False)


def test_pages_that_a_broken_validator_did_not_judge_are_judged_after_a_resume(web: Web, tmp_path: Path) -> None:
    two_items(web)
    log = tmp_path / "crawl.db"
    with pytest.raises(ValidatorError, match="too many in a row"):
        crawl(web.url, log=log, validator=Stumbles("/item/1", "/item/2", "/about"))
    assert crawl(web.url, log=log, validator=Stumbles("nothing")).accepted == {"/item/1", "/item/2"}


def test_a_page_that_only_the_validator_stumbles_on_is_logged_as_not_accepted(web: Web) -> None:
    two_items(web)
    crawled = crawl(web.url, validator=Stumbles("/item/1"))
    assert crawled.accepted == {"/item/2"}
    assert crawled.at("/item/1").verdict.reason == "not judged: it broke"
    assert crawled.sites[0].requests == 4


def test_the_last_page_is_logged_though_the_validator_stumbles_on_it(web: Web) -> None:
    two_items(web)
    crawled = crawl(web.url, validator=Stumbles("/about"))
    assert crawled.at("/about").verdict.reason == "not judged: it broke"
    assert crawled.sites[0].state == "done"


@pytest.mark.parametrize("strategy", ["breadth_first", "best_first", "xcrawl"])
def test_interrupted_crawl_goes_on_as_if_nothing_had_happened(web: Web, tmp_path: Path, strategy: str) -> None:
    stock(web)
    job: Any = {"strategy": strategy, "like": [f"{web.url}/item/{n}" for n in (3, 17)], "seed": 5, "max_pages": 120}
    whole = crawl(web.url, **job)
    log = tmp_path / "crawl.db"
    web.requests.clear()
    for stop_after in (1, 2, 7, 20, 0):
        parts = crawl(web.url, log=log, stop_after=stop_after, **job)
    assert [o.choice for o in parts.observations] == [o.choice for o in whole.observations]
    assert parts.accepted == whole.accepted
    assert sum(web.pages.values()) == len(parts.observations) + 8  # the samples are fetched anew by each run here


def test_a_page_that_a_redirect_brought_before_the_kill_is_not_asked_for_again(tmp_path: Path) -> None:
    def answer(flight: Flight, url: str, html: str = "<p>an item") -> Response:
        return Response(flight.choice.url, url, 200, html.encode(), (("Content-Type", "text/html"),))

    job = job_for("http://site.test/", in_flight=2)
    validator = make_validator(job.validators, [])
    with SqliteCrawlLog.create(tmp_path / "crawl.db", as_dict(job)) as log:
        live = LiveCrawl(job, log, validator, [])
        home = live.next_flight()
        assert home is not None
        asyncio.run(live.conclude(home, answer(home, home.choice.url, "<a href=/item>1</a><a href=/old>2</a>")))
        item, old = live.next_flight(), live.next_flight()
        assert old is not None
        assert item is not None
        asyncio.run(live.conclude(old, answer(old, item.choice.url)))
    with SqliteCrawlLog.open(tmp_path / "crawl.db", write=True) as log:  # killed with /item in flight
        assert LiveCrawl(job, log, validator, []).next_flight() is None
