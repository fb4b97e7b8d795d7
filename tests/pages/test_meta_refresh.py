"""Where a page sends its reader by itself."""

from __future__ import annotations

import pytest

from hubwalk.pages.meta_refresh import DOM_PATH, with_refresh
from hubwalk.pages.parse import parse


@pytest.mark.parametrize(
    "meta",
    [
        '<meta http-equiv="refresh" content="5; url=in.html">',
        "<META CONTENT='0;URL=in.html' HTTP-EQUIV='Refresh'>",
        "<meta http-equiv=refresh content=0;url=in.html>",
        '<meta http-equiv="refresh" content="3;url=\'in.html\'">',
        '<meta http-equiv="refresh" content="0; in.html">',
        '<meta http-equiv="refresh" content="0; url=/x/../in.html#top" />',
    ],
)
def test_a_refresh_is_a_link(meta: str) -> None:
    page = with_refresh(parse(f"<html><head>{meta}</head><body></body></html>", "http://a.test/"))
    assert [(link.target, link.dom_path) for link in page.links] == [("http://a.test/in.html", DOM_PATH)]


@pytest.mark.parametrize(
    "head",
    [
        '<meta http-equiv="refresh" content="300">',
        '<meta http-equiv="refresh" content="300;">',
        '<meta http-equiv="refresh" content="5; url=">',
        '<meta http-equiv="refresh">',
        '<meta name="refresh" content="0; url=in.html">',
        '<meta http-equiv="refresh" content="0; url=javascript:go()">',
        "<title>how to refresh</title>",
    ],
)
def test_what_leads_nowhere_is_none(head: str) -> None:
    page = parse(f"<html><head>{head}</head><body></body></html>", "http://a.test/")
    assert with_refresh(page) is page


def test_frames_are_links_anyhow() -> None:
    html = "<frameset cols='20%,*'><frame src='menu.html'><frame src='text.html'></frameset>"
    assert [k.target for k in parse(html, "http://a.test/").links] == [
        "http://a.test/menu.html",
        "http://a.test/text.html",
    ]


def test_a_link_that_is_there_is_not_told_twice() -> None:
    html = '<meta http-equiv="refresh" content="9; url=in.html"><a href="in.html">enter</a>'
    page = parse(html, "http://a.test/")
    assert with_refresh(page) is page


def test_white_space_without_end_takes_no_time() -> None:
    html = f"<meta http-equiv=refresh content='{' ' * 9000}=a\"b'>"  # tried split by split it would take days
    page = parse(html, "http://a.test/")
    assert with_refresh(page) is page
