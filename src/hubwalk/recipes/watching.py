"""A walk along a recipe through a site that is known from before: what has to be asked for, and what does not.

Pages of the last level that are known are passed over; hubs are asked for again, since what is new stands there. A list
of several pages is left at the first page without anything new, but only where lists of its level have been seen to
grow at their beginning: others show new items anywhere. Nothing here waits; the driver fetches.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hubwalk.recipes.following import Followed, Following, follow
from hubwalk.recipes.matching import Matcher
from hubwalk.recipes.recipe import Level, Recipe
from hubwalk.values import Link, Page

_FEW = 5  # links that may be new on any page
SURE = 1000.0  # to one against chance, until the lists of a level count as newest first


class Before(Protocol):
    """What is known of a site."""

    def accepted(self, url: str) -> bool | None:
        """Whether the page is wanted; None: it is not known."""
        ...

    def links(self, url: str) -> Sequence[Link]:
        """The links of a page, as it was seen last."""
        ...

    def found_later(self, url: str) -> bool:
        """True if a watch has found the page."""
        ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """A page that has to be asked for."""

    url: str
    hub: str  # page that links to it; "" for start pages
    link: Link
    leads_on: bool  # it is a hub; else a page of a last level that is not known
    why: str = ""


@dataclass(slots=True)
class ListLook:
    """A list of one or more pages, in this walk."""

    level: str
    url: str  # of its first page
    news: list[bool] = field(default_factory=list)  # page by page: does it show something new?
    whole: bool = True  # all of its pages could be had
    cut: bool = False  # the rest need not be looked at
    left_out: bool = False  # and there was a rest

    @property
    def says(self) -> bool | None:
        """Whether it grew at its beginning; None: it does not tell."""
        if not self.whole or self.cut or all(self.news) or not any(self.news):
            return None
        return not any(self.news[self.news.index(False) :])


def level_digest(level: Level) -> str:
    """The same for a level as long as a recipe says the same of it."""
    return hashlib.blake2b(repr((level.step, level.loop)).encode(), digest_size=8).hexdigest()


def newest_first(looks: Iterable[tuple[str, int, int, bool]]) -> Callable[[str], bool]:
    """Whether lists of a level grow at their beginning, by those that were looked at as a whole: level, pages, pages
    with something new, and whether these came first. If new items stood anywhere, they would come first by chance in
    one of n / k lists with news on k of n pages."""
    odds: dict[str, float] = {}
    for level, pages, fresh, in_order in looks:
        odds[level] = odds.get(level, 1.0) * pages / fresh if in_order else -math.inf
    known = {level for level, against in odds.items() if against >= SURE}
    return known.__contains__


class Walk:
    """One walk: told pages, asked for what to fetch."""

    def __init__(
        self,
        recipe: Recipe,
        before: Before,
        *,
        settled: Before | None = None,
        spared: Collection[str] = (),
        newest_first: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`settled` is what was known when all was looked at for the last time, to tell which links are new; None:
        nothing is new. `spared` are hubs that are not asked for."""
        self.following: Following = follow(recipe)
        self.hubs: dict[str, None] = {}  # that were asked for
        self.left_out = 0  # hubs that were not
        self.listed_by: dict[str, str] = {}  # page of a last level -> hub
        self.lists: dict[str, ListLook] = {}  # by first page
        self._list_of: dict[str, str] = {}  # page of a list -> first page
        self._at: dict[str, tuple[int, int]] = {}  # hub -> its level
        self._before = before
        self._settled = settled
        self._spared = spared
        self._shown: set[str] = set()
        self._newest_first = newest_first
        self._digests = {(p, n): level_digest(level) for p, n, level in recipe.levels() if level.loop is not None}
        self._passed: list[str] = []
        self._late: deque[str] = deque()

    # -- asked --------------------------------------------------------------------------------------------------------

    def choose(self) -> Wanted | None:
        """The next page to ask for; None: all is said that can be said."""
        while True:
            followed = self.following.choose()
            if followed is None:
                return self._turned_out()
            url = followed.link.target
            self.listed_by.setdefault(url, followed.hub)
            known = self._before.accepted(url)
            if not self.following.is_hub(url):
                if known is None:
                    return Wanted(url, followed.hub, followed.link, leads_on=False, why=_why(followed))
                links = self._before.links(url) if self.following.may_be_hub(url) else ()
                self.following.observe(Page(url, url, links=tuple(links)), known)
                self._passed.append(url)
            elif self._is_left_out(url, followed):
                self.following.observe(self.as_before(url), bool(known))
            else:
                return self._hub(url, followed.hub, followed.link)

    def _is_left_out(self, url: str, followed: Followed) -> bool:
        """True for a hub that need not be asked for."""
        self._place(url, followed)
        look = self._look(url)
        if look is not None and look.cut:
            look.left_out = True
            self._shown.update(link.target for link in self._before.links(url))
        elif url not in self._spared:
            return False
        self.left_out += 1
        return True

    def _hub(self, url: str, hub: str, link: Link) -> Wanted:
        self.hubs[url] = None
        return Wanted(url, hub, link, leads_on=True)

    def _turned_out(self) -> Wanted | None:
        """A page that was passed over and is a hub by what was seen later."""
        late = [url for url in self._passed if self.following.is_hub(url) and url not in self._spared]
        if late:
            self._late.extend(late)
            self._passed = [url for url in self._passed if not self.following.is_hub(url)]
        if not self._late:
            return None
        url = self._late.popleft()
        return self._hub(url, self.listed_by.get(url, ""), Link(url, "", ""))

    def _place(self, url: str, followed: Followed) -> None:
        """Find out which list a hub belongs to, if any."""
        at = (followed.pattern, followed.level)
        self._at[url] = at
        if at not in self._digests:
            return
        first = self._list_of.get(followed.hub, followed.hub) if self._at.get(followed.hub) == at else url
        self._list_of[url] = first
        self.lists.setdefault(first, ListLook(self._digests[at], first))

    def _look(self, hub: str) -> ListLook | None:
        """The list that a page belongs to."""
        return self.lists.get(self._list_of.get(hub, ""))

    # -- told ---------------------------------------------------------------------------------------------------------

    def as_before(self, url: str) -> Page:
        """The page as it was seen last."""
        return Page(url, url, links=tuple(self._before.links(url)))

    def observe(self, wanted: Wanted, page: Page, accepted: bool, *, failed: bool = False) -> None:
        """A page was had, or could not be: then `page` is what it was before."""
        self.following.observe(page, accepted)
        self._shown.update(link.target for link in page.links)
        if wanted.leads_on and not failed:
            self._follow_strays(wanted.url, page)
        found = self._look(wanted.url)
        if found is None or not wanted.leads_on:
            return
        shown = not failed and any(self._is_news(link.target) for link in page.links)
        found.whole = found.whole and not failed
        found.news.append(shown)
        if not shown and not failed and self._newest_first(found.level):
            found.cut = True

    def _follow_strays(self, hub: str, page: Page) -> None:
        """New links that stand where wanted ones do, or are spelled like them, are worth a request: an expression knows
        only the addresses that there were. Not if most links are new: then the site has changed, and what that means
        is decided level by level."""
        links = [link for link in page.links if not self.following.knows(link.target)]
        later = [link for link in links if self._before.found_later(link.target)]
        fresh: list[Link] = []
        if self._settled is not None and self._before.accepted(hub) is not None:
            known = {link.target for link in self._settled.links(hub)}
            fresh = [link for link in links if link.target not in known and self._before.accepted(link.target) is None]
            fresh = fresh if len(fresh) <= max(_FEW, len(known) // 2) else []
        elif self._settled is not None:
            fresh = links
        if later or fresh:
            self.following.follow_also(page.requested, [*later, *fresh])

    def _is_news(self, url: str) -> bool:
        following = self.following
        return following.knows(url) and not following.is_hub(url) and self._before.accepted(url) is None

    # -- in the end ---------------------------------------------------------------------------------------------------

    def shows(self, names: Iterable[str]) -> bool:
        """True if a hub that is not spared links to one of the addresses, as the recipe has it."""
        return any(name in self._shown and self.following.knows(name) for name in names)

    def is_excused(self, names: Iterable[str], earlier: Walk) -> bool:
        """True if a page that nobody lists may have moved on to a part of its list that was left out."""
        hubs = (earlier.listed_by.get(name, "") for name in names)
        return any(look.left_out for look in map(self._look, hubs) if look is not None)


def walk_known(recipe: Recipe, before: Before) -> Walk:
    """The walk through what is known, without asking for anything."""
    walk = Walk(recipe, before)
    while (wanted := walk.choose()) is not None:
        page = walk.as_before(wanted.url) if wanted.leads_on else Page(wanted.url, wanted.url)
        walk.observe(wanted, page, bool(before.accepted(wanted.url)))
    return walk


def spared(earlier: Walk, before: Before) -> set[str]:
    """Wanted pages that are hubs, too, and showed nothing first that lists do not show: some sites link every item to
    others of its kind. They would be asked for each time, for little."""
    lists = [hub for hub in earlier.hubs if not before.accepted(hub)]
    shown = {link.target for hub in lists for link in before.links(hub)}
    needed = {hub for url, hub in earlier.listed_by.items() if url not in shown}
    return {hub for hub in earlier.hubs if before.accepted(hub) and earlier.listed_by.get(hub)} - needed


def _why(followed: Followed) -> str:
    return f"pattern {followed.pattern + 1}, level {followed.level + 1}, by {followed.how}"


class LastLevels:
    """Whether an address looks like that of a wanted page; for what sitemaps and feeds name."""

    def __init__(self, recipe: Recipe) -> None:
        self._matchers = [Matcher(pattern.levels[-1].step) for pattern in recipe.patterns if pattern.levels]

    def __call__(self, url: str) -> bool:
        return any(matcher.names(url) for matcher in self._matchers)


def pays(listed: Iterable[str], wanted: Collection[str]) -> bool:
    """Whether a sitemap or feed is worth a request each time: it names pages that are wanted."""
    return any(url in wanted for url in listed)
