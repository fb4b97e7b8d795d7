"""Cookies and robots.txt of the hosts that were asked lately.

Scrapy keeps those of every host as long as it runs. A crawl for sites meets tens of thousands of hosts and comes back
to hardly any: of each it would keep some kilobytes of rules, which is more than it knows of the sites themselves. A
host that is met again after so many others is asked for its robots.txt again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.http import Response
from scrapy.http.cookies import CookieJar
from scrapy.settings import BaseSettings

LEAST = 1000  # hosts; their rules take some tens of megabytes
_NOTHING = b"User-agent: *\nDisallow: /"
_PER_REQUEST = 4  # hosts for each request that may be in flight: whoever is, is recent

K = TypeVar("K")
V = TypeVar("V")


class Recent(OrderedDict[K, V], Generic[K, V]):
    """At most so many entries: the one that was not asked for longest goes first. `make` makes what is missing."""

    def __init__(self, most: int, make: Callable[[], V] | None = None) -> None:
        super().__init__()
        self._most, self._make = most, make

    def __getitem__(self, key: K) -> V:
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)

    def __missing__(self, key: K) -> V:
        if self._make is None:
            raise KeyError(key)
        self[key] = made = self._make()
        return made


class RecentCookies(CookiesMiddleware):
    """Cookies of the sites that were asked lately."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RecentCookies:
        made: RecentCookies = super().from_crawler(crawler)
        made.jars = Recent(_most(crawler.settings), CookieJar)  # type: ignore[assignment]  # works as theirs
        return made


class RecentRobots(RobotsTxtMiddleware):
    """Rules of the hosts that were asked lately."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._parsers = Recent(_most(crawler.settings))

    def _parse_robots(self, response: Response, *more: Any) -> Any:
        """Rules that a server has but cannot tell now forbid everything (RFC 9309, section 2.3.1.4). Without a word
        there, as with 404, everything is allowed."""
        if response.status >= 500:
            response = response.replace(body=_NOTHING)
        return super()._parse_robots(response, *more)


def _most(settings: BaseSettings) -> int:
    return max(LEAST, _PER_REQUEST * settings.getint("CONCURRENT_REQUESTS"))
