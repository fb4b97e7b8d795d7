from __future__ import annotations

from hubwalk.graph.subtrees import Subtree
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Link, Page


def hub_with(*paths: str) -> tuple[WebGraph, int]:
    """A hub that links to the pages 0, 1, 2 ... from these places."""
    graph = WebGraph()
    links = tuple(Link(str(number), "", path) for number, path in enumerate(paths))
    return graph, graph.add_page(Page(url="hub", requested="hub", links=links), accepted=False)


def judge(graph: WebGraph, subtree: Subtree, name: int, accepted: bool) -> None:
    number = graph.add_page(Page(url=str(name), requested=str(name)), accepted)
    for _, path in graph.in_places(number):
        subtree.count(accepted, path)


def left(graph: WebGraph, subtree: Subtree) -> list[str]:
    """What the subtree would fetch, in order."""
    found = []
    while (link := subtree.next_new()) >= 0:
        found.append(graph.url(graph.target(link)))
        graph.set_pending(found[-1])
    return found


TWO_LISTS = [f"html/body/div{part}/ul/li{item}/a" for part in ("", "[2]") for item in ("", "[2]", "[3]")]


def subtree_of(graph: WebGraph, hub: int) -> Subtree:
    return Subtree(graph, hub, graph.dom_paths.shape[graph.path(graph.out_links(hub)[0])])


def test_around_one_authority_it_is_the_list_that_holds_it() -> None:
    graph, hub = hub_with(*TWO_LISTS)
    subtree = subtree_of(graph, hub)
    judge(graph, subtree, 4, accepted=True)
    assert left(graph, subtree) == ["3", "5"]


def test_two_authorities_make_it_the_lowest_element_that_contains_both() -> None:
    graph, hub = hub_with(*TWO_LISTS)
    subtree = subtree_of(graph, hub)
    judge(graph, subtree, 1, accepted=True)
    judge(graph, subtree, 4, accepted=True)
    assert left(graph, subtree) == ["0", "2", "3", "5"]


def test_links_passed_over_are_fetched_when_the_subtree_grows() -> None:
    graph, hub = hub_with(*TWO_LISTS)
    subtree = subtree_of(graph, hub)
    judge(graph, subtree, 4, accepted=True)
    assert graph.url(graph.target(subtree.next_new())) == "3"
    judge(graph, subtree, 1, accepted=True)
    assert left(graph, subtree) == ["0", "2", "3", "5"]


def test_without_an_authority_it_is_all_links_of_the_shape() -> None:
    graph, hub = hub_with(*TWO_LISTS, "html/body/nav/a")
    subtree = subtree_of(graph, hub)
    judge(graph, subtree, 0, accepted=False)
    assert left(graph, subtree) == ["1", "2", "3", "4", "5"]


def test_what_was_fetched_before_counts() -> None:
    graph, hub = hub_with(*TWO_LISTS)
    graph.add_page(Page(url="0", requested="0"), accepted=True)
    graph.add_page(Page(url="1", requested="1"), accepted=False)
    subtree = subtree_of(graph, hub)
    assert (subtree.accepted, subtree.rejected) == (1, 1)
    assert left(graph, subtree) == ["2"]


def test_exhausted_and_mostly_followed() -> None:
    graph, hub = hub_with(*TWO_LISTS[:3])
    subtree = subtree_of(graph, hub)
    seen = []
    for name in range(3):
        judge(graph, subtree, name, accepted=True)
        seen.append((subtree.mostly_followed, subtree.exhausted))
    assert seen == [(False, False), (True, False), (True, True)]


def test_links_of_a_page_without_common_root_are_no_trouble() -> None:
    graph, hub = hub_with("frameset/frame", "html/body/a", "html/body/a[2]")
    subtree = Subtree(graph, hub, graph.dom_paths.shape[graph.path(graph.out_links(hub)[1])])
    judge(graph, subtree, 1, accepted=True)
    assert left(graph, subtree) == ["2"]


def test_what_is_taken_back_no_longer_draws_the_border() -> None:
    graph, hub = hub_with(*TWO_LISTS)
    subtree = subtree_of(graph, hub)
    judge(graph, subtree, 4, accepted=True)
    assert left(graph, subtree) == ["3", "5"]
    graph, hub = hub_with(*TWO_LISTS)
    subtree = subtree_of(graph, hub)
    judge(graph, subtree, 4, accepted=True)
    path = graph.in_places(graph.find("4"))[0][1]
    subtree.revise(False, path)
    assert (subtree.accepted, subtree.rejected) == (0, 1)
    assert left(graph, subtree) == ["0", "1", "2", "3", "5"]
    subtree.revise(True, path)
    assert (subtree.accepted, subtree.rejected) == (1, 0)
