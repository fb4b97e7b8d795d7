"""What is connected to, and for how long."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import job_for
from misbehaving import Redirect, Web, page
from scrapy.crawler import Crawler
from scrapy.spiders import Spider

from hubwalk.browsing.connections import IDLE, ShortConnections
from hubwalk.browsing.engine_loop import quieten, run
from hubwalk.browsing.http import HttpBrowser, settings

pytest_plugins = ["web_fixtures"]


def test_our_own_files_are_no_web(web: Web, tmp_path: Path) -> None:
    quieten()
    secret = tmp_path / "secret.html"
    secret.write_text("<p>the secret")
    web.put("/a", Redirect(secret.as_uri()))
    browser = HttpBrowser(job_for(web.url))
    for url in (secret.as_uri(), f"{web.url}/a"):
        assert b"secret" not in browser.fetch(url).body.replace(secret.as_uri().encode(), b"")
    web.put("/b", page("first"))
    assert browser.fetch(f"{web.url}/b").status == 200


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_connection_does_not_outlive_its_site(scheme: str) -> None:
    seen: list[object] = []

    class Looks(Spider):
        name = "looks"

        async def start(self):  # type: ignore[no-untyped-def]
            seen.append(self.crawler.engine.downloader.handlers._get_handler(scheme))
            return
            yield

    async def crawl() -> None:
        await Crawler(Looks, settings(job_for("example.org"))).crawl_async()

    run(crawl())
    (handler,) = seen
    assert isinstance(handler, ShortConnections)
    assert handler._pool.cachedConnectionTimeout == IDLE
