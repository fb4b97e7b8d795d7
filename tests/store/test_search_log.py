"""The search for sites in the crawl log: what went in comes out, in old logs too."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from hubwalk.discovery.found import Candidate, Discovery, FoundSite
from hubwalk.discovery.queries import BACKLINKS, COMBINATION, Query
from hubwalk.errors import UsageError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.search_exports import export_search
from hubwalk.store.search_log import SearchLog
from hubwalk.values import Response, SearchAnswer, SearchResult, Verdict

QUERY = Query("zoom lens", COMBINATION, 10)
ANSWER = SearchAnswer(
    "zoom lens", 1234, (SearchResult("http://a.org/1", "One", "first"), SearchResult("http://b.org/"))
)
PAGE = Candidate(
    "http://a.org/1", "zoom lens", Response("http://a.org/1", "http://a.org/1", 200, b"<p>x"), Verdict(True, 0.5, "why")
)
FOUND = Discovery((FoundSite("http://a.org/", ["http://a.org/1"], 2, ["zoom lens"]),), (PAGE,), 3, "enough", True)


@pytest.fixture
def log(tmp_path: Path) -> SqliteCrawlLog:
    return SqliteCrawlLog.create(tmp_path / "crawl.db", {})


def test_answers_are_recalled_to_the_letter(log: SqliteCrawlLog) -> None:
    search = SearchLog(log)
    assert search.recall("engine", "zoom lens", 10) is None
    search.remember("engine", QUERY, ANSWER, seconds=0.2)
    assert search.recall("engine", "zoom lens", 10) == ANSWER
    assert search.recall("other", "zoom lens", 10) is None
    assert search.recall("engine", "zoom lens", 20) is None  # that many were never asked for
    fewer = search.recall("engine", "zoom lens", 1)
    assert fewer is not None
    assert fewer.results == ANSWER.results[:1]


def test_failures_are_there_but_are_no_answers(log: SqliteCrawlLog) -> None:
    search = SearchLog(log)
    search.remember("engine", QUERY, None, error="quota used up")
    assert search.recall("engine", "zoom lens", 10) is None
    (query,) = search.queries()
    assert (query.text, query.error, query.hits, query.results) == ("zoom lens", "quota used up", None, ())
    assert search.totals().failed == 1
    assert search.answered("engine") == 0
    for kind, text in ((COMBINATION, "a"), (COMBINATION, "b"), (COMBINATION, "a"), (BACKLINKS, "link:x")):
        search.remember("engine", Query(text, kind, 10), ANSWER)
    assert (search.answered("engine"), search.answered("other")) == (2, 0)


def test_candidates_with_their_answers_and_verdicts(log: SqliteCrawlLog) -> None:
    search = SearchLog(log)
    assert search.recall_candidate(PAGE.url) is None
    search.remember_candidate(PAGE)
    assert search.recall_candidate(PAGE.url) == PAGE
    assert search.candidates() == [PAGE]


def test_the_last_end_counts(log: SqliteCrawlLog) -> None:
    search = SearchLog(log)
    assert (search.is_there, search.sites()) == (False, [])
    search.end(Discovery((), (), 1, "quota", False))
    search.end(FOUND)
    assert search.is_there
    assert search.sites() == list(FOUND.sites)
    assert (search.totals().ending, search.totals().complete) == ("enough", True)


def test_texts_that_are_no_unicode_are_kept_somehow(log: SqliteCrawlLog) -> None:
    search = SearchLog(log)
    bad = SearchAnswer("zoom \ud800", 1, (SearchResult("http://a.org/\udfff", "\ud800"),))
    search.remember("engine", Query("zoom \ud800", COMBINATION, 10), bad)
    assert search.recall("engine", "zoom \ud800", 10) is not None


def test_a_log_of_an_older_hubwalk_gets_the_tables_when_it_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    SqliteCrawlLog.create(path, {}).close()
    with sqlite3.connect(path) as db:
        for table in ("query", "result", "candidate", "search"):
            db.execute(f"DROP TABLE {table}")
        db.execute("UPDATE meta SET value = '1' WHERE key = 'hubwalk_schema'")
    with SqliteCrawlLog.open(path) as log:
        assert not SearchLog(log).is_there
        assert export_search(log, "sites", tmp_path / "none.jsonl") == 0
    with SqliteCrawlLog.open(path, write=True) as log:
        SearchLog(log).remember("engine", QUERY, ANSWER)
        assert SearchLog(log).is_there


def test_sites_and_queries_as_files(log: SqliteCrawlLog, tmp_path: Path) -> None:
    search = SearchLog(log)
    search.remember("engine", QUERY, ANSWER)
    search.end(FOUND)
    assert export_search(log, "sites", tmp_path / "sites.jsonl") == 1
    (line,) = (tmp_path / "sites.jsonl").read_text().splitlines()
    assert json.loads(line) == {
        "site": "http://a.org/", "authorities": 1, "fetched": 2, "precision": 0.5, "queries": ["zoom lens"],
        "pages": ["http://a.org/1"],
    }  # fmt: skip
    assert export_search(log, "queries", tmp_path / "queries.csv") == 1
    head, row = (tmp_path / "queries.csv").read_text().splitlines()
    assert head.startswith("query,kind,engine,hits,")
    assert row.startswith("zoom lens,combination,engine,1234,")
    assert row.endswith(",http://a.org/1 | http://b.org/")
    with pytest.raises(UsageError, match=r"write sites and queries as \.jsonl or \.csv"):
        export_search(log, "sites", tmp_path / "sites.parquet")
    with pytest.raises(UsageError, match="did you mean 'queries'"):
        export_search(log, "query", tmp_path / "x.csv")
