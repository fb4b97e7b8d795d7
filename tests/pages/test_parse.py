"""HTML to pages: links with their DOM paths, whatever the HTML looks like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.pages.parse import parse, read, shape, sketch
from hubwalk.values import Page, Response

URL = "http://example.org/dir/page"


def links(html: str) -> list[tuple[str, str, str]]:
    """Target (without the site), anchor and DOM path of every link."""
    return [(k.target.removeprefix("http://example.org"), k.anchor, k.dom_path) for k in parse(html, URL).links]


def paths(html: str) -> list[str]:
    return [path for _, _, path in links(html)]


def test_links_in_document_order_with_anchor_and_path() -> None:
    html = """<html><body><ul class="menu main"><li><a href="/a">First  <b>one</b></a><li><a href=b>Second</a></ul>
    <map><area href=c alt="A map"></map><div id=content><a href="/d"><img alt="A picture" src=x></a></div>"""
    assert links(html) == [
        ("/a", "First one", "html/body/ul.menu/li/a"),
        ("/dir/b", "Second", "html/body/ul.menu/li[2]/a"),
        ("/dir/c", "A map", "html/body/map/area"),
        ("/d", "A picture", "html/body/div#content/a"),
    ]


def test_frames_and_page_numbers_are_links_too() -> None:
    assert [
        t for t, _, _ in links("<link rel=next href=/2><link rel=stylesheet href=/s.css><iframe src=/f></iframe>")
    ] == ["/2", "/f"]
    assert [t for t, _, _ in links("<frameset><frame src=/left><frame src=/right></frameset>")] == ["/left", "/right"]


def test_positions_count_siblings_that_contain_links() -> None:
    html = "<table><tr><td>no link<tr><td><a href=1>1</a><tr><td>none<td><a href=2>2</a><td><a href=3>3</a></table>"
    row = "html/body/table/tbody/tr"
    assert paths(html) == [f"{row}/td/a", f"{row}[2]/td/a", f"{row}[2]/td[2]/a"]


def test_several_links_in_one_element_are_told_apart() -> None:
    assert paths("<p><a href=1>1</a> <a class=x href=2>2</a> <a href=3>3</a> <a class=x href=4>4</a>") == [
        "html/body/p/a", "html/body/p/a.x", "html/body/p/a[2]", "html/body/p/a.x[2]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("attributes", "step"),
    [
        ('id="main" class="wide"', "div#main"),
        ('class="wide left"', "div.wide"),
        ('id="item17" class="row"', "div.row"),
        ('class="col-6 left"', "div.left"),
        ('id="p12"', "div"),
        ('class="a/b c[1] d#e f"', "div.f"),
        ('class=""', "div"),
        ("", "div"),
    ],
)
def test_steps(attributes: str, step: str) -> None:
    assert paths(f"<div {attributes}><a href=x>x</a></div>") == [f"html/body/{step}/a"]


def test_ids_of_the_items_of_a_list_are_no_kinds() -> None:
    items = "".join(f"<li id={name}><a href={name}>x</a></li>" for name in ("canon", "nikon", "sony", "leica"))
    assert {shape(path) for path in paths(f"<ul>{items}</ul>")} == {"html/body/ul/li/a"}


def test_shape() -> None:
    assert shape("html/body/ul.menu[2]/li[17]/a") == "html/body/ul.menu/li/a"


def test_base_changes_where_links_lead() -> None:
    assert [t for t, _, _ in links("<base href='/other/'><a href=x>x</a><a href=/y>y</a>")] == ["/other/x", "/y"]
    assert parse("<base href='http://cdn.test/z/'><a href=x>x</a>", URL).links[0].target == "http://cdn.test/z/x"
    assert [t for t, _, _ in links("<base href='javascript:1'><a href=x>x</a>")] == ["/dir/x"]
    assert [t for t, _, _ in links("<base target=_blank><a href=x>x</a>")] == ["/dir/x"]


def test_what_is_no_link() -> None:
    assert (
        links(
            "<a name=x>x</a><a href=''>e</a><a href='#top'>t</a><a href='mailto:a@b'>m</a><a href='javascript:1'>j</a>"
        )
        == []
    )


def test_title_canonical_digest() -> None:
    page = parse("<title> A\n title </title><link rel=canonical href='/c?utm_source=x'><p>text", URL)
    assert (page.title, page.canonical) == ("A title", "http://example.org/c")
    assert page.digest == parse("<title>Another</title><div>text</div><script>1</script>", URL).digest
    assert page.digest != parse("<p>texts", URL).digest
    assert parse("<p> ", URL).digest == "", "an empty page must not be the twin of another empty one"


def test_the_digest_is_of_the_visible_text() -> None:
    seen = parse("<p>a  <b>b</b><script>x</script><style>y</style>\nc", URL)
    assert seen.digest == parse("<p>a b c", URL).digest
    assert seen.digest != parse("<p>a b d", URL).digest


BROKEN = [
    "<a href=x>one<a href=y>two",
    "<table><a href=x>before the table</a><tr><td><a href=y>in it",
    "<p><div><a href=x>x</p></div><a href=y>y</a>",
    "<a href='x'>x</a></body></html><a href='y'>late</a>",
    "<A HREF=x>x</A><a\nhref\n=\n'y'\n>y",
    "<!-- <a href=z> --><a href=x>x</a><a href=y>y<!-- never closed",
    "\x00<a href=x>x</a>\ufeff<a href=y>y",
]


@pytest.mark.parametrize("html", BROKEN)
def test_broken_html_keeps_its_links(html: str) -> None:
    assert [t for t, _, _ in links(html)] == ["/dir/x", "/dir/y"]


def test_ten_thousand_levels() -> None:
    page = parse("<div>" * 10_000 + "<a href=x>x</a>", URL)
    assert page.links[0].target == "http://example.org/dir/x"


def test_elements_that_are_never_closed_do_not_make_paths_without_end() -> None:
    found = paths("".join(f"<div><a href=/{n}>x</a>" for n in range(2000)))
    assert len(set(found)) == 2000
    assert max(path.count("/") for path in found) < 512
    assert found[100] == "html/body" + 101 * "/div" + "/a"


markup = st.lists(
    st.sampled_from(["<ul>", "<li>", "</ul>", "<a href=x>", "</a>", "<p class=c>", "<table><tr><td>", "<div id=i>",
                     "text", "</p>", "<a href=/y class=k>", "<form>", "<svg>", "<script>", "</script>", "<b>",
                     "<frameset>", "&lt;"]),
    max_size=40,
).map("".join)  # fmt: skip


@given(markup | st.text())
def test_any_html_is_a_page_and_every_link_has_a_place_of_its_own(html: str) -> None:
    page = parse(html, URL)
    found = [link.dom_path for link in page.links]
    assert len(set(found)) == len(found)
    assert all(path.startswith("html") for path in found)
    assert parse(html, URL) == page


def response(body: bytes, content_type: str = "text/html", status: int = 200) -> Response:
    return Response(URL, URL, status, body, (("content-type", content_type),))


ONLY_IN_PYTHON = ("undefined", "hex", "base64", "rot13", "zlib", "uu", "quopri", "punycode", "idna")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("<title>größe</title>".encode(), "text/html; charset=utf-8"),
        ("<title>größe</title>".encode("latin-1"), "text/html; charset=iso-8859-1"),
        ("<meta charset=utf-8><title>größe</title>".encode(), "text/html"),
        ("<meta charset=iso-8859-1><title>größe</title>".encode("latin-1"), "text/html"),
        ("\ufeff<title>größe</title>".encode("utf-16"), "text/html"),
        ("\ufeff<title>größe</title>".encode(), "text/html; charset=iso-8859-1"),
        ("<title>größe</title>".encode(), "TEXT/HTML;charset=no-such-charset"),
        *(("<title>größe</title>".encode(), f"text/html; charset={name}") for name in ONLY_IN_PYTHON),
        *((f"<meta charset={name}><title>größe</title>".encode(), "text/html") for name in ONLY_IN_PYTHON),
        ("<meta charset=iso-8859-1><title>größe</title>".encode("latin-1"), "text/html; charset=undefined"),
        ("<meta charset=undefined><title>größe</title>".encode("latin-1"), "text/html"),
        ("<meta charset=hex><title>größe</title>".encode("latin-1"), "text/html; charset=undefined"),
        ("<title>größe</title>".encode(), ""),
    ],
)
def test_charsets(body: bytes, content_type: str) -> None:
    assert read(response(body, content_type)).title == "größe"


@pytest.mark.parametrize("declared", ["text/html; charset=punycode", "text/html"])
def test_a_charset_for_names_is_none_for_pages(declared: str) -> None:
    page = read(response(b"<meta charset=punycode><title>x-aaa</title>", declared))
    assert page.title == "x-aaa"


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("<title>Größe „100 €“</title>".encode("cp1252"), "Größe „100 €“"),
        (b"<title>\x8dau \x9d</title>", "\x8dau \x9d"),  # bytes that cp1252 leaves open are not lost either
        ("<title>Grüße, größe</title><p>…".encode()[:-1], "Grüße, größe"),  # a body that was cut within a letter
        ("<title>Grüße, größe</title>".encode() + b"<p>\xfc", "Grüße, größe"),
        ("<title>Grüße</title>".encode("cp1252") + "<p>é".encode(), "Grüße"),  # most of it is no UTF-8
        ("<title>価格</title>".encode(), "価格"),
        ("<title>a\N{REPLACEMENT CHARACTER}b</title>".encode(), "a\N{REPLACEMENT CHARACTER}b"),
        ("<meta charset=iso-8859-7><title>Τιμή</title>".encode("iso-8859-7"), "Τιμή"),
        (b"<meta charset=utf-8><title>Gr\xfc\xdfe</title>", "Gr\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}e"),
    ],
)
def test_pages_that_declare_no_charset_are_utf_8_or_else_western(body: bytes, title: str) -> None:
    assert read(response(body)).title == title


def test_a_lying_charset_costs_letters_not_the_page() -> None:
    page = read(response("<a href=x>größe</a>".encode("latin-1"), "text/html; charset=utf-8"))
    assert page.links[0].target == "http://example.org/dir/x"
    assert page.links[0].anchor.startswith("gr")


def test_read_says_what_is_wrong() -> None:
    assert read(response(b"%PDF", "application/pdf")).error == "not HTML but application/pdf"
    assert not read(response(b"%PDF", "application/pdf")).ok
    assert read(Response(URL, URL, 0, error="time-out")) == Page(URL, URL, 0, error="time-out")
    assert read(Response(URL, URL, 0)).error == "no answer"
    missing = read(response(b"<a href=x>x</a>", status=404))
    assert (missing.status, missing.ok) == (404, False)


def test_read_keeps_what_was_asked_for_apart_from_what_came() -> None:
    page = read(Response("HTTP://Example.org/old?sid=1", "http://example.org/new#x", 200, b"<p>x"))
    assert (page.requested, page.url) == ("http://example.org/old", "http://example.org/new")


def test_sketches_agree_as_much_as_the_texts() -> None:
    words = [f"w{i}" for i in range(600)]
    whole = set(sketch(" ".join(words)))
    nearly = set(sketch(" ".join([*words[:590], "x", "y"])))
    half = set(sketch(" ".join([*words[:300], *(f"v{i}" for i in range(300))])))
    other = set(sketch(" ".join(f"u{i}" for i in range(600))))
    assert len(whole & nearly) > 0.85 * len(whole)
    assert 0.1 * len(whole) < len(whole & half) < 0.6 * len(whole)
    assert whole & other == set()
