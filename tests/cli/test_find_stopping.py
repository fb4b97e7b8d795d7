"""`hubwalk find` shows how much of a site it has found, and stops when that is enough."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from estimators import REAL, MadeUp
from misbehaving import Web
from running import Command
from shop import stock

from hubwalk.values import Estimate, Outlook

pytest_plugins = ["commands", "web_fixtures"]


class KnowsTheShop(MadeUp):
    """An estimator that knows of the 60 items of the shop."""

    def estimate(self, outlook: Outlook | None) -> Estimate:
        found = len(self.graph.accepted_pages)
        return Estimate(found, 60.0, max(found, 58.5), 62.5)


@pytest.fixture(autouse=True)
def knowing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REAL, KnowsTheShop)


@pytest.fixture
def find(web: Web, command: Command) -> Command:
    stock(web)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "-o", "items.jsonl")
    return lambda *more: command("find", web.url, *options, *more)


def test_a_crawl_that_has_enough_stops_and_can_go_on(find: Command, command: Command, tmp_path: Path) -> None:
    ran = find("--stop-at-recall", 0.8)
    assert ran.code == 0
    words = " ".join(ran.err.split())
    assert "stopped" in words
    assert "58 to 63" in words
    assert "80 %" in words
    assert "estimated recall 80 % reached (48 of about 60)" in words
    assert "go on: hubwalk resume items.db --stop-at-recall 0" in words
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == 48
    again = command("resume", "items.db", "--json")
    (site,) = (event for event in again.events if event["event"] == "site")
    assert (site["state"], site["accepted"]) == ("stopped", 48)
    assert (site["expected"], site["low"], site["high"], site["recall"]) == (60.0, 58.5, 62.5, 0.8)
    last = command("resume", "items.db", "--stop-at-recall", 0)
    assert last.code == 0
    assert "hubwalk resume" not in last.err
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == 60
    assert json.loads(command("status", "items.db", "--json").out)["sites"][0]["estimate"]["found"] == 60


def test_the_rules_stand_in_a_config_file_too(find: Command, tmp_path: Path) -> None:
    (tmp_path / "job.toml").write_text("stop-at-recall = 0.5\n")
    ran = find("--config", "job.toml", "--json")
    (site,) = (event for event in ran.events if event["event"] == "site")
    assert site["reason"] == "estimated recall 50 % reached (30 of about 60)"
    (tmp_path / "items.jsonl").unlink()
    (tmp_path / "items.db").unlink()
    (tmp_path / "job.toml").write_text("stop_when_yield_below = 0.9\n")
    ran = find("--config", "job.toml", "--strategy", "breadth_first", "--json")
    (site,) = (event for event in ran.events if event["event"] == "site")
    assert site["reason"].startswith("yield below 0.9: ")
    assert site["fetched"] == 100


@pytest.mark.parametrize("option", ["--stop-at-recall", "--stop-when-yield-below"])
@pytest.mark.parametrize("value", [95, -0.5, "nan", "much"])
def test_what_is_no_share_is_refused_before_anything_is_fetched(
    find: Command, web: Web, tmp_path: Path, option: str, value: object
) -> None:
    ran = find(option, value)
    assert ran.code == 2
    assert option in ran.err
    assert "Traceback" not in ran.err
    assert web.requests == []
    assert list(tmp_path.glob("*.db")) == []
