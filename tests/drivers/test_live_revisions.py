"""A validator that learns, in the live crawl: its verdicts are revised everywhere, and a resumed crawl goes the same
way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from crawling import crawl, job_for
from learning import Learner, LearnsAtTheEnd, WaitingLearner, WaitsAndLearnsAtTheEnd, Withdraws
from misbehaving import Redirect, Web, page
from shop import stock

from hubwalk.browsing.http import HttpBrowser
from hubwalk.browsing.recorded import open_recorded
from hubwalk.config import as_dict
from hubwalk.discovery.found import Candidate
from hubwalk.drivers import engine
from hubwalk.drivers.live import LiveCrawl
from hubwalk.drivers.replay import replay
from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.drivers.site_run import SiteRun
from hubwalk.pages.parse import read
from hubwalk.store import revisions
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.revisions import LoggedRevision
from hubwalk.testing.practice_site import ENTRY, is_target, missing, practice_site
from hubwalk.values import Choice, Observation, Page, Site, Verdict

pytest_plugins = ["web_fixtures"]

STRATEGIES = ["xcrawl", "breadth_first", "best_first", "apprentice", "sleeping_bandit", "random_walk"]


def story(log: Path) -> list[tuple[str, bool]]:
    """What was fetched and what was said of it, in the order in which it happened."""
    with SqliteCrawlLog.open(log) as opened:
        return [
            (f"revised {event.url}" if isinstance(event, LoggedRevision) else event.choice.url, event.verdict.accepted)
            for event in opened.events()
        ]


def test_what_stands_is_what_the_validator_says_last(web: Web) -> None:
    items = stock(web)
    crawled = crawl(web.url, validator=Learner(every=70), strategy="xcrawl", like=[f"{web.url}/item/3"])
    assert len(crawled.observations) > 70
    strict = (len(crawled.observations) - 1) // 70 % 2 == 1  # the sample was not judged
    wanted = {item for item in items if int(item.rpartition("/")[2]) % 2} if strict else items
    seen = {o.page.url.removeprefix(web.url) for o in crawled.observations}
    assert crawled.accepted == (wanted & seen) | {"/item/3"}
    assert any(o.first is not None for o in crawled.observations)
    assert crawled.sites[0].accepted == len(crawled.accepted)  # what the progress display says


def test_the_output_is_told(web: Web, tmp_path: Path) -> None:
    stock(web)
    job = job_for(web.url)
    told: list[Observation] = []
    with SqliteCrawlLog.create(tmp_path / "crawl.db", as_dict(job)) as log:
        live = LiveCrawl(job, log, Learner(every=30), [], on_revision=told.append)
        engine.crawl(live)
        logged = revisions.read(log)
    assert told
    assert [(o.page.url, o.first is not None) for o in told] == [(revision.url, True) for revision in logged]
    assert {o.verdict.accepted for o in told} == {True, False}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_resumed_crawl_goes_on_as_if_never_interrupted(web: Web, tmp_path: Path, strategy: str) -> None:
    stock(web)
    settings: dict[str, Any] = {"strategy": strategy, "like": [f"{web.url}/item/3"], "seed": 5, "max_pages": 90}
    whole = crawl(web.url, log=tmp_path / "whole.db", validator=Learner(), **settings)
    parts = tmp_path / "parts.db"
    for stop in (19, 22, 18):  # before, at and after the points where it changes its mind
        crawl(web.url, log=parts, validator=Learner(), stop_after=stop, **settings)
    last = Learner()
    crawled = crawl(web.url, log=parts, validator=last, **settings)
    assert story(parts) == story(whole.log)
    assert sum(name.startswith("revised") for name, _ in story(parts)) > 5
    assert len(last.remembered) == len(set(last.remembered)) == 19 + 22 + 18 - 1  # all pages but the sample, once each
    assert crawled.sites[0].accepted == whole.sites[0].accepted


def test_revisions_that_a_kill_has_cut_off_are_made_up_for(web: Web, tmp_path: Path) -> None:
    stock(web)
    settings: dict[str, Any] = {"strategy": "xcrawl", "like": [f"{web.url}/item/3"]}
    whole = crawl(web.url, log=tmp_path / "whole.db", validator=Learner(), **settings)
    parts = tmp_path / "parts.db"
    crawl(web.url, log=parts, validator=Learner(), stop_after=21, **settings)
    with sqlite3.connect(parts) as db:  # killed after the page was logged and before its revisions were
        assert db.execute("DELETE FROM revision WHERE after = (SELECT max(id) FROM fetch)").rowcount > 0
    crawl(web.url, log=parts, validator=Learner(), **settings)
    assert story(parts) == story(whole.log)


def test_replay_makes_the_same_choices(web: Web) -> None:
    stock(web)
    like = [f"{web.url}/item/3", f"{web.url}/item/40"]
    crawled = crawl(web.url, strategy="xcrawl", like=like, seed=3, validator=Learner())
    recorded = open_recorded(crawled.log)
    chosen: list[Choice] = []

    def on_fetch(choice: Choice, page: Page, verdict: Verdict) -> None:
        chosen.append(choice)

    turned: list[str] = []
    run = replay(
        Site(f"{web.url}/"),
        recorded,
        Learner(),
        "xcrawl",
        seed=3,
        samples=[read(recorded.fetch(url)) for url in like],
        starts=like,
        on_fetch=on_fetch,
        on_revision=lambda revision: turned.append(revision.url),
    )
    assert chosen == [o.choice for o in crawled.observations]
    assert [d.accepted for d in run.downloads] == [o.verdict.accepted for o in crawled.observations]
    with SqliteCrawlLog.open(crawled.log) as log:
        assert turned == [revision.url for revision in revisions.read(log)]


@pytest.mark.parametrize("make", [LearnsAtTheEnd, WaitsAndLearnsAtTheEnd])
def test_what_a_validator_learns_when_a_site_is_at_its_end_counts(
    web: Web, tmp_path: Path, make: Callable[[], LearnsAtTheEnd]
) -> None:
    items, log, validator = stock(web), tmp_path / "crawl.db", make()
    crawled = crawl(web.url, log=log, validator=validator, strategy="adaptive")
    assert {*validator.finished} == {f"{web.url}/"}
    assert crawled.accepted == items
    assert crawled.sites[0].accepted == len(items)
    before = story(log)
    again = crawl(web.url, log=log, validator=make(), strategy="adaptive")  # which has nothing left to do
    assert story(log) == before
    assert again.accepted == items


def test_a_crawl_that_is_interrupted_is_not_at_its_end(web: Web, tmp_path: Path) -> None:
    stock(web)
    log = tmp_path / "crawl.db"
    crawled = crawl(web.url, log=log, validator=LearnsAtTheEnd(), strategy="adaptive", stop_after=20)
    assert not crawled.accepted
    assert crawl(web.url, log=log, validator=LearnsAtTheEnd(), strategy="adaptive").accepted


def test_replay_has_an_end_too(web: Web) -> None:
    items = stock(web)
    crawled = crawl(web.url, strategy="breadth_first", validator=LearnsAtTheEnd())
    recorded = open_recorded(crawled.log)
    for most in (None, 30):
        validator = LearnsAtTheEnd()
        run = replay(Site(f"{web.url}/"), recorded, validator, "breadth_first", max_pages=most)
        found = {d.url.removeprefix(web.url) for d in run.downloads if d.accepted}
        assert found == items & {d.url.removeprefix(web.url) for d in run.downloads}
        assert found


@pytest.mark.parametrize("make", [Learner, WaitingLearner])
def test_a_validator_that_waits_is_asked_in_one_thread(web: Web, tmp_path: Path, make: Callable[[], Learner]) -> None:
    stock(web)
    validators = [make() for _ in range(2)]
    for validator, stop in zip(validators, (30, 60), strict=True):
        crawl(web.url, log=tmp_path / "crawl.db", validator=validator, stop_after=stop)
    other = crawl(web.url, validator=Learner(), stop_after=90)
    assert story(tmp_path / "crawl.db") == story(other.log)
    for validator in validators:
        assert len(getattr(validator, "threads", {1})) == 1


def test_samples_failures_and_strangers_are_never_revised(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/item/2", "/old", "/gone", "/turn"))
    for path in ("/item/1", "/item/2", "/turn"):
        web.put(path, page(path))
    web.put("/old", Redirect("/item/1"))
    nasty = [f"{web.url}/gone", f"{web.url}/old", "http://elsewhere.test/", f"{web.url}/item/1"]
    crawled = crawl(web.url, like=[f"{web.url}/item/1"], validator=Withdraws("/turn", also=nasty))
    assert crawled.accepted == {"/item/1"}
    assert [o.page.url.removeprefix(web.url) for o in crawled.observations if o.first is not None] == ["/item/2"]


def test_a_page_is_revised_under_the_address_that_a_redirect_led_from_too(web: Web) -> None:
    web.put("/", page("home", "/old", "/turn"))
    web.put("/old", Redirect("/item/1"))
    web.put("/item/1", page("one", "/item/2"))
    web.put("/item/2", page("two"))
    web.put("/turn", page("turn"))
    crawled = crawl(web.url, strategy="xcrawl", validator=Withdraws("/turn"))
    assert crawled.accepted == set()
    assert crawled.sites[0].accepted == 0


def test_pages_of_other_sites_are_revised_and_a_site_that_was_done_goes_on(web: Web, other_web: Web) -> None:
    # The first site is done, with nothing accepted, long before the other one brings the page that changes it all.
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", page("one"))
    other_web.put("/", page("home", *(f"/{n}" for n in range(30)), "/turn"))
    for n in range(30):
        other_web.put(f"/{n}", page(str(n)))
    other_web.put("/turn", page("turn"))
    crawled = crawl(web.url, other_web.url, validator=Withdraws("/turn", accepts_at_first=False))
    (seen,) = (o for o in crawled.observations if o.page.url == f"{web.url}/item/1")
    assert seen.verdict.accepted
    assert [(site.state, site.accepted) for site in crawled.sites] == [("done", 1), ("done", 0)]
    with SqliteCrawlLog.open(crawled.log) as log:
        assert [line.accepted for line in log.totals()] == [1, 0]


def test_when_all_is_taken_back_the_crawl_goes_on(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/turn", "/a"))
    web.put("/item/1", page("one"))
    web.put("/turn", page("turn"))
    web.put("/a", page("a", "/b"))
    web.put("/b", page("b"))
    for strategy in STRATEGIES:
        crawled = crawl(web.url, validator=Withdraws("/turn"), strategy=strategy)
        assert len(crawled.observations) == 5, strategy


def found(web: Web, path: str, accepted: bool) -> Candidate:
    answer = HttpBrowser(job_for(web.url)).fetch(f"{web.url}{path}")
    return Candidate(f"{web.url}{path}", "zoom", answer, Verdict(accepted, 1.0, "search says so"))


def test_search_results_that_no_crawl_has_come_to_yet_are_revised_too(web: Web, tmp_path: Path) -> None:
    web.put("/", page("home", "/turn", "/a"))
    web.put("/turn", page("turn"))
    web.put("/a", page("a", "/item/1"))
    web.put("/item/1", page("one"))
    job = job_for(web.url)
    judged_in_the_search = [f"{web.url}/item/1"]
    validator = Withdraws("/turn", accepts_at_first=False, also=judged_in_the_search)
    for _ in range(2):  # and again from the log
        path = tmp_path / "crawl.db"
        opened = SqliteCrawlLog.open(path, write=True) if path.exists() else SqliteCrawlLog.create(path, as_dict(job))
        with opened as log:
            live = LiveCrawl(job, log, validator, [], found=[found(web, "/item/1", accepted=False)])
            engine.crawl(live)
            assert [o.page.url for o in log.observations(accepted_only=True)] == judged_in_the_search


@pytest.mark.parametrize("strategy", ["xcrawl", "random_walk", "sleeping_bandit"])
def test_a_revision_that_came_while_a_page_was_in_flight_is_folded_in_after_that_choice(
    tmp_path: Path, strategy: str
) -> None:
    site = practice_site()
    path = tmp_path / "crawl.db"

    def made() -> SiteRun:
        return SiteRun(Site(ENTRY), SiteCrawl(Site(ENTRY), strategy), {}, {}, set())

    first = made()
    with SqliteCrawlLog.create(path, {}) as log:
        for number in range(30):
            choice = first.crawl.choose()
            assert choice is not None
            if number in (9, 17, 29):  # another site has brought the validator to think otherwise of half the items
                for page_number, url in enumerate([f"{ENTRY}item/{k}" for k in range(48)]):
                    known = first.crawl.graph.find(url)
                    if page_number % 2 and known in first.crawl.graph.accepted_pages:
                        (fetch,) = revisions.judged(log, url)
                        log.revise([(fetch.number, Verdict(False), 1)])
                        first.crawl.revise(url, False)
            if number == 29:
                break
            page = first.crawl.admit(replace(site.get(choice.url) or missing(choice.url), requested=choice.url))
            verdict = Verdict(is_target(page))
            log.append(Observation(ENTRY, choice, page, verdict))
            first.crawl.observe(choice, page, verdict)
        resumed = made()
        resumed.fold(log.events(site=ENTRY))
        assert revisions.read(log)
    assert list(resumed.again) == [choice]
    assert resumed.crawl.graph.accepted_pages == first.crawl.graph.accepted_pages
    assert resumed.crawl.choose() == first.crawl.choose()
