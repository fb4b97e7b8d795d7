"""Recipes as TOML files that a person can read and change.

Written with comments and in a fixed order, so that two versions can be compared line by line. Read with every key
checked: what is unknown, empty or no regular expression is refused with its line.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hubwalk.errors import UsageError, unknown_name
from hubwalk.pages.scope import SCOPES
from hubwalk.pages.urls import canonical
from hubwalk.recipes.recipe import Level, Made, Pattern, Recipe, Step, compiled
from hubwalk.validators.toml_lines import toml_lines

VERSION = 1
_HEAD = """\
# A recipe: how hubwalk gets from the entry page of a site to the wanted pages.
#
# A pattern is a list of levels; the last one is the wanted pages. From each page of a level, links to the next level
# are followed if the URL matches one of `urls` (regular expressions, for the whole URL) and the link stands at one of
# `places` (DOM paths: ul/li/a is any link there, ul[2]/li/a those of the second list, li/a* those of any id or class).
# Links to `pages` are followed anyway. A `loop` leads from pages of a level to further pages of it. `like` takes over
# the first levels of an earlier pattern. Numbers say what was there when the recipe was made.
"""
_STEP = ("urls", "places", "pages")
_COUNTS = ("links", "pages", "useful")
_MADE = ("targets", "covered", "downloads", "to_last", "least")


# -- writing ----------------------------------------------------------------------------------------------------------


def recipe_text(recipe: Recipe) -> str:
    """The file of a recipe."""
    return "\n".join(_lines(recipe)) + "\n"


def write_recipe(path: Path, recipe: Recipe) -> None:
    try:
        path.write_text(recipe_text(recipe), "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write the recipe {path}: {error.strerror}") from None


def _lines(recipe: Recipe) -> Iterator[str]:
    yield _HEAD
    yield 'hubwalk = "recipe"'
    yield f"version = {VERSION}"
    yield f"entry = {_quoted(recipe.entry)}"
    yield f"scope = {_quoted(recipe.scope)}"
    if recipe.starts:
        yield from _array("starts", recipe.starts)
    made = recipe.made
    yield f"\n# It covered {made.covered} of {made.targets} wanted pages with {made.downloads} downloads, and had the"
    yield f"# last of them after {made.to_last}; whoever knew the site could have had all after {made.least}."
    yield "[made]"
    yield from (f"{key} = {getattr(made, key)}" for key in _MADE)
    yield from (f"{key} = {_quoted(getattr(made, key))}" for key in ("date", "source") if getattr(made, key))
    for number in range(len(recipe.patterns)):
        yield from _pattern_lines(number, recipe.patterns)


def _pattern_lines(number: int, patterns: Sequence[Pattern]) -> Iterator[str]:
    pattern = patterns[number]
    yield f"\n# -- pattern {number + 1}: {pattern.targets} wanted page{'' if pattern.targets == 1 else 's'}"
    yield "[[pattern]]"
    yield f"targets = {pattern.targets}"
    shared = [_shared(pattern, other) for other in patterns[:number]]
    most = max(shared, default=0)
    if most:
        yield f"like = {{ pattern = {shared.index(most) + 1}, levels = {most} }}"
    for depth, level in enumerate(pattern.levels[most:], most + 1):
        role = (
            "the wanted pages"
            if depth == len(pattern.levels)
            else "on the way, and wanted" * level.wanted or "on the way"
        )
        yield f"\n# level {depth}: {role}; {level.useful} of {level.pages} useful"
        yield "[[pattern.level]]"
        yield from _step_lines(level.step)
        if level.wanted:
            yield "wanted = true  # its pages themselves, besides leading on"
        yield "brought = { " + ", ".join(f"{key} = {getattr(level, key)}" for key in _COUNTS) + " }"
        if level.loop is not None:
            yield "[pattern.level.loop]  # further pages of this level"
            yield from _step_lines(level.loop)


def _shared(one: Pattern, other: Pattern) -> int:
    count = 0
    for mine, theirs in zip(one.levels[:-1], other.levels, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


def _step_lines(step: Step) -> Iterator[str]:
    for key in _STEP:
        if getattr(step, key):
            yield from _array(key, getattr(step, key))


def _array(key: str, values: Sequence[str]) -> Iterator[str]:
    if len(values) == 1:
        yield f"{key} = [{_quoted(values[0])}]"
    else:
        yield f"{key} = ["
        yield from (f"  {_quoted(value)}," for value in values)
        yield "]"


def _quoted(text: str) -> str:
    """Literal where that is possible: expressions are hard enough to read without their backslashes doubled."""
    if "'" in text or any(ord(character) < 32 or ord(character) == 127 for character in text):
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
    return f"'{text}'" if "\\" in text or '"' in text else f'"{text}"'


# -- reading ----------------------------------------------------------------------------------------------------------


def read_recipe(path: Path) -> Recipe:
    """The recipe in a file; UsageError with the line for whatever is wrong with it."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"cannot read the recipe {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not a recipe: no text in UTF-8") from None
    return parse_recipe(text, str(path))


def parse_recipe(text: str, name: str) -> Recipe:
    """The recipe in a text; `name` is what errors call it."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: of endless numbers, too
        raise UsageError(f"{name}: not a recipe: no valid TOML ({error})") from None
    if content.get("hubwalk") != "recipe":
        raise UsageError(f'{name}: TOML, but not a recipe (hubwalk = "recipe" is missing)')
    return _Reader(name, toml_lines(text)).recipe(content)


class _Reader:
    def __init__(self, name: str, lines: Mapping[tuple[str | int, ...], int]) -> None:
        self._name = name
        self._lines = lines

    def recipe(self, content: Mapping[str, Any]) -> Recipe:
        self._known(content, (), ("hubwalk", "version", "entry", "scope", "starts", "made", "pattern"))
        if content.get("version") != VERSION:
            self._refuse(("version",), f"this is for recipes of version {VERSION}, not {content.get('version')!r}")
        scope = content.get("scope", "host")
        if scope not in SCOPES:
            self._refuse(("scope",), f"{scope!r} is none of {', '.join(SCOPES)}")
        entry = self._url(content.get("entry", ""), ("entry",))
        starts = tuple(
            self._url(url, ("starts", n)) for n, url in enumerate(self._texts(content, "starts", ("starts",)))
        )
        patterns: list[Pattern] = []
        for number, table in enumerate(self._tables(content, "pattern", ("pattern",))):
            patterns.append(self._pattern(table, ("pattern", number), patterns))
        if not patterns:
            self._refuse(("pattern",), "there is no pattern, so nothing would be followed; add [[pattern]]")
        return Recipe(entry, tuple(patterns), scope, starts, self._made(content))

    def _made(self, content: Mapping[str, Any]) -> Made:
        table = self._table(content, "made", ("made",))
        self._known(table, ("made",), (*_MADE, "date", "source"))
        for key in ("date", "source"):
            if not isinstance(table.get(key, ""), str):
                self._refuse(("made", key), "must be a text in quotes")
        counts = {key: self._count(table, key, ("made", key)) for key in _MADE}
        return Made(**counts, date=table.get("date", ""), source=table.get("source", ""))

    def _pattern(self, table: Mapping[str, Any], at: tuple[str | int, ...], before: Sequence[Pattern]) -> Pattern:
        self._known(table, at, ("targets", "like", "level"))
        levels = list(self._like(table, at, before))
        for number, level in enumerate(self._tables(table, "level", (*at, "level"))):
            levels.append(self._level(level, (*at, "level", number)))
        if not levels:
            self._refuse(at, "it has no level, so it leads nowhere; add [[pattern.level]] or take it out")
        return Pattern(tuple(levels), self._count(table, "targets", (*at, "targets")))

    def _like(self, table: Mapping[str, Any], at: tuple[str | int, ...], before: Sequence[Pattern]) -> Sequence[Level]:
        if "like" not in table:
            return ()
        here = (*at, "like")
        like = self._table(table, "like", here)
        self._known(like, here, ("pattern", "levels"))
        number = self._count(like, "pattern", (*here, "pattern"))
        levels = self._count(like, "levels", (*here, "levels"))
        if not 1 <= number <= len(before):
            self._refuse(here, f"there is no pattern {number} before this one")
        found = before[number - 1].levels
        if not 1 <= levels <= len(found):
            self._refuse(here, f"pattern {number} has {len(found)} levels, not {levels}")
        return found[:levels]

    def _level(self, table: Mapping[str, Any], at: tuple[str | int, ...]) -> Level:
        self._known(table, at, (*_STEP, "wanted", "brought", "loop"))
        step = self._step(table, at)
        loop = None
        if "loop" in table:
            content = self._table(table, "loop", (*at, "loop"))
            self._known(content, (*at, "loop"), _STEP)
            loop = self._step(content, (*at, "loop"))
        wanted = table.get("wanted", False)
        if not isinstance(wanted, bool):
            self._refuse((*at, "wanted"), f"must be true or false, not {wanted!r}")
        brought = self._table(table, "brought", (*at, "brought"))
        self._known(brought, (*at, "brought"), _COUNTS)
        counts = {key: self._count(brought, key, (*at, "brought", key)) for key in _COUNTS}
        return Level(step, loop, **counts, wanted=wanted)

    def _step(self, table: Mapping[str, Any], at: tuple[str | int, ...]) -> Step:
        urls = self._checked(table, "urls", at, lambda text: compiled(text).text)
        places = self._checked(table, "places", at, _place)
        pages = self._checked(table, "pages", at, canonical)
        step = Step(urls, places, pages)
        if step.is_empty:
            self._refuse(at, "an empty level: it needs `urls` and `places`, or `pages`")
        return step

    def _checked(
        self, table: Mapping[str, Any], key: str, at: tuple[str | int, ...], check: Callable[[str], str]
    ) -> tuple[str, ...]:
        found = []
        for number, text in enumerate(self._texts(table, key, (*at, key))):
            try:
                found.append(check(text))
            except UsageError as error:
                self._refuse((*at, key, number), str(error))
        return tuple(found)

    def _url(self, value: object, at: tuple[str | int, ...]) -> str:
        try:
            return canonical(value if isinstance(value, str) else "")
        except UsageError as error:
            self._refuse(at, str(error))
        return ""

    # -- kinds of values ----------------------------------------------------------------------------------------------

    def _known(self, table: Mapping[str, Any], at: tuple[str | int, ...], keys: Sequence[str]) -> None:
        for key in table:
            if key not in keys:
                self._refuse((*at, key), str(unknown_name("key", key, keys)))

    def _table(self, table: Mapping[str, Any], key: str, at: tuple[str | int, ...]) -> Mapping[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self._refuse(at, "must be a table")
        return dict(value)

    def _tables(self, table: Mapping[str, Any], key: str, at: tuple[str | int, ...]) -> Sequence[Mapping[str, Any]]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._refuse(at, f"must be a list of tables, each under [[{'.'.join(str(k) for k in at if k != 0)}]]")
        return list(value)

    def _texts(self, table: Mapping[str, Any], key: str, at: tuple[str | int, ...]) -> Sequence[str]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self._refuse(at, "must be a list of texts in quotes, none of them empty")
        return list(value)

    def _count(self, table: Mapping[str, Any], key: str, at: tuple[str | int, ...]) -> int:
        value = table.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self._refuse(at, f"must be a number from 0 on, not {value!r}")
        return int(value)

    def _refuse(self, at: tuple[str | int, ...], why: str) -> None:
        shown = at
        while shown and shown not in self._lines:
            shown = shown[:-1]
        line = f":{self._lines[shown]}" if shown else ""
        raise UsageError(f"{self._name}{line}: {_spoken(at)}: {why}")


def _place(text: str) -> str:
    if not all(step and not step.isspace() for step in text.split("/")):
        raise UsageError(f"not a place: '{text}' (expected something like ul.list/li/a)")
    return text


def _spoken(at: Sequence[str | int]) -> str:
    """pattern 2, level 1, urls: as a person counts."""
    words: list[str] = []
    for key in at:
        if isinstance(key, int):
            words[-1] += f" {key + 1}"
        else:
            words.append(key)
    return ", ".join(words)
