"""The harvest by itself: every link of a list counts once, however often its page is linked or seen."""

from __future__ import annotations

import pytest

from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.harvest import Harvest
from hubwalk.values import Link, Page

OTHERS = ["b", "c", "d", "e"]


def page(name: str, *links: tuple[str, str], requested: str = "") -> Page:
    return Page(name, requested or name, links=tuple(Link(target, "", path) for target, path in links))


def harvested(graph: WebGraph, harvest: Harvest) -> list[str]:
    """All that it chooses, each fetched and rejected at once."""
    found = []
    while (choice := harvest.choose(0.01)) is not None:
        found.append(choice.url)
        harvest.observe(graph.add_page(page(choice.url), accepted=False))
    return found


def singles(first: int) -> list[tuple[str, str]]:
    return [(name, f"html/body/ul/li[{n}]/a") for n, name in enumerate(OTHERS, start=first)]


def expectation(harvest: Harvest) -> float:
    choice = harvest.choose(0.0)
    assert choice is not None
    return choice.score


def test_links_of_a_new_subtree_count_once() -> None:
    graph = WebGraph()
    harvest = Harvest(graph)
    often = [("a", f"html/body/ul/li/a{place}") for place in ("", "[2]", "[3]", "[4]")]
    harvest.observe(graph.add_page(page("hub", *often, *singles(2)), accepted=False))
    harvest.observe(graph.add_page(page("a"), accepted=True))
    assert expectation(harvest) == (4 + 0.5) / (4 + 1)  # four links that led to an authority, one undecided vote


def test_links_to_both_addresses_of_a_page_count_once() -> None:
    graph = WebGraph()
    harvest = Harvest(graph)
    both = [("old", "html/body/ul/li/a"), ("a", "html/body/ul/li[2]/a")]
    harvest.observe(graph.add_page(page("hub", *both, *singles(3)), accepted=False))
    answered = graph.add_page(page("a", requested="old"), accepted=True)
    harvest.observe(answered, graph.find("old"))
    assert expectation(harvest) == pytest.approx((2 + 0.5) / (2 + 1), abs=1e-6)


def test_a_page_seen_twice_counts_once() -> None:
    graph = WebGraph()
    harvest = Harvest(graph)
    harvest.observe(graph.add_page(page("a"), accepted=True))
    harvest.observe(graph.add_page(page("hub", ("a", "html/body/ul/li/a"), *singles(2)), accepted=False))
    for _ in range(3):
        harvest.observe(graph.find("a"))
    assert harvested(graph, harvest) == OTHERS
