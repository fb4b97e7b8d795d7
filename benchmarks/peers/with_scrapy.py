"""A stock Scrapy CrawlSpider on one site: every link that its LinkExtractor finds is followed.

Reads {"entry", "samples", "order"} as JSON. The order is `default`, in which requests are last in, first out, or
`breadth`, by the three settings that Scrapy's FAQ names for it. All else is as Scrapy comes, but for robots.txt, which
is not asked for, and the log.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.parse import urlsplit

from loopback_names import resolve_here
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

_BREADTH = {
    "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}


class WholeSite(CrawlSpider):
    """Follows all links within a site."""

    name = "whole_site"
    rules = (Rule(LinkExtractor(), follow=True),)


def main() -> None:
    job: dict[str, Any] = json.load(sys.stdin)
    resolve_here(job["entry"])
    settings = {"ROBOTSTXT_OBEY": False, "DOWNLOAD_DELAY": 0, "TELNETCONSOLE_ENABLED": False, "LOG_LEVEL": "ERROR"}
    process = CrawlerProcess(settings | (_BREADTH if job["order"] == "breadth" else {}))
    starts = [job["entry"], *job["samples"]]
    process.crawl(WholeSite, start_urls=starts, allowed_domains=[urlsplit(job["entry"]).hostname])
    process.start()


if __name__ == "__main__":
    main()
