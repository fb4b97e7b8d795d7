"""The browser that a search keeps open."""

from __future__ import annotations

import pytest
from crawling import job_for
from misbehaving import ForbiddenByRobots, HangsUp, Redirect, Slow, Web, page

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.lasting import LastingBrowser

pytest_plugins = ["web_fixtures"]


@pytest.fixture(autouse=True)
def quiet() -> None:
    quieten()


def test_robots_txt_is_asked_for_once_however_many_lists_there_are(web: Web) -> None:
    web.put("/robots.txt", ForbiddenByRobots("/closed"))
    for n in range(3):
        web.put(f"/{n}", page(f"page {n}"))
    with LastingBrowser(job_for(web.url)) as browser:
        lists = [list(browser.fetch_each([f"{web.url}/{n}", f"{web.url}/closed"])) for n in range(3)]
    assert web.count("/robots.txt") == 1
    assert "/closed" not in web.requests
    answers = [{a.requested: a.status or a.error for a in answers} for answers in lists]
    assert answers == [{f"{web.url}/{n}": 200, f"{web.url}/closed": "robots.txt forbids"} for n in range(3)]


def test_answers_come_before_the_last_page_is_there(web: Web, other_web: Web) -> None:
    web.put("/slow", Slow(0.5))
    other_web.put("/quick", page("quick"))
    with LastingBrowser(job_for(web.url)) as browser:
        first, second = browser.fetch_each([f"{web.url}/slow", f"{other_web.url}/quick"])
    assert (first.requested, second.requested) == (f"{other_web.url}/quick", f"{web.url}/slow")


def test_failures_and_redirects_are_answers(web: Web, other_web: Web) -> None:
    web.put("/gone", HangsUp())
    web.put("/moved", Redirect(f"{other_web.url}/here"))
    other_web.put("/here", page("here"))
    urls = [f"{web.url}/gone", f"{web.url}/moved", f"{web.url}/none", "http://127.0.0.1:9/", "http://[/"]
    with LastingBrowser(job_for(web.url, retries=0)) as browser:
        found = {answer.requested: answer for answer in browser.fetch_each(urls)}
    assert set(found) == set(urls)
    assert found[urls[1]].url == f"{other_web.url}/here"
    assert [found[url].status for url in urls] == [0, 200, 404, 0, 0]


def test_nothing_was_fetched() -> None:
    with LastingBrowser(job_for("http://127.0.0.1:9/")) as browser:
        assert list(browser.fetch_each([])) == []


def test_a_page_given_twice_is_fetched_once(web: Web) -> None:
    with LastingBrowser(job_for(web.url)) as browser:
        assert len(list(browser.fetch_each([f"{web.url}/a", f"{web.url}/a"]))) == 1
    assert web.count("/a") == 1
