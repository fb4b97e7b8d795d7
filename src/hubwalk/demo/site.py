"""What a demo site is: a pure function from URL to answer, with known targets."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar
from urllib.parse import parse_qsl, unquote
from zlib import crc32

from hubwalk.demo.chance import Scramble
from hubwalk.errors import UsageError

MIN_SIZE = 100  # with fewer pages some sections would be empty
HTML = ("Content-Type", "text/html; charset=utf-8")
NEVER = math.inf  # a delay: the server hears the request and says nothing


@dataclass(frozen=True, slots=True)
class DemoAnswer:
    """What a site says to a request; the server only carries it."""

    status: int  # 0: nobody is there; the server hangs up without a word
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    delay: float = 0.0  # seconds that the server waits before it answers
    failures: int = 0  # so many requests get a 503 first; the server counts them, so that the site stays pure
    drop: bytes = b""  # sent again and again after the body, until somebody hangs up: an answer without end
    pause: float = 0.0  # seconds before each drop

    def header(self, name: str) -> str:
        """The first header of that name, in any case; "" if there is none."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


@dataclass(frozen=True, slots=True)
class Visit:
    """A request as the handlers see it: the session is taken out of path and query."""

    url: str  # path and query as they were asked for
    path: str
    query: Mapping[str, str]
    session: str  # from ?sid= or ;jsessionid=; "" if there is none


@dataclass(frozen=True, slots=True)
class Way:
    """How a visitor gets to a target."""

    technique: str = "links"  # links of plain HTML lead there; other words are techniques of scripts
    hub: str = ""  # path of the page that shows the way; "" where any of several does


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered set of real pages, as opposed to those that a trap makes up on demand."""

    name: str
    count: int
    path: Callable[[int], str]


Handler = Callable[[Visit, str], DemoAnswer | None]  # gets the rest of the path; None: there is no such page


def read_visit(path_and_query: str) -> Visit:
    """Take a request line's target apart."""
    path, _, query = path_and_query.partition("#")[0].partition("?")
    path, _, matrix = path.partition(";jsessionid=")
    pairs = dict(parse_qsl(query, keep_blank_values=True)) if query else {}
    session = pairs.pop("sid", "") or matrix
    return Visit(path_and_query, unquote(path) or "/", pairs, session)


def html_answer(html: str, *, status: int = 200, delay: float = 0.0, failures: int = 0) -> DemoAnswer:
    return DemoAnswer(status, (HTML,), html.encode(), delay, failures)


def redirect(where: str, status: int = 302) -> DemoAnswer:
    return DemoAnswer(status, (("Location", where), HTML), f'<a href="{where}">moved</a>'.encode())


class DemoSite(ABC):
    """One site of the demo web. `size` is the number of real pages, about; traps add endlessly many."""

    name: str
    title: str
    wanted: str  # what the targets are, in words
    default_size: ClassVar[int]
    needs_browser: ClassVar[bool] = False  # over plain HTTP most targets cannot be reached
    forbidden = "/private/"  # robots.txt keeps crawlers out of here

    def __init__(self, size: int = 0, seed: int = 0) -> None:
        size = size or self.default_size
        if size < MIN_SIZE:
            raise UsageError(f"a demo site of {size} pages is too small: give --size {MIN_SIZE} or more")
        self.size = size
        self.seed = seed
        self.routes: dict[str, Handler] = {}  # first step of the path -> who answers

    @property
    @abstractmethod
    def sections(self) -> tuple[Section, ...]:
        """All real pages."""

    @property
    @abstractmethod
    def target_section(self) -> Section:
        """The targets: one of the sections."""

    @abstractmethod
    def target_of(self, path_and_query: str) -> str:
        """The path of the target that a URL shows, whatever its spelling; "" if it shows none."""

    @abstractmethod
    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        """A whole page of the site around its main part."""

    def respond(self, path_and_query: str, headers: Mapping[str, str] | None = None) -> DemoAnswer:
        """The answer to a GET; `headers` have lower-case names. Same call, same answer."""
        answer = self._answer(read_visit(path_and_query))
        if answer.status != 200:
            return answer
        tag = f'"{crc32(answer.body):08x}"'
        if headers and headers.get("if-none-match") == tag:
            return DemoAnswer(304, (("ETag", tag),), delay=answer.delay)
        return replace(answer, headers=(*answer.headers, ("ETag", tag)))

    def _answer(self, visit: Visit) -> DemoAnswer:
        if visit.path == "/robots.txt":
            rules = f"User-agent: *\nDisallow: {self.forbidden}\n"
            return DemoAnswer(200, (("Content-Type", "text/plain"),), rules.encode())
        found = self._route(visit)
        if found is not None:
            return found
        if not visit.path.endswith("/") and self._route(replace(visit, path=visit.path + "/")) is not None:
            query = visit.url.partition("?")[2]
            return redirect(visit.path + "/" + (f"?{query}" if query else ""), 301)
        return self.not_found(visit)

    def _route(self, visit: Visit) -> DemoAnswer | None:
        head, slash, rest = visit.path[1:].partition("/")
        handler = self.routes.get(head + slash)
        return handler(visit, rest) if handler else None

    def page(self, title: str, main_html: str, *, visit: Visit, canonical: str = "", delay: float = 0.0) -> DemoAnswer:
        return html_answer(self.frame(title, main_html, visit=visit, canonical=canonical), delay=delay)

    def not_found(self, visit: Visit) -> DemoAnswer:
        """An honest 404."""
        return html_answer(self.frame("Not found", "<h1>Not found</h1>\n", visit=visit), status=404)

    # -- the known truth ----------------------------------------------------------------------------------------------

    @property
    def page_count(self) -> int:
        return sum(section.count for section in self.sections)

    def pages(self) -> Iterator[str]:
        """The paths of all real pages."""
        for section in self.sections:
            for number in range(section.count):
                yield section.path(number)

    @property
    def target_count(self) -> int:
        return self.target_section.count

    def targets(self) -> Iterator[str]:
        """The paths of all targets, each once."""
        return map(self.target_section.path, range(self.target_count))

    def is_target(self, path_and_query: str) -> bool:
        """True if a URL shows a target, under its own address or another."""
        return bool(self.target_of(path_and_query))

    def way_to(self, target: str) -> Way:  # noqa: ARG002
        """What it takes to get to a target (its own path)."""
        return Way()

    def samples(self, count: int) -> list[str]:
        """Paths of `count` targets from all over the site."""
        # Scrambled, not evenly spaced: even steps would hit one layout only where layouts take turns.
        if not self.target_count:
            return []
        order = Scramble(self.target_count, "samples", self.seed)
        return [self.target_section.path(order.code(n)) for n in range(min(count, self.target_count))]
