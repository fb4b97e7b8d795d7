"""What the crawl log says of its sites, in figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hubwalk.store.revisions import STANDING
from hubwalk.store.unjudged import OF_FETCH

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog


@dataclass(frozen=True, slots=True)
class SiteTotals:
    """What the log says of one site."""

    site: str
    fetched: int
    requests: int
    accepted: int  # by the verdicts that stand
    duplicates: int
    failed: int
    first_fetched_at: float  # Unix time; 0 if nothing was fetched
    last_fetched_at: float
    state: str
    reason: str
    revised: int  # pages of which the opposite was said later, once at least; a confirmation or another reason is none
    unjudged: int  # pages that the validator broke on, and nobody has judged since


def read(log: SqliteCrawlLog) -> list[SiteTotals]:
    """One line per site, in the order in which they were begun."""
    rows = log.rows(
        f"""SELECT s.url, count(f.id) - coalesce(sum(f.rule = 'look'), 0), coalesce(sum(f.requests), 0),
            coalesce(sum(coalesce(r.accepted, f.accepted)), 0),
            coalesce(sum(f.duplicate_of <> '' AND f.rule <> 'look'), 0),
            coalesce(sum(f.status NOT BETWEEN 200 AND 299 OR f.error <> ''), 0),
            coalesce(min(f.fetched_at), 0.0), coalesce(max(f.fetched_at), 0.0), s.state, s.reason,
            coalesce(sum(EXISTS (SELECT * FROM revision WHERE fetch = f.id AND accepted <> f.accepted)), 0),
            coalesce(sum(u.fetch IS NOT NULL AND r.id IS NULL), 0)
        FROM site s LEFT JOIN fetch f ON f.site = s.id {STANDING} {OF_FETCH} GROUP BY s.id ORDER BY s.id"""
    )
    return [SiteTotals(*row) for row in rows]
