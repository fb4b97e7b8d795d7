"""The crawl for sites in the crawl log: which sites were chosen, how their pages were read, what was said of them.

The pages themselves are rows of `fetch`, with all their links. The state of the crawl is a fold over these and their
readings: verdicts follow from them, and are here for those who read.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hubwalk.errors import LogError
from hubwalk.store import database
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.encoding import pack_response, storable, unpack_response
from hubwalk.values import Observation, Response, SiteChoice, SiteVerdict

KEY = "website"  # of the job in such a log: the settings of the crawl for sites


@dataclass(frozen=True, slots=True)
class JudgedSite:
    """A site with what was said of it."""

    choice: SiteChoice
    verdict: SiteVerdict


@dataclass(frozen=True, slots=True)
class WebsiteTotals:
    """How far a crawl for sites is."""

    chosen: int  # sites that were begun
    judged: int  # of these, those that are done with
    relevant: int
    pages: int  # fetched, of sites that are under way, too
    requests: int
    failed: int  # pages that could not be had
    found: int  # sites that sources named
    ending: str  # of the last run; "" if none ended
    complete: bool  # nothing is left to do


class WebsiteLog:
    """The tables of website.sql in an open crawl log."""

    def __init__(self, log: SqliteCrawlLog) -> None:
        self._log = log

    @property
    def is_there(self) -> bool:
        """False for the log of another kind of crawl."""
        return KEY in self._log.job

    # -- before the crawl ---------------------------------------------------------------------------------------------

    def recall(self, url: str) -> Response | None:
        """The answer for a URL that was fetched before the crawl."""
        rows = self._log.rows("SELECT response FROM prepared WHERE url = ?", storable((url,)))
        with database.explained(self._log.path):
            return unpack_response(rows[0][0]) if rows else None

    def remember(self, response: Response) -> None:
        row = storable((response.requested, pack_response(response), time.time()))
        with self._log.transaction() as db:
            db.execute("INSERT OR IGNORE INTO prepared (url, response, fetched_at) VALUES (?, ?, ?)", row)

    def prepared(self) -> set[str]:
        """The URLs that were fetched before the crawl."""
        return {url for (url,) in self._log.rows("SELECT url FROM prepared")}

    def source_ended(self, source: str, sites: Sequence[tuple[str, str]], error: str = "") -> None:
        """A source has named all its sites, each with how it came to it."""
        with self._log.transaction() as db:
            db.executemany(
                "INSERT OR IGNORE INTO found_site (source, site, how) VALUES (?, ?, ?)",
                [storable((source, site, how)) for site, how in sites],
            )
            db.execute("INSERT OR REPLACE INTO source_end VALUES (?, ?, ?)", storable((source, time.time(), error)))

    def source(self, source: str) -> tuple[list[tuple[str, str]], str] | None:
        """What a source has named, and what was wrong with it; None if it was never asked to its end."""
        ended = self._log.rows("SELECT error FROM source_end WHERE source = ?", storable((source,)))
        if not ended:
            return None
        rows = self._log.rows("SELECT site, how FROM found_site WHERE source = ? ORDER BY id", storable((source,)))
        return [(site, how) for site, how in rows], str(ended[0][0])

    # -- written by the crawl -----------------------------------------------------------------------------------------

    def choose(self, choice: SiteChoice) -> None:
        """A site is chosen; said a second time, by a resumed crawl, it changes nothing."""
        rank = None if math.isnan(choice.rank) else float(choice.rank)
        with self._log.transaction() as db:
            number = self._log.site_number(choice.site)
            row = (number, choice.rule, rank, json.dumps(choice.sources), time.time())
            db.execute("INSERT OR IGNORE INTO site_choice VALUES (?, ?, ?, ?, ?)", storable(row))

    def judge(self, site: str, verdict: SiteVerdict) -> None:
        """A site is done with; said a second time it changes nothing."""
        with self._log.transaction() as db:
            number = self._log.site_number(site)
            (after,) = db.execute("SELECT coalesce(max(id), 0) FROM fetch").fetchone()
            decisive = json.dumps([[url, confidence] for url, confidence in verdict.decisive])
            row = (
                number, int(verdict.relevant), float(verdict.confidence), verdict.pages, verdict.reason, decisive,
                int(verdict.settled), after, time.time(),
            )  # fmt: skip
            fresh = db.execute("INSERT OR IGNORE INTO site_verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", storable(row))
            if fresh.rowcount:
                db.execute("UPDATE site SET state = 'done', reason = '' WHERE id = ?", (number,))

    def end(self, ending: str, *, complete: bool) -> None:
        """A run is over."""
        row = storable((time.time(), ending, int(complete)))
        with self._log.transaction() as db:
            db.execute("INSERT INTO website_end (ended_at, ending, complete) VALUES (?, ?, ?)", row)

    # -- read by everybody --------------------------------------------------------------------------------------------

    def pages(self, *, bodies: bool = False) -> Iterator[tuple[Observation, tuple[float, ...]]]:
        """The crawl as it went: every page with how it was read."""
        readings = self._readings()
        for seen in self._log.observations(bodies=bodies):
            confidences = next(readings, None)
            if confidences is None:
                raise LogError(
                    f"{self._log.path} is damaged: a page of the crawl has no reading; start with another --db"
                )
            yield seen, confidences

    def _readings(self, batch: int = 1024) -> Iterator[tuple[float, ...]]:
        query = f"SELECT fetch, confidences FROM reading WHERE fetch > ? ORDER BY fetch LIMIT {batch}"
        number = 0
        while rows := self._log.rows(query, (number,)):
            number = rows[-1][0]
            with database.explained(self._log.path):
                yield from (tuple(json.loads(text)) for _, text in rows)

    def choices(self) -> list[SiteChoice]:
        """The sites that were chosen, in their order."""
        query = "SELECT s.url, c.rule, c.rank, c.sources FROM site_choice c JOIN site s ON s.id = c.site ORDER BY s.id"
        with database.explained(self._log.path):
            return [_choice(*row) for row in self._log.rows(query)]

    def sites(self, *, relevant_only: bool = False) -> list[JudgedSite]:
        """All sites that are done with, best first: relevant ones before others, then by confidence."""
        where = "WHERE v.relevant" if relevant_only else ""
        return [self._judged(row) for row in self._rows(f"{where} ORDER BY v.relevant DESC, v.confidence DESC, v.site")]

    def site(self, url: str) -> JudgedSite | None:
        """What is known of a chosen site; one that is under way is neither relevant nor settled so far."""
        rows = self._rows("WHERE s.url = ?", storable((url,)))
        return self._judged(rows[0]) if rows else None

    def sources_of(self, url: str) -> list[tuple[str, str]]:
        """The sources that have named a site, each with how it came to it."""
        query = "SELECT source, how FROM found_site WHERE site = ? ORDER BY id"
        return [(source, how) for source, how in self._log.rows(query, storable((url,)))]

    def totals(self) -> WebsiteTotals:
        row = self._log.rows(
            """SELECT (SELECT count(*) FROM site_choice), (SELECT count(*) FROM site_verdict),
                (SELECT coalesce(sum(relevant), 0) FROM site_verdict),
                count(*), coalesce(sum(requests), 0),
                coalesce(sum(status NOT BETWEEN 200 AND 299 OR error <> ''), 0),
                (SELECT count(DISTINCT site) FROM found_site) FROM fetch"""
        )[0]
        last = self._log.rows("SELECT ending, complete FROM website_end ORDER BY id DESC LIMIT 1")
        ending, complete = last[0] if last else ("", 0)
        return WebsiteTotals(*(*row, ending, bool(complete)))

    def _rows(self, where: str, values: tuple[object, ...] = ()) -> list[Any]:
        join = "LEFT JOIN" if "s.url" in where else "JOIN"
        return self._log.rows(
            f"""SELECT s.url, coalesce(c.rule, ''), c.rank, coalesce(c.sources, '[]'), coalesce(v.relevant, 0),
                coalesce(v.confidence, 0.0), coalesce(v.pages, (SELECT count(*) FROM fetch WHERE site = s.id)),
                coalesce(v.reason, 'under way'), coalesce(v.decisive, '[]'), coalesce(v.settled, 0)
            FROM site s {join} site_verdict v ON v.site = s.id LEFT JOIN site_choice c ON c.site = s.id {where}""",
            values,
        )

    def _judged(self, row: Sequence[Any]) -> JudgedSite:
        relevant, confidence, pages, reason, decisive, settled = row[4:]
        with database.explained(self._log.path):
            pairs = tuple((page, share) for page, share in json.loads(decisive))
            choice = _choice(*row[:4])
        return JudgedSite(choice, SiteVerdict(bool(relevant), confidence, pages, reason, pairs, bool(settled)))


def _choice(url: str, rule: str, rank: float | None, sources: str) -> SiteChoice:
    return SiteChoice(url, rule, math.nan if rank is None else rank, tuple(json.loads(sources)))
