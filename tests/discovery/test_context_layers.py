"""Layers of backlinks on a graph made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from hubwalk.discovery.context_layers import RecordedBacklinks, build_layers, context_for
from hubwalk.errors import SearchError, UsageError
from hubwalk.ports import BacklinkSource
from hubwalk.values import Link, Page


class Backlinks:
    """Knows what it is told, and counts the questions."""

    def __init__(self, known: Mapping[str, Sequence[str]], *, quota: int = 1000) -> None:
        self._known = known
        self._quota = quota
        self.asked: list[str] = []

    def backlinks(self, url: str, limit: int) -> Sequence[str]:
        if len(self.asked) == self._quota:
            raise SearchError("no more queries today", kind=SearchError.QUOTA)
        self.asked.append(url)
        return self._known.get(url, ())[:limit]


class Web:
    """Has every page but the dead ones."""

    def __init__(self, *dead: str) -> None:
        self._dead = dead
        self.fetched: list[str] = []

    def fetch(self, urls: Sequence[str]) -> list[Page]:
        self.fetched += urls
        return [Page(url, url, status=404 if url in self._dead else 200) for url in urls]


# Two samples a and b; list links to both, news to b; home links to list and news, and also to a itself.
KNOWN = {"a": ["list", "home"], "b": ["list", "news"], "list": ["home", "map"], "news": ["home"], "home": ["a", "map"]}


def urls(layers: Sequence[Sequence[Page]]) -> list[list[str]]:
    return [[page.url for page in layer] for layer in layers]


def test_a_page_belongs_to_the_lowest_layer_that_it_is_in() -> None:
    source, web = Backlinks(KNOWN), Web()
    found = build_layers(["a", "b"], source, web.fetch, layers=3)
    assert urls(found.layers) == [["list", "home", "news"], ["map"]]
    assert source.asked == ["a", "b", "list", "home", "news", "map"]
    assert (found.queries, found.fetched, found.cut_short) == (6, 4, "")
    assert web.fetched == ["list", "home", "news", "map"]


def test_no_more_is_asked_or_fetched_than_allowed() -> None:
    known = {f"s{n}": [f"p{n}{k}" for k in range(9)] for n in range(9)}
    source, web = Backlinks(known), Web()
    found = build_layers([f"s{n}" for n in range(9)], source, web.fetch, layers=1, per_page=3, per_layer=5)
    assert urls(found.layers) == [["p00", "p01", "p02", "p10", "p11"]]
    assert source.asked == ["s0", "s1"]


def test_layers_end_where_the_web_does() -> None:
    found = build_layers(["a"], Backlinks({"a": ["b"]}), Web().fetch, layers=4)
    assert urls(found.layers) == [["b"]]


def test_dead_pages_are_no_context() -> None:
    found = build_layers(["a", "b"], Backlinks(KNOWN), Web("list").fetch, layers=1)
    assert urls(found.layers) == [["home", "news"]]
    assert found.fetched == 3
    with pytest.raises(SearchError, match="links to one of the samples"):
        build_layers(["a"], Backlinks({"a": ["list"]}), Web("list").fetch)


def test_without_backlinks_it_fails_plainly() -> None:
    web = Web()
    with pytest.raises(UsageError, match=r"nobody to ask who links to the samples: .*--engine local") as no_source:
        build_layers(["a"], None, web.fetch)
    with pytest.raises(SearchError, match=r"no page is known that links to one of the samples; .*--engine local"):
        build_layers(["a", "b"], Backlinks({}), web.fetch)
    with pytest.raises(SearchError, match="no page is known"):
        build_layers([], Backlinks(KNOWN), web.fetch)
    assert "\n" not in str(no_source.value)
    assert web.fetched == []


def test_a_source_that_stops_answering_leaves_what_it_said() -> None:
    found = build_layers(["a", "b"], Backlinks(KNOWN, quota=1), Web().fetch)
    assert urls(found.layers) == [["list", "home"]]
    assert found.cut_short == "no more queries today"
    with pytest.raises(SearchError) as nothing:
        build_layers(["a", "b"], Backlinks(KNOWN, quota=0), Web().fetch)
    assert nothing.value.kind == SearchError.QUOTA


@pytest.mark.parametrize("shape", [{"layers": 0}, {"layers": 5}, {"per_page": 0}, {"per_layer": 0}])
def test_shapes_that_make_no_sense_are_refused(shape: dict[str, int]) -> None:
    with pytest.raises(UsageError, match=next(iter(shape))):
        build_layers(["a"], Backlinks(KNOWN), Web().fetch, **shape)


def test_the_shape_is_what_the_strategy_is_told() -> None:
    source = Backlinks(KNOWN)
    found = context_for("context_graph:layers=1,per_page=1", ["a", "b"], source, Web().fetch)
    assert found is not None
    assert urls(found.layers) == [["list"]]
    assert context_for("breadth_first", ["a"], None, Web().fetch) is None


def test_a_recorded_site_knows_its_own_backlinks() -> None:
    links = {"home": ["list", "a", "home"], "list": ["a", "b", "a"], "a": ["home"], "b": []}
    pages = {
        url: Page(url, url, links=tuple(Link(target, "", f"html/a[{n}]") for n, target in enumerate(targets)))
        for url, targets in links.items()
    }
    source = RecordedBacklinks(pages, pages.__getitem__)
    assert isinstance(source, BacklinkSource)
    assert source.backlinks("a", 10) == ["home", "list"]
    assert source.backlinks("a", 1) == ["home"]
    assert source.backlinks("home", 10) == ["a"]
    assert source.backlinks("elsewhere", 10) == []
