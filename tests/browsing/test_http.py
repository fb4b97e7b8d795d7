"""Scrapy's answers and failures as our values."""

from __future__ import annotations

import pytest
from crawling import job_for
from misbehaving import FlakyThenFine, Redirect, Web, page

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.http import HttpBrowser, settings, unreachable
from hubwalk.browsing.middlewares import retry_after

pytest_plugins = ["web_fixtures"]


def test_browser_gets_pages_again_and_again(web: Web) -> None:
    quieten()
    web.put("/a", page("first"))
    web.put("/b", Redirect("/a"))
    browser = HttpBrowser(job_for(web.url))
    first = browser.fetch(f"{web.url}/a")
    assert (first.status, first.header("content-type")) == (200, "text/html; charset=utf-8")
    second, missing = browser.fetch_all([f"{web.url}/b", f"{web.url}/none"])
    assert (second.requested, second.url) == (f"{web.url}/b", f"{web.url}/a")
    assert missing.status == 404


def test_browser_tries_again(web: Web) -> None:
    quieten()
    web.put("/a", FlakyThenFine(page("first").html, times=1))
    assert HttpBrowser(job_for(web.url)).fetch(f"{web.url}/a").status == 200


def test_nobody_there_is_an_answer() -> None:
    quieten()
    closed = Web()
    closed.close()
    answer = HttpBrowser(job_for(closed.url, retries=0)).fetch(f"{closed.url}/")
    assert (answer.status, answer.error) == (0, f"connection refused by 127.0.0.1:{closed.port}")
    assert unreachable(answer)


def test_delay_switches_autothrottle() -> None:
    assert settings(job_for("example.org", delay=2))["AUTOTHROTTLE_ENABLED"] is True
    assert settings(job_for("example.org", delay=2))["DOWNLOAD_DELAY"] == 2
    assert settings(job_for("example.org", delay=0))["AUTOTHROTTLE_ENABLED"] is False


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7), ("Thu, 01 Jan 1970 00:01:40 GMT", 40), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("soon", 0), ("", 0)],
)
def test_retry_after(header: str, seconds: float) -> None:
    assert retry_after(header, now=60) == seconds
