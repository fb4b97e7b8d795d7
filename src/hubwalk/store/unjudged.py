"""Pages that the validator broke on: written with the fetch, over as soon as there is a revision."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hubwalk.values import Verdict

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

OF_FETCH = "LEFT JOIN unjudged u ON u.fetch = f.id"
OPEN = "FROM unjudged u JOIN fetch f ON f.id = u.fetch WHERE u.fetch NOT IN (SELECT fetch FROM revision)"
_MARK = "not judged: "  # what most reasons begin with, and the sentence says already


@dataclass(frozen=True, slots=True)
class Unjudged:
    """The pages that nobody has judged so far."""

    fetches: Sequence[int] = ()  # fetch.id, the oldest first
    reason: str = ""  # of the oldest

    def in_words(self) -> str:
        """3 pages were not judged (KeyError: 'price'); "" if all were."""
        if not self.fetches:
            return ""
        count = len(self.fetches)
        return f"{count:,} page{'s were' if count > 1 else ' was'} not judged ({self.reason.removeprefix(_MARK)})"


def write(db: sqlite3.Connection, fetch: int | None, verdict: Verdict) -> None:
    """Within the transaction that logs the fetch."""
    if not verdict.judged:
        db.execute("INSERT INTO unjudged VALUES (?)", (fetch,))


def read(log: SqliteCrawlLog) -> Unjudged:
    """What is still to be judged."""
    rows = log.rows(f"SELECT f.id, f.reason {OPEN} ORDER BY f.id")
    return Unjudged([number for number, _ in rows], rows[0][1]) if rows else Unjudged()
