"""A navigation pattern as a recipe: it follows what the pattern means, and is measured on the crawl."""

from __future__ import annotations

from dataclasses import replace

from made_up_shop import ENTRY, shop

from hubwalk.recipes.navigation_pattern import NavigationPattern
from hubwalk.recipes.navigation_recipe import navigation_recipe
from hubwalk.recipes.retracing import retrace
from hubwalk.recipes.url_pattern import UrlPattern
from hubwalk.store.recipe_file import parse_recipe, recipe_text
from hubwalk.values import Link, Page

PATTERN = NavigationPattern(
    tuple(
        UrlPattern.parse(text)
        for text in (
            r"http://shop\.test/brands",
            r"http://shop\.test/brand/\w+",
            r"http://shop\.test/product/[\w-]+\.html",
        )
    )
)


def test_it_leads_where_the_pattern_leads() -> None:
    one = shop()
    pages = one.pages()
    recipe = navigation_recipe(PATTERN, pages.values(), one.targets(), ENTRY, date="2026-11-15", source="shop.db")
    (pattern,) = recipe.patterns
    first_of_each_list = [url for url in pages if "/brand/" in url and "?" not in url]
    expected = {link.target for url in first_of_each_list for link in pages[url].links if "/product/" in link.target}
    assert pattern.targets == recipe.made.covered == len(expected)
    assert recipe.made.targets == len(one.targets()) > len(expected)  # one pattern has no pagination
    assert recipe.made.downloads == 2 + len(first_of_each_list) + len(expected)
    assert [level.step.places for level in pattern.levels] == [
        ("html/body/ul.menu/li/a",),
        ("html/body/div.main/ul.brands/li/a",),
        ("html/body/div.main/ul.products/li/a",),
    ]
    assert parse_recipe(recipe_text(recipe), "shop.toml") == recipe


def test_parameters_in_another_order_are_followed() -> None:
    one = shop()
    pages = one.pages()
    sorted_names = NavigationPattern((UrlPattern.parse(r"http://shop\.test/list\?a=\d+&b=\d+"),))
    entry = pages[ENTRY]
    links = tuple(Link(f"{ENTRY}list?b={n}&a={n}", "", f"html/body/ul/li[{n}]/a") for n in (2, 3))
    crawl = [replace(entry, links=links), *(Page(link.target, link.target, 200) for link in links)]
    recipe = navigation_recipe(sorted_names, crawl, {link.target for link in links}, ENTRY)
    assert (recipe.made.covered, recipe.made.downloads) == (2, 3)


def test_retracing_says_how_a_recipe_fares() -> None:
    one = shop()
    pages = one.pages()
    recipe = navigation_recipe(PATTERN, pages.values(), one.targets(), ENTRY)
    assert retrace(recipe, pages.values(), one.targets()).report().lines() == []
    del pages[f"{ENTRY}brands"]
    report = retrace(recipe, pages.values(), one.targets()).report()
    assert not report.holds
