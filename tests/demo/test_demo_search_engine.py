"""The demo web's search engine: it knows a part of each site, and SearXNG's adapter can ask it."""

from __future__ import annotations

import json
from collections import Counter
from urllib.parse import quote, urljoin

import pytest

from hubwalk.demo.search_engine import SearchSite, known_pages, make_engine_for
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.web import Domain, make_domain
from hubwalk.discovery.engines.local import LocalEngine
from hubwalk.discovery.engines.searxng import SearxngEngine
from hubwalk.pages.urls import host_of


@pytest.fixture(scope="module")
def domain() -> Domain:
    return make_domain("cameras", scale=0.05)


@pytest.fixture(scope="module")
def urls(domain: Domain) -> dict[str, str]:
    return {site.name: f"http://{site.name}.test/" for site in (*domain.sites, *domain.decoys)}


@pytest.fixture(scope="module")
def engine(domain: Domain, urls: dict[str, str]) -> LocalEngine:
    return make_engine_for([domain], urls, known=40)


def _ask(site: SearchSite, query: str, **more: str) -> dict[str, list[dict[str, str]]]:
    extra = "".join(f"&{name}={value}" for name, value in more.items())
    answer = site.respond(f"/search?q={quote(query)}&format=json{extra}")
    assert answer.status == 200
    found: dict[str, list[dict[str, str]]] = json.loads(answer.body)
    return found


def test_it_knows_a_part_of_every_site(domain: Domain, engine: LocalEngine) -> None:
    assert engine.pages <= 41 * len((*domain.sites, *domain.decoys))
    for site in (*domain.sites, *domain.decoys):
        found = engine.search(f"site:{site.name}.test home", 100).results
        assert 20 <= len(found) <= 41, site.name


def test_what_it_knows_is_in_the_proportions_of_the_site(domain: Domain) -> None:
    site = make_domain("cameras").sites[0]
    pages = list(known_pages(site, "http://lensledger.test/", 150))
    assert len({page.url for page in pages}) == len(pages) == 151
    kinds = Counter(site.is_target(page.url.removeprefix("http://lensledger.test")) for page in pages)
    expected = 150 * site.target_count / site.page_count
    assert expected / 2 < kinds[True] < 2 * expected
    assert pages == list(known_pages(site, "http://lensledger.test/", 150))


def test_words_of_targets_bring_targets_and_decoys_are_among_the_hosts(engine: LocalEngine) -> None:
    results = engine.search("megapixels aperture", 10).results
    assert any("specifications" in result.title for result in results)
    hosts = {host_of(result.url) for result in engine.search("cameras", 100).results}
    assert {host.startswith("photo-") for host in hosts} == {True, False}


def test_json_has_what_searxng_has_and_pages_do_not_overlap(engine: LocalEngine) -> None:
    site = SearchSite(engine)
    first, second = _ask(site, "cameras"), _ask(site, "cameras", pageno="2")
    assert {"query", "number_of_results", "results", "unresponsive_engines"} <= set(first)
    one, two = ([result["url"] for result in page["results"]] for page in (first, second))
    assert len(one) == len(two) == 10
    assert not set(one) & set(two)
    assert _ask(site, "cameras", pageno="900")["results"] == []
    assert _ask(site, "zzyzx")["results"] == []


@pytest.mark.parametrize(
    "asked", ["/search?format=json", "/search?q=%20&format=json", "/search?q=x&format=json&pageno=a"]
)
def test_what_makes_no_sense_is_refused(engine: LocalEngine, asked: str) -> None:
    answer = SearchSite(engine).respond(asked)
    assert answer.status == 400
    assert "error" in json.loads(answer.body)


def test_people_get_a_page(engine: LocalEngine) -> None:
    site = SearchSite(engine)
    page = site.respond("/search?q=%3Cb%3Ecameras").body.decode()
    assert "<form" in site.respond("/").body.decode()
    assert "&lt;b&gt;cameras" in page
    assert site.respond("/nowhere").status == 404
    assert "Disallow: /search" in site.respond("/robots.txt").body.decode()


def test_until_it_is_told_its_engine_it_is_not_ready() -> None:
    assert SearchSite().respond("/search?q=x&format=json").status == 503


def test_the_adapter_for_searxng_understands_it(domain: Domain) -> None:
    search = SearchSite()
    with serve_in_thread([*domain.sites, *domain.decoys, search]) as urls:
        search.engine = make_engine_for([domain], urls, known=20)
        answer = SearxngEngine(urls["search"]).search("cameras", 15)
    assert len(answer.results) == 15
    assert answer.hits >= 15
    known = {urljoin(urls[site.name], path) for site in (*domain.sites, *domain.decoys) for path in site.pages()}
    assert {result.url for result in answer.results} <= known
