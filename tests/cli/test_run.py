"""`hubwalk run`: a crawl by a recipe, on a shop that stays as it is or changes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from misbehaving import Html, Redirect, Web, page
from running import Command
from shop import ITEMS, PER_LIST, stock

from hubwalk.recipes.recipe import Level, Made, Pattern, Recipe, Step
from hubwalk.store.recipe_file import write_recipe

pytest_plugins = ["commands", "web_fixtures"]


LISTS = ITEMS // PER_LIST
DOWNLOADS = 1 + LISTS + ITEMS


@pytest.fixture
def recipe(web: Web, tmp_path: Path) -> str:
    """The shop, and the recipe that one learns of it."""
    stock(web, 20)
    site = re.escape(web.url)
    more = Step((rf"{site}/list/\d+",), ("html/body/ul.menu/li/a",))
    lists = Level(Step(pages=(f"{web.url}/list/0",)), more, pages=LISTS, links=LISTS, useful=LISTS)
    step = Step((rf"{site}/item/\d+",), ("html/body/ul.list/li/a",))
    items = Level(step, pages=ITEMS, links=ITEMS, useful=ITEMS)
    made = Made(ITEMS, ITEMS, DOWNLOADS, DOWNLOADS, DOWNLOADS, "2026-11-15")
    write_recipe(tmp_path / "shop.toml", Recipe(f"{web.url}/", (Pattern((lists, items), ITEMS),), made=made))
    return "shop.toml"


def change(web: Web, *words: tuple[str, str]) -> None:
    """The shop with other words, in its pages and in their addresses."""
    for path, answer in list(web.answers.items()):
        del web.answers[path]
        html = answer.html
        for before, after in words:
            path, html = path.replace(before, after), html.replace(before, after)  # noqa: PLW2901
        web.put(path, Html(html))


def urls(path: Path) -> set[str]:
    return {json.loads(line)["url"] for line in path.read_text().splitlines()}


def test_it_fetches_what_the_recipe_leads_to(web: Web, recipe: str, command: Command, tmp_path: Path) -> None:
    ran = command("run", recipe, "--delay", 0, "-o", "pages.jsonl")
    assert (ran.code, ran.out) == (0, "")
    assert urls(tmp_path / "pages.jsonl") == {f"{web.url}/item/{n}" for n in range(ITEMS)}
    assert len(web.pages) == DOWNLOADS
    assert max(web.pages.values()) == 1
    assert f"the recipe brought {ITEMS} wanted pages with {len(web.pages)} downloads" in ran.err
    assert "(100%)" in ran.err
    reasons = {json.loads(line)["reason"] for line in (tmp_path / "pages.jsonl").read_text().splitlines()}
    assert reasons == {"on a target level of the recipe"}


def test_new_pages_are_found_and_pages_that_are_gone_do_not_count(
    web: Web, recipe: str, command: Command, tmp_path: Path
) -> None:
    new = [f"/item/{n}" for n in (100, 101)]
    for path in new:
        web.put(path, page(path, text=f"What is new: {path}"))
    web.put("/list/6", page("list 6", *new, menu=["/list/5"]))
    web.put("/list/5", page("list 5", *(f"/item/{n}" for n in range(50, 60)), menu=["/list/6", "/list/4"]))
    web.put("/item/7", Redirect("/list/0"))
    del web.answers["/item/9"]
    assert command("run", recipe, "--delay", 0, "-o", "pages.jsonl", "-q").code == 0
    items = [f"/item/{n}" for n in range(ITEMS) if n not in (7, 9)]
    assert urls(tmp_path / "pages.jsonl") == {web.url + path for path in (*items, *new)}


def test_pages_are_judged_if_somebody_is_to_judge(web: Web, recipe: str, command: Command, tmp_path: Path) -> None:
    ran = command("run", recipe, "--delay", 0, "--validator", "url:/item/1", "-q")
    assert ran.code == 0
    assert {line["url"] for line in ran.pages} == {f"{web.url}/item/{n}" for n in (1, *range(10, 20))}


def test_samples_make_a_judge(web: Web, recipe: str, command: Command) -> None:
    ran = command("run", recipe, "--delay", 0, "--like", f"{web.url}/item/4", "--like", f"{web.url}/item/40", "-q")
    assert ran.code == 0
    assert {f"{web.url}/item/{n}" for n in range(ITEMS)} <= {line["url"] for line in ran.pages}
    assert "on a target level of the recipe" not in {line["reason"] for line in ran.pages}
    assert {line["reason"] for line in ran.pages if line["url"].endswith("/item/4")} == {"given as a sample"}


def test_a_stopped_crawl_goes_on_with_the_same_recipe(web: Web, recipe: str, command: Command, tmp_path: Path) -> None:
    ran = command("run", recipe, "--delay", 0, "-o", "pages.jsonl", "--max-pages", 20)
    assert ran.code == 0
    assert "whether the recipe still holds remains open" in ran.err
    (tmp_path / recipe).unlink()  # the log has it
    ran = command("resume", "pages.db", "--max-pages", 1000)
    assert ran.code == 0
    assert urls(tmp_path / "pages.jsonl") == {f"{web.url}/item/{n}" for n in range(ITEMS)}
    assert max(web.pages.values()) == 1
    assert f"the recipe brought {ITEMS} wanted pages" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((("class=list", "class=wares"), ("class=menu", "class=navigation")), "followed by URL alone"),
        ((("/item/", "/thing/"),), "followed by place alone"),
    ],
)
def test_where_one_of_two_has_changed_it_carries_on(
    words: tuple[tuple[str, str], ...], told: str, *, web: Web, recipe: str, command: Command, tmp_path: Path
) -> None:
    quotes = [(f'class="{a[6:]}"', f'class="{b[6:]}"') for a, b in words if a.startswith("class=")]
    change(web, *words, *quotes)
    ran = command("run", recipe, "--delay", 0, "-o", "pages.jsonl", "-q")
    assert ran.code == 0
    assert len(urls(tmp_path / "pages.jsonl")) == ITEMS
    assert told in ran.err
    assert "hubwalk generate --from pages.db -o new.toml" in ran.err
    assert command("generate", "--from", "pages.db", "-o", "new.toml", "-q").code == 0
    assert command("run", "new.toml", "--delay", 0, "-o", "new.jsonl", "-q") == (0, "", "")
    assert urls(tmp_path / "new.jsonl") == urls(tmp_path / "pages.jsonl")


def test_a_recipe_that_no_longer_holds(web: Web, recipe: str, command: Command, tmp_path: Path) -> None:
    web.put("/", page("We have moved everything", "/somewhere"))
    web.put("/somewhere", page("somewhere", "/"))
    ran = command("run", recipe, "--delay", 0, "-o", "pages.jsonl", "--json")
    assert (ran.code, ran.events[-1]["exit_code"]) == (4, 4)  # as `watch` says it
    told = " ".join(event["text"] for event in ran.events if event["event"] == "notice")
    assert "the recipe no longer holds" in told
    assert f"hubwalk generate {web.url}/ --like" in told
    assert command("resume", "pages.db", "-q").code == 4


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("missing.toml",), "cannot read the recipe missing.toml"),
        (("other.toml",), "not a recipe"),
        (("shop.toml", "--unlike", "a.html"), "add --like or --validator"),
        (("shop.toml", "-o", "there.jsonl"), "there.jsonl exists"),
        (("shop.toml", "--validator", "urll:x"), "url"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: tuple[str, ...], complaint: str, *, recipe: str, web: Web, command: Command, tmp_path: Path
) -> None:
    assert recipe == "shop.toml"
    (tmp_path / "other.toml").write_text("a = 1")
    (tmp_path / "there.jsonl").write_text("")
    ran = command("run", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert complaint in ran.err
    assert not web.requests


def test_a_site_that_is_not_there(recipe: str, web: Web, command: Command) -> None:
    web.close()
    ran = command("run", recipe, "--delay", 0, "--retries", 0, "-q")
    assert ran.code == 2
    assert "could not be crawled" in ran.err
