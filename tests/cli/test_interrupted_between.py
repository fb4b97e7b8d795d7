"""Ctrl-C in a moment in which no step of the crawl looks after signals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from misbehaving import Web
from running import Command
from shop import stock

pytest_plugins = ["commands", "web_fixtures"]


def strike(*_: Any, **__: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("as_json", [False, True])
def test_it_says_how_to_go_on_and_that_goes_on(
    web: Web, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, as_json: bool
) -> None:
    items = stock(web)
    find = ("find", web.url, "--validator", "url:/item", "--delay", 0, "-o", "items.jsonl")
    resume = ("resume", "items.db")
    for words in (find, resume):
        with monkeypatch.context() as patched:
            patched.setattr("hubwalk.cli._prior.prior_of", strike)  # the crawl is about to begin
            ran = command(*words, *["--json"] * as_json)
        assert ran.code == 130
        if as_json:
            assert (ran.events[-1]["event"], ran.events[-1]["exit_code"]) == ("end", 130)
        else:
            assert ran.err == "hubwalk: interrupted; `hubwalk resume items.db` goes on\n"
    assert command(*resume).code == 0
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == len(items)


def test_of_an_output_that_is_being_opened(web: Web, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.cli._sites_run.open_site_writer", strike)
    ran = command("sites", "--like-site", web.url, "-o", "sites.jsonl")
    assert (ran.code, "`hubwalk resume sites.db` goes on" in ran.err) == (130, True), ran.err
