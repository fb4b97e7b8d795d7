"""How many wanted pages a site was thought to have, over time: written at growing intervals, read by everybody."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hubwalk.values import Estimate

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

_COLUMNS = "s.url, e.fetched, e.found, e.expected, e.low, e.high FROM estimate e JOIN site s ON s.id = e.site"


@dataclass(frozen=True, slots=True)
class LoggedEstimate:
    """An estimate as the log holds it."""

    site: str
    fetched: int  # pages of the site by then
    estimate: Estimate


def write(db: sqlite3.Connection, site: int, fetched: int, estimate: Estimate) -> None:
    """Add what a site is thought to have, in a transaction of the log."""
    db.execute(
        "INSERT INTO estimate (site, fetched, found, expected, low, high) VALUES (?, ?, ?, ?, ?, ?)",
        (site, fetched, estimate.found, float(estimate.expected), float(estimate.low), float(estimate.high)),
    )


def read(log: SqliteCrawlLog, *, site: str = "") -> list[LoggedEstimate]:
    """All estimates in their order, or those of one site."""
    where, given = (" WHERE s.url = ?", (site,)) if site else ("", ())
    return [_logged(row) for row in log.rows(f"SELECT {_COLUMNS}{where} ORDER BY e.id", given)]


def latest(log: SqliteCrawlLog) -> dict[str, LoggedEstimate]:
    """The last estimate of every site that has one."""
    rows = log.rows(f"SELECT {_COLUMNS} WHERE e.id IN (SELECT max(id) FROM estimate GROUP BY site) ORDER BY e.id")
    return {row[0]: _logged(row) for row in rows}


def _logged(row: tuple[str, int, int, float, float, float]) -> LoggedEstimate:
    return LoggedEstimate(row[0], row[1], Estimate(*row[2:]))
