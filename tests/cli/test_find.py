"""`hubwalk find` and `hubwalk resume` as a user meets them."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from misbehaving import Web, page
from running import COMMAND, Command, Ran, environment, hubwalk, start
from shop import stock

from hubwalk import __version__

pytest_plugins = ["commands", "web_fixtures"]


def test_each_accepted_page_is_one_line(web: Web, command: Command, tmp_path: Path) -> None:
    items = stock(web)
    like = ("--like", f"{web.url}/item/3", "--like", f"{web.url}/item/17")
    ran = command("find", web.url, *like, "--validator", "url:/item", "--delay", 0, "-o", "items.jsonl")
    assert (ran.code, ran.out) == (0, "")
    lines = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert {line["url"] for line in lines} == {web.url + item for item in items}
    assert len(lines) == len(items)
    for line in lines:
        assert {"url", "accepted", "score", "reason", "site", "title", "fetched_at", "depth", "found_via"} <= set(line)
        assert line["accepted"] is True
    assert {"hub", "dom_path", "rule"} <= set(lines[-1]["found_via"])
    assert (tmp_path / "items.db").exists()
    assert "hubwalk export" in ran.err
    assert "hubwalk explain" in ran.err
    assert "hubwalk resume" not in ran.err  # it is done


def test_the_default_validator_finds_what_is_alike(web: Web, command: Command, tmp_path: Path) -> None:
    (tmp_path / "sample.html").write_text(web_item(web, 5))
    ran = command("find", web.url, "--like", f"{web.url}/item/3", "--like", "sample.html", "--delay", 0, "-q")
    assert (ran.code, ran.err) == (0, "")
    assert f"{web.url}/item/20" in {line["url"] for line in ran.pages}


def web_item(web: Web, number: int) -> str:
    stock(web)
    return web.find(f"/item/{number}").html


def test_standard_output_and_json_progress(web: Web, command: Command, tmp_path: Path) -> None:
    items = stock(web)
    ran = command("find", web.url, "--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "--json")
    assert len(ran.pages) == len(items)
    events = ran.events
    end = events[-1]
    assert (end["event"], end["exit_code"], end["accepted"], end["output"]) == ("end", 0, len(items), "-")
    assert Path(end["db"]).name.startswith("hubwalk-")
    (site,) = (event for event in events if event["event"] == "site")
    assert (site["site"], site["state"], site["accepted"]) == (f"{web.url}/", "done", len(items))
    assert site["harvest_rate"] == pytest.approx(site["accepted"] / site["fetched"], abs=1e-4)
    assert {"requests_per_second", "frontier", "doing", "reason", "requests"} <= set(site)


def test_any_program_can_judge(web: Web, command: Command, tmp_path: Path) -> None:
    items = stock(web)
    (tmp_path / "judge.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    page = json.loads(line)\n"
        "    print(json.dumps({'accepted': 'crowns' in page['html'], 'reason': 'has a price'}), flush=True)\n"
    )
    judge = f"command:{sys.executable} judge.py"
    ran = command("find", web.url, "--like", f"{web.url}/item/3", "--validator", judge, "--delay", 0, "-q")
    assert (ran.code, ran.err) == (0, "")
    assert {line["url"] for line in ran.pages} == {web.url + item for item in items}
    assert {line["reason"] for line in ran.pages} == {"has a price", "given as a sample"}


def test_csv_by_ending_and_settings_from_a_file(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web)
    (tmp_path / "job.toml").write_text(
        f'sites = ["{web.url}"]\nlike = ["{web.url}/item/3"]\nvalidators = ["url:/item"]\ndelay = 0\nmax-pages = 15\n'
    )
    ran = command("find", "--config", "job.toml", "--max-pages", 30, "-o", "items.csv", "-q")
    assert ran.code == 0
    assert sum(web.pages.values()) == 30  # the flag wins
    with (tmp_path / "items.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert all("/item" in row["url"] for row in rows)


def test_resume_with_a_higher_limit(web: Web, command: Command, tmp_path: Path) -> None:
    items = stock(web)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "-o", "items.jsonl")
    first = command("find", web.url, *options, "--max-pages", 20)
    assert first.code == 0
    assert "max_pages of 20 reached" in first.err
    assert "hubwalk resume items.db" in " ".join(first.err.split())
    second = command("resume", "items.db", "--max-pages", 1000)
    assert second.code == 0
    found = [json.loads(line)["url"] for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert sorted(found) == sorted(web.url + item for item in items)
    assert max(web.pages.values()) == 1


def test_resume_of_a_finished_crawl_fetches_nothing(web: Web, command: Command) -> None:
    stock(web)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "-o", "items.jsonl")
    command("find", web.url, *options)
    before = len(web.requests)
    again = command("resume", "items.db", "-o", "-", "-q")
    assert again.code == 0
    assert len(again.pages) == 60
    assert len(web.requests) == before


def closed_port() -> str:
    gone = Web()
    gone.close()
    return gone.url


def test_some_sites_failed(web: Web, command: Command) -> None:
    stock(web)
    gone = closed_port()
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "--retries", 0)
    ran = command("find", web.url, gone, *options, "-q")
    assert ran.code == 3
    assert len(ran.pages) == 60
    assert ran.err.splitlines() == [
        f"hubwalk: {gone}/ could not be crawled: connection refused by {gone.removeprefix('http://')}"
    ]


def test_all_sites_failed(web: Web, command: Command) -> None:
    web.put("/item/3", page("three"))
    gone = closed_port()
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "--retries", 0)
    ran = command("find", gone, *options, "-q")
    assert ran.code == 2
    assert "connection refused" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["find", "nonsense site", "--like", "s.html"], "not a web address"),
        (["find", "example.org"], "no sample given"),
        (["find", "--like", "s.html"], "no search index"),
        (["find", "example.org", "--like", "s.html", "--strategy", "xcrwal"], "did you mean 'xcrawl'"),
        (["find", "example.org", "--like", "none.html"], "No such file"),
        (["find", "example.org", "--like", ""], "--like is empty: give a web address, an HTML file or a folder"),
        (["find", "example.org", "--like", "s.html", "--unlike", " "], "--unlike is empty"),
        (["find", "", "--like", "s.html"], "not a web address: ''"),
        (["find", "example.org", "--like", "empty.html"], "is empty"),
        (["find", "example.org", "--like", "s.html", "--validator", "lik"], "did you mean 'like'"),
        (["find", "example.org", "--like", "s.html", "--validator", "like()"], "like takes no brackets, write like or"),
        (["find", "example.org", "--like", "s.html", "--validator", "table(x)"], "table takes no brackets"),
        (["find", "example.org", "--like", "s.html", "-o", "out.xyz"], "cannot tell the format"),
        (["find", "example.org", "--like", "s.html", "-o", "nowhere/out.jsonl"], "there is no folder"),
        (["find", "example.org", "--like", "s.html", "--db", "nowhere/x.db"], "nowhere/x.db"),
        (["find", "example.org", "--like", "s.html", "-o", "there.jsonl"], "exists"),
        (["find", "example.org", "--like", "s.html", "--db", "log.db"], "hubwalk resume log.db"),
        (["find", "example.org", "--like", "s.html", "--db", "there.db"], "there.db exists: choose another --db"),
        (["find", "example.org", "--like", "s.html", "--max-pages", "0"], "at least 1"),
        (["find", "example.org", "--like", "s.html", "--config", "none.toml"], "cannot read none.toml"),
        (["find", "example.org", "--like", "s.html", "-o", "."], "it is a folder"),
        (["find", "example.org", "--like", "s.html", "-o", "x.jsonl", "--db", "x.jsonl"], "both output and crawl log"),
        (["find", "example.org", "--like", "s.html", "--strategy", "xcrawl:variant=hit"], "did you mean 'hits'?\n"),
        (["find", "example.org", "--like", "s.html", "--strategy", "breadth_first:most=1"], "known: none"),
        (["resume", "none.db"], "none.db"),
        (["resume", "there.db"], "there.db"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    command: Command, tmp_path: Path, words: list[str], message: str
) -> None:
    (tmp_path / "s.html").write_text("<html><body><p>sample</p></body></html>")
    (tmp_path / "empty.html").write_text("")
    (tmp_path / "there.jsonl").write_text("")
    (tmp_path / "there.db").write_text("no database at all, but long enough to be looked at as one" * 20)
    (tmp_path / "log.db").write_bytes(b"SQLite format 3\0" * 20)
    before = {path.name for path in tmp_path.iterdir()}
    ran = command(*words)
    assert ran.code == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1
    assert ran.out == ""
    assert {path.name for path in tmp_path.iterdir()} == before


def test_full_disk_is_one_line_and_loses_nothing(web: Web, tmp_path: Path) -> None:
    stock(web)
    options = f"--like {web.url}/item/3 --validator url:/item --delay 0 -o items.jsonl -q"
    small = subprocess.run(
        ["bash", "-c", f'ulimit -f 300; exec "$@" find {web.url} {options}', "bash", *COMMAND],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert small.returncode == 2
    assert "hubwalk resume" in small.stderr
    assert len(small.stderr.splitlines()) == 1
    assert hubwalk("resume", "items.db", "-q", cwd=tmp_path).code == 0
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == 60
    assert sum(count - 1 for count in web.pages.values()) <= 1


def test_full_output_is_one_line_and_loses_nothing(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web)
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0)
    ran = command("find", web.url, *options, "-o", "full.jsonl")
    assert ran.code == 2
    assert "No space left" in ran.err
    assert len(ran.err.splitlines()) == 1
    again = command("resume", "full.db", "-o", "-", "-q")
    assert len(again.pages) == 60


def test_urls_with_brackets_do_not_upset_the_tables(web: Web, command: Command) -> None:
    ran = command("find", f"{web.url}/?[/red]", "--validator", "url:/item", "--delay", 0)
    assert ran.code == 2
    assert "[/red]" in ran.err


def test_second_process_on_one_log_is_refused(web: Web, tmp_path: Path) -> None:
    stock(web)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 30, "-o", "items.jsonl")
    first = start("find", web.url, *options, cwd=tmp_path)
    try:
        while not (tmp_path / "items.db").exists() and first.poll() is None:
            os.sched_yield()
        second = hubwalk("resume", "items.db", cwd=tmp_path)
    finally:
        first.kill()
        first.communicate()
    assert second.code == 2
    assert "in use by another hubwalk process" in second.err
    assert len(second.err.splitlines()) == 1


def test_reader_that_goes_away_ends_the_crawl_quietly(web: Web, tmp_path: Path) -> None:
    stock(web)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "--db", "crawl.db")
    process = start("find", web.url, *options, "-o", "-", cwd=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(timeout=30) == 141
    assert "Traceback" not in err
    assert "stopped: the reader of the output went away\n" in hubwalk("status", "crawl.db", cwd=tmp_path).out


def test_what_is_still_in_the_buffer_when_the_reader_goes_does_no_harm(tmp_path: Path) -> None:
    process = start("demo", "list", cwd=tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 141


def test_version(command: Command) -> None:
    assert command("--version") == Ran(0, f"hubwalk {__version__}\n", "")


def test_the_package_is_a_command_too(tmp_path: Path) -> None:
    module = [sys.executable, "-m", "hubwalk"]
    said = subprocess.run([*module, "--version"], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert (said.returncode, said.stdout, said.stderr) == (0, f"hubwalk {__version__}\n", "")
    refused = subprocess.run([*module, "fnd"], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_output_that_takes_nothing_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*COMMAND, "demo", "list"], cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 2
    assert ended.stderr == "hubwalk: standard output: No space left on device\n"


def test_two_entry_pages_of_one_site_are_one_crawl(web: Web, command: Command) -> None:
    items = stock(web)
    like = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0)
    ran = command("find", f"{web.url}/", f"{web.url}/about", *like)
    assert f"{web.url}/about is of the same site as {web.url}/" in ran.err
    assert sorted(line["url"] for line in ran.pages) == sorted(web.url + item for item in items)
    ran = command("find", f"{web.url}/help/1", f"{web.url}/item/1", *like, "--scope", "prefix", "--db", "folders.db")
    assert "of the same site" not in ran.err
    assert len({line["site"] for line in ran.pages}) == 1


def test_an_entry_page_that_is_missing_is_told_even_if_a_sample_leads_on(web: Web, command: Command) -> None:
    items = stock(web)
    ran = command(
        "find", f"{web.url}/gone", "--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "--json"
    )
    assert ran.code == 0
    assert len(ran.pages) == len(items)
    (site,) = (event for event in ran.events if event["event"] == "site")
    assert (site["state"], site["reason"]) == ("done", "entry page: status 404")
