"""Sites that turn their visitor away in the middle of a crawl, and sites that only forbid some of their pages."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest
from crawling import crawl
from misbehaving import HangsUp, Html, Web, page
from shop import stock

from hubwalk.drivers.refusals import PATIENCE, is_refusal
from hubwalk.values import Response

pytest_plugins = ["web_fixtures"]


class RefusingWeb(Web):
    """Answers so many requests for pages as it should, and all others with one status."""

    def __init__(self, status: int, after: int) -> None:
        super().__init__()
        self.status, self.after = status, after

    def find(self, path: str) -> Html:
        if sum(self.pages.values()) > self.after:
            return Html("<html><body>go away</body></html>", status=self.status)
        return super().find(path)


@pytest.mark.parametrize(("status", "in_flight"), [(403, 1), (403, 3), (429, 1), (503, 1)])
def test_a_site_that_turns_us_away_is_given_up_and_loses_no_page(tmp_path: Path, status: int, in_flight: int) -> None:
    log = tmp_path / "crawl.db"
    web = RefusingWeb(status, after=40)
    try:
        items = stock(web)
        (site,) = crawl(web.url, log=log, retries=0, in_flight=in_flight).sites
        assert site.state == "failed"
        assert re.match(r"it refuses us: (8|9|10) pages in a row", site.reason)
        assert f"status {status}" in site.reason
        asked = sum(web.pages.values()) - web.after
        assert asked <= PATIENCE + in_flight  # what was under way when patience ended, and the check
        web.after = 10**6
        again = crawl(web.url, log=log, retries=0, in_flight=in_flight)
    finally:
        web.close()
    assert again.sites[0].state == "done"
    assert again.accepted == items
    assert all(o.page.ok for o in again.observations)


class ShutsMeanwhile(Web):
    """Lets in who asks for two pages, each once, and takes its time with the second; turns everybody else away."""

    is_open = False

    def find(self, path: str) -> Html:
        if not self.is_open and (path not in {"/", "/item/1"} or self.count(path) > 1):
            return Html("<html><body>go away</body></html>", status=403)
        if path == "/item/1" and not self.is_open:
            time.sleep(0.5)
        return super().find(path)


def test_an_answer_that_was_under_way_says_nothing_of_what_is_refused_meanwhile(tmp_path: Path) -> None:
    items = ["/item/1", "/item/2", "/item/3"]
    web = ShutsMeanwhile()
    try:
        web.put("/", page("home", *items))
        for path in items:
            web.put(path, page(path))
        (site,) = crawl(web.url, log=tmp_path / "crawl.db", retries=0, in_flight=3).sites
        assert site.state == "failed"
        assert site.fetched == 2
        web.is_open = True
        again = crawl(web.url, log=tmp_path / "crawl.db", retries=0, in_flight=3)
    finally:
        web.close()
    assert again.accepted == set(items)
    assert all(o.page.ok for o in again.observations)


class InTurns(Web):
    """Has all these requests under way before it answers one after the other."""

    def __init__(self, *paths: str) -> None:
        super().__init__()
        self.paths, self.turn = paths, threading.Condition()
        self.come: set[str] = set()
        self.answered = 0

    def find(self, path: str) -> Html:
        if path in self.paths and path not in self.come:
            with self.turn:
                self.come.add(path)
                self.turn.notify_all()
                self.turn.wait_for(
                    lambda: len(self.come) == len(self.paths) and path == self.paths[self.answered], timeout=5
                )
                time.sleep(0.05)  # the answer before is taken in
                self.answered += 1
                self.turn.notify_all()
        return super().find(path)


def test_a_site_that_answers_now_and_then_is_not_given_up_over_pages_without_an_answer(tmp_path: Path) -> None:
    items = [f"/item/{n}" for n in range(PATIENCE + 2)]
    broken = [f"/broken/{n}" for n in range(PATIENCE + 2)]
    turns = [path for both in zip(items, broken, strict=True) for path in both]
    web = InTurns(*turns)
    try:
        web.put("/", page("home", *turns))
        for path in items:
            web.put(path, page(path, "/item/last"))
        for path in broken:
            web.put(path, HangsUp())
        web.put("/item/last", page("the last one"))
        crawled = crawl(web.url, log=tmp_path / "crawl.db", retries=0, in_flight=len(turns))
    finally:
        web.close()
    assert crawled.sites[0].state == "done", crawled.sites[0].reason
    assert crawled.accepted == {*items, "/item/last"}


def test_a_site_that_turns_us_away_at_the_very_end_is_not_done(tmp_path: Path) -> None:
    web = RefusingWeb(403, after=3)
    try:
        web.put("/", page("home", "/item/1", "/item/2", "/item/3", "/item/4"))
        for n in range(1, 5):
            web.put(f"/item/{n}", page(f"item {n}"))
        (site,) = crawl(web.url, log=tmp_path / "crawl.db", retries=0).sites
        assert site.state == "failed"
        assert "it refuses us: 2 pages in a row" in site.reason
        web.after = 100
        again = crawl(web.url, log=tmp_path / "crawl.db", retries=0)
    finally:
        web.close()
    assert again.accepted == {f"/item/{n}" for n in range(1, 5)}


def test_pages_that_are_forbidden_for_good_are_failures_of_their_own(web: Web) -> None:
    items = stock(web)
    members = [f"/members/{n}" for n in range(60)]
    web.put("/", page("shop", *members, menu=["/list/0", "/about"]))
    web.fallback = lambda path: Html(status=403) if path.startswith("/members/") else None
    crawled = crawl(web.url, retries=0)
    assert crawled.sites[0].state == "done"
    assert crawled.accepted == items
    assert sorted(o.choice.url for o in crawled.observations if o.page.status == 403) == sorted(
        f"{web.url}{path}" for path in members
    )
    checks = sum(count - 1 for count in web.pages.values())
    assert checks <= 4, "each time twice as many are borne before a page is asked for again"
    assert crawled.sites[0].requests == sum(web.pages.values())


def test_what_there_is_no_request_left_to_look_into_is_asked_for_again(tmp_path: Path) -> None:
    web = RefusingWeb(403, after=20)
    try:
        items = stock(web)
        (site,) = crawl(web.url, log=tmp_path / "crawl.db", retries=0, max_pages=24).sites
        assert (site.state, site.reason) == ("stopped", "max_pages of 24 reached")
        web.after = 10**6
        again = crawl(web.url, log=tmp_path / "crawl.db", retries=0, max_pages=1000)
    finally:
        web.close()
    assert again.accepted == items
    assert all(o.page.ok for o in again.observations)


@pytest.mark.parametrize(
    ("status", "refusal"),
    [(200, False), (301, False), (404, False), (410, False), (403, True), (429, True), (500, True), (503, True)],
)
def test_what_may_be_meant_for_the_visitor_is_a_refusal(status: int, refusal: bool) -> None:
    assert is_refusal(Response("http://a.test/", "http://a.test/", status)) == refusal
