"""A browser that stays open between two lists of pages, so that it keeps its manners.

A search fetches a few pages after each query, often of the same hosts. With a new Scrapy crawler each time, robots.txt
would be asked for each time and the pause between two requests to a host forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from types import TracebackType
from typing import Any

import scrapy
from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from hubwalk.browsing.engine_loop import run
from hubwalk.browsing.http import from_failure, request_for, settings, to_response
from hubwalk.config import Job
from hubwalk.values import Response


class _Waits(scrapy.Spider):
    """Gets what it is told to, until it is told None."""

    name = "hubwalk-fetch"

    def __init__(self, job: Job, wanted: asyncio.Queue[str | None], answers: asyncio.Queue[Response]) -> None:
        super().__init__()
        self._job, self._wanted, self._answers = job, wanted, answers

    async def start(self) -> AsyncIterator[Any]:
        while (url := await self._wanted.get()) is not None:
            try:
                request = request_for(url, callback=self._answered, errback=self._failed, cb_kwargs={"asked": url})
            except ValueError as error:  # what engines call an address; raised from here it would end the browser
                self._answers.put_nowait(Response(url, url, 0, error=f"cannot be asked for: {error}"))
            else:
                yield request

    def _answered(self, response: scrapy.http.Response, asked: str) -> None:
        self._answers.put_nowait(to_response(response, asked))

    def _failed(self, failure: Failure) -> None:
        request = failure.request  # type: ignore[attr-defined]
        asked = request.cb_kwargs["asked"]
        self._answers.put_nowait(from_failure(failure, asked, request.url, self._job))


class LastingBrowser:
    """Gets pages with the manners of the job until it is closed."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._wanted: asyncio.Queue[str | None] = asyncio.Queue()
        self._answers: asyncio.Queue[Response] = asyncio.Queue()
        self._crawl: asyncio.Future[None] | None = None  # begun with the first page

    def fetch_each(self, urls: Sequence[str]) -> Iterator[Response]:
        """The answers as they come; `requested` tells to which URL. Nothing is received while the caller is busy."""
        missing = dict.fromkeys(urls)
        for url in missing:
            self._wanted.put_nowait(url)
        for _ in missing:
            yield run(self._next())

    async def _next(self) -> Response:
        if self._crawl is None:
            crawler = Crawler(_Waits, settings(self._job))
            self._crawl = asyncio.ensure_future(crawler.crawl_async(self._job, self._wanted, self._answers))
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
