"""Standard streams that were closed before hubwalk began."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from crawling import crawl
from misbehaving import Web
from shop import stock

pytest_plugins = ["web_fixtures"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(web: Web, tmp_path: Path, closed: str) -> None:
    """As some schedulers start programs."""
    items = stock(web)
    hubwalk = f"{shlex.quote(sys.executable)} -m hubwalk"
    find = f"{hubwalk} find {web.url} --validator url:/item --delay 0 -o items.jsonl {closed}"
    assert subprocess.run(["sh", "-c", find], cwd=tmp_path, check=False).returncode == 0
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == len(items)
    told = subprocess.run(
        ["sh", "-c", f"{hubwalk} status items.db 2>&-"], cwd=tmp_path, capture_output=True, check=True
    )
    assert b"next:" not in told.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("export items.db", 2),
        ("export items.db --format csv", 2),
        ("export items.db -o other.jsonl", 0),
        ("status items.db", 2),
        ("explain items.db {}/item/3", 2),
        ("map items.db", 2),
        ("resume items.db -o -", 2),
        ("find {} --validator url:nowhere --delay 0 --db none.db", 2),
        ("--help", 2),
        ("--version", 2),
    ],
)
def test_data_for_a_closed_standard_output_are_not_lost_in_silence(
    web: Web, tmp_path: Path, words: str, code: int
) -> None:
    stock(web)
    crawl(web.url, log=tmp_path / "items.db", max_pages=8)
    requests = len(web.requests)
    line = f"{shlex.quote(sys.executable)} -m hubwalk {words.format(web.url)} >&-"
    ran = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == code, ran.stderr
    if code:
        assert ran.stderr.startswith("hubwalk: standard output is closed")
        assert len(ran.stderr.splitlines()) == 1
        assert len(web.requests) == requests
