"""From the map of a site to the pattern that leads to its targets: Fig. 5, and shortcuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from hubwalk.recipes.navigation_pattern import NavigationPattern, grouped_map, navigation_pattern
from hubwalk.recipes.target_page_map import TargetPageMap, target_page_map

H = "http://h.test"
ENTRY = f"{H}/"


def mapped(site: Mapping[str, Sequence[str]], targets: Sequence[str], *, shortcuts: bool = True) -> TargetPageMap:
    """The map of a site that is crawled breadth first from "/"."""
    found_on: dict[str, str] = {}
    queue = ["/"]
    for page in queue:
        for link in site.get(page, ()):
            if link != "/" and H + link not in found_on:
                found_on[H + link] = H + page
                queue.append(link)
    wanted = [H + target for target in targets]
    if not shortcuts:
        return target_page_map(ENTRY, found_on, wanted)
    return target_page_map(
        ENTRY, found_on, wanted, lambda url: [H + link for link in site.get(url.removeprefix(H), ())]
    )


def texts(pattern: NavigationPattern | None) -> list[str]:
    assert pattern is not None
    return [level.text.removeprefix(r"http://h\.test") for level in pattern.levels]


# Fig. 5: letters are groups. A, C and D are single pages; there are ways to F, G and H, and H has the most pages.
FIGURE_5 = {
    "/": ["/a.html", "/b/1", "/b/2"],
    "/a.html": ["/c/x/", "/d/y/z/"],
    "/b/1": ["/e/1/u", "/e/2/u"],
    "/b/2": ["/e/3/u"],
    "/c/x/": ["/f/1/1/1/1", "/f/1/1/1/2"],
    "/d/y/z/": ["/g?page=1"],
    "/e/1/u": ["/h/a/1.html", "/h/b/2.html"],
    "/e/2/u": ["/h/c/3.html"],
    "/e/3/u": ["/h/d/4.html", "/h/e/5.html"],
}
LEAVES = [page for pages in FIGURE_5.values() for page in pages if page not in FIGURE_5]


def test_figure_5() -> None:
    nodes = grouped_map(mapped(FIGURE_5, LEAVES))
    tree = {
        tuple(page.removeprefix(H) for page in node.pages): nodes[node.parent].pages[0].removeprefix(H)
        for node in nodes[1:]
    }
    assert tree == {
        ("/a.html",): "/",
        ("/b/1", "/b/2"): "/",
        ("/c/x/",): "/a.html",
        ("/d/y/z/",): "/a.html",
        ("/e/1/u", "/e/2/u", "/e/3/u"): "/b/1",
        ("/f/1/1/1/1", "/f/1/1/1/2"): "/c/x/",
        ("/g?page=1",): "/d/y/z/",
        ("/h/a/1.html", "/h/b/2.html", "/h/c/3.html", "/h/d/4.html", "/h/e/5.html"): "/e/1/u",
    }


def test_the_way_to_the_most_targets_is_the_pattern() -> None:
    pattern = navigation_pattern(mapped(FIGURE_5, LEAVES))
    assert texts(pattern) == [r"/b/\d+", r"/e/\d+/u", r"/h/[a-zA-Z]+/\d+\.html"]
    assert pattern is not None
    assert pattern.targets == 5


def test_the_map_has_nothing_but_ways_to_targets() -> None:
    tpm = mapped(FIGURE_5 | {"/": [*FIGURE_5["/"], "/imprint"], "/h/a/1.html": ["/h/a/0.html"]}, LEAVES[-5:])
    assert {page for pages in tpm.children.values() for page in pages} == {
        *(H + page for page in ("/b/1", "/b/2", "/e/1/u", "/e/2/u", "/e/3/u")),
        *(H + page for page in LEAVES[-5:]),
    }
    assert tpm.targets == {H + page for page in LEAVES[-5:]}


def shop(hubs: int, each: int, named_twice: Sequence[int]) -> tuple[dict[str, list[str]], list[str]]:
    """A front page that links to hubs and, as novelties, to some targets."""
    targets = [f"/item?id={n}" for n in range(hubs * each)]
    site = {f"/hub/{n}/": targets[n * each : (n + 1) * each] for n in range(hubs)}
    return {"/": [*site, *(targets[n] for n in named_twice)], **site}, targets


HUBS, ITEMS = r"/hub/\d+/", r"/item\?id=\d+"


def test_shortcuts_do_not_lose_the_pattern_of_the_hubs() -> None:
    """0/2/0/1 of Fig. 2: a target found on the entry page, though its hub links to it too."""
    site, targets = shop(3, 4, named_twice=[1])
    pattern = navigation_pattern(mapped(site, targets))
    assert texts(pattern) == [HUBS, ITEMS]
    assert pattern is not None
    assert pattern.targets == len(targets)


def test_most_targets_are_named_twice() -> None:
    """Two of three hubs have nothing that was found on them."""
    site, targets = shop(3, 4, named_twice=range(1, 12))
    by_the_tree_alone = mapped(site, targets, shortcuts=False)
    assert texts(navigation_pattern(by_the_tree_alone)) == [ITEMS]
    pattern = navigation_pattern(mapped(site, targets))
    assert texts(pattern) == [HUBS, ITEMS]
    assert pattern is not None
    assert pattern.targets == len(targets)


def test_pages_that_name_nothing_but_shortcuts_are_no_hubs() -> None:
    site, targets = shop(3, 4, named_twice=[0])
    news = {f"/news/{n}/": [targets[0]] for n in range(5)}
    tpm = mapped(site | news | {"/": [*site["/"], *news]}, targets)
    assert not [page for page in tpm.children if "/news/" in page]
    assert texts(navigation_pattern(tpm)) == [HUBS, ITEMS]


def test_pages_that_link_to_one_target_are_no_hubs_of_shortcuts() -> None:
    """Each item has an overview that links to it and to its opinions, and the opinions link to it again."""
    items = [f"/item/{n}" for n in range(6)]
    overviews = {item: [f"{item}/sheet", f"{item}/opinions"] for item in items}
    opinions = {f"{item}/opinions": [f"{item}/sheet"] for item in items}
    site = {"/": items, **overviews, **opinions}
    tpm = mapped(site, [f"{item}/sheet" for item in items])
    assert texts(navigation_pattern(tpm)) == [r"/item/\d+", r"/item/\d+/sheet"]


def test_of_two_ways_to_as_many_targets_the_cheaper_one_is_taken() -> None:
    items = [f"/item?id={n}" for n in range(6)]
    site = {
        "/": ["/all", "/by/1/", "/by/2/", "/by/3/"],
        "/all": items,
        "/by/1/": items[:2],
        "/by/2/": items[2:4],
        "/by/3/": items[4:],
    }
    assert texts(navigation_pattern(mapped(site, items))) == ["/all", ITEMS]


def test_no_target_no_pattern() -> None:
    assert navigation_pattern(mapped(FIGURE_5, [])) is None
    assert navigation_pattern(mapped(FIGURE_5, ["/elsewhere"])) is None
    assert navigation_pattern(mapped({"/": ["/a"], "/a": ["/"]}, ["/"])) is None


def test_a_list_that_goes_on_and_on() -> None:
    """One level a page, deeper than a function may call itself."""
    site = {f"/list?page={n}": [f"/list?page={n + 1}", f"/item/{n}"] for n in range(3000)}
    tpm = mapped({"/": ["/list?page=0"]} | site, [f"/item/{n}" for n in range(3000)])
    assert len(grouped_map(tpm)) == 1 + 2 * 3000
    assert texts(navigation_pattern(tpm)) == [r"/list\?page=0", "/item/0"]


LINKS = st.dictionaries(
    st.sampled_from(["/", *(f"/p/{n}" for n in range(6))]),
    st.lists(st.sampled_from([f"/p/{n}" for n in range(6)] + [f"/t/{n}" for n in range(6)]), max_size=6, unique=True),
    max_size=7,
)


@given(LINKS)
def test_the_pattern_leads_to_as_many_targets_as_it_says(site: dict[str, list[str]]) -> None:
    tpm = mapped(site, [f"/t/{n}" for n in range(6)])
    pattern = navigation_pattern(tpm)
    assert (pattern is None) == (not tpm.targets)
    reached = {ENTRY}
    for level in pattern.levels if pattern is not None else ():
        links = {H + link for page in reached for link in site.get(page.removeprefix(H), ())}
        reached = set(filter(level.matches, links))
    assert pattern is None or len(reached & tpm.targets) >= pattern.targets > 0
