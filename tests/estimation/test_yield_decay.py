"""The yield of the latest downloads."""

from __future__ import annotations

import pytest

from hubwalk.estimation.yield_decay import YieldDecay
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Page


def fetch(graph: WebGraph, number: int, accepted: bool) -> int:
    address = f"http://a.test/{number}"
    return graph.add_page(Page(address, address), accepted)


def test_before_the_first_download_anything_may_come() -> None:
    assert YieldDecay(WebGraph()).latest() == 0.5


def test_duplicates_are_downloads_without_yield() -> None:
    graph = WebGraph()
    decay = YieldDecay(graph)
    decay.observe(fetch(graph, 0, True))
    decay.observe(-1)
    assert decay.latest() == pytest.approx(1.5 / 3)


def test_only_the_latest_count() -> None:
    graph = WebGraph()
    decay = YieldDecay(graph)
    for number in range(100):
        decay.observe(fetch(graph, number, number < 30))
    assert decay.latest() == pytest.approx(0.5 / 61)


def test_by_the_verdicts_that_stand() -> None:
    graph = WebGraph()
    decay = YieldDecay(graph)
    page = fetch(graph, 0, True)
    decay.observe(page)
    graph.revise(page, False)
    assert decay.latest() == pytest.approx(0.5 / 2)


def test_how_long_nothing_has_come() -> None:
    graph = WebGraph()
    decay = YieldDecay(graph)
    assert decay.drought() == 0
    for number in range(10):
        decay.observe(fetch(graph, number, accepted=number < 5))
    assert decay.drought() == pytest.approx(5 * 5.5 / 11)  # five downloads without any, one in two until now
    for number in range(10, 100):
        decay.observe(fetch(graph, number, accepted=False))
    assert decay.drought() == pytest.approx(95 * 5.5 / 101)
    decay.observe(fetch(graph, 100, accepted=True))
    assert decay.drought() == 0


def test_an_authority_taken_back_has_not_come() -> None:
    graph = WebGraph()
    decay = YieldDecay(graph)
    pages = [fetch(graph, number, accepted=number in {0, 3}) for number in range(4)]
    for page in pages:
        decay.observe(page)
    graph.revise(pages[3], False)
    assert decay.drought() == pytest.approx(3 * 1.5 / 5)


def test_a_crawl_that_has_found_nothing_waits() -> None:
    graph = WebGraph()
    decay = YieldDecay(graph)
    for number in range(9):
        decay.observe(fetch(graph, number, accepted=False))
    assert decay.drought() == pytest.approx(9 * 0.5 / 10)
