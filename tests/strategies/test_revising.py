"""A verdict that is taken back: what strategies made of it is taken back too."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from small_sites import BASE, items

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import STRATEGIES, takes_context
from hubwalk.strategies.best_first import BestFirst
from hubwalk.strategies.context_graph import ContextGraph
from hubwalk.strategies.harvest import Harvest
from hubwalk.strategies.sleeping_bandit import SleepingBandit
from hubwalk.values import Choice, Link, Page, Site, Verdict

CAMERAS = [f"/camera/{n}" for n in range(20)]
PRINTERS = [f"/printer/{n}" for n in range(20)]


def links_of(name: str) -> list[tuple[str, str]]:
    if name == "/":
        return items(CAMERAS, "html/body/ul.cameras/li*/a") + items(PRINTERS, "html/body/ol.printers/li*/a")
    return []


def fetched(name: str) -> Page:
    links = tuple(Link(BASE + target, target.strip("/"), path) for target, path in links_of(name))
    title = " ".join(name.strip("/").split("/"))
    return Page(BASE + name, BASE + name, links=links, digest=name, title=title, html=f"<p>{title}</p>")


def step(crawl: SiteCrawl, wanted: Callable[[str], bool]) -> str:
    choice = crawl.choose()
    assert choice is not None
    name = choice.url.removeprefix(BASE)
    crawl.observe(choice, fetched(name), Verdict(wanted(name)))
    return name


@pytest.mark.parametrize("strategy", ["adaptive", "xcrawl", "apprentice", "best_first", "sleeping_bandit"])
def test_it_follows_what_is_wanted_now(strategy: str) -> None:
    """A validator that took printers for cameras finds out: the rest of the printers is left for later."""
    starts = [BASE + name for name in (*CAMERAS[:2], *PRINTERS[:2])]
    crawl = SiteCrawl(Site(f"{BASE}/"), strategy, starts=starts)
    seen = [step(crawl, lambda name: name != "/") for _ in range(16)]
    for name in seen:
        if name.startswith("/printer"):
            crawl.revise(BASE + name, accepted=False)
    left = [name for name in CAMERAS if name not in seen]
    rest = [step(crawl, lambda name: name.startswith("/camera")) for _ in range(len(left) + 3)]
    others = [name for name in rest[: len(left)] if name not in left]
    assert len(left) >= 4
    assert len(others) <= 2, f"{others} came before all of {left}"
    assert crawl.accepted == sum(name.startswith("/camera") for name in {*seen, *rest})


def test_harvest_counts_as_if_it_had_always_been_so() -> None:
    def made(said: list[bool], revised: list[bool]) -> tuple[Harvest, WebGraph]:
        graph = WebGraph()
        harvest = Harvest(graph)
        harvest.observe(graph.add_page(fetched("/"), accepted=False))
        for name, accepted in zip(CAMERAS, said, strict=False):
            harvest.observe(graph.add_page(fetched(name), accepted))
        for name, before, accepted in zip(CAMERAS, said, revised, strict=False):
            if before != accepted:
                number = graph.find(BASE + name)
                graph.revise(number, accepted)
                harvest.revise(number)
        return harvest, graph

    now = [True, False, True, True, False]
    plain = made(now, now)[0].choose(0.0)
    for before in ([True] * 5, [False] * 5, [not accepted for accepted in now]):
        choice = made(before, now)[0].choose(0.0)
        assert choice is not None
        assert plain is not None
        assert choice.url == plain.url
        assert choice.score == pytest.approx(plain.score, abs=0.05)  # a list is weighed when one of its links is seen
    nothing = made([True] * 5, [False] * 5)[0].choose(0.2)
    assert nothing is None  # a list that led to nothing is no list


def test_the_topic_of_best_first_forgets() -> None:
    graph = WebGraph()
    strategy = BestFirst(graph, random.Random(0), [])
    graph.add_page(fetched("/"), accepted=False)
    strategy.observe(fetched("/"), Verdict(False))
    before = (dict(+strategy._topic), strategy._topic_squares)
    for accepted in (True, False, True):
        number = graph.add_page(fetched("/camera/0"), accepted=False)
        if accepted != graph.accepted[number]:
            graph.revise(number, accepted)
            strategy.revise(f"{BASE}/camera/0", accepted)
        if not accepted:
            assert (dict(+strategy._topic), strategy._topic_squares) == before
    assert strategy._topic["camera"] == 2  # the page and the link to it


def test_a_page_that_waits_changes_its_layer() -> None:
    hub = Page(f"{BASE}/hub", f"{BASE}/hub", html="<p>list overview of all list")
    samples = [Page(f"{BASE}/s{n}", f"{BASE}/s{n}", html="<p>zoom lens zoom shutter") for n in range(2)]
    graph = WebGraph()
    strategy = ContextGraph(graph, random.Random(0), samples, context=[[hub, hub]])
    for name, html in (("/a", "<p>nothing known"), ("/b", "<p>nothing known")):
        page = Page(BASE + name, BASE + name, html=html, links=(Link(f"{BASE}{name}/next", "x", "html/body/a"),))
        graph.add_page(page, accepted=name == "/a")
        strategy.observe(page, Verdict(name == "/a"))
    for name, accepted in (("/a", False), ("/b", True)):
        graph.revise(graph.find(BASE + name), accepted)
        strategy.revise(BASE + name, accepted)
    rules = [(choice.hub, choice.rule) for choice in iter(strategy.choose, None)]
    assert rules == [(f"{BASE}/b", "layer 0"), (f"{BASE}/a", "other")]


def test_a_target_after_all_is_no_try_of_its_group() -> None:
    crawl = SiteCrawl(Site(f"{BASE}/"), "sleeping_bandit")
    strategy = crawl.strategy
    assert isinstance(strategy, SleepingBandit)
    step(crawl, lambda _: False)
    name = step(crawl, lambda _: False)
    tries = strategy._bandit._tries.view
    assert tries.sum() == 1
    crawl.revise(BASE + name, accepted=True)
    assert tries.sum() == 0
    crawl.revise(BASE + name, accepted=False)
    assert tries.sum() == 1


def test_start_pages_that_nobody_chose_can_be_revised() -> None:
    for strategy in STRATEGIES:
        if takes_context(strategy):
            continue
        crawl = SiteCrawl(Site(f"{BASE}/"), strategy)
        crawl.observe(Choice(f"{BASE}/", "start"), fetched("/"), Verdict(True))
        crawl.revise(f"{BASE}/", accepted=False)
        assert crawl.choose() is not None, strategy
