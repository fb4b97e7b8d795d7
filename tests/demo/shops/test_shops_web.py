"""The web of shops: the truth about it, its pages, its directory, what an engine knows of it."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from urllib.parse import urlsplit

import pytest

from hubwalk.demo.shops import GENERAL, NARROW, ShopWeb, make_shops
from hubwalk.demo.shops.corpus import near_misses, offers, training_pages
from hubwalk.demo.shops.coverage import INDEXED_SITES, LISTED, is_known, is_listed
from hubwalk.demo.shops.engine import make_engine
from hubwalk.demo.shops.lexicon import LANGUAGES
from hubwalk.demo.shops.ontology import known_pairs, ontology_of
from hubwalk.demo.shops.site_kinds import KINDS
from hubwalk.demo.shops.web import NO_HOST, shared_out
from hubwalk.demo.shops.world import SCREENS, World
from hubwalk.errors import UsageError
from hubwalk.pages.parse import read
from hubwalk.pages.words import own_text

COUNT = 120


@pytest.fixture(scope="module")
def web() -> ShopWeb:
    return make_shops(COUNT)


def test_all_languages_say_the_same_things() -> None:
    lexicons = [
        tomllib.loads((files("hubwalk.demo.shops") / "words" / f"{language}.toml").read_text("utf-8"))
        for language in LANGUAGES
    ]
    shapes = [
        {(part, key, len(said) if part == "sentences" else 0) for part in one for key, said in one[part].items()}
        for one in lexicons
    ]
    assert all(shape == shapes[0] for shape in shapes)


def test_a_web_has_its_sites_in_their_shares(web: ShopWeb) -> None:
    assert len(web.sites()) == COUNT
    assert [len(web.sites(language)) for language in LANGUAGES] == [60, 15, 15, 15, 15]
    assert len({site.host for site in web.sites()}) == COUNT
    assert sum(shared_out(300)) == 300
    counted = Counter(site.kind.name for site in make_shops(600).sites("en"))
    assert all(counted[kind.name] == many for kind, many in zip(KINDS, shared_out(300), strict=True))


def test_the_same_web_again_is_the_same_and_another_seed_another() -> None:
    one, again, other = ShopWeb(40), ShopWeb(40), ShopWeb(40, seed=1)
    urls = [site.home + path[1:] for site in one.sites() for path in site.paths()]
    assert urls == [site.home + path[1:] for site in again.sites() for path in site.paths()]
    assert all(one.fetch(url) == again.fetch(url) for url in urls[::7])
    assert {site.host for site in one.sites()} != {site.host for site in other.sites()}
    assert set(one.world.lines).isdisjoint(other.world.lines)


def test_every_page_answers_and_every_site_can_be_walked_whole(web: ShopWeb) -> None:
    for site in web.sites()[::5]:
        pages = {site.home + path[1:] for path in site.paths()}
        seen, todo = {site.home}, [site.home]
        while todo:
            page = read(web.fetch(todo.pop()))
            assert page.status == 200
            own = {link.target for link in page.links if link.target.startswith(site.home)} - seen
            todo += [url for url in own if not url.endswith("/cart")]
            seen |= own
        assert pages <= seen
        assert seen - pages <= {f"{site.home}cart"}


def test_fit_is_a_site_with_laptop_offers_and_these_have_a_price(web: ShopWeb) -> None:
    for site in web.sites("en"):
        wanted = site.paths_of(wanted=True)
        assert site.fit == bool(wanted)
        for path in wanted[:1]:
            text = own_text(read(web.fetch(site.home + path[1:])).html)
            assert "crowns" in text
            assert any(maker in text for maker in web.world.makers)


def test_hosts_and_pages_that_are_not_there(web: ShopWeb) -> None:
    assert web.fetch("http://nobody.test/").error == NO_HOST
    site = web.sites()[0]
    assert web.fetch(f"{site.home}nothing").status == 404
    assert web.fetch(f"http://www.{site.host}/").status == 200
    list_path = next(path for path, place in site.places.items() if place.role == "list")
    mark = "&" if "?" in list_path else "?"
    assert web.fetch(f"{site.home}{list_path[1:]}{mark}page=99").status == 404
    with pytest.raises(UsageError, match="a web of 3 shops: give a number from"):
        ShopWeb(3)


def test_the_directory_lists_a_part_each_site_in_a_branch_of_its_language(web: ShopWeb) -> None:
    listed: Counter[str] = Counter()
    todo, seen = ["http://directory.test/"], {"http://directory.test/"}
    while todo:
        page = read(web.fetch(todo.pop()))
        assert page.ok
        inside = {link.target for link in page.links if link.target.startswith("http://directory.test/")} - seen
        seen |= inside
        todo += inside
        for link in page.links:
            site = web.site_of(urlsplit(link.target).hostname or "")
            if site is not None:
                listed[site.host] += 1
                assert ("/World/" in page.url) == (site.language != "en")
    assert set(listed) == {site.host for site in web.sites() if is_listed(site.host)}
    assert max(listed.values()) == 2
    assert web.branch("en", GENERAL) in seen
    assert web.branch("de", NARROW).startswith("http://directory.test/World/Deutsch/")
    assert web.fetch("http://directory.test/Computers/Cookers/").status == 404


def test_branches_lead_down_sideways_and_to_other_languages(web: ShopWeb) -> None:
    page = read(web.fetch(web.branch("en", GENERAL)))
    anchors = {link.target: link.anchor for link in page.links}
    assert anchors[web.branch("en", NARROW)] == "Notebooks and Laptops@"
    assert anchors[web.branch("en", f"{GENERAL}/Used")] == "Used"
    assert any("/World/Deutsch/" in url for url in anchors)


def test_shares_are_about_what_they_are_said_to_be() -> None:
    sites = [site.host for seed in range(3) for site in make_shops(600, seed).sites()]
    assert abs(sum(map(is_listed, sites)) / len(sites) - LISTED / 100) < 0.05
    assert abs(sum(map(is_known, sites)) / len(sites) - INDEXED_SITES / 100) < 0.05


def test_an_engine_knows_pages_of_its_language_on_known_sites_only(web: ShopWeb) -> None:
    urls = web.indexed("fr")
    hosts = {urlsplit(url).hostname or "" for url in urls}
    assert hosts == {site.host for site in web.sites("fr") if is_known(site.host)}
    everything = sum(len(list(site.paths())) for site in web.sites("fr") if site.host in hosts)
    assert len(hosts) < len(urls) < everything
    engine = make_engine(web, "fr")
    assert engine.pages == len(urls)
    found = engine.search("ordinateur portable", 20)
    assert found.hits > 0
    assert {result.url for result in found.results} <= set(urls)


def test_the_ontology_file_knows_some_of_the_lines_of_its_web() -> None:
    world = World(0)
    ontology = ontology_of(world)
    data = tomllib.loads((files("hubwalk.demo.shops") / "laptops.toml").read_text("utf-8"))
    written = tuple((maker, line) for maker, lines in data["lexicon"]["pairs"].items() for line in lines)
    assert written == known_pairs(world) == ontology.lexicon.pairs
    assert set(written) < set(world.lines)
    assert {language for language, _ in ontology.lexicon.words} == set(LANGUAGES)
    sizes = {screen.partition('"')[0] for screen in SCREENS}
    assert {value.strip('"').split()[0] for _, _, value in ontology.lexicon.values} < sizes
    assert ontology_of(World(1)).lexicon.pairs != ontology.lexicon.pairs


def test_training_pages_come_from_another_web_and_are_of_both_kinds(web: ShopWeb) -> None:
    corpus = make_shops(COUNT, corpus=True)
    assert corpus.world.lines == web.world.lines
    wanted, others = training_pages(COUNT, 0, "en", 30)
    assert [page.url for page in wanted] == [page.url for page in offers(corpus, "en", 30)]
    assert [page.url for page in others] == [page.url for page in near_misses(corpus, "en", 30)]
    for page in wanted:
        parts = urlsplit(page.url)
        site = corpus.site_of(parts.hostname or "")
        assert site is not None
        assert page.url.removeprefix(site.home[:-1]) in site.paths_of(wanted=True)
    assert not {page.url for page in wanted} & {page.url for page in others}
    assert len({urlsplit(page.url).hostname for page in wanted}) > 15
    assert any(urlsplit(page.url).path == "/" for page in others)
    assert not any(web.fetch(page.url).body.decode() == page.html for page in wanted)
