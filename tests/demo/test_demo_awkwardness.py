"""Every awkwardness that the camera site promises exists, is linked, and is what it is called."""

from __future__ import annotations

import codecs
import re

import pytest
from demo_walking import BASE, ENDLESS, fetch, links, walk

from hubwalk.demo.cameras import Cameras
from hubwalk.demo.site import read_visit
from hubwalk.pages.duplicates import Duplicates
from hubwalk.pages.parse import read
from hubwalk.pages.urls import canonical
from hubwalk.values import Response


@pytest.fixture(scope="module")
def site() -> Cameras:
    return Cameras(500)


@pytest.fixture(scope="module")
def reached(site: Cameras) -> set[str]:
    return walk(site)


def camera(site: Cameras, number: int) -> str:
    return site.products.path(site.cameras, number)


def printer(site: Cameras, number: int) -> str:
    return site.products.path(site.printers, number)


def shape(html: str) -> list[str]:
    """The classes and headings of a page, without what it says."""
    return re.findall(r'class="(\w+)"|<(h\d)', html)


def test_timeline_by_year(site: Cameras) -> None:
    years = [path for path in links(site, "/timeline/") if re.fullmatch(r"/timeline/\d{4}/", path)]
    assert len(years) == site.cameras.years
    quarters = [path for path in links(site, years[0]) if path.startswith(years[0] + "q")]
    assert len(quarters) == 4
    assert all(site.is_target(p) for p in links(site, quarters[0]) if p.startswith("/cameras/"))


def test_brand_lists_with_pagination(site: Cameras) -> None:
    brands = [path for path in links(site, "/brands/") if path.startswith("/brands/") and path != "/brands/"]
    assert len(set(brands)) == len(site.brands)
    longest = max(range(len(site.brands)), key=site.cameras.made_by)
    path = f"/brands/{site.brands[longest].lower()}/cameras/"
    seen: list[str] = []
    while path:
        here = links(site, path)
        seen += [p for p in here if site.is_target(p)]
        number = int(path.partition("page=")[2] or 1)
        path = next((p for p in here if p.endswith(f"page={number + 1}")), "")
    assert number > 1
    assert len(set(seen)) >= 0.9 * site.cameras.made_by(longest)


def test_printers_in_the_same_template_are_no_targets(site: Cameras) -> None:
    a, b = (fetch(site, path) for path in (camera(site, 12), printer(site, 12)))
    assert set(shape(a.html)) == set(shape(b.html))
    assert not site.is_target(printer(site, 12))


def test_printers_share_the_brands(site: Cameras) -> None:
    both = [n for n in range(len(site.brands)) if site.cameras.made_by(n) and site.printers.made_by(n)]
    assert both
    here = links(site, f"/brands/{site.brands[both[0]].lower()}/")
    assert any(path.startswith("/cameras/") for path in here)
    assert any(path.startswith("/printers/") for path in here)


def test_breadcrumbs_to_brand_and_year(site: Cameras) -> None:
    product = site.cameras.product(40)
    here = links(site, camera(site, 40))
    assert {f"/brands/{product.brand.lower()}/cameras/", f"/timeline/{product.year}/"} <= set(here)


def test_related_products(site: Cameras) -> None:
    paths = [link for link in fetch(site, camera(site, 40)).links if "section.related" in link.dom_path]
    kinds = {link.target.removeprefix(BASE).split("/")[1].partition("?")[0] for link in paths}
    assert {"cameras", "compare"} <= kinds


def test_some_targets_are_in_one_hierarchy_only(site: Cameras) -> None:
    targets = set(site.targets())
    without_timeline = targets - walk(site, avoid=(*ENDLESS, "/timeline/"))
    without_brands = targets - walk(site, avoid=(*ENDLESS, "/brands/"))
    assert without_timeline
    assert without_brands
    assert not without_timeline & without_brands
    assert 0.02 <= len(without_timeline | without_brands) / len(targets) <= 0.04


def test_sitemap_page(site: Cameras) -> None:
    here = links(site, "/sitemap")
    assert {"/timeline/1996/", f"/brands/{site.brands[-1].lower()}/", "/tag/lens/"} <= set(here)


def test_tag_pages_mix_cameras_printers_and_news(site: Cameras) -> None:
    kinds = {path.split("/")[1] for page in ("", "?page=2", "?page=3") for path in links(site, f"/tag/lens/{page}")}
    assert {"cameras", "printers", "news"} <= kinds


def test_search_results_suggest_further_searches(site: Cameras) -> None:
    first = [path for path in links(site, "/search?q=lens") if path.startswith("/search?q=lens+")]
    assert len(first) > 3
    assert any(site.is_target(path) for path in links(site, "/search?q=lens"))
    assert site.respond("/search?q=%3Cscript%3E").body.count(b"<script>") == 0


def test_endless_calendar(site: Cameras, reached: set[str]) -> None:
    assert any(path.startswith("/calendar/") for path in links(site, "/"))
    path, seen = "/calendar/2011/12/", set()
    for _ in range(30):
        assert path not in seen
        seen.add(path)
        months = [p for p in links(site, path) if re.fullmatch(r"/calendar/\d+/\d\d/", p)]
        path = max(months, key=lambda p: tuple(map(int, re.findall(r"\d+", p))))
    assert path > "/calendar/2014/"
    assert not any(p.startswith("/cameras/") for p in links(site, path))


def test_session_ids_in_the_query(site: Cameras) -> None:
    pages = [site.respond(path).body.decode() for path in ("/", "/news/", camera(site, 3))]
    sids = [re.findall(r"/forum/\?sid=(\w+)", html) for html in pages]
    assert all(sids)
    assert len({sid for found in sids for sid in found}) == 3
    forum = site.respond(f"/forum/?sid={sids[0][0]}").body.decode()
    assert f"/forum/lenses/?sid={sids[0][0]}" in forum  # handed on
    assert site.respond("/forum/?sid=1").body != site.respond("/forum/?sid=2").body


def test_session_ids_in_the_path(site: Cameras) -> None:
    html = site.respond(camera(site, 14)).body.decode()
    found = re.findall(r'href="(/cameras/[^"]+;jsessionid=\w+)"', html)
    assert found
    assert site.is_target(found[0])
    assert site.respond(found[0]).status == 200
    assert canonical(BASE + found[0]) == BASE + site.target_of(found[0])


def test_faceted_filters_multiply(site: Cameras) -> None:
    def facets(path: str) -> set[str]:
        return {p for p in links(site, path) if p.startswith("/finder?") and "page=" not in p}

    one = facets("/finder")
    two = set().union(*(facets(path) for path in sorted(one)[:5]))
    three = set().union(*(facets(path) for path in sorted(two - one)[:5]))
    assert len(one) < len(two)
    assert {p.count("=") for p in three} >= {3}
    assert any(site.is_target(p) for path in sorted(one) for p in links(site, path))


def test_facets_show_what_they_promise(site: Cameras) -> None:
    for path in links(site, "/finder?type=reflex&price=300-600"):
        main = fetch(site, path) if site.is_target(path) else None
        if main is not None:
            assert "<td>reflex" in main.html
            assert "<td>300-600" in main.html


def test_comparisons_of_all_pairs(site: Cameras) -> None:
    a, b = (site.cameras.product(n).slug for n in (5, 100))
    path = f"/compare?models={a},{b}"
    assert {camera(site, 5), camera(site, 100)} <= set(links(site, path))
    assert not site.is_target(path)
    assert any(p.startswith("/compare") and p != path for p in links(site, path))


def test_duplicates_with_rel_canonical(site: Cameras) -> None:
    page = fetch(site, camera(site, 10) + "?ref=news")
    assert page.canonical == BASE + camera(site, 10)
    assert page.digest != fetch(site, camera(site, 10)).digest
    known = Duplicates()
    known.add(fetch(site, camera(site, 10)))
    assert known.find(page) == BASE + camera(site, 10)


def test_duplicates_without_rel_canonical(site: Cameras) -> None:
    short, long, plain = site.products.short(11), camera(site, 11) + "/index.html", camera(site, 11)
    pages = [fetch(site, path) for path in (short, long, plain)]
    assert [page.canonical for page in pages] == [""] * 3
    assert len({page.digest for page in pages}) == 1
    assert [site.target_of(path) for path in (short, long)] == [plain, plain]


def test_duplicates_are_linked(site: Cameras, reached: set[str]) -> None:
    for form in (r"/c/\d+$", r"/cameras/.*\?ref=news$", r"/cameras/.*/index.html$", r"/print/cameras/"):
        assert any(re.match(form, path) for path in reached), form


def test_print_versions_are_the_target_again(site: Cameras) -> None:
    page = fetch(site, "/print" + camera(site, 9))
    assert page.canonical == BASE + camera(site, 9)
    assert site.target_of("/print" + camera(site, 9)) == camera(site, 9)
    assert not site.is_target("/print" + printer(site, 9))


def test_soft_404(site: Cameras, reached: set[str]) -> None:
    dead = [p for p in reached if re.fullmatch(r"/cameras/[\w-]+", p) and not site.is_target(p)]
    assert dead
    answer = site.respond(dead[0])
    assert answer.status == 200
    assert b"Nothing here" in answer.body


def test_redirects(site: Cameras, reached: set[str]) -> None:
    slug = site.cameras.product(8).slug
    once = site.respond(f"/old/{slug}.php")
    assert (once.status, once.header("location")) == (301, camera(site, 8))
    assert fetch(site, f"/go/{slug}").url == BASE + camera(site, 8)
    assert any(p.startswith("/old/") for p in reached)
    assert any(p.startswith("/go/") for p in reached)


def test_redirect_loops(site: Cameras, reached: set[str]) -> None:
    for path in ("/archive/redirect-loop-a", "/archive/redirect-to-itself", "/archive/further-1"):
        assert path in reached
        assert fetch(site, path, redirects=50).error == "redirects without end"


def test_slow_pages(site: Cameras, reached: set[str]) -> None:
    assert "/archive/slow-1" in reached
    assert site.respond("/archive/slow-1").delay > 0


def test_failing_pages(site: Cameras, reached: set[str]) -> None:
    assert {"/archive/failing-1", "/archive/gone-1", "/archive/flaky-1"} <= reached
    assert site.respond("/archive/failing-1").status == 500
    assert site.respond("/archive/gone-1").status == 404
    assert site.respond("/archive/flaky-1").failures == 1


def test_one_huge_page(site: Cameras, reached: set[str]) -> None:
    assert "/archive/all-comments" in reached
    assert 2_000_000 < len(site.respond("/archive/all-comments").body) < 10_000_000


def test_bad_charsets(site: Cameras) -> None:
    liar = site.respond("/archive/claims-utf-8")
    assert "utf-8" in liar.header("content-type")
    with pytest.raises(UnicodeDecodeError):
        liar.body.decode("utf-8")
    with pytest.raises(LookupError):
        codecs.lookup(site.respond("/archive/unknown-charset").header("content-type").partition("charset=")[2])
    contradiction = site.respond("/archive/header-against-meta")
    assert "iso-8859-1" in contradiction.header("content-type")
    assert 'charset="utf-8"' in contradiction.body.decode()
    for path in ("claims-utf-8", "unknown-charset", "header-against-meta"):
        assert fetch(site, f"/archive/{path}").links, path


def test_some_targets_have_a_bad_charset(site: Cameras) -> None:
    answer = site.respond(camera(site, 57))
    with pytest.raises(UnicodeDecodeError):
        answer.body.decode("utf-8")
    page = read(Response(BASE, BASE, 200, answer.body, answer.headers))
    assert site.cameras.product(57).name in page.html


def test_broken_html_is_still_readable(site: Cameras) -> None:
    for number in (1, 2, 3, 4):
        page = fetch(site, f"/archive/broken-{number}")
        assert {f"{BASE}/archive/", f"{BASE}/sitemap"} <= {link.target for link in page.links}
        assert not page.html.rstrip().endswith("</html>")


def test_some_targets_have_broken_html_with_nested_tables(site: Cameras) -> None:
    sloppy, neat = (site.respond(camera(site, number)).body.decode() for number in (28, 29))
    assert "<table width=100%><tr><td><table" in sloppy
    assert sloppy.count("</th>") < neat.count("</th>") / 4
    assert fetch(site, camera(site, 28)).links


def test_other_media_and_empty_pages(site: Cameras, reached: set[str]) -> None:
    assert {"/archive/brochure", "/archive/empty"} <= reached
    assert site.respond("/archive/brochure").header("content-type") == "application/pdf"
    assert site.respond("/archive/empty").body == b""


def test_an_article_answers_under_any_words(site: Cameras) -> None:
    answer = site.respond("/news/1003-whatever.html")
    assert (answer.status, answer.header("location")) == (301, site.reading.article_path(3))


def test_the_session_is_taken_out_of_the_address() -> None:
    visit = read_visit("/cameras/a-b1;jsessionid=AF?sid=12&ref=x")
    assert (visit.path, visit.query, visit.session) == ("/cameras/a-b1", {"ref": "x"}, "12")
