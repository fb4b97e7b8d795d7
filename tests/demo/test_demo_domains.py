"""What holds for the papers' four domains: known targets, all reachable, none on the decoys, one world in each."""

from __future__ import annotations

import re
from collections import Counter, deque
from functools import cache

import pytest
from demo_walking import BASE, fetch

from hubwalk.demo.catalogue import Catalogue
from hubwalk.demo.site import DemoSite
from hubwalk.demo.web import DOMAINS, Domain, make_domain
from hubwalk.demo.web.addresses import OVERVIEW
from hubwalk.demo.web.generated import GeneratedSite
from hubwalk.demo.web.kinds import KINDS
from hubwalk.demo.web.story_words import HEADLINES, SENTENCES
from hubwalk.demo.web.style_table import STYLES
from hubwalk.errors import UsageError
from hubwalk.values import Page

SMALL = 0.015
EXISTING = {  # column "Actually existing" of Figs. 4 to 7
    "cameras": (670, 894, 432, 191, 686, 845),
    "mp3_players": (255, 150, 227, 214, 196, 713),
    "laptops": (302, 507, 108, 89, 626, 851),
    "cell_phones": (86, 132, 88, 389, 554, 524),
}


@cache
def walked(domain: str, name: str) -> dict[str, Page]:
    """All that can be reached from a small site's home page, redirects followed, under the address of the answer."""
    site = next(site for site in everything(make_domain(domain, scale=SMALL)) if site.name == name)
    found: dict[str, Page] = {}
    asked, queue = {"/"}, deque(["/"])
    while queue:
        page = fetch(site, queue.popleft())
        found[page.url.removeprefix(BASE)] = page
        for link in page.links:
            assert link.target.startswith(BASE + "/"), f"{page.url} links to {link.target}"
            path = link.target.removeprefix(BASE)
            if path not in asked:
                asked.add(path)
                queue.append(path)
    return found


def everything(domain: Domain) -> tuple[GeneratedSite, ...]:
    return (*domain.sites, *domain.decoys)


@pytest.fixture(params=DOMAINS)
def domain(request: pytest.FixtureRequest) -> Domain:
    return make_domain(request.param, scale=SMALL)


def test_domains_and_their_order() -> None:
    assert DOMAINS == ("cameras", "mp3_players", "laptops", "cell_phones")
    assert [make_domain(name).tabular for name in DOMAINS] == [True, False, True, False]


@pytest.mark.parametrize("name", DOMAINS)
def test_as_many_targets_as_the_papers_counted(name: str) -> None:
    made = make_domain(name)
    assert tuple(site.target_count for site in made.sites) == EXISTING[name]
    assert all(len(set(site.targets())) == site.target_count for site in made.sites)
    assert tuple(site.target_count for site in make_domain(name, scale=2).sites) == tuple(2 * n for n in EXISTING[name])


def test_names_are_unique_across_the_whole_demo_web() -> None:
    from hubwalk.demo.sites import SITES

    names = [*SITES, *(site.name for name in DOMAINS for site in everything(make_domain(name)))]
    assert len(set(names)) == len(names) == len(SITES) + 4 * (6 + 11)


def test_every_target_and_page_is_reached_by_links_from_the_home_page(domain: Domain) -> None:
    for site in everything(domain):
        reached = walked(domain.name, site.name)
        assert set(site.pages()) <= set(reached), site.name
        assert set(site.targets()) <= set(reached), site.name


def test_every_link_leads_somewhere(domain: Domain) -> None:
    for site in everything(domain):
        dead = [path for path, page in walked(domain.name, site.name).items() if page.status != 200]
        assert dead == [], site.name


def test_titles_and_addresses_of_real_pages_are_unique(domain: Domain) -> None:
    for site in everything(domain):
        pages = list(site.pages())
        assert len(set(pages)) == len(pages) == site.page_count
        titles = Counter(walked(domain.name, site.name)[path].title for path in pages)
        assert [title for title, count in titles.items() if count > 1] == [], site.name


WANTED = {"cameras": "camera", "laptops": "laptop", "mp3_players": "mp3 player", "cell_phones": "cell phone"}


def shows_target(domain: Domain, page: Page) -> bool:
    """By what the page says, not by its address: a heading of the form and a name of the kind."""
    form = "specifications" if domain.tabular else "review"
    found = re.search(rf"<h1>\w+ ([A-Za-z]+)\d+ {form}</h1>", page.html)
    return found is not None and found[1] in KINDS[WANTED[domain.name]].series


def test_truth_is_what_the_pages_show(domain: Domain) -> None:
    for site in everything(domain):
        pages = walked(domain.name, site.name)
        shown = {path for path, page in pages.items() if shows_target(domain, page) and not path.startswith("/print/")}
        assert set(site.targets()) == shown, site.name


@pytest.mark.parametrize("name", DOMAINS)
def test_families_of_the_wanted_kinds_are_their_own(name: str) -> None:
    """`shows_target` rests on it."""
    others = {stock.kind for style in STYLES[name] for stock in style.stocks} - {WANTED[name]}
    assert not {series for other in others for series in KINDS[other].series} & set(KINDS[WANTED[name]].series)


def test_decoys_have_no_targets(domain: Domain) -> None:
    assert len(domain.decoys) >= 8
    for site in domain.decoys:
        assert (site.target_count, list(site.targets()), site.samples(3)) == (0, [], [])
        assert not any(site.is_target(path) for path in site.pages())


@pytest.mark.parametrize("name", DOMAINS)
def test_decoys_are_small(name: str) -> None:
    assert all(40 <= site.page_count <= 160 for site in make_domain(name).decoys)


def _outline(site: DemoSite, path: str) -> set[str]:
    return set(re.findall(r'<\w+ (?:class|id)="[^"]+"', site.respond(path).body.decode()))


def test_other_sections_use_the_template_of_the_targets(domain: Domain) -> None:
    """The same elements and classes on the way to the text: only what is said differs."""
    misleading = 0
    for site in domain.sites:
        for shelf in site.shelves[1:]:
            if shelf.form == site.shelves[0].form:
                misleading += 1
                other = site.addresses.item(shelf, shelf.first)
                assert _outline(site, other) == _outline(site, site.samples(1)[0]), shelf.slug
    assert misleading >= 6


@pytest.mark.parametrize("name", DOMAINS)
def test_makers_of_targets_make_other_things_too(name: str) -> None:
    for site in make_domain(name).sites:
        makers = [{shelf.catalogue.product(n).brand for n in shelf.numbers[-50:]} for shelf in site.shelves]
        assert all(len(others & makers[0]) >= len(others) / 2 for others in makers[1:]), site.name


def test_a_product_is_the_same_on_all_sites(domain: Domain) -> None:
    facts: dict[str, list[str]] = {}
    for site in domain.sites:
        shelf = site.shelves[0]
        for number in shelf.numbers[-4:]:
            facts.setdefault(shelf.name(number), []).append(repr(shelf.catalogue.facts(number)))
    assert any(len(said) > 1 for said in facts.values())
    assert all(len(set(said)) == 1 for said in facts.values())


def test_sites_have_their_own_words_for_the_same_facts() -> None:
    sites = make_domain("cameras", scale=SMALL).sites
    labels = [
        {label for _, rows in site.items.facts(site.shelves[0], site.shelves[0].first) for label, _ in rows}
        for site in sites
    ]
    assert len({frozenset(some) for some in labels}) == len(sites)
    assert all(len(a & b) >= 5 for a in labels for b in labels)


def test_samples_are_targets_spread_over_the_sites(domain: Domain) -> None:
    samples = domain.samples(20)
    assert len({(site.name, path) for site, path in samples}) == 20
    assert all(site.is_target(path) and path in set(site.targets()) for site, path in samples)
    assert set(Counter(site.name for site, _ in samples).values()) == {3, 4}
    assert domain.samples(5) == samples[:5]


def test_near_misses_are_pages_and_no_targets(domain: Domain) -> None:
    missed = domain.near_misses(20)
    assert len({(site.name, path) for site, path in missed}) == 20
    for site, path in missed:
        assert site.respond(path).status == 200
        assert not site.is_target(path)
    owners = {site.name for site, _ in missed}
    assert owners & {site.name for site in domain.sites}
    assert owners & {site.name for site in domain.decoys}


def test_same_call_same_answer_whatever_was_asked_before(domain: Domain) -> None:
    make_domain.cache_clear()
    again = make_domain(domain.name, scale=SMALL)
    assert again is not domain
    for one, other in zip(everything(domain), everything(again), strict=True):
        paths = list(one.pages())[::7]
        assert [one.respond(path) for path in paths] == list(
            reversed([other.respond(path) for path in reversed(paths)])
        )


def test_another_seed_is_another_web() -> None:
    one, other = (make_domain("laptops", scale=SMALL, seed=seed).sites[0] for seed in (0, 1))
    assert not set(one.targets()) & set(other.targets())
    assert one.respond("/").body != other.respond("/").body


def test_robots_txt_closes_a_door_that_pages_link_to(domain: Domain) -> None:
    for site in everything(domain):
        assert "Disallow: /private/" in site.respond("/robots.txt").body.decode()
        assert "/private/login" in walked(domain.name, site.name)


def test_what_does_not_exist_is_not_found(domain: Domain) -> None:
    strange = [
        "/nowhere",
        "/p/zzzzzz",
        "/p/000000",
        "/show.php?id=x",
        "/show.php?id=1",
        "/list.php?c=999999",
        "/?page=2x",
        "/events/2007-13",
        "/compare?a=1&b=2",
        "/go/99999999",
        "/print/",
        "/%00",
        "//",
        "/cameras/x-y1.html",
    ]
    for site in everything(domain):
        for path in strange:
            assert site.respond(path).status in (200, 301, 404), path
            assert not site.is_target(path)
        assert site.respond("/nowhere").status == 404


def test_other_addresses_of_a_target_are_known_as_such() -> None:
    printing = [
        site for name in DOMAINS for site in make_domain(name, scale=SMALL).sites if "print" in site.style.corners
    ]
    assert len(printing) >= 4
    for site in printing:
        target = site.samples(1)[0]
        assert site.respond(f"/print{target}").status == 200
        assert site.target_of(f"/print{target}") == target


def test_counted_clicks_lead_to_items() -> None:
    site = next(site for site in make_domain("laptops", scale=SMALL).sites if site.style.canonical)
    moved = re.findall(r'href="(/go/\d+)"', site.respond("/").body.decode())
    assert moved
    items = {site.addresses.listed(shelf, number) for shelf in site.shelves for number in shelf.numbers}
    assert {site.respond(path).header("location") for path in moved} <= items


def test_lists_link_to_overviews_where_there_are_some() -> None:
    site = make_domain("cameras", scale=SMALL).sites[0]
    assert site.style.parts == (OVERVIEW,)
    shelf = site.shelves[0]
    listed = site.hubs.listed(next(hub for hub in site.hubs.all if hub.entries.runs), 1)
    page = fetch(site, site.hubs.address(next(hub for hub in site.hubs.all if hub.entries.runs)))
    targets = {link.target.removeprefix(BASE) for link in page.links}
    assert {site.addresses.item(shelf, number, OVERVIEW) for number in listed} <= targets
    assert not {site.addresses.item(shelf, number) for number in listed} & targets


@pytest.mark.parametrize("name", DOMAINS)
def test_sites_of_a_domain_differ_in_their_traits(name: str) -> None:
    styles = STYLES[name]
    for trait, least in (("frame", 4), ("layout", 3), ("ways", 5), ("anchors", 3), ("urls", 2), ("others", 4)):
        assert len({getattr(style, trait) for style in styles}) >= least, trait


def test_mute_links_carry_no_word() -> None:
    site = make_domain("mp3_players", scale=SMALL).sites[0]
    assert site.style.anchors == "mute"
    shelf = site.shelves[0]
    items = {site.addresses.listed(shelf, number) for number in shelf.numbers}
    for page in walked("mp3_players", site.name).values():
        assert [link.anchor for link in page.links if link.target.removeprefix(BASE) in items and link.anchor] == []


def test_size_and_scale_are_checked() -> None:
    with pytest.raises(UsageError, match="did you mean 'cameras'"):
        make_domain("camera")
    for scale in (0, -1, float("nan"), float("inf")):
        with pytest.raises(UsageError, match="--scale"):
            make_domain("cameras", scale=scale)


def test_templates_can_be_filled() -> None:
    """Braces do not nest, and every hole with one word is a name that is given."""
    given = {"name", "maker", "other", "person", "town", "number", "label"}
    texts = [*HEADLINES.values(), *(text for some in SENTENCES.values() for text in some)]
    for kind in KINDS.values():
        texts += [*kind.sentences, *(template for _, rows in kind.sheet for _, template in rows)]
    for text in texts:
        rest = re.sub(r"\{[^{}]*\}", "", text)
        assert not set(rest) & set("{}"), text
        assert set(re.findall(r"\{([a-z]+)\}", text)) <= given, text


def test_pages_have_a_realistic_weight() -> None:
    for name in DOMAINS:
        for site in make_domain(name, scale=SMALL).sites:
            sizes = [len(site.respond(path).body) for path in site.pages()]
            assert min(sizes) > 2000, site.name
            assert max(sizes) < 30_000, site.name


def test_lists_below_a_number_are_prefixes_of_the_whole() -> None:
    """Sites rest on it: their shelves are stretches of the world's lists."""
    shelf = make_domain("cameras", scale=SMALL).sites[0].shelves[0]
    world: Catalogue = shelf.catalogue
    for maker in range(len(world.brands)):
        whole = world.of_maker(maker, range(world.made_by(maker)))
        assert [number for number in whole if number < shelf.first] == whole[: world.made_by(maker, shelf.first)]
