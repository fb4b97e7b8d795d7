"""Where we ask more of Scrapy than it does by itself: Retry-After, Crawl-delay, cheap meta refresh, only HTML, hosts at
addresses of the user's choice."""

from __future__ import annotations

import asyncio
import email.utils
import time
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response
from scrapy.http.headers import Headers
from scrapy.utils.httpobj import urlparse_cached

from hubwalk.browsing.host_rules import HostRules
from hubwalk.pages.urls import host_of

LONGEST_WAIT = 120.0  # seconds; a site that asks for more gets its page reported as failed instead
_WORTH_STOPPING = 64 * 1024  # bytes: below it, reading on is cheaper than a new connection
_HTML = (b"text/html", b"application/xhtml+xml")
NOT_SECURE = "no secure connection to"  # what begins like this nobody answered, see http.py
RESOLVE = "HUBWALK_RESOLVE"  # setting: the job's rules
_BY_RULE = "hubwalk_by_rule"  # in the meta of requests that a rule sends elsewhere
ANY_KIND = "hubwalk_any_kind"  # in the meta of requests that may be answered by something else: scripts of a page, say


class PoliteRetry(RetryMiddleware):
    """Scrapy's retries, after the pause that the server asked for (RFC 9110, section 10.2.3)."""

    async def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        again = super().process_response(request, response)
        if isinstance(again, Request) and response.status in {429, 503}:
            seconds = retry_after(_header(response.headers, "Retry-After"), time.time())
            if seconds > LONGEST_WAIT:
                return response
            await pause(self.crawler, seconds)
        return again

    def process_exception(  # type: ignore[override]
        self, request: Request, exception: Exception
    ) -> Request | Response | None:
        if request.meta.get("dont_obey_robotstxt"):  # robots.txt itself: the page behind it will be tried again anyway
            return None
        return super().process_exception(request, exception)


class PoliteThrottle(AutoThrottle):
    """AutoThrottle that does not go below the Crawl-delay which a site's robots.txt asks for."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._least: dict[str, float] = {}  # seconds by host
        if crawler.settings.getbool("ROBOTSTXT_OBEY") and hasattr(signals, "robots_parsed"):
            crawler.signals.connect(self._robots_parsed, signal=signals.robots_parsed)

    def _robots_parsed(self, robotparser: Any, request: Request) -> None:
        delay = robotparser.rp.crawl_delay(self.crawler.settings["USER_AGENT"])
        if delay:
            self._least[host_of(request.url)] = min(float(delay), self._max_delay())

    def _adjust_delay(self, slot: Any, latency: float, response: Response) -> None:
        super()._adjust_delay(slot, latency, response)
        slot.delay = max(slot.delay, self._least.get(host_of(response.url), 0.0))


class QuickMetaRefresh(MetaRefreshMiddleware):
    """Scrapy's meta refresh, without decoding every page to look for one."""

    def process_response(  # type: ignore[override]
        self, request: Request, response: Response
    ) -> Request | Response:
        if b"http-equiv" not in response.body[:4096].lower():
            return response
        return super().process_response(request, response)


class ByHostRules:
    """Sends requests for hosts that a rule names to the address of that rule, robots.txt and redirects included.

    As to a proxy, with the whole URL in the request line, which every server has to understand (RFC 9112, section
    3.2.2): the URL stays what it is, for logs and for the delay of its host, and all hosts of one address share their
    connections. A tunnel for https is more than such a server can be expected to dig.
    """

    def __init__(self, rules: HostRules) -> None:
        self._rules = rules

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ByHostRules:
        return cls(HostRules(crawler.settings.getlist(RESOLVE)))

    def process_request(self, request: Request) -> None:
        asked = urlparse_cached(request)
        address = self._rules.address_of(asked.hostname or "") if asked.scheme in ("http", "https") else ""
        if address and asked.scheme == "https":
            raise IgnoreRequest(f"{NOT_SECURE} {asked.hostname}: --resolve is for http alone")
        if address:
            request.meta["proxy"] = f"http://{address}"
            request.meta[_BY_RULE] = True
        elif request.meta.pop(_BY_RULE, False):  # a redirect to another host took it along
            request.meta.pop("proxy", None)


class OnlyHtml:
    """Ends the download of what is not HTML as soon as its headers are there."""

    def __init__(self, crawler: Crawler) -> None:
        crawler.signals.connect(self.headers_received, signal=signals.headers_received)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> OnlyHtml:
        return cls(crawler)

    def headers_received(self, headers: Headers, body_length: int, request: Request) -> None:
        kind = (headers.get("Content-Type") or b"").partition(b";")[0].strip().lower()
        small = isinstance(body_length, int) and body_length < _WORTH_STOPPING
        exempt = request.meta.get("dont_obey_robotstxt") or request.meta.get(ANY_KIND)
        if kind and kind not in _HTML and not small and not exempt:
            raise StopDownload(fail=False)


async def pause(crawler: Crawler, seconds: float) -> None:
    """Wait, unless the crawl is told to end meanwhile."""
    stopping = getattr(crawler.spider, "stopping", None)
    if isinstance(stopping, asyncio.Event):
        try:
            await asyncio.wait_for(stopping.wait(), seconds)
        except TimeoutError:
            return
    else:
        await asyncio.sleep(seconds)


def retry_after(value: str, now: float) -> float:
    """Seconds to wait for a Retry-After header, which is a number or a date; 0 for nonsense."""
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, OverflowError):
        return 0.0


def _header(headers: Headers, name: str) -> str:
    return (headers.get(name) or b"").decode("latin-1")
