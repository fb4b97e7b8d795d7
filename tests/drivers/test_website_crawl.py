"""The two levels put together: sites under way, ends, links between sites, resumed crawls."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from made_up_webs import NAMES, Believer, MadeUpWeb, crawl_for, random_web, run

from hubwalk.drivers import website_crawl
from hubwalk.drivers.website_crawl import SiteFlight, WebsiteCrawl
from hubwalk.drivers.website_limits import PprsRate, WebsiteLimits
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.strategies.website import LinkedSites, start_sites
from hubwalk.strategies.website_internal import DecisivePages
from hubwalk.values import Choice, Page, SiteChoice, SiteReport, SiteVerdict

A = "http://a.test/"


def chain(count: int, told: float = 0.95) -> MadeUpWeb:
    """Sites of three pages, each of which links to the next site."""
    pages = {}
    for i in range(count):
        home = f"http://s{i}.test/"
        pages[home] = (told, [f"{home}1", f"{home}2", f"http://s{i + 1}.test/"])
        pages[f"{home}1"] = pages[f"{home}2"] = (told, [home, f"http://www.s{i}.test/2"])
    return MadeUpWeb(pages)


def test_it_follows_links_from_site_to_site_until_nothing_is_left() -> None:
    crawl, trace = crawl_for(["http://s0.test/"])
    seen = run(crawl, chain(5))
    assert crawl.ending == "no more sites are known"
    assert [(e.site, e.verdict.relevant) for e in trace.sites] == [
        *((f"http://s{i}.test/", True) for i in range(5)),
        ("http://s5.test/", False),
    ]
    assert (crawl.examined, crawl.relevant, crawl.pages) == (6, 5, len(seen))
    assert trace.sites[-1].after == len(seen)
    assert {flight.choice.sources for flight, _ in seen if flight.choice.site == "http://s1.test/"} == {
        ("link from http://s0.test/",)
    }


def test_sites_under_way_are_limited_and_have_one_page_each() -> None:
    crawl, _ = crawl_for([f"http://s{i}.test/" for i in range(9)], limits=WebsiteLimits(at_once=4))
    flights = [flight for _ in range(9) if (flight := crawl.next_flight()) is not None]
    assert len({flight.choice.site for flight in flights}) == len(flights) == crawl.in_flight == 4
    assert crawl.next_flight() is None
    assert crawl.ending == ""
    web = chain(9)
    crawl.observe(flights[2], web.page(flights[2].page.url))
    again = crawl.next_flight()
    assert again is not None
    assert again.choice.site == flights[2].choice.site
    assert crawl.next_flight() is None


def test_enough_relevant_sites() -> None:
    crawl, _ = crawl_for(["http://s0.test/"], limits=WebsiteLimits(at_once=1, most_relevant=3))
    run(crawl, chain(50))
    assert crawl.ending == "3 relevant sites are found"
    assert crawl.relevant == 3
    assert crawl.next_flight() is None


@pytest.mark.parametrize("at_once", [1, 5])
def test_the_page_budget_is_kept_with_pages_in_flight(at_once: int) -> None:
    starts = [f"http://s{i}.test/" for i in range(20)]
    crawl, _ = crawl_for(starts, limits=WebsiteLimits(at_once=at_once, most_pages=7))
    web = chain(20)
    handed = 0
    while True:
        flights = list(iter(crawl.next_flight, None))
        if not flights:
            break
        handed += len(flights)
        for flight in flights:
            crawl.observe(flight, web.page(flight.page.url))
    assert handed == crawl.pages == 7
    assert crawl.ending == "page budget of 7 pages is spent"
    assert all(verdict.pages for _, verdict in crawl.under_way)


def test_a_poor_rate_ends_it() -> None:
    pages = dict(chain(3).pages)
    for i in range(3, 60):
        pages[f"http://s{i}.test/"] = (0.02, [f"http://s{i}.test/1", f"http://s{i + 1}.test/"])
        pages[f"http://s{i}.test/1"] = (0.02, [])
    limits = WebsiteLimits(at_once=1, pprs_window=20, pprs_ceiling=15)
    crawl, trace = crawl_for(["http://s0.test/"], limits=limits)
    run(crawl, MadeUpWeb(pages))
    assert crawl.ending.endswith("pages per relevant site over the latest 20 pages: more than 15")
    assert len(trace.sites) < 30
    assert crawl.pprs > 15


def test_pages_per_relevant_site_by_hand() -> None:
    rate = PprsRate(window=10)
    assert rate.value == float("inf")
    for pages, relevant in ((4, True), (4, False), (4, True)):
        rate.count(pages, relevant)
    assert rate.is_full
    assert rate.value == 12 / 2
    rate.count(3, False)  # 11 pages without the first site
    assert rate.value == 11 / 1


def test_a_cap_holds_for_any_internal_crawler() -> None:
    class Endless:
        def __init__(self) -> None:
            self.pages = 0

        def choose(self) -> Choice:
            return Choice(f"{A}{self.pages}", "more")

        def observe(self, page: Page, confidences: object) -> None:
            self.pages += 1

        def verdict(self) -> SiteVerdict:
            return SiteVerdict(False, 0.5, self.pages, settled=False)

    external = LinkedSites(start_sites([A], NAMES), NAMES)
    crawl = WebsiteCrawl(external, lambda _: Endless(), Believer(), NAMES, WebsiteLimits(pages_per_site=4))
    assert len(run(crawl, MadeUpWeb({}))) == 4
    assert crawl.ending == "no more sites are known"


def test_an_alias_leads_to_the_site_under_its_own_name() -> None:
    web = chain(2)
    web.moved[A] = "http://s0.test/"
    crawl, trace = crawl_for([A, "http://dead.test/"], limits=WebsiteLimits(at_once=1))
    run(crawl, web)
    found = {e.site: e.verdict for e in trace.sites}
    assert not found[A].relevant
    assert not found["http://dead.test/"].relevant
    assert found["http://s0.test/"].relevant


def test_the_prior_counts_the_sites_that_could_be_read() -> None:
    web = chain(2)
    web.pages["http://bad.test/"] = (0.01, [])
    web.moved[A] = "http://s0.test/"
    starts = [A, "http://s0.test/", "http://dead.test/", "http://bad.test/"]
    prior = RunningPrior(strength=0)
    external = LinkedSites(start_sites(starts, NAMES), NAMES)
    crawl = WebsiteCrawl(
        external, lambda c: DecisivePages(c.site, NAMES, 0.1), Believer(), NAMES, WebsiteLimits(), prior=prior
    )
    run(crawl, web)
    assert crawl.examined == 6  # s2 is not there either
    assert prior.share == pytest.approx(2 / 3)


def test_a_splash_page_is_left_by_its_refresh() -> None:
    class Splash(MadeUpWeb):
        def page(self, url: str) -> Page:
            page = super().page(url)
            html = '<meta http-equiv="refresh" content="5; url=/in">' if url == A else ""
            return Page(page.url, page.requested, page.status, html, page.title, page.links, error=page.error)

    crawl, trace = crawl_for([A])
    seen = run(crawl, Splash({A: (0.5, []), f"{A}in": (0.99, [])}))
    assert [flight.page.url for flight, _ in seen] == [A, f"{A}in"]
    assert trace.sites[0].verdict.relevant


def test_a_finished_internal_crawl_is_dropped() -> None:
    made: list[weakref.ref[DecisivePages]] = []

    def make(choice: SiteChoice) -> DecisivePages:
        crawler = DecisivePages(choice.site, NAMES, 0.1)
        made.append(weakref.ref(crawler))
        return crawler

    external = LinkedSites(start_sites(["http://s0.test/"], NAMES), NAMES)
    crawl = WebsiteCrawl(external, make, Believer(), NAMES, WebsiteLimits(at_once=2))
    run(crawl, chain(30), most=60)
    gc.collect()
    alive = [crawler for made_one in made if (crawler := made_one()) is not None]
    assert len(made) > 5
    assert len(alive) == len(crawl.under_way) <= 2


def test_links_of_a_page_that_nobody_could_read_lead_on_all_the_same() -> None:
    class Blind:
        def confidences(self, page: Page) -> Sequence[float]:
            return () if page.url == A else (0.9, 0.1)

    reports: list[SiteReport] = []
    crawl = WebsiteCrawl(
        LinkedSites(start_sites([A], NAMES), NAMES),
        lambda choice: DecisivePages(choice.site, NAMES, 0.1),
        Blind(),
        NAMES,
        on_report=lambda _, report: reports.append(report),
    )
    run(crawl, MadeUpWeb({A: (0.5, ["http://b.test/"]), "http://b.test/": (0.9, [])}))
    assert reports[0].links == (("http://b.test/", ()),)
    assert [report.verdict.relevant for report in reports] == [False, True]


def test_a_page_with_a_hundred_thousand_links() -> None:
    links = [f"http://s{i % 60_000}.test/{i}" for i in range(99_999)]
    crawl, _ = crawl_for([A], limits=WebsiteLimits(at_once=1))
    seen = run(crawl, MadeUpWeb({A: (0.99, [*links, f"{A}x"]), f"{A}x": (0.99, [])}), most=4)
    assert [flight.page.url for flight, _ in seen] == [A, f"{A}x", "http://s0.test/", "http://s1.test/"]


def test_a_farm_of_links_makes_so_many_sites_known_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(website_crawl, "MOST_LINKED", 3)
    links = [f"http://s{i}.test/" for i in range(9)]
    reports: list[SiteReport] = []
    crawl = WebsiteCrawl(
        LinkedSites(start_sites([A], NAMES), NAMES),
        lambda choice: DecisivePages(choice.site, NAMES, 0.1, l_threshold=1e9),
        Believer(),
        NAMES,
        WebsiteLimits(at_once=1, most_pages=2),
        on_report=lambda _, report: reports.append(report),
    )
    run(crawl, MadeUpWeb({A: (0.9, [*links, f"{A}x"]), f"{A}x": (0.8, links[::-1])}))
    assert reports[0].links == tuple((f"http://s{i}.test/", (0.9, 0.8)) for i in range(3))


def test_an_abandoned_page_is_asked_for_again() -> None:
    crawl, _ = crawl_for([A])
    flight = crawl.next_flight()
    assert flight is not None
    crawl.abandon(flight)
    assert crawl.in_flight == 0
    assert crawl.next_flight() == flight


def test_answers_that_nobody_awaits_change_nothing() -> None:
    crawl, trace = crawl_for([A])
    flight = crawl.next_flight()
    assert flight is not None
    web = MadeUpWeb({A: (0.99, [])})
    crawl.observe(flight, web.page(A))
    crawl.observe(flight, web.page(A))
    crawl.abandon(flight)
    crawl.observe(SiteFlight(SiteChoice("http://x.test/", "start"), flight.page), web.page(A))
    assert (crawl.pages, len(trace.sites), crawl.in_flight) == (1, 1, 0)


@pytest.mark.parametrize("seed", range(12))
def test_on_random_webs_no_page_and_no_site_comes_twice(seed: int) -> None:
    rng = Random(seed)
    web = random_web(rng, sites=25, pages=7, links=9)
    external = LinkedSites(start_sites([f"http://s{i}.test/" for i in range(1, 9)], NAMES), NAMES)
    reports: list[SiteReport] = []
    crawl = WebsiteCrawl(
        external,
        lambda choice: DecisivePages(choice.site, NAMES, 0.15),
        Believer(),
        NAMES,
        WebsiteLimits(at_once=rng.randint(1, 6)),
        on_report=lambda _, report: reports.append(report),
    )
    run(crawl, web)
    assert crawl.ending == "no more sites are known"
    assert max(web.asked.values()) == 1
    keys = [NAMES.key(report.site) for report in reports]
    assert len(keys) == len(set(keys)) == crawl.examined
    assert set(keys) == {NAMES.key(external.graph.home(i)) for i in range(len(external.graph))}
    pairs = Counter((NAMES.key(r.site), NAMES.key(site)) for r in reports for site, _ in r.links)
    assert max(pairs.values()) == 1
    assert all(source != target for source, target in pairs)
    assert external.graph.edges == len(pairs)
    assert sum(report.verdict.pages for report in reports) == crawl.pages


@pytest.mark.parametrize("seed", range(12))
def test_a_resumed_crawl_fetches_no_page_twice_and_goes_on_the_same_way(seed: int) -> None:
    rng = Random(seed)
    web = random_web(rng, sites=25, pages=7, links=9)
    starts, limits = ["http://www.s0.test/", "http://s1.test/"], WebsiteLimits(at_once=1)
    whole, trace = crawl_for(starts, limits=limits)
    seen = run(whole, web)
    for stop in (1, len(seen) // 3, len(seen) // 2, len(seen) - 1):
        resumed, again = crawl_for(starts, limits=limits)
        for flight, page in seen[:stop]:
            resumed.fold(flight.choice, page)
        assert resumed.pages == stop
        assert run(resumed, web) == seen[stop:]
        assert again.sites == trace.sites


@pytest.mark.parametrize("seed", range(8))
def test_a_resumed_crawl_with_many_sites_under_way(seed: int) -> None:
    web = random_web(Random(seed), sites=25, pages=7, links=9)
    starts, limits = ["http://www.s0.test/", "http://s1.test/"], WebsiteLimits(at_once=5)
    first, trace = crawl_for(starts, limits=limits)
    reports: dict[str, SiteReport] = {}
    first._on_report = lambda choice, report: reports.update({choice.site: report})
    seen = run(first, web, most=20)
    begun = list(dict.fromkeys(flight.choice.site for flight, _ in seen))
    under_way = {choice.site for choice, _ in first.under_way}
    folded, again = crawl_for(starts, limits=limits)
    recalled, _ = crawl_for(starts, limits=limits)
    for flight, page in seen:
        folded.begin(flight.choice)
        folded.fold(flight.choice, page)
        if flight.choice.site in reports:
            recalled.recall(flight.choice, reports[flight.choice.site])
        else:
            recalled.fold(flight.choice, page)
    assert again.sites == trace.sites
    for resumed in (folded, recalled):
        assert (resumed.pages, resumed.examined, resumed.relevant) == (first.pages, first.examined, first.relevant)
        assert {choice.site for choice, _ in resumed.under_way} == under_way & set(begun)
        rest = run(resumed, web)
        asked = Counter(flight.page.url for flight, _ in [*seen, *rest])
        assert max(asked.values()) == 1
        sites = [flight.choice.site for flight, _ in rest]
        assert not set(sites) & set(reports)


def test_limits_of_an_earlier_run_do_not_lose_pages() -> None:
    """Logged with a larger l_threshold than the one it is resumed with: pages beyond the end of a site are ignored."""
    web = chain(3)
    first, _ = crawl_for(["http://s0.test/"], l_threshold=1000)
    seen = run(first, web)
    second, trace = crawl_for(["http://s0.test/"], l_threshold=0)
    for flight, page in seen:
        second.fold(flight.choice, page)
    assert [e.site for e in trace.sites] == [f"http://s{i}.test/" for i in range(4)]
    assert run(second, web) == []
