"""A watch: a site that was crawled before is asked for what can be new, and for little else.

1. hubs, along the recipe, with conditional requests; what is listed there and not known is fetched and judged;
2. sitemaps and feeds that name wanted pages (watch_sources.py);
3. wanted pages that no hub shows any more: one request each tells whether they are gone;
4. known pages, if the user wants them checked: has their text changed?

Everything is in the log before it is told. What cannot be had counts as being what it was: a site that is down has
lost nothing. Decisions are those of recipes/watching.py; this file fetches, writes and reports.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from hubwalk.browsing.http import unreachable
from hubwalk.browsing.lasting import Answer, Asked
from hubwalk.drivers.refusals import PATIENCE
from hubwalk.drivers.watch_knowledge import RULE, Knowledge, may_pass
from hubwalk.drivers.watch_sources import Sources
from hubwalk.drivers.watch_values import REPORTED, Limits, Tally
from hubwalk.errors import UsageError
from hubwalk.pages.feeds import feeds_of
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import may_be_html
from hubwalk.recipes.recipe import Recipe
from hubwalk.recipes.watching import LastLevels, Walk, Wanted, newest_first, spared, walk_known
from hubwalk.store.watches import CHANGED, HUB, KEPT, KNOWN, NEW, UNLISTED, VANISHED, Event, Fetched, Visit, WatchLog
from hubwalk.values import Choice, Link, Observation, Page, Response, Site, Verdict

GO_ON = 3600.0  # seconds: an interrupted watch that is older is begun anew
FULL_EVERY = 10  # watches: then all pages of all lists are looked at, whatever is thought of their order
_GONE = (404, 410)
_OUT = "leads out of the site to"


class Revisits(Protocol):
    """Who fetches; see browsing/lasting.py."""

    @property
    def sitemaps(self) -> Sequence[str]: ...

    def fetch(self, asked: Asked) -> Answer: ...


class _Enough(Exception):
    """No more requests."""


class Watcher:
    """One watch of one site."""

    def __init__(
        self,
        recipe: Recipe,
        store: WatchLog,
        browser: Revisits,
        judge: Callable[[Page], Verdict] | None,
        limits: Limits,
        *,
        name: str = "",
        on_event: Callable[[Event], None] = lambda _: None,
        on_tick: Callable[[Tally], None] = lambda _: None,
    ) -> None:
        """`judge` None: what the recipe ends at is wanted. `name` is that of the recipe's file."""
        self._recipe, self._store, self._browser, self._judge, self._limits = recipe, store, browser, judge, limits
        self._name = name
        self._on_event, self._on_tick = on_event, on_tick
        self.tally = Tally(store.site)
        self._now = Knowledge(store)
        settled = Knowledge(store, settled=True)
        self._earlier = walk_known(recipe, settled)
        if not any(map(self._is_listed, self._now.wanted())):
            raise UsageError(
                f"{name or 'the recipe'} leads to none of the wanted pages in {store.log.path}: "
                f"it is of another crawl; `hubwalk generate --from {store.log.path}` makes one"
            )
        self._now.revive([url for url in self._now.gone() if not self._earlier.shows([url])])
        full = limits.full or (store.ended() + 1) % FULL_EVERY == 0
        order = newest_first([] if full else store.list_orders())
        sparing = () if full else spared(self._earlier, settled)
        self._walk = Walk(recipe, self._now, settled=settled, spared=sparing, newest_first=order)
        self._twins = {self._now.digest(page): page for page in self._now.wanted() if page.digest}
        self._scope = Scope(Site(store.site, recipe.scope))
        entry = self._now.page(recipe.entry)
        if entry is not None and entry.ok:
            self._scope.settle(entry.url)
        self._silent = 0  # requests in a row without any answer
        self.feeds: dict[str, None] = {}  # that hubs name
        self.number = 0  # of this watch

    def _is_listed(self, page: Fetched) -> bool:
        return self._earlier.shows((page.url, *page.asked))

    # -- the course of a watch ----------------------------------------------------------------------------------------

    def run(self) -> Tally:
        """Watch once. An interruption leaves a log with which the next watch goes on."""
        tally = self.tally
        tally.hubs_known = len(self._earlier.hubs)
        self.number = self._store.begin(self._name, time.time(), go_on=GO_ON)
        for page in self._now.unreported():
            self._tell(Event(NEW, page.url, page.title, page.hub, at=time.time()))
        with suppress(_Enough):
            self._walk_hubs()
            report = self._walk.following.report()
            tally.holds, tally.report = report.holds, report.lines()
            if report.holds:
                sources = Sources(self._recipe, self._store, self._now, self._walk, self._scope)
                sources.look(self, self._browser.sitemaps, len(self._earlier.hubs))
                self._look_for_missing()
                self._check_known(sources.dated)
        for found in self._walk.lists.values():
            if not tally.ending and found.says is not None:
                self._store.add_list(self.number, found, in_order=found.says)
        self._store.end(self.number, time.time(), tally.ending, holds=tally.holds, report=tally.report)
        return tally

    def _walk_hubs(self) -> None:
        done = {url for url, visit in self._store.visits(self.number, HUB).items() if not visit.error}
        while (wanted := self._walk.choose()) is not None:
            self.tally.left_out = self._walk.left_out
            self.tally.hubs += wanted.leads_on
            if not wanted.leads_on or self._now.page(wanted.url) is None:
                self.fetch_new(wanted)
            elif wanted.url in done:  # by this watch, before it was interrupted
                self._walk.observe(wanted, self._walk.as_before(wanted.url), self._is_wanted(wanted.url))
            else:
                self._visit_hub(wanted)
        self.tally.left_out = self._walk.left_out

    def _is_wanted(self, url: str) -> bool:
        return bool(self._now.accepted(url))

    def _visit_hub(self, wanted: Wanted) -> None:
        url = wanted.url
        answer = self.ask(Asked(url, self._now.response(url)), f"hub {url}")
        page, problem = self._read(answer.response)
        before = self._walk.as_before(url)
        visit = self._visited(answer, HUB, page, problem)
        if not problem and answer.response.status != 304:
            self.feeds |= dict.fromkeys(feeds_of(page.html, page.url))
            visit = replace(visit, response=replace(answer.response, body=b""))
            if page.links != before.links:
                visit = replace(visit, links=page.links)
        elif page.status in _GONE or (problem.startswith(_OUT) and url != self._recipe.entry):
            page, visit = Page(url, url, page.status), replace(visit, links=())
        else:
            page = before
        self._store.add_visit(self.number, visit)
        failed = bool(problem) and page is before
        if failed:
            self.tally.failed[url] = problem
            if url == self._recipe.entry:
                self.tally.dead = True
                self._stop(f"{url}: {problem}")
        self._walk.observe(wanted, page, self._is_wanted(url), failed=failed)

    def fetch_new(self, wanted: Wanted) -> None:
        """Get a page that is not known, judge and log it."""
        url, began = wanted.url, time.time()
        answer = self.ask(Asked(url), f"new {url}")
        page, problem = self._read(answer.response)
        about, verdict = "", Verdict(False)
        if not may_pass(page.status, problem):
            page, about = self._told_apart(page)
            verdict = self._verdict(page)
            problem = problem if verdict.judged else verdict.reason or "the validator broke on it"
        if may_pass(page.status, problem) or not verdict.judged:
            self.tally.failed[url] = problem
            self._store.add_visit(self.number, self._visited(answer, KNOWN, page, problem))
            self._walk.observe(wanted, Page(url, url), False, failed=True)
            return
        hub = self._now.page(wanted.hub)
        seen = Observation(
            self._store.site,
            Choice(url, RULE, wanted.hub, wanted.link.dom_path, wanted.link.anchor, why=wanted.why),
            page,
            verdict,
            hub.depth + 1 if hub is not None else 0,
            began,
            time.time() - began,
            answer.requests,
            answer.response,
        )
        if self._now.page(url) is None or not self._now.is_gone(url):
            self._store.log.append(seen)
        else:  # it is in the log already
            self._store.add_visit(self.number, self._visited(answer, KNOWN, page, problem))
            about = about or "it is there again"
        self._walk.observe(wanted, page, verdict.accepted)
        if verdict.accepted:
            made = Fetched(0, page.url, (url,), page.title, True, True, page.status, "", page.digest, wanted.hub)
            self._twins.setdefault(page.digest, made)
            self._tell(Event(NEW, page.url, page.title, wanted.hub, about, time.time()))

    def _told_apart(self, page: Page) -> tuple[Page, str]:
        """The page, marked if it is one that is known and still there; and where it was before, if it has moved."""
        known = self._now.page(page.url) if page.ok and page.url != page.requested else None
        if known is not None and known.ok:
            return replace(page, url=page.requested, links=(), duplicate_of=known.url), ""
        twin = self._twins.get(page.digest) if page.ok and page.digest else None
        if twin is None or twin.url == page.url:
            return page, ""
        if self._walk.shows((twin.url, *twin.asked)):
            return replace(page, links=(), duplicate_of=twin.url), ""
        return page, f"was {twin.url}"

    def _verdict(self, page: Page) -> Verdict:
        if not page.ok or page.duplicate_of:
            return Verdict(False, reason=page.error or page.duplicate_of or f"status {page.status}")
        if self._judge is not None:
            return self._judge(page)
        names = (page.requested, page.url)
        ends = any(map(self._walk.following.wants, names)) or any(map(LastLevels(self._recipe), names))
        return Verdict(ends, float(ends), "what the recipe ends at" if ends else "on the way")

    # -- pages that were known ----------------------------------------------------------------------------------------

    def _look_for_missing(self) -> None:
        """Pages that hubs showed before and show no more."""
        missing = {url: self._now.page(url) for url in self._now.unlisted()}
        fresh = []
        for page in self._now.wanted():
            names = (page.url, *page.asked)
            if self._walk.shows(names):
                if page.url in missing:
                    fresh.append(Event(KEPT, page.url, page.title, at=time.time()))
                    del missing[page.url]
            elif self._is_listed(page) and page.url not in missing and not self._walk.is_excused(names, self._earlier):
                missing[page.url] = page
                hub = next((hub for name in names if (hub := self._earlier.listed_by.get(name))), "")
                fresh.append(Event(UNLISTED, page.url, page.title, hub, at=time.time()))
        self._store.add_events(self.number, fresh)
        todo = [page for page in missing.values() if page is not None]
        for page in todo[: self._limits.check_vanished]:
            self._check(page, listed=False)
        self.tally.unchecked = max(0, len(todo) - self._limits.check_vanished)

    def _check_known(self, dated: Sequence[str]) -> None:
        """Known pages: first those that a sitemap has a new date for, then those not looked at for longest."""
        if not self._limits.check_known:
            return
        asked = set(self._store.visits(self.number, KNOWN))
        pages = sorted(
            (page for page in self._now.wanted() if page.url not in asked),
            key=lambda page: (page.url not in dated, self._now.checked_at(page), page.number),
        )
        for page in pages[: self._limits.check_known]:
            self._check(page, listed=True)

    def _check(self, known: Fetched, *, listed: bool) -> None:
        """Ask for a known page: is it there, and does it say the same?"""
        url = known.asked[0] if known.asked else known.url
        answer = self.ask(Asked(url, self._now.response(known.url)), f"known {url}")
        page, problem = self._read(answer.response)
        event = self._what_became(known, page, problem, listed=listed, status=answer.response.status)
        visit = replace(self._visited(answer, KNOWN, page, problem), url=known.url)
        if event is not None and event.event == CHANGED:
            visit = replace(visit, links=page.links, response=answer.response)
        if problem and event is None:
            self.tally.failed[url] = problem
        self._store.add_visit(self.number, visit, [event] if event is not None else [])
        if event is not None:
            self._report(event)

    def _what_became(self, known: Fetched, page: Page, problem: str, *, listed: bool, status: int) -> Event | None:
        def event(kind: str, about: str = "") -> Event:
            return Event(kind, known.url, page.title or known.title, known.hub, about, time.time())

        if status in _GONE:
            return event(VANISHED, f"status {status}")
        if problem:
            return None if may_pass(status, problem) else event(VANISHED, problem)
        if status == 304:
            return None if listed else event(KEPT)
        if page.url not in (known.url, *known.asked):
            return event(VANISHED, f"leads to {page.url}")
        if page.digest == self._now.digest(known):
            return None if listed else event(KEPT)
        verdict = self._judge(page) if self._judge is not None else Verdict(True)
        if not verdict.accepted and not listed:
            return event(VANISHED, f"shows something else: {verdict.reason}")
        return event(CHANGED, "" if verdict.accepted else f"no longer wanted: {verdict.reason}")

    # -- asking and telling -------------------------------------------------------------------------------------------

    def ask(self, asked: Asked, doing: str) -> Answer:
        """One request, unless there were enough."""
        if self.tally.requests >= self._limits.max_pages:
            self._stop(f"max_pages of {self._limits.max_pages} reached")
        self.tally.doing = doing
        self._on_tick(self.tally)
        answer = self._browser.fetch(asked)
        self.tally.requests += answer.requests
        self.tally.unchanged += answer.response.status == 304
        self._silent = self._silent + 1 if unreachable(answer.response) else 0
        if self._silent >= PATIENCE:
            self._stop(f"no answer for {PATIENCE} pages in a row: {answer.response.error}")
        return answer

    def _stop(self, why: str) -> None:
        self.tally.ending = why
        raise _Enough

    def _read(self, response: Response) -> tuple[Page, str]:
        """The page as this site's crawl sees it, and why it is of no use; "" if it is."""
        asked = response.requested
        if response.status == 304:
            return Page(asked, asked, 304), ""
        page = read(response)
        url = self._scope.own(page.url)
        if not url:
            about = page.error or f"{_OUT} {page.url}"
            return replace(page, url=page.requested, links=(), error=about), about
        own = self._scope.own
        links = [
            link if link.target == target else Link(target, link.anchor, link.dom_path)
            for link in page.links
            if (target := own(link.target)) and may_be_html(target)
        ]
        page = replace(page, url=url, links=tuple(links))
        if not page.ok:
            return page, page.error or f"status {page.status}"
        return page, "" if page.links or page.digest else "an empty page"

    def _visited(self, answer: Answer, kind: str, page: Page, problem: str) -> Visit:
        asked, status = answer.response.requested, answer.response.status
        visit = Visit(asked, kind, status, problem, page.digest, time.time(), answer.requests)
        if kind == KNOWN:
            self._now.visited(visit)
        return visit

    def _tell(self, event: Event) -> None:
        self._store.add_events(self.number, [event])
        self._report(event)

    def _report(self, event: Event) -> None:
        self._now.heard(event)
        self.tally.events[event.event] += 1
        if event.event in REPORTED:
            self._on_event(event)
        self._on_tick(self.tally)
