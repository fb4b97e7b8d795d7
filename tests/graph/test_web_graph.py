"""The web graph in arrays, against a plain one in dicts."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.graph.web_graph import FETCHED, NEW, PENDING, WebGraph
from hubwalk.values import Link, Page

URLS = [f"http://a/{i}" for i in range(7)]
PATHS = ["html/body/a", "html/body/ul/li/a", "html/body/ul/li[2]/a"]

links = st.builds(Link, st.sampled_from(URLS), st.sampled_from(["x", "y", ""]), st.sampled_from(PATHS))
pages = st.builds(
    Page,
    url=st.sampled_from(URLS),
    requested=st.sampled_from(URLS),
    links=st.lists(links, max_size=8).map(tuple),
)
steps = st.lists(st.one_of(st.tuples(pages, st.booleans()), st.sampled_from(URLS)), max_size=12)


class Twin:
    """What the graph must know, the slow and obvious way."""

    def __init__(self) -> None:
        self.state: dict[str, int] = {}
        self.accepted: list[str] = []
        self.accepted_too: set[str] = set()
        self.links: dict[str, list[Link]] = {}

    def set_pending(self, url: str) -> None:
        self.state[url] = max(PENDING, self.state.get(url, NEW))

    def add_page(self, page: Page, accepted: bool) -> None:
        for url in (page.requested, page.url):
            self.state[url] = FETCHED
        if accepted:
            if page.url not in self.accepted_too:
                self.accepted.append(page.url)
            self.accepted_too |= {page.url, page.requested}
        if page.links and not self.links.get(page.url):
            for link in page.links:
                self.state.setdefault(link.target, NEW)
            self.links[page.url] = [link for link in page.links if link.target != page.url]

    def edges(self, url: str) -> list[str]:
        return list(dict.fromkeys(link.target for link in self.links.get(url, ())))

    def distinct(self, url: str) -> set[tuple[str, str]]:
        return {(link.target, link.dom_path) for link in self.links.get(url, ())}


@given(steps)
def test_against_the_plain_twin(told: list[tuple[Page, bool] | str]) -> None:
    graph, twin = WebGraph(), Twin()
    for step in told:
        if isinstance(step, str):
            graph.set_pending(step)
            twin.set_pending(step)
        else:
            graph.add_page(*step)
            twin.add_page(*step)
    number = {url: graph.find(url) for url in twin.state}
    assert sorted(number.values()) == list(range(len(graph)))
    assert {url: graph.state[n] for url, n in number.items()} == twin.state
    assert graph.frontier_size == sum(state == NEW for state in twin.state.values())
    assert graph.fetched == sum(state == FETCHED for state in twin.state.values())
    assert [graph.url(page) for page in graph.accepted_pages] == twin.accepted
    assert {url for url, n in number.items() if graph.accepted[n]} == twin.accepted_too
    sources = Counter((target, url) for url in twin.state for target, _ in twin.distinct(url))
    for url, n in number.items():
        assert [graph.url(int(target)) for target in graph.out_edges(n)] == twin.edges(url)
        assert graph.out_degree(n) == len(twin.edges(url))
        numbers = graph.out_links(n)
        assert [graph.source(link) for link in numbers] == [n] * len(numbers)
        places = zip(graph.link_targets(numbers), graph.link_paths(numbers), strict=True)
        assert Counter((graph.url(t), graph.dom_paths.path(p)) for t, p in places) == Counter(twin.distinct(url))
        inward = [graph.url(graph.source(link)) for link in graph.in_links(n)]
        assert Counter(inward) == Counter({s: count for (t, s), count in sources.items() if t == url})
        assert all(graph.target(link) == n for link in graph.in_links(n))
        assert graph.in_degree(n) == len(set(inward))
    assert graph.link_count == sum(len(twin.distinct(url)) for url in twin.state)


@given(steps, st.integers(1, 5))
def test_the_latest_links_of_many_pages_at_once(told: list[tuple[Page, bool] | str], most: int) -> None:
    graph = WebGraph()
    for step in told:
        if isinstance(step, str):
            graph.set_pending(step)
        else:
            graph.add_page(*step)
    pages = [*range(len(graph)), *range(len(graph))][::-1]  # in any order, and more than once
    rows = graph.latest_in_links(np.asarray(pages, dtype=np.int64), most).tolist()
    padded = [([*graph.in_links(page)] + [-1] * most)[:most] for page in pages]
    assert rows == padded
    again = graph.latest_in_links(np.asarray(pages, dtype=np.int64), most).tolist()
    assert again == rows, "asking has changed a chain"


def test_the_first_link_to_a_target_keeps_its_anchor_and_path() -> None:
    graph = WebGraph()
    seen = (
        Link("http://a/b", "Menu", PATHS[0]),
        Link("http://a/b", "List", PATHS[1]),
        Link("http://a/c", "C", PATHS[0]),
    )
    page = graph.add_page(Page("http://a/", "http://a/", links=seen), accepted=False)
    found = [
        (graph.url(graph.target(k)), graph.anchor(k), graph.dom_paths.path(graph.path(k)))
        for k in graph.out_links(page)
    ]
    assert found == [("http://a/b", "Menu", PATHS[0]), ("http://a/c", "C", PATHS[0]), ("http://a/b", "List", PATHS[1])]


def test_links_to_oneself_are_left_out() -> None:
    graph = WebGraph()
    page = graph.add_page(Page("http://a/", "http://a/", links=(Link("http://a/", "Home", PATHS[0]),)), accepted=False)
    assert (graph.out_degree(page), graph.in_degree(page), graph.link_count) == (0, 0, 0)


def test_a_redirect_is_fetched_under_both_names() -> None:
    graph = WebGraph()
    graph.know("http://a/old")
    graph.add_page(Page("http://a/new", "http://a/old", links=(Link("http://a/x", "x", PATHS[0]),)), accepted=True)
    old, new = graph.find("http://a/old"), graph.find("http://a/new")
    assert (graph.state[old], graph.state[new]) == (FETCHED, FETCHED)
    assert (graph.out_degree(old), graph.out_degree(new)) == (0, 1)
    assert graph.accepted_pages == [new]
    assert graph.accepted[old], "a link that leads to a target by a redirect is as good as a direct one"


def test_chains_survive_growth() -> None:
    """Thousands of pages link to one, past several moves of the arrays."""
    graph = WebGraph()
    for i in range(3000):
        url = f"http://a/p{i}"
        graph.add_page(
            Page(url, url, links=(Link("http://a/hub", "h", PATHS[0]), Link(f"{url}x", "x", PATHS[1]))), False
        )
    hub = graph.find("http://a/hub")
    assert graph.in_degree(hub) == 3000
    assert [graph.url(graph.source(link)) for link in graph.in_links(hub)] == [
        f"http://a/p{i}" for i in range(2999, -1, -1)
    ]
    first, count, targets = graph.edge_arrays()
    page = graph.find("http://a/p2000")
    assert targets[first[page] : first[page] + count[page]].tolist() == [hub, graph.find("http://a/p2000x")]


def test_numbers_do_not_depend_on_the_hashes_of_strings() -> None:
    code = (
        "from hubwalk.graph.web_graph import WebGraph\nfrom hubwalk.values import Page\ng = WebGraph()\n"
        "for i in range(20): g.add_page(Page(f'http://a/new{i}', f'http://a/old{i}'), True)\n"
        "print([g.url(n) for n in range(len(g))])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
