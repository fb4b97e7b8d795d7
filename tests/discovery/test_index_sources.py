"""What a local index is built from."""

from __future__ import annotations

import gzip
import sqlite3
import zlib
from pathlib import Path

import pytest

from hubwalk.discovery.engines.local import IndexedPage
from hubwalk.discovery.index_sources import pages_of
from hubwalk.errors import UsageError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import export
from hubwalk.values import Choice, Observation, Page, Response, Verdict

HTML = "<html><head><title>{0}</title></head><body><nav>Menu</nav><p>{0} text</p><a href='/next'>Next</a></body></html>"


def read(*sources: Path) -> tuple[dict[str, IndexedPage], list[str]]:
    skipped: list[str] = []
    pages = {page.url: page for page in pages_of(sources, skipped.append)}
    assert not any("\n" in line for line in skipped)
    return pages, skipped


def page_table(path: Path, *urls: str) -> Path:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT)")
        db.executemany(
            "INSERT INTO pages VALUES (?, ?, 0)", [(u, zlib.compress(HTML.format(u).encode())) for u in urls]
        )
    return path


def crawl_log(path: Path, *sites: str) -> Path:
    with SqliteCrawlLog.create(path, {"sites": list(sites)}) as log:
        for site in sites:
            for name, status in (("", 200), ("item", 200), ("gone", 404)):
                url = site + name
                body = HTML.format(url).encode()
                answer = Response(url, url, status, body, (("Content-Type", "text/html; charset=utf-8"),))
                page = Page(url, url, status, title=url)
                log.append(Observation(site, Choice(url, "start"), page, Verdict(False), response=answer))
    return path


def test_a_page_has_title_visible_text_and_links(tmp_path: Path) -> None:
    pages, skipped = read(page_table(tmp_path / "site.sqlite", "http://a.test/x"))
    page = pages["http://a.test/x"]
    assert page.title == "http://a.test/x"
    assert page.text == "Menu http://a.test/x text Next"
    assert page.links == ("http://a.test/next",)
    assert skipped == []


def test_a_crawl_log_with_several_sites_and_its_warc(tmp_path: Path) -> None:
    log = crawl_log(tmp_path / "crawl.db", "http://a.test/", "http://b.test/")
    expected = {"http://a.test/", "http://a.test/item", "http://b.test/", "http://b.test/item"}
    assert set(read(log)[0]) == expected
    for name in ("crawl.warc", "crawl.warc.gz"):
        export(log, tmp_path / name)
        assert set(read(tmp_path / name)[0]) == expected


def test_a_folder_is_read_with_all_below(tmp_path: Path) -> None:
    crawl_log(tmp_path / "crawl.db", "http://a.test/")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    page_table(tmp_path / "deep" / "site.sqlite", "http://b.test/")
    (tmp_path / "deep" / "er" / "index.php?id=3").write_text(HTML.format("Saved"))
    (tmp_path / "deep" / "picture.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "deep" / "style.css").write_text("body {}")
    (tmp_path / "notes.txt.gz").write_bytes(gzip.compress(b"nothing for us"))
    pages, skipped = read(tmp_path)
    saved = (tmp_path / "deep" / "er" / "index.php?id=3").as_uri()
    assert list(pages) == ["http://a.test/", "http://a.test/item", saved, "http://b.test/"]
    assert skipped == []


@pytest.mark.parametrize(
    ("head", "url"),
    [
        ('<link rel="canonical" href="http://a.test/item#x">', "http://a.test/item"),
        ("<meta property='og:url' content='http://a.test/item'>", "http://a.test/item"),
        ('<meta content="http://a.test/item" property="og:url"/>', "http://a.test/item"),
        ("<!-- saved from url=(0018)http://a.test/item -->", "http://a.test/item"),
        ('<meta property="og:url" content="">', ""),
        ('<meta property="og:url:x" content="http://a.test/item">', ""),
        ("<!-- saved from url=(0014)about:internet -->", ""),
        ("", ""),
    ],
)
def test_where_an_html_file_was_saved_from(tmp_path: Path, head: str, url: str) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        f"<!DOCTYPE html>\n<html><head>{head}<title>T</title></head><body><a href='next'>x</a></body></html>"
    )
    (page,) = read(file)[0].values()
    assert page.url == (url or file.as_uri())
    assert page.links == (("http://a.test/next",) if url else ())


def test_encodings_of_html_files(tmp_path: Path) -> None:
    (tmp_path / "wide.html").write_bytes(HTML.format("Größe").encode("utf-16"))
    (tmp_path / "latin.html").write_bytes(b"<html><meta charset=iso-8859-1><title>Gr\xf6\xdfe</title></html>")
    assert [page.title for page in read(tmp_path)[0].values()] == ["Größe", "Größe"]


def test_what_cannot_be_read_is_left_out_and_said(tmp_path: Path) -> None:
    good = page_table(tmp_path / "good.sqlite", "http://a.test/")
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "cut.warc").write_bytes(b"WARC/1.1\r\nWARC-Type: response\r\n")
    (tmp_path / "cut.sqlite").write_bytes(good.read_bytes()[:600])
    (tmp_path / "letter.txt").write_text("dear")
    (tmp_path / "packed.warc.gz").write_bytes(gzip.compress(b"WARC/1.1\r\n")[:-4])
    names = [path.name for path in tmp_path.iterdir()]
    pages, skipped = read(tmp_path)
    assert list(pages) == ["http://a.test/"]
    assert sorted(name for line in skipped for name in names if f"/{name}" in line) == [
        "cut.sqlite",
        "cut.warc",
        "empty.html",
        "packed.warc.gz",
    ]
    assert len(read(tmp_path / "letter.txt")[1]) == 1  # named by the user, so it is said


def test_damaged_pages_cost_a_line_per_file(tmp_path: Path) -> None:
    path = page_table(tmp_path / "site.sqlite", *(f"http://a.test/{n}" for n in range(5)))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE pages SET html = x'00' WHERE url != 'http://a.test/2'")
    pages, skipped = read(path)
    assert list(pages) == ["http://a.test/2"]
    assert len(skipped) == 2
    assert "4 pages" in skipped[1]


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        read(tmp_path / "none")
