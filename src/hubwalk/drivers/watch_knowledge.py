"""What a crawl and earlier watches have found out about a site, page by page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from hubwalk.store.watches import CHANGED, KEPT, KNOWN, NEW, UNLISTED, VANISHED, Event, Fetched, Visit, WatchLog
from hubwalk.values import Link, Response

RULE = "watch"  # of the pages that watches have added to the log
_TRIES = 3  # of a page that could not be had, watch by watch


def may_pass(status: int, error: str) -> bool:
    """True for a failure that may be over by tomorrow."""
    return status == 429 or status >= 500 or (status == 0 and not error.startswith(("robots.txt", "larger than")))


class Knowledge:
    """Told as recipes/watching.py asks for it. `settled`: as it was when the last watch ended that looked at
    everything; otherwise what an interrupted one has seen counts, too."""

    def __init__(self, store: WatchLog, *, settled: bool = False) -> None:
        self._store = store
        self._settled = settled
        self._pages: dict[str, Fetched] = {}
        for page in store.pages():
            for name in (page.url, *page.asked):
                if page.ok or name not in self._pages:
                    self._pages[name] = page
        self._visits = store.visits(kind=KNOWN)
        self._state: dict[str, str] = {}  # URL -> last event
        for event in store.events():
            self._state[event.url] = event.event
        self._revived: set[str] = set()

    # -- as a walk asks -----------------------------------------------------------------------------------------------

    def accepted(self, url: str) -> bool | None:
        page = self._pages.get(url)
        if page is None or page.url in self._revived:
            return False if self._given_up(url) else None
        if not page.ok and may_pass(page.status, page.error):
            return False if self._given_up(url) else None
        return page.accepted and not self.is_gone(page.url)

    def links(self, url: str) -> Sequence[Link]:
        found = self._store.last_links(url, settled=self._settled)
        if found is not None:
            return found
        page = self._pages.get(url)
        return self._store.links_of(page) if page is not None and page.ok else ()

    def found_later(self, url: str) -> bool:
        page = self._pages.get(url)
        return page is not None and page.rule == RULE

    def _given_up(self, url: str) -> bool:
        return self._store.failures(url) >= _TRIES if url in self._visits else False

    # -- as the driver asks -------------------------------------------------------------------------------------------

    def page(self, url: str) -> Fetched | None:
        return self._pages.get(url)

    def wanted(self) -> Iterator[Fetched]:
        """The accepted pages that are not gone."""
        for page in {id(page): page for page in self._pages.values()}.values():
            if page.accepted and page.ok and not self.is_gone(page.url):
                yield page

    def is_gone(self, url: str) -> bool:
        return self._state.get(url) == VANISHED

    def gone(self) -> list[str]:
        return [url for url, state in self._state.items() if state == VANISHED]

    def revive(self, urls: Collection[str]) -> None:
        """Pages that were gone and are listed anew: they are not known any more."""
        self._revived.update(urls)

    def unlisted(self) -> list[str]:
        """Pages that earlier watches have missed and not asked for yet."""
        return [url for url, state in self._state.items() if state == UNLISTED]

    def unreported(self) -> list[Fetched]:
        """New pages of a watch that was killed before it could say so."""
        told = {url for url, state in self._state.items() if state in (NEW, CHANGED, VANISHED, UNLISTED, KEPT)}
        return [page for page in self.wanted() if page.rule == RULE and page.url not in told]

    def heard(self, event: Event) -> None:
        self._state[event.url] = event.event

    def response(self, url: str) -> Response | None:
        """The last answer, for its validators."""
        found = self._store.last_response(url)
        page = self._pages.get(url)
        return found if found is not None or page is None or not page.ok else self._store.response_of(page)

    def digest(self, page: Fetched) -> str:
        visit = self._visits.get(page.url)
        return visit.digest if visit is not None and visit.digest else page.digest

    def checked_at(self, page: Fetched) -> float:
        visit = self._visits.get(page.url)
        return max(page.fetched_at, visit.visited_at if visit is not None else 0.0)

    def visited(self, visit: Visit) -> None:
        self._visits[visit.url] = visit
