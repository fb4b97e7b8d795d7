"""`hubwalk search-index` as a user calls it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from running import environment, hubwalk
from search_apis import SearchApi, as_brave, as_searxng, reply

from hubwalk.discovery.engines.index_folder import read_info
from hubwalk.discovery.engines.local import IndexedPage, LocalEngine, build_index

PAGES = [IndexedPage(f"http://{host}.test/{n}", f"Camera {n}", "zoom lens") for host in "ab" for n in range(4)]


@pytest.fixture(autouse=True)
def own_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's real index is touched."""
    monkeypatch.setenv("HUBWALK_INDEX", str(tmp_path / "index"))
    return tmp_path / "index"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    for name in ("one", "two"):
        head = f"<link rel=canonical href=http://a.test/{name}><title>{name}\x1b[31m</title>"
        (folder / f"{name}.html").write_text(f"<!doctype html>{head}<p>camera {name}")
    (folder / "empty.html").write_text("")
    return folder


def test_build_query_and_info(tmp_path: Path, saved: Path, own_index: Path) -> None:
    built = hubwalk("search-index", "build", saved, cwd=tmp_path)
    assert (built.code, built.out) == (0, "")
    assert f"left out: {saved}/empty.html: empty" in built.err
    assert "1 left out" in built.err
    assert f"2 pages indexed: {own_index}" in built.err
    asked = hubwalk("search-index", "query", "camera", "one", cwd=tmp_path)
    assert asked.code == 0
    assert asked.out.splitlines() == ["1\thttp://a.test/one\tone\N{REPLACEMENT CHARACTER}[31m"]
    assert "1 hit" in asked.err
    told = hubwalk("search-index", "info", cwd=tmp_path)
    assert "2 pages" in told.out
    assert str(saved) in told.out
    told = hubwalk("search-index", "info", "--json", cwd=tmp_path)
    assert json.loads(told.out)["pages"] == 2
    assert json.loads(told.out)["sources"] == [str(saved)]


def test_add_and_another_folder(tmp_path: Path, saved: Path) -> None:
    for options in ((), ("--add",)):
        page = saved / ("one.html" if not options else "two.html")
        assert hubwalk("search-index", "build", "--index", "mine", *options, page, cwd=tmp_path).code == 0
    assert read_info(tmp_path / "mine").pages == 2
    asked = hubwalk("search-index", "query", "--index", "mine", "--limit", 1, "--json", "camera", cwd=tmp_path)
    answer = json.loads(asked.out)
    assert (answer["query"], answer["hits"], len(answer["results"])) == ("camera", 2, 1)
    assert list(answer["results"][0]) == ["url", "title", "snippet"]
    assert answer["engine"] == f"local:{tmp_path / 'mine'}"


def test_words_in_the_shells_quotes_are_a_phrase(tmp_path: Path, own_index: Path) -> None:
    build_index(own_index, PAGES)
    for words, hits in ((["camera", "zoom lens"], 8), (["camera", "lens zoom"], 0), (["lens zoom"], 8)):
        asked = hubwalk("search-index", "query", "--json", *words, cwd=tmp_path)
        assert json.loads(asked.out)["hits"] == hits


def test_bad_input_is_one_line_and_code_2(tmp_path: Path, saved: Path) -> None:
    for words, said in (
        (["query", "camera"], "hubwalk search-index build"),
        (["info"], "hubwalk search-index build"),
        (["build", "none"], "no such file"),
        (["build", saved / "empty.html"], "no page to index"),
        (["query", "--engine", "bing", "x"], "unknown search engine 'bing'"),
        (["query", "--engine", "searxng", "x"], "searxng:http://"),
        (["query", "--engine", "brave", "x"], "BRAVE_API_KEY"),
        (["query", "--engine", "searxng:http://127.0.0.1:1", "x"], "is it running?"),
        (["query", "--engine", "local", "--index", "a", "x"], "leave it out"),
        (["build", "--index", saved, saved], "choose a new folder"),
    ):
        ran = hubwalk("search-index", *words, cwd=tmp_path)
        assert ran.code == 2, words
        assert ran.out == ""
        assert ran.err.splitlines()[-1].startswith("hubwalk: ")
        assert said in ran.err.splitlines()[-1]
        assert "Traceback" not in ran.err


def test_any_engine_can_be_asked_and_keeps_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = LocalEngine.in_memory(PAGES)
    server = SearchApi(as_searxng(known))
    try:
        ran = hubwalk("search-index", "query", "--engine", f"searxng:{server.url}", "camera", cwd=tmp_path)
        assert len(ran.out.splitlines()) == 8
        monkeypatch.setenv("BRAVE_API_KEY", "geheim-1234")
        server.answer = as_brave(known)
        ran = hubwalk("search-index", "query", "--engine", f"brave:{server.url}", "--limit", 3, "camera", cwd=tmp_path)
        assert len(ran.out.splitlines()) == 3
        assert "unknown number of hits" in ran.err
        server.answer = lambda _: reply({"message": "bad key geheim-1234"}, 401)
        ran = hubwalk("search-index", "query", "--engine", f"brave:{server.url}", "camera", cwd=tmp_path)
        assert ran.code == 2
        assert "BRAVE_API_KEY" in ran.err
        assert "geheim" not in ran.out + ran.err
    finally:
        server.close()


ENDLESS = """
import sys, hubwalk.discovery.index_sources as sources
from hubwalk.discovery.engines.local import IndexedPage
def endless(paths, on_skip):
    number = 0
    while True:
        number += 1
        yield IndexedPage(f"http://a.test/{number}", "new", "new")
        if number == 10:
            print("going", flush=True)
sources.pages_of = endless
from hubwalk.cli import main
main()
"""


def test_ctrl_c_leaves_the_old_index(tmp_path: Path, own_index: Path) -> None:
    build_index(own_index, PAGES)
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, "search-index", "build", "."],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert LocalEngine(own_index).search("camera", 1).hits == 8
    assert sorted(path.name for path in own_index.iterdir()) == ["current.json", "index-1"]


def test_kill_leaves_the_old_index_and_the_next_build_cleans_up(tmp_path: Path, own_index: Path, saved: Path) -> None:
    build_index(own_index, PAGES)
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, "search-index", "build", "."],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "going\n"
    process.kill()
    process.communicate(timeout=30)
    assert (own_index / "index-2").is_dir()
    assert LocalEngine(own_index).search("camera", 1).hits == 8
    assert hubwalk("search-index", "build", saved, cwd=tmp_path).code == 0
    assert sorted(path.name for path in own_index.iterdir()) == ["current.json", "index-2"]
    assert LocalEngine(own_index).pages == 2
