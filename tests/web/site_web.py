"""A small web of sites on virtual hosts of one loopback port: sailing clubs, gardens, and hosts where nobody answers.

Clubs link to clubs and a garden, gardens to gardens and a club; `directory.test` lists some of both. Which request came
for which host is counted; pytest_plugins = ["site_web_fixtures"] has it as a fixture.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoAnswer, html_answer
from hubwalk.demo.virtual_hosts import VirtualHosts

CLUBS = 12
GARDENS = 16
PAGES = 5
_SAILING = "sail mast harbour regatta keel skipper crew tide anchor wind jib spinnaker rudder hull dinghy yacht".split()  # noqa: SIM905
_GARDEN = "rose soil seed compost tulip hedge lawn spade mulch bloom orchard prune herb shrub fern bulb".split()  # noqa: SIM905
_COMMON = "the of and members news year open welcome visit place time day first group".split()  # noqa: SIM905
DEAD = "http://dead.test/"


def club(number: int) -> str:
    """The home page of a club."""
    return f"http://club{number}.test/"


def garden(number: int) -> str:
    return f"http://garden{number}.test/"


class SiteWeb:
    """The web, while it is served."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()  # http://host/path -> requests, robots.txt too
        self.resolve = ""

    @property
    def pages(self) -> Counter[str]:
        """The same without robots.txt and hosts where nobody answers."""
        named = {url: count for url, count in self.asked.items() if not url.endswith("/robots.txt")}
        return Counter({url: count for url, count in named.items() if not url.startswith(DEAD)})

    @property
    def options(self) -> tuple[object, ...]:
        """How a command reaches it."""
        return ("--resolve", self.resolve, "--delay", 0, "--retries", 0)

    def respond(self, host: str, path: str) -> DemoAnswer:
        self.asked[f"http://{host}{path}"] += 1
        name = host.removesuffix(".test")
        kind = name.rstrip("0123456789")
        digits = name[len(kind) :]
        if host == "directory.test":
            return _directory(path)
        if kind == "club" and digits and int(digits) < CLUBS:
            return _page(host, path, int(digits), _SAILING, _links_of_club(int(digits)))
        if kind == "garden" and digits and int(digits) < GARDENS:
            return _page(host, path, int(digits), _GARDEN, _links_of_garden(int(digits)))
        return DemoAnswer(0)


@contextmanager
def serving() -> Iterator[SiteWeb]:
    web = SiteWeb()
    with serve_in_thread([VirtualHosts("web", web.respond)]) as urls:
        web.resolve = f"*.test={urls['web'].partition('://')[2].rstrip('/')}"
        yield web


def _links_of_club(number: int) -> list[str]:
    near = [club((number * 3 + step) % CLUBS) for step in (1, 2)]
    return [*near, club((number + 1) % CLUBS), garden(number % GARDENS), DEAD]


def _links_of_garden(number: int) -> list[str]:
    near = [garden((number * 5 + step) % GARDENS) for step in (1, 2, 3)]
    return [*near, club(number % CLUBS)]


def _page(host: str, path: str, number: int, words: list[str], links: list[str]) -> DemoAnswer:
    place = path.strip("/") or "0"
    if path == "/robots.txt" or not place.isdigit() or int(place) >= PAGES:
        return html_answer("<p>not here</p>", status=404)
    rng = random.Random(f"{host}{path}")
    text = " ".join(rng.choices(words, k=60) + rng.choices(_COMMON, k=40))
    own = "".join(f'<a href="/{page}">page {page}</a> ' for page in range(1, PAGES))
    others = "".join(f'<a href="{link}">friends</a> ' for link in links) if place in "01" else ""
    body = f"<h1>{words[number % len(words)]} {number}</h1><p>{text}</p>{own}{others}"
    return html_answer(f"<!doctype html><html lang=en><title>{host} {place}</title><body>{body}</body></html>")


def _directory(path: str) -> DemoAnswer:
    """A branch for clubs with a sub-branch, and one for gardens."""
    branches = {
        "/": ["/Sport/", "/Home/"],
        "/Sport/": ["/Sport/Sailing/"],
        "/Sport/Sailing/": [club(n) for n in range(6)] + [garden(n) for n in range(4)] + [DEAD],
        "/Home/": [garden(n) for n in range(8)],
    }
    if path not in branches:
        return html_answer("<p>not here</p>", status=404)
    items = "".join(f'<li><a href="{link}">{link.strip("/")}</a></li>' for link in branches[path])
    return html_answer(f"<!doctype html><title>Directory {path}</title><body><h1>{path}</h1><ul>{items}</ul></body>")
