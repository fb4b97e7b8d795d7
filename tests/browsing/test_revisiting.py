"""Pages asked for again: conditional requests, what they cost, and sitemaps that come with robots.txt."""

from __future__ import annotations

from growing_shop import stocked
from misbehaving import FlakyThenFine, ForbiddenByRobots, HangsUp, NotHtml, Robots, Web

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.revisiting import Asked, RevisitingBrowser, conditions
from hubwalk.config import Job, make_job
from hubwalk.values import Response

pytest_plugins = ["web_fixtures"]


def job(web: Web) -> Job:
    quieten()
    return make_job({"sites": [f"{web.url}/"], "validators": ["url:."], "delay": 0, "retries": 1, "timeout": 5})


def test_conditions_are_the_validators_of_the_last_answer() -> None:
    headers = (("etag", ' W/"x" '), ("last-modified", "Sun, 15 Nov 2026 08:00:00 GMT"), ("Server", "s"))
    assert conditions(Response("u", "u", 200, headers=headers)) == {
        "If-None-Match": 'W/"x"',
        "If-Modified-Since": "Sun, 15 Nov 2026 08:00:00 GMT",
    }
    assert conditions(Response("u", "u", 200)) == conditions(None) == {}


def test_a_page_that_is_as_it_was_and_one_that_is_not(web: Web) -> None:
    shop = stocked(web, {"acme": 3})
    with RevisitingBrowser(job(web)) as browser:
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
    with RevisitingBrowser(job(web)) as browser:
        answers = [browser.fetch(Asked(url)) for url in (f"{web.url}/flaky", f"{web.url}/secret", f"{web.url}/gone")]
        odd = browser.fetch(Asked("nonsense"))
    assert [(one.response.status, one.requests) for one in answers] == [(200, 2), (0, 0), (0, 2)]
    assert answers[1].response.error == "robots.txt forbids"
    assert (odd.response.status, odd.requests) == (0, 0)


def test_sitemaps_of_robots_txt_and_what_is_not_html(web: Web) -> None:
    web.put("/robots.txt", Robots("Sitemap: http://a.test/1.xml\nUser-agent: *\nSitemap: http://a.test/2.xml\n"))
    web.put("/map", NotHtml("application/xml", 300_000))
    with RevisitingBrowser(job(web)) as browser:
        assert browser.sitemaps == []
        stopped = browser.fetch(Asked(f"{web.url}/map")).response
        whole = browser.fetch(Asked(f"{web.url}/map", any_kind=True)).response
        assert browser.sitemaps == ["http://a.test/1.xml", "http://a.test/2.xml"]
    assert len(stopped.body) < 300_000 <= len(whole.body)
