"""The crawl for sites in the crawl log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hubwalk.errors import LogError
from hubwalk.store.crawl_log import SCHEMA, SqliteCrawlLog
from hubwalk.store.websites import KEY, WebsiteLog
from hubwalk.values import Choice, Link, Observation, Page, Response, SiteChoice, SiteVerdict, Verdict

A, B, C = "http://a.test/", "http://b.test/", "http://c.test/"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteCrawlLog]:
    with SqliteCrawlLog.create(tmp_path / "sites.db", {KEY: {}}) as made:
        yield made


def seen(site: str, path: str = "", status: int = 200) -> Observation:
    page = Page(site + path, site + path, status, links=(Link(B, "b", "html/a"),))
    return Observation(site, Choice(site + path, "start"), page, Verdict(True, 0.75), requests=2)


def test_pages_come_back_with_their_readings_in_their_order(log: SqliteCrawlLog) -> None:
    kept = WebsiteLog(log)
    third = 1 / 3
    log.append(seen(A), confidences=(third, 1 - third))
    log.append(seen(B, status=404), confidences=())
    assert [(o.page.url, read) for o, read in kept.pages()] == [(A, (third, 1 - third)), (B, ())]
    assert next(o for o, _ in kept.pages()).page.links == (Link(B, "b", "html/a"),)


def test_a_page_without_a_reading_is_damage(log: SqliteCrawlLog) -> None:
    log.append(seen(A))
    with pytest.raises(LogError, match="no reading"):
        list(WebsiteLog(log).pages())


def test_choices_and_verdicts_are_kept_once_best_sites_first(log: SqliteCrawlLog) -> None:
    kept = WebsiteLog(log)
    for site, rank in ((A, 1.0), (B, 0.5), (C, float("nan"))):
        kept.choose(SiteChoice(site, "link", rank, (f"link from {A}", "known")))
    log.append(seen(A), confidences=(0.9, 0.1))
    kept.judge(A, SiteVerdict(True, 0.75, 1, "sure", ((A, 0.9),)))
    kept.judge(B, SiteVerdict(False, 0.01, 3, "not at all", (), settled=False))
    kept.judge(C, SiteVerdict(True, 0.99, 2, "very sure"))
    kept.judge(A, SiteVerdict(False, 0.0))  # a resumed crawl says it again, and may not change it
    kept.choose(SiteChoice(A, "start"))
    assert [one.choice.site for one in kept.sites()] == [C, A, B]
    assert [one.choice.site for one in kept.sites(relevant_only=True)] == [C, A]
    found = kept.site(A)
    assert found is not None
    assert found.choice == SiteChoice(A, "link", 1.0, (f"link from {A}", "known"))
    assert found.verdict == SiteVerdict(True, 0.75, 1, "sure", ((A, 0.9),))
    assert log.site_states()[A] == ("done", "")
    totals = kept.totals()
    assert (totals.chosen, totals.judged, totals.relevant, totals.pages, totals.requests) == (3, 3, 2, 1, 2)


def test_a_site_under_way_and_one_that_nobody_knows(log: SqliteCrawlLog) -> None:
    kept = WebsiteLog(log)
    kept.choose(SiteChoice(A, "start"))
    log.append(seen(A, "x"), confidences=(0.5, 0.5))
    found = kept.site(A)
    assert found is not None
    assert found.verdict == SiteVerdict(False, 0.0, 1, "under way", settled=False)
    assert kept.site(B) is None
    assert kept.sites() == []


def test_sources_and_pages_fetched_before_the_crawl(log: SqliteCrawlLog) -> None:
    kept = WebsiteLog(log)
    assert kept.source("odp:dump") is None
    kept.source_ended("odp:dump", [(A, "Top/Dogs"), (B, "Top/Cats")])
    kept.source_ended("similar", [(A, "like x")], error="the engine gave up")
    assert kept.source("odp:dump") == ([(A, "Top/Dogs"), (B, "Top/Cats")], "")
    assert kept.source("similar") == ([(A, "like x")], "the engine gave up")
    assert kept.sources_of(A) == [("odp:dump", "Top/Dogs"), ("similar", "like x")]
    assert kept.totals().found == 2

    answer = Response(A, B, 200, b"<p>hello", (("Content-Type", "text/html"),))
    assert kept.recall(A) is None
    kept.remember(answer)
    assert kept.recall(A) == answer


def test_the_last_run_tells_how_it_ended(log: SqliteCrawlLog) -> None:
    kept = WebsiteLog(log)
    assert (kept.totals().ending, kept.totals().complete) == ("", False)
    kept.end("interrupted", complete=False)
    kept.end("nothing left", complete=True)
    assert (kept.totals().ending, kept.totals().complete) == ("nothing left", True)


def test_an_older_log_has_no_crawl_for_sites(tmp_path: Path) -> None:
    with SqliteCrawlLog.create(tmp_path / "old.db", {"sites": [A]}) as made:
        made.append(seen(A))
        with made.transaction() as db:
            for table in (
                "prepared",
                "found_site",
                "source_end",
                "site_choice",
                "reading",
                "site_verdict",
                "website_end",
            ):
                db.execute(f"DROP TABLE {table}")
            db.execute("UPDATE meta SET value = '6' WHERE key = 'hubwalk_schema'")
    with SqliteCrawlLog.open(tmp_path / "old.db") as old:
        assert not WebsiteLog(old).is_there
        assert WebsiteLog(old).sites() == []
    with SqliteCrawlLog.open(tmp_path / "old.db", write=True) as upgraded:
        WebsiteLog(upgraded).choose(SiteChoice(A, "start"))
        assert upgraded.rows("SELECT value FROM meta WHERE key = 'hubwalk_schema'") == [(str(SCHEMA),)]
