"""Given authorities that links show or do not show, by hand."""

from __future__ import annotations

from hubwalk.estimation.captures import Captures
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Link, Page


def url(number: int) -> str:
    return f"http://a.test/{number}"


def page(number: int, *targets: int, asked: int | None = None) -> Page:
    links = tuple(Link(url(target), "", "html/a") for target in targets)
    return Page(url(number), url(number if asked is None else asked), links=links)


def given(graph: WebGraph, captures: Captures, *, accepted: bool, one: Page) -> None:
    number = graph.add_page(one, accepted)
    captures.give(number)
    captures.observe(number)


def test_nothing_was_given() -> None:
    assert Captures(WebGraph()).unseen_factor() == 1


def test_chapman_by_hand() -> None:
    graph = WebGraph()
    captures = Captures(graph)
    for number in (1, 2, 3):
        given(graph, captures, accepted=True, one=page(number))
    assert captures.unseen_factor() == 4  # (3 + 1) / (0 + 1)
    captures.observe(graph.add_page(page(10, 1, 4), False))
    assert captures.unseen_factor() == 2  # (3 + 1) / (1 + 1)
    captures.observe(graph.add_page(page(11, 1), False))  # seen before
    assert captures.unseen_factor() == 2
    captures.observe(graph.add_page(page(12, 2, 3), False))
    assert captures.unseen_factor() == 1


def test_start_pages_that_are_no_authorities_do_not_count() -> None:
    graph = WebGraph()
    captures = Captures(graph)
    given(graph, captures, accepted=False, one=page(0))
    assert captures.unseen_factor() == 1
    graph.revise(graph.find(url(0)), True)
    assert captures.unseen_factor() == 2


def test_a_page_that_is_linked_already_was_found_by_links() -> None:
    graph = WebGraph()
    captures = Captures(graph)
    given(graph, captures, accepted=False, one=page(0, 1))
    given(graph, captures, accepted=True, one=page(1))
    assert captures.unseen_factor() == 1


def test_a_link_to_the_address_that_redirects_shows_the_page() -> None:
    graph = WebGraph()
    captures = Captures(graph)
    given(graph, captures, accepted=True, one=page(2, asked=1))
    assert captures.unseen_factor() == 2
    captures.observe(graph.add_page(page(3, 1), False))
    assert captures.unseen_factor() == 1
