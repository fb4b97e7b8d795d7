"""Adaptive on sites of a few lines: which page comes when, and what it says of it."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from small_sites import BASE, crawl, items, names

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.ranking.page_features import PageFeatures
from hubwalk.strategies.adaptive import Adaptive
from hubwalk.strategies.prior import Prior
from hubwalk.values import Link, Outlook, Page, Site, Verdict

Pages = dict[str, list[tuple[str, str]]]


def opaque(site: Pages, seed: int = 1) -> dict[str, str]:
    """Addresses that say nothing, for all pages but the entry."""
    numbers = random.Random(seed).sample(range(10**6), len(site))
    return {name: f"/{number:06}" for name, number in zip(site, numbers, strict=True)} | {"/": "/"}


def renamed(site: Pages, new: dict[str, str]) -> Pages:
    return {new[name]: [(new[target], path) for target, path in links] for name, links in site.items()}


def order(site: Pages, prefix: str, samples: Sequence[str], *, hidden: bool, seed: int = 0) -> list[str]:
    """The pages in the order of their fetching; those that begin with the prefix are wanted."""
    new = opaque(site) if hidden else {name: name for name in site}
    old = {address: name for name, address in new.items()}
    made = crawl(
        renamed(site, new),
        lambda address: old[address].startswith(prefix),
        "adaptive",
        samples=[new[sample] for sample in samples],
        seed=seed,
    )
    return [old[address] for address in names(made)]


def two_lists() -> Pages:
    """An entry page that lists news and then cameras."""
    news, cameras = [[f"/{kind}/{n}" for n in range(30)] for kind in ("news", "camera")]
    links = items(news, "html/body/ul.news/li*/a") + items(cameras, "html/body/ul.cameras/li*/a")
    return {"/": links} | {name: [] for name in news + cameras}


def paged_list(pages: int = 8, per_page: int = 6, sections: int = 20) -> Pages:
    """A list in pages, each with a link to the next one; items say which page of the list they stand on. And sections
    of other things, which come first in the menu."""
    menu = [*(f"/section/{n}" for n in range(sections)), "/list/1"]
    site: Pages = {"/": items(menu, "html/body/nav/li*/a")}
    for n in range(sections):
        texts = [f"/section/{n}/text/{k}" for k in range(5)]
        site |= {f"/section/{n}": items(texts, "html/body/p*/a")} | {name: [] for name in texts}
    for n in range(1, pages + 1):
        found = [f"/item/{n}/{k}" for k in range(per_page)]
        following = [(f"/list/{n + 1}", "html/body/a.next")] if n < pages else []
        site[f"/list/{n}"] = items(found, "html/body/ol/li*/a") + following
        site |= {name: [(f"/list/{n}", "html/body/div.crumbs/a")] for name in found}
    return site


def catalogue(sections: int = 12, series: int = 4, per_series: int = 8) -> Pages:
    """Sections, in each some series, in each some models: everything looks alike, and one section is wanted."""
    site: Pages = {"/": items([f"/s{n}" for n in range(sections)], "html/body/nav/li*/a")}
    for n in range(sections):
        of_section = [f"/s{n}/series/{k}" for k in range(series)]
        site[f"/s{n}"] = items(of_section, "html/body/div.main/h3*/a")
        for k, name in enumerate(of_section):
            models = [f"/s{n}/model/{k}-{m}" for m in range(per_series)]
            site[name] = items(models, "html/body/ul/li*/a")
            crumbs = [(f"/s{n}", "html/body/div.crumbs/a"), (name, "html/body/div.crumbs/a[2]")]
            site |= dict.fromkeys(models, crumbs)
    return site


# -- which page comes when --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [False, True])
def test_the_list_that_names_the_samples_comes_before_anything_else(hidden: bool) -> None:
    made = order(two_lists(), "/camera", ["/camera/7", "/camera/20"], hidden=hidden)
    assert len(made) == 61
    assert all(name.startswith("/camera") for name in made[1:31])


@pytest.mark.parametrize("hidden", [False, True])
def test_pagination_is_followed_to_its_end_before_anything_is_explored(hidden: bool) -> None:
    site = paged_list()
    made = order(site, "/item", ["/item/1/1", "/item/1/4"], hidden=hidden)
    assert len(made) == len(site)
    least = 1 + 8 + 8 * 6
    others = [name for name in made[:least] if name.startswith("/section")]
    assert len(others) <= 2, others
    assert sum(name.startswith("/item") for name in made[: least + 2]) == 8 * 6


@pytest.mark.parametrize("hidden", [False, True])
def test_hubs_two_clicks_away_are_found(hidden: bool) -> None:
    """From the samples up to their section, and from there down to its other series."""
    site = catalogue()
    made = order(site, "/s5/model", ["/s5/model/0-1", "/s5/model/0-2"], hidden=hidden)
    last = max(number for number, name in enumerate(made) if name.startswith("/s5/model"))
    least = 1 + 1 + 4 + 4 * 8
    assert last < 1.25 * least
    assert len(made) == len(site)


def test_a_list_that_leads_to_nothing_is_left_soon() -> None:
    """Two lists look the same, and one has nothing to offer."""
    bad, good = [[f"/x{n + k:02}" for n in range(0, 40, 2)] for k in (0, 1)]
    site: Pages = {"/": [("/bad", "html/body/nav/a"), ("/good", "html/body/nav/a[2]")]}
    site |= {"/bad": items(bad, "html/body/ul/li*/a"), "/good": items(good, "html/body/ul/li*/a")}
    site |= {name: [] for name in bad + good}
    made = names(crawl(site, lambda name: name in good, "adaptive"))
    last = max(made.index(name) for name in good)
    assert sum(name in bad for name in made[:last]) <= 5
    assert len(made) == len(site)


def test_where_nothing_is_found_any_more_some_choices_go_to_the_pages_nearest_to_the_entry() -> None:
    site = catalogue()
    made = crawl(site, lambda name: name.startswith("/s5/model/0"), "adaptive", samples=["/s5/model/0-1"])
    chosen = [(choice.url.removeprefix(BASE), choice.why, found) for choice, found in made if choice.rule == "adaptive"]
    last = max(number for number, (_, _, found) in enumerate(chosen) if found)
    explored = [number for number, (_, why, _) in enumerate(chosen) if why.startswith("nothing found of late")]
    assert min(explored) == last + 9, "after eight that were wrong"
    clicks = {name: 1 if name.count("/") == 1 else 2 if "series" in name else 3 for name in site}
    for number in explored:
        name, rest = chosen[number][0], [other for other, _, _ in chosen[number:]]
        assert clicks[name] == min(clicks[other] for other in rest)
    assert {4} >= {later - earlier for earlier, later in itertools.pairwise(explored[:3])}


def test_many_known_pages_do_not_make_a_choice_dearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted are the pages that are scored."""
    scored = [0]
    of = PageFeatures.of

    def counted(
        self: PageFeatures, pages: Sequence[int], links: NDArray[np.int64] | None = None
    ) -> NDArray[np.float64]:
        scored[0] += len(pages)
        return of(self, pages, links)

    monkeypatch.setattr(PageFeatures, "of", counted)

    def per_choice(size: int) -> float:
        many = [f"/p{n}" for n in range(size)]
        site = SiteCrawl(Site(f"{BASE}/"), "adaptive")
        links = tuple(Link(BASE + name, name, path) for name, path in items(many, "html/body/ul/li*/a"))
        for number in range(60):
            choice = site.choose()
            assert choice is not None
            page = Page(choice.url, choice.url, links=links if number == 0 else (), digest=choice.url)
            site.observe(choice, page, Verdict(number % 3 == 1))
            if number == 0:
                scored[0] = 0
        return scored[0] / 59

    assert per_choice(30_000) <= 1.1 * per_choice(3000)


def test_a_choice_is_scored_by_what_is_thought_now() -> None:
    """Not by what was thought when the page was queued."""
    pages = paged_list(pages=3)
    site = SiteCrawl(Site(f"{BASE}/"), "adaptive", starts=[f"{BASE}/item/1/1"])
    while (choice := site.choose()) is not None:
        name = choice.url.removeprefix(BASE)
        if choice.rule == "adaptive":
            assert isinstance(site.strategy, Adaptive)
            now = float(site.strategy._promise.view[site.graph.find(choice.url)])
            assert choice.score == pytest.approx(now, abs=1e-5)
        links = tuple(Link(BASE + target, target, path) for target, path in pages[name])
        site.observe(choice, Page(choice.url, choice.url, links=links, digest=name), Verdict("/item" in name))


def test_same_seed_same_choices() -> None:
    site = catalogue(sections=5)

    def made(seed: int) -> list[object]:
        return [choice for choice, _ in crawl(site, lambda name: name.startswith("/s3/model"), "adaptive", seed=seed)]

    assert made(4) == made(4)
    assert len(made(4)) == len(made(5)) == len(site)


# -- verdicts, redirects ----------------------------------------------------------------------------------------------


def observe(
    site: SiteCrawl, asked: str, links: Sequence[tuple[str, str]] = (), url: str = "", ok: bool = False
) -> None:
    """The next choice is `asked`; it is answered from `url`."""
    choice = site.choose()
    assert choice is not None
    assert choice.url == BASE + asked
    seen = tuple(Link(BASE + target, target, path) for target, path in links)
    page = Page(BASE + (url or asked), choice.url, links=seen, digest=url or asked)
    site.observe(choice, site.admit(page), Verdict(ok))


def test_a_page_that_links_back_to_where_it_was_redirected_from() -> None:
    site = SiteCrawl(Site(f"{BASE}/"), "adaptive")
    observe(site, "/", [("/old", "html/body/a")])
    observe(site, "/old", [("/old", "html/body/nav/a"), ("/next", "html/body/a")], url="/new")
    observe(site, "/next")
    assert site.choose() is None


def test_a_verdict_that_is_taken_back_is_taken_out_of_the_counts() -> None:
    site = SiteCrawl(Site(f"{BASE}/"), "adaptive", starts=[f"{BASE}/x0"])
    observe(site, "/", items([f"/x{n}" for n in range(12)], "html/body/ul/li*/a"))
    observe(site, "/x0", ok=True)
    right = 1
    for _ in range(4):
        choice = site.choose()
        assert choice is not None
        site.observe(choice, site.admit(Page(choice.url, choice.url, digest=choice.url)), Verdict(True))
        right += 1
    for number, url in enumerate(list(map(site.graph.url, site.graph.accepted_pages)), start=1):
        site.revise(url, accepted=False)
        choice = site.choose()
        assert choice is not None
        assert re.search(rf"this list:? {right - number} of {right} right", choice.why)


def test_the_entry_is_the_entry_though_it_redirects() -> None:
    def depths(url: str) -> list[float]:
        site = SiteCrawl(Site(f"{BASE}/"), "adaptive")
        observe(site, "/", [("/a", "html/body/a")], url=url)
        observe(site, "/a", [("/b", "html/body/a")], url=f"{url}a")
        strategy, graph = site.strategy, site.graph
        assert isinstance(strategy, Adaptive)
        return [float(strategy._features._depth.view[graph.find(BASE + name)]) for name in ("/a", "/b")]

    assert depths("/welcome/") == depths("/")


@pytest.mark.parametrize("promising", [False, True])
def test_what_a_redirect_brings_is_credited_and_corrected_where_it_was_shown(promising: bool) -> None:
    """All links of a list lead through a counter of clicks."""

    def value_of_list(ok: bool, redirect: bool) -> float:
        site = SiteCrawl(Site(f"{BASE}/"), "adaptive", starts=[f"{BASE}/item/0", f"{BASE}/item/1"])
        links = items([f"/item/{n}" for n in range(2)] + [f"/go/{n}" for n in range(2, 12)], "html/body/ul/li*/a")
        observe(site, "/", [("/list", "html/body/nav/a")] if promising else links)
        observe(site, "/item/0", ok=True)
        observe(site, "/item/1", ok=True)
        if promising:  # as the others stand beside two known authorities
            observe(site, "/list", links)
        for _ in range(10):
            choice = site.choose()
            assert choice is not None
            url = choice.url.replace("/go/", "/item/") if redirect else choice.url
            site.observe(choice, site.admit(Page(url, choice.url, digest=url)), Verdict(ok))
        assert isinstance(site.strategy, Adaptive)
        return site.strategy._returns.value(site.graph.find(f"{BASE}/list" if promising else f"{BASE}/"))

    assert value_of_list(True, redirect=True) == pytest.approx(value_of_list(True, redirect=False), abs=0.01)
    assert value_of_list(False, redirect=True) == pytest.approx(value_of_list(False, redirect=False), abs=0.01)
    assert value_of_list(True, redirect=True) > value_of_list(False, redirect=True)


def test_hubs_behind_redirects_are_hubs() -> None:
    """Addresses that lack a slash, say: what was learned of the links to hubs is the same."""
    pages = catalogue(sections=8)

    def downloads(redirect: bool) -> int:
        starts = [f"{BASE}/s5/model/0-1", f"{BASE}/s5/model/0-2"]
        site = SiteCrawl(Site(f"{BASE}/"), "adaptive", starts=starts)
        found = 0
        while found < 4 * 8 and (choice := site.choose()) is not None:
            name = choice.url.removeprefix(BASE)
            links = tuple(Link(BASE + target, target.strip("/"), path) for target, path in pages[name])
            url = f"{choice.url}/" if redirect and "/model/" not in name and name != "/" else choice.url
            accepted = name.startswith("/s5/model")
            site.observe(choice, site.admit(Page(url, choice.url, links=links, digest=name)), Verdict(accepted))
            found += accepted
        return site.fetches

    assert downloads(redirect=True) <= downloads(redirect=False) + 5


# -- what it says of itself -------------------------------------------------------------------------------------------


def test_every_choice_has_one_line_that_names_the_evidence() -> None:
    made = crawl(two_lists(), lambda name: name.startswith("/camera"), "adaptive", samples=["/camera/3", "/camera/9"])
    chosen = [(choice, found) for choice, found in made if choice.rule == "adaptive"]
    assert len(chosen) == 58
    right, followed = 2, 2  # of the cameras' list, the samples
    for choice, found in chosen:
        assert "\n" not in choice.why
        assert len(choice.why) < 600
        assert re.search(r"authority \d+%: .*words [+-]\d.*; hub \d+%: .*words [+-]\d", choice.why)
        if "/camera/" in choice.url:
            assert f"in this list {right} of {followed} right" in choice.why
            right, followed = right + found, followed + 1
        assert 0 < choice.score <= 1
    assert right == 30
    assert "news" not in chosen[0][0].url
    assert chosen[0][0].hub == f"{BASE}/"
    assert chosen[0][0].dom_path.startswith("html/body/ul.cameras")


def outlooks(pages: Pages, wanted: str, samples: Sequence[str]) -> list[tuple[str, int, Outlook]]:
    """Of every page: its name, how many wanted ones were left after it, and what was expected."""
    site = SiteCrawl(Site(f"{BASE}/"), "adaptive", starts=[BASE + name for name in samples])
    left = sum(name.startswith(wanted) for name in pages)
    told = []
    while (choice := site.choose()) is not None:
        name = choice.url.removeprefix(BASE)
        links = tuple(Link(BASE + target, target, path) for target, path in pages[name])
        accepted = name.startswith(wanted)
        site.observe(choice, Page(choice.url, choice.url, links=links, digest=name), Verdict(accepted))
        left -= accepted
        assert isinstance(site.strategy, Adaptive)
        told.append((name, left, site.strategy.outlook()))
    return told


def test_the_outlook_of_a_plain_list_is_near_the_truth_and_nothing_in_the_end() -> None:
    cameras = [f"/camera/{n}" for n in range(40)]
    site: Pages = {"/": items(cameras, "html/body/ul/li*/a")} | {name: [] for name in cameras}
    told = outlooks(site, "/camera", ["/camera/3", "/camera/9"])
    for _, left, outlook in told[10:]:
        assert outlook.near == pytest.approx(left, rel=0.15, abs=1)
        assert 0 <= outlook.variance <= 41 / 4
    _, left, outlook = told[-1]
    assert left == 0
    assert (outlook.near, outlook.variance, outlook.beyond) == pytest.approx((0, 0, 0), abs=1e-6)


def test_a_list_that_was_tried_in_vain_is_no_longer_expected_to_hold_anything() -> None:
    told = outlooks(two_lists(), "/camera", ["/camera/3", "/camera/9"])
    news = [(left, outlook) for name, left, outlook in told if name.startswith("/news")]
    assert all(left == 0 for left, _ in news)
    assert all(outlook.near < 3 for _, outlook in news[4:])


def test_where_nothing_is_found_little_is_expected() -> None:
    told = outlooks(two_lists(), "/nothing", [])
    assert all(outlook.near < 6 for _, _, outlook in told[20:]), "a tenth of the site"


def test_a_prior_speaks_where_no_sample_lies_on_the_site() -> None:
    menu = ["/imprint", "/press", "/jobs", "/shop", "/archive", "/contact", "/portrait"]
    site: Pages = {"/": items(menu, "html/body/nav/li*/a")} | {name: [] for name in menu}

    def first(prior: Prior | None) -> str:
        return names(crawl(site, lambda _: False, "adaptive", stop=2, prior=prior))[1]

    assert first(Prior(hubs={"anchor:archive": 6.0})) == "/archive"
    assert first(Prior(wanted={"anchor:portrait": 6.0})) == "/portrait"
    assert first(Prior(hubs={"anchor:imprint": -6.0, "anchor:nowhere": 6.0})) != "/imprint"
    assert first(None) == first(Prior())
    assert first(None) not in ("/archive", "/portrait")


def test_a_link_that_says_what_the_samples_say_is_tried_early() -> None:
    """The list is one of forty links that look alike."""
    sections = [f"Section {chr(97 + n % 26) * 4}" for n in range(40)]
    menu = [Link(f"{BASE}/s{n}", text, f"html/body/ul/li[{n}]/a") for n, text in enumerate(sections)]
    menu[31] = Link(f"{BASE}/s31", "All telescopes", "html/body/ul/li[31]/a")

    def place_of_list(samples: Sequence[Page]) -> int:
        state = SiteCrawl(Site(f"{BASE}/"), "adaptive", samples=samples)
        for place in range(60):
            choice = state.choose()
            assert choice is not None
            if choice.url == f"{BASE}/s31":
                return place
            links = tuple(menu) if choice.url == f"{BASE}/" else ()
            state.observe(choice, Page(choice.url, choice.url, links=links), Verdict(False))
        return 60

    told = [Page(f"http://other.test/{n}", "", html=f"<p>This telescope has {n} lenses.") for n in range(3)]
    assert place_of_list(told) == 1
    assert place_of_list([]) > 5, "else the test shows nothing"
