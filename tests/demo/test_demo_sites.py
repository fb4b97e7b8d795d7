"""What holds for every demo site: pure, deterministic, known targets, all of them reachable, of any size."""

from __future__ import annotations

import re
import sys
import tracemalloc
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from demo_walking import BASE, fetch, links, walk

from hubwalk.demo.site import MIN_SIZE, DemoSite
from hubwalk.demo.sites import SITES, make_site
from hubwalk.errors import UsageError
from hubwalk.values import Page

SMALL, LARGE = 300, 300_000


@pytest.fixture(scope="module", params=SITES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def site(name: str) -> DemoSite:
    return make_site(name, SMALL)


@pytest.fixture(scope="module")
def pages(site: DemoSite) -> dict[str, Page]:
    """All real pages of the small site."""
    return {path: fetch(site, path) for path in site.pages()}


def test_same_seed_same_bytes_whatever_was_asked_before(name: str, site: DemoSite) -> None:
    paths = list(site.pages())
    answers = {path: site.respond(path) for path in paths}
    other = make_site(name, SMALL)
    assert [path for path in reversed(paths) if other.respond(path) != answers[path]] == []


def test_other_seed_other_site(name: str, site: DemoSite) -> None:
    other = make_site(name, SMALL, seed=1)
    assert not set(site.targets()) & set(other.targets())
    assert site.respond("/").header("etag") != other.respond("/").header("etag")


def test_default_size(name: str) -> None:
    assert 200 <= make_site(name).page_count <= 5000


def test_pages_are_counted_right(site: DemoSite) -> None:
    paths = list(site.pages())
    assert len(set(paths)) == len(paths) == site.page_count
    assert abs(site.page_count - SMALL) < SMALL  # small sites have relatively many lists


def test_every_page_but_the_odd_ones_answers(site: DemoSite) -> None:
    for path in site.pages():
        if not path.startswith("/archive/"):
            answer = site.respond(path)
            assert (answer.status, answer.delay, answer.failures) == (200, 0, 0), path
            assert len(answer.body) > 800, path


def test_targets_are_pages_and_know_their_address(site: DemoSite) -> None:
    targets = list(site.targets())
    assert len(targets) == site.target_count >= SMALL // 6
    assert set(targets) <= set(site.pages())
    assert all(site.target_of(path) == path for path in targets)


def test_samples_are_targets(site: DemoSite) -> None:
    samples = site.samples(3)
    assert len(set(samples)) == 3
    assert set(samples) <= set(site.targets())
    # Sheets that a script fills in are no samples.
    shown = [path for path in site.targets() if site.way_to(path).technique != "rendering"]
    assert set(site.samples(10**6)) == set(shown)


def _is_camera(html: str) -> bool:
    return 'class="specs"' in html and re.search(r'href="/brands/\w+/cameras/">Cameras</a> &rsaquo;', html) is not None


def _is_laptop(html: str) -> bool:
    return any(f">{label}</th><td>" in html for label in ("Processor", "Panel", "Operating system"))


def _is_review(html: str) -> bool:
    endings = "in daily life|a month in the pocket|tried and tested|worth the money.|under the lens"
    return re.search(rf"<h1>[^<]*: ({endings})</h1>", html) is not None


def _is_person(html: str) -> bool:
    return "Telephone" in html


def _is_sheet(html: str) -> bool:
    return re.search(r'<table class="sheet">|<div id="sheet" data-source', html) is not None


SHOWS: dict[str, Callable[[str], bool]] = {
    "cameras": _is_camera,
    "instruments": _is_sheet,
    "laptops": _is_laptop,
    "phones": _is_review,
    "university": _is_person,
}


def test_truth_is_what_the_pages_show(name: str, site: DemoSite, pages: dict[str, Page]) -> None:
    shown = {path for path, page in pages.items() if SHOWS[name](page.html)}
    assert shown == set(site.targets())


def test_what_links_lead_to_and_nothing_else_can_be_reached_by_links_from_the_home_page(site: DemoSite) -> None:
    reached, targets = walk(site), set(site.targets())
    assert {path for path in targets if site.way_to(path).technique == "links"} == targets & reached
    assert set(site.pages()) - targets <= reached
    assert (targets <= reached) != site.needs_browser


def test_no_page_links_to_another_host(site: DemoSite, pages: dict[str, Page]) -> None:
    traps = ("/calendar/2011/", "/calendar/2011/06/", "/calendar/2011/06/07/", "/search?q=lens", "/cart", "/private/")
    for page in [*pages.values(), *(fetch(site, path) for path in traps)]:
        assert {link.target for link in page.links if not link.target.startswith(BASE + "/")} == set(), page.url


def test_links_of_targets_lead_up(site: DemoSite) -> None:
    """As on real sites: from a target one gets to lists of targets."""
    targets = set(site.targets())
    for path in site.samples(5):
        hub = site.way_to(path).hub
        ups = [up for up in links(site, path) if up == hub or len(targets & set(links(site, up))) >= 2]
        assert ups, path


class Balance(HTMLParser):
    """Finds elements that are opened and not closed, or the other way round."""

    VOID = ("meta", "link", "br", "hr", "img", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(tag)


def _unbalanced(html: str) -> bool:
    check = Balance()
    check.feed(html)
    check.close()
    return bool(check.open or check.wrong)


def test_pages_are_html_with_a_title(pages: dict[str, Page]) -> None:
    for path, page in pages.items():
        if page.status == 200 and not page.error and path != "/archive/empty":
            assert page.title, path
            assert page.html.lower().lstrip().startswith(("<!doctype html>", "<html>")), path


def test_only_pages_that_are_meant_to_be_sloppy_are(name: str, site: DemoSite, pages: dict[str, Page]) -> None:
    sloppy = {path for path, page in pages.items() if path != "/archive/all-comments" and _unbalanced(page.html)}
    meant = ("/archive/broken-", "/archive/moved-", "/archive/never-finishes", "/printers/")
    assert {path for path in sloppy if not path.startswith(meant)} <= set(site.targets())
    assert len(sloppy & set(site.targets())) <= {"cameras": 0.1, "university": 0.3}.get(name, 0) * site.target_count


def test_robots_txt_closes_one_section_that_pages_link_to(site: DemoSite) -> None:
    robots = site.respond("/robots.txt")
    assert robots.header("content-type") == "text/plain"
    assert "Disallow: /private/" in robots.body.decode()
    assert "/private/" in links(site, "/")
    further = [path for path in links(site, "/private/") if path.startswith("/private/") and path != "/private/"]
    assert further
    assert site.respond(further[0]).status == 200


def test_what_does_not_exist_is_an_answer(site: DemoSite) -> None:
    for path in (
        "/nowhere",
        "/nowhere/at/all?x=1",
        "//",
        "/%00",
        "/%ff%fe",
        "/calendar/2011/13/",
        "/archive/slow-99",
        "/?page=x",
    ):
        assert site.respond(path).status in (200, 301, 404), path
    assert site.respond("/nowhere").status == 404


def test_a_folder_without_its_slash_is_redirected(site: DemoSite) -> None:
    answer = site.respond("/archive?page=1")
    assert (answer.status, answer.header("location")) == (301, "/archive/?page=1")


def test_unchanged_pages_are_not_sent_again(site: DemoSite) -> None:
    tag = site.respond("/").header("etag")
    again = site.respond("/", {"if-none-match": tag})
    assert (again.status, again.body) == (304, b"")
    assert site.respond("/", {"if-none-match": '"other"'}).status == 200


def _calls(action: Callable[[], object]) -> int:
    """How many Python functions an action calls: work, without a stopwatch."""
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


def _visit_a_few(site: DemoSite) -> None:
    for path in ["/", *site.samples(5), *(section.path(section.count // 2) for section in site.sections)]:
        if path.rpartition("/")[2] != "all-comments":
            site.respond(path)


def test_a_page_costs_the_same_on_a_huge_site(name: str) -> None:
    small, large = make_site(name, 3000), make_site(name, LARGE)
    assert large.page_count > 100_000
    for site in (small, large):
        _visit_a_few(site)  # what is made once is made
    assert _calls(lambda: _visit_a_few(large)) < 2.5 * _calls(lambda: _visit_a_few(small))


def test_memory_does_not_grow_with_the_site(name: str) -> None:
    def peak(size: int) -> int:
        tracemalloc.start()
        _visit_a_few(make_site(name, size))
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(3000)  # fills the caches of templates
    assert peak(LARGE) < peak(3000) + 400_000


def test_targets_of_a_huge_site_come_one_by_one(name: str) -> None:
    site = make_site(name, LARGE)
    first = next(site.targets())
    assert site.is_target(first)
    assert site.respond(first).status == 200


def test_too_small_a_site_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"--size {MIN_SIZE}"):
        make_site(name, MIN_SIZE - 1)
    assert make_site(name, MIN_SIZE).target_count > 0


def test_an_unknown_site_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match="did you mean 'cameras'"):
        make_site("camera")
