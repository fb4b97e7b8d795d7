"""What watches keep in the crawl log: how each went, what was asked for again, what was found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hubwalk.graph.web_graph import VIEW
from hubwalk.recipes.watching import ListLook
from hubwalk.store import database
from hubwalk.store.encoding import pack_links, pack_response, storable, unpack_links, unpack_response
from hubwalk.store.revisions import STANDING
from hubwalk.values import Link, Response

if TYPE_CHECKING:
    import sqlite3

    from hubwalk.store.crawl_log import SqliteCrawlLog

NEW, CHANGED, VANISHED, UNLISTED, KEPT = "new", "changed", "vanished", "unlisted", "kept"
HUB, KNOWN, SITEMAP, FEED = "hub", "known", "sitemap", "feed"  # kinds of visits


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page of the crawl, or one that a watch has added: its row without the contents."""

    number: int  # fetch.id
    url: str
    asked: tuple[str, ...]  # other addresses under which it is known
    title: str
    accepted: bool  # by the verdict that stands
    ok: bool
    status: int
    error: str
    digest: str
    hub: str
    rule: str = ""
    depth: int = 0
    fetched_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Visit:
    """A page asked for again."""

    url: str
    kind: str
    status: int
    error: str = ""
    digest: str = ""
    visited_at: float = 0.0
    requests: int = 1
    links: tuple[Link, ...] | None = None  # None: as they were before
    response: Response | None = None  # None: as it was before


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a watch has found."""

    event: str
    url: str
    title: str = ""
    hub: str = ""
    about: str = ""
    at: float = 0.0


class WatchLog:
    """The watches of one site, in its crawl log."""

    def __init__(self, log: SqliteCrawlLog, site: str) -> None:
        self.log = log
        self.site = site
        self._looked: dict[str, int] = dict(log.rows(_LOOKS))

    # -- written by the driver ----------------------------------------------------------------------------------------

    def begin(self, recipe: str, at: float, *, go_on: float = 0.0) -> int:
        """The number of a new watch, or of the last one if that was interrupted and began less than `go_on` seconds
        ago."""
        rows = self.log.rows(
            """SELECT w.id, w.began_at, e.watch FROM watch w JOIN site s ON s.id = w.site
            LEFT JOIN watch_end e ON e.watch = w.id WHERE s.url = ? ORDER BY w.id DESC LIMIT 1""",
            (self.site,),
        )
        for number, began_at, ended in rows:
            if ended is None and 0 <= at - began_at < go_on:
                return int(number)
        with self.log.transaction() as db:
            (site,) = db.execute("SELECT id FROM site WHERE url = ?", (self.site,)).fetchone()
            made = db.execute("INSERT INTO watch (site, recipe, began_at) VALUES (?, ?, ?)", (site, recipe, at))
            return int(made.lastrowid or 0)

    def end(self, watch: int, at: float, ending: str, *, holds: bool, report: Sequence[str]) -> None:
        with self.log.transaction() as db:
            row = (watch, at, ending, int(holds), json.dumps(list(report)))
            db.execute("INSERT OR REPLACE INTO watch_end VALUES (?, ?, ?, ?, ?)", storable(row))

    def add_visit(self, watch: int, visit: Visit, events: Sequence[Event] = ()) -> None:
        """Make a visit durable, with what it has brought to light."""
        links = pack_links(visit.links) if visit.links is not None else None
        response = pack_response(visit.response) if visit.response is not None else None
        with self.log.transaction() as db:
            db.execute(
                """INSERT INTO visit (watch, url, kind, status, error, digest, visited_at, requests, links, response)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                storable(
                    (watch, visit.url, visit.kind, visit.status, visit.error, visit.digest, visit.visited_at,
                     visit.requests, links, response)
                ),
            )  # fmt: skip
            _write_events(db, watch, events)

    def add_events(self, watch: int, events: Sequence[Event]) -> None:
        if events:
            with self.log.transaction() as db:
                _write_events(db, watch, events)

    def add_list(self, watch: int, look: ListLook, *, in_order: bool) -> None:
        row = storable((watch, look.level, look.url, len(look.news), sum(look.news), int(in_order)))
        with self.log.transaction() as db:
            db.execute(
                "INSERT INTO list_look (watch, level, url, pages, fresh, in_order) VALUES (?, ?, ?, ?, ?, ?)", row
            )

    # -- read by the next watch ----------------------------------------------------------------------------------------

    def pages(self) -> Iterator[Fetched]:
        """All pages of the site, in the order in which they were fetched."""
        rows = self.log.rows(_PAGES, (self.site,))
        for number, url, requested, chosen, title, accepted, status, error, twin, digest, *about in rows:
            asked = tuple(dict.fromkeys(name for name in (requested, chosen) if name and name != url))
            ok = 200 <= status < 300 and not error and not twin
            yield Fetched(number, url, asked, title, bool(accepted), ok, status, error, digest, *about)

    def links_of(self, page: Fetched) -> tuple[Link, ...]:
        """The links of a page as the crawl saw them."""
        rows = self.log.rows("SELECT links FROM content WHERE fetch = ?", (self._looked.get(page.url, page.number),))
        with self._explained():
            return unpack_links(rows[0][0]) if rows else ()

    def response_of(self, page: Fetched) -> Response | None:
        """The answer that the crawl got."""
        rows = self.log.rows("SELECT response FROM content WHERE fetch = ?", (page.number,))
        with self._explained():
            return unpack_response(rows[0][0]) if rows and rows[0][0] is not None else None

    def last_links(self, url: str, *, settled: bool = False, source: bool = False) -> tuple[Link, ...] | None:
        """The links that the last visit saw, or the last one of a watch that looked at everything; None: none did.
        `source`: read as a sitemap or feed, which some sites have at the address of a page."""
        where = f"url = ? AND links IS NOT NULL AND {_kinds(source)} {_SETTLED if settled else ''}"
        rows = self.log.rows(f"SELECT links FROM visit WHERE {where} ORDER BY id DESC LIMIT 1", (url,))
        with self._explained():
            return unpack_links(rows[0][0]) if rows else None

    def last_response(self, url: str, *, source: bool = False) -> Response | None:
        where = f"url = ? AND response IS NOT NULL AND {_kinds(source)}"
        rows = self.log.rows(f"SELECT response FROM visit WHERE {where} ORDER BY id DESC LIMIT 1", (url,))
        with self._explained():
            return unpack_response(rows[0][0]) if rows else None

    def visits(self, watch: int = 0, kind: str = "") -> dict[str, Visit]:
        """The last visit of each URL, without contents; of one watch, of one kind, or all."""
        where, given = ["s.url = ?"], [self.site]
        where += [f"v.watch = {int(watch)}"] if watch else []
        if kind:
            where.append("v.kind = ?")
            given.append(kind)
        rows = self.log.rows(
            f"""SELECT v.url, v.kind, v.status, v.error, v.digest, v.visited_at, v.requests FROM visit v
            JOIN watch w ON w.id = v.watch JOIN site s ON s.id = w.site WHERE {" AND ".join(where)} ORDER BY v.id""",
            tuple(given),
        )
        return {row[0]: Visit(*row) for row in rows}

    def failures(self, url: str) -> int:
        """How many visits in a row could not have the page, up to the last one."""
        rows = self.log.rows("SELECT status, error FROM visit WHERE url = ? ORDER BY id DESC", (url,))
        good = (n for n, (status, error) in enumerate(rows) if (200 <= status < 400) and not error)
        return next(good, len(rows))

    def events(self, watch: int = 0) -> list[Event]:
        """All events of the site in their order, or those of one watch."""
        rows = self.log.rows(
            f"""SELECT e.event, e.url, e.title, e.hub, e.about, e.at FROM event e JOIN watch w ON w.id = e.watch
            JOIN site s ON s.id = w.site WHERE s.url = ? {f"AND e.watch = {int(watch)}" if watch else ""}
            ORDER BY e.id""",
            (self.site,),
        )
        return [Event(*row) for row in rows]

    def ended(self) -> int:
        """How many watches came to their end."""
        query = "SELECT count(*) FROM watch_end e JOIN watch w ON w.id = e.watch JOIN site s ON s.id = w.site"
        return int(self.log.rows(f"{query} WHERE s.url = ?", (self.site,))[0][0])

    def list_orders(self) -> list[tuple[str, int, int, bool]]:
        """Of every list that told something: level of the recipe, pages, those with something new, in order or not."""
        rows = self.log.rows(
            """SELECT l.level, l.pages, l.fresh, l.in_order FROM list_look l JOIN watch w ON w.id = l.watch
            JOIN site s ON s.id = w.site WHERE s.url = ? ORDER BY l.id""",
            (self.site,),
        )
        return [(level, pages, fresh, bool(in_order)) for level, pages, fresh, in_order in rows]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        with database.explained(self.log.path):
            yield


_SETTLED = "AND watch IN (SELECT watch FROM watch_end WHERE ending = '' AND holds)"
_LOOKS = f"SELECT substr(url, 1, length(url) - {len(VIEW)}), max(id) FROM fetch WHERE rule = 'look' GROUP BY url"
_PAGES = f"""SELECT f.id, f.url, f.requested, f.chosen, f.title, coalesce(r.accepted, f.accepted), f.status, f.error,
    f.duplicate_of, f.digest, f.hub, f.rule, f.depth, f.fetched_at FROM fetch f JOIN site s ON s.id = f.site {STANDING}
    WHERE s.url = ? AND f.rule <> 'look' ORDER BY f.id"""


def _kinds(source: bool) -> str:
    return f"kind {'' if source else 'NOT '}IN ('{SITEMAP}', '{FEED}')"


def _write_events(db: sqlite3.Connection, watch: int, events: Sequence[Event]) -> None:
    db.executemany(
        "INSERT INTO event (watch, event, url, title, hub, about, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [storable((watch, one.event, one.url, one.title, one.hub, one.about, one.at)) for one in events],
    )
