from __future__ import annotations

import gzip
import json
import os
import random
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from hubwalk.browsing.recorded import RecordedSite, open_recorded
from hubwalk.errors import HubwalkError, LogError, UsageError
from hubwalk.pages.parse import read
from hubwalk.ports import Browser
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import export
from hubwalk.values import Choice, Observation, Response, Verdict

SITE = "http://shop.test/"
HTML = (("Content-Type", "text/html; charset=utf-8"),)


def page_table(path: Path, pages: dict[str, tuple[str, int]], **more: object) -> Path:
    """An SQLite file of pages, with the tables `labels` and `meta` where they are asked for."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT) WITHOUT ROWID")
    for url, (html, is_target) in pages.items():
        db.execute("INSERT INTO pages VALUES (?, ?, ?)", (url, zlib.compress(html.encode()), is_target))
    if "labels" in more:
        db.execute("CREATE TABLE labels(task TEXT, url TEXT)")
        db.executemany("INSERT INTO labels VALUES (?, ?)", more["labels"])  # type: ignore[arg-type]
    if "record" in more:
        db.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT)")
        db.execute("INSERT INTO meta VALUES ('record', ?)", (json.dumps(more["record"]),))
    db.commit()
    db.close()
    return path


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    return page_table(
        tmp_path / "shop.sqlite",
        {
            "http://shop.test/start": ("<a href='/a b'>a</a><a href='/p/1'>p</a>", 0),
            "http://shop.test/a b": ("<p>camera", 1),
            "http://SHOP.test:80/c": ("<p>camera too", 1),
            "http://shop.test/p/1": ("<p>printer", 0),
        },
        labels=[
            ("camera", "http://shop.test/a b"),
            ("camera", "http://SHOP.test:80/c"),
            ("printer", "http://shop.test/p/1"),
            ("printer", "http://shop.test/never/recorded"),
            ("unsampled", "http://shop.test/p/1"),
        ],
        record={
            "name": "The Shop",
            "entry": "http://shop.test/start",
            "primary_task": "camera",
            "samples": ["http://shop.test/a b"],
            "other_tasks": [{"task": "printer", "samples": ["http://shop.test/p/1"]}],
        },
    )


def test_page_table(labelled: Path) -> None:
    site = open_recorded(labelled)
    assert isinstance(site, Browser)
    assert (site.name, site.entry, site.tasks) == ("The Shop", f"{SITE}start", ("camera", "printer", "unsampled"))
    assert site.targets == {f"{SITE}a%20b", f"{SITE}c"}  # canonical, however they were recorded
    assert site.samples == (f"{SITE}a%20b",)
    assert set(site.urls()) == {f"{SITE}start", f"{SITE}a%20b", f"{SITE}c", f"{SITE}p/1"}
    assert site.fetch(f"{SITE}a%20b") == Response(
        f"{SITE}a%20b", f"{SITE}a%20b", 200, b"<p>camera", (("Content-Type", "text/html"),)
    )
    assert [link.target for link in read(site.fetch(site.entry)).links] == [f"{SITE}a%20b", f"{SITE}p/1"]


def test_page_table_with_another_task(labelled: Path) -> None:
    assert open_recorded(labelled, "camera").targets == open_recorded(labelled).targets
    printers = open_recorded(labelled, "printer")
    assert (list(printers.targets), printers.samples) == ([f"{SITE}p/1"], (f"{SITE}p/1",))
    unsampled = open_recorded(labelled, "unsampled")
    assert (list(unsampled.targets), unsampled.samples) == ([f"{SITE}p/1"], ())
    with pytest.raises(UsageError, match="unknown task 'camra': did you mean 'camera'"):
        open_recorded(labelled, "camra")


def test_bare_page_table_begins_at_its_shortest_url(tmp_path: Path) -> None:
    pages = {f"{SITE}x/y": ("y", 1), f"{SITE}x": ("x", 0), f"{SITE}b": ("b", 0)}
    site = open_recorded(page_table(tmp_path / "bare.sqlite", pages))
    assert (site.name, site.entry, site.tasks, site.samples) == ("bare", f"{SITE}b", (), ())
    assert site.targets == {f"{SITE}x/y"}


def test_what_was_not_recorded_is_404(labelled: Path) -> None:
    answer = open_recorded(labelled).fetch(f"{SITE}nowhere")
    assert (answer.status, answer.url, answer.body) == (404, f"{SITE}nowhere", b"")


# -- crawl logs and WARC files ----------------------------------------------------------------------------------------


def _observations() -> Iterator[Observation]:
    def seen(asked: str, at: str, body: str, rule: str, *, accepted: bool = False, status: int = 200) -> Observation:
        response = Response(SITE + asked, SITE + at, status, body.encode(), HTML)
        return Observation(SITE, Choice(SITE + asked, rule), read(response), Verdict(accepted), response=response)

    yield seen("", "", "<a href='/old'>moved</a> <a href='/s'>sample</a>", "start")
    yield seen("s", "s", "<p>sample", "sample", accepted=True)
    yield seen("old", "new", "<p>a target that moved", "walk", accepted=True)
    yield seen("gone", "gone", "<p>gone", "walk", status=410)
    silent = Response(f"{SITE}slow", f"{SITE}slow", 0, error="time-out after 30 s")
    yield Observation(SITE, Choice(f"{SITE}slow", "walk"), read(silent), Verdict(False), response=silent)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    with SqliteCrawlLog.create(path, {}) as log:
        for observation in _observations():
            log.append(observation)
        log.set_site_state("http://other.test/", "running", "")
    return path


@pytest.fixture(params=["db", "warc", "warc.gz"])
def recorded(request: pytest.FixtureRequest, tmp_path: Path, log: Path) -> RecordedSite:
    if request.param == "db":
        return open_recorded(log)
    export(log, tmp_path / f"shop.{request.param}")
    return open_recorded(tmp_path / f"shop.{request.param}")


def test_a_crawl_can_be_replayed_from_its_log_and_its_warc(recorded: RecordedSite) -> None:
    assert (recorded.name, recorded.entry) == ("shop", SITE)
    assert recorded.targets == {f"{SITE}s", f"{SITE}new"}
    assert recorded.samples == (f"{SITE}s",)
    assert set(recorded.urls()) == {SITE, f"{SITE}s", f"{SITE}new"}
    assert recorded.fetch(f"{SITE}s").body == b"<p>sample"
    assert recorded.fetch(f"{SITE}gone").status == 410
    assert recorded.fetch(f"{SITE}unheard").status == 404
    silent = recorded.fetch(f"{SITE}slow")
    assert (silent.status, silent.error) == (0, "time-out after 30 s")


def test_redirects_are_honoured(recorded: RecordedSite) -> None:
    moved, direct = recorded.fetch(f"{SITE}old"), recorded.fetch(f"{SITE}new")
    assert (moved.requested, moved.url, moved.status) == (f"{SITE}old", f"{SITE}new", 200)
    assert (direct.requested, direct.url, direct.body) == (f"{SITE}new", f"{SITE}new", moved.body)


def test_the_sites_of_a_crawl_log_are_its_tasks(log: Path) -> None:
    assert open_recorded(log).tasks == (SITE, "http://other.test/")
    other = open_recorded(log, "http://other.test/")
    assert (other.entry, other.targets, list(other.urls())) == ("http://other.test/", frozenset(), [])
    with pytest.raises(UsageError, match=r"did you mean 'http://shop.test/'"):
        open_recorded(log, "http://shp.test/")


def test_foreign_warc_with_redirects_and_pictures(tmp_path: Path) -> None:
    def record(url: str, kind: str, block: bytes) -> bytes:
        head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        head += f"WARC-Record-ID: <urn:uuid:{abs(hash(url))}>\r\nContent-Length: {len(block)}\r\n\r\n"
        return head.encode() + block + b"\r\n\r\n"

    moved = b"HTTP/1.1 301 Moved\r\nLocation: /home\r\n\r\n"
    loop = b"HTTP/1.1 302 Found\r\nLocation: /loop\r\n\r\n"
    body = gzip.compress(b"<title>Home</title>")
    home = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + body
    picture = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nPNG"
    path = tmp_path / "foreign.warc"
    path.write_bytes(
        record("http://a.test/", "request", b"GET / HTTP/1.1\r\n\r\n")
        + record("http://a.test/", "response", moved)
        + record("http://a.test/loop", "response", loop)
        + record("http://a.test/home", "response", home)
        + record("http://a.test/logo", "response", picture)
        + record("http://a.test/home", "metadata", b"fetchTimeMs: 4\r\n")
    )
    site = open_recorded(path)
    assert (site.entry, list(site.urls()), site.targets) == ("http://a.test/", ["http://a.test/home"], frozenset())
    assert read(site.fetch("http://a.test/")).title == "Home"
    assert site.fetch("http://a.test/").url == "http://a.test/home"
    assert site.fetch("http://a.test/logo").body == b"PNG"
    assert site.fetch("http://a.test/loop").status == 302
    with pytest.raises(UsageError, match="leave out the task"):
        open_recorded(path, "news")


# -- files that are not as they should be ----------------------------------------------------------------------------


def _problem(path: Path) -> str:
    with pytest.raises(HubwalkError) as caught:
        site = open_recorded(path)
        for url in site.urls():
            site.fetch(url)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_files_that_are_no_recorded_sites(tmp_path: Path) -> None:
    path = tmp_path / "x"
    assert "No such file" in _problem(path)
    assert "directory" in _problem(tmp_path)
    path.write_text("hello")
    assert "is no recorded site" in _problem(path)
    path.write_bytes(b"SQLite format 3\0" + bytes(1000))
    assert "damaged" in _problem(path)
    path.write_bytes(gzip.compress(b"no WARC inside, just words\n" * 10))
    assert "is no recorded site" in _problem(path)
    path.write_bytes(gzip.compress(b"WARC/1.0\r\nno WARC inside, just words\n" * 10))
    assert "damaged" in _problem(path)
    path.write_bytes(b"\x1f\x8b that is all")
    assert "cannot read" in _problem(path)
    path.unlink()
    sqlite3.connect(path).execute("CREATE TABLE bookmarks (url)")
    assert "neither a crawl log nor a table" in _problem(path)


def test_empty_recordings(tmp_path: Path) -> None:
    assert "no pages" in _problem(page_table(tmp_path / "empty.sqlite", {}))
    log = tmp_path / "crawl.db"
    SqliteCrawlLog.create(log, {}).close()
    assert "nothing was fetched yet" in _problem(log)
    export(log, tmp_path / "empty.warc")
    assert "no response" in _problem(tmp_path / "empty.warc")


@pytest.mark.parametrize("ending", ["warc", "warc.gz"])
def test_truncated_warc(tmp_path: Path, log: Path, ending: str) -> None:
    path = tmp_path / f"cut.{ending}"
    export(log, path)
    whole = path.read_bytes()
    for left in range(len(whole) - 200, len(whole) - 5, 3):
        path.write_bytes(whole[:left])
        assert "cut off" in _problem(path) or "end-of-stream" in _problem(path)


def test_warc_that_is_one_gzip_stream(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "plain.warc"
    export(log, path)
    zipped = tmp_path / "plain.warc.gz"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    assert "warcio recompress" in _problem(zipped)


def test_damaged_page(labelled: Path) -> None:
    db = sqlite3.connect(labelled)
    db.execute("UPDATE pages SET html = x'1234'")
    db.commit()
    db.close()
    with pytest.raises(LogError, match="damaged"):
        open_recorded(labelled).fetch(f"{SITE}start")


def test_the_corpora_hold_what_their_records_say() -> None:
    folder = os.environ.get("HUBWALK_CORPORA", "")
    files = sorted(Path(folder).glob("*.sqlite")) if folder else []
    if not files:
        pytest.skip("HUBWALK_CORPORA names no folder with recorded sites")
    for path in files:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        record = json.loads(db.execute("SELECT value FROM meta WHERE key = 'record'").fetchone()[0])
        db.close()
        site = open_recorded(path)
        assert (site.name, site.entry, len(site.urls())) == (record["name"], record["entry"], record["pages"])
        assert site.fetch(site.entry).status == 200
        for task in [record | {"task": record["primary_task"]}, *record["other_tasks"]]:
            known = open_recorded(path, task["task"])
            assert len(known.targets) == task["targets_total"], (path, task["task"])
            assert set(known.samples) <= known.targets
            hidden = open_recorded(path, task["task"], opaque=random.Random(1))
            assert len(hidden.targets) == task["targets_total"]
            assert len(read(hidden.fetch(hidden.entry)).links) == len(read(known.fetch(known.entry)).links)
