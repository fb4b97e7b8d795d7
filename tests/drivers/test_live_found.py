"""What a search has found, in the live crawl: fetched and judged before, never again."""

from __future__ import annotations

from pathlib import Path

from crawling import Crawled, job_for
from misbehaving import HangsUp, Redirect, Web, page

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.http import HttpBrowser
from hubwalk.config import Job, as_dict
from hubwalk.discovery.found import Candidate
from hubwalk.drivers import engine
from hubwalk.drivers.live import LiveCrawl
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.validators import make_validator
from hubwalk.values import Response, Verdict

pytest_plugins = ["web_fixtures"]

GOOD, BAD = Verdict(True, 1.0, "search says so"), Verdict(False, 0.0, "search says no")


def candidate(url: str, verdict: Verdict = GOOD) -> Candidate:
    """As a search fetches it."""
    return Candidate(url, "zoom", HttpBrowser(job_for(url, retries=0)).fetch(url), verdict)


def crawl(job: Job, found: list[Candidate], log: Path) -> Crawled:
    quieten()
    opened = SqliteCrawlLog.open(log, write=True) if log.exists() else SqliteCrawlLog.create(log, as_dict(job))
    with opened as written:
        live = LiveCrawl(job, written, make_validator(job.validators, []), [], found=found)
        engine.crawl(live)
        return Crawled(log, list(written.observations(bodies=True)), live.snapshot())


def site(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/about"))
    web.put("/item/1", page("one"))
    web.put("/about", page("about"))
    web.put("/hidden", page("nobody links here", "/item/2"))
    web.put("/item/2", page("two"))


def test_a_result_that_leads_into_the_site_from_elsewhere_is_a_start(web: Web, other_web: Web, tmp_path: Path) -> None:
    site(web)
    other_web.put("/short", Redirect(f"{web.url}/hidden"))
    crawled = crawl(job_for(web.url), [candidate(f"{other_web.url}/short")], tmp_path / "crawl.db")
    assert crawled.accepted == {"/hidden", "/item/1", "/item/2"}
    assert web.count("/hidden") == 1
    assert crawled.at("/hidden").choice.rule == "search"


def test_a_result_that_leads_out_of_the_site_is_none(web: Web, other_web: Web, tmp_path: Path) -> None:
    site(web)
    site(other_web)
    web.put("/item/1", Redirect(f"{other_web.url}/hidden"))
    crawled = crawl(job_for(web.url), [candidate(f"{web.url}/item/1")], tmp_path / "crawl.db")
    assert crawled.accepted == set()
    assert web.count("/item/1") == 1


def test_of_two_spellings_the_one_that_was_read_counts(web: Web, tmp_path: Path) -> None:
    site(web)
    secure = f"https://{web.url.partition('://')[2]}/hidden"
    refused = Candidate(secure, "zoom", Response(secure, secure, 0, error="connection refused"), Verdict(False))
    found = [candidate(f"{web.url}/hidden"), refused]
    crawled = crawl(job_for(web.url), found, tmp_path / "crawl.db")
    assert "/hidden" in crawled.accepted
    assert web.count("/hidden") == 1


def test_what_the_validator_broke_on_is_judged_by_the_crawl(web: Web, tmp_path: Path) -> None:
    site(web)
    broken = candidate(f"{web.url}/item/1", Verdict(False, reason="broken", judged=False))
    crawled = crawl(job_for(web.url), [broken, candidate(f"{web.url}/hidden")], tmp_path / "crawl.db")
    assert crawled.accepted == {"/hidden", "/item/1", "/item/2"}


def test_what_the_search_refused_is_not_asked_for_again(web: Web, tmp_path: Path) -> None:
    site(web)
    found = [candidate(f"{web.url}/about", BAD), candidate(f"{web.url}/hidden")]
    crawled = crawl(job_for(web.url), found, tmp_path / "crawl.db")
    assert crawled.at("/about").verdict.reason == "search says no"
    assert web.count("/about") == 1


def test_an_entry_page_that_is_gone_does_not_cost_the_pages_in_hand(web: Web, tmp_path: Path) -> None:
    site(web)
    found = [candidate(f"{web.url}/hidden")]
    web.put("/", HangsUp())
    crawled = crawl(job_for(web.url, retries=0), found, tmp_path / "crawl.db")
    assert crawled.accepted == {"/hidden", "/item/2"}
    assert crawled.sites[0].state == "done"


def test_a_site_that_is_gone_keeps_the_pages_in_hand_and_has_failed(web: Web, tmp_path: Path) -> None:
    site(web)
    web.put("/hidden", page("hidden", *(f"/item/{n}" for n in range(20))))
    found = [candidate(f"{web.url}/hidden")]
    web.close()
    crawled = crawl(job_for(web.url, retries=0), found, tmp_path / "crawl.db")
    assert crawled.accepted == {"/hidden"}
    assert crawled.sites[0].state == "failed"


def test_a_resumed_search_that_brought_more_opens_a_site_again(web: Web, tmp_path: Path) -> None:
    site(web)
    log, job = tmp_path / "crawl.db", job_for(web.url)
    assert crawl(job, [candidate(f"{web.url}/item/1")], log).accepted == {"/item/1"}
    more = [candidate(f"{web.url}/item/1"), candidate(f"{web.url}/hidden")]
    web.requests.clear()
    assert crawl(job, more, log).accepted == {"/item/1", "/hidden", "/item/2"}
    assert set(web.pages) == {"/item/2"}
    web.requests.clear()
    crawl(job, more, log)
    assert web.requests == []


def test_what_failed_under_another_spelling_is_asked_for(web: Web, tmp_path: Path) -> None:
    site(web)
    secure = f"https://{web.url.partition('://')[2]}/item/1"
    missing = f"{web.url.replace('://', '://www.')}/item/1"
    timed_out = f"{web.url}/about"
    failed = [
        Candidate(secure, "zoom", Response(secure, secure, 0, error="connection refused"), Verdict(False)),
        Candidate(missing, "zoom", Response(missing, missing, 404), Verdict(False)),
        Candidate(timed_out, "zoom", Response(timed_out, timed_out, 0, error="time-out"), Verdict(False)),
    ]
    crawled = crawl(job_for(web.url), failed, tmp_path / "crawl.db")
    assert crawled.accepted == {"/item/1"}
    assert crawled.at("/about").page.ok
