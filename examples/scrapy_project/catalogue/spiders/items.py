"""A spider that follows every link and scrapes the pages it understands. It knows nothing of hubwalk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scrapy.http import Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class ItemsSpider(CrawlSpider):
    name = "items"
    rules = (Rule(LinkExtractor(), callback="parse_item", follow=True),)

    def __init__(self, start: str = "", item: str = "/item/", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start]
        self.item = item  # what the addresses of items have in common

    def parse_item(self, response: Response) -> Iterator[dict[str, str]]:
        if self.item in response.url:
            yield {"url": response.url, "title": response.css("h1::text").get("")}
