"""Sites that scripts build are told from plain HTML, and ordinary ones are not taken for such."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest

from hubwalk.demo.recorded import RecordedDemo
from hubwalk.demo.sites import make_site
from hubwalk.pages.hollow import Hollow, hollow_pages
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.ports import Browser
from hubwalk.values import Page, Response, Site

SCRIPT = '<script src="/app.js"></script>'
MENU = '<nav><a href="/">Home</a> <a href="/list">List</a> <a href="/news">News</a> Opening hours: never</nav>'
PROSE = "A story that goes on for a while, and tells what nobody wanted to know about the house and its people. " * 2


def page(path: str, body: str = "", *, script: str = SCRIPT) -> Page:
    html = f"<html><head><title>{path}</title>{script}</head><body>{MENU}<main>{body}</main></body></html>"
    return read(Response(f"http://a.test{path}", f"http://a.test{path}", 200, html.encode()))


def crawled(browser: Browser, entry: str, most: int = 150) -> list[Page]:
    """The first pages in breadth, with links in scope, as a crawl log has them."""
    own = Scope(Site(entry)).own
    todo, known, found = deque([entry]), {entry}, list[Page]()
    while todo and len(found) < most:
        seen = read(browser.fetch(todo.popleft()))
        if seen.ok:
            found.append(replace(seen, links=tuple(link for link in seen.links if own(link.target))))
            new = {own(link.target): None for link in found[-1].links if own(link.target) not in known}
            known |= new.keys()
            todo += new
    return found


def test_a_shell_that_a_script_fills() -> None:
    shell = Response("http://a.test/", "http://a.test/", 200, b'<html><body><div id="root"></div><script src="/a.js">')
    assert hollow_pages([read(shell)], ()) == Hollow(1, 1)
    assert hollow_pages([read(shell)], ()).built_by_scripts


def test_the_frame_around_all_pages_does_not_fill_them() -> None:
    lists = [page(f"/list/{n}", "<h1>Loading ...</h1><ul></ul>") for n in range(5)]
    assert hollow_pages([page("/", PROSE), *lists], ()) == Hollow(5, 6)


@pytest.mark.parametrize(
    "body",
    [
        PROSE,
        '<a href="/list/1">1</a> <a href="/list/2">2</a>',
        '<form action="/login"><input name="me"></form>',
        "<p>" + "所蔵品の一覧はこちらの頁にあります。" * 9,  # no spaces between words
    ],
)
def test_links_text_or_a_form_of_its_own_fill_a_page(body: str) -> None:
    empty = [page(f"/list/{n}") for n in range(5)]
    assert hollow_pages([*empty, page("/a", body)], ()) == Hollow(5, 6)


def test_pages_without_scripts_and_wanted_ones_are_not_hollow() -> None:
    data = '<script type="application/ld+json">{"@type": "Thing"}</script>'
    plain = [page(f"/list/{n}", script=data) for n in range(5)]
    assert hollow_pages(plain, ()) == Hollow(0, 5)
    wanted = [page(f"/thing/{n}") for n in range(5)]
    found = hollow_pages(wanted, {one.url for one in wanted})
    assert (found, found.built_by_scripts) == (Hollow(0, 0), False)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("instruments", True), ("cameras", False), ("phones", False), ("laptops", False), ("university", False)],
)
def test_sites_of_the_demo(name: str, expected: bool) -> None:
    site = RecordedDemo(make_site(name, 100), "http://demo.test/")
    assert hollow_pages(crawled(site, site.entry), site.targets).built_by_scripts is expected


def test_scripts_in_the_frame_make_no_site_of_scripts() -> None:
    """As ordinary sites have them: the demo's cameras, with statistics on every page."""
    site = RecordedDemo(make_site("cameras", 100), "http://demo.test/")
    pages = [replace(one, html=one.html.replace("</head>", f"{SCRIPT}</head>")) for one in crawled(site, site.entry)]
    assert all(SCRIPT in one.html for one in pages)
    assert not hollow_pages(pages, site.targets).built_by_scripts
