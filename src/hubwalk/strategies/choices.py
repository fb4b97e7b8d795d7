"""A link of the web graph as a strategy's choice, with all that `hubwalk explain` wants to know."""

from __future__ import annotations

from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Choice


def choice_of(graph: WebGraph, link: int, rule: str, score: float = 0.0) -> Choice:
    """The choice to follow a link."""
    return Choice(
        url=graph.url(graph.target(link)),
        rule=rule,
        hub=graph.url(graph.source(link)),
        dom_path=graph.dom_paths.path(graph.path(link)),
        anchor=graph.anchor(link),
        score=round(score, 6),
    )
