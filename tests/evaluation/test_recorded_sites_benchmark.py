"""The benchmark on recorded sites: its last lines are what a reader quotes, so they must be right."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "recorded_sites.py"
SITE = "http://shop.test"


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """One site with two tasks: ten cameras behind a list, and three lonely pages in a chain."""
    cameras, chain = [f"{SITE}/c{i}" for i in range(10)], [f"{SITE}/k{i}" for i in range(3)]
    links = {f"{SITE}/": [f"{SITE}/n{i}" for i in range(20)] + [f"{SITE}/list", chain[0]], f"{SITE}/list": cameras}
    links |= {url: [f"{SITE}/list"] for url in cameras}
    links |= {chain[0]: [chain[1]], chain[1]: [chain[2]], chain[2]: []}
    links |= {f"{SITE}/n{i}": [] for i in range(20)}
    with sqlite3.connect(tmp_path / "shop.sqlite") as db:
        db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT)")
        db.execute("CREATE TABLE labels(task TEXT, url TEXT)")
        db.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT)")
        record = {"name": "shop", "entry": f"{SITE}/", "primary_task": "camera", "samples": cameras[:2]}
        db.execute("INSERT INTO meta VALUES ('record', ?)", [json.dumps(record)])
        for url, targets in links.items():
            html = f"<h1>{url}</h1>" + "".join(f'<a href="{target}">x</a>' for target in targets)
            db.execute("INSERT INTO pages VALUES (?, ?, ?)", [url, zlib.compress(html.encode()), url in cameras])
        db.executemany("INSERT INTO labels VALUES (?, ?)", [("camera", url) for url in cameras])
        db.executemany("INSERT INTO labels VALUES (?, ?)", [("chain", url) for url in chain])
    db.close()
    tasks: dict[str, object] = {"chain": {}, "camera": {}}
    manifest = {"shop": {"file": "shop.sqlite", "primary_task": "camera", "tasks": tasks}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    return tmp_path


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "HUBWALK_CORPORA"} | environment
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=100)


def test_rows_and_totals(corpora: Path, tmp_path: Path) -> None:
    done = run("--corpora", corpora, "--strategy", "breadth_first", "--seeds", 1, "--json", tmp_path / "rows.json")
    assert done.returncode == 0, done.stderr
    camera, chain = json.loads((tmp_path / "rows.json").read_text())
    assert (camera["task"], camera["primary"], camera["bound"]) == ("camera", True, 1 + 9)
    # entry, two samples, twenty other pages, the list, the head of the chain, seven cameras
    assert camera["costs"]["breadth_first"]["downloads"] == 3 + 20 + 1 + 1 + 7
    assert (chain["task"], chain["targets"]) == ("chain", 3)
    assert done.stdout.splitlines()[-1].startswith(
        "geometric mean of cost to 90 % over the lower bound, breadth_first:"
    )


def test_opaque_urls_cost_breadth_first_the_same(corpora: Path, tmp_path: Path) -> None:
    arguments = ["--strategy", "breadth_first", "--seeds", 1, "--json", tmp_path / "rows.json"]
    done = run(*arguments, "--opaque-urls", HUBWALK_CORPORA=str(corpora))
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "rows.json").read_text())[0]["costs"]["breadth_first"]["downloads"] == 32


def test_without_corpora_it_says_how_to_name_them(tmp_path: Path) -> None:
    for arguments in ([], ["--corpora", tmp_path]):
        done = run(*arguments)
        assert done.returncode == 2
        assert "HUBWALK_CORPORA" in done.stderr
        assert done.stderr.count("\n") == 1


def test_unknown_names_end_with_one_line(corpora: Path) -> None:
    assert "did you mean 'xcrawl'" in run("--corpora", corpora, "--strategy", "xcrwal").stderr
    assert "no site shpo" in run("--corpora", corpora, "--site", "shpo").stderr
