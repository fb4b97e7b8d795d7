"""A crawl that is killed goes on from its log: nothing is fetched twice, nothing is lost."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path

import pytest
from misbehaving import Web
from running import hubwalk, start
from shop import stock

from hubwalk.store import estimates
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.estimates import LoggedEstimate

pytest_plugins = ["web_fixtures"]

KILLS = 3


def wait_for(web: Web, requests: int, limit: float = 30) -> None:
    """Until the server has seen so many requests: kills happen at a point of the crawl, not of the clock."""
    deadline = time.monotonic() + limit
    while len(web.requests) < requests:
        assert time.monotonic() < deadline, f"only {len(web.requests)} requests came"
        time.sleep(0.001)


def urls(path: Path) -> set[str]:
    return {json.loads(line)["url"] for line in path.read_text().splitlines()}


def estimated(path: Path) -> list[LoggedEstimate]:
    with SqliteCrawlLog.open(path) as log:
        return estimates.read(log)


@pytest.mark.parametrize("strategy", ["xcrawl", "breadth_first", "apprentice", "sleeping_bandit"])
def test_killed_at_random_moments_it_ends_as_if_never_killed(web: Web, tmp_path: Path, strategy: str) -> None:
    items = stock(web)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "--seed", 7, "-q")
    assert hubwalk("find", web.url, *options, "--strategy", strategy, "-o", "whole.jsonl", cwd=tmp_path).code == 0
    total = len(web.requests)
    web.requests.clear()

    rng = random.Random(strategy)
    command: tuple[object, ...] = ("find", web.url, *options, "--strategy", strategy, "-o", "parts.jsonl")
    for moment in sorted(rng.sample(range(5, total - 10), KILLS)):
        process = start(*command, cwd=tmp_path)
        wait_for(web, moment)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        command = ("resume", "parts.db", "-q")
    last = hubwalk(*command, cwd=tmp_path)

    assert (last.code, last.err) == (0, "")
    assert urls(tmp_path / "parts.jsonl") == urls(tmp_path / "whole.jsonl")
    assert urls(tmp_path / "whole.jsonl") <= {web.url + item for item in items}
    twice = {path: count for path, count in web.pages.items() if count > 1}
    assert sum(count - 1 for count in twice.values()) <= KILLS, f"fetched again: {twice}"
    assert web.count("/item/3") == 1  # the sample comes from the log
    assert estimated(tmp_path / "parts.db") == estimated(tmp_path / "whole.db")


def test_ctrl_c_finishes_the_page_in_flight_and_says_how_to_go_on(web: Web, tmp_path: Path) -> None:
    stock(web)
    process = start(
        "find", web.url, "--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "-o", "parts.jsonl",
        cwd=tmp_path,
    )  # fmt: skip
    wait_for(web, 20)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "hubwalk resume" in err
    assert "Traceback" not in err
    last = hubwalk("resume", "parts.db", "-q", cwd=tmp_path)
    assert last.code == 0
    assert max(web.pages.values()) == 1


def test_ctrl_c_does_not_wait_for_a_long_delay(web: Web, tmp_path: Path) -> None:
    stock(web)
    process = start(
        "find", web.url, "--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 40, "--no-obey-robots",
        "-o", "parts.jsonl", cwd=tmp_path,
    )  # fmt: skip
    wait_for(web, 2)  # sample and entry page; the next request waits for its turn
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
