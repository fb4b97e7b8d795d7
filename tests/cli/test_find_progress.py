"""What a crawl shows on a terminal, and the commands it proposes."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from hubwalk.cli import _progress
from hubwalk.drivers.progress import Pace, SiteProgress

RUNNING = SiteProgress(
    "http://a.example/", "running", fetched=40, requests=44, accepted=10, frontier=7, requests_per_second=1.96,
    doing="harvest http://a.example/[/b]",
)  # fmt: skip
FAILED = SiteProgress("http://b.example/", "failed", "no such host: b.example")
DONE = SiteProgress("http://c.example/", "done", fetched=10, requests=10, accepted=10)
WAITING = SiteProgress("http://d.example/", "waiting")


def drawn(table: object) -> list[list[str]]:
    out = io.StringIO()
    Console(file=out, width=150).print(table)
    return [line.split() for line in out.getvalue().splitlines()]


def test_live_table_shows_running_sites_and_the_sum() -> None:
    head, site, total = drawn(_progress._live_table([RUNNING, FAILED, DONE, WAITING], 12.4))
    assert head == ["site", "fetched", "accepted", "harvest", "req/s", "frontier", "doing"]
    assert site == ["http://a.example/", "40", "10", "25%", "2.0", "7", "harvest", "http://a.example/[/b]"]
    assert " ".join(total) == "all 50 20 40% sites: 1 running, 1 waiting, 2 ended; 12 s"


def test_many_sites_do_not_flood_the_screen() -> None:
    sites = [SiteProgress(f"http://{n}.example/", "running") for n in range(500)]
    assert len(drawn(_progress._live_table(sites, 1))) < 20


def test_summary_says_why() -> None:
    lines = drawn(_progress._summary_table([RUNNING, FAILED, DONE]))
    assert lines[2] == ["http://b.example/", "failed", "0", "0", "0", "0%", "no", "such", "host:", "b.example"]


@pytest.mark.parametrize(("sites", "resumable"), [([DONE], False), ([DONE, FAILED], True), ([RUNNING], True)])
def test_resume_is_proposed_where_something_is_left(sites: list[SiteProgress], resumable: bool) -> None:
    commands = "\n".join(_progress.next_commands(sites, "my crawl.db"))
    assert ("hubwalk resume 'my crawl.db'" in commands) is resumable
    assert "hubwalk export 'my crawl.db'" in commands


def test_pace_follows_the_last_answers() -> None:
    pace = Pace(window=4)
    assert pace.rate(0.0) == 0.0
    for second in range(100):
        pace.tick(float(second))
    assert pace.rate(99.0) == pytest.approx(4 / 3)
    assert pace.rate(200.0) < 0.1
