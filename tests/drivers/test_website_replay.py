"""Crawls for sites on a web in memory, through the parser."""

from __future__ import annotations

from made_up_webs import NAMES, Believer, crawl_for

from hubwalk.drivers.replay import ParsedPages
from hubwalk.drivers.website_replay import replay_pages, replay_websites
from hubwalk.strategies.page_crawler import GroupedSites, PageCrawler
from hubwalk.values import Page, Response

HTML = {
    "http://a.test/": "<title>.5</title><frameset><frame src=menu.html></frameset>",
    "http://a.test/menu.html": "<title>.97</title><p>menu <a href=http://b.test/x.html>b</a> <a href=in.html>in</a>",
    "http://a.test/in.html": "<title>.96</title><p>in",
    "http://b.test/": "<title>.03</title><p>other",
    "http://b.test/x.html": "<title>.02</title><p>x",
}


class Memory:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def fetch(self, url: str) -> Response:
        self.asked.append(url)
        html = HTML.get(url)
        headers = (("content-type", "text/html"),)
        return Response(url, url, 404 if html is None else 200, (html or "").encode(), headers)


def test_a_website_crawl_from_a_frame_page() -> None:
    browser = Memory()
    crawl, trace = crawl_for(["http://a.test/"], p_threshold=0.8, l_threshold=4)
    pages: list[Page] = []
    ending = replay_websites(crawl, browser, on_page=lambda _, page: pages.append(page))
    assert ending == "no more sites are known"
    assert browser.asked == ["http://a.test/", "http://a.test/menu.html", "http://a.test/in.html", "http://b.test/"]
    assert [page.url for page in pages] == browser.asked
    assert [(e.site, e.verdict.relevant, e.after) for e in trace.sites] == [
        ("http://a.test/", True, 3),
        ("http://b.test/", False, 4),
    ]


def test_the_page_crawler_on_the_same_web() -> None:
    crawler, sites = PageCrawler(["http://a.test/"], NAMES), GroupedSites(NAMES, 0.1)
    browser = ParsedPages(Memory())
    count = replay_pages(
        crawler, Believer(), browser, most_pages=3, on_page=lambda _, page, told: sites.add(page.url, told)
    )
    assert count == 3
    assert set(sites.verdicts()) == {"http://a.test/", "http://b.test/"}
    assert replay_pages(crawler, Believer(), browser, most_pages=10) == 1
