"""Crawlers made out of one sample, on a small demo site and on sites made up here."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hubwalk.drivers.replay import ParsedPages
from hubwalk.evaluation.structure_cells import ACCEPTED, METHODS, PUBLISHED, REFUSED, UNSEEN, run_cell
from hubwalk.evaluation.structure_crawl import crawl_by, map_site
from hubwalk.evaluation.structure_sites import OWN, Stage, Subject, open_subject, specs_of
from hubwalk.evaluation.structure_suite import make_structure_suite
from hubwalk.recipes.navigation_pattern import NavigationPattern
from hubwalk.recipes.url_pattern import UrlPattern
from hubwalk.values import Page, Response, Site, Verdict

H = "http://h.test"


class MadeUp:
    """Pages by their path; an item is a page with a table."""

    def __init__(self, links: Mapping[str, list[str]]) -> None:
        self.links = links

    def fetch(self, url: str) -> Response:
        path = url.removeprefix(H)
        if path not in self.links:
            return Response(url, url, 404)
        anchors = "".join(f"<li><a href='{to}'>{to}</a></li>" for to in self.links[path])
        table = "<table><tr><td>1<td>2<tr><td>3<td>4</table>" if "/item/" in path else ""
        html = f"<title>{path}</title><h1>{path}</h1>{table}<ul>{anchors}</ul>"
        return Response(url, url, 200, html.encode(), (("Content-Type", "text/html"),))


class Items:
    def judge(self, page: Page) -> Verdict:
        return Verdict("<table" in page.html)


def pattern(*levels: str) -> NavigationPattern:
    return NavigationPattern(tuple(UrlPattern(f"{H}{level}") for level in levels))


SHOP = {
    "/": ["/list/1", "/list/2", "/about"],
    "/list/1": ["/item/1", "/item/2", "/"],
    "/list/2": ["/item/2", "/item/3", "/item/9", "/about"],
    "/about": ["/", "/team"],
    "/team": [],
    **{f"/item/{n}": ["/", f"/item/{n}/parts"] for n in (1, 2, 3)},
    "/item/1/parts": [],
}


def test_a_map_ends_before_the_crawl_begins_anew() -> None:
    pages = ParsedPages(MadeUp(SHOP))
    made = map_site(Site(f"{H}/"), pages, Items(), pages.read(f"{H}/item/1"), 100)
    assert isinstance(made.crawler, NavigationPattern)
    assert [level.text for level in made.crawler.levels] == [r"http://h\.test/list/\d+", r"http://h\.test/item/\d+"]
    assert (made.downloads, made.ways) == (9, 1)  # without /item/1/parts: targets are not expanded
    assert {page.url for page in made.accepted} == {f"{H}/item/{n}" for n in (1, 2, 3)}
    crawl = crawl_by(made.crawler, Site(f"{H}/"), pages)
    assert crawl.downloads == 7  # entry, two lists, three items and a dead link
    assert sorted(page.url for page in crawl.result) == [f"{H}/item/{n}" for n in (1, 2, 3)]


def test_a_page_on_two_levels_is_downloaded_once() -> None:
    site = {"/": ["/a", "/b"], "/a": ["/b"], "/b": ["/a"]}
    crawl = crawl_by(pattern("/[ab]", "/[ab]"), Site(f"{H}/"), ParsedPages(MadeUp(site)))
    assert crawl.downloads == 3
    assert sorted(page.url for page in crawl.result) == [f"{H}/a", f"{H}/b"]


def test_nothing_to_make_a_crawler_of() -> None:
    pages = ParsedPages(MadeUp({"/": ["/about"], "/about": []}))
    made = map_site(Site(f"{H}/"), pages, Items(), pages.read(f"{H}/"), 100)
    assert (made.crawler, made.ways) == (None, 0)
    assert crawl_by(made.crawler, Site(f"{H}/"), pages).downloads == 0


def stage(links: Mapping[str, list[str]], targets: list[str]) -> Stage:
    urls = frozenset(H + target for target in targets)
    return Stage(Site(f"{H}/"), ParsedPages(MadeUp(links)), lambda url: url if url in urls else "", urls)


def test_what_became_of_missed_and_wrong_pages() -> None:
    """Item 4 lies on another way, /odd is a target of another template, /item/5 no target; 6 is new, 1 goes."""
    before = {
        "/": ["/list/1", "/list/2", "/more/a/b/c"],
        "/list/1": ["/item/1", "/item/2", "/item/5", "/odd"],
        "/list/2": ["/item/3"],
        "/more/a/b/c": ["/rare/item/4"],
        "/odd": [],
        "/rare/item/4": [],
        **{f"/item/{n}": [] for n in (1, 2, 3, 5)},
    }
    after = {**before, "/list/1": ["/item/2", "/item/6", "/item/5", "/odd"], "/item/6": []}
    suite = make_structure_suite({"mapping": 100})
    there = ["/item/1", "/item/2", "/item/3", "/rare/item/4", "/odd"]
    subject = Subject(f"{H}/item/1", (stage(before, there), stage(after, [*there[1:], "/item/6"])))
    outcome = run_cell(subject, suite, PUBLISHED)
    assert dict(outcome.missed) == {ACCEPTED: 1, REFUSED: 1}
    assert dict(outcome.wrong) == {ACCEPTED: 1}
    assert (outcome.accepted, outcome.right, outcome.bounded) == (5, 4, False)
    first, later = outcome.crawls
    assert (first.existing, first.found, first.result, first.new, first.arrived) == (5, 3, 4, 0, 0)
    assert (first.recall, first.precision, first.kept_recall) == (0.6, 0.75, 0.6)
    assert (later.existing, later.found, later.new, later.arrived) == (5, 3, 1, 1)
    bounded = run_cell(subject, make_structure_suite({"mapping": 3}), PUBLISHED)
    assert bounded.bounded
    assert bounded.missed.get(UNSEEN, 0) > 0


@pytest.mark.parametrize("method", METHODS)
def test_one_sample_of_a_site_with_one_template(method: str) -> None:
    suite = make_structure_suite({"sites": [], "domains": [], "one_template": {"domains": ["cameras"], "scale": 0.1}})
    specs = specs_of(suite, None)
    assert {spec.template for spec in specs} == {OWN}
    subject = open_subject(next(spec for spec in specs if spec.name == "shuttershelf"), suite)
    outcome = run_cell(subject, suite, method)
    for crawl in outcome.crawls:
        assert crawl.precision == 1.0
        assert crawl.recall >= 0.95
        assert crawl.downloads < outcome.mapping
    assert outcome.crawls[-1].arrived > 0


def test_the_same_cell_comes_out_the_same() -> None:
    subject = Subject(f"{H}/item/1", (stage(SHOP, ["/item/1", "/item/2"]),))
    suite = make_structure_suite({})
    for method in METHODS:
        assert run_cell(subject, suite, method) == run_cell(subject, suite, method)
