"""Sitemaps and feeds of strangers: all the forms they come in, and XML that means harm."""

from __future__ import annotations

import gzip
import zlib

import pytest

from hubwalk.pages.feeds import feeds_of, read_feed
from hubwalk.pages.sitemaps import Listed, Sitemap, read_sitemap
from hubwalk.pages.xml_records import records, unpacked

URL = "http://a.test/sitemap.xml"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
URLSET = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<urlset xmlns="{NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> http://A.test/one?utm_source=x </loc><lastmod>2026-11-01</lastmod>
    <image:image><image:loc>http://a.test/one.jpg</image:loc></image:image></url>
  <url><loc>/two#top</loc></url>
  <url><loc>mailto:me@a.test</loc></url>
  <url><lastmod>2026-11-02</lastmod></url>
</urlset>""".encode()
PAGES = Sitemap((Listed("http://a.test/one", "2026-11-01"), Listed("http://a.test/two")))


def test_a_sitemap_plain_and_packed() -> None:
    assert read_sitemap(URLSET, URL) == PAGES
    assert read_sitemap(b"\n  " + URLSET, URL) == PAGES
    assert read_sitemap(gzip.compress(URLSET), URL) == PAGES
    assert read_sitemap(URLSET.replace(f' xmlns="{NAMESPACE}"'.encode(), b""), URL) == PAGES


def test_a_sitemap_of_sitemaps() -> None:
    body = b"<sitemapindex><sitemap><loc>/a.xml.gz</loc><lastmod>2026</lastmod></sitemap></sitemapindex>"
    assert read_sitemap(body, URL) == Sitemap(further=(Listed("http://a.test/a.xml.gz", "2026"),))


def test_a_sitemap_of_plain_lines() -> None:
    assert read_sitemap(b"http://a.test/1\nhttp://a.test/2\n", URL) == Sitemap(
        (Listed("http://a.test/1"), Listed("http://a.test/2"))
    )


@pytest.mark.parametrize(
    "body", [b"", b"nothing of the kind", b"<html><body>404</body></html>", b"\x1f\x8bbroken", b"\0\xff", b"<urlset"]
)
def test_what_is_no_sitemap_and_no_feed(body: bytes) -> None:
    assert read_sitemap(body, URL) in (None, Sitemap())
    assert read_feed(body, URL) is None


def test_a_broken_sitemap_gives_what_there_is() -> None:
    cut = URLSET[: URLSET.index(b"<url><loc>mailto")]
    assert read_sitemap(cut, URL) == PAGES


def test_entities_are_not_expanded_and_files_are_not_read() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    body = f'<!DOCTYPE x [<!ENTITY l0 "ha">{laughs}]><urlset><url><loc>http://a.test/&l9;</loc></url></urlset>'
    found = read_sitemap(body.encode(), URL)
    assert found is None or all(len(line.url) < 100 for line in found.pages)
    stolen = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><urlset><url><loc>/a&f;</loc></url></urlset>'
    found = read_sitemap(stolen.encode(), URL)
    assert found is not None
    assert [line.url for line in found.pages] == ["http://a.test/a"]


def test_what_unpacks_to_too_much_is_nothing() -> None:
    bomb = gzip.compress(b"<urlset>" + b" " * 1_000_000)
    assert unpacked(bomb, limit=1000) == b""
    assert unpacked(b"x" * 1001, limit=1000) == b""
    assert unpacked(bomb, limit=2_000_000).startswith(b"<urlset>")
    assert unpacked(zlib.compress(b"no gzip")) == zlib.compress(b"no gzip")


def test_deep_nesting_is_no_trouble() -> None:
    deep = b"<urlset>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</urlset>"
    assert records(deep, ("url",)).records == ()


def test_feeds_that_a_page_names() -> None:
    html = """<html><head>
    <link rel="alternate" type="application/rss+xml" href="/rss">
    <link rel="ALTERNATE nofollow" type="application/atom+xml; charset=utf-8" href="http://b.test/atom">
    <link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="text/html" href="/m">
    <link rel="stylesheet" type="application/rss+xml" href="/no"><link rel="alternate" type="application/rss+xml">
    </head></html>"""
    assert feeds_of(html, "http://a.test/x/") == ["http://a.test/rss", "http://b.test/atom"]
    assert feeds_of("<html></html>", "http://a.test/") == []


def test_rss_and_atom() -> None:
    rss = b"""<rss version="2.0"><channel><link>http://a.test/</link>
    <item><title>1</title><link>http://a.test/1</link></item>
    <item><guid>http://a.test/2</guid></item><item><guid isPermaLink="false">17</guid></item></channel></rss>"""
    assert read_feed(rss, URL) == ["http://a.test/1", "http://a.test/2"]
    old = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <item rdf:about="x"><link>/3</link></item></rdf:RDF>"""
    assert read_feed(old, URL) == ["http://a.test/3"]
    atom = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/>
    <entry><link rel="self" href="/entry.xml"/><link rel="alternate" href="/4"/></entry>
    <entry><link href="/5"/></entry></feed>"""
    assert read_feed(atom, URL) == ["http://a.test/4", "http://a.test/5"]
