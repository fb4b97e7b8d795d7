"""docs/recipes.md: its code runs on a crawl log, and its recipe is the one that is learned."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_up_shop import ENTRY, shop

from hubwalk.recipes.learning import learn
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.recipe_file import parse_recipe, read_recipe
from hubwalk.values import Choice, Observation, Verdict

PAGE = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


def test_the_code_turns_a_crawl_log_into_a_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = shop()
    with SqliteCrawlLog.create(tmp_path / "cameras.db", {}) as log:
        for url, page in one.pages().items():
            log.append(Observation(ENTRY, Choice(url, "start"), page, Verdict(url in one.targets())))
    monkeypatch.chdir(tmp_path)
    exec(BLOCKS["python"].replace("http://cameras.test/", ENTRY), {})
    recipe = read_recipe(tmp_path / "cameras.toml")
    assert capsys.readouterr().out == f"128 of 128 pages with {recipe.made.downloads} downloads\n"
    assert (recipe.made.date, recipe.made.source) == ("2026-11-15", "cameras.db")


def test_the_recipe_on_the_page_is_what_is_learned() -> None:
    one = shop()
    assert parse_recipe(BLOCKS["toml"], "docs/recipes.md") == learn(one.pages().values(), one.targets(), ENTRY)
