"""The port `Browser` with a real one: pages are fetched by Scrapy, and then a browser looks at them (looker.py)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any

import scrapy
from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from hubwalk.browsing.engine_loop import run
from hubwalk.browsing.http import from_failure, request_for, settings, to_response
from hubwalk.browsing.installed import BrowserChoice
from hubwalk.browsing.looker import Looker, LookOptions, options_for
from hubwalk.browsing.sub_requests import fetch_with
from hubwalk.browsing.traffic import Fetch, Wanted
from hubwalk.config import Job
from hubwalk.values import Response, Site

__all__ = ["HeadlessBrowser", "LookOptions", "Looker", "Wanted", "fetch_with", "options_for"]


class _Looks(scrapy.Spider):
    """Gets a list of URLs, and hands each answer on before it is done with it."""

    name = "hubwalk-look"

    def __init__(
        self,
        urls: Sequence[str],
        job: Job,
        answers: dict[str, Response],
        look: Callable[[Response, Crawler], Awaitable[Response]],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._urls, self._job, self._answers, self._look = urls, job, answers, look

    async def start(self) -> AsyncIterator[Any]:
        for url in self._urls:
            yield request_for(
                url,
                callback=self._answered,
                errback=self._failed,
                cb_kwargs={"asked": url},
                meta={"cookiejar": url},
            )

    async def _answered(self, response: scrapy.http.Response, asked: str) -> None:
        answer = to_response(response, asked)
        self._answers[asked] = answer  # if looking fails, this is it
        self._answers[asked] = await self._look(answer, self.crawler)

    def _failed(self, failure: Failure) -> None:
        request = failure.request  # type: ignore[attr-defined]
        asked = request.cb_kwargs["asked"]
        self._answers[asked] = from_failure(failure, asked, request.url, self._job)


class HeadlessBrowser:
    """Gets single pages as a browser shows them, with the manners of the job: the port `Browser`. Close it, or use it
    in a `with` statement; what is forgotten ends with the process."""

    def __init__(self, job: Job, options: LookOptions | None = None, choice: BrowserChoice | None = None) -> None:
        """UsageError if there is no browser."""
        self._job = job
        self._fetch: Fetch | None = None  # of the crawl that runs now
        self._broken: Exception | None = None
        self._looker = Looker(self._sub_request, options or options_for(job), choice)

    def fetch(self, url: str) -> Response:
        return self.fetch_all([url])[0]

    def fetch_all(self, urls: Sequence[str]) -> list[Response]:
        """The answers in the order of the URLs; a URL given twice is fetched once."""
        return run(self._fetch_all(urls))

    def close(self) -> None:
        """End the browser."""
        run(self._looker.close())

    def __enter__(self) -> HeadlessBrowser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """After an interruption nobody waits."""
        if kind is None or issubclass(kind, Exception):
            self.close()
        else:
            self._looker.kill()

    async def _fetch_all(self, urls: Sequence[str]) -> list[Response]:
        answers: dict[str, Response] = {}
        crawler = Crawler(_Looks, settings(self._job))
        await crawler.crawl_async(list(dict.fromkeys(urls)), self._job, answers, self._look)
        if self._broken is not None:
            broken, self._broken = self._broken, None
            raise broken
        return [answers.get(url, Response(url, url, 0, error="no answer")) for url in urls]

    async def _look(self, answer: Response, crawler: Crawler) -> Response:
        self._fetch = fetch_with(crawler, self._job)
        try:
            # Cookies of the page itself are those of its requests.
            return await self._looker.look(answer, site=Site(answer.requested))
        except Exception as error:  # the browser cannot be started: Scrapy would only log it
            self._broken = error
            return answer

    async def _sub_request(self, wanted: Wanted) -> Response:
        assert self._fetch is not None
        return await self._fetch(wanted)
