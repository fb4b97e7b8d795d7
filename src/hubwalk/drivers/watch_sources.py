"""Sitemaps and feeds in a watch: asked for where they exist and name wanted pages.

Sitemaps are those that robots.txt names, which is read anyway; feeds those that hubs name. One that is not known yet is
tried, a few per watch; one that names no wanted page is not asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from hubwalk.browsing.lasting import Answer, Asked
from hubwalk.drivers.watch_knowledge import Knowledge
from hubwalk.pages.feeds import feeds_of, read_feed
from hubwalk.pages.parse import decode
from hubwalk.pages.scope import Scope
from hubwalk.pages.sitemaps import read_sitemap
from hubwalk.pages.urls import join, may_be_html
from hubwalk.recipes.recipe import Recipe
from hubwalk.recipes.watching import LastLevels, Walk, Wanted, pays
from hubwalk.store.watches import FEED, SITEMAP, Visit, WatchLog
from hubwalk.values import Link, Response

_HUBS_PER_TRIAL = 20  # a watch may try one sitemap or feed, and another one for so many hubs
_FURTHER = "further"  # in place of the DOM path, of what a sitemap index names
_MOST_DEEP = 2  # an index may name an index


class Asks(Protocol):
    """The watch on whose behalf they are read."""

    feeds: dict[str, None]
    number: int

    def ask(self, asked: Asked, doing: str) -> Answer: ...

    def fetch_new(self, wanted: Wanted) -> None: ...


class Sources:
    """The sitemaps and feeds of one site."""

    def __init__(self, recipe: Recipe, store: WatchLog, known: Knowledge, walk: Walk, scope: Scope) -> None:
        self._entry = recipe.entry
        self._store, self._known, self._walk, self._own = store, known, walk, scope.own
        self._looks_wanted = LastLevels(recipe)
        self._wanted = {name for page in known.wanted() for name in (page.url, *page.asked)}
        self._before = {**store.visits(kind=SITEMAP), **store.visits(kind=FEED)}
        self._trials = 0
        self._fetched: set[str] = set()
        self.dated: list[str] = []  # known pages for which a sitemap has another date than before

    def look(self, watch: Asks, sitemaps: Iterable[str], hubs: int) -> None:
        """Read what there is, and have what is new fetched."""
        self._trials = 1 + hubs // _HUBS_PER_TRIAL
        named = dict.fromkeys(own for url in sitemaps if (own := join("", url)))
        known = [url for url, visit in self._before.items() if visit.kind == SITEMAP]
        of_index = {link.target for url in known for link in self._links(url) if link.dom_path == _FURTHER}
        for url in dict.fromkeys((*named, *(url for url in known if url not in of_index))):
            self._sitemap(watch, url)
        feeds = dict.fromkeys((*self._entry_feeds(), *watch.feeds))
        known = [url for url, visit in self._before.items() if visit.kind == FEED]
        for url in dict.fromkeys((*known, *filter(self._own, feeds))):
            if self._is_worth_it(url):
                self._feed(watch, url)

    def _entry_feeds(self) -> list[str]:
        answer = self._known.response(self._entry)
        return feeds_of(decode(answer), answer.url) if answer is not None and answer.body else []

    def _links(self, url: str) -> Sequence[Link]:
        return self._store.last_links(url, source=True) or ()

    def _is_worth_it(self, url: str) -> bool:
        if url not in self._before or self._before[url].status in (0, 429) or self._before[url].status >= 500:
            self._trials -= 1
            return self._trials >= 0
        links = self._links(url)
        return pays((link.target for link in links), self._wanted) or any(x.dom_path == _FURTHER for x in links)

    def _ask(self, watch: Asks, url: str, kind: str) -> tuple[Response, Visit]:
        known = self._store.last_response(url, source=True)
        answer = watch.ask(Asked(url, known, any_kind=True), f"{kind} {url}")
        response = answer.response
        visit = Visit(url, kind, response.status, response.error, requests=answer.requests)
        if 200 <= response.status < 300:
            visit = replace(visit, links=(), response=replace(response, body=b""))
        return response, visit

    def _sitemap(self, watch: Asks, url: str, *, deep: int = 0) -> None:
        if not self._is_worth_it(url):
            return
        before = self._links(url)
        response, visit = self._ask(watch, url, SITEMAP)
        found = read_sitemap(response.body, url) if 200 <= response.status < 300 else None
        links: Sequence[Link] = before
        if found is not None:
            pages = [Link(own, line.changed, "") for line in found.pages if (own := self._own(line.url))]
            links = (*pages, *(Link(line.url, line.changed, _FURTHER) for line in found.further))
            visit = replace(visit, links=tuple(links))
        self._store.add_visit(watch.number, visit)
        dates = {link.target: link.anchor for link in before}
        for link in links:
            as_before = bool(link.anchor) and dates.get(link.target) == link.anchor
            if link.dom_path != _FURTHER:
                if before and not as_before and link.anchor and link.target in self._wanted:
                    self.dated.append(link.target)
            elif deep < _MOST_DEEP and not (as_before and link.target in self._before):
                self._sitemap(watch, link.target, deep=deep + 1)
        self._fetch(watch, url, (link.target for link in links if link.dom_path != _FURTHER))

    def _feed(self, watch: Asks, url: str) -> None:
        response, visit = self._ask(watch, url, FEED)
        named = read_feed(response.body, url) if 200 <= response.status < 300 else None
        if named is not None:
            visit = replace(visit, links=tuple(Link(own, "", "") for page in named if (own := self._own(page))))
        self._store.add_visit(watch.number, visit)
        self._fetch(watch, url, (link.target for link in visit.links or ()))

    def _fetch(self, watch: Asks, source: str, urls: Iterable[str]) -> None:
        for url in dict.fromkeys(urls):
            seen = url in self._fetched or self._walk.following.knows(url) or self._known.accepted(url) is not None
            if not seen and may_be_html(url) and self._looks_wanted(url):
                self._fetched.add(url)
                why = f"named by {source}, and its address is like those of wanted pages"
                self._walk.listed_by.setdefault(url, source)
                watch.fetch_new(Wanted(url, source, Link(url, "", ""), leads_on=False, why=why))
