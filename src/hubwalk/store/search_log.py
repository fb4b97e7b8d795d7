"""The search for sites in the crawl log: queries, results, candidates, and what came of them.

It is the memory of a search (discovery/search.py, drivers/discovery.py): what is in here is not asked or fetched again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.discovery.found import Candidate, Discovery, FoundSite
from hubwalk.discovery.queries import BACKLINKS, Query
from hubwalk.store import database
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.encoding import pack_response, storable, unpack_response
from hubwalk.values import SearchAnswer, SearchResult, Verdict


@dataclass(frozen=True, slots=True)
class LoggedQuery:
    """A question to an engine, as it went."""

    engine: str
    text: str
    kind: str
    hits: int | None
    asked_at: float
    seconds: float
    error: str
    results: tuple[str, ...]  # URLs


@dataclass(frozen=True, slots=True)
class SearchTotals:
    """How far a search is."""

    queries: int
    failed: int  # queries without an answer
    results: int
    candidates: int
    authorities: int
    ending: str  # of the last run; "" if none ended
    complete: bool


class SearchLog:
    """The tables of search.sql in an open crawl log."""

    def __init__(self, log: SqliteCrawlLog) -> None:
        self._log = log

    # -- memory of the search -----------------------------------------------------------------------------------------

    def recall(self, engine: str, query: str, limit: int) -> SearchAnswer | None:
        """What the engine said to this query before, if it was asked for as many results."""
        rows = self._log.rows(
            "SELECT id, hits FROM query WHERE text = ? AND engine = ? AND most >= ? AND error = '' ORDER BY id LIMIT 1",
            storable((query, engine, limit)),
        )
        if not rows:
            return None
        number, hits = rows[0]
        found = self._log.rows("SELECT url, title, snippet FROM result WHERE query = ? ORDER BY rank", (number,))
        return SearchAnswer(query, hits, tuple(SearchResult(*row) for row in found[:limit]))

    def remember(
        self, engine: str, query: Query, answer: SearchAnswer | None, *, error: str = "", seconds: float = 0.0
    ) -> None:
        hits = answer.hits if answer is not None else None
        row = (engine, query.text, query.kind, query.limit, hits, time.time() - seconds, seconds, error)
        with self._log.transaction() as db:
            number = db.execute(
                "INSERT INTO query (engine, text, kind, most, hits, asked_at, seconds, error)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                storable(row),
            ).lastrowid
            results = enumerate(answer.results if answer is not None else (), 1)
            db.executemany(
                "INSERT INTO result VALUES (?, ?, ?, ?, ?)",
                [storable((number, rank, found.url, found.title, found.snippet)) for rank, found in results],
            )

    def answered(self, engine: str) -> int:
        """How many queries for sites the engine has answered."""
        query = "SELECT count(DISTINCT text) FROM query WHERE engine = ? AND error = '' AND kind <> ?"
        return int(self._log.rows(query, storable((engine, BACKLINKS)))[0][0])

    def recall_candidate(self, url: str) -> Candidate | None:
        found = self._candidates("WHERE url = ?", storable((url,)))
        return found[0] if found else None

    def remember_candidate(self, candidate: Candidate) -> None:
        verdict = candidate.verdict
        row = (candidate.url, candidate.query, int(verdict.accepted), float(verdict.score), verdict.reason, time.time())
        with self._log.transaction() as db:
            db.execute(
                "INSERT OR IGNORE INTO candidate (url, query, accepted, score, reason, fetched_at, response)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                storable((*row, pack_response(candidate.response))),
            )

    def end(self, discovery: Discovery) -> None:
        """Write down how the search ended and what it found."""
        sites = [
            {"site": site.site, "authorities": site.authorities, "fetched": site.fetched, "queries": site.queries}
            for site in discovery.sites
        ]
        row = (time.time(), discovery.ending, int(discovery.complete), json.dumps(sites))
        with self._log.transaction() as db:
            db.execute("INSERT INTO search (ended_at, ending, complete, sites) VALUES (?, ?, ?, ?)", storable(row))

    # -- read by everybody --------------------------------------------------------------------------------------------

    @property
    def is_there(self) -> bool:
        """False for a log in which nothing was searched for."""
        tables = self._log.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'search'")
        return bool(tables) and bool(self._log.rows("SELECT 1 FROM query UNION SELECT 1 FROM search LIMIT 1"))

    def totals(self) -> SearchTotals:
        queries, failed = self._log.rows("SELECT count(*), coalesce(sum(error <> ''), 0) FROM query")[0]
        (results,) = self._log.rows("SELECT count(*) FROM result")[0]
        candidates, authorities = self._log.rows("SELECT count(*), coalesce(sum(accepted), 0) FROM candidate")[0]
        last = self._log.rows("SELECT ending, complete FROM search ORDER BY id DESC LIMIT 1")
        ending, complete = last[0] if last else ("", 0)
        return SearchTotals(queries, failed, results, candidates, authorities, ending, bool(complete))

    def sites(self) -> list[FoundSite]:
        """What the last run found, best first; [] if none has ended."""
        last = self._log.rows("SELECT sites FROM search ORDER BY id DESC LIMIT 1")
        with database.explained(self._log.path):
            return [FoundSite(**site) for site in json.loads(last[0][0])] if last else []

    def queries(self) -> list[LoggedQuery]:
        """All questions in their order."""
        rows = self._log.rows("SELECT id, engine, text, kind, hits, asked_at, seconds, error FROM query ORDER BY id")
        urls: dict[int, list[str]] = {}
        for number, url in self._log.rows("SELECT query, url FROM result ORDER BY query, rank"):
            urls.setdefault(number, []).append(url)
        return [
            LoggedQuery(engine, text, kind, hits, asked_at, seconds, error, tuple(urls.get(number, ())))
            for number, engine, text, kind, hits, asked_at, seconds, error in rows
        ]

    def candidates(self) -> list[Candidate]:
        """All candidates in the order in which they were judged."""
        return self._candidates("", ())

    def _candidates(self, where: str, values: Sequence[object]) -> list[Candidate]:
        rows = self._log.rows(
            f"SELECT url, query, response, accepted, score, reason FROM candidate {where} ORDER BY id", tuple(values)
        )
        with database.explained(self._log.path):
            return [
                Candidate(
                    url,
                    query,
                    unpack_response(blob),
                    Verdict(bool(accepted), float("nan") if score is None else score, why),
                )
                for url, query, blob, accepted, score, why in rows
            ]
