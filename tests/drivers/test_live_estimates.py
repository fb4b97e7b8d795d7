"""What a live crawl thinks of its sites: in the log, in its progress, and as a reason to stop."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from crawling import Crawled, crawl
from estimators import REAL, MadeUp
from misbehaving import Web, page
from shop import stock

from hubwalk.store import estimates
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Estimate, Outlook

pytest_plugins = ["web_fixtures"]

ITEMS = 60  # of the shop


class KnowsTheShop(MadeUp):
    """An estimator that expects the 60 items as soon as it has seen 20, and no end of them before."""

    def estimate(self, outlook: Outlook | None) -> Estimate:
        found = len(self.graph.accepted_pages)
        return Estimate(found, 60.0, 60.0, 60.0) if found >= 20 else Estimate(found, 500.0, 100.0, 1000.0)


@pytest.fixture
def knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REAL, KnowsTheShop)


def logged(path: Path) -> list[tuple[int, Estimate]]:
    with SqliteCrawlLog.open(path) as log:
        return [(row.fetched, row.estimate) for row in estimates.read(log)]


def fetched(crawled: Crawled) -> int:
    return len(crawled.observations)


def test_the_log_has_an_estimate_after_each_page_of_a_small_site(web: Web) -> None:
    stock(web)
    crawled = crawl(web.url)
    rows = logged(crawled.log)
    assert [number for number, _ in rows] == list(range(1, fetched(crawled) + 1))
    last = rows[-1][1]
    assert last == crawled.sites[0].estimate
    assert (last.found, last.expected) == (ITEMS, ITEMS)  # nothing is left on the frontier
    for (_, estimate), seen in zip(rows, range(1, len(rows) + 1), strict=True):
        accepted = sum(observation.verdict.accepted for observation in crawled.observations[:seen])
        assert estimate.found == accepted
        assert accepted <= estimate.low <= estimate.expected <= estimate.high


def test_a_larger_site_has_one_whenever_there_is_a_hundredth_more(web: Web) -> None:
    stock(web, others=270)
    crawled = crawl(web.url)
    moments = [number for number, _ in logged(crawled.log)]
    assert moments[:200] == list(range(1, 201))
    assert moments[200:204] == [202, 204, 206, 208]
    assert all(after - before <= 0.01 * before + 1 for before, after in pairwise(moments))
    assert moments[-1] == fetched(crawled)


def test_an_interrupted_crawl_estimates_as_if_it_had_not_been(web: Web, tmp_path: Path) -> None:
    stock(web, others=150)
    whole = crawl(web.url, strategy="xcrawl", like=[f"{web.url}/item/3"])
    log = tmp_path / "parts.db"
    for pages in (30, 100, 80, 0):
        parts = crawl(web.url, log=log, strategy="xcrawl", like=[f"{web.url}/item/3"], stop_after=pages)
    rows, again = logged(whole.log), logged(log)
    extra = {30, 130, 210}  # where it was stopped, each time one more page may have been in flight
    assert [row for row in again if row in rows] == rows
    assert {number for number, estimate in again if (number, estimate) not in rows} <= {*extra, *(n + 1 for n in extra)}
    assert parts.sites[0].estimate == whole.sites[0].estimate


def test_what_a_kill_has_cut_off_is_made_up_for(web: Web, tmp_path: Path) -> None:
    stock(web)
    log = tmp_path / "crawl.db"
    whole = logged(crawl(web.url).log)
    crawl(web.url, log=log, stop_after=40)
    with closing(sqlite3.connect(log)) as db, db:
        db.execute("DELETE FROM estimate WHERE fetched >= 38")
    crawl(web.url, log=log)
    assert logged(log) == whole


def test_an_older_log_gets_its_estimates_when_it_is_resumed(web: Web, tmp_path: Path) -> None:
    stock(web)
    log = tmp_path / "crawl.db"
    whole = logged(crawl(web.url).log)
    crawl(web.url, log=log, stop_after=40)
    with closing(sqlite3.connect(log)) as db, db:
        db.executescript("DROP TABLE estimate; DROP TABLE why")
        db.execute("UPDATE meta SET value = '3' WHERE key = 'hubwalk_schema'")
    crawl(web.url, log=log)
    assert logged(log) == whole


def test_a_site_that_cannot_be_read_is_not_estimated(web: Web) -> None:
    crawled = crawl(web.url)
    assert crawled.sites[0].state == "failed"
    assert crawled.sites[0].estimate is None
    assert logged(crawled.log) == []


@pytest.mark.usefixtures("knowing")
def test_a_site_is_stopped_when_enough_is_found_and_goes_on_without_the_rule(web: Web, tmp_path: Path) -> None:
    items = stock(web)
    log = tmp_path / "crawl.db"
    first = crawl(web.url, log=log, stop_at_recall=0.9)
    (site,) = first.sites
    assert (site.state, site.reason) == ("stopped", "estimated recall 90 % reached (54 of about 60)")
    assert len(first.accepted) == 54
    assert logged(log)[-1] == (site.fetched, Estimate(54, 60.0, 60.0, 60.0))
    requests = len(web.requests)
    again = crawl(web.url, log=log, stop_at_recall=0.9)
    assert again.sites[0].reason == site.reason
    assert set(web.requests[requests:]) <= {"/robots.txt"}
    assert len(crawl(web.url, log=log, stop_at_recall=0.95).accepted) == 57
    last = crawl(web.url, log=log)
    assert (last.accepted, last.sites[0].state) == (items, "done")
    assert all(count == 1 for count in web.pages.values())


@pytest.mark.usefixtures("knowing")
def test_sites_are_stopped_each_by_itself(web: Web, other_web: Web) -> None:
    stock(web)
    other_web.put("/", page("home", *[f"/item/{n}" for n in range(10)]))
    for n in range(10):
        other_web.put(f"/item/{n}", page(f"item {n}"))
    crawled = crawl(web.url, other_web.url, stop_at_recall=0.5)
    assert [(site.state, site.accepted) for site in crawled.sites] == [("stopped", 30), ("done", 10)]
    with SqliteCrawlLog.open(crawled.log) as log:
        states = log.site_states()
        last = estimates.latest(log)
    assert states[f"{web.url}/"] == ("stopped", "estimated recall 50 % reached (30 of about 60)")
    assert {url: row.estimate for url, row in last.items()} == {site.site: site.estimate for site in crawled.sites}


def test_a_site_that_yields_little_is_stopped(web: Web, tmp_path: Path) -> None:
    items = stock(web, others=250)
    log = tmp_path / "crawl.db"
    first = crawl(web.url, log=log, stop_when_yield_below=0.05, strategy="depth_first")
    (site,) = first.sites
    assert site.state == "stopped"
    assert site.reason.startswith("yield below 0.05: ")
    late = first.observations[-100:]
    assert sum(seen.verdict.accepted for seen in late) < 5
    assert sum(seen.verdict.accepted for seen in first.observations[-101:-1]) >= 5 or site.fetched == 100
    assert crawl(web.url, log=log, strategy="depth_first").accepted == items


def test_several_pages_in_flight_are_taken_in_before_a_site_stops(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REAL, KnowsTheShop)
    stock(web)
    crawled = crawl(web.url, stop_at_recall=0.9, in_flight=4)
    assert crawled.sites[0].state == "stopped"
    assert 54 <= crawled.sites[0].accepted <= 54 + 3
    assert crawled.sites[0].fetched == sum(web.pages.values())
