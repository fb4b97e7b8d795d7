"""Verdicts that were revised: written once, read at the point where it happened.

The state of a crawl is a fold over fetches *and* revisions. A strategy that has chosen its next page before a revision
came must have done so in a resumed crawl, too: `pending` keeps how many of its choices were under way.
"""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hubwalk.store.encoding import storable
from hubwalk.store.unjudged import OF_FETCH
from hubwalk.values import Verdict

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

STANDING = "LEFT JOIN revision r ON r.id = (SELECT max(id) FROM revision WHERE fetch = f.id)"
_OF_PAGES = """f.status BETWEEN 200 AND 299 AND f.error = '' AND f.duplicate_of = ''
    AND NOT EXISTS (SELECT * FROM judged_again j WHERE j.fetch = f.id AND j.duplicate_of <> '')"""


@dataclass(frozen=True, slots=True)
class JudgedFetch:
    """A logged page that may be revised, with the verdict that stands."""

    number: int  # fetch.id
    site: str
    url: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class LoggedRevision:
    """A revision as the log holds it."""

    site: str
    url: str  # of the page
    verdict: Verdict
    after: int  # fetch.id of the last page logged before
    pending: int  # choices of the page's site that were under way
    revised_at: float = 0.0


def judged(log: SqliteCrawlLog, url: str) -> list[JudgedFetch]:
    """The fetches that brought the page at this URL. Failures and duplicates are left out: no validator saw them."""
    rows = log.rows(
        f"""SELECT f.id, s.url, f.url, coalesce(r.accepted, f.accepted),
        CASE WHEN r.id IS NULL THEN f.score ELSE r.score END, coalesce(r.reason, f.reason),
        r.id IS NOT NULL OR u.fetch IS NULL
        FROM fetch f JOIN site s ON s.id = f.site {STANDING} {OF_FETCH}
        WHERE f.url = ? AND {_OF_PAGES} ORDER BY f.id""",
        storable((url,)),
    )
    return [JudgedFetch(number, site, page, _verdict(*verdict)) for number, site, page, *verdict in rows]


def write(log: SqliteCrawlLog, revisions: Iterable[tuple[int, Verdict, int]]) -> None:
    """Log revisions, each with the number of the fetch and the choices under way, all of them or none."""
    with log.transaction() as db:
        insert(db, revisions)


def insert(db: sqlite3.Connection, revisions: Iterable[tuple[int, Verdict, int]]) -> None:
    """The same within a transaction."""
    now = time.time()
    (after,) = db.execute("SELECT coalesce(max(id), 0) FROM fetch").fetchone()
    for number, verdict, pending in revisions:
        row = (number, after, pending, int(verdict.accepted), float(verdict.score), verdict.reason, now)
        db.execute(
            "INSERT INTO revision (fetch, after, pending, accepted, score, reason, revised_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            storable(row),
        )


def read(log: SqliteCrawlLog, *, site: str = "", url: str = "") -> list[LoggedRevision]:
    """All revisions in their order, or those of one site or page."""
    where, given = " WHERE 1", []
    for column, value in (("s.url", site), ("f.url", url)):
        if value:
            where += f" AND {column} = ?"
            given.append(value)
    rows = log.rows(
        f"""SELECT s.url, f.url, r.accepted, r.score, r.reason, r.after, r.pending, r.revised_at
        FROM revision r JOIN fetch f ON f.id = r.fetch JOIN site s ON s.id = f.site{where} ORDER BY r.id""",
        storable(given),
    )
    return [LoggedRevision(row[0], row[1], _verdict(*row[2:5]), *row[5:]) for row in rows]


def _verdict(accepted: int, score: float | None, reason: Any, judged: int = 1) -> Verdict:
    return Verdict(bool(accepted), math.nan if score is None else score, reason, bool(judged))
