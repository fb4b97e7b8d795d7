"""The web of web sites: a request in, an answer out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from hubwalk.demo.chance import Dice
from hubwalk.demo.site import DemoAnswer, html_answer, redirect
from hubwalk.demo.websites.census import AllSites, Census
from hubwalk.demo.websites.directory import HOST as DIRECTORY
from hubwalk.demo.websites.directory import Directory
from hubwalk.demo.websites.encyclopedia import HOST as ENCYCLOPEDIA
from hubwalk.demo.websites.encyclopedia import Encyclopedia
from hubwalk.demo.websites.listed import listed_numbers
from hubwalk.demo.websites.outlinks import Outlinks
from hubwalk.demo.websites.pages import calendar, page
from hubwalk.demo.websites.plan import CALENDAR, GONE, Plan
from hubwalk.demo.websites.rates import MOST_EXAMPLES, OTHER, TABLE_1, TOPICS
from hubwalk.demo.websites.values import WebSite
from hubwalk.errors import UsageError, unknown_name

LEAST = 100  # with fewer some kinds of site would be missing
MOST = 1_000_000
_LARGEST = 20  # times as many pages: larger sites would no longer be made in a millisecond a page
_ROBOTS = DemoAnswer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /private/\n")
_PICTURE = DemoAnswer(200, (("Content-Type", "image/gif"),), b"GIF89a")
NOBODY = DemoAnswer(0)  # there is no such host: a server hangs up, a browser says so


class WebOfSites:
    """A pure function of its size and seed; nothing but its rules is kept."""

    name = "websites"

    def __init__(self, count: int, seed: int = 0, size: int = 1) -> None:
        self.count = count
        self.seed = seed
        self.census = Census(count, seed, size)
        self.plan_of = lru_cache(maxsize=256)(self._plan_of)
        self._outlinks = Outlinks(self.census, self.plan_of)
        self.directory = Directory(self.census)
        self.encyclopedia = Encyclopedia(self.census)
        self._besides = {DIRECTORY: self.directory.respond, ENCYCLOPEDIA: self.encyclopedia.respond}

    # -- the truth ----------------------------------------------------------------------------------------------------

    def sites(self) -> Sequence[WebSite]:
        return AllSites(self.census, range(self.count))

    def site_of(self, host: str) -> WebSite | None:
        """The site of a host, with www. or without; None if there is none, or none any more."""
        number = self.census.number_of(host)
        return self.census.site(number) if 0 <= number < self.count else None

    def is_dead(self, host: str) -> bool:
        """True for a host that sites link to though it is gone."""
        return self.census.number_of(host) >= self.count

    def is_dead_link(self, url: str) -> bool:
        """True for a link that leads nowhere by intent: to a host that is gone, or to a page that is."""
        parts = urlsplit(url)
        return self.is_dead(parts.hostname or "") or parts.path.startswith(GONE)

    def topic_of(self, host: str) -> str:
        site = self.site_of(host)
        return site.topic if site else ""

    def topic_of_user(self, url: str) -> str:
        """The topic of a site where people's pages under /~name/ are sites of their own."""
        parts = urlsplit(url)
        site = self.site_of(parts.hostname or "")
        if site is None or not parts.path.startswith("/~"):
            return site.topic if site else ""
        slot = self.plan_of(site.number).at("/" + parts.path.split("/")[1] + "/")
        return (slot.subject if slot.subject in TOPICS else OTHER) if slot else ""

    def of_topic(self, topic: str) -> Sequence[WebSite]:
        """All sites of a topic, or all others."""
        known_topic(topic)
        size = self.census.topic_size(topic)
        return AllSites(self.census, [self.census.of_topic(topic, rank) for rank in range(size)])

    def homes(self, topic: str) -> Iterator[str]:
        """Where the sites of a topic begin."""
        return (site.home for site in self.of_topic(topic))

    def training(self, topic: str) -> Sequence[WebSite]:
        """Example sites, all from the directory as in the paper; always the same ones."""
        known_topic(topic)
        listed = listed_numbers(self.census, topic)
        most = max(2, self.census.topic_size(topic) * MOST_EXAMPLES // 100)
        chosen = Dice("training", self.seed, topic).some(listed, min(TABLE_1[topic], most))
        return AllSites(self.census, chosen)

    # -- the pages ----------------------------------------------------------------------------------------------------

    def respond(self, host: str, path_and_query: str) -> DemoAnswer:
        """The answer to a GET; status 0 where there is no such host. Same call, same answer."""
        host = host.partition(":")[0].lower()
        if host in self._besides:
            return _ROBOTS if path_and_query == "/robots.txt" else self._besides[host](path_and_query)
        site = self.site_of(host)
        if site is None:
            return NOBODY
        if site.host != host:
            return redirect(f"http://{site.host}{path_and_query}", 301)
        return self._page(site, path_and_query.partition("#")[0])

    def _page(self, site: WebSite, asked: str) -> DemoAnswer:
        plan = self.plan_of(site.number)
        path, _, query = asked.partition("?")
        slot = plan.at(asked) or plan.at(path)
        if slot is not None:
            return html_answer(page(plan, slot, self._outlinks))
        if path == CALENDAR and site.trap:
            return html_answer(calendar(plan, query))
        if path == "/robots.txt":
            return _ROBOTS
        if path == "/logo.gif":
            return _PICTURE
        if plan.at(path + "/") is not None:
            return redirect(path + "/", 301)
        return html_answer("<html><title>404</title><h1>Not found</h1></html>", status=404)

    def _plan_of(self, number: int) -> Plan:
        return Plan(self.census.site(number), self.seed)


def known_topic(topic: str) -> None:
    """UsageError for a topic that nobody knows."""
    if topic not in (*TOPICS, OTHER):
        raise unknown_name("topic", topic, (*TOPICS, OTHER))


def make_web(count: int, seed: int = 0, size: int = 1) -> WebOfSites:
    """A web of so many sites, each `size` times as large as is usual here."""
    if not LEAST <= count <= MOST:
        raise UsageError(f"a web of {count} sites: expected {LEAST} to {MOST}")
    if not 1 <= size <= _LARGEST:
        raise UsageError(f"sites {size} times as large: expected 1 to {_LARGEST}")
    return WebOfSites(count, seed, size)
