"""Sites as integers, one edge per pair."""

from __future__ import annotations

from made_up_webs import NAMES

from hubwalk.graph.site_graph import SiteGraph


def test_spellings_are_one_site_and_the_first_names_it() -> None:
    graph = SiteGraph(NAMES)
    assert [graph.intern(u) for u in ("http://www.a.test/x", "http://b.test/", "https://a.test/y")] == [0, 1, 0]
    assert graph.home(0) == "http://www.a.test/"
    assert len(graph) == 2


def test_edges_are_told_once_and_lead_elsewhere() -> None:
    graph = SiteGraph(NAMES)
    a, b, c = (graph.intern(f"http://{name}.test/") for name in "abc")
    graph.connect(a, {a: 1.0, b: 0.5, c: 0.25})
    graph.connect(a, {b: 0.75})
    graph.connect(c, {b: 1.0})
    assert list(graph.in_edges(b)) == [(a, 0.5), (c, 1.0)]
    assert [graph.in_degree(site) for site in (a, b, c)] == [0, 2, 1]
    assert graph.edges == 3
    assert [graph.is_told(site) for site in (a, b, c)] == [True, False, True]
