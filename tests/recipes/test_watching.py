"""What a watch decides, by lists of facts: what is asked for, what is passed over, which lists are newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from made_up_shop import ENTRY, Shop, grown, shop, shrunk

from hubwalk.recipes.learning import learn
from hubwalk.recipes.recipe import Recipe, Step
from hubwalk.recipes.watching import LastLevels, ListLook, Walk, newest_first, pays, spared, walk_known
from hubwalk.values import Link, Page


@dataclass
class Snapshot:
    """A shop as it was."""

    shop: Shop

    def __post_init__(self) -> None:
        self.pages = self.shop.pages()
        self.targets = self.shop.targets()

    def accepted(self, url: str) -> bool | None:
        return url in self.targets if url in self.pages else None

    def links(self, url: str) -> Sequence[Link]:
        return self.pages[url].links if url in self.pages else ()

    def found_later(self, url: str) -> bool:
        return False


def learned(of: Shop) -> Recipe:
    return learn(of.pages().values(), of.targets(), ENTRY)


def walked(recipe: Recipe, before: Shop, now: Shop, **options: object) -> tuple[Walk, list[str], list[str]]:
    """A walk through the shop as it is now: the hubs and the other pages that were asked for."""
    known, there = Snapshot(before), Snapshot(now)
    walk = Walk(recipe, known, settled=known, **options)  # type: ignore[arg-type]
    hubs: list[str] = []
    others: list[str] = []
    while (wanted := walk.choose()) is not None:
        (hubs if wanted.leads_on else others).append(wanted.url)
        page = there.pages.get(wanted.url, Page(wanted.url, wanted.url, 404))
        walk.observe(wanted, page, wanted.url in there.targets)
    return walk, hubs, others


def test_of_an_unchanged_site_only_hubs_are_asked_for() -> None:
    recipe = learned(shop())
    walk, hubs, others = walked(recipe, shop(), shop())
    assert others == []
    assert len(hubs) == len(set(hubs)) == recipe.made.downloads - len(shop().targets())
    assert walk.following.report().holds
    assert walk.following.report().lines() == []


def test_what_is_new_is_asked_for_and_nothing_else() -> None:
    _, hubs, others = walked(learned(shop()), shop(), grown(shop()))
    assert set(others) == grown(shop()).targets() - shop().targets()
    assert len(hubs) < 30


def test_what_no_hub_shows_any_more() -> None:
    recipe, before, now = learned(shop()), shop(), shrunk(shop())
    walk, _, others = walked(recipe, before, now)
    assert others == []
    earlier = walk_known(recipe, Snapshot(before))
    missing = {url for url in before.targets() if earlier.shows([url]) and not walk.shows([url])}
    assert missing == before.targets() - now.targets()


def test_a_page_that_could_not_be_had_is_what_it_was() -> None:
    known = Snapshot(shop())
    walk = Walk(learned(shop()), known, settled=known)
    while (wanted := walk.choose()) is not None:
        assert wanted.leads_on
        walk.observe(wanted, walk.as_before(wanted.url), False, failed=True)
    assert all(walk.shows([url]) for url in known.targets)
    assert all(look.says is None for look in walk.lists.values())


def test_new_addresses_of_another_make_are_worth_a_request_where_wanted_ones_stand() -> None:
    before = shop()
    recipe = learned(before)
    pages = Snapshot(before)
    list_page = f"{ENTRY}brand/bolt"
    link = pages.pages[list_page].links[-1]
    odd = replace(link, target=f"{ENTRY}special/offer/1")
    elsewhere = replace(odd, target=f"{ENTRY}imprint", dom_path="html/body/footer/a")
    walk = Walk(recipe, pages, settled=pages)
    asked = []
    while (wanted := walk.choose()) is not None:
        page = pages.pages.get(wanted.url, Page(wanted.url, wanted.url))
        if wanted.url == list_page:
            page = replace(page, links=(*page.links, odd, elsewhere))
        asked += [] if wanted.leads_on else [wanted.url]
        walk.observe(wanted, page, accepted=False)
    assert asked == [odd.target]


def test_lists_say_where_they_grow() -> None:
    def says(*news: bool, whole: bool = True, cut: bool = False) -> bool | None:
        return ListLook("level", "url", list(news), whole, cut).says

    assert says(True, False, False) is True
    assert says(True, True, False) is True
    assert says(False, True) is False
    assert says(True, False, True) is False
    assert says(True, True) is None
    assert says(False, False) is None
    assert says(True, False, whole=False) is None
    assert says(True, False, cut=True) is None


@pytest.mark.parametrize(
    ("looks", "known"),
    [
        ([], False),
        ([("a", 10, 1, True)] * 3, True),
        ([("a", 10, 1, True)] * 2, False),
        ([("a", 2, 1, True)] * 9, False),
        ([("a", 2, 1, True)] * 10, True),
        ([("a", 10, 9, True)] * 20, False),
        ([*[("a", 10, 1, True)] * 9, ("a", 10, 1, False)], False),
        ([("a", 10, 1, False), *[("a", 10, 1, True)] * 9], False),
        ([("b", 10, 1, True)] * 9, False),
    ],
)
def test_lists_are_newest_first_when_chance_is_ruled_out(looks: list[tuple[str, int, int, bool]], known: bool) -> None:
    assert newest_first(looks)("a") is known


def test_newest_first_lists_are_cut_and_what_may_have_moved_on_is_excused() -> None:
    recipe, before = learned(shop()), shop()
    acme = (999, *before.brands["acme"])
    now = replace(before, brands={**before.brands, "acme": acme})
    walk, hubs, others = walked(recipe, before, now, newest_first=lambda _: True)
    assert others == [now.url("product/acme-999.html")]
    assert [url for url in hubs if "page=" in url] == [f"{ENTRY}brand/acme?page=2"]
    earlier = walk_known(recipe, Snapshot(before))
    missing = [url for url in sorted(before.targets()) if not walk.shows([url])]
    assert missing == [before.url(f"product/acme-{100 + 19}.html")]  # from the second page to the third
    assert walk.is_excused(missing, earlier)
    assert not walk.is_excused([before.url("product/bolt-100.html")], earlier)


def test_wanted_pages_that_only_repeat_what_lists_show_are_spared() -> None:
    recipe, before = learned(shop()), Snapshot(shop())
    step = recipe.patterns[0].levels[-1].step
    related = Step(step.urls, ("html/body/div.main/ul.related/li/a",))
    *above, last = recipe.patterns[0].levels
    chained = replace(recipe, patterns=(replace(recipe.patterns[0], levels=(*above, replace(last, loop=related))),))
    earlier = walk_known(chained, before)
    assert before.targets < set(earlier.hubs)
    assert spared(earlier, before) == before.targets
    walk = Walk(chained, before, settled=before, spared=before.targets)
    asked = 0
    while (wanted := walk.choose()) is not None:
        asked += 1
        walk.observe(wanted, before.pages[wanted.url], accepted=False)
    assert asked == len(earlier.hubs) - len(before.targets)
    assert walk.left_out == len(before.targets)
    assert all(walk.shows([url]) for url in before.targets)


def test_what_sitemaps_and_feeds_name() -> None:
    looks_wanted = LastLevels(learned(shop()))
    assert looks_wanted(f"{ENTRY}product/acme-7.html")
    assert not looks_wanted(f"{ENTRY}news/7")
    assert pays([f"{ENTRY}news/7", f"{ENTRY}product/acme-100.html"], shop().targets())
    assert not pays([f"{ENTRY}news/7"], shop().targets())
