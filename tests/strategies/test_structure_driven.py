from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from small_sites import BASE, Links, crawl, items, names

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.recipes.recipe import Level, Pattern, Recipe, Step
from hubwalk.strategies import STRATEGIES, make_strategy, options_of, takes_recipe
from hubwalk.strategies.structure_driven import StructureDriven
from hubwalk.values import Link, Page, Verdict


def is_item(name: str) -> bool:
    return name.startswith("/item?")


def shop(hubs: int = 5, each: int = 4) -> dict[str, list[tuple[str, str]]]:
    """Hubs with items, and as many notices with notes, in turn; items link to items that nothing else links to."""
    site: dict[str, list[tuple[str, str]]] = {"/": []}
    for hub in range(hubs):
        site["/"] += items([f"/hub/{hub}/", f"/notice/{hub}.html"], "html/body/ul/li*/a")
        site[f"/hub/{hub}/"] = items([f"/item?id={hub}{n}" for n in range(each)], "html/body/ol/li*/a")
        site[f"/notice/{hub}.html"] = items([f"/note/{hub}/{n}" for n in range(each)], "html/body/ol/li*/a")
        for n in range(each):
            site[f"/item?id={hub}{n}"] = [(f"/item?id={hub}{n}9", "html/body/p/a")]
            site[f"/item?id={hub}{n}9"] = []
            site[f"/note/{hub}/{n}"] = []
    return site


def test_a_map_then_the_pattern() -> None:
    """The mapping ends when it has seen the items of one hub. Links on the others read alike: they are hubs, too."""
    made = crawl(shop(), is_item, "structure_driven:mapping=17")
    rules = [choice.rule for choice, _ in made]
    assert rules == ["start"] + ["mapping"] * 16 + ["pattern"] * 16
    # Breadth first: all that the front page links to, then what the first hub and the first notice do.
    assert names(made)[1:11] == [name for hub in range(5) for name in (f"/hub/{hub}/", f"/notice/{hub}.html")]
    assert names(made)[11:17] == [*(f"/item?id=0{n}" for n in range(4)), "/note/0/0", "/note/0/1"]
    assert all(accepted for _, accepted in made[17:])
    assert {name for name in names(made) if is_item(name)} == {f"/item?id={h}{n}" for h in range(5) for n in range(4)}
    assert made[-1][0].why == r"level 2 of 2 is http://site\.test/item\?id=\d+"
    assert made[-1][0].hub == f"{BASE}/hub/4/"
    assert made[-1][0].dom_path == "html/body/ol/li[4]/a"


def test_a_site_three_levels_deep() -> None:
    """The mapping sees the first of three years, and one item of the second."""
    site: dict[str, list[tuple[str, str]]] = {
        "/": items([f"/year/{y}/" for y in (1999, 2000, 2001)], "html/body/li*/a")
    }
    for year in (1999, 2000, 2001):
        site[f"/year/{year}/"] = items([f"/year/{year}/{m}/" for m in range(1, 4)], "html/body/li*/a")
        for month in range(1, 4):
            days = [f"/item?day={year}-{month}-{d}" for d in range(3)]
            site[f"/year/{year}/{month}/"] = items([*days, "/help"], "html/body/li*/a")
            site |= {day: [] for day in days}
    site["/help"] = [("/help/me", "html/body/a")]
    site["/help/me"] = []
    made = crawl(site, is_item, "structure_driven:mapping=24")
    assert sum(accepted for _, accepted in made) == 27
    later = [choice for choice, _ in made if choice.rule == "pattern"]
    assert len(later) == 17
    assert {choice.why for choice in later} == {r"level 3 of 3 is http://site\.test/item\?day=\d+-\d+-\d+"}
    assert "/help/me" not in names(made)


def test_the_mapping_goes_on_until_there_is_a_target() -> None:
    made = crawl(shop(), is_item, "structure_driven:mapping=1")
    assert [choice.rule for choice, _ in made][:12] == ["start"] + ["mapping"] * 11
    assert made[11][1]
    assert len(made) == 12  # one target: nothing to generalise from
    assert crawl(shop(), lambda name: False, "structure_driven:mapping=1")[-1][0].rule == "mapping"


def test_targets_are_not_expanded() -> None:
    made = crawl(shop(), is_item, "structure_driven")
    assert {choice.rule for choice, _ in made} == {"start", "mapping"}  # all of it mapped, nothing left for the pattern
    assert set(names(made)) == {name for name in shop() if not (is_item(name) and name.endswith("9"))}


def test_samples_are_on_the_map_where_it_comes_to_them() -> None:
    made = crawl(shop(), is_item, "structure_driven:mapping=13", samples=["/item?id=00", "/item?id=10"])
    assert names(made)[:3] == ["/", "/item?id=00", "/item?id=10"]
    assert "/item?id=009" not in names(made)
    assert {name for name in names(made) if is_item(name)} == {f"/item?id={h}{n}" for h in range(5) for n in range(4)}
    assert [choice.rule for choice, _ in made][13:] == ["pattern"] * (len(made) - 13)


def test_shortcuts_do_not_lose_the_hubs() -> None:
    """Three of four items of all hubs are on the front page, before the hubs."""
    site = shop()
    novelties = [f"/item?id={h}{n}" for h in range(5) for n in range(3)]
    site["/"] = items(novelties, "html/body/h2*/a") + site["/"]
    made = crawl(site, is_item, "structure_driven:mapping=27")
    assert "level 1 of 2 is http://site\\.test/hub/" not in made[-1][0].why
    assert {name for name in names(made) if is_item(name)} == {f"/item?id={h}{n}" for h in range(5) for n in range(4)}
    assert made[-1][0].why.startswith("level 2 of 2")


class Told:
    """A strategy and its graph, told what one likes."""

    def __init__(self, links: Links, *, mapping: int = 500, recipe: Recipe | None = None) -> None:
        self.graph = WebGraph()
        self.strategy = StructureDriven(self.graph, random.Random(0), [], mapping=mapping, recipe=recipe)
        self.links = links
        self.tell("/")

    def tell(self, name: str, accepted: bool = False, *, lands_on: str = "") -> None:
        url = BASE + (lands_on or name)
        links = tuple(Link(BASE + target, "", path) for target, path in self.links.get(lands_on or name, ()))
        page = Page(url=url, requested=BASE + name, links=links)
        self.graph.add_page(page, accepted)
        self.strategy.observe(page, Verdict(accepted))

    def ask(self) -> str:
        choice = self.strategy.choose()
        if choice is None:
            return ""
        self.graph.set_pending(choice.url)
        return choice.url.removeprefix(BASE)

    def go(self, accept: Callable[[str], bool], most: int = 1000) -> list[str]:
        made: list[str] = []
        while len(made) < most and (name := self.ask()):
            made.append(name)
            self.tell(name, accept(name))
        return made

    def revise(self, name: str, accepted: bool) -> None:
        self.graph.revise(self.graph.find(BASE + name), accepted)
        self.strategy.revise(BASE + name, accepted)


def texts(strategy: StructureDriven) -> Sequence[str]:
    assert strategy.pattern is not None
    return [level.text.removeprefix(r"http://site\.test") for level in strategy.pattern.levels]


def test_the_pattern_waits_for_pages_in_flight() -> None:
    told = Told(shop(), mapping=16)
    told.go(is_item, most=14)
    last = told.ask()
    assert last
    assert told.ask() == ""
    assert told.strategy.pattern is None
    told.tell(last, is_item(last))
    assert is_item(told.ask())
    assert texts(told.strategy) == [r"/hub/\d+/", r"/item\?id=\d+"]


def test_a_verdict_that_is_taken_back_makes_another_pattern() -> None:
    """First the notes are accepted, then the items."""
    told = Told(shop(), mapping=30)
    told.go(lambda name: name.startswith("/note/"), most=40)
    assert texts(told.strategy) == [r"/notice/\d+\.html", r"/note/\d+/\d+"]
    for page in list(told.graph.accepted_pages):
        told.revise(told.graph.url(page).removeprefix(BASE), accepted=False)
    for name in [f"/item?id={h}{n}" for h in range(2) for n in range(4)]:
        told.revise(name, accepted=True)
    rest = told.go(is_item)
    assert texts(told.strategy) == [r"/hub/\d+/", r"/item\?id=\d+"]
    assert not [name for name in rest if not is_item(name)]


def test_when_everything_is_taken_back_the_mapping_goes_on() -> None:
    told = Told(shop(), mapping=17)
    told.go(is_item, most=20)
    assert told.strategy.pattern is not None
    for page in list(told.graph.accepted_pages):
        told.revise(told.graph.url(page).removeprefix(BASE), accepted=False)
    rest = told.go(lambda name: False)
    assert told.strategy.pattern is None
    assert set(rest) >= {f"/note/{h}/{n}" for h in range(1, 5) for n in range(4)}
    assert {f"/item?id=0{n}9" for n in range(4)} <= set(rest)  # what was a target is now expanded


def test_redirects_are_passed_through() -> None:
    """The front page names hubs by addresses that lead elsewhere; these are what the pattern matches."""
    site = shop()
    site["/"] = items([f"/go?to={hub}" for hub in range(5)], "html/body/ul/li*/a")
    told = Told(site, mapping=10)
    made = []
    while name := told.ask():
        made.append(name)
        told.tell(name, is_item(name), lands_on=f"/hub/{name[-1]}/" if name.startswith("/go") else "")
    assert texts(told.strategy) == [r"/go\?to=\d+", r"/item\?id=\d+"]
    assert sum(map(is_item, made)) == 20


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("mapping=0", "mapping=0 pages map nothing, give 1 or more"),
        ("depth=-1", "depth=-1 clicks lead nowhere, give 0 for any number"),
        ("k=-1", "k=-1 levels cannot differ, give 0 or more"),
    ],
)
def test_values_without_sense_are_refused(option: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        make_strategy(f"structure_driven:{option}", WebGraph(), random.Random(0), [])


def test_its_options_are_those_a_user_may_give() -> None:
    assert options_of("structure_driven") == {"mapping": 500, "depth": 0, "k": 2}


# -- with a recipe ---------------------------------------------------------------------------------------------------


def recipe() -> Recipe:
    hubs = Level(Step((r"http://site\.test/hub/\d+/",), ("html/body/ul/li/a",)), pages=5, links=5, useful=5)
    targets = Level(Step((r"http://site\.test/item\?id=\d+",), ("html/body/ol/li/a",)), pages=20, links=20, useful=20)
    return Recipe(f"{BASE}/", (Pattern((hubs, targets), 20),))


def test_a_recipe_is_followed_from_the_first_page_on() -> None:
    told = Told(shop(), recipe=recipe())
    made = told.go(is_item)
    reached = {f"/hub/{h}/" for h in range(5)} | {f"/item?id={h}{n}" for h in range(5) for n in range(4)}
    assert set(made) == reached
    assert len(made) == len(reached)
    assert told.strategy.following is not None
    assert told.strategy.following.report().holds
    made_by_name = make_strategy("structure_driven", WebGraph(), random.Random(0), [], recipe=recipe())
    assert isinstance(made_by_name, StructureDriven)
    assert made_by_name.following is not None


def test_a_choice_by_recipe_says_so() -> None:
    graph = WebGraph()
    strategy = StructureDriven(graph, random.Random(0), [], recipe=recipe())
    page = Page(f"{BASE}/", f"{BASE}/", links=(Link(f"{BASE}/hub/1/", "One", "html/body/ul/li[2]/a"),))
    graph.add_page(page, accepted=False)
    strategy.observe(page, Verdict(False))
    choice = strategy.choose()
    assert choice is not None
    assert (choice.url, choice.rule, choice.hub) == (f"{BASE}/hub/1/", "recipe", f"{BASE}/")
    assert (choice.dom_path, choice.anchor) == ("html/body/ul/li[2]/a", "One")
    assert choice.why == "pattern 1, level 1, by address and place"


def test_only_this_strategy_takes_a_recipe() -> None:
    assert [name for name in STRATEGIES if takes_recipe(name)] == ["structure_driven"]
    with pytest.raises(UsageError, match="strategy xcrawl takes no recipe: choose structure_driven"):
        make_strategy("xcrawl", WebGraph(), random.Random(0), [], recipe=recipe())
