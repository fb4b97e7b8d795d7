"""A page that a browser looks at after the fact: one more hub to every strategy, with the address of the page."""

from __future__ import annotations

from typing import Any

import pytest

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.graph.web_graph import VIEW, WebGraph
from hubwalk.pages.parse import parse
from hubwalk.strategies import STRATEGIES
from hubwalk.values import Link, Page, Site, Verdict

ENTRY = "http://a.test/"
ONE_PATTERN = {"structure_driven"}  # follows the pages of its map alone, whatever else brings links


def html(*names: str) -> Page:
    items = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in names)
    return parse(f"<html><body><ul class='list'>{items}</ul></body></html>", ENTRY)


def crawl_of(strategy: str, **more: Any) -> SiteCrawl:
    context = [[html("item")]] if strategy == "context_graph" else ()
    return SiteCrawl(Site(ENTRY), strategy, context=context, **more)


def fetch_all(crawl: SiteCrawl, pages: dict[str, Page]) -> list[str]:
    """Fetch until nothing is left; returns what was asked for."""
    asked = []
    while (choice := crawl.choose()) is not None:
        asked.append(choice.url)
        page = pages.get(choice.url) or parse(f"<p>Page {choice.url}</p>", choice.url)
        crawl.observe(choice, crawl.admit(page), Verdict("item" in choice.url))
    return asked


@pytest.mark.parametrize("strategy", sorted(STRATEGIES.keys() - ONE_PATTERN))
def test_every_strategy_goes_on_with_what_a_second_look_brings(strategy: str) -> None:
    crawl = crawl_of(strategy)
    assert fetch_all(crawl, {ENTRY: html("item1", "item2", "about")})[0] == ENTRY
    before = (crawl.fetches, crawl.accepted, crawl.graph.accepted_pages[:])
    more = Link(f"{ENTRY}item3", "item3", "html/body/ul.list/li[4]/a", "click html/body/button")
    page = html("item1", "item2", "about")
    view = crawl.view(ENTRY, Page(**{**_values(page), "links": (*page.links, more)}))
    choice = crawl.choose()
    assert choice is None
    crawl.observe(_look(), view, Verdict(False))
    assert (crawl.fetches, crawl.accepted, crawl.graph.accepted_pages) == before
    chosen = crawl.choose()
    assert chosen is not None
    assert (chosen.url, chosen.hub) == (f"{ENTRY}item3", ENTRY)
    assert crawl.depth(chosen) == 1
    crawl.observe(chosen, crawl.admit(parse("<p>three</p>", chosen.url)), Verdict(True))
    assert crawl.choose() is None
    assert crawl.estimate().found == crawl.accepted == before[1] + 1


def _values(page: Page) -> dict[str, Any]:
    return {name: getattr(page, name) for name in Page.__dataclass_fields__}


def _look() -> Any:
    from hubwalk.values import Choice

    return Choice(ENTRY + VIEW, "look", hub=ENTRY)


def test_a_view_has_links_of_the_site_alone_and_no_text() -> None:
    crawl = crawl_of("breadth_first")
    fetch_all(crawl, {ENTRY: html("a")})
    page = Page(ENTRY, ENTRY, html="<p>text</p>", links=(Link("http://b.test/", "", "a"), Link(f"{ENTRY}b", "", "a")))
    view = crawl.view(ENTRY, page)
    assert (view.url, view.html, view.duplicate_of) == (ENTRY + VIEW, "", ENTRY)
    assert [link.target for link in view.links] == [f"{ENTRY}b"]


def test_the_graph_knows_a_view_by_a_number_of_its_own_and_the_address_of_its_page() -> None:
    graph = WebGraph()
    first = graph.add_page(Page(ENTRY, ENTRY, links=(Link(f"{ENTRY}a", "", "x"),)), accepted=True)
    address = ENTRY + VIEW
    view = graph.add_page(Page(address, address, links=(Link(f"{ENTRY}b", "", "y"),)), accepted=False)
    assert view != first
    assert graph.find(ENTRY) == first
    assert graph.find(address) == view
    assert graph.url(view) == graph.url(first) == ENTRY
    assert graph.accepted_pages == [first]
    assert [graph.url(page) for page in graph.out_edges(view).tolist()] == [f"{ENTRY}b"]
    assert graph.frontier_size == 2
    assert len(graph) - graph.fetched == 2
