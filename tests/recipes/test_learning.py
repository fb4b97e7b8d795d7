"""Recipes out of finished crawls."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from made_up_shop import ENTRY, Shop, shop

from hubwalk.errors import UsageError
from hubwalk.recipes.following import follow
from hubwalk.recipes.learning import learn
from hubwalk.recipes.recipe import Recipe, Step
from hubwalk.values import Link, Page

SITE = "http://site.test/"


def page(path: str, links: Mapping[str, Iterable[str]]) -> Page:
    """A page with links, by place."""
    url = SITE + path
    return Page(url, url, links=tuple(Link(SITE + to, to, place) for place, some in links.items() for to in some))


def downloads(recipe: Recipe, pages: Mapping[str, Page]) -> list[str]:
    following = follow(recipe)
    made = []
    while (chosen := following.choose()) is not None:
        url = chosen.link.target
        made.append(url)
        following.observe(pages.get(url, Page(url, url, status=404, error="status 404")), accepted=False)
    return made


def by_url(pages: Iterable[Page]) -> dict[str, Page]:
    return {page.requested: page for page in pages}


def test_lists_with_further_pages_are_one_pattern_with_a_loop() -> None:
    one = shop()
    recipe = learn(one.pages().values(), one.targets(), ENTRY, date="today", source="a test")
    (pattern,) = recipe.patterns
    brands, lists, products = pattern.levels
    assert brands.step.pages == (f"{ENTRY}brands",)
    assert lists.step.urls == (r"http://shop\.test/brand/[^/?]+",)
    assert lists.step.places == ("html/body/div.main/ul.brands/li/a",)
    assert lists.loop is not None
    assert lists.loop.urls == (r"http://shop\.test/brand/[^/?]+\?page=\d+",)
    assert products.step.urls == (r"http://shop\.test/product/[^/?]+\.html",)
    assert products.step.places == ("html/body/div.main/ul.products/li/a",)
    assert (products.links, products.pages, products.useful) == (128, 128, 128)


def test_it_says_what_it_brought_and_what_the_least_is() -> None:
    one = shop()
    made = learn(one.pages().values(), one.targets(), ENTRY, date="today", source="a test").made
    assert (made.targets, made.covered, made.recall, made.cost) == (128, 128, 1.0, 1.0)
    assert made.downloads == made.to_last == made.least == 128 + len(one.brands) + 2 + 10  # ten further pages
    assert (made.date, made.source) == ("today", "a test")


def test_the_order_of_the_pages_does_not_matter() -> None:
    one = shop()
    pages = list(one.pages().values())
    recipe = learn(pages, one.targets(), ENTRY)
    for seed in range(3):
        random.Random(seed).shuffle(pages)
        assert learn(pages, one.targets().__contains__, ENTRY) == recipe


def test_shortcuts_from_the_entry_page_do_not_lose_the_hub() -> None:
    """The anomaly of Vidal, da Silva, de Moura, Cavalcanti (2006): targets that are linked from above their hub."""
    items = [f"item/{n}" for n in range(12)]
    pages = [
        page("", {"body/p/a": items[:8], "body/ul/li/a": ["list"]}),
        page("list", {"body/ol/li/a": items}),
        *(page(item, {}) for item in items),
    ]
    recipe = learn(pages, {SITE + item for item in items}, SITE)
    assert [len(pattern.levels) for pattern in recipe.patterns] == [2]
    assert downloads(recipe, by_url(pages)) == [SITE, f"{SITE}list", *(SITE + item for item in items)]


def test_one_list_of_a_page_among_others_is_told_by_its_position() -> None:
    people = {n: [f"~{kind}{n}" for n in range(9)] for n, kind in enumerate(("student", "staff", "guest"))}
    table = {
        f"body/ul{f'[{n + 1}]' if n else ''}/li[{k + 2}]/a": [who] for n in people for k, who in enumerate(people[n])
    }
    pages = [page("", table), *(page(who, {}) for some in people.values() for who in some)]
    wanted = {SITE + who for who in people[1]}
    recipe = learn([*pages], wanted, SITE)
    assert recipe.made.downloads == 1 + len(wanted)
    (level,) = recipe.patterns[0].levels
    assert not level.step.pages


def test_pages_are_named_where_nothing_generalises() -> None:
    names = ["ann", "bob", "cat", "dan", "eva", "fay", "gus", "hal"]
    pages = [page("", {"body/p/a": names}), *(page(name, {}) for name in names)]
    recipe = learn(pages, {f"{SITE}bob", f"{SITE}gus"}, SITE)
    (level,) = recipe.patterns[0].levels
    assert level.step.pages == (f"{SITE}bob", f"{SITE}gus")
    assert downloads(recipe, by_url(pages)) == [SITE, f"{SITE}bob", f"{SITE}gus"]


def test_hubs_that_list_little_else_are_told_from_those_that_list_much() -> None:
    wanted = [f"item-{n}" for n in range(30)]
    chaff = [f"note-{chr(97 + n)}" for n in range(26)]
    hubs = {"kind:good": wanted[:25], "kind:mixed": [*wanted[24:], *chaff]}
    pages = [
        page("", {"body/ul/li/a": hubs}),
        *(page(hub, {"body/div/a": items}) for hub, items in hubs.items()),
        *(page(name, {}) for name in [*wanted, *chaff]),
    ]
    recipe = learn(pages, {SITE + name for name in wanted}, SITE)
    assert recipe.made.covered == len(wanted)
    assert recipe.made.downloads <= 1.1 * recipe.made.least
    assert any(level.step.urls for _, _, level in recipe.levels())


def test_elements_that_bear_names_of_their_own_are_one_place() -> None:
    items = [f"item/{n}" for n in range(20)]
    links = {
        f"body/dl/dt/a#{'abcdefghij'[n]}" if n < 10 else f"body/dl/dt[{n}]/a": [item] for n, item in enumerate(items)
    }
    pages = [page("", links), *(page(item, {}) for item in items)]
    recipe = learn(pages, {SITE + item for item in items}, SITE)
    (level,) = recipe.patterns[0].levels
    assert level.step.places == ("body/dl/dt/a*",)
    assert not level.step.pages


def test_what_no_link_leads_to_needs_a_further_start() -> None:
    pages = [
        page("", {"body/a": ["a"]}),
        page("a", {}),
        page("island", {"body/a": ["b", "c"]}),
        *(page(name, {}) for name in "bc"),
    ]
    wanted = {SITE + name for name in "abc"}
    recipe = learn(pages, wanted, SITE, starts=[f"{SITE}a", f"{SITE}island"])
    assert recipe.starts == (f"{SITE}island",)
    assert wanted <= set(downloads(recipe, by_url(pages)))
    assert learn(pages, wanted, SITE).made.covered == 1


def test_redirects_are_followed_as_the_site_links_them() -> None:
    pages = [
        page("", {"body/ul/li/a": ["old/list"]}),
        replace(page("list", {"body/ol/li/a": ["go/1", "go/2", "go/3"]}), requested=f"{SITE}old/list"),
        *(replace(page(f"item/{n}", {}), requested=f"{SITE}go/{n}") for n in (1, 2, 3)),
    ]
    recipe = learn(pages, {f"{SITE}item/{n}" for n in (1, 2, 3)}, SITE)
    assert recipe.made.covered == 3
    assert downloads(recipe, by_url(pages)) == [SITE, f"{SITE}old/list", *(f"{SITE}go/{n}" for n in (1, 2, 3))]


def test_lists_at_different_depths_share_the_levels_above() -> None:
    pages = [page("", {"body/div.nav/a": ["c/a/", "c/b/", "c/c/"]})]
    items = []
    for top in "abc":
        lists = [f"c/{top}/"] if top == "b" else [f"c/{top}/{sub}/" for sub in "xyz"]
        if top != "b":
            pages.append(page(f"c/{top}/", {"body/div.subs/a": lists}))
        for path in lists:
            shown = [f"{path}item{n}.html" for n in range(12)]
            pages += [page(path, {"body/div.items/a": shown}), *(page(item, {}) for item in shown)]
            items += shown
    recipe = learn(pages, {SITE + item for item in items}, SITE)
    assert recipe.made.covered == len(items)
    first = {pattern.levels[0].step for pattern in recipe.patterns}
    assert first == {Step((r"http://site\.test/c/[^/?]+/",), ("body/div.nav/a",))}
    assert not any(level.step.pages for _, _, level in recipe.levels())


def test_a_crawl_that_ended_early_is_as_good() -> None:
    one = shop()
    pages = one.pages()
    known = {url: page for n, (url, page) in enumerate(pages.items()) if url not in one.targets() or n % 3}
    recipe = learn(known.values(), one.targets() & set(known), ENTRY)
    assert set(downloads(recipe, pages)) >= one.targets()


def test_links_that_failed_count_as_fetched_in_vain() -> None:
    items, gone = [f"item/{n}" for n in range(5)], [f"item/x{n}" for n in range(40)]
    pages = [page("", {"body/ul/li/a": [*items, *gone]}), *(page(item, {}) for item in items)]
    dead = [replace(page(item, {}), status=404, error="status 404") for item in gone]
    recipe = learn([*pages, *dead], {SITE + item for item in items}, SITE)
    assert recipe.made.downloads == 1 + len(items)


def test_items_that_only_link_to_the_next_one_are_a_loop() -> None:
    items = [f"item/{'abcd'[n % 4]}{n}" for n in range(20)]
    pages = [page("", {"body/ul/li/a": ["about", items[0]]}), page("about", {})]
    pages += [page(item, {"body/p/a": items[n + 1 : n + 2]}) for n, item in enumerate(items)]
    recipe = learn(pages, {SITE + item for item in items}, SITE)
    ((level,),) = (pattern.levels for pattern in recipe.patterns)
    assert level.loop is not None
    assert level.loop.urls == (r"http://site\.test/item/[^/?]+",)
    assert recipe.made.covered == len(items)


def test_a_site_where_everything_is_wanted() -> None:
    one = shop()
    pages = one.pages()
    recipe = learn(pages.values(), set(pages), ENTRY)
    assert recipe.made.recall >= 0.99
    assert recipe.made.downloads <= len(pages)


def test_a_way_without_end_does_not_become_a_pattern() -> None:
    names = [f"review/{n}/of" if n % 2 else f"item-{n}" for n in range(3000)]
    pages = [page("", {"body/a": names[:1]})]
    pages += [page(name, {f"body/{'ol' if n % 2 else 'p'}/a": names[n + 1 : n + 2]}) for n, name in enumerate(names)]
    recipe = learn(pages, {SITE + name for name in names if name.startswith("item")}, SITE)
    assert max(len(pattern.levels) for pattern in recipe.patterns) < 50
    assert 0 < recipe.made.covered < recipe.made.targets


def test_nothing_to_learn_from_is_said() -> None:
    one = shop()
    pages = list(one.pages().values())
    with pytest.raises(UsageError, match="nothing to learn"):
        learn(pages, (), ENTRY)
    with pytest.raises(UsageError, match="needs no recipe"):
        learn(pages, {ENTRY}, ENTRY)
    with pytest.raises(UsageError, match="the crawl has no page"):
        learn(pages, one.targets(), f"{ENTRY}nowhere")
    island = [page("", {}), page("a", {})]
    with pytest.raises(UsageError, match="no links lead"):
        learn(island, {f"{SITE}a"}, SITE)


def test_failures_and_duplicates_are_no_hubs() -> None:
    one = shop()
    pages = one.pages()
    broken = f"{ENTRY}brand/bolt"
    pages[broken] = Page(broken, broken, status=500, error="status 500")
    lost = {one.url(f"product/bolt-{n}.html") for n in one.brands["bolt"]}
    featured = {link.target for link in pages[ENTRY].links} & lost
    recipe = learn(pages.values(), one.targets(), ENTRY)
    assert set(downloads(recipe, pages)) & one.targets() >= one.targets() - lost | featured


def test_a_large_shop_has_the_same_small_recipe() -> None:
    brands = {f"brand{n}": tuple(range(1000, 1120)) for n in range(12)}
    one = Shop(brands)
    recipe = learn(one.pages().values(), one.targets(), ENTRY)
    assert [len(pattern.levels) for pattern in recipe.patterns] == [3]
    assert recipe.made.covered == 12 * 120
