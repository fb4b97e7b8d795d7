"""The live crawl for sites, without a network: told and asked as the engine does."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from hubwalk.config import make_job
from hubwalk.drivers.page_reading import ByValidator, Reading, unreadable
from hubwalk.drivers.website_limits import WebsiteLimits
from hubwalk.drivers.website_live import PATIENCE, Levels, PageFlight, WebsiteLive
from hubwalk.errors import UsageError
from hubwalk.pages.site_names import SiteNames
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.websites import KEY, JudgedSite, WebsiteLog
from hubwalk.strategies.light_spider import light_spiders
from hubwalk.strategies.website import ListedSites
from hubwalk.validators import make_validator
from hubwalk.values import Page, Response, SiteChoice, Verdict

NAMES = SiteNames()
DOWN = "no such host: x"


def home(number: int) -> str:
    return f"http://s{number}.test/"


def live_on(log: SqliteCrawlLog, sites: int = 6, at_once: int = 3, **settings: object) -> WebsiteLive:
    choices = [SiteChoice(home(n), "directory", 1.0, ("listed",)) for n in range(sites)]
    levels = Levels(ListedSites(choices, NAMES), light_spiders(NAMES), NAMES, WebsiteLimits(at_once=at_once))
    job = make_job({"validators": ["words:regatta"], "discover_only": True, **settings}, seeks_sites=True)
    return WebsiteLive(job, log, levels, ByValidator(make_validator(job.validators, [])))


def answer(flight: PageFlight) -> Response:
    """Every third site has what is wanted, two clicks away."""
    site, _, path = flight.url.partition("://")[2].partition("/")
    wanted = int(site[1:-5]) % 3 == 0 and path == "b"
    text = f"<title>{site}</title><a href=/a>a</a><a href=/b>b</a><p>{site} {path} {'regatta' if wanted else 'roses'}"
    return Response(flight.url, flight.url, 200, text.encode(), (("Content-Type", "text/html"),))


def take_in(live: WebsiteLive, flight: PageFlight, response: Response, *, gone: bool = False) -> None:
    asyncio.run(live.conclude(flight, response, gone=gone))


def silence(flight: PageFlight) -> Response:
    return Response(flight.url, flight.url, 0, error=DOWN)


def flights(live: WebsiteLive) -> list[PageFlight]:
    """All that can be in flight now."""
    found = []
    while (flight := live.next_flight()) is not None:
        found.append(flight)
    return found


def run(live: WebsiteLive, rng: random.Random, pages: int = 10_000) -> None:
    """Answers in any order, at most so many."""
    waiting = flights(live)
    while waiting and pages:
        flight = waiting.pop(rng.randrange(len(waiting)))
        take_in(live, flight, answer(flight))
        waiting += flights(live)
        pages -= 1


def new_log(path: Path) -> SqliteCrawlLog:
    return SqliteCrawlLog.create(path, {KEY: {}})


def verdicts(log: SqliteCrawlLog) -> dict[str, JudgedSite]:
    return {site.choice.site: site for site in WebsiteLog(log).sites()}


def test_sites_are_examined_and_the_log_has_all_of_it(tmp_path: Path) -> None:
    with new_log(tmp_path / "a.db") as log:
        live = live_on(log)
        run(live, random.Random(1))
        assert not live.has_work
        assert live.is_complete
        live.close()
        found = verdicts(log)
        assert {url for url, site in found.items() if site.verdict.relevant} == {home(0), home(3)}
        assert found[home(0)].choice.sources == ("listed",)
        assert found[home(0)].verdict.decisive[0][0] == f"{home(0)}b"
        seen = log.find(f"{home(0)}b")
        assert seen is not None
        assert (seen.depth, seen.verdict.accepted) == (1, True)
        totals = WebsiteLog(log).totals()
        assert (totals.chosen, totals.judged, totals.relevant, totals.complete) == (6, 6, 2, True)
        progress = live.snapshot()
        assert (progress.examined, progress.relevant, progress.pages) == (6, 2, totals.pages)


@pytest.mark.parametrize("seed", range(5))
def test_a_crawl_cut_off_anywhere_ends_as_one_that_was_not(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with new_log(tmp_path / "whole.db") as whole:
        run(live_on(whole), rng)
        expected = {url: site.verdict for url, site in verdicts(whole).items()}
    with new_log(tmp_path / "parts.db") as parts:
        run(live_on(parts), rng, pages=rng.randrange(1, 12))  # pages in flight are lost, nobody closes it
        again = live_on(parts)
        run(again, rng)
        assert {url: site.verdict for url, site in verdicts(parts).items()} == expected
        urls = [seen.page.url for seen in parts.observations()]
        assert len(urls) == len(set(urls))


def test_nobody_answers_at_one_host_while_others_do(tmp_path: Path) -> None:
    with new_log(tmp_path / "a.db") as log:
        live = live_on(log, sites=3)
        first, second, third = flights(live)
        take_in(live, first, silence(first), gone=True)
        assert list(log.observations()) == []  # it may be our own line
        take_in(live, second, answer(second))
        assert [seen.page.url for seen in log.observations()] == [home(0), home(1)]
        assert verdicts(log)[home(0)].verdict.reason.endswith(DOWN)
        take_in(live, third, answer(third))
        assert not live.is_line_down


def test_nobody_answers_anywhere_and_the_crawl_stops(tmp_path: Path) -> None:
    with new_log(tmp_path / "a.db") as log:
        live = live_on(log, sites=100)
        while waiting := flights(live):
            for flight in waiting:
                take_in(live, flight, silence(flight), gone=True)
        assert live.is_line_down
        assert "is there a network?" in live.ending
        assert not live.has_work
        live.close()
        logged = {seen.page.url for seen in log.observations()}
        assert len(logged) < PATIENCE + 3
        again = live_on(log, sites=100)
        asked = {flight.url for flight in flights(again)}
        assert asked
        assert not asked & logged


def test_a_page_that_was_fetched_before_is_not_asked_for(tmp_path: Path) -> None:
    with new_log(tmp_path / "a.db") as log:
        WebsiteLog(log).remember(Response(home(1), home(1), 200, b"<p>regatta", (("Content-Type", "text/html"),)))
        first, second = flights(live_on(log, sites=2))
        assert first.known is None
        assert second.known is not None


def test_redirects_are_followed_but_for_loops(tmp_path: Path) -> None:
    with new_log(tmp_path / "a.db") as log:
        (flight,) = flights(live_on(log, sites=1))
        there = "http://elsewhere.test/"
        assert flight.redirected(there, 302, [home(0), there]) is None
        looped = flight.redirected(there, 302, [home(0), there, home(0), there])
        assert looped is not None
        assert looped.error == "redirects in a loop"


def test_what_breaks_is_told_at_the_end(tmp_path: Path) -> None:
    class Breaks:
        learns = False

        async def read(self, page: Page) -> Reading:
            raise UsageError("the classifier broke")

        def remember(self, pages: Iterable[tuple[Page, Verdict]]) -> None:
            pass

        def close(self) -> None:
            pass

    with new_log(tmp_path / "a.db") as log:
        live = live_on(log)
        live._reader = Breaks()
        flight = flights(live)[0]
        take_in(live, flight, answer(flight))
        assert live.ending == "the classifier broke"
        assert flights(live) == []
        with pytest.raises(UsageError, match="broke"):
            live.close()


def test_time_is_over(tmp_path: Path) -> None:
    with new_log(tmp_path / "a.db") as log:
        live = live_on(log, max_time=1e-9)
        assert flights(live) == []
        assert "max_time" in live.ending
        live.close()
        assert not WebsiteLog(log).totals().complete


@pytest.mark.parametrize(
    ("verdict", "fits"),
    [
        (Verdict(True, 1.0), 1.0),
        (Verdict(True, 0.0), 0.505),
        (Verdict(True, float("nan")), 1.0),
        (Verdict(False, 0.6), 0.3),
        (Verdict(False, 1.0), 0.5),
    ],
)
def test_a_verdict_puts_a_page_above_or_below_one_half(verdict: Verdict, fits: float) -> None:
    class Says:
        def judge(self, page: Page) -> Verdict:
            return verdict

    reading = asyncio.run(ByValidator(Says()).read(Page("u", "u")))
    assert reading.confidences == pytest.approx((fits, 1 - fits))


def test_a_page_that_could_not_be_read_says_nothing() -> None:
    assert unreadable(Page("u", "u", 404)) == Reading((), Verdict(False, reason="status 404"))
