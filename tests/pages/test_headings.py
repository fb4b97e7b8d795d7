"""The headings that links stand under."""

from __future__ import annotations

from hubwalk.pages.headings import links_with_headings

URL = "http://a.test/"


def headings(html: str) -> dict[str, tuple[str, ...]]:
    return {link.target.removeprefix(URL): above for link, above in links_with_headings(html, URL)}


def test_a_link_stands_under_all_headings_in_force() -> None:
    html = """<a href=0>x</a><h1>Index</h1><a href=1>x</a><h2>Tools</h2><div><p><a href=2>x</a></div>
              <h3>Old  ones</h3><a href=3>x</a><h2>Files</h2><a href=4>x</a><h1>Else</h1><a href=5>x</a>"""
    assert headings(html) == {
        "0": (),
        "1": ("Index",),
        "2": ("Index", "Tools"),
        "3": ("Index", "Tools", "Old ones"),
        "4": ("Index", "Files"),
        "5": ("Else",),
    }


def test_a_link_in_a_heading_stands_under_it() -> None:
    assert headings("<h2><a href=1>Tools</a></h2><a href=2>x</a>") == {"1": ("Tools",), "2": ("Tools",)}


def test_no_page_and_deep_pages() -> None:
    assert headings("") == {}
    assert headings("<h2>T</h2>" + "<div>" * 5000 + "<a href=1>x") == {"1": ("T",)}
