"""Finding sites: what is kept of engines, going on in another way, and searches that find nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from misbehaving import Html, Visit, Web
from running import Ran, hubwalk
from searching import SmallSearx
from test_find_sites import COMMON, camera_site

pytest_plugins = ["web_fixtures"]

PASSWORD, TOKEN = "s3cret-password", "tokentokentoken"


@pytest.fixture
def searx(web: Web, tmp_path: Path) -> SmallSearx:
    camera_site(web, 6)
    for n in (3, 5):
        (tmp_path / f"sample{n}.html").write_text(web.find(f"/item/{n}").html)
    return SmallSearx(web)


@pytest.fixture
def host(searx: SmallSearx) -> Iterator[Web]:
    made = Web()
    made.put("/search", searx)
    yield made
    made.close()


def find(tmp_path: Path, *options: object) -> Ran:
    return hubwalk("find", *COMMON, *options, cwd=tmp_path)


def test_login_and_token_of_an_engine_are_nowhere_and_are_given_again(host: Web, tmp_path: Path) -> None:
    address = f"127.0.0.1:{host.port}"
    spec = f"searxng:http://me:{PASSWORD}@{address}/?language=de&token={TOKEN}"
    ran = find(tmp_path, "--engine", spec, "-o", "c.jsonl", "--json", "--max-queries", 3)
    assert ran.code == 0, ran.err
    shown = hubwalk("status", "c.db", "--json", cwd=tmp_path).out + ran.err
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("c.*"))
    for secret in (PASSWORD, TOKEN):
        assert secret not in shown
        assert secret.encode() not in kept
    assert "language=de" in shown
    without = hubwalk("resume", "c.db", "--max-queries", 4, cwd=tmp_path)
    assert without.code == 2
    assert "hubwalk resume DB --engine searxng:URL" in without.err
    asked = len(host.requests)
    again = hubwalk("resume", "c.db", "--max-queries", 4, "--engine", spec, "-q", cwd=tmp_path)
    assert again.code == 0, again.err
    assert len(host.requests) - asked == 2  # one query more, of two pages


def test_an_index_in_the_folder_is_found_from_another_one(web: Web, searx: SmallSearx, tmp_path: Path) -> None:
    assert searx
    (tmp_path / "elsewhere").mkdir()
    pages = tmp_path / "pages"
    pages.mkdir()
    for n in range(6):
        html = web.find(f"/item/{n}").html
        saved = html.replace("<head>", f'<head><link rel="canonical" href="{web.url}/item/{n}">')
        (pages / f"{n}.html").write_text(saved)
    assert hubwalk("search-index", "build", "pages", "--index", "mine", cwd=tmp_path).code == 0
    ran = find(tmp_path, "--engine", "local:mine", "-o", "c.jsonl", "--max-queries", 2)
    assert ran.code == 0, ran.err
    again = hubwalk("resume", "../c.db", "--max-queries", 3, "-q", cwd=tmp_path / "elsewhere")
    assert (again.code, again.err) == (0, "")


def test_an_engine_twice_is_refused(host: Web, tmp_path: Path) -> None:
    spec = f"searxng:{host.url}"
    ran = find(tmp_path, "--engine", f"{spec}/?language=de", "--engine", f"{spec}/?language=en", "-o", "c.jsonl")
    assert ran.code == 2
    assert "is given twice" in ran.err
    assert not (tmp_path / "c.db").exists()


class Boasts(SmallSearx):
    """More pages than atoms."""

    def reply(self, to: Visit, body: bytes, kind: str, **headers: str) -> None:
        said = json.loads(body)
        said["number_of_results"] = 10**30
        super().reply(to, json.dumps(said).encode(), kind, **headers)


def test_a_number_of_hits_that_no_log_can_hold(web: Web, host: Web, tmp_path: Path) -> None:
    host.put("/search", Boasts(web))
    ran = find(tmp_path, "--engine", f"searxng:{host.url}", "-o", "c.jsonl", "-q")
    assert (ran.code, ran.err) == (0, "")


def test_samples_without_words_leave_no_trace(host: Web, tmp_path: Path) -> None:
    (tmp_path / "links.html").write_text("<html><body><a href='/'>only links</a></body></html>")
    ran = hubwalk("find", "--like", "links.html", "--engine", f"searxng:{host.url}", "-o", "c.jsonl", cwd=tmp_path)
    assert ran.code == 2
    assert "--keyword" in ran.err
    assert "resume" not in ran.err
    assert not list(tmp_path.glob("c.*"))


def test_empty_keywords_are_none(host: Web, searx: SmallSearx, tmp_path: Path) -> None:
    ran = find(tmp_path, "--keyword", "  ", "--engine", f"searxng:{host.url}", "-q")
    assert ran.code == 0, ran.err
    assert "zoom" in searx.queries


def test_nothing_but_json_on_standard_error(host: Web, tmp_path: Path) -> None:
    text = "Tað er eitt gott myndatól og tað tekur góðar myndir um summarið og veturin, men tað er ikki bíligt. " * 4
    (tmp_path / "sample3.html").write_text(f"<html><body><p>{text} zoom sensor</p></body></html>")
    (tmp_path / "sample5.html").write_text(f"<html><body><p>{text} zoom sensor</p></body></html>")
    ran = find(tmp_path, "--engine", f"searxng:{host.url}", "--json", "--discover-only", "--max-words", 60)
    assert ran.code == 0, ran.err
    kinds = [event["event"] for event in ran.events]
    assert kinds[0] == "notice"
    assert kinds[-2:] == ["search", "end"]


def test_a_list_of_sites_without_a_site_is_a_failure(host: Web, tmp_path: Path) -> None:
    words = ("--keyword", "trombone", "--validator", "url:/item/", "--engine", f"searxng:{host.url}")
    ran = hubwalk("find", *words, "--discover-only", "-o", "sites.csv", cwd=tmp_path)
    assert ran.code == 2
    assert "no site found" in ran.err
    assert len((tmp_path / "sites.csv").read_text().splitlines()) == 1  # the names of the columns


def test_without_a_network_it_says_so_and_a_resume_tries_again(
    web: Web, searx: SmallSearx, host: Web, tmp_path: Path
) -> None:
    port, answers = web.port, web.answers
    web.close()
    ran = find(tmp_path, "--engine", f"searxng:{host.url}", "-o", "c.jsonl", "--retries", 0)
    assert ran.code == 2
    assert "connection refused" in ran.err
    assert "hubwalk resume c.db" in ran.err
    asked = len(searx.queries)
    back = Web(port)
    back.answers = answers
    try:
        again = hubwalk("resume", "c.db", "-q", cwd=tmp_path)
    finally:
        back.close()
    assert again.code == 0, again.err
    assert len((tmp_path / "c.jsonl").read_text().splitlines()) == 6
    assert len(searx.queries) == asked


def test_after_crawl_a_plain_resume_goes_on_with_the_crawl(web: Web, host: Web, tmp_path: Path) -> None:
    ran = find(tmp_path, "--engine", f"searxng:{host.url}", "--discover-only", "-o", "sites.jsonl")
    assert ran.code == 0, ran.err
    sites = (tmp_path / "sites.jsonl").read_text()
    assert "--crawl -o" in hubwalk("status", "sites.db", cwd=tmp_path).err
    careless = hubwalk("resume", "sites.db", "--crawl", cwd=tmp_path)
    assert careless.code == 2
    assert "list of sites" in careless.err
    first = hubwalk("resume", "sites.db", "--crawl", "-o", "pages.jsonl", "--max-pages", 4, "-q", cwd=tmp_path)
    assert first.code == 0, first.err
    again = hubwalk("resume", "sites.db", "-q", cwd=tmp_path)
    assert again.code == 0, again.err
    assert len((tmp_path / "pages.jsonl").read_text().splitlines()) == 6
    assert (tmp_path / "sites.jsonl").read_text() == sites
    assert hubwalk("resume", "sites.db", "--crawl", "-q", cwd=tmp_path).code == 0
    assert set(web.pages.values()) == {1}


class Misses(Html):
    """An engine that speaks JSON and finds nothing in it."""

    def send(self, to: Visit) -> None:
        self.reply(to, b'{"results": []}', "application/json")


def test_one_engine_without_quota_and_one_that_knows_little(host: Web, searx: SmallSearx, tmp_path: Path) -> None:
    poor = Web()
    poor.put("/search", Misses())
    try:
        searx.quota = 4
        engines = ("--engine", f"searxng:{host.url}", "--engine", f"searxng:{poor.url}")
        ran = find(tmp_path, *engines, "-o", "c.jsonl")
        assert ran.code == 3, ran.err
        answered = searx.queries[:4]
        searx.quota = -1
        again = hubwalk("resume", "c.db", "-q", cwd=tmp_path)
        assert again.code == 0, again.err
        assert not set(answered) & set(searx.queries[5:])
        assert max(poor.pages.values()) == 1
    finally:
        poor.close()


def test_explain_a_page_that_only_the_search_has_seen(web: Web, host: Web, tmp_path: Path) -> None:
    ran = find(tmp_path, "--engine", f"searxng:{host.url}", "--discover-only", "-o", "sites.jsonl", "--max-queries", 2)
    assert ran.code == 0, ran.err
    page = json.loads((tmp_path / "sites.jsonl").read_text().splitlines()[0])["pages"][0]
    told = hubwalk("explain", "sites.db", page, cwd=tmp_path)
    assert told.code == 0, told.err
    assert "the URL matches" in told.out
    about = json.loads(hubwalk("explain", "sites.db", page, "--json", cwd=tmp_path).out)
    assert (about["state"], about["accepted"]) == ("searched", True)
    assert hubwalk("explain", "sites.db", f"{web.url}/list", cwd=tmp_path).code == 2
