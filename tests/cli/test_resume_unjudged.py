"""Pages that a validator broke on: told by the crawl, by `status`, and asked about again by `resume`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from misbehaving import Web
from running import Command
from shop import stock

pytest_plugins = ["commands", "web_fixtures"]

BROKEN = "def wanted(page):\n    if page.url.endswith('/item/7'):\n        raise KeyError('price')\n"
MENDED = "def wanted(page):\n"
BY_ADDRESS = "    return '/item/' in page.url\n"


def test_what_was_not_judged_is_told_and_judged_again(
    web: Web, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = stock(web)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "shop_judge.py").write_text(BROKEN + BY_ADDRESS)
    told = "1 page was not judged (KeyError: 'price')"
    ran = command("find", web.url, "--validator", "python:shop_judge:wanted", "--delay", 0, "-o", "items.jsonl")
    assert ran.code == 0
    assert f"{told}; `hubwalk resume items.db` asks again" in ran.err
    ran = command("status", "items.db")
    assert told in ran.out
    assert "hubwalk resume items.db" in ran.err
    about = json.loads(command("status", "items.db", "--json").out)
    assert (about["total"]["unjudged"], about["unjudged_reason"]) == (1, "not judged: KeyError: 'price'")
    monkeypatch.delitem(sys.modules, "shop_judge")
    (tmp_path / "shop_judge.py").write_text(MENDED + BY_ADDRESS)
    before = dict(web.pages)
    ran = command("resume", "items.db")
    assert (ran.code, "not judged" in ran.err) == (0, False)
    assert web.pages == before
    lines = [json.loads(line)["url"] for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert sorted(lines) == sorted(web.url + item for item in items)
    assert "not judged" not in command("status", "items.db").out
    monkeypatch.delitem(sys.modules, "shop_judge")
