from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from running import Command

from hubwalk.cli import READER_GONE
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Choice, Link, Observation, Page, Verdict

SITE, OTHER_SITE = "http://shop.test/", "http://www.other.test/"
ITEMS = 12

pytest_plugins = ["commands"]


def seen(site: str, path: str, place: str, to: list[str], *, accepted: bool = False) -> Observation:
    links = tuple(Link(site + target, f"\x1b[31m{target}", f"html/body/{place}[{n}]/a") for n, target in enumerate(to))
    page = Page(site + path, site + path, title=f"about {path or 'all'}", links=links)
    return Observation(site, Choice(site + path, "walk" if path else "start"), page, Verdict(accepted))


def shop(site: str) -> list[Observation]:
    items = [f"item/{n}" for n in range(ITEMS)]
    lists = [seen(site, f"list/{n}", "ul.goods/li", items[4 * n : 4 * n + 4]) for n in range(3)]
    return [
        seen(site, "", "ul.menu/li", ["list/0", "list/1", "list/2", "unseen"]),
        *lists,
        *(seen(site, item, "p.back", [f"list/{n // 4}"], accepted=True) for n, item in enumerate(items)),
    ]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.db"
    with SqliteCrawlLog.create(path, {"sites": [SITE, OTHER_SITE]}) as log:
        for observation in (*shop(SITE), *shop(OTHER_SITE)[:-2]):
            log.append(observation)
    return path


def test_every_site_has_a_section_with_kinds_and_ways(db: Path, run: Command) -> None:
    code, out, err = run("map", db)
    assert (code, err) == (0, "")
    first, second = out.split(f"\nsite {OTHER_SITE}: ")
    assert first.startswith(f"site {SITE}: {ITEMS} wanted of {ITEMS + 4} fetched, {ITEMS + 5} known\n")
    assert second.startswith(f"{ITEMS - 2} wanted of {ITEMS + 2} fetched")
    lines = [" ".join(line.split()) for line in first.splitlines()]
    assert f"A {ITEMS} wanted /item/* * {SITE}item/0" in lines or f"A {ITEMS} wanted /item/* {SITE}item/0" in lines
    assert any(line.startswith("B 3 hub, 4 wanted each /list/*") for line in lines)
    assert any(line.startswith("C 1 hub of hubs, 3 hubs / ") for line in lines)
    assert any(line.startswith(f"B ul.goods li a 3 {ITEMS} A {ITEMS}") for line in lines)
    assert any(line.startswith("C ul.menu li a 1 4 B 3, 1 not fetched") for line in lines)


def test_what_is_piped_is_plain_text(db: Path, run: Command) -> None:
    _, out, _ = run("map", db)
    assert "\x1b" not in out  # neither colours nor what pages bring along
    assert not set("│─┃━") & set(out)
    assert all(line == line.rstrip() for line in out.splitlines())


def test_a_reader_that_goes_away_ends_it_quietly(db: Path) -> None:
    code = "from hubwalk.cli import main; main()"
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [sys.executable, "-c", code, "map", str(db)], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (run.returncode, run.stderr) == (READER_GONE, b"")


def test_json_has_everything(db: Path, run: Command) -> None:
    code, out, _ = run("map", db, "--json", "--limit", 1)
    about = json.loads(out)
    assert code == 0
    assert [site["site"] for site in about["sites"]] == [SITE, OTHER_SITE]
    first = about["sites"][0]
    assert (first["wanted"], first["fetched"], first["known"]) == (ITEMS, ITEMS + 4, ITEMS + 5)
    assert [kind["kind"] for kind in first["kinds"]] == ["A", "B", "C"]
    assert sum(kind["pages"] for kind in first["kinds"]) == first["fetched"]
    goods = next(way for way in first["ways"] if "ul.goods" in way["dom_path"])
    assert (goods["from"], goods["to"], goods["wanted"]) == ("B", {"A": ITEMS}, ITEMS)
    assert goods["dom_path"] == "html/body/ul.goods/li/a"


def test_one_site_named_as_people_do(db: Path, run: Command) -> None:
    for name in ("other.test", "http://www.other.test", OTHER_SITE):
        code, out, _ = run("map", db, "--site", name)
        assert code == 0
        assert [line for line in out.splitlines() if line.startswith("site ")] == out.splitlines()[:1]
        assert out.startswith(f"site {OTHER_SITE}: ")


def test_limit(db: Path, run: Command) -> None:
    _, out, _ = run("map", db, "--site", SITE, "--limit", 1)
    assert "more kinds: a larger --limit shows them" in out
    assert "more ways: a larger --limit shows them" in out
    shown = out.split("\n\n")[2].splitlines()
    assert len([line for line in shown if not line.startswith(("from", "and "))]) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--site", "nowhere.test"], "unknown site 'nowhere.test'"),
        (["--site", "no address"], "unknown site 'no address'"),
        (["--limit", "0"], "--limit"),
    ],
)
def test_bad_input(db: Path, run: Command, words: list[str], message: str) -> None:
    code, out, err = run("map", db, *words)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_no_log_no_pages_and_no_crawl_log(tmp_path: Path, run: Command) -> None:
    code, _, err = run("map", tmp_path / "none.db")
    assert code == 2
    assert "no such crawl log" in err
    (tmp_path / "text.db").write_text("this is no database, whatever it is called")
    assert run("map", tmp_path / "text.db")[0] == 2
    SqliteCrawlLog.create(tmp_path / "empty.db", {}).close()
    code, _, err = run("map", tmp_path / "empty.db")
    assert code == 2
    assert "has no pages yet" in err


def test_verdicts_that_stand_count(db: Path, run: Command) -> None:
    with SqliteCrawlLog.open(db, write=True) as log:
        log.revise([(5, Verdict(False), 0)])  # the first item
    assert json.loads(run("map", db, "--json")[1])["sites"][0]["wanted"] == ITEMS - 1


def test_a_terminal_gets_what_fits(db: Path) -> None:
    long = "x" * 300
    with SqliteCrawlLog.open(db, write=True) as log:
        for n in range(3):
            wide = seen(SITE, f"{long}{n}/a", f"div.{long}/p", [f"{long}/{n}"])
            log.append(replace(wide, page=replace(wide.page, title=long)))
    for columns in (40, 80, 120):
        lines = _in_terminal(["map", str(db), "--site", SITE], columns)
        tables = [line for line in lines if not line.startswith(("site ", "and "))]
        assert max(map(len, tables)) <= columns
        assert any(line.startswith("A  ") for line in lines)
        assert any(line.startswith("from") for line in lines)


def _in_terminal(words: list[str], columns: int) -> list[str]:
    pty = pytest.importorskip("pty", reason="no terminals here")
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "LINES": "50", "TERM": "dumb"}
    code = "from hubwalk.cli import main; main()"
    run = subprocess.Popen([sys.executable, "-c", code, *words], stdout=theirs, stderr=subprocess.PIPE, env=env)
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux: the other side is closed
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    return text.decode().replace("\r", "").splitlines()
