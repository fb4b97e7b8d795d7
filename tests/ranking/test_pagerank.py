from __future__ import annotations

from random import Random

import numpy as np
import pytest
from growing_graphs import graph_of, random_pages

from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.pagerank import PushRank, pagerank


def weights_by_name(graph: WebGraph, weights: np.ndarray) -> dict[str, float]:
    return {graph.url(page): float(weights[page]) for page in range(len(graph))}


def test_worked_by_hand() -> None:
    # a -> b, c; b -> c: with t on a alone and c = .85, w(a) = .15, w(b) = .85 * .15 / 2, w(c) = w(b) + .85 * w(b)
    graph = graph_of({"a": "bc", "b": "c", "c": ""})
    own = np.zeros(3)
    own[graph.find("a")] = 1.0
    found = weights_by_name(graph, pagerank(graph, own))
    assert found["a"] == pytest.approx(0.15)
    assert found["b"] == pytest.approx(0.06375)
    assert found["c"] == pytest.approx(0.06375 + 0.85 * 0.06375)


def test_solves_the_equation_on_a_cycle() -> None:
    graph = graph_of({"a": "b", "b": "ca", "c": "a"})
    own = np.array([1.0, 0.5, 0.0])
    weight = pagerank(graph, own)
    a, b, c = (weight[graph.find(name)] for name in "abc")
    assert a == pytest.approx(0.15 * 1.0 + 0.85 * (b / 2 + c))
    assert b == pytest.approx(0.15 * 0.5 + 0.85 * a)
    assert c == pytest.approx(0.85 * b / 2)


@pytest.mark.parametrize("seed", range(5))
def test_push_rank_follows_the_plain_method_while_the_graph_grows(seed: int) -> None:
    rng = Random(seed)
    graph = WebGraph()
    push = PushRank(graph, epsilon=1e-9)
    own: dict[int, float] = {}
    for page, accepted in random_pages(rng, 60, 8):
        number = graph.add_page(page, accepted)
        push.add_links(number)
        own[number] = 1.0 if accepted else rng.random() / 10
        again = rng.choice(sorted(own))  # weights of earlier pages change too, up and down
        own[again] *= rng.choice([0.5, 1.5])
        for changed in {number, again}:
            push.set_own(np.asarray([changed]), np.asarray([own[changed]]))
        plain = pagerank(graph, np.asarray([own.get(i, 0.0) for i in range(len(graph))]))
        assert push.weights(np.arange(len(graph))) == pytest.approx(plain, abs=1e-5)


def test_push_rank_names_every_page_whose_weight_changed() -> None:
    rng = Random(3)
    graph = WebGraph()
    push = PushRank(graph, epsilon=1e-5)
    before: dict[int, float] = {}
    for page, accepted in random_pages(rng, 40, 6):
        number = graph.add_page(page, accepted)
        push.add_links(number)
        push.set_own(np.asarray([number]), np.asarray([1.0]))
        now = dict(enumerate(push.weights(np.arange(len(graph))).tolist()))
        moved = {page for page, weight in now.items() if weight != before.get(page, 0.0)}
        assert moved <= set(push.changed().tolist())
        before = now


def test_the_work_per_change_does_not_depend_on_the_size_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[int] = []
    above = PushRank._above

    def counting(self: PushRank, pages: np.ndarray) -> np.ndarray:
        active = above(self, pages)
        rounds.append(active.size)
        return active

    monkeypatch.setattr(PushRank, "_above", counting)
    pushed = []
    for size in (200, 3000):
        rng = Random(0)
        graph = WebGraph()
        push = PushRank(graph, epsilon=1e-3)
        rounds.clear()
        for page, _ in random_pages(rng, size, 10):
            push.add_links(graph.add_page(page, accepted=False))
        push.set_own(np.asarray([0]), np.asarray([1.0]))
        push.weights(np.asarray([0]))
        pushed.append(sum(rounds))
    assert pushed[1] <= 1 / 1e-3  # the added share over epsilon, whatever the size
    assert pushed[1] <= 3 * max(pushed[0], 10)
