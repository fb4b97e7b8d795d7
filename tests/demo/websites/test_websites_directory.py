"""The web's directory, its dump and the encyclopedia, read by the sources that are made for their like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from hubwalk.demo.websites import TOPICS, WebBrowser, WebOfSites, make_web
from hubwalk.demo.websites.directory_dump import CONTENT, STRUCTURE, write_dump
from hubwalk.demo.websites.listed import BRANCH_OF
from hubwalk.demo.websites.rates import IN_ENCYCLOPEDIA, LISTED
from hubwalk.discovery.sources.category_pages import make_category
from hubwalk.discovery.sources.directory import make_directory
from hubwalk.discovery.sources.odp_dump import Dump
from hubwalk.discovery.sources.source import FoundBy, Given
from hubwalk.pages.parse import read
from hubwalk.values import Response


@pytest.fixture(scope="module")
def web() -> WebOfSites:
    return make_web(3000)


class Fetch:
    def __init__(self, web: WebOfSites) -> None:
        self._browser = WebBrowser(web)

    def __call__(self, urls: Sequence[str]) -> list[Response]:
        return [self._browser.fetch(url) for url in urls]


def topics_of(web: WebOfSites, found: Iterable[FoundBy]) -> Counter[str]:
    return Counter(web.topic_of(urlsplit(one.url).hostname or "") or "gone" for one in found)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_branch_lists_a_part_of_its_topic_and_a_little_else(web: WebOfSites, topic: str) -> None:
    url = f"http://directory.test/{BRANCH_OF[topic]}/"
    found = topics_of(web, make_directory(url, Given()).sites(Fetch(web)))
    assert 100 * found[topic] / web.census.topic_size(topic) == pytest.approx(LISTED, abs=5)
    assert 0 < found["other"] + found["gone"] < found.total() / 5
    homes = {one.url for one in make_directory(url, Given()).sites(Fetch(web))}
    assert {site.home for site in web.training(topic)} <= homes


def test_a_general_branch_has_more_sites_and_a_narrow_one_fewer(web: WebOfSites) -> None:
    sizes = []
    for branch in (
        "Recreation",
        "Recreation/Animals",
        "Recreation/Animals/Horses",
        "Recreation/Animals/Horses/Shopping",
    ):
        found = topics_of(web, make_directory(f"http://directory.test/{branch}/", Given()).sites(Fetch(web)))
        sizes.append((found.total(), found["horses"] / found.total()))
    assert [size for size, _ in sizes] == sorted((size for size, _ in sizes), reverse=True)
    assert sizes[0][1] < sizes[1][1] < sizes[2][1]


def test_every_branch_answers_and_others_do_not(web: WebOfSites) -> None:
    for path in web.directory.branches():
        page = read(WebBrowser(web).fetch(f"http://directory.test/{path}/" if path else "http://directory.test/"))
        assert page.ok
        marked = {link.target for link in page.links if link.anchor.endswith("@")}
        assert marked == {f"http://directory.test/{other}/" for other in web.directory.symbolic(path).values()}
    assert web.respond("directory.test", "/Recreation/Animals/Hores/").status == 404
    assert web.respond("directory.test", "/Recreation").header("location") == "/Recreation/"
    assert web.respond("directory.test", "/about/").status == 200
    assert web.respond("directory.test", "/robots.txt").header("content-type") == "text/plain"


def test_the_dump_has_the_sites_of_the_pages(web: WebOfSites, tmp_path: Path) -> None:
    assert [path.name for path in write_dump(web.directory, tmp_path / "new")] == [CONTENT, STRUCTURE]
    fetch = Fetch(web)
    for branch in ("Sports/Combat/Boxing", "Sports"):
        dumped = {one.url for one in Dump(tmp_path / "new" / CONTENT, f"Top/{branch}", Given()).sites(fetch)}
        shown = {one.url for one in make_directory(f"http://directory.test/{branch}/", Given()).sites(fetch)}
        assert dumped == shown
    plain = {one.url for one in Dump(tmp_path / "new" / CONTENT, "Top/Sports", Given()).sites(fetch)}
    linked = Dump(tmp_path / "new" / CONTENT, "Top/Sports", Given(symbolic=True)).sites(fetch)
    assert {web.topic_of(urlsplit(one.url).hostname or "") for one in linked if one.url not in plain} >= {"horses"}


def test_members_of_a_category_link_to_sites_of_the_subject(web: WebOfSites) -> None:
    source = make_category("http://encyclopedia.test/wiki/Category:Sailing", Given(max_pages=1000))
    found = topics_of(web, source.sites(Fetch(web)))
    assert set(found) == {"sailing"}
    assert 100 * found.total() / web.census.topic_size("sailing") == pytest.approx(IN_ENCYCLOPEDIA, abs=1)


def test_pages_of_the_encyclopedia_hang_together(web: WebOfSites) -> None:
    browser = WebBrowser(web)
    start = read(browser.fetch("http://encyclopedia.test/"))
    assert start.url == "http://encyclopedia.test/wiki/Category:Subjects"
    seen, todo = {start.url}, [start]
    while todo and len(seen) < 400:
        for link in todo.pop().links:
            if link.target.startswith("http://encyclopedia.test/") and link.target not in seen:
                seen.add(link.target)
                todo.append(read(browser.fetch(link.target)))
                assert todo[-1].ok, link.target
    assert browser.fetch("http://encyclopedia.test/wiki/Category:Unicorns").status == 404
    assert browser.fetch("http://encyclopedia.test/wiki/Unicorn").status == 404
