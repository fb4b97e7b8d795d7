"""The spider that a recipe is exported as: valid, safe, and it fetches what a crawl by the recipe fetches."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from misbehaving import Html, Web
from running import Command, environment

from hubwalk.demo.recorded import RecordedDemo
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.sites import make_site
from hubwalk.drivers.replay import replay
from hubwalk.recipes.learning import learn
from hubwalk.recipes.recipe import Level, Made, Pattern, Recipe, Step
from hubwalk.recipes.scrapy_spider import literal, spider_text, xpath
from hubwalk.store.recipe_file import write_recipe
from hubwalk.validators.oracle import OracleValidator
from hubwalk.values import Choice, Page, Site, Verdict

pytest_plugins = ["commands", "web_fixtures"]

AT_ONCE = ("-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False", "-s", "TELNETCONSOLE_ENABLED=False")
CALL = [sys.executable, "-m", "scrapy", "runspider"]


def run_spider(path: Path, *more: str) -> tuple[list[dict[str, str]], str]:
    """The items of a spider, run as its owner does, and what it logged."""
    out = path.with_suffix(".items.jsonl")
    done = subprocess.run(
        [*CALL, path.name, "-o", out.name, *AT_ONCE, *more],
        cwd=path.parent, env=environment(), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else [], done.stderr


def ruff_says(path: Path) -> str:
    """What linter and formatter say of a file by their own defaults."""
    found = ""
    for words in (("check", "--quiet"), ("format", "--quiet", "--diff")):
        call = [sys.executable, "-m", "ruff", words[0], "--isolated", "--no-cache", *words[1:], str(path)]
        found += subprocess.run(call, capture_output=True, text=True, timeout=60).stdout
    return found


@pytest.mark.parametrize(("name", "pages"), [("cameras", 250), ("university", 250)])
def test_on_the_demo_web_it_fetches_what_run_does(name: str, pages: int, command: Command, tmp_path: Path) -> None:
    site = make_site(name, 150)
    asked: Counter[str] = Counter()
    with serve_in_thread([site], heard=lambda _site, _method, path: asked.update([path])) as urls:
        recorded = RecordedDemo(site, urls[name])
        seen: list[Page] = []
        accepted: set[str] = set()

        def keep(_: Choice, page: Page, verdict: Verdict) -> None:
            seen.append(page)
            accepted.update([page.url] if verdict.accepted else [])

        oracle = OracleValidator(recorded.targets)
        replay(Site(recorded.entry), recorded, oracle, "adaptive", max_pages=pages, on_fetch=keep)
        recipe = learn(seen, accepted, recorded.entry)
        write_recipe(tmp_path / "site.toml", recipe)
        assert command("generate", "--recipe", "site.toml", "--spider", "site_spider.py", "-q") == (0, "", "")
        ran = command("run", "site.toml", "--delay", 0, "-q")
        by_run = Counter(path for path in asked.elements() if path != "/robots.txt")
        asked.clear()
        items, log = run_spider(tmp_path / "site_spider.py")
    assert ran.code == 0
    assert {item["url"] for item in items} == {line["url"] for line in ran.pages}
    assert len(items) == len(ran.pages) >= 0.9 * recipe.made.targets
    assert all(item["title"] for item in items)
    assert sum(asked.values()) <= sum(by_run.values()) * 1.05 + 1  # robots.txt, and what run knows to be the same page
    assert "WARNING" not in log
    assert "ERROR" not in log
    assert ruff_says(tmp_path / "site_spider.py") == ""


# -- hostile names ----------------------------------------------------------------------------------------------------

NASTY = (
    '"""',
    "'''",
    "\\",
    "\\'",
    '"',
    "'",
    "{",
    "}",
    "{0}",
    "%s",
    "\n",
    "\r",
    "\x00",
    "#",
    'x"); import os; ("',
    "ü",
    "\u2028",
)


@given(st.text() | st.lists(st.sampled_from(NASTY)).map("".join))
def test_a_literal_is_the_text_itself(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text
    assert literal(text).isascii()
    assert "\n" not in literal(text)


def recipe_of(urls: Sequence[str], places: Sequence[str], pages: Sequence[str] = ()) -> Recipe:
    step = Step(tuple(urls), tuple(places), tuple(pages))
    return Recipe(
        "http://a.test/", (Pattern((Level(step, loop=step),)),), starts=tuple(pages), made=Made(1, 1, 2, 2, 2)
    )


@pytest.mark.parametrize("nasty", NASTY)
def test_names_from_a_site_stay_data(nasty: str, tmp_path: Path) -> None:
    recipe = recipe_of([f"http://a.test/{nasty}"], [f"html/ul.{nasty}/li/a"], [f"http://a.test/{nasty}"])
    text = spider_text(recipe, f"my {nasty} spider")
    tree = ast.parse(text)
    kinds = {type(node) for node in tree.body}
    assert kinds == {ast.Expr, ast.Import, ast.ImportFrom, ast.Assign, ast.AugAssign, ast.ClassDef, ast.FunctionDef}
    levels = next(node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "LEVELS")  # type: ignore[attr-defined]
    assert ast.literal_eval(levels)["1.1"]["pages"] == [f"http://a.test/{nasty}"]
    assert ast.literal_eval(levels)["1.1"]["urls"] == [f"http://a.test/{nasty}"]
    (tmp_path / "it.py").write_text(text)
    assert ruff_says(tmp_path / "it.py") == ""


def test_it_imports_nothing_but_scrapy_and_the_standard_library() -> None:
    text = spider_text(recipe_of(["http://a.test/x"], ["ul/li/a"]), "x")
    tree = ast.parse(text)
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names) == {"scrapy"}
    assert "class XSpider(scrapy.Spider):" in text


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ("html/body/ul/li/a", "/html/body/ul/li/a/@href"),
        ("html/body/div.main/ul.list/li/a", "//div[has-class('main')]/ul[has-class('list')]/li/a/@href"),
        ("html/body/div#page/div.main/ul.list/li/a*", "//div[has-class('main')]/ul[has-class('list')]/li/a/@href"),
        ("html/body/div#page/p/a", "//div[@id='page']/p/a/@href"),
        ("html/body/table.t/tbody/tr/td[2]/a", "//table[has-class('t')]//tr/td[.//@href][2]/a/@href"),
        ("html/body/div[2]/ul.list/li/a[1]", "//div[.//@href][2]/ul[has-class('list')]/li/a[@href][1]/@href"),
        ("html/body/dl/dt/a", "/html/body/dl//dt/a/@href"),
        ("html/body/iframe", "/html/body/iframe/@src"),
        ("html/ul.it's/li/a", "//ul/li/a/@href"),
    ],
)
def test_places_become_xpath(place: str, path: str) -> None:
    assert xpath(place) == path


# -- what a site may look like ----------------------------------------------------------------------------------------


def test_columns_spellings_and_sessions(web: Web, tmp_path: Path) -> None:
    rows = "".join(
        f"<tr><td><a href='/by/{n}'>who</a><td><a href='/item/{n};sid=4?utm_source=x#top'>{n}</a>" for n in (1, 2)
    )
    web.put("/", Html(f"<title>Home</title><table class=t>{rows}</table><a href='http://[bad'>bad</a>"))
    for path in ("/item/1", "/item/2", "/by/1", "/by/2"):
        web.put(path, Html(f"<title> {path}\n page </title>"))
    step = Step((rf"{web.url}/\w+/\d+".replace(".", r"\."),), ("html/body/table.t/tbody/tr/td[2]/a",))
    gone = Step(pages=(f"{web.url}/gone",))
    recipe = Recipe(f"{web.url}/", (Pattern((Level(step),)), Pattern((Level(gone),))))
    (tmp_path / "it.py").write_text(spider_text(recipe, "it"))
    items, log = run_spider(tmp_path / "it.py")
    assert sorted((item["url"], item["title"]) for item in items) == [
        (f"{web.url}/item/{n}", f"/item/{n} page") for n in (1, 2)
    ]
    assert "level 2.1 brought no page" in log
    assert "level 1.1" not in log
