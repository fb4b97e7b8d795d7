"""What a crawl shows on a terminal, and the commands it proposes."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from rich.console import Console

from hubwalk.cli import _progress, _tables
from hubwalk.drivers.progress import Pace, SiteProgress, in_words, recall_of, together
from hubwalk.values import Estimate

RUNNING = SiteProgress(
    "http://a.example/", "running", fetched=40, requests=44, accepted=10, frontier=7, requests_per_second=1.96,
    doing="harvest http://a.example/[/b]", estimate=Estimate(10, 12.4, 11.2, 15.5),
)  # fmt: skip
FAILED = SiteProgress("http://b.example/", "failed", "no such host: b.example")
DONE = SiteProgress("http://c.example/", "done", fetched=10, requests=10, accepted=10)
WAITING = SiteProgress("http://d.example/", "waiting")


def lines(table: object, width: int = 150) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width).print(table)
    return out.getvalue().splitlines()


def drawn(table: object) -> list[list[str]]:
    return [line.split() for line in lines(table)]


def test_live_table_shows_running_sites_and_the_sum() -> None:
    head, site, total = drawn(_tables.live_table([RUNNING, FAILED, DONE, WAITING], 12.4, 150))
    assert head == ["site", "fetched", "accepted", "estimated", "recall", "harvest", "req/s", "frontier", "doing"]
    assert site == ["a.example", "40", "10", "11", "to", "16", "80", "%", "25%", "2.0", "7", "harvest", "/[/b]"]
    assert " ".join(total) == "50 fetched, 20 accepted (40%); sites: 1 running, 1 waiting, 2 ended; 12 s"


@pytest.mark.parametrize("width", [80, 60, 40])
def test_figures_stay_readable_on_a_small_terminal(width: int) -> None:
    url = "http://a-rather-long-name.of-a-host.example:39581/"
    site = SiteProgress(url, "running", fetched=12345, accepted=6789, doing=f"harvest {url}cameras/vorquell-vista739")
    head, row, total = lines(_tables.live_table([site], 1, width - 5), width)
    assert {"fetched", "accepted", "doing"} <= set(head.split())
    assert {"12345", "6789"} <= set(row.split())
    assert total.startswith("12345 fetched, 6789 accepted")
    assert all(len(line.rstrip()) <= width - 5 for line in (head, row, total))


def test_a_page_cannot_steer_the_terminal() -> None:
    site = SiteProgress("http://a.example/", "running", doing="harvest http://a.example/\x1b[2J")
    assert "\x1b" not in "".join(lines(_tables.live_table([site], 1, 150)))


def test_many_sites_do_not_flood_the_screen() -> None:
    sites = [SiteProgress(f"http://{n}.example/", "running") for n in range(500)]
    assert len(drawn(_tables.live_table(sites, 1, 150))) < 20


def test_without_a_terminal_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, quiet = _progress.Talk(), _progress.Talk(quiet=True)
    talk.tick([RUNNING])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(_progress, "_LINE_EVERY", 0.0)
    talk.tick([RUNNING])
    quiet.tick([RUNNING])
    assert capsys.readouterr().err.splitlines() == [
        "40 fetched, 10 accepted (25%); sites: 1 running, 0 waiting, 0 ended; 0 s",
        "  a.example: found 10, estimated 11 to 16, 80 %",
    ]


@pytest.mark.parametrize("width", [80, 60, 50])
def test_an_estimate_is_whole_on_a_small_terminal(width: int) -> None:
    thought = Estimate(512, 700.0, 510.5, 2000.2)
    site = SiteProgress(
        "http://www.shop.example/", "running", fetched=4321, requests=4400, accepted=512, doing="a b", estimate=thought
    )
    for table in (_tables.live_table([site], 1, width - 5), _tables.summary_table([site], width)):
        rows = lines(table, width)
        assert {"site", "accepted", "estimated"} <= set(rows[0].split())
        assert "510 to 2001" in rows[1]
        assert "512" in rows[1].split()
        for head in rows[0].split():
            assert "…" not in head
    assert "running" in rows[1]
    assert ("4321" in rows[1]) is (width >= 80)


def test_the_more_room_the_more_figures() -> None:
    heads = [set(lines(_tables.summary_table([RUNNING], width), width)[0].split()) for width in range(50, 150)]
    for narrow, wide in pairwise(heads):
        assert narrow <= wide
    assert heads[-1] == {"site", "state", "fetched", "requests", "accepted", "estimated", "recall", "harvest", "why"}


@pytest.mark.parametrize("width", [80, 50])
def test_summary_keeps_its_reasons_on_a_small_terminal(width: int) -> None:
    site = SiteProgress("http://127.0.0.1:39581/", "stopped", "max_pages of 1200 reached", fetched=1201, requests=1200)
    rows = lines(_tables.summary_table([site], width), width)
    text = " ".join(rows)
    assert "".join(row.partition("  ")[0] for row in rows) == f"site{site.site}"
    assert "…" not in text
    for word in ("stopped", "1201", "1200", "max_pages", "reached"):
        assert word in text


def test_summary_says_why() -> None:
    rows = drawn(_tables.summary_table([RUNNING, FAILED, DONE], 150))
    assert rows[1][:10] == ["http://a.example/", "running", "40", "44", "10", "11", "to", "16", "80", "%"]
    assert rows[2] == ["http://b.example/", "failed", "0", "0", "0", "0%", "no", "such", "host:", "b.example"]


@pytest.mark.parametrize(("sites", "resumable"), [([DONE], False), ([DONE, FAILED], True), ([RUNNING], True)])
def test_resume_is_proposed_where_something_is_left(sites: list[SiteProgress], resumable: bool) -> None:
    commands = "\n".join(_progress.next_commands(sites, "my crawl.db"))
    assert ("hubwalk resume 'my crawl.db'" in commands) is resumable
    for command in ("export", "explain", "map"):
        assert f"hubwalk {command} 'my crawl.db'" in commands


def test_of_nothing_there_is_no_map() -> None:
    assert not any("hubwalk map" in line for line in _progress.next_commands([FAILED], "a.db"))


def test_a_crawl_that_reached_its_limit_needs_a_larger_one() -> None:
    site = SiteProgress("http://a.example/", "stopped", "max_pages of 600 reached", fetched=601, requests=600)
    assert "go on:   hubwalk resume a.db --max-pages 1200" in _progress.next_commands([DONE, site], "a.db")


@pytest.mark.parametrize(
    ("reason", "option"),
    [
        ("estimated recall 95 % reached (412 of about 430)", "--stop-at-recall 0"),
        ("yield below 0.01: 0 accepted of the last 100 downloads", "--stop-when-yield-below 0"),
    ],
)
def test_a_crawl_that_had_enough_goes_on_without_that_rule(reason: str, option: str) -> None:
    site = SiteProgress("http://a.example/", "stopped", reason, fetched=601, requests=600)
    assert f"go on:   hubwalk resume a.db {option}" in _progress.next_commands([DONE, site], "a.db")


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(412, 443.0, 430.2, 454.3), "found 412, estimated 430 to 455, 93 %"),
        (Estimate(10, 10.0, 10.0, 10.0), "found 10, estimated 10, 100 %"),
        (Estimate(999, 1000.0, 999.0, 1003.0), "found 999, estimated 999 to 1003, 99 %"),
        (Estimate(0, 0.0, 0.0, 0.0), "found 0, estimated 0, 100 %"),
    ],
)
def test_an_estimate_in_words(estimate: Estimate, words: str) -> None:
    assert in_words(estimate) == words


def test_sites_are_estimated_together() -> None:
    assert together([None]) is None
    one = Estimate(10, 20.0, 14.0, 28.0)
    both = together([one, None, Estimate(5, 10.0, 2.0, 16.0)])
    assert both == Estimate(15, 30.0, 20.0, 40.0)  # errors of sites that know nothing of each other: 3, 4, 5
    assert recall_of(both) == "50 %"
    assert together([one]) == one


def test_pace_follows_the_last_answers() -> None:
    pace = Pace(window=4)
    assert pace.rate(0.0) == 0.0
    for second in range(100):
        pace.tick(float(second))
    assert pace.rate(99.0) == pytest.approx(4 / 3)
    assert pace.rate(200.0) < 0.1


def test_slow_samples_are_spoken_of_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with _progress.Talk().reading(["a", "b"]):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with _progress.Talk().reading(["a", "b"]):
        pass
    assert "reading 2 samples" in capsys.readouterr().err
    with _progress.Talk(quiet=True).reading(["a"]), _progress.Talk(as_json=True).reading(["a"]):
        pass
    assert capsys.readouterr().err == ""
