"""The browser that a search or a watch keeps open: manners, conditional requests, and sitemaps of robots.txt."""

from __future__ import annotations

import pytest
from crawling import job_for
from growing_shop import stocked
from misbehaving import FlakyThenFine, ForbiddenByRobots, HangsUp, NotHtml, Redirect, Robots, Slow, Web, page

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.lasting import Asked, LastingBrowser, conditions
from hubwalk.values import Response

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


def test_conditions_are_the_validators_of_the_last_answer() -> None:
    headers = (("etag", ' W/"x" '), ("last-modified", "Sun, 15 Nov 2026 08:00:00 GMT"), ("Server", "s"))
    assert conditions(Response("u", "u", 200, headers=headers)) == {
        "If-None-Match": 'W/"x"',
        "If-Modified-Since": "Sun, 15 Nov 2026 08:00:00 GMT",
    }
    assert conditions(Response("u", "u", 200)) == conditions(None) == {}


def test_a_page_that_is_as_it_was_and_one_that_is_not(web: Web) -> None:
    shop = stocked(web, {"acme": 3})
    with LastingBrowser(job_for(web.url, retries=1)) as browser:
        first = browser.fetch(Asked(f"{web.url}/brand/acme")).response
        again = browser.fetch(Asked(f"{web.url}/brand/acme", first))
        shop.brands["acme"].append("acme-new")
        changed = browser.fetch(Asked(f"{web.url}/brand/acme", first))
    assert (first.status, again.response.status, changed.response.status) == (200, 304, 200)
    assert (again.response.body, again.requests) == (b"", 1)
    assert b"acme-new" in changed.response.body
    assert web.count("/robots.txt") == 1


def test_trouble_is_an_answer(web: Web) -> None:
    web.put("/robots.txt", ForbiddenByRobots("/secret"))
    web.put("/flaky", FlakyThenFine("<p>fine"))
    web.put("/gone", HangsUp())
    with LastingBrowser(job_for(web.url, retries=1)) as browser:
        answers = [browser.fetch(Asked(url)) for url in (f"{web.url}/flaky", f"{web.url}/secret", f"{web.url}/gone")]
        odd = browser.fetch(Asked("nonsense"))
    assert [(one.response.status, one.requests) for one in answers] == [(200, 2), (0, 0), (0, 2)]
    assert answers[1].response.error == "robots.txt forbids"
    assert (odd.response.status, odd.requests) == (0, 0)


def test_sitemaps_of_robots_txt_and_what_is_not_html(web: Web) -> None:
    web.put("/robots.txt", Robots("Sitemap: http://a.test/1.xml\nUser-agent: *\nSitemap: http://a.test/2.xml\n"))
    web.put("/map", NotHtml("application/xml", 300_000))
    with LastingBrowser(job_for(web.url, retries=1)) as browser:
        assert browser.sitemaps == []
        stopped = browser.fetch(Asked(f"{web.url}/map")).response
        whole = browser.fetch(Asked(f"{web.url}/map", any_kind=True)).response
        assert browser.sitemaps == ["http://a.test/1.xml", "http://a.test/2.xml"]
    assert len(stopped.body) < 300_000 <= len(whole.body)
