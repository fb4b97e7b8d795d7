from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from mapped_shop import BRANDS, CHARGERS, PER_LIST, PHONES, STORIES, TURNS, Shop

from hubwalk.graph.page_kinds import (
    DUPLICATE,
    FAILED,
    HUB,
    HUB_OF_HUBS,
    NEAR_MISS,
    OTHER,
    WANTED,
    Kind,
    kind_name,
)
from hubwalk.graph.site_map import SiteMap, SiteMapper
from hubwalk.graph.ways import ANYWHERE, CHAIN, PAGINATION, Way, most_important
from hubwalk.values import Link, Observation, Page, Verdict


def draw(observations: Iterable[Observation]) -> SiteMap:
    mapper = SiteMapper("http://shop.test/")
    for seen in observations:
        mapper.observe(seen)
    return mapper.draw()


def only(drawn: SiteMap, role: str) -> Kind:
    found = [kind for kind in drawn.kinds if kind.role == role]
    assert len(found) == 1, found
    return found[0]


def stories(drawn: SiteMap) -> Kind:
    """The last story leads nowhere: its address alone shows what it is."""
    return next(kind for kind in drawn.kinds if len(kind.pages) in {STORIES - 1, STORIES})


def way(drawn: SiteMap, source: str, place: str) -> Way:
    return next(way for way in drawn.ways if way.source == source and place in way.dom_path)


@pytest.fixture(params=[False, True], ids=["natural", "opaque"])
def drawn(request: pytest.FixtureRequest) -> SiteMap:
    return draw(Shop(opaque=request.param).observations())


def test_kinds_are_found_from_structure_alone(drawn: SiteMap) -> None:
    assert len(only(drawn, WANTED).pages) == PHONES
    assert len(only(drawn, HUB).pages) == BRANDS * TURNS
    assert only(drawn, HUB).wanted_links == 4
    assert only(drawn, HUB_OF_HUBS).examples == ("http://shop.test/",)
    assert only(drawn, HUB_OF_HUBS).hub_links == BRANDS
    assert len(only(drawn, NEAR_MISS).pages) == CHARGERS
    assert (only(drawn, NEAR_MISS).like, only(drawn, WANTED).like) == ("A", only(drawn, NEAR_MISS).name)
    assert stories(drawn).role == OTHER
    assert len(only(drawn, FAILED).pages) == 1
    assert [kind.name for kind in drawn.kinds] == [kind_name(n) for n in range(len(drawn.kinds))]


def test_the_ways_between_them(drawn: SiteMap) -> None:
    top, hub, wanted, miss = (only(drawn, role).name for role in (HUB_OF_HUBS, HUB, WANTED, NEAR_MISS))
    brands = way(drawn, top, "ul.brands")
    assert (brands.dom_path, brands.pages, brands.links) == ("html/body/ul.brands/li/a", 1, BRANDS)
    assert (brands.to, brands.hubs, brands.wanted) == (((hub, BRANDS),), BRANDS, 0)
    items = way(drawn, hub, "div.list")
    assert (items.links, items.to) == (BRANDS * TURNS * PER_LIST, ((wanted, PHONES), (miss, CHARGERS)))
    assert (items.wanted, items.not_fetched, items.turning) == (PHONES, 0, "")


def test_pagination_and_chains(drawn: SiteMap) -> None:
    hub = only(drawn, HUB).name
    pager = way(drawn, hub, "div.pager")
    assert pager.turning == PAGINATION
    assert pager.to == ((hub, BRANDS * TURNS),)
    assert way(drawn, stories(drawn).name, "article").turning == CHAIN


def test_a_menu_is_told_once(drawn: SiteMap) -> None:
    menus = [way for way in drawn.ways if "ul#menu" in way.dom_path]
    assert [way.source for way in menus] == [ANYWHERE]
    assert drawn.ways[-1] == menus[0]
    assert menus[0].targets == 4


def test_words_that_all_titles_and_addresses_share() -> None:
    drawn = draw(Shop().observations())
    assert only(drawn, WANTED).address == "/phone/*"
    assert only(drawn, WANTED).title == "* specifications"
    assert only(drawn, HUB_OF_HUBS).title == "Welcome"
    assert (drawn.wanted, drawn.fetched) == (PHONES, sum(len(kind.pages) for kind in drawn.kinds))


def test_the_same_log_gives_the_same_map() -> None:
    assert draw(Shop().observations()) == draw(Shop().observations())


def test_wanted_pages_of_another_template_are_another_kind() -> None:
    shop = Shop()
    sheets = [
        shop.seen(
            f"sheet/{n}", f"Sheet {n}", shop.links("table.sheet/tbody/tr/td", ["about", "brand/1"]), accepted=True
        )
        for n in range(20)
    ]
    drawn = draw([*shop.observations(), *sheets])
    assert sorted(len(kind.pages) for kind in drawn.kinds if kind.role == WANTED) == [20, PHONES]


def test_a_long_list_among_pages_of_its_template_is_a_hub() -> None:
    shop = Shop()
    seen = list(shop.observations())
    place = next(n for n, one in enumerate(seen) if one.page.url == shop.url("story/5.html"))
    page = seen[place].page
    phones = shop.links("article/p", [f"phone/0-0-{n}" for n in range(4)] + [f"phone/0-1-{n}" for n in range(4)])
    seen[place] = replace(seen[place], page=replace(page, links=(*page.links, *phones)))
    hubs = [kind for kind in draw(seen).kinds if kind.role == HUB and page.url in kind.examples]
    assert [len(kind.pages) for kind in hubs] == [1]


def test_redirects_duplicates_and_what_was_not_fetched() -> None:
    shop = Shop()
    moved = shop.seen("phone/new", "new specifications", shop.links("nav.path", ["brand/1"]), accepted=True)
    moved = replace(moved, page=replace(moved.page, requested=shop.url("old")))
    twin = Page(shop.url("twin"), shop.url("twin"), duplicate_of=shop.url("phone/new"))
    more = shop.seen("stories2", "Stories", shop.links("ol.news/li", ["old", "phone/new", "twin", "never"]))
    observations = [*shop.observations(), moved, replace(moved, page=twin, verdict=Verdict(False)), more]
    drawn = draw(observations)
    assert drawn.wanted == PHONES + 1
    assert only(drawn, DUPLICATE).examples == (shop.url("twin"),)
    assert drawn.known == len(observations) + 1  # the page that was never fetched
    kind = next(kind for kind in drawn.kinds if shop.url("stories2") in map(str, kind.examples) or kind.various)
    seen = way(drawn, kind.name, "ol.news")
    told = dict(seen.to)
    assert told[only(drawn, WANTED).name] == 1  # two addresses of one page
    assert told[only(drawn, DUPLICATE).name] == 1
    assert seen.not_fetched == 1


def test_small_kinds_are_told_together() -> None:
    shop = Shop()
    odd = [
        shop.seen(
            f"{tag}{n}" + "/x" * depth,
            "",
            [link for spot in "abcdef" for link in shop.links(f"{tag}/{spot}", [f"{tag}{n}{spot}"])],
        )
        for depth, tag in enumerate(("dl", "table", "article"))
        for n in range(2)
    ]
    various = [kind for kind in draw([*shop.observations(), *odd]).kinds if kind.various]
    assert [kind.role for kind in various] == [OTHER]
    assert len(various[0].pages) >= len(odd)


def test_one_page_and_none() -> None:
    assert draw([]) == SiteMap("http://shop.test/", 0, 0, 0, (), ())
    shop = Shop()
    drawn = draw([shop.seen("", "Welcome", [Link("http://shop.test/a", "a", "html/body/a")], rule="start")])
    assert (drawn.fetched, len(drawn.kinds), drawn.kinds[0].role) == (1, 1, OTHER)
    assert sum(way.not_fetched for way in drawn.ways) == 4
    failed = draw([shop.seen("", "", [], rule="start", status=404)])
    assert [kind.role for kind in failed.kinds] == [FAILED]
    assert failed.ways == ()


def test_the_most_important_ways_keep_their_order(drawn: SiteMap) -> None:
    kept = most_important(drawn.ways, 3)
    assert [way for way in drawn.ways if way in kept] == kept
    left = max(way.wanted + way.hubs for way in drawn.ways if way not in kept)
    assert min(way.wanted + way.hubs for way in kept) >= left


def test_names() -> None:
    assert [kind_name(n) for n in (0, 25, 26, 27, 26 + 26 * 26)] == ["A", "Z", "AA", "AB", "AAA"]
