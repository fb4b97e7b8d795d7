"""The estimate of what there is in all, on crawls made by hand."""

from __future__ import annotations

from hubwalk.estimation.recall import RecallEstimator
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Choice, Link, Outlook, Page, Verdict


def test_nothing_is_left_where_the_frontier_is_empty() -> None:
    graph = WebGraph()
    estimator = RecallEstimator(graph)
    page = Page("http://a.test/", "http://a.test/")
    graph.add_page(page, True)
    estimator.observe(Choice(page.url, rule="start"), page, Verdict(True))
    estimate = estimator.estimate(Outlook(5.0, 1.0, 3.0))
    assert (estimate.found, estimate.expected, estimate.low, estimate.high) == (1, 1, 1, 1)
    assert estimate.recall == 1


def test_what_the_strategy_expects_is_in_the_interval() -> None:
    graph = WebGraph()
    estimator = RecallEstimator(graph)
    page = Page("http://a.test/", "http://a.test/", links=(Link("http://a.test/b", "b", "html/a"),))
    graph.add_page(page, True)
    estimator.observe(Choice(page.url, rule="start"), page, Verdict(True))
    estimate = estimator.estimate(Outlook(0.5, 0.25, 0.0))
    assert estimate.found == 1 <= estimate.low <= estimate.expected <= estimate.high
