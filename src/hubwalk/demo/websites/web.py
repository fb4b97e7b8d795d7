"""The web of web sites: a request in, an answer out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hubwalk.demo.chance import Dice
from hubwalk.demo.site import DemoAnswer, html_answer, redirect
from hubwalk.demo.websites.census import AllSites, Census
from hubwalk.demo.websites.listed import listed_numbers
from hubwalk.demo.websites.rates import MOST_EXAMPLES, OTHER, TABLE_1, TOPICS
from hubwalk.demo.websites.values import WebSite
from hubwalk.errors import UsageError, unknown_name

LEAST = 100  # with fewer some kinds of site would be missing
MOST = 1_000_000
NOBODY = DemoAnswer(0)  # there is no such host: a server hangs up, a browser says so


class WebOfSites:
    """A pure function of its size and seed; nothing but its rules is kept."""

    name = "websites"

    def __init__(self, count: int, seed: int = 0) -> None:
        self.count = count
        self.seed = seed
        self.census = Census(count, seed)

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

    def topic_of(self, host: str) -> str:
        site = self.site_of(host)
        return site.topic if site else ""

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
        site = self.site_of(host)
        if site is None:
            return NOBODY
        if site.host != host:
            return redirect(f"http://{site.host}{path_and_query}", 301)
        return html_answer(f"<title>{site.host}</title><p>{site.subject} {site.kind}</p>")


def known_topic(topic: str) -> None:
    """UsageError for a topic that nobody knows."""
    if topic not in (*TOPICS, OTHER):
        raise unknown_name("topic", topic, (*TOPICS, OTHER))


def make_web(count: int, seed: int = 0) -> WebOfSites:
    """A web of so many sites."""
    if not LEAST <= count <= MOST:
        raise UsageError(f"a web of {count} sites: expected {LEAST} to {MOST}, as in --websites 500")
    return WebOfSites(count, seed)
