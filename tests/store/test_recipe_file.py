"""Recipe files: readable, stable, and checked line by line when they are read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hubwalk.errors import UsageError
from hubwalk.recipes.recipe import Level, Made, Pattern, Recipe, Step
from hubwalk.store.recipe_file import parse_recipe, read_recipe, recipe_text, write_recipe

SITE = "http://site.test/"
LISTS = Level(
    Step((r"http://site\.test/list/[^/?]+",), ("html/body/ul.lists/li/a",)),
    Step((r"http://site\.test/list/[^/?]+\?page=\d+",), ("html/body/p.pager/a[2]",)),
    pages=12, links=13, useful=11, wanted=True,
)  # fmt: skip
ITEMS = Level(
    Step((r"http://site\.test/item/\d+", r"http://site\.test/it'em/\d+"), ("html/body/ol/li/a*",)), pages=80, links=80
)
ODD = Level(Step((), ("html/body/p/a",), (f"{SITE}über/%C3%BC'", f"{SITE}b?x=1&y=2")), links=2)
RECIPE = Recipe(
    SITE,
    (Pattern((LISTS, ITEMS), 80), Pattern((LISTS, ODD, ITEMS), 3), Pattern((ODD,), 1)),
    "prefix",
    (f"{SITE}island",),
    Made(84, 83, 120, 118, 110, "2026-11-15", "crawl.db"),
)
GOOD = f"""\
hubwalk = "recipe"
version = 1
entry = "{SITE}"

[[pattern]]
[[pattern.level]]
urls = ['http://site\\.test/item/\\d+']
places = ["ul/li/a"]
"""


def test_what_is_written_is_read_again() -> None:
    canonical = parse_recipe(recipe_text(RECIPE), "x")
    assert canonical.patterns[1].levels[1].step.pages[0].startswith(f"{SITE}%C3%BC")
    assert parse_recipe(recipe_text(canonical), "x") == canonical
    assert canonical.made == RECIPE.made
    assert canonical.patterns[0] == RECIPE.patterns[0]
    assert (canonical.scope, canonical.starts) == ("prefix", RECIPE.starts)


def test_levels_that_patterns_share_are_written_once() -> None:
    content = tomllib.loads(recipe_text(RECIPE))
    assert [len(pattern["level"]) for pattern in content["pattern"]] == [2, 2, 1]
    assert content["pattern"][1]["like"] == {"pattern": 1, "levels": 1}


def test_the_same_recipe_gives_the_same_file_and_says_what_it_is() -> None:
    text = recipe_text(RECIPE)
    assert text == recipe_text(RECIPE)
    assert text.startswith("# A recipe")
    assert "# It covered 83 of 84 wanted pages with 120 downloads" in text
    assert "# -- pattern 3: 1 wanted page\n" in text
    assert max(map(len, text.splitlines())) <= 120


def test_a_file_by_hand_needs_little() -> None:
    recipe = parse_recipe(GOOD, "mine.toml")
    assert recipe == Recipe(SITE, (Pattern((Level(Step((r"http://site\.test/item/\d+",), ("ul/li/a",))),)),))


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ("places =", "place =", 8, "pattern 1, level 1, place: unknown key 'place': did you mean 'places'?"),
        ("entry =", "entri =", 3, "unknown key 'entri': did you mean 'entry'?"),
        (r"item/\\d+", "item/(", 7, "pattern 1, level 1, urls 1: not a regular expression"),
        ("ul/li/a", "ul//a", 8, "pattern 1, level 1, places 1: not a place: 'ul//a'"),
        ('places = ["ul/li/a"]', "", 6, "pattern 1, level 1: an empty level"),
        ('places = ["ul/li/a"]', "places = []", 6, "pattern 1, level 1: an empty level"),
        ('places = ["ul/li/a"]', 'places = "ul/li/a"', 8, "places: must be a list of texts in quotes"),
        ('places = ["ul/li/a"]', 'places = [""]', 8, "none of them empty"),
        ('places = ["ul/li/a"]', 'pages = ["item"]', 8, "pages 1: not a web address: 'item'"),
        (f'"{SITE}"', '"site"', 3, "entry: not a web address: 'site'"),
        (f'"{SITE}"', "7", 3, "entry: not a web address"),
        ("version = 1", "version = 2", 2, "version: this is for recipes of version 1, not 2"),
        ("[[pattern]]", 'scope = "planet"\n[[pattern]]', 5, "scope: 'planet' is none of host, prefix, domain"),
        ("[[pattern]]", "[made]\ntargets = -1\n[[pattern]]", 6, "made, targets: must be a number from 0 on, not -1"),
        ("[[pattern]]", "[made]\ndate = 1979-05-27\n[[pattern]]", 6, "made, date: must be a text in quotes"),
        ("[[pattern]]", "[[pattern]]\ntargets = true", 6, "pattern 1, targets: must be a number from 0 on, not True"),
        ("[[pattern.level]]", "[pattern.level]", 6, "pattern 1, level: must be a list of tables"),
        ("[[pattern]]\n", "[[pattern]]\nlike = { pattern = 1, levels = 1 }\n", 6, "there is no pattern 1 before"),
        ('["ul/li/a"]', '["ul/li/a"]\nwanted = 1', 9, "level 1, wanted: must be true or false, not 1"),
        ('["ul/li/a"]', '["ul/li/a"]\nbrought = { seen = 1 }', 9, "brought, seen: unknown key 'seen'"),
        ('["ul/li/a"]', '["ul/li/a"]\n[pattern.level.loop]\nurls = ["x"]', 9, "level 1, loop: an empty level"),
        ('["ul/li/a"]', '["ul/li/a"]\n[[pattern]]', 9, "pattern 2: it has no level"),
        (
            '["ul/li/a"]',
            '["ul/li/a"]\n[[pattern]]\nlike = { pattern = 1, levels = 2 }',
            10,
            "pattern 2, like: pattern 1 has 1 levels, not 2",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(before: str, after: str, line: int, said: str) -> None:
    before = before.replace("\\\\", "\\")
    assert before in GOOD
    with pytest.raises(UsageError) as refused:
        parse_recipe(GOOD.replace(before, after, 1), "mine.toml")
    message = str(refused.value)
    assert message.startswith(f"mine.toml:{line}: ")
    assert said in message
    assert "\n" not in message


def test_what_is_no_recipe_at_all_is_refused(tmp_path: Path) -> None:
    for text in ("[[pattern", f"version = {'9' * 5000}"):
        with pytest.raises(UsageError, match="no valid TOML"):
            parse_recipe(text, "x")
    with pytest.raises(UsageError, match="not a recipe"):
        parse_recipe("[tool]\n", "x")
    with pytest.raises(UsageError, match="there is no pattern"):
        parse_recipe(GOOD.partition("[[")[0], "x")
    with pytest.raises(UsageError, match="cannot read the recipe"):
        read_recipe(tmp_path / "missing.toml")
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(UsageError, match="UTF-8"):
        read_recipe(tmp_path / "picture.toml")
    with pytest.raises(UsageError, match="cannot write the recipe"):
        write_recipe(tmp_path / "no" / "folder.toml", RECIPE)


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    write_recipe(tmp_path / "r.toml", RECIPE)
    assert read_recipe(tmp_path / "r.toml").patterns[0] == RECIPE.patterns[0]
