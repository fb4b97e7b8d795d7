from __future__ import annotations

from random import Random

import pytest
from small_sites import BASE, Links, crawl, items, names

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import make_strategy
from hubwalk.strategies.xcrawl import FreeWalk

CAMERAS = [f"/camera/{n}" for n in range(30)]
PRINTERS = [f"/printer/{n}" for n in range(30)]
NEWS = [f"/news/{n}" for n in range(60)]


def shop() -> Links:
    """Cameras are listed by brand, three clicks from the front page; news and printers are in the way."""
    brands = [f"/brand/{n}" for n in range(3)]
    menu = items(["/news", "/brands", "/printers"], "html/body/nav/ul/li*/a")
    site: dict[str, list[tuple[str, str]]] = {
        "/": menu + items(NEWS[:20], "html/body/main/ul/li*/a"),
        "/news": menu + items(NEWS, "html/body/main/ul/li*/a"),
        "/brands": menu + items(brands, "html/body/main/ul/li*/a"),
        "/printers": menu + items(PRINTERS, "html/body/main/ul/li*/a"),
    }
    for n, brand in enumerate(brands):
        site[brand] = menu + items(CAMERAS[n * 10 : n * 10 + 10], "html/body/main/ul.products/li*/a")
    for n, camera in enumerate(CAMERAS):
        site[camera] = [*menu, (brands[n // 10], "html/body/p.crumbs/a")]
    for other in NEWS + PRINTERS:
        site[other] = menu
    return site


def is_camera(name: str) -> bool:
    return name.startswith("/camera/")


def test_finds_all_with_few_downloads() -> None:
    made = crawl(shop(), is_camera, "xcrawl", samples=CAMERAS[:1])
    found = [i for i, (_, accepted) in enumerate(made, start=1) if accepted]
    assert len(found) == len(CAMERAS)
    # one sample, 30 cameras, 3 brand lists, the list of brands, the front page: 35 is the least possible
    assert found[-1] <= 60
    assert len(crawl(shop(), is_camera, "breadth_first", samples=CAMERAS[:1])) == 127


def test_harvest_empties_the_list_around_known_authorities_first() -> None:
    made = crawl(shop(), is_camera, "xcrawl", samples=CAMERAS[:2])
    first = next(i for i, (choice, _) in enumerate(made) if choice.url == f"{BASE}/brand/0")
    harvested = made[first + 1 : first + 9]
    assert [choice.rule for choice, _ in harvested] == ["harvest"] * 8
    assert {choice.hub for choice, _ in harvested} == {f"{BASE}/brand/0"}
    assert all(choice.dom_path.startswith("html/body/main/ul.products/li") for choice, _ in harvested)
    assert all(accepted for _, accepted in harvested)


def test_the_second_list_is_harvested_on_the_strength_of_the_first() -> None:
    made = crawl(shop(), is_camera, "xcrawl", samples=CAMERAS[:1])
    second = next(i for i, (choice, _) in enumerate(made) if choice.url == f"{BASE}/brand/1")
    assert [accepted for _, accepted in made[second + 1 : second + 11]] == [True] * 10


def test_a_list_that_disappoints_is_left_for_better_ones() -> None:
    # one authority stands among 40 other links of the same list
    odd = [f"/odd/{n}" for n in range(40)]
    site = {
        "/": items(["/mixed", "/good"], "html/body/ul/li*/a"),
        "/mixed": items([*odd[:3], "/camera/0", *odd[3:]], "html/body/ul.mixed/li*/a"),
        "/good": items(CAMERAS, "html/body/ul.good/li*/a"),
        **{name: [] for name in odd},
        **{name: items(["/mixed", "/good"], "html/body/p/a*") for name in CAMERAS},
    }
    made = crawl(site, is_camera, "xcrawl", samples=CAMERAS[:1])
    last = max(i for i, (_, accepted) in enumerate(made) if accepted)
    assert sum(name in odd for name in names(made[:last])) <= 10
    assert sum(accepted for _, accepted in made) == len(CAMERAS)


def test_menu_and_list_are_harvested_apart() -> None:
    # the hub shows two cameras in its menu, among other things, and all of them in its list
    menu = items(["/camera/0", "/about", "/camera/1", "/contact", "/jobs"], "html/body/nav/ul/li*/a")
    site = {
        "/": menu + items(CAMERAS, "html/body/main/ul/li*/a"),
        **dict.fromkeys([*CAMERAS, "/about", "/contact", "/jobs"], menu),
    }
    made = crawl(site, is_camera, "xcrawl", samples=CAMERAS[:2])
    assert sum(accepted for _, accepted in made[:32]) >= 29


def endless() -> Links:
    """A calendar without end beside a list of cameras."""

    class Endless(dict[str, list[tuple[str, str]]]):
        def __contains__(self, name: object) -> bool:
            return super().__contains__(name) or str(name).startswith("/day/")

        def get(self, name: str, default: object = ()) -> list[tuple[str, str]]:
            if name.startswith("/day/"):
                day = int(name.rpartition("/")[2])
                return items([f"/day/{day + 1}", f"/day/{day + 2}"], "html/body/table/tr/td*/a")
            return super().get(name, [])

    site = Endless({"/": items(["/day/0", "/list"], "html/body/ul/li*/a")})
    site["/list"] = items(CAMERAS, "html/body/ul.list/li*/a")
    for camera in CAMERAS:
        site[camera] = items(["/", "/list"], "html/body/p/a*")
    return site


@pytest.mark.parametrize("walk", ["free", "local"])
def test_stops_by_itself_on_an_endless_site(walk: str) -> None:
    made = crawl(endless(), is_camera, f"xcrawl:walk={walk}", samples=CAMERAS[:1], stop=3000)
    assert sum(accepted for _, accepted in made) == len(CAMERAS)
    assert len(made) < 3000


def test_the_walk_goes_on_where_the_precision_of_weights_ends() -> None:
    near = [f"/camera/{n}" for n in range(200)]
    far = [f"/camera/far-{n}" for n in range(20)]
    levels = [[f"/level/{depth}/{n}" for n in range(8)] for depth in range(6)]
    site = {
        "/": items(["/list", *levels[0]], "html/body/nav/li*/a"),
        "/list": items(near, "html/body/ul/li*/a"),
        "/cellar": items(far, "html/body/div/a*"),
        **{name: [] for name in [*near, *far, *(name for level in levels for name in level)]},
    }
    for level, below in zip(levels, [*levels[1:], ["/cellar"]], strict=True):
        site[level[-1]] = items(below, "html/body/p/a*")
    made = crawl(site, is_camera, "xcrawl", samples=near[:1])
    assert sum(accepted for _, accepted in made) == len(near) + len(far)


def test_fewer_iterations_stop_sooner() -> None:
    def cost(iterations: int) -> int:
        return len(crawl(endless(), is_camera, f"xcrawl:max_iterations={iterations}", samples=CAMERAS[:1], stop=3000))

    assert cost(3) < cost(30)


def test_without_an_authority_it_goes_breadth_first_until_it_has_one() -> None:
    made = crawl(shop(), is_camera, "xcrawl")
    first = next(i for i, (_, accepted) in enumerate(made) if accepted)
    assert names(made[: first + 1]) == names(crawl(shop(), is_camera, "breadth_first"))[: first + 1]
    assert sum(accepted for _, accepted in made) == len(CAMERAS)


@pytest.mark.parametrize("variant", ["hits", "hits+pagerank", "hits+tspr", "conference"])
@pytest.mark.parametrize("walk", ["free", "local"])
def test_every_variant_finds_the_cameras(variant: str, walk: str) -> None:
    made = crawl(shop(), is_camera, f"xcrawl:variant={variant},walk={walk}", samples=CAMERAS[:3], seed=5)
    assert sum(accepted for _, accepted in made) == len(CAMERAS)


def test_same_seed_same_crawl_and_ties_are_drawn() -> None:
    one, same, other = (names(crawl(shop(), is_camera, "xcrawl", samples=CAMERAS[:1], seed=s)) for s in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_link_that_redirects_to_an_authority_makes_its_page_a_hub() -> None:
    from hubwalk.drivers.site_crawl import SiteCrawl
    from hubwalk.values import Link, Page, Site, Verdict

    site = SiteCrawl(Site(f"{BASE}/"), "xcrawl", starts=[f"{BASE}/camera/0"])
    goto = tuple(Link(f"{BASE}/go/{n}", "", f"html/body/ul/li[{n + 2}]/a") for n in range(6))
    extra = tuple(Link(f"{BASE}/other/{n}", "", f"html/body/p/a[{n + 2}]") for n in range(6))
    order = []
    while (choice := site.choose()) is not None:
        name = choice.url.removeprefix(BASE)
        answered = choice.url.replace("/go/", "/camera/")
        page = Page(url=answered, requested=choice.url, links=goto + extra if name == "/" else (), digest=name)
        page = site.admit(page)
        site.observe(choice, page, Verdict("/camera/" in page.url and not page.duplicate_of))
        order.append(name)
    assert order.index("/go/5") < order.index("/other/4")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("xcrawl:variant=hitz", "did you mean 'hits'"),
        ("xcrawl:walk=lokal", "did you mean 'local'"),
        ("xcrawl:restart=0.1", "did you mean 'restart_probability'"),
        ("xcrawl:restart_probability=often", "expected a number"),
        ("xcrawl:restart_probability=0", "above 0"),
        ("xcrawl:max_iterations=-1", "at least 0"),
        ("xcrawl:harvest_floor=nan", "from 0 to 1"),
        ("xcrwal", "did you mean 'xcrawl'"),
    ],
)
def test_bad_options_name_the_way_out(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_strategy(spec, WebGraph(), Random(0), ())


def test_the_free_walk_goes_to_the_heaviest_new_page() -> None:
    """Held to the plain search over all new pages, at every step."""
    import numpy as np

    chosen = FreeWalk.choose
    steps = 0

    def checked(self: FreeWalk) -> object:
        nonlocal steps
        choice = chosen(self)
        if choice is not None:
            graph = self._graph
            new = np.asarray([page for page in range(len(graph)) if graph.is_new(page)])
            heaviest = float(self._weights.weights(new).max())
            assert choice.score >= 0.9 * heaviest - 1e-6
            steps += 1
        return choice

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FreeWalk, "choose", checked)
        crawl(shop(), is_camera, "xcrawl", samples=CAMERAS[:2])
    assert steps > 20


def test_queues_hold_little_more_than_what_is_new() -> None:
    """A crawl in which weights and expectations change all the time, and most queue entries with them."""
    from hubwalk.drivers.site_crawl import SiteCrawl
    from hubwalk.strategies.xcrawl import XCrawl
    from hubwalk.values import Link, Page, Site, Verdict

    rng = Random(3)
    site = SiteCrawl(Site(f"{BASE}/"), "xcrawl:max_iterations=100000")
    strategy = site.strategy
    assert isinstance(strategy, XCrawl)
    assert isinstance(strategy._walk, FreeWalk)
    for _ in range(800):
        choice = site.choose()
        assert choice is not None
        links = tuple(Link(f"{BASE}/{rng.randrange(2000)}", "", f"html/body/p/a[{n}]") for n in range(2, 22))
        site.observe(choice, Page(choice.url, choice.url, links=links, digest=choice.url), Verdict(rng.random() < 0.2))
        assert len(strategy._walk._queue) <= 2 * site.graph.frontier_size + 1001
        assert len(strategy._harvest._kinds) <= 2 * len(strategy._harvest._queues) + 1001
