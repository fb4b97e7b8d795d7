"""What plain HTML says of a page before any browser has run it."""

from __future__ import annotations

import pytest

from hubwalk.pages.glance import Glance, address_form, glance
from hubwalk.values import Response


def seen(html: str, url: str = "http://site.test/list/cameras") -> Glance:
    return glance(Response(url, url, 200, html.encode(), (("content-type", "text/html; charset=utf-8"),)))


def template(content: str, *, script: str = "/site.js", button: str = "") -> str:
    return (
        f"<html><head><script src='{script}'></script></head><body class='shop'><div id='top'></div>"
        f"<main><h1>Title</h1>{content}{button}</main></body></html>"
    )


@pytest.mark.parametrize(
    "html",
    [
        "<p>Hello <a href='/x'>x</a></p>",
        "<p>one = 1, only = 2</p>",
        "<style>.on { color: red }</style><p>plain</p>",
    ],
)
def test_nothing_can_happen_on_a_plain_page(html: str) -> None:
    assert not seen(html).reacts


@pytest.mark.parametrize(
    "html",
    [
        "<script>x()</script>",
        "<p onclick='x()'>here</p>",
        "<p ONMOUSEOVER = 'x()'>here</p>",
        "<a href='javascript:x()'>here</a>",
        "<form action='/search'><input name='q'></form>",
        "<iframe src='/frame'></iframe>",
        "<details><summary>more</summary><a href='/x'>x</a></details>",
    ],
)
def test_something_may_happen(html: str) -> None:
    assert seen(html).reacts


def test_what_is_no_html_is_of_no_kind() -> None:
    picture = Response("http://site.test/a", "http://site.test/a", 200, b"GIF", (("content-type", "image/gif"),))
    assert glance(picture) == Glance("http://site.test/a", reacts=False, kind="", family="", targets=frozenset())


def test_plain_links_are_known() -> None:
    assert seen("<a href='a'>a</a> <a href='/b#c'>b</a>").targets == {"http://site.test/list/a", "http://site.test/b"}


def test_pages_of_one_template_are_of_one_kind_whatever_they_say() -> None:
    first = seen(template("<p>One</p>"), "http://site.test/item/a650")
    second = seen(template("<p>Two</p><ul><li><a href='/x'>x</a></li></ul>"), "http://site.test/item/x100")
    assert (first.kind, first.family) == (second.kind, second.family)


def test_the_address_parts_kinds_of_one_family() -> None:
    item = seen(template(""), "http://site.test/item/a650")
    listed = seen(template(""), "http://site.test/list/cameras")
    assert item.family == listed.family
    assert item.kind != listed.kind


def test_a_button_makes_another_kind() -> None:
    plain, more = seen(template("")), seen(template("", button="<button class='load-more'>More</button>"))
    assert plain.family != more.family


def test_builds_and_numbers_of_scripts_make_no_kind() -> None:
    scripts = ("/static/app.3f9a2c1b.js?v=1", "/static/app.77aa01cd.js?v=2")
    assert len({seen(template("", script=script)).kind for script in scripts}) == 1
    assert seen(template("", script="/other.js")).kind != seen(template("")).kind


def test_data_in_script_elements_is_no_script() -> None:
    data = "<script type='application/ld+json'>{}</script>"
    assert seen(template(data)).kind == seen(template("")).kind


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("http://site.test/", ""),
        ("http://site.test/products/a650", "products/*"),
        ("http://site.test/products/", "products/"),
        ("http://site.test/products/canon/a650.html", "products/*/*.html"),
        ("http://site.test/2024/05/story", "0/*/*"),
        ("http://site.test/item.php?id=7&page=2", "*.php?id&page"),
        ("http://site.test/v1.2", "*"),
    ],
)
def test_form_of_an_address(url: str, form: str) -> None:
    assert address_form(url) == form
