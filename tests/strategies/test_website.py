"""Which site next: sites that known sites link to, and sites of a list."""

from __future__ import annotations

from random import Random

import pytest
from made_up_webs import NAMES

from hubwalk.errors import UsageError
from hubwalk.ports import ExternalCrawler
from hubwalk.ranking.edge_weights import WEIGHTS
from hubwalk.strategies.website import SOURCES_TOLD, LinkedSites, ListedSites, merged, start_sites
from hubwalk.values import SiteChoice, SiteReport, SiteVerdict

A, B, C, D = (f"http://{name}.test/" for name in "abcd")


def report(site: str, confidence: float, **links: tuple[float, ...]) -> SiteReport:
    told = tuple((f"http://{name}.test/", pages) for name, pages in links.items())
    return SiteReport(site, SiteVerdict(confidence > 1 / 2, confidence, 1), told)


def test_start_sites_come_first_and_once() -> None:
    crawler = LinkedSites(start_sites([A, "https://www.a.test/x", B], NAMES), NAMES)
    assert isinstance(crawler, ExternalCrawler)
    first = crawler.choose()
    assert first is not None
    assert (first.site, first.rule, first.sources) == (A, "start", ("start site",))
    crawler.observe(report(A, 0.9, c=(1.0,), b=(0.1,)))
    second = crawler.choose()
    assert second is not None
    assert (second.site, second.sources) == (B, ("start site", "link from http://a.test/"))
    assert [choice.site for choice in iter(crawler.choose, None)] == [C]
    assert crawler.choose() is None


@pytest.mark.parametrize(("weights", "order"), [("global", [D, C]), ("local", [C, D]), ("combined", [C, D])])
def test_the_weights_decide_the_order(weights: str, order: list[str]) -> None:
    crawler = LinkedSites(start_sites([A, B], NAMES), NAMES, weights=weights)
    crawler.choose()
    crawler.choose()
    crawler.observe(report(A, 0.6, c=(0.9, 0.5)))  # .6, .7, .65: the edge of figure 3
    crawler.observe(report(B, 0.61, d=(0.5,)))  # .61, .5, .555
    choices = list(iter(crawler.choose, None))
    assert [choice.site for choice in choices] == order
    found = {choice.site: choice.rank for choice in choices}
    assert found[C] == pytest.approx({"global": 0.6, "local": 0.7, "combined": 0.65}[weights])


def test_a_rank_is_the_mean_and_may_fall() -> None:
    crawler = LinkedSites([], NAMES, weights="global")
    crawler.observe(report(A, 0.9, c=(1.0,)))
    crawler.observe(report(B, 0.2, c=(1.0,), d=(1.0,)))
    crawler.observe(report("http://e.test/", 0.6, d=(1.0,)))
    choices = list(iter(crawler.choose, None))
    assert [(choice.site, choice.rank) for choice in choices] == [(C, 0.55), (D, 0.4)]


def test_a_site_reports_once_and_never_links_to_itself() -> None:
    crawler = LinkedSites([], NAMES)
    links = (("http://www.a.test/x", (1.0,)), ("http://c.test/x", (0.9,)), ("https://www.c.test/", (0.5,)))
    crawler.observe(SiteReport(A, SiteVerdict(True, 0.6), links))
    crawler.observe(SiteReport("https://www.a.test/", SiteVerdict(True, 1.0), links))
    assert crawler.graph.edges == 1
    assert [(c.site, c.rank, c.sources) for c in iter(crawler.choose, None)] == [(C, 0.65, (f"link from {A}",))]


def test_many_sources_are_summed_up() -> None:
    crawler = LinkedSites([], NAMES)
    for number in range(SOURCES_TOLD + 5):
        crawler.observe(report(f"http://s{number}.test/", 0.5, c=(0.5,)))
    choice = crawler.choose()
    assert choice is not None
    assert choice.sources[0] == "link from http://s0.test/"
    assert choice.sources[-1] == "links from 5 more sites"
    assert len(choice.sources) == SOURCES_TOLD + 1


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("seed", range(5))
def test_it_chooses_what_ranking_all_sites_anew_would(weights: str, seed: int) -> None:
    rng = Random(seed)
    sites = [f"http://s{i}.test/" for i in range(60)]
    crawler = LinkedSites(start_sites(sites[:3], NAMES), NAMES, weights=weights)
    edges: dict[str, list[float]] = {}
    chosen: list[str] = []
    while (choice := crawler.choose()) is not None:
        waiting = {site: sum(w) / len(w) for site, w in edges.items() if site not in chosen}
        if len(chosen) >= 3:
            assert waiting[choice.site] == pytest.approx(max(waiting.values()))
            assert choice.rank == pytest.approx(waiting[choice.site], abs=1e-6)
        assert choice.site not in chosen
        chosen.append(choice.site)
        told = {site: tuple(rng.random() for _ in range(rng.randint(1, 3))) for site in rng.sample(sites, 4)}
        confidence = rng.random()
        crawler.observe(SiteReport(choice.site, SiteVerdict(True, confidence), tuple(told.items())))
        for site, pages in told.items():
            if site != choice.site:
                edges.setdefault(site, []).append(WEIGHTS[weights](confidence, pages))
    assert set(chosen) == {*sites[:3], *edges}


def test_unknown_weights() -> None:
    with pytest.raises(UsageError, match="unknown edge weights 'lokal': did you mean 'local'"):
        LinkedSites([], NAMES, weights="lokal")


def test_a_list_is_worked_off_and_every_site_remembers_its_sources() -> None:
    listed = [
        SiteChoice(A, "directory", 2.0, ("branch Shopping",)),
        SiteChoice(B, "query", 1.0, ("query laptop",)),
        SiteChoice("https://www.a.test/", "query", 1.0, ("query laptop", "branch Shopping")),
    ]
    crawler = ListedSites(listed, NAMES)
    assert isinstance(crawler, ExternalCrawler)
    first = crawler.choose()
    assert first == SiteChoice(A, "directory", 2.0, ("branch Shopping", "query laptop"))
    crawler.observe(report(A, 0.9, c=(1.0,)))
    assert crawler.choose() == listed[1]
    assert crawler.choose() is None


def test_a_list_goes_on_after_what_was_done_before() -> None:
    crawler = ListedSites([SiteChoice(A, "query"), SiteChoice(B, "query")], NAMES)
    crawler.observe(report("https://www.a.test/", 0.9))
    assert [choice.site for choice in iter(crawler.choose, None)] == [B]
    assert merged([], NAMES) == []
