"""`hubwalk find` without a site: from samples and a search engine to the pages of several sites."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from misbehaving import Web, page
from running import Ran, hubwalk
from searching import SmallSearx

pytest_plugins = ["web_fixtures"]

WORDS = ("zoom", "sensor", "shutter", "aperture", "flash")


def camera_site(web: Web, count: int, *, wanted: bool = True) -> None:
    """Items that show a camera, listed on one page; or, as a decoy, pages with the same words in another order."""
    items = [f"/item/{n}" if wanted else f"/talk/{n}" for n in range(count)]
    web.put("/", page("home", "/list", "/about"))
    web.put("/about", page("about", "/"))
    web.put("/list", page("list", *items))
    for n, path in enumerate(items):
        text = f"Camera {n}: " + " ".join(f"{word} {n * 7 % 13 + 1}" for word in WORDS)
        web.put(path, page(f"camera {n}" if wanted else f"talk {n}", "/list", text=text))


@pytest.fixture
def third_web() -> Iterator[Web]:
    made = Web()
    yield made
    made.close()


@pytest.fixture
def engine(web: Web, other_web: Web, third_web: Web, tmp_path: Path) -> Iterator[tuple[SmallSearx, str]]:
    """Two sites with cameras, one decoy, and an engine that knows all three; two samples as files."""
    camera_site(web, 12)
    camera_site(other_web, 7)
    camera_site(third_web, 9, wanted=False)
    searx, host = SmallSearx(web, other_web, third_web), Web()
    host.put("/search", searx)
    for n in (3, 5):
        (tmp_path / f"sample{n}.html").write_text(web.find(f"/item/{n}").html)
    yield searx, f"searxng:{host.url}"
    host.close()


COMMON = ("--like", "sample3.html", "--like", "sample5.html", "--validator", "url:/item/", "--delay", 0)


def find(tmp_path: Path, engine: str, *options: object) -> Ran:
    return hubwalk("find", *COMMON, "--engine", engine, *options, cwd=tmp_path)


def test_samples_in_pages_of_all_sites_out(
    web: Web, other_web: Web, third_web: Web, engine: tuple[SmallSearx, str], tmp_path: Path
) -> None:
    ran = find(tmp_path, engine[1], "-o", "cameras.jsonl")
    assert ran.code == 0, ran.err
    lines = [json.loads(line) for line in (tmp_path / "cameras.jsonl").read_text().splitlines()]
    wanted = {f"{web.url}/item/{n}" for n in range(12)} | {f"{other_web.url}/item/{n}" for n in range(7)}
    assert {line["url"] for line in lines} == wanted
    assert {line["site"] for line in lines} == {f"{web.url}/", f"{other_web.url}/"}
    assert "2 sites with" in ran.err
    assert all(set(each.pages.values()) == {1} for each in (web, other_web, third_web))  # nothing twice
    searched = [line for line in lines if line["found_via"]["rule"] == "search"]
    assert searched
    explained = hubwalk("explain", "cameras.db", searched[0]["url"], cwd=tmp_path)
    assert f"query '{searched[0]['found_via']['anchor']}'" in explained.out


def test_discover_only_ends_with_the_sites_and_their_evidence(
    web: Web, other_web: Web, engine: tuple[SmallSearx, str], tmp_path: Path
) -> None:
    ran = find(tmp_path, engine[1], "--discover-only", "-o", "sites.jsonl")
    assert ran.code == 0, ran.err
    sites = [json.loads(line) for line in (tmp_path / "sites.jsonl").read_text().splitlines()]
    assert {site["site"] for site in sites} == {f"{web.url}/", f"{other_web.url}/"}
    assert all(site["pages"] and site["queries"] and 0 < site["precision"] <= 1 for site in sites)
    assert "/list" not in web.pages  # nothing was crawled
    asked = len(engine[0].queries)
    crawled = hubwalk("resume", "sites.db", "--crawl", "-o", "pages.jsonl", cwd=tmp_path)
    assert crawled.code == 0, crawled.err
    assert len((tmp_path / "pages.jsonl").read_text().splitlines()) == 19
    assert len(engine[0].queries) == asked


def test_max_time_ends_the_search_too(engine: tuple[SmallSearx, str], tmp_path: Path) -> None:
    limits = ("--queries-per-minute", 120, "--max-time", 1.2)
    ran = find(tmp_path, engine[1], *limits, "-o", "cameras.jsonl")
    assert ran.code == 0, ran.err
    assert "max_time of 1.2 s is over" in ran.err
    asked = len(engine[0].queries)
    assert 0 < asked < 8
    assert "hubwalk resume cameras.db" in hubwalk("status", "cameras.db", cwd=tmp_path).err
    again = hubwalk("resume", "cameras.db", "--max-time", 60, "--max-queries", asked + 1, "-q", cwd=tmp_path)
    assert (again.code, len(engine[0].queries)) == (0, asked + 1), again.err
    assert (tmp_path / "cameras.jsonl").read_text()


def test_resume_does_not_overwrite_what_is_not_its_own(engine: tuple[SmallSearx, str], tmp_path: Path) -> None:
    assert find(tmp_path, engine[1], "-o", "cameras.jsonl", "-q").code == 0
    (tmp_path / "notes.csv").write_text("precious")
    ran = hubwalk("resume", "cameras.db", "-o", "notes.csv", cwd=tmp_path)
    assert ran.code == 2
    assert "notes.csv exists and is not the output of this crawl" in ran.err
    assert (tmp_path / "notes.csv").read_text() == "precious"
    assert hubwalk("resume", "cameras.db", "-o", "cameras.jsonl", "-q", cwd=tmp_path).code == 0


def test_no_more_sites_than_wanted(web: Web, engine: tuple[SmallSearx, str], tmp_path: Path) -> None:
    ran = find(tmp_path, engine[1], "--sites", 1, "-q")
    assert ran.code == 0, ran.err
    assert len({line["site"] for line in ran.pages}) == 1


def test_a_quota_used_up_in_the_middle_gives_a_part_and_can_be_resumed(
    engine: tuple[SmallSearx, str], tmp_path: Path
) -> None:
    searx, spec = engine
    searx.quota = 3
    ran = find(tmp_path, spec, "-o", "cameras.jsonl", "--max-queries", 8)
    assert ran.code == 3, ran.err
    assert "searxng" in ran.err
    assert (tmp_path / "cameras.jsonl").read_text()
    assert "resume may find more" in hubwalk("status", "cameras.db", cwd=tmp_path).out
    searx.quota = -1
    before = searx.queries[:]
    again = hubwalk("resume", "cameras.db", cwd=tmp_path)
    assert again.code == 0, again.err
    answered, asked = before[:3], searx.queries[len(before) :]
    assert asked
    assert not set(answered) & set(asked)  # nothing twice
    queries = hubwalk("export", "cameras.db", "--what", "queries", cwd=tmp_path)
    logged = [json.loads(line) for line in queries.out.splitlines()]
    assert [line["query"] for line in logged if not line["error"]] == [*answered, *asked]
    assert any(line["error"] for line in logged)


def test_nobody_answers(tmp_path: Path, engine: tuple[SmallSearx, str]) -> None:
    ran = find(tmp_path, "searxng:http://127.0.0.1:9", "-o", "cameras.jsonl")
    assert ran.code == 2
    assert "127.0.0.1:9" in ran.err
    assert "hubwalk resume cameras.db" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_nobody_answers_but_a_sample_names_a_site(web: Web, tmp_path: Path) -> None:
    camera_site(web, 5)
    words = ("--like", f"{web.url}/item/3", "--validator", "url:/item/", "--delay", 0, "--json")
    ran = hubwalk("find", *words, "--engine", "searxng:http://127.0.0.1:9", cwd=tmp_path)
    assert ran.code == 3, ran.err
    assert len(ran.pages) == 5
    notices = [event["text"] for event in ran.events if event["event"] == "notice"]
    assert sum("127.0.0.1:9" in text for text in notices) == 1


def test_nothing_found_says_what_else_to_try(tmp_path: Path, engine: tuple[SmallSearx, str]) -> None:
    ran = hubwalk(
        "find", "--keyword", "trombone", "--keyword", "embouchure", "--engine", engine[1], "--validator", "url:/item/",
        cwd=tmp_path,
    )  # fmt: skip
    assert ran.code == 2
    assert "no site found" in ran.err
    assert "another --engine" in ran.err


def test_keywords_instead_of_samples(engine: tuple[SmallSearx, str], tmp_path: Path) -> None:
    ran = hubwalk(
        "find", "--keyword", "zoom", "--keyword", "shutter", "--engine", engine[1], "--validator", "url:/item/",
        "--delay", 0, "--json", cwd=tmp_path,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert len(ran.pages) == 19
    kinds = [event["event"] for event in ran.events]
    assert kinds.count("query") == 3
    assert kinds.count("found") == 2
    assert engine[0].queries == ["zoom", "shutter", "shutter zoom"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--engine", "searxg:http://x.org"], "did you mean 'searxng'"),
        (["--engine", "searxng"], "which instance"),
        (["--engine", "brave"], "BRAVE_API_KEY"),
        (["--engine", "cdx:http://127.0.0.1:9/"], "knows hosts, not words"),
        (["--discover-only", "-o", "sites.parquet"], "write sites and queries as .jsonl or .csv"),
        (["--max-queries", "0"], "--max-queries 0: expected at least 1"),
        (["--sites", "-1"], "--sites -1: expected at least 0"),
        (["--unlike", "none.html", "--engine", "searxng:http://127.0.0.1:9"], "No such file"),
    ],
)
def test_bad_input_ends_with_one_line(words: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "s.html").write_text("<html><body><p>zoom</p></body></html>")
    ran = hubwalk("find", "--like", "s.html", *words, cwd=tmp_path)
    assert ran.code == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1
    assert list(tmp_path.glob("*.db")) == []


def test_samples_without_words(tmp_path: Path, engine: tuple[SmallSearx, str]) -> None:
    (tmp_path / "links.html").write_text("<html><body><a href='/'>only links</a></body></html>")
    ran = hubwalk("find", "--like", "links.html", "--engine", engine[1], cwd=tmp_path)
    assert ran.code == 2
    assert "no words outside of links" in ran.err


def test_samples_in_a_language_without_stop_words(tmp_path: Path, engine: tuple[SmallSearx, str]) -> None:
    """Faroese is told but has no list: the search goes on with all words, and says so."""
    text = "Tað er eitt gott myndatól og tað tekur góðar myndir um summarið og veturin, men tað er ikki bíligt. " * 4
    for n in (1, 2):
        (tmp_path / f"fo{n}.html").write_text(f"<html><body><p>{text} zoom sensor</p></body></html>")
    ran = hubwalk(
        "find", "--like", "fo1.html", "--like", "fo2.html", "--engine", engine[1], "--validator", "url:/item/",
        "--delay", 0, "--max-words", 60, "-q", cwd=tmp_path,
    )  # fmt: skip
    assert "no stop words for language" in ran.err
    assert ran.code == 0, ran.err


def test_the_local_index_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HUBWALK_INDEX", str(tmp_path / "index"))
    (tmp_path / "s.html").write_text("<html><body><p>zoom</p></body></html>")
    ran = hubwalk("find", "--like", "s.html", cwd=tmp_path)
    assert ran.code == 2
    assert "hubwalk search-index build" in ran.err
