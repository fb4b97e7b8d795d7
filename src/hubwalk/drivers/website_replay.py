"""A crawl for sites on a recorded or made-up web: the live crawl without the network, one page in flight.

Every fetch is a page, dead ones too. The website crawler and the page crawler it is compared with (Ester, Kriegel,
Schubert 2004, section 5) see the same pages through the same parser and the same page classifier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hubwalk.drivers.replay import ParsedPages
from hubwalk.drivers.website_crawl import SiteFlight, WebsiteCrawl
from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.parse import read
from hubwalk.ports import Browser, PageReader
from hubwalk.strategies.page_crawler import PageCrawler
from hubwalk.values import Choice, Page, SiteChoice, SiteVerdict


@dataclass(frozen=True, slots=True)
class Examined:
    """A site whose internal crawl is over."""

    site: str
    verdict: SiteVerdict
    after: int  # pages that were fetched of sites examined so far, this one included


@dataclass(slots=True)
class SiteTrace:
    """The sites of a crawl in the order in which they ended: hand `on_site` to the WebsiteCrawl."""

    sites: list[Examined] = field(default_factory=list)

    def on_site(self, choice: SiteChoice, verdict: SiteVerdict) -> None:
        """One more."""
        after = (self.sites[-1].after if self.sites else 0) + verdict.pages
        self.sites.append(Examined(choice.site, verdict, after))


def replay_websites(
    crawl: WebsiteCrawl,
    browser: Browser | ParsedPages,
    *,
    on_page: Callable[[SiteFlight, Page], None] = lambda flight, page: None,  # noqa: ARG005
) -> str:
    """Run a crawl for sites to its end and return the reason; sites take turns, as many as are under way at once."""
    while (flight := crawl.next_flight()) is not None:
        page = _page(browser, flight.page.url)
        on_page(flight, page)
        crawl.observe(flight, page)
    return crawl.ending


def replay_pages(
    crawler: PageCrawler,
    reader: PageReader,
    browser: Browser | ParsedPages,
    *,
    most_pages: int,
    on_page: Callable[[Choice, Page, Sequence[float]], None] = lambda choice, page, confidences: None,  # noqa: ARG005
) -> int:
    """Run the page crawler for `most_pages` pages, or until nothing is left; returns how many there were."""
    for number in range(most_pages):
        choice = crawler.choose()
        if choice is None:
            return number
        page = with_refresh(_page(browser, choice.url))
        confidences = reader.confidences(page) if page.ok else ()
        on_page(choice, page, confidences)
        crawler.observe(page, confidences)
    return most_pages


def _page(browser: Browser | ParsedPages, url: str) -> Page:
    return browser.read(url) if isinstance(browser, ParsedPages) else read(browser.fetch(url))
