"""Coming back to the pages that a validator broke on: whose turn it is, what came of it, and where in the crawl."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hubwalk.store import revisions, unjudged
from hubwalk.store.encoding import storable
from hubwalk.values import Observation, Verdict

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

_DUPLICATES = "FROM judged_again WHERE duplicate_of <> ''"
_TRIED = "(SELECT coalesce(max(id), 0) FROM judged_again WHERE fetch = f.id)"


def in_turn(log: SqliteCrawlLog) -> list[int]:
    """The fetches that nobody has judged so far, those that have waited longest first: some may never be judged, and
    must not stand before the others in every run."""
    return [number for (number,) in log.rows(f"SELECT f.id {unjudged.OPEN} ORDER BY {_TRIED}, f.id")]


def begin(log: SqliteCrawlLog, fetch: int) -> None:
    """The validator is about to be asked."""
    with log.transaction() as db:
        db.execute("INSERT INTO judged_again (fetch, duplicate_of) VALUES (?, '')", (fetch,))


def write_duplicate(log: SqliteCrawlLog, fetch: int, twin: str) -> None:
    """Nobody needs to be asked: an accepted page shows the same."""
    with log.transaction() as db:
        db.execute("INSERT INTO judged_again (fetch, duplicate_of) VALUES (?, ?)", storable((fetch, twin)))
        revisions.insert(db, [(fetch, Verdict(False, reason=f"the same page as {twin}"), 0)])


def as_judged(log: SqliteCrawlLog) -> Iterator[Observation]:
    """The pages of the log with their bodies and the verdicts that stand, each where it was judged: what was judged in
    a later run comes where that began. Left out is what nobody has judged, and what nobody was asked about."""
    late = deque(_late(log))
    theirs = {fetch for fetch, _ in late} | {fetch for (fetch,) in log.rows(f"SELECT fetch {_DUPLICATES}")}
    for number, seen in log.numbered(bodies=True):
        while late and late[0][1] < number:
            yield log.at(late.popleft()[0], bodies=True)
        if number not in theirs and seen.verdict.judged:
            yield seen
    yield from (log.at(fetch, bodies=True) for fetch, _ in late)


def _late(log: SqliteCrawlLog) -> list[tuple[int, int]]:
    """What was judged in a later run, in that order, each with the last page that was logged before."""
    rows = log.rows(
        f"""SELECT r.fetch, r.after, min(r.id) FROM revision r JOIN unjudged u ON u.fetch = r.fetch
        WHERE r.fetch NOT IN (SELECT fetch {_DUPLICATES}) GROUP BY r.fetch ORDER BY 3"""
    )
    return [(fetch, after) for fetch, after, _ in rows]
