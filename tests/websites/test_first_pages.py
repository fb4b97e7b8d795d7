from __future__ import annotations

from made_up_sites import SmallWeb, html

from hubwalk.pages.site_names import SiteNames
from hubwalk.values import Response
from hubwalk.websites.first_pages import first_pages, first_pages_of

NAMES = SiteNames()
HOME = "http://a.test/"


def test_breadth_first_in_the_order_of_links() -> None:
    web = SmallWeb(
        {
            HOME: html([], ["/x", "/y", "http://b.test/", "/logo.png"]),
            f"{HOME}x": html([], ["/x1", "/y", "/"]),
            f"{HOME}y": html([], ["/y1"]),
            f"{HOME}x1": html([]),
            f"{HOME}y1": html([]),
        }
    )
    found = [page.url for page in first_pages(HOME, web.fetch, NAMES)]
    assert found == [HOME, f"{HOME}x", f"{HOME}y", f"{HOME}x1", f"{HOME}y1"]
    assert len(web.asked) == len(set(web.asked)) == 5
    assert [page.url for page in first_pages(HOME, web.fetch, NAMES, limit=3)] == found[:3]


def test_the_order_does_not_depend_on_that_of_the_answers() -> None:
    bodies = {HOME: html([], ["/x", "/y"]), f"{HOME}x": html([], ["/x1"]), f"{HOME}y": html([], ["/y1"])}
    bodies |= {f"{HOME}{name}": html([name]) for name in ("x1", "y1")}
    web = SmallWeb(bodies)
    (site,) = first_pages_of([HOME], web.fetch_each, NAMES)
    assert [page.url for page in site.pages] == [page.url for page in first_pages(HOME, web.fetch, NAMES)]


def test_dead_links_make_room_for_the_next() -> None:
    web = SmallWeb({HOME: html([], ["/dead", "/x", "/y"]), f"{HOME}x": html([]), f"{HOME}y": html([])})
    found = [page.url for page in first_pages(HOME, web.fetch, NAMES, limit=3)]
    assert found == [HOME, f"{HOME}x", f"{HOME}y"]


def test_a_site_of_dead_links_ends() -> None:
    web = SmallWeb({HOME: html([], [f"/dead{number}" for number in range(1000)])})
    assert len(first_pages(HOME, web.fetch, NAMES, limit=10)) == 1
    assert len(web.asked) <= 30


def test_frames_and_refreshing_pages_are_followed() -> None:
    web = SmallWeb(
        {
            HOME: '<html><head><meta http-equiv="refresh" content="5; url=/main"></head><body></body></html>',
            f"{HOME}main": '<html><frameset><frame src="/menu"></frameset></html>',
            f"{HOME}menu": html(["menu"]),
        }
    )
    assert [page.url for page in first_pages(HOME, web.fetch, NAMES)] == [HOME, f"{HOME}main", f"{HOME}menu"]


def test_several_sites_and_one_that_is_down() -> None:
    web = SmallWeb({HOME: html([], ["/x"]), f"{HOME}x": html([]), "http://b.test/": html([], ["http://a.test/x"])})
    told: list[tuple[str, str]] = []
    found = first_pages_of(
        [HOME, "http://down.test/", "http://b.test/", HOME],
        web.fetch_each,
        NAMES,
        on_page=lambda home, page: told.append((home, page.url)),
    )
    other, down = "http://b.test/", "http://down.test/"
    assert [(site.home, len(site.pages)) for site in found] == [(HOME, 2), (down, 0), (other, 1)]
    assert found[1].problem == "nobody there"
    assert not found[0].problem
    assert sorted(told) == [(HOME, HOME), (HOME, f"{HOME}x"), (other, other), (down, down)]


def test_a_home_page_that_leads_elsewhere_stands_for_that_site() -> None:
    moved = "http://new.test/"
    bodies = {moved: html([], ["/x", "http://a.test/y"]), f"{moved}x": html([])}

    def fetch(url: str) -> Response:
        answer = SmallWeb(bodies).fetch(moved if url == HOME else url)
        return Response(url, answer.url, answer.status, answer.body, answer.headers)

    assert [page.url for page in first_pages(HOME, fetch, NAMES)] == [moved, f"{moved}x"]
