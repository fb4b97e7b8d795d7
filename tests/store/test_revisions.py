"""Verdicts that were revised: the last one stands, the first one is still to be had, and the order is kept."""

from __future__ import annotations

import csv
import json
import math
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import pyarrow.parquet as pq
import pytest
from observations import Make

from hubwalk.errors import LogError, UsageError
from hubwalk.store import estimates, renderings, revisions, unjudged
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.explanation import explain_url
from hubwalk.store.exports import export
from hubwalk.store.results import ResultWriter
from hubwalk.store.revisions import LoggedRevision
from hubwalk.store.warc import warc_entries
from hubwalk.values import Verdict

pytest_plugins = ["observations"]

SITE = "http://shop.test/"
OUT = Verdict(False, 0.125, "the line has moved")
IN = Verdict(True, 0.5, "the line has moved back")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteCrawlLog]:
    with SqliteCrawlLog.create(tmp_path / "crawl.db", {}) as log:
        yield log


def revise(log: SqliteCrawlLog, path: str, verdict: Verdict, pending: int = 0) -> None:
    log.revise([(found.number, verdict, pending) for found in revisions.judged(log, SITE + path)])


def said(log: SqliteCrawlLog) -> list[tuple[str, bool]]:
    """The crawl as it went: what was said of which page, first and later."""
    return [
        (event.url if isinstance(event, LoggedRevision) else event.page.url, event.verdict.accepted)
        for event in log.events(site=SITE)
    ]


def test_the_last_verdict_stands_and_the_first_is_kept(log: SqliteCrawlLog, make: Make) -> None:
    log.append(make("a", accepted=True))
    log.append(make("b"))
    revise(log, "a", OUT)
    revise(log, "b", IN)
    a, b = log.observations()
    assert (a.verdict, b.verdict) == (OUT, IN)
    assert a.first == make("a", accepted=True).verdict
    assert [seen.page.url for seen in log.observations(accepted_only=True)] == [f"{SITE}b"]
    found = log.find(f"{SITE}a", bodies=True)
    assert found is not None
    assert (found.verdict, found.page.html) == (OUT, make("a").response.body.decode())  # type: ignore[union-attr]
    (totals,) = log.totals()
    assert (totals.fetched, totals.accepted, totals.revised) == (2, 1, 2)
    revise(log, "a", IN)
    assert [seen.verdict.accepted for seen in log.observations()] == [True, True]
    assert log.totals()[0].revised == 2  # pages, not changes of mind


def test_a_verdict_that_stays_was_not_revised(log: SqliteCrawlLog, make: Make) -> None:
    log.append(make("confirmed", accepted=True))
    broken = Verdict(False, 0.0, "not judged: broken", judged=False)
    log.append(replace(make("refused"), verdict=broken))
    log.append(replace(make("mended"), verdict=broken))
    for path, verdict in (("confirmed", IN), ("refused", OUT), ("mended", IN)):
        revise(log, path, verdict)
    (totals,) = log.totals()
    assert (totals.revised, totals.unjudged) == (1, 0)


def test_events_come_where_they_happened(log: SqliteCrawlLog, make: Make) -> None:
    log.append(make("a", accepted=True))
    log.append(replace(make("x"), site="http://other.test/"))
    revise(log, "a", OUT, pending=1)
    log.append(make("b"))
    log.append(make("c", accepted=True))
    revise(log, "b", IN)
    revise(log, "a", IN)
    path = f"{SITE}"
    assert said(log) == [
        (path + "a", True), (path + "a", False), (path + "b", False), (path + "c", True), (path + "b", True),
        (path + "a", True),
    ]  # fmt: skip
    assert [event.pending for event in log.events(site=SITE) if isinstance(event, LoggedRevision)] == [1, 0, 0]
    assert len(list(log.events())) == 7


def test_what_no_validator_has_seen_is_not_revised(log: SqliteCrawlLog, make: Make) -> None:
    log.append(make("gone", status=404))
    twin = make("twin")
    log.append(replace(twin, page=replace(twin.page, duplicate_of=f"{SITE}a")))
    assert revisions.judged(log, f"{SITE}gone") == revisions.judged(log, f"{SITE}twin") == []
    assert revisions.judged(log, f"{SITE}nowhere") == []


@pytest.mark.parametrize("score", [float("nan"), 0.25])
def test_a_revision_without_a_score(log: SqliteCrawlLog, make: Make, score: float) -> None:
    log.append(make("a", accepted=True))
    revise(log, "a", Verdict(False, score, ""))
    (seen,) = log.observations()
    assert repr(seen.verdict.score) == repr(score)
    ((stands,),) = log.rows("SELECT score FROM verdict")
    assert stands == (None if math.isnan(score) else score)


def test_the_view_says_what_stands(log: SqliteCrawlLog, make: Make) -> None:
    for name in ("a", "b"):
        log.append(make(name, accepted=True))
    revise(log, "a", OUT)
    assert log.rows("SELECT fetch, accepted, reason, revised FROM verdict ORDER BY fetch") == [
        (1, 0, "the line has moved", 1),
        (2, 1, "looks like a sample", 0),
    ]


def test_exports_have_the_verdict_that_stands(tmp_path: Path, log: SqliteCrawlLog, make: Make) -> None:
    for name in ("a", "b"):
        log.append(make(name, accepted=name == "a"))
    revise(log, "a", OUT)
    revise(log, "b", IN)
    out = {ending: tmp_path / f"out.{ending}" for ending in ("jsonl", "csv", "parquet", "warc")}
    for path in out.values():
        export(log.path, path)
    (line,) = out["jsonl"].read_text().splitlines()
    record = json.loads(line)
    assert (record["url"], record["reason"], record["revised"]) == (f"{SITE}b", IN.reason, True)
    with out["csv"].open(newline="") as stream:
        assert [(row["url"], row["revised"]) for row in csv.DictReader(stream)] == [(f"{SITE}b", "true")]
    assert pq.read_table(out["parquet"])["revised"].to_pylist() == [True]
    assert [(entry.url, entry.accepted) for entry in warc_entries(out["warc"])] == [
        (f"{SITE}a", False),
        (f"{SITE}b", True),
    ]


def test_explain_tells_all_that_was_said(log: SqliteCrawlLog, make: Make) -> None:
    log.append(make("a", accepted=True))
    log.append(make("b"))
    revise(log, "a", OUT)
    about = explain_url(log, f"{SITE}a")
    assert (about["accepted"], about["reason"], about["revised"]) == (False, OUT.reason, True)
    first, last = cast("list[dict[str, object]]", about["verdicts"])
    assert (first["accepted"], first["reason"]) == (True, "looks like a sample")
    assert (last["accepted"], last["reason"], last["pages"]) == (False, OUT.reason, 2)
    assert len(explain_url(log, f"{SITE}b")["verdicts"]) == 1  # type: ignore[arg-type]


def test_a_file_is_put_right_at_the_end(tmp_path: Path, log: SqliteCrawlLog, make: Make) -> None:
    out = tmp_path / "out.jsonl"
    with ResultWriter.open(out, log=log) as writer:
        for name in ("a", "b", "c"):
            log.append(make(name, accepted=name != "b"))
            if name != "b":
                writer.write(make(name, accepted=True))
        for path, verdict in (("a", OUT), ("b", IN)):
            revise(log, path, verdict)
            found = log.find(SITE + path)
            assert found is not None
            writer.revise(found)
        told = [(line["url"][-1], line["accepted"]) for line in map(json.loads, out.read_text().splitlines())]
        assert told == [("a", True), ("c", True), ("a", False), ("b", True)]
    assert [json.loads(line)["url"][-1] for line in out.read_text().splitlines()] == ["b", "c"]


def test_a_stream_gets_one_more_line(
    log: SqliteCrawlLog, make: Make, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    log.append(make("a", accepted=True))
    with ResultWriter.open("-", log=log) as writer:
        revise(log, "a", OUT)
        found = log.find(f"{SITE}a")
        assert found is not None
        writer.revise(found)
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [(line["accepted"], line["revised"]) for line in lines] == [(True, False), (False, True)]


def older(path: Path, schema: str) -> None:
    """A log as an older hubwalk left it."""
    with closing(sqlite3.connect(path)) as db, db:
        later = {
            **dict.fromkeys(("prepared", "found_site", "source_end", "site_choice", "reading", "site_verdict"), 7),
            "website_end": 7,
            **dict.fromkeys(("list_look", "event", "visit", "watch_end", "watch"), 6),
            "rendering": 5,
            "probe": 5,
            "why": 4,
            "estimate": 4,
            "unjudged": 8,
            "judged_again": 9,
            "revision": 3,
            "answer": 3,
            "query": 2,
            "result": 2,
            "candidate": 2,
            "search": 2,
        }
        if schema < "3":
            db.execute("DROP VIEW verdict")
        for table in (name for name, since in later.items() if int(schema) < since):
            db.execute(f"DROP TABLE {table}")
        db.execute("UPDATE meta SET value = ? WHERE key = 'hubwalk_schema'", (schema,))


@pytest.mark.parametrize("schema", ["1", "2", "3", "4", "5", "6", "7", "8"])
def test_older_logs_are_read_as_they_are_and_upgraded_when_resumed(tmp_path: Path, make: Make, schema: str) -> None:
    path = tmp_path / "old.db"
    with SqliteCrawlLog.create(path, {}) as log:
        log.append(make("a", accepted=True))
    older(path, schema)
    before = path.read_bytes()
    with SqliteCrawlLog.open(path) as log:
        assert [seen.verdict.accepted for seen in log.observations()] == [True]
        assert log.totals()[0].accepted == 1
        assert len(list(log.events())) == 1
        assert dict(log.answers()) == {}
        assert explain_url(log, f"{SITE}a")["revised"] is False
        assert estimates.latest(log) == {}
        assert renderings.totals(log) == {}
        assert unjudged.read(log).fetches == ()
        with pytest.raises(LogError, match="attempt to write"):
            log.rows("DELETE FROM fetch")
    assert path.read_bytes() == before
    for _ in range(2):
        with SqliteCrawlLog.open(path, write=True) as log:
            revise(log, "a", OUT)
            log.answers()["question"] = "answer"
    with SqliteCrawlLog.open(path) as log:
        assert [seen.verdict.accepted for seen in log.observations()] == [False]
        assert dict(log.answers()) == {"question": "answer"}
        assert log.rows("SELECT value FROM meta WHERE key = 'hubwalk_schema'") == [("9",)]
        assert log.rows("SELECT count(*) FROM why") == log.rows("SELECT count(*) FROM estimate") == [(0,)]
        assert log.rows("SELECT count(*) FROM rendering") == log.rows("SELECT count(*) FROM probe") == [(0,)]


def test_answers_are_a_mapping_that_lasts(tmp_path: Path) -> None:
    path = tmp_path / "crawl.db"
    with SqliteCrawlLog.create(path, {}) as log:
        answers = log.answers()
        answers["b"], answers["a"] = "1", "2"
        answers["b"] = "half a pair \ud800"
        with SqliteCrawlLog.open(path) as reader:  # there as soon as it was set
            assert dict(reader.answers()) == {"a": "2", "b": "half a pair ?"}
            with pytest.raises(UsageError, match="reading only"):
                reader.answers()["c"] = "3"
        del answers["b"]
        assert (list(answers), len(answers), "b" in answers, answers.get("b")) == (["a"], 1, False, None)
        with pytest.raises(KeyError):
            answers["b"]
        with pytest.raises(KeyError):
            del answers["b"]


def test_answers_come_from_a_thread_while_pages_are_logged(log: SqliteCrawlLog, make: Make) -> None:
    answers = log.answers()
    count = 60

    def ask() -> None:
        for number in range(count):
            answers[f"question {number}"] = answers.get(f"question {number - 1}", "") + "x"

    thread = threading.Thread(target=ask)
    thread.start()
    for number in range(count):
        log.append(make(str(number)))
        revise(log, str(number), IN)
    thread.join()
    assert len(answers) == count
    assert answers[f"question {count - 1}"] == "x" * count
    assert log.totals()[0].accepted == count
