from __future__ import annotations

from random import Random

import numpy as np
import pytest
from growing_graphs import graph_of, random_pages

from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.ranking.hits import GrowingHits, hits


def plain_hits(graph: WebGraph, rounds: int) -> list[float]:
    """The definition, page by page."""
    pages = range(len(graph))
    links = {p: graph.out_edges(p).tolist() for p in pages}
    authority = [float(graph.accepted[p]) for p in pages]
    hub = [0.0] * len(graph)
    for _ in range(rounds):
        hub = [0.0 if graph.accepted[p] else sum(authority[t] for t in links[p]) for p in pages]
        length = sum(h * h for h in hub) ** 0.5 or 1.0
        hub = [h / length for h in hub]
        authority = [sum(hub[s] for s in pages if p in links[s]) for p in pages]
        authority = [0.0 if graph.state[p] == FETCHED else a for p, a in enumerate(authority)]
        length = sum(a * a for a in authority) ** 0.5 or 1.0
        authority = [1.0 if graph.accepted[p] else a / length for p, a in enumerate(authority)]
    return hub


def test_the_page_that_links_to_most_authorities_is_the_best_hub() -> None:
    graph = graph_of({"h": "abc", "i": "ax", "a": "", "b": "", "c": "", "x": ""}, accepted="abc")
    hub = hits(graph)
    assert hub[graph.find("h")] == pytest.approx(3 / 10**0.5)  # 3 and 1 authority links, scaled to length 1
    assert hub[graph.find("i")] == pytest.approx(1 / 10**0.5)
    assert all(hub[graph.find(name)] == 0 for name in "abcx")


def test_an_unknown_page_that_good_hubs_link_to_makes_a_hub_better() -> None:
    # n is not fetched; h, i and j link to one authority each, h and i also to n
    graph = graph_of({"h": "an", "i": "bn", "j": "cx", "a": "", "b": "", "c": "", "x": ""}, accepted="abc")
    hub = hits(graph)
    assert hub[graph.find("h")] == pytest.approx(hub[graph.find("i")])
    assert hub[graph.find("h")] > hub[graph.find("j")]


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_the_definition(seed: int) -> None:
    graph = WebGraph()
    for page, accepted in random_pages(Random(seed), 30, 6):
        graph.add_page(page, accepted)
    assert hits(graph, rounds=6, tolerance=0) == pytest.approx(np.asarray(plain_hits(graph, 6)))


def test_growing_hits_is_exact_whenever_the_whole_iteration_runs() -> None:
    graph = WebGraph()
    growing = GrowingHits(graph, growth=1.0)  # every time
    for page, accepted in random_pages(Random(1), 40, 6):
        growing.update(graph.add_page(page, accepted))
        assert growing.weights(np.arange(len(graph))).tolist() == hits(graph).tolist()


def test_between_two_iterations_new_hubs_are_known_at_once() -> None:
    graph = WebGraph()
    growing = GrowingHits(graph, growth=1e9)  # after the first page never again
    for page, accepted in random_pages(Random(2), 40, 6):
        number = graph.add_page(page, accepted)
        changed = growing.update(number)
        assert number in changed
    weights = growing.weights(np.arange(len(graph)))
    counts = [sum(graph.accepted[t] for t in graph.out_edges(p).tolist()) for p in range(len(graph))]
    for weight, count, accepted in zip(weights, counts, graph.accepted, strict=True):
        assert (weight > 0) == (count > 0 and not accepted)


def test_a_page_seen_twice_counts_once() -> None:
    once, twice = WebGraph(), WebGraph()
    weights = []
    for graph, times in ((once, 1), (twice, 3)):
        growing = GrowingHits(graph, growth=1e9)
        for page, accepted in random_pages(Random(2), 40, 6):
            number = graph.add_page(page, accepted)
            for _ in range(times if number % 2 else 1):
                growing.update(number)
        weights.append(growing.weights(np.arange(len(graph))))
    assert weights[0] == pytest.approx(weights[1])


def test_the_number_of_whole_iterations_grows_only_with_the_logarithm_of_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = 0

    def counting(graph: WebGraph, **options: object) -> np.ndarray:
        nonlocal runs
        runs += 1
        return np.zeros(len(graph))

    monkeypatch.setattr("hubwalk.ranking.hits.hits", counting)
    graph = WebGraph()
    growing = GrowingHits(graph)
    for page, accepted in random_pages(Random(0), 2000, 10):
        growing.update(graph.add_page(page, accepted))
    assert runs < 60  # log(14,000) / log(1.2) is 53


def test_what_is_no_longer_an_authority_makes_no_hub() -> None:
    graph = WebGraph()
    growing = GrowingHits(graph, growth=1e9)
    for page, accepted in random_pages(Random(2), 40, 6):
        growing.update(graph.add_page(page, accepted))
    rng = Random(3)
    for _ in range(60):
        page_number = rng.randrange(len(graph))
        if graph.state[page_number] != FETCHED:
            continue
        graph.revise(page_number, not graph.accepted[page_number])
        assert page_number in growing.revise(page_number)
    for page_number in list(graph.accepted_pages):
        graph.revise(page_number, False)
        growing.revise(page_number)
    assert growing.weights(np.arange(len(graph))).max() == pytest.approx(0)
