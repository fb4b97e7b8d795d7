"""Links that leave a directory: the sites it lists, and those that belong to its frame.

Directories link to their sponsors, their licence and their software from every page. A link that the first pages all
have, or that stands in an element which HTML has for the frame, is none of the list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from hubwalk.pages.parse import shape
from hubwalk.pages.scope import registered_domain
from hubwalk.pages.urls import join, may_be_html
from hubwalk.values import Link, Page

FRAME_STEPS = frozenset(("footer", "nav", "header", "aside"))
_ENOUGH = 4  # pages that tell what stands on all of them
_NAME = re.compile(r".+\.[^.:\d][^.:]*")
_INSIDE = re.compile(r"https?(?::|%3A)(?:/|%2F){2}\S+$", re.IGNORECASE)


def domain_of(url: str) -> str:
    """Registered domain of a URL's host; an address of numbers or a bare name has none, and stands with its port."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    return registered_domain(host) if _NAME.fullmatch(host) else parts.netloc


class Outgoing:
    """Takes in pages of one directory and gives out the sites that they list."""

    def __init__(self, home: str) -> None:
        self._domain = domain_of(home)
        self._waiting: list[tuple[Page, list[Link]]] = []  # until it is known what stands on every page
        self._on: Counter[str] = Counter()
        self._pages = 0
        self._references = 0
        self._frame: set[str] | None = None
        self._given: set[str] = set()

    @property
    def is_short_of_pages(self) -> bool:
        """True if pages from elsewhere in the directory would help to tell its frame."""
        return self._frame is None and bool(self._waiting)

    def take(self, page: Page, links: list[Link]) -> Iterator[tuple[Page, Link]]:
        """One more page of the branch, and those of its links that may be listed; what is sure by now comes out, with
        the page that it stands on. Where the directory counts clicks, a redirect leads to a listed site itself."""
        if domain_of(page.url) != self._domain:
            yield from self._give(page, [Link(page.url, "", "")])
            return
        leaving = self._leaving(links)
        if self._frame is not None:
            yield from self._give(page, leaving)
            return
        self._count(leaving)
        self._waiting.append((page, leaving))
        if self._pages == _ENOUGH:
            yield from self.rest()

    def compare(self, page: Page) -> None:
        """A page of the directory outside the branch: what the branch shares with it is frame."""
        self._count(self._leaving(page.links))
        self._references += 1

    def rest(self) -> Iterator[tuple[Page, Link]]:
        """What is left when there are no more pages."""
        enough = self._pages >= _ENOUGH - 1 or self._references
        self._frame = {k for k, n in self._on.items() if n == self._pages} if enough and self._pages > 1 else set()
        waiting, self._waiting = self._waiting, []
        for page, leaving in waiting:
            yield from self._give(page, leaving)

    def _count(self, links: list[Link]) -> None:
        self._pages += 1
        self._on.update({_place(link.target) for link in links})

    def _give(self, page: Page, links: list[Link]) -> Iterator[tuple[Page, Link]]:
        for link in links:
            if _place(link.target) not in (self._frame or ()) and link.target not in self._given:
                self._given.add(link.target)
                yield page, link

    def _leaving(self, links: tuple[Link, ...] | list[Link]) -> list[Link]:
        found = []
        for link in links:
            if stands_in_frame(link):
                continue
            target = link.target if domain_of(link.target) != self._domain else wrapped(link.target)
            if target and domain_of(target) != self._domain and may_be_html(target):
                found.append(Link(target, link.anchor, link.dom_path))
        return found


def stands_in_frame(link: Link) -> bool:
    steps = (re.split(r"[.#]", step)[0] for step in shape(link.dom_path).split("/"))
    return not FRAME_STEPS.isdisjoint(steps)


def wrapped(url: str) -> str:
    """The address inside an address: directories count clicks by links to themselves, `/out?url=http%3A%2F%2F...` or
    `/go/*http://...`; "" if there is none."""
    inside = _INSIDE.search(url, 8)
    if not inside:
        return ""
    is_parameter = "?" in url[: inside.start()]
    address = inside[0].partition("&")[0] if is_parameter else inside[0]
    return join("", unquote(address) if is_parameter else address)


def _place(url: str) -> str:
    """What is the same for a sponsor's link on all pages, though it may tell the sponsor which page it is."""
    return url.partition("?")[0]
