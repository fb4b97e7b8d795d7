"""A browser that stays open from page to page, so that it keeps its manners.

A search fetches a few pages after each query, a watch asks for pages again, often of the same hosts. With a new Scrapy
crawler each time, robots.txt would be asked for each time and the pause between two requests to a host forgotten.

Conditional requests are those of RFC 9110, section 13: the validators of the answer that is known go along, and a
server that heeds them says 304, so that a page that is as it was costs a request, but no download.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from hubwalk.browsing.engine_loop import run
from hubwalk.browsing.http import cost_of, from_failure, request_for, settings, to_response
from hubwalk.browsing.middlewares import ANY_KIND
from hubwalk.config import Job
from hubwalk.values import Response

_CONDITIONS = (("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A URL to fetch, with the answer that is known of it."""

    url: str
    known: Response | None = None
    any_kind: bool = False  # what is not HTML is welcome, too


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and how many requests it took."""

    response: Response
    requests: int = 1


def conditions(known: Response | None) -> dict[str, str]:
    """The headers that ask for a page only if it has changed."""
    if known is None:
        return {}
    found = ((condition, known.header(validator).strip()) for validator, condition in _CONDITIONS)
    return {condition: value for condition, value in found if value}


class _Waits(scrapy.Spider):
    """Gets what it is told to, until it is told None."""

    name = "hubwalk-fetch"

    def __init__(self, job: Job, wanted: asyncio.Queue[Asked | None], answers: asyncio.Queue[Answer]) -> None:
        super().__init__()
        self._job, self._wanted, self._answers = job, wanted, answers
        self.sitemaps: list[str] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> _Waits:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if hasattr(signals, "robots_parsed"):
            crawler.signals.connect(spider.robots_parsed, signal=signals.robots_parsed)
        return spider

    def robots_parsed(self, robotparser: Any) -> None:
        self.sitemaps += [str(url) for url in robotparser.rp.sitemaps]

    async def start(self) -> AsyncIterator[Any]:
        while (asked := await self._wanted.get()) is not None:
            try:
                request = request_for(
                    asked.url,
                    callback=self._answered,
                    errback=self._failed,
                    cb_kwargs={"asked": asked.url},
                    headers=conditions(asked.known),
                    meta={ANY_KIND: True} if asked.any_kind else {},
                )
            except ValueError as error:  # what engines call an address; raised from here it would end the browser
                refused = Response(asked.url, asked.url, 0, error=f"cannot be asked for: {error}")
                self._answers.put_nowait(Answer(refused, 0))
            else:
                yield request

    def _answered(self, response: scrapy.http.Response, asked: str) -> None:
        answer = to_response(response, asked)
        assert response.request is not None
        self._answers.put_nowait(Answer(answer, cost_of(response.request, answer)))

    def _failed(self, failure: Failure) -> None:
        request = failure.request  # type: ignore[attr-defined]
        answer = from_failure(failure, request.cb_kwargs["asked"], request.url, self._job)
        self._answers.put_nowait(Answer(answer, cost_of(request, answer)))


class LastingBrowser:
    """Gets pages with the manners of the job until it is closed."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._wanted: asyncio.Queue[Asked | None] = asyncio.Queue()
        self._answers: asyncio.Queue[Answer] = asyncio.Queue()
        self._crawler: Crawler | None = None
        self._crawl: asyncio.Future[None] | None = None  # begun with the first page

    def fetch(self, asked: Asked) -> Answer:
        """The answer to one question; one that says 304 has no body."""
        self._wanted.put_nowait(asked)
        return run(self._next())

    def fetch_each(self, urls: Sequence[str]) -> Iterator[Response]:
        """The answers as they come; `requested` tells to which URL. Nothing is received while the caller is busy."""
        missing = dict.fromkeys(urls)
        for url in missing:
            self._wanted.put_nowait(Asked(url))
        for _ in missing:
            yield run(self._next()).response

    @property
    def sitemaps(self) -> list[str]:
        """What the robots.txt files that were read so far name."""
        spider = self._crawler.spider if self._crawler is not None else None
        return list(dict.fromkeys(getattr(spider, "sitemaps", ())))

    async def _next(self) -> Answer:
        if self._crawl is None:
            self._crawler = Crawler(_Waits, settings(self._job))
            self._crawl = asyncio.ensure_future(self._crawler.crawl_async(self._job, self._wanted, self._answers))
        answer = asyncio.ensure_future(self._answers.get())
        either: set[asyncio.Future[Any]] = {answer, self._crawl}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            answer.cancel()
            self._crawl.result()  # raises what ended it
            raise RuntimeError("the browser has ended by itself")
        return answer.result()

    def __enter__(self) -> LastingBrowser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """After an interruption nobody waits for pages in flight."""
        if self._crawl is not None and kind is None:
            self._wanted.put_nowait(None)
            run(self._ended(self._crawl))

    @staticmethod
    async def _ended(crawl: asyncio.Future[None]) -> None:
        await crawl
