"""The recipe as judge: what is on its target levels is wanted."""

from __future__ import annotations

from hubwalk.drivers.replay import replay
from hubwalk.drivers.target_level import TargetLevel
from hubwalk.pages.parse import parse
from hubwalk.recipes.recipe import Level, Pattern, Recipe, Step
from hubwalk.values import Page, Response, Site, Verdict

SITE = "http://site.test/"


class Small:
    """Pages by path, each with the paths that it links to; a text is where it redirects to."""

    def __init__(self, pages: dict[str, list[str] | str]) -> None:
        self._pages = pages

    def fetch(self, url: str) -> Response:
        found = self._pages.get(url.removeprefix(SITE))
        if isinstance(found, str):
            return Response(url, SITE + found, 200, self._html(found), (("content-type", "text/html"),))
        if found is None:
            return Response(url, url, 404, b"gone", (("content-type", "text/html"),))
        return Response(url, url, 200, self._html(url.removeprefix(SITE)), (("content-type", "text/html"),))

    def _html(self, path: str) -> bytes:
        items = "".join(f"<li><a href='/{link}'>{link}</a>" for link in self._pages[path])
        return f"<p>This is {path}.<ul>{items}</ul>".encode()


def level(expression: str, *, wanted: bool = False) -> Level:
    return Level(Step((SITE + expression,), ("html/body/ul/li/a",)), wanted=wanted)


def judged(pages: dict[str, list[str] | str], *patterns: Pattern) -> dict[str, bool]:
    """Path asked for -> accepted, of all pages that the recipe leads to."""
    recipe = Recipe(SITE, patterns)
    said: dict[str, bool] = {}
    ran = replay(
        Site(SITE), Small(pages), TargetLevel(), "structure_driven", recipe=recipe,
        on_fetch=lambda choice, _, verdict: said.update({choice.url.removeprefix(SITE): verdict.accepted}),
        on_revision=lambda revision: said.update({revision.url.removeprefix(SITE): revision.verdict.accepted}),
    )  # fmt: skip
    assert ran.exhausted
    return said


def test_last_levels_are_wanted_and_what_is_on_the_way_is_not() -> None:
    pages: dict[str, list[str] | str] = {"": ["list/1"], "list/1": ["item/1", "item/2", "news"], "item/1": []}
    assert judged(pages, Pattern((level(r"list/\d+"), level(r"item/\d+")))) == {
        "": False,
        "list/1": False,
        "item/1": True,
        "item/2": False,  # it is not there
    }


def test_a_level_that_says_so_is_wanted_though_it_leads_on() -> None:
    pages: dict[str, list[str] | str] = {"": ["item/1"], "item/1": ["part/1"], "part/1": []}
    found = judged(pages, Pattern((level(r"item/\d+", wanted=True), level(r"part/\d+"))))
    assert found == {"": False, "item/1": True, "part/1": True}


def test_what_sends_to_a_page_on_the_way_is_not_wanted() -> None:
    pages: dict[str, list[str] | str] = {
        "": ["list/1", "list/2"],
        "list/1": ["item/1"],
        "list/2": [],
        "item/1": "list/2",
    }
    assert not judged(pages, Pattern((level(r"list/\d+"), level(r"item/\d+"))))["item/1"]


def test_what_sends_to_another_address_is() -> None:
    pages: dict[str, list[str] | str] = {"": ["go/1"], "go/1": "item/1", "item/1": []}
    assert judged(pages, Pattern((level(r"go/\d+"),)))["go/1"]


def test_a_page_that_turns_out_to_be_wanted_is_revised() -> None:
    pages: dict[str, list[str] | str] = {
        "": ["list/1"],
        "list/1": ["list/2"],
        "list/2": ["list/1", "item/1"],
        "item/1": [],
    }
    lists, last = level(r"list/\d+"), level(r"list/1")
    ways = Pattern((lists, level(r"list/2"), last)), Pattern((lists, level(r"list/2"), level(r"item/\d+")))
    assert judged(pages, *ways) == {"": False, "list/1": True, "list/2": False, "item/1": True}


def test_before_there_is_a_crawl_nothing_is_known() -> None:
    judge, page = TargetLevel(), parse("<p>Hello", SITE)
    assert not judge.judge(page).accepted
    judge.remember(Page(SITE + "a", SITE + "a"), Verdict(False))
    assert judge.revisions() == []
