from __future__ import annotations

import random
import zlib
from pathlib import Path
from sqlite3 import connect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.browsing.opaque import OpaqueUrls
from hubwalk.browsing.recorded import open_recorded
from hubwalk.pages.parse import read
from hubwalk.values import Response

ENTRY = "http://shop.test/cameras/index.html"

PAGES = {
    "plain": "<ul><li><a href='a.html'>A</a><li><a href=/b?x=1&amp;y=2#top>B</a><li><A HREF = \"../c\" >C</A></ul>",
    "base": "<base href='/deep/'><a href=x>x</a><a href='#here'>here</a>",
    "head": "<link rel=canonical href=/canon><link rel=next href='?page=2'><link rel=stylesheet href=/s.css><p>p",
    "frames": "<frameset><frame src=menu.html></frameset>",
    "iframe": "<iframe src='/inner'><a href='/text'>only text</a></iframe><a href=/after>after</a>",
    "comment": "<!-- <a href='/no> --!><a href=/yes>yes</a><!--> <a href=/also>also</a> <!-- <a href=/never>",
    "script": "<script>document.write('<a href=\"/js\">' + x)</script><title><a href=/t></title><a href=/d>d</a>",
    "attributes": "<div title=\"<a href='/quoted'>\"><a title='>' href=/one href=/two>twice</a></div>",
    "entities": "<a href='/q?a=1&copy=2&lt;&#47;x&#x2f'>e</a><a href=' /spaced '>s</a>",
    "broken": "<table><a href=/foster>f</a><tr><td><a href='/cell'>c<a href=/next>n</table><a href='/open>o</a>",
    "outside": "<a href='http://elsewhere.test/x'>x</a><a href='mailto:me@shop.test'>m</a><a href='/p.pdf'>pdf</a>",
    "www": "<a href='https://www.shop.test/cameras/a.html'>the same as a.html</a>",
    "empty": "<a href=''>e</a><a href>h</a><a>n</a>",
}


def response(html: str, url: str = ENTRY) -> Response:
    return Response(url, url, 200, html.encode("latin-1"), (("content-type", "text/html; charset=iso-8859-1"),))


@pytest.mark.parametrize("name", PAGES)
def test_only_the_urls_change(name: str) -> None:
    urls = OpaqueUrls(ENTRY, random.Random(1))
    plain = read(response(PAGES[name]))
    hidden = read(urls.rewrite(response(PAGES[name])))
    assert [(urls.hide(k.target), k.anchor, k.dom_path) for k in plain.links] == [
        (k.target, k.anchor, k.dom_path) for k in hidden.links
    ]
    assert urls.hide(plain.canonical) == hidden.canonical
    assert (plain.title, plain.digest, plain.status) == (hidden.title, hidden.digest, hidden.status)
    assert hidden.url == urls.hide(ENTRY) != ENTRY


# Without <svg>: inside it the HTML parser takes the text of a script or a frame for tags, and we do not.
_PIECES = """<a href= |<a |</a>|<A\nHREF='/x y'>|href='/q?a=1&amp;b=2'|href=/n|"/d"|'/s'|/|>|<|=|"|'| |\n|text|&copy
|&lt;|<!--|-->|--!>|<!|<?|<script>|</script>|<title>|</title>|<textarea |</textarea>|<iframe src=/i>|</iframe>
|<noscript>|<base href=/b/>|<table>|<td>|</table>|<div title=|<link rel=next href=n>|<p|</p>|<frame src=f|<a href="""
_SOUP = st.lists(st.sampled_from(_PIECES.split("|")), max_size=14).map("".join)


@settings(max_examples=300, deadline=None)
@given(html=_SOUP)
def test_only_the_urls_change_in_any_soup_of_tags(html: str) -> None:
    urls = OpaqueUrls(ENTRY, random.Random(1))
    plain, hidden = read(response(html)), read(urls.rewrite(response(html)))
    assert [(urls.hide(k.target), k.anchor, k.dom_path) for k in plain.links] == [
        (k.target, k.anchor, k.dom_path) for k in hidden.links
    ]
    assert plain.digest == hidden.digest


def test_no_word_of_a_url_is_left() -> None:
    urls = OpaqueUrls(ENTRY, random.Random(1))
    html = "<base href='/deep/cameras/'><link rel=canonical href='/cameras/'><a href='canon'>gr\xf6\xdfer</a>"
    text = urls.rewrite(response(html)).body.decode()
    assert "cam" not in text
    assert "canon'" not in text
    assert "größer" in text


def test_the_mapping_is_one_to_one_and_depends_on_nothing_but_the_key() -> None:
    one, two, other = (OpaqueUrls(ENTRY, random.Random(seed)) for seed in (1, 1, 2))
    names = [f"http://shop.test/{i}" for i in range(100)]
    assert [one.hide(n) for n in names] == [two.hide(n) for n in reversed(names)][::-1]
    assert len({one.hide(n) for n in names}) == len(names)
    assert [one.reveal(one.hide(n)) for n in names] == names
    assert one.hide(names[0]) != other.hide(names[0])
    assert one.hide("https://www.shop.test/1") == one.hide("http://shop.test/1")
    assert one.hide("http://elsewhere.test/1") == "http://elsewhere.test/1"
    assert one.hide("http://shop.test/a.png") == "http://shop.test/a.png"


def test_what_is_not_html_stays_as_it_is() -> None:
    urls = OpaqueUrls(ENTRY, random.Random(1))
    picture = Response(ENTRY, ENTRY, 200, b"<a href=/x>", (("Content-Type", "image/png"),))
    assert urls.rewrite(picture).body == picture.body


def test_a_whole_site_can_be_walked_by_its_opaque_urls(tmp_path: Path) -> None:
    pages = {"": "<a href=/list>list</a><a href=/dead>dead</a>", "list": "<a href=/t/1>1</a>", "t/1": "<p>target"}
    path = tmp_path / "shop.sqlite"
    db = connect(path)
    db.execute("CREATE TABLE pages(url, html, is_target)")
    for name, html in pages.items():
        db.execute("INSERT INTO pages VALUES (?, ?, ?)", ("http://shop.test/" + name, zlib.compress(html.encode()), 0))
    db.execute("UPDATE pages SET is_target = url LIKE '%/t/%'")
    db.commit()
    db.close()

    site = open_recorded(path, opaque=random.Random(7))
    assert site.entry == open_recorded(path, opaque=random.Random(7)).entry
    assert len(site.urls()) == 3
    assert site.entry in site.urls()
    front = read(site.fetch(site.entry))
    lists, dead = (link.target for link in front.links)
    assert site.fetch(dead).status == 404
    (target,) = (link.target for link in read(site.fetch(lists)).links)
    assert site.targets == {target}
    assert read(site.fetch(target)).html == "<p>target"
    for url in (site.entry, lists, dead, target):
        assert not any(word in url for word in ("list", "dead", "t/1"))
    assert site.fetch("http://shop.test/list").status == 404  # the true name is no way in
