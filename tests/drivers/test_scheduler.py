"""The scheduler in a stranger's Scrapy project: examples/scrapy_project, run as its owner would."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from misbehaving import FlakyThenFine, Redirect, Web, page
from running import environment
from shop import stock

pytest_plugins = ["web_fixtures"]

PROJECT = Path(__file__).parents[2] / "examples" / "scrapy_project"
STOCK = "scrapy.core.scheduler.Scheduler"


def scrapy(web: Web, out: Path, **settings: object) -> tuple[set[str], str]:
    """Crawl with the example project; returns the paths of the items it scraped, and its log."""
    command = [sys.executable, "-m", "scrapy", "crawl", "items", "-a", f"start={web.url}/", "-O", str(out)]
    for key, value in settings.items():
        command += ["-s", f"{key}={value}"]
    done = subprocess.run(command, cwd=PROJECT, env=environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    items = [json.loads(line)["url"].removeprefix(web.url) for line in out.read_text().splitlines()]
    assert len(items) == len(set(items))
    return set(items), done.stderr


@pytest.mark.parametrize("strategy", ["xcrawl:max_iterations=10", "breadth_first"])
def test_same_items_with_fewer_downloads_than_the_stock_scheduler(web: Web, tmp_path: Path, strategy: str) -> None:
    items = stock(web, others=60 if strategy == "breadth_first" else 250)
    everything, _ = scrapy(web, tmp_path / "all.jsonl", SCHEDULER=STOCK)
    stock_downloads = len(web.requests)
    web.requests.clear()
    like = f"{web.url}/item/3,{web.url}/item/17"
    found, _ = scrapy(
        web, tmp_path / "some.jsonl", HUBWALK_LIKE=like, HUBWALK_VALIDATORS="url:/item", HUBWALK_STRATEGY=strategy
    )
    assert found == everything == items
    if strategy != "breadth_first":
        assert len(web.requests) < stock_downloads
    assert max(count for path, count in web.pages.items() if path not in {"/item/3", "/item/17"}) == 1


def test_what_the_strategy_cannot_judge_is_passed_through(web: Web, tmp_path: Path) -> None:
    web.put("/", page("home", "/item/1", "/moved", "/flaky"))
    web.put("/item/1", page("one"))
    web.put("/moved", Redirect("/item/2"))
    web.put("/item/2", page("two"))
    web.put("/flaky", FlakyThenFine(page("flaky", "/item/3").html))
    web.put("/item/3", page("three"))
    found, _ = scrapy(web, tmp_path / "items.jsonl", HUBWALK_LIKE=f"{web.url}/item/1", HUBWALK_VALIDATORS="url:/item")
    assert found == {"/item/1", "/item/2", "/item/3"}


def test_exhaustive_fetches_the_rest_last(web: Web, tmp_path: Path) -> None:
    items = stock(web)
    found, _ = scrapy(
        web, tmp_path / "items.jsonl",
        HUBWALK_LIKE=f"{web.url}/item/3", HUBWALK_VALIDATORS="url:/item", HUBWALK_EXHAUSTIVE=True,
    )  # fmt: skip
    assert found == items
    assert {path for path in web.pages if path.startswith("/help")} == {f"/help/{n}" for n in range(70)}


def test_sample_that_cannot_be_had_ends_the_crawl_with_a_word(web: Web, tmp_path: Path) -> None:
    stock(web)
    out = tmp_path / "items.jsonl"
    command = [sys.executable, "-m", "scrapy", "crawl", "items", "-a", f"start={web.url}/", "-O", str(out)]
    command += ["-s", f"HUBWALK_LIKE={web.url}/none"]
    done = subprocess.run(command, cwd=PROJECT, env=environment(), capture_output=True, text=True, timeout=60)
    assert f"sample {web.url}/none: the server answered 404" in done.stderr
    assert set(web.pages) == {"/none"}
