"""crawl4ai's BestFirstCrawlingStrategy on one site, over HTTP without a browser.

Reads {"entry", "samples", "keywords"} as JSON. The keywords are those of the samples, for its KeywordRelevanceScorer.
Its deep crawl has one start page; entry page and samples are given together as the state of a crawl that is to go on.
No limits, no pause between pages, no cache.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from crawl4ai import (  # type: ignore[import-not-found]
    AsyncWebCrawler,
    BestFirstCrawlingStrategy,
    CacheMode,
    CrawlerRunConfig,
    HTTPCrawlerConfig,
    KeywordRelevanceScorer,
)
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy  # type: ignore[import-not-found]
from loopback_names import resolve_here

_NO_END = 10**6


async def crawl(job: dict[str, Any]) -> None:
    scorer = KeywordRelevanceScorer(keywords=job["keywords"])
    starts = [job["entry"], *job["samples"]]
    items = [{"score": -scorer.score(url), "depth": 0, "url": url, "parent_url": None} for url in starts]
    state = {"visited": [], "depths": dict.fromkeys(starts, 0), "pages_crawled": 0, "queue_items": items}
    strategy = BestFirstCrawlingStrategy(max_depth=_NO_END, url_scorer=scorer, resume_state=state)
    config = CrawlerRunConfig(
        deep_crawl_strategy=strategy,
        cache_mode=CacheMode.BYPASS,
        stream=True,
        mean_delay=0,
        max_range=0,
        verbose=False,
    )
    http = AsyncHTTPCrawlerStrategy(browser_config=HTTPCrawlerConfig())
    async with AsyncWebCrawler(crawler_strategy=http, verbose=False) as crawler:
        async for _ in await crawler.arun(job["entry"], config=config):
            pass


def main() -> None:
    job = json.load(sys.stdin)
    resolve_here(job["entry"])
    asyncio.run(crawl(job))


if __name__ == "__main__":
    main()
