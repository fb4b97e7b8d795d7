from __future__ import annotations

from random import Random

import numpy as np
import pytest
from growing_graphs import page, random_pages

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.edge_flow import EdgeFlow
from hubwalk.ranking.node_weights import VARIANTS, NodeWeights


def site(variant: str) -> tuple[WebGraph, NodeWeights]:
    """Two authorities a and b with a hub h between them; x is linked from both authorities, y from the hub only, z from
    a page that has nothing to do with either."""
    graph = WebGraph()
    weights = NodeWeights(graph, variant)
    for fetched, accepted in [
        (page("a", "hx"), True),
        (page("b", "hx"), True),
        (page("h", "aby"), False),
        (page("e", "zuvw"), False),
    ]:
        weights.observe(graph.add_page(fetched, accepted))
    return graph, weights


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_near_authorities_weighs_more(variant: str) -> None:
    graph, weights = site(variant)
    near, behind_hub, far = weights.weights(np.asarray([graph.find(name) for name in "xyz"]))
    assert near > behind_hub > far


def test_topic_sensitive_pagerank_follows_formula_1() -> None:
    graph, weights = site("hits+tspr")
    # own weights: a and b 1, h its hub weight 1 (the only hub), e 1/n with n = 10 when it was fetched
    w = dict(zip("eabhxyz", weights.weights(np.asarray([graph.find(n) for n in "eabhxyz"])), strict=True))
    c = 0.85
    assert w["h"] == pytest.approx((1 - c) * 1 + c * (w["a"] / 2 + w["b"] / 2), abs=1e-3)
    assert w["a"] == pytest.approx((1 - c) * 1 + c * w["h"] / 3, abs=1e-3)
    assert w["x"] == pytest.approx(c * (w["a"] / 2 + w["b"] / 2), abs=1e-3)
    assert w["z"] == pytest.approx(c * (1 - c) / 10 / 4, abs=1e-3)


def test_hits_alone_is_the_flow_over_the_edges() -> None:
    graph, weights = site("hits")
    x, y, z = weights.weights(np.asarray([graph.find(name) for name in "xyz"]))
    assert (x, y, z) == pytest.approx((1 / 2 + 1 / 2, 1 / 3, 1 / 10 / 4))


def test_conference_gives_pages_that_are_no_hubs_the_whole_of_1_over_n() -> None:
    graph, weights = site("conference")
    (z,) = weights.weights(np.asarray([graph.find("z")]))
    assert z == pytest.approx(0.85 * 0.15 / 10 / 4)  # e, with n = 10 when it was fetched, passes on to four pages


def test_unknown_variant_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'hits\+tspr'"):
        NodeWeights(WebGraph(), "hits+tspar")


@pytest.mark.parametrize("seed", range(3))
def test_edge_flow_agrees_with_its_definition_while_the_graph_grows(seed: int) -> None:
    rng = Random(seed)
    graph = WebGraph()
    flow = EdgeFlow(graph)
    own: dict[int, float] = {}
    for fetched, accepted in random_pages(rng, 40, 6):
        number = graph.add_page(fetched, accepted)
        flow.add_links(number)
        for changed in {number, rng.choice([*own, number])}:
            own[changed] = rng.random()
            flow.set_own(np.asarray([changed]), np.asarray([own[changed]]))
    plain = np.zeros(len(graph))
    for source, weight in own.items():
        for target in graph.out_edges(source).tolist():
            plain[target] += weight / graph.out_degree(source)
    assert flow.weights(np.arange(len(graph))) == pytest.approx(plain)
