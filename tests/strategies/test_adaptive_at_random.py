"""Adaptive on random sites with all that goes wrong: no page is given up, none is asked for twice."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.graph.web_graph import FETCHED
from hubwalk.strategies.adaptive import Adaptive
from hubwalk.values import Choice, Link, Page, Site, Verdict

BASE = "http://site.test"
SIZE = 10
NAMES = ["/", *(f"/{directory}/{n}" for directory in "ab" for n in range(SIZE // 2))]
MOVED = ["/gone-to", *NAMES]  # where redirects lead: to a page that nobody links to, or to another page of the site
PATHS = ["html/body/nav/a", "html/body/ul/li/a", "html/body/ul/li[2]/a", "html/body/p/a"]


@dataclass(frozen=True)
class Answer:
    """What the site has under a name."""

    links: tuple[tuple[str, str], ...]
    fails: bool
    moved: str
    text: int  # pages with the same number show the same
    accepted: bool


links = st.lists(st.tuples(st.sampled_from([*NAMES, "/gone-to"]), st.sampled_from(PATHS)), max_size=6).map(tuple)
rarely = st.integers(0, 5).map(lambda n: n == 0)
answers = st.builds(
    Answer,
    links=links,
    fails=rarely,
    moved=st.one_of(st.just(""), st.just(""), st.sampled_from(MOVED)),
    text=st.integers(0, 2 * SIZE),
    accepted=st.booleans(),
)
sites = st.fixed_dictionaries(dict.fromkeys([*NAMES, "/gone-to"], answers))
revisions = st.lists(st.tuples(st.integers(0, 3 * SIZE), st.sampled_from(NAMES), st.booleans()), max_size=8)


def fetched(site: dict[str, Answer], asked: str) -> tuple[Page, bool]:
    """The page that is had for an address, redirects followed; with the verdict on it."""
    name, hops = asked, 0
    while site[name].moved and hops < 5:
        name, hops = site[name].moved, hops + 1
    answer = site[name]
    if answer.fails or hops == 5:
        return Page(BASE + asked, BASE + asked, status=500, error="status 500"), False
    seen = tuple(Link(BASE + target, target.strip("/"), path) for target, path in answer.links)
    return Page(BASE + name, BASE + asked, links=seen, digest=str(answer.text)), answer.accepted


def crawled(
    site: dict[str, Answer], starts: list[str], in_flight: int, revised: list[tuple[int, str, bool]]
) -> tuple[SiteCrawl, list[Choice]]:
    """To the end; answers come in the order of the questions, and verdicts are revised after so many of them."""
    crawl = SiteCrawl(Site(f"{BASE}/"), "adaptive", starts=[BASE + name for name in starts])
    waiting: deque[Choice] = deque()
    made: list[Choice] = []
    judged: set[str] = set()
    while True:
        choice = crawl.choose() if len(waiting) < in_flight else None
        if choice is not None:
            made.append(choice)
            waiting.append(choice)
            continue
        if not waiting:
            return crawl, made
        asked = waiting.popleft()
        page, accepted = fetched(site, asked.url.removeprefix(BASE))
        page = crawl.admit(page)
        crawl.observe(asked, page, foregone(page, set()) or Verdict(accepted))
        judged |= {page.url} if page.ok and not page.duplicate_of else set()
        for when, name, says in revised:
            if when == crawl.fetches and BASE + name in judged:
                crawl.revise(BASE + name, says)


@settings(deadline=None, max_examples=80)
@given(sites, st.lists(st.sampled_from(NAMES), max_size=3), st.integers(1, 5), revisions)
def test_every_page_is_chosen_once_and_none_is_given_up(
    site: dict[str, Answer], starts: list[str], in_flight: int, revised: list[tuple[int, str, bool]]
) -> None:
    crawl, made = crawled(site, starts, in_flight, revised)
    urls = [choice.url for choice in made]
    assert len(urls) == len({*urls})
    assert crawl.graph.frontier_size == 0
    assert all(state == FETCHED for state in crawl.graph.state)
    for choice in made:
        assert "\n" not in choice.why
        assert bool(choice.why) == (choice.rule == "adaptive")
        assert choice.score <= 1
    assert isinstance(crawl.strategy, Adaptive)
    outlook = crawl.strategy.outlook()
    assert (outlook.near, outlook.variance, outlook.beyond) == pytest.approx((0, 0, 0), abs=1e-6)
    again, same = crawled(site, starts, in_flight, revised)
    assert same == made
    assert again.accepted == crawl.accepted
    values = [crawl.strategy._returns.value(page) for page in range(len(crawl.graph))]
    assert all(0 <= value < 1 for value in values)


@settings(deadline=None, max_examples=40)
@given(sites, st.integers(1, 3), st.integers(1, 12))
def test_a_crawl_that_was_interrupted_misses_nothing(site: dict[str, Answer], in_flight: int, stop: int) -> None:
    """The log is told to a new strategy, which has chosen none of these pages."""
    whole, made = crawled(site, [], in_flight, [])
    resumed = SiteCrawl(Site(f"{BASE}/"), "adaptive")
    told = made[:stop]
    for choice in told:
        page, accepted = fetched(site, choice.url.removeprefix(BASE))
        page = resumed.admit(page)
        resumed.observe(choice, page, foregone(page, set()) or Verdict(accepted))
    rest: list[Choice] = []
    while (choice_now := resumed.choose()) is not None:
        rest.append(choice_now)
        page, accepted = fetched(site, choice_now.url.removeprefix(BASE))
        page = resumed.admit(page)
        resumed.observe(choice_now, page, foregone(page, set()) or Verdict(accepted))
    assert not {choice.url for choice in told} & {choice.url for choice in rest}
    assert resumed.graph.frontier_size == 0
    assert whole.graph.frontier_size == 0
