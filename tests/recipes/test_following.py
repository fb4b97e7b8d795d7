"""Recipes on sites as they were, and on sites that have changed since."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest
from made_up_shop import ENTRY, Shop, grown, shop, shrunk

from hubwalk.recipes.following import Following, Report, follow
from hubwalk.recipes.learning import learn
from hubwalk.recipes.matching import Matcher
from hubwalk.recipes.recipe import Level, Pattern, Recipe, Step
from hubwalk.values import Link, Page


@dataclass(frozen=True, slots=True)
class Run:
    fetched: list[str]
    report: Report


def crawl(following: Following, pages: Mapping[str, Page], targets: set[str]) -> Run:
    fetched = []
    while (chosen := following.choose()) is not None:
        url = chosen.link.target
        fetched.append(url)
        following.observe(pages.get(url, Page(url, url, status=404, error="status 404")), url in targets)
    return Run(fetched, following.report())


def on(site: Shop, recipe: Recipe) -> Run:
    return crawl(follow(recipe), site.pages(), site.targets())


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    one = shop()
    return learn(one.pages().values(), one.targets(), ENTRY)


def hidden(path: str) -> str:
    return hashlib.blake2b(path.encode(), digest_size=6).hexdigest()


def test_an_unchanged_site_costs_what_was_promised(recipe: Recipe) -> None:
    run = on(shop(), recipe)
    assert set(run.fetched) >= shop().targets()
    assert len(run.fetched) == len(set(run.fetched)) == recipe.made.downloads
    assert run.report.holds
    assert run.report.lines() == []


def test_new_pages_and_new_lists_are_found(recipe: Recipe) -> None:
    more = grown(shop())
    run = on(more, recipe)
    assert set(run.fetched) >= more.targets()
    assert set(run.fetched) <= set(more.pages())
    assert run.report.lines() == []


def test_pages_that_are_gone_are_no_alarm(recipe: Recipe) -> None:
    less = shrunk(shop())
    run = on(less, recipe)
    assert set(run.fetched) >= less.targets()
    assert set(run.fetched) <= set(less.pages())
    assert run.report.holds


def test_urls_carry_on_where_class_names_have_changed(recipe: Recipe) -> None:
    renamed = replace(shop(), prefix="new-")
    run = on(renamed, recipe)
    assert set(run.fetched) >= renamed.targets()
    assert len(run.fetched) <= 1.1 * recipe.made.downloads
    assert run.report.holds
    assert any("places of its links have changed" in line for line in run.report.lines())
    assert {level.how for level in run.report.levels} == {"both", "url"}


def test_places_carry_on_where_addresses_have_changed(recipe: Recipe) -> None:
    moved = replace(shop(), address=hidden)
    run = on(moved, recipe)
    assert set(run.fetched) >= moved.targets()
    assert len(run.fetched) <= 1.1 * recipe.made.downloads
    assert run.report.holds
    assert any("URLs of its links have changed" in line for line in run.report.lines())


def test_where_both_have_changed_it_says_that_the_recipe_no_longer_holds(recipe: Recipe) -> None:
    run = on(replace(shop(), prefix="new-", address=hidden), recipe)
    assert not run.report.holds
    assert run.report.lines()[-1] == "the recipe no longer holds: learn it anew"
    assert len(run.fetched) < 50


def test_an_entry_page_that_fails_is_a_recipe_that_does_not_hold(recipe: Recipe) -> None:
    run = crawl(follow(recipe), {}, set())
    assert run.fetched == [ENTRY]
    assert not run.report.holds


SITE = "http://site.test/"


def page(path: str, *links: tuple[str, str]) -> Page:
    url = SITE + path
    return Page(url, url, links=tuple(Link(SITE + to, to, place) for to, place in links))


def two_levels(links: int = 0) -> Recipe:
    lists = Step(urls=(rf"{SITE}list/\w+",), places=("body/ul/li/a",))
    items = Step(urls=(rf"{SITE}item/\w+",), places=("body/ol/li/a",))
    return Recipe(SITE, (Pattern((Level(lists), Level(items, links=links, pages=links, useful=links)), targets=2),))


def test_a_link_must_match_by_url_and_by_place() -> None:
    following = follow(two_levels())
    following.observe(
        page("", ("list/a", "body/ul/li/a"), ("list/b", "body/p/a"), ("about", "body/ul/li[2]/a")), accepted=False
    )
    chosen = following.choose()
    assert chosen is not None
    assert chosen.link.target == f"{SITE}list/a"
    assert (chosen.hub, chosen.pattern, chosen.level, chosen.how) == (SITE, 0, 0, "both")


def test_a_page_that_was_fetched_as_a_target_and_turns_out_to_be_a_hub_is_followed_on() -> None:
    lists = Step(urls=(rf"{SITE}x/\w+",), places=("body/ul/li/a",))
    recipe = Recipe(
        SITE,
        (
            Pattern((Level(Step(pages=(f"{SITE}x/hub",)), pages=1, useful=1),)),
            Pattern((Level(lists, loop=lists, pages=2, useful=1), Level(Step(pages=(f"{SITE}deep",))))),
        ),
    )
    pages = {
        SITE: page("", ("x/hub", "body/p/a"), ("x/other", "body/ul/li/a")),
        f"{SITE}x/hub": page("x/hub", ("deep", "body/a")),
        f"{SITE}x/other": page("x/other", ("x/hub", "body/ul/li/a")),
        f"{SITE}deep": page("deep"),
    }
    run = crawl(follow(recipe), pages, {f"{SITE}deep"})
    assert run.fetched == [SITE, f"{SITE}x/hub", f"{SITE}x/other", f"{SITE}deep"]


def test_several_links_may_be_in_flight_and_none_is_given_twice() -> None:
    following = follow(two_levels())
    following.observe(page("", ("list/a", "body/ul/li/a"), ("list/b", "body/ul/li[2]/a")), accepted=False)
    first, second = following.choose(), following.choose()
    assert first is not None and second is not None
    assert {first.link.target, second.link.target} == {f"{SITE}list/a", f"{SITE}list/b"}
    for name in "ab":
        following.observe(page(f"list/{name}", ("item/1", "body/ol/li/a"), ("item/2", "body/ol/li/a")), accepted=False)
    rest = [chosen.link.target for chosen in iter(following.choose, None)]
    assert sorted(rest) == [f"{SITE}item/1", f"{SITE}item/2"]


def test_levels_that_were_mostly_useful_come_first() -> None:
    sure = Level(Step(pages=(f"{SITE}sure",)), pages=1, useful=1)
    vague = Level(Step(pages=(f"{SITE}vague",)), pages=10, useful=1)
    following = follow(Recipe(SITE, (Pattern((vague,)), Pattern((sure,)))))
    following.observe(page("", ("vague", "body/a"), ("sure", "body/a")), accepted=False)
    assert [chosen.link.target for chosen in iter(following.choose, None)] == [f"{SITE}sure", f"{SITE}vague"]


def test_a_place_that_now_means_everything_does_not_carry_on() -> None:
    pages = {SITE: page("", *((f"new/{n}", "body/ul/li/a") for n in range(100)))}
    run = crawl(follow(two_levels(links=2)), pages, set())
    assert run.fetched == [SITE]
    assert not run.report.holds


def test_a_level_that_carries_on_without_a_target_is_given_up() -> None:
    recipe = Recipe(
        SITE,
        (Pattern((Level(Step((rf"{SITE}item/\w+",), ("body/ol/li/a",)), links=60, pages=60, useful=60),), targets=60),),
    )
    pages = {SITE: page("", *((f"other/{n}", "body/ol/li/a") for n in range(60)))}
    run = crawl(follow(recipe), pages, set())
    assert len(run.fetched) == 1 + 20
    assert run.report.levels[0].how == "lost"
    assert not run.report.holds


def test_redirected_pages_are_known_by_both_addresses() -> None:
    following = follow(two_levels())
    following.observe(replace(page("home", ("list/a", "body/ul/li/a")), requested=SITE), accepted=False)
    following.observe(replace(page("lists/a", ("item/1", "body/ol/li/a")), requested=f"{SITE}list/a"), accepted=False)
    assert [chosen.link.target for chosen in iter(following.choose, None)] == [f"{SITE}item/1"]


def test_an_expression_written_by_hand_holds_no_crawl_up() -> None:
    matcher = Matcher(Step(urls=("http://a/([a-z]+-?){2,60}[0-9]", "http://a/([a-z]+-?)+[.]html"), places=("a",)))
    assert matcher.means("http://a/b-c-1", "a")
    assert matcher.means("http://a/b.html", "a")
    assert not matcher.means("http://a/how-to-choose-a-good-camera-for-travel-and-street-photography.php", "a")
