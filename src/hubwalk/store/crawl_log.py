"""The crawl log on one SQLite file in WAL mode.

Every observation is one transaction, written before it is acted on: `kill -9` loses nothing but the pages in flight.
One process writes (writer_lock.py); any number read meanwhile, in short transactions, so that they never hold up the
writer's checkpoints.
"""

from __future__ import annotations

import difflib
import importlib.resources
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import hubwalk
from hubwalk.errors import LogError, UsageError, unknown_name
from hubwalk.graph.web_graph import VIEW
from hubwalk.store import database, estimates, renderings, revisions, site_totals, unjudged
from hubwalk.store.answers import Answers
from hubwalk.store.encoding import (
    FETCH_COLUMNS,
    fetch_row,
    mentions,
    observation_of,
    pack_links,
    pack_response,
    storable,
    unpack_links,
    unpack_response,
)
from hubwalk.store.renderings import Look
from hubwalk.store.revisions import STANDING, LoggedRevision
from hubwalk.store.site_totals import SiteTotals
from hubwalk.store.writer_lock import WriterLock
from hubwalk.values import Estimate, Link, Observation, Response, Verdict

SCHEMA = 9
_LATER = (
    "search",
    "revision",
    "estimate",
    "rendering",
    "watch",
    "website",
    "unjudged",
    "judged_again",
)  # tables that came with schema 2, 3 ...
_SINCE = {f"{name}.sql": schema for schema, name in enumerate(_LATER, start=2)}
STATES = ("running", "done", "failed", "stopped")

_BATCH = 256  # rows per read transaction
_BATCH_WITH_BODIES = 16  # a document may have megabytes
_NEIGHBOURS = 1000  # known URLs that a mistyped one is compared with

_COLUMNS = ", ".join(FETCH_COLUMNS)
_INSERT = f"INSERT INTO fetch (site, {_COLUMNS}) VALUES (?{', ?' * len(FETCH_COLUMNS)})"
_SELECT = f"""SELECT f.id, s.url, c.links, %s, r.accepted, r.score, r.reason, w.why, p.probes, u.fetch,
    {", ".join(f"f.{name}" for name in FETCH_COLUMNS)}
    FROM fetch f JOIN site s ON s.id = f.site JOIN content c ON c.fetch = f.id {STANDING}
    LEFT JOIN why w ON w.fetch = f.id LEFT JOIN probe p ON p.fetch = f.id {unjudged.OF_FETCH}"""


class SqliteCrawlLog:
    """A crawl log; make one with `create` or `open`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None) -> None:
        self.path = path
        self._db = connection
        self._lock = lock
        self._sites: dict[str, int] = {}
        self._turn = threading.RLock()  # validators that run in a thread keep their answers here

    @classmethod
    def create(cls, path: Path, job: Mapping[str, object]) -> SqliteCrawlLog:
        """A new log, open for writing."""
        with database.explained(path):
            lock = WriterLock(path)
        try:
            with database.explained(path):
                if path.exists() and path.stat().st_size > 0:
                    raise LogError(f"{path} exists: `hubwalk resume {path}` goes on with it, or choose another --db")
                schema = "".join(map(_script, ("schema.sql", *_SINCE)))
                db = database.create(path)
                # One transaction before WAL mode: killed in the middle of it, an empty file remains.
                db.executescript(f"BEGIN;\n{schema}")
                about = {"hubwalk_schema": str(SCHEMA), "hubwalk_version": hubwalk.__version__, "job": json.dumps(job)}
                db.executemany("INSERT INTO meta VALUES (?, ?)", about.items())
                db.execute("COMMIT")
                database.begin_writing(db)
            return cls(path, db, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open(cls, path: Path, *, write: bool = False) -> SqliteCrawlLog:
        """An existing log. Readers need no lock and may open it while a crawl runs."""
        if not path.is_file():
            raise LogError(f"{path}: no such crawl log; `hubwalk find` makes one")
        lock = WriterLock(path) if write else None
        try:
            log = cls(path, database.connect(path, write=write), lock)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        try:
            with database.explained(path):
                schema = log._check_kind()
                if write:
                    database.begin_writing(log._db)
                    log._upgrade(schema)
                elif schema < SCHEMA:
                    # Who reads a search asks first whether there was one, see SearchLog.
                    missing = [name for name, since in _SINCE.items() if schema < since and name != "search.sql"]
                    database.stand_in(log._db, "".join(map(_script, missing)))
        except BaseException:
            log.close()
            raise
        return log

    def _check_kind(self) -> int:
        """The schema of the log."""
        try:
            row = self._db.execute("SELECT value FROM meta WHERE key = 'hubwalk_schema'").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise
            row = None  # no such table or column
        if row is None:
            raise LogError(f"{self.path} is an SQLite file but no crawl log of hubwalk: choose another file")
        if int(row[0]) > SCHEMA:
            raise LogError(
                f"{self.path} was written by a newer hubwalk (schema {row[0]}, known {SCHEMA}): update hubwalk"
            )
        return int(row[0])

    def _upgrade(self, schema: int) -> None:
        """A log of an older hubwalk gets the tables that came later."""
        if schema < SCHEMA:
            self._db.executescript("BEGIN;\n" + "".join(map(_script, _SINCE)))
            self._db.execute("UPDATE meta SET value = ? WHERE key = 'hubwalk_schema'", (str(SCHEMA),))
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file and give the lock back; closing twice is no error."""
        try:
            with database.explained(self.path):
                self._db.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> SqliteCrawlLog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def hubwalk_version(self) -> str:
        """Of the hubwalk that made the log."""
        rows = self.rows("SELECT value FROM meta WHERE key = 'hubwalk_version'")
        return str(rows[0][0]) if rows else ""

    @property
    def job(self) -> dict[str, Any]:
        """The job as it was given to `create`."""
        rows = self.rows("SELECT value FROM meta WHERE key = 'job'")
        with database.explained(self.path):
            job: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
            return job

    # -- written by the driver --------------------------------------------------------------------------------------

    def append(
        self, observation: Observation, look: Look | None = None, *, confidences: Sequence[float] | None = None
    ) -> int:
        """Make one observation durable, with what a browser had to do with it, or how a crawl for sites has read it
        (websites.py), and return its number."""
        links = pack_links(observation.page.links)
        response = pack_response(observation.response) if observation.response is not None else None
        row = fetch_row(observation)
        with self.transaction() as db:
            site = self.site_number(observation.site)
            try:
                number = db.execute(_INSERT, (site, *row)).lastrowid
            except UnicodeEncodeError:
                number = db.execute(_INSERT, (site, *storable(row))).lastrowid
            db.execute("INSERT INTO content VALUES (?, ?, ?)", (number, links, response))
            if observation.choice.why:
                db.execute("INSERT INTO why VALUES (?, ?)", (number, *storable((observation.choice.why,))))
            if observation.choice.probes:
                db.execute("INSERT INTO probe VALUES (?, ?)", (number, *storable((observation.choice.probes,))))
            unjudged.write(db, number, observation.verdict)
            if look is not None and number is not None:
                renderings.write(db, number, look)
            if confidences is not None:
                db.execute("INSERT INTO reading VALUES (?, ?)", (number, json.dumps(list(map(float, confidences)))))
        assert number is not None
        return number

    def revise(self, revised: Sequence[tuple[int, Verdict, int]]) -> None:
        """Make revisions durable: the number of the fetch, the verdict that stands from now on, and how many choices of
        its site are under way."""
        revisions.write(self, revised)

    def add_estimate(self, site: str, fetched: int, estimate: Estimate) -> None:
        """Keep what a site is thought to have, after so many of its pages; see estimates.py."""
        with self.transaction() as db:
            estimates.write(db, self.site_number(site), fetched, estimate)

    def answers(self) -> Answers:
        """What was asked for at a price, for validators; read and written from any thread."""
        return Answers(self)

    def add_sample(self, name: str, response: Response) -> None:
        """Keep a sample page that is a file or lies on another site."""
        with self.transaction() as db:
            db.execute("INSERT INTO sample (name, response) VALUES (?, ?)", storable((name, pack_response(response))))

    def change_job(self, job: Mapping[str, object]) -> None:
        """A job that found sites becomes one that crawls them."""
        with self.transaction() as db:
            db.execute("UPDATE meta SET value = ? WHERE key = 'job'", (json.dumps(job),))

    def set_site_state(self, site: str, state: str, reason: str = "") -> None:
        if state not in STATES:
            raise unknown_name("site state", state, STATES)
        with self.transaction() as db:
            row = (*storable((state, reason)), self.site_number(site))
            db.execute("UPDATE site SET state = ?, reason = ? WHERE id = ?", row)

    def site_number(self, url: str) -> int:
        """Its number, within a transaction; a site that is new gets one."""
        if url not in self._sites:
            row = storable((url,))
            self._db.execute("INSERT OR IGNORE INTO site (url) VALUES (?)", row)
            self._sites[url] = self._db.execute("SELECT id FROM site WHERE url = ?", row).fetchone()[0]
        return self._sites[url]

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; after an error the log is as before."""
        if self._lock is None:
            raise UsageError(f"{self.path} was opened for reading only")
        with self._turn, database.explained(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                self._sites.clear()  # a site that began in this transaction is gone again
                with suppress(sqlite3.Error):  # SQLite has rolled back by itself, as it does when the disk is full
                    self._db.execute("ROLLBACK")
                raise

    # -- read by everybody ------------------------------------------------------------------------------------------

    def observations(
        self, *, bodies: bool = False, site: str = "", accepted_only: bool = False
    ) -> Iterator[Observation]:
        """The observations that are there now, in the order of `append`, with the verdicts that stand; with `bodies`
        each has its raw response and its HTML. Second looks are no observations of their own here: their page has the
        links that they found. Streamed: the log may be larger than memory, and may grow meanwhile."""
        return (seen for _, seen in self.numbered(bodies=bodies, site=site, accepted_only=accepted_only))

    def numbered(
        self, *, bodies: bool = False, site: str = "", accepted_only: bool = False
    ) -> Iterator[tuple[int, Observation]]:
        """The same with the numbers that `append` gave them."""
        looked = renderings.second_looks(self)
        for number, seen in self._rows(bodies=bodies, site=site, accepted_only=accepted_only):
            if seen.choice.rule != "look":
                yield number, self._as_seen_last(seen, looked, bodies=bodies)

    def _as_seen_last(self, seen: Observation, looked: Mapping[str, int], *, bodies: bool) -> Observation:
        number = looked.get(seen.page.url) if not seen.page.duplicate_of else None
        return seen if number is None else renderings.merged(seen, self.at(number, bodies=bodies))

    def events(self, *, bodies: bool = False, site: str = "") -> Iterator[Observation | LoggedRevision]:
        """The crawl as it went: every observation with the verdict of that time, second looks too, every revision where
        it came."""
        told = iter(revisions.read(self, site=site))
        revision = next(told, None)
        for number, seen in self._rows(bodies=bodies, site=site):
            while revision is not None and revision.after < number:
                yield revision
                revision = next(told, None)
            yield seen if seen.first is None else replace(seen, verdict=seen.first, first=None)
        if revision is not None:
            yield revision
            yield from told

    def _rows(self, *, bodies: bool, site: str, accepted_only: bool = False) -> Iterator[tuple[int, Observation]]:
        last = self.rows("SELECT coalesce(max(id), 0) FROM fetch")[0][0]
        where = "f.id > ? AND f.id <= ?"
        given: tuple[object, ...] = ()
        if site:
            where += " AND f.site = (SELECT id FROM site WHERE url = ?)"
            given = (site,)
        if accepted_only:
            where += " AND coalesce(r.accepted, f.accepted)"
        batch = _BATCH_WITH_BODIES if bodies else _BATCH
        query = f"{_select(bodies)} WHERE {where} ORDER BY f.id LIMIT {batch}"
        number = 0
        while rows := self.rows(query, (number, last, *given)):
            for row in rows:
                yield row[0], self._observation(row)
            number = rows[-1][0]

    def find(self, url: str, *, bodies: bool = False) -> Observation | None:
        """The fetch of a URL, or else the one that led to it; None if there is none."""
        # The first term repeats the condition of the partial index, or SQLite would not use it.
        query = f"""{_select(bodies)} WHERE f.id IN (
            SELECT id FROM fetch WHERE requested <> url AND requested = ?1 UNION SELECT id FROM fetch WHERE url = ?1
        ) ORDER BY f.requested = ?1 DESC, f.duplicate_of = '' DESC, f.id LIMIT 1"""
        rows = self.rows(query, (url,))
        for found in map(self._observation, rows):
            return self._as_seen_last(found, renderings.second_looks(self, found.page.url), bodies=bodies)
        return None

    def at(self, number: int, *, bodies: bool = False) -> Observation:
        """The observation that `append` gave this number."""
        return self._observation(self.rows(f"{_select(bodies)} WHERE f.id = ?", (number,))[0])

    def nearest_urls(self, url: str, n: int = 3) -> list[str]:
        """Fetched URLs that are spelled much like `url`, the nearest first."""
        rows = self.rows(
            f"""SELECT url FROM (SELECT url FROM fetch WHERE url >= ?1 ORDER BY url LIMIT {_NEIGHBOURS})
            UNION SELECT url FROM (SELECT url FROM fetch WHERE url < ?1 ORDER BY url DESC LIMIT {_NEIGHBOURS})""",
            (url,),
        )
        return difflib.get_close_matches(url, [row[0] for row in rows], n=n, cutoff=0.6)

    def links_to(self, *urls: str) -> Iterator[tuple[str, Link]]:
        """The links to any of the URLs, each with the page that shows it. Goes through all links of the log."""
        told: set[tuple[str, Link]] = set()  # a second look at a page has the links of the first one, too
        query = "SELECT f.id, f.url, c.links FROM content c JOIN fetch f ON f.id = c.fetch WHERE f.id > ? ORDER BY f.id"
        number = 0
        while rows := self.rows(f"{query} LIMIT {_BATCH}", (number,)):
            number = rows[-1][0]
            for _, page, blob in rows:
                with database.explained(self.path):
                    links = unpack_links(blob) if mentions(blob, urls) else ()
                found = {(page.removesuffix(VIEW), link): None for link in links if link.target in urls}
                yield from (pair for pair in found if pair not in told)
                told.update(found)

    def samples(self) -> list[tuple[str, Response]]:
        """What `add_sample` was given, in that order."""
        rows = self.rows("SELECT name, response FROM sample ORDER BY id")
        with database.explained(self.path):
            return [(name, unpack_response(blob)) for name, blob in rows]

    def site_states(self) -> dict[str, tuple[str, str]]:
        """State and reason of every site that was begun."""
        rows = self.rows("SELECT url, state, reason FROM site ORDER BY id")
        return {url: (state, reason) for url, state, reason in rows}

    def totals(self) -> list[SiteTotals]:
        """One line per site, in the order in which they were begun."""
        return site_totals.read(self)

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[Any]:
        """All rows of a query, in one short read transaction."""
        with self._turn, database.explained(self.path):
            return self._db.execute(query, values).fetchall()

    def _observation(self, row: tuple[Any, ...]) -> Observation:
        with database.explained(self.path):
            found = observation_of(
                row[1], row[10:], row[2], row[3], revised=row[4:7], why=row[7], judged=row[9] is None
            )
            return replace(found, choice=replace(found.choice, probes=row[8])) if row[8] else found


def _script(name: str) -> str:
    return importlib.resources.files(__package__).joinpath(name).read_text("utf-8")


def _select(bodies: bool) -> str:
    return _SELECT % ("c.response" if bodies else "NULL")
