"""The web over HTTP by Scrapy: its settings for a polite crawl, and its answers as our values."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import scrapy
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.settings import Settings, default_settings
from twisted.python.failure import Failure

from hubwalk.browsing.engine_loop import run
from hubwalk.browsing.middlewares import NOT_SECURE, RESOLVE
from hubwalk.config import Job
from hubwalk.pages.urls import host_of
from hubwalk.values import Response

FORBIDDEN = "robots.txt forbids"
_OURS = "hubwalk.browsing.middlewares"
_RECENT = "hubwalk.browsing.recent"
_SHORT = "hubwalk.browsing.connections.ShortConnections"
# A redirect or a link never leads into our own files, nor to what is no web page anyhow.
_HANDLERS = {"http": _SHORT, "https": _SHORT, "file": None, "ftp": None, "s3": None}
_THEIRS = "scrapy.downloadermiddlewares"
_ACCEPT = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1", "Accept-Language": "en,*;q=0.5"}

# Names of the exceptions of Scrapy and of Twisted below it; which of the two arrives depends on Scrapy's version.
_NO_HOST = {"CannotResolveHostError", "DNSLookupError"}
_REFUSED = {"DownloadConnectionRefusedError", "ConnectionRefusedError"}
_TIMEOUT = {"DownloadTimeoutError", "TimeoutError", "TCPTimedOutError", "UserTimeoutError"}
_BROKE_OFF = {"ResponseDataLossError", "DownloadFailedError", "ResponseFailed", "ConnectionLost", "ConnectionDone"}
_NOBODY = ("no such host", "connection refused", "time-out", NOT_SECURE, "the connection broke off")


def settings(job: Job, **more: Any) -> Settings:
    """Scrapy's settings for a job. Its stats, feeds and consoles are off: the crawl log is our only record."""
    polite = job.delay > 0
    return Settings(
        {
            "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
            "USER_AGENT": job.user_agent,
            "ROBOTSTXT_OBEY": job.obey_robots,
            "DEFAULT_REQUEST_HEADERS": _ACCEPT,
            "CONCURRENT_REQUESTS": 2 * job.jobs * job.in_flight + 16,  # pages and robots.txt of all active sites
            "CONCURRENT_REQUESTS_PER_DOMAIN": job.in_flight,
            "DOWNLOAD_DELAY": job.delay,
            "DOWNLOAD_SLOTS": {"": {"delay": 0.0}},  # no host: pages that are in hand, see drivers/engine.py
            "AUTOTHROTTLE_ENABLED": polite,
            "AUTOTHROTTLE_START_DELAY": job.delay,
            "AUTOTHROTTLE_TARGET_CONCURRENCY": float(job.in_flight),
            "DOWNLOAD_HANDLERS": _HANDLERS,
            "DOWNLOAD_TIMEOUT": job.timeout,
            "DOWNLOAD_MAXSIZE": job.max_size,
            "DOWNLOAD_WARNSIZE": 0,
            "RETRY_TIMES": job.retries,
            "REDIRECT_MAX_TIMES": 10,
            "SCRAPER_SLOT_MAX_ACTIVE_SIZE": max(20_000_000, 4 * job.max_size),
            "CONCURRENT_ITEMS": 1,  # Scrapy starts so many tasks for every answer, though ours carry no items
            "DOWNLOADER_STATS": False,
            "STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector",
            "TELNETCONSOLE_ENABLED": False,
            "EXTENSIONS": {
                **dict.fromkeys(default_settings.EXTENSIONS_BASE),
                f"{_OURS}.OnlyHtml": 0,
                f"{_OURS}.PoliteThrottle": 0,
            },
            # No middleware looks at what our callbacks return: they return nothing.
            "SPIDER_MIDDLEWARES": dict.fromkeys(default_settings.SPIDER_MIDDLEWARES_BASE),
            "DOWNLOADER_MIDDLEWARES": {
                f"{_THEIRS}.offsite.OffsiteMiddleware": None,
                f"{_THEIRS}.stats.DownloaderStats": None,
                f"{_THEIRS}.retry.RetryMiddleware": None,
                f"{_OURS}.PoliteRetry": 550,
                f"{_THEIRS}.robotstxt.RobotsTxtMiddleware": None,
                f"{_RECENT}.RecentRobots": 100,
                f"{_THEIRS}.cookies.CookiesMiddleware": None,
                f"{_RECENT}.RecentCookies": 700,
                f"{_THEIRS}.redirect.MetaRefreshMiddleware": None,
                f"{_OURS}.QuickMetaRefresh": 580,
                # Before robots.txt is asked for, and before Scrapy looks for proxies in the environment.
                f"{_OURS}.ByHostRules": 90 if job.resolve else None,
            },
            RESOLVE: list(job.resolve),
            **more,
        }
    )


def request_for(url: str, **options: Any) -> scrapy.Request:
    """A request for a canonical URL. It goes out as it is spelled, and hosts wait for each other with their ports."""
    meta = {"verbatim_url": True, "download_slot": host_of(url), **options.pop("meta", {})}
    return scrapy.Request(url, meta=meta, dont_filter=True, **options)


def to_response(answer: scrapy.http.Response, requested: str) -> Response:
    """Scrapy's response as a value."""
    headers = tuple(
        (name.decode("latin-1"), value.decode("latin-1")) for name, values in answer.headers.items() for value in values
    )
    return Response(requested, answer.url, answer.status, answer.body, headers)


def from_failure(failure: Failure, requested: str, url: str, job: Job) -> Response:
    """What went wrong, as an answer with status 0 and a reason for a person."""
    return Response(requested, url, 0, error=_why(failure.value or Exception(), url, job))


def unreachable(response: Response) -> bool:
    """True if nobody answered at all, so that other pages of the host are not worth a try."""
    return response.status == 0 and response.error.startswith(_NOBODY)


def cost_of(request: scrapy.Request, response: Response) -> int:
    """Requests that the site had to bear: retries count, redirects do not; what robots.txt forbids was never sent."""
    meta = request.meta
    if response.error == FORBIDDEN and not meta.get("redirect_times"):
        return 0
    return 1 + int(meta.get("retry_times", 0))


def _why(error: BaseException, url: str, job: Job) -> str:
    name, text = type(error).__name__, " ".join(str(error).split())
    if isinstance(error, IgnoreRequest):
        if "robots.txt" in text:
            return FORBIDDEN
        if text.startswith(NOT_SECURE):
            return text
        if "max redirections" in text:
            return "too many redirects"
        if "MAXSIZE" in text:
            return f"larger than {job.max_size} bytes"
    if "max size" in text or name in {"DownloadCancelledError", "CancelledError"}:
        return f"larger than {job.max_size} bytes"
    if name in _TIMEOUT:
        return f"time-out after {job.timeout:g} s"
    if name in _NO_HOST:
        return f"no such host: {host_of(url)}"
    if name in _REFUSED:
        return f"connection refused by {host_of(url)}"
    if "SSL" in text or "certificate" in text:
        return f"{NOT_SECURE} {host_of(url)}; is it https?"
    if name in _BROKE_OFF:
        return "the connection broke off"
    if isinstance(error, ValueError) and "URL" in text:
        return f"it leads to an address that is none: {text}"[:200]
    return f"{name}: {text}"[:200] if text else name


class _Fetches(scrapy.Spider):
    """Gets a list of URLs, without following anything."""

    name = "hubwalk-fetch"

    def __init__(self, urls: Sequence[str], job: Job, answers: dict[str, Response], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._urls, self._job, self._answers = urls, job, answers

    async def start(self) -> AsyncIterator[Any]:
        for url in self._urls:
            yield request_for(url, callback=self._answered, errback=self._failed, cb_kwargs={"asked": url})

    def _answered(self, response: scrapy.http.Response, asked: str) -> None:
        self._answers[asked] = to_response(response, asked)

    def _failed(self, failure: Failure) -> None:
        request = failure.request  # type: ignore[attr-defined]
        asked = request.cb_kwargs["asked"]
        self._answers[asked] = from_failure(failure, asked, request.url, self._job)


class HttpBrowser:
    """Gets single pages, with the manners of the job: the port `Browser` over HTTP."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def fetch(self, url: str) -> Response:
        return self.fetch_all([url])[0]

    def fetch_all(self, urls: Sequence[str]) -> list[Response]:
        """The answers in the order of the URLs; a URL given twice is fetched once."""
        return run(self._fetch_all(urls))

    async def _fetch_all(self, urls: Sequence[str]) -> list[Response]:
        answers: dict[str, Response] = {}
        await Crawler(_Fetches, settings(self._job)).crawl_async(list(dict.fromkeys(urls)), self._job, answers)
        return [answers.get(url, Response(url, url, 0, error="no answer")) for url in urls]
