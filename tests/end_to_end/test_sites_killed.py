"""A crawl for sites that is killed or interrupted goes on from its log: the same sites, nothing fetched twice."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from running import hubwalk, start
from site_web import CLUBS, SiteWeb, club, garden

from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.websites import WebsiteLog

pytest_plugins = ["site_web_fixtures"]

KILLS = 2
EXAMPLES = (
    *(word for n in (0, 3) for word in ("--like-site", club(n))),
    *(word for n in (1, 4) for word in ("--unlike-site", garden(n))),
)
SOURCES = ("--source", "directory:http://directory.test/Sport/", "--keyword", "regatta skipper keel")


def wait_for(web: SiteWeb, requests: int, limit: float = 60) -> None:
    """Until the server has seen so many requests: kills happen at a point of the crawl, not of the clock."""
    deadline = time.monotonic() + limit
    while sum(web.asked.values()) < requests:
        assert time.monotonic() < deadline, f"only {sum(web.asked.values())} requests came"
        time.sleep(0.001)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def verdicts(path: Path) -> dict[str, tuple[bool, float, int]]:
    with SqliteCrawlLog.open(path) as log:
        return {
            site.choice.site: (site.verdict.relevant, site.verdict.confidence, site.verdict.pages)
            for site in WebsiteLog(log).sites()
        }


@pytest.mark.parametrize("given", [EXAMPLES, SOURCES], ids=["examples", "sources"])
def test_killed_at_random_moments_it_ends_as_if_never_killed(
    sites_web: SiteWeb, tmp_path: Path, given: tuple[object, ...]
) -> None:
    options = (*given, *sites_web.options, "--jobs", 1, "-q")  # one site at a time: answers come in one order
    assert hubwalk("sites", *options, "-o", "whole.jsonl", cwd=tmp_path).code == 0
    total = sum(sites_web.asked.values())
    sites_web.asked.clear()

    command: tuple[object, ...] = ("sites", *options, "-o", "parts.jsonl")
    for moment in sorted(random.Random(len(given)).sample(range(3, total - 3), KILLS)):
        process = start(*command, cwd=tmp_path)
        wait_for(sites_web, moment)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if (tmp_path / "parts.db").exists():
            command = ("resume", "parts.db", "-q")
    last = hubwalk(*command, cwd=tmp_path)

    assert (last.code, last.err) == (0, "")
    assert verdicts(tmp_path / "parts.db") == verdicts(tmp_path / "whole.db")
    assert lines(tmp_path / "parts.jsonl") == lines(tmp_path / "whole.jsonl")
    twice = {url: count for url, count in sites_web.pages.items() if count > 1}
    assert sum(count - 1 for count in twice.values()) <= KILLS, f"fetched again: {twice}"


def test_a_signal_ends_it_cleanly_and_resume_goes_on(sites_web: SiteWeb, tmp_path: Path) -> None:
    process = start("sites", *EXAMPLES, *sites_web.options, "--delay", 0.05, "-o", "parts.jsonl", cwd=tmp_path)
    wait_for(sites_web, 60)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "hubwalk resume" in err
    assert "Traceback" not in err
    last = hubwalk("resume", "parts.db", "-q", cwd=tmp_path)
    assert (last.code, last.err) == (0, "")
    assert {line["site"] for line in lines(tmp_path / "parts.jsonl")} == {club(n) for n in range(CLUBS)}
    assert max(sites_web.pages.values()) == 1


def test_interrupted_while_it_reads_the_examples(sites_web: SiteWeb, tmp_path: Path) -> None:
    process = start("sites", *EXAMPLES, *sites_web.options, "--delay", 0.05, "-o", "parts.jsonl", cwd=tmp_path)
    wait_for(sites_web, 6)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "hubwalk resume parts.db" in err
    shown = hubwalk("status", "parts.db", cwd=tmp_path)
    assert "interrupted" in shown.out
    last = hubwalk("resume", "parts.db", "-q", cwd=tmp_path)
    assert last.code == 0
    assert len(lines(tmp_path / "parts.jsonl")) == CLUBS
    assert max(sites_web.pages.values()) <= 2  # what was in flight
