"""A sample that is a pipe with a name: the command waits for its writer, and says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from misbehaving import Web, page
from running import start
from shop import stock

pytest_plugins = ["web_fixtures"]


@pytest.mark.parametrize(
    "words",
    [
        "find {} --like wanted.pipe --validator url:/item --max-pages 3 --delay 0 -o found.jsonl",
        "train --like wanted.pipe --unlike other.html -o a.model",
    ],
)
def test_it_says_what_it_waits_for(web: Web, tmp_path: Path, words: str) -> None:
    stock(web)
    os.mkfifo(tmp_path / "wanted.pipe")
    (tmp_path / "other.html").write_text("<p>printers and paper")
    running = start(*words.format(web.url).split(), cwd=tmp_path)
    assert running.stderr is not None
    assert running.stderr.readline() == "hubwalk: reading wanted.pipe, a pipe, until its writer closes it\n"
    (tmp_path / "wanted.pipe").write_text(page("a camera with a lens").html)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 0, err
