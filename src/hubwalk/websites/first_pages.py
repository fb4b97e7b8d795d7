"""The first pages of a site, breadth first: what a classifier is trained with.

Ester, Kriegel, Schubert (2004), section 4.3.1: what a site is for stands around its home page, and there the internal
crawler will look. Pages that cannot be had make room for the next. A home page that a redirect brings from another site
stands for that site.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.parse import read
from hubwalk.pages.urls import may_be_html
from hubwalk.values import Page, Response

if TYPE_CHECKING:
    from hubwalk.pages.site_names import SiteNames

FIRST = 25  # pages of a site, as in section 5.2
_TRIES = 3  # requests for each page wanted: a site of nothing but dead links ends, too

FetchEach = Callable[[Sequence[str]], Iterable[Response]]  # answers as they come, as LastingBrowser.fetch_each


class FirstPages:
    """The first pages of one site; told and asked."""

    def __init__(self, home: str, names: SiteNames, limit: int = FIRST) -> None:
        self.home = home
        self.problem = ""  # why the home page could not be read
        self._names, self._limit = names, limit
        self._scope = names.scope(home)
        self._key = names.key(home)
        self._known = {home}
        self._waiting = deque([home])
        self._asked: list[str] = []
        self._answers: dict[str, Page] = {}  # by URL asked for
        self._followed = 0  # of those asked for, in their order: later answers wait for earlier ones

    @property
    def pages(self) -> list[Page]:
        """Those that could be read, in the order in which they were found."""
        found = (self._answers.get(url) for url in self._asked)
        by_url = {page.url: page for page in found if page is not None and self._counts(page)}
        return list(by_url.values())[: self._limit]

    def ask(self) -> list[str]:
        """URLs that are worth fetching now, in any order; none: it is over, or an answer is still to come."""
        free = min(self._limit - len(self.pages), self._limit * _TRIES - len(self._asked))
        missing = len(self._asked) - len(self._answers)
        new = [self._waiting.popleft() for _ in range(min(len(self._waiting), max(0, free - missing)))]
        self._asked += new
        return new

    def observe(self, page: Page) -> None:
        """One of the pages asked for."""
        page = with_refresh(page)
        if not self._answers:
            self._begin(page)
        self._answers[page.requested] = page
        while self._followed < len(self._asked) and self._asked[self._followed] in self._answers:
            self._follow(self._answers[self._asked[self._followed]])
            self._followed += 1

    def _begin(self, page: Page) -> None:
        if not page.ok:
            self.problem = page.error or f"the server answered {page.status}"
            return
        self._scope.settle(page.url)
        self._key = self._names.key(page.url)

    def _counts(self, page: Page) -> bool:
        return page.ok and self._names.key(page.url) == self._key

    def _follow(self, page: Page) -> None:
        self._known.add(page.url)
        if not self._counts(page):
            return
        for link in page.links:
            if self._names.key(link.target) != self._key or not may_be_html(link.target):
                continue
            url = self._scope.own(link.target) or link.target
            if url not in self._known:
                self._known.add(url)
                self._waiting.append(url)


def first_pages(home: str, fetch: Callable[[str], Response], names: SiteNames, limit: int = FIRST) -> list[Page]:
    """The first pages of one site that can be read, the home page first; none if the home page cannot."""
    site = FirstPages(home, names, limit)
    while asked := site.ask():
        for url in asked:
            site.observe(read(fetch(url)))
    return site.pages


def first_pages_of(
    homes: Sequence[str],
    fetch_each: FetchEach,
    names: SiteNames,
    *,
    limit: int = FIRST,
    on_page: Callable[[str, Page], None] = lambda _home, _page: None,
) -> list[FirstPages]:
    """The same of several sites at once, in rounds: the home pages, what they link to, and so on."""
    sites = [FirstPages(home, names, limit) for home in dict.fromkeys(homes)]
    while asked := {url: site for site in sites for url in site.ask()}:
        for response in fetch_each(list(asked)):
            page = read(response)
            site = asked[response.requested]
            site.observe(page)
            on_page(site.home, page)
    return sites
