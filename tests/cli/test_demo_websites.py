"""The web of web sites as a user meets it: served on one port, crawled through --resolve."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from running import Command

from hubwalk.demo.serving import Requests, serve_websites
from hubwalk.demo.websites import OTHER, TOPICS, make_web

pytest_plugins = ["commands"]


def test_truth_of_a_topic(command: Command) -> None:
    web = make_web(500)
    ran = command("demo", "websites", "--topic", "boxing", "--count", 500)
    assert ran.out.splitlines() == list(web.homes("boxing"))
    ran = command("demo", "websites", "--topic", "boxing", "--count", 500, "--examples", 4, "--json")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [row["url"] for row in rows] == [site.home for site in web.training("boxing")[:4]]
    assert {row["topic"] for row in rows} == {"boxing"}


def test_a_summary_of_the_topics(command: Command) -> None:
    rows = [json.loads(line) for line in command("demo", "websites", "--json").out.splitlines()]
    assert [row["topic"] for row in rows] == [*TOPICS, OTHER]
    assert sum(row["sites"] for row in rows) == 500


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["websites", "--topic", "boxin"], "did you mean 'boxing'"),
        (["websites", "--count", "7"], "a web of 7 sites"),
        (["websites", "--examples", "3"], "Add --topic"),
        (["serve", "--websites", "7"], "a web of 7 sites"),
        (["serve", "--websites", "500", "--site", "cameras"], "leave out --site"),
        (["dump", "-o", "/dev/null/x"], "cannot write to /dev/null/x"),
        (["dump", "-o", "-"], "standard output: these are several files; name a folder"),
    ],
)
def test_bad_input_is_refused_in_one_line(command: Command, words: list[str], said: str) -> None:
    ran = command("demo", *words)
    assert ran.code == 2
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_dump_is_written(command: Command, tmp_path: Path) -> None:
    ran = command("demo", "dump", "-o", "dump")
    assert [Path(line).name for line in ran.out.splitlines()] == ["content.rdf.u8", "structure.rdf.u8"]
    assert (tmp_path / "dump" / "content.rdf.u8").stat().st_size > 10_000


def test_the_server_tells_hosts_apart_by_header_and_by_absolute_url(tmp_path: Path) -> None:
    web, requests = make_web(500), Requests()
    one, other = web.sites()[3], web.sites()[4]
    with serve_websites(web, ready_file=tmp_path / "ready.json", requests=requests) as told:
        ready = json.loads((tmp_path / "ready.json").read_text())["websites"]
        assert f"--resolve '{ready['resolve']}'" in told
        assert ready["examples"]["horses"] == [site.home for site in web.training("horses")]
        for site in (one, other):
            with urlopen(Request(ready["url"], headers={"Host": site.host})) as answer:
                assert answer.read() == web.respond(site.host, "/").body
        proxied = Request(one.home)
        proxied.set_proxy(urlsplit(ready["url"]).netloc, "http")
        with urlopen(proxied) as answer:
            assert answer.read() == web.respond(one.host, "/").body
    assert requests.text == "websites: 3 GET"


def test_a_crawl_reaches_the_hosts_through_resolve_and_goes_on_with_it(command: Command, tmp_path: Path) -> None:
    web = make_web(500)
    shop, club = (next(site for site in web.of_topic("sailing") if site.kind == kind) for kind in ("shop", "club"))
    with serve_websites(web, ready_file=tmp_path / "ready.json"):
        resolve = json.loads((tmp_path / "ready.json").read_text())["websites"]["resolve"]
        options = ("--validator", "url:.", "--strategy", "breadth_first", "--delay", 0, "-o", "pages.jsonl")
        first = command("find", shop.home, club.host, *options, "--resolve", resolve, "--max-pages", 4)
        assert first.code == 0, first.err
        again = command("resume", "pages.db", "--max-pages", 200)
        assert again.code == 0, again.err
    lines = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text().splitlines()]
    found = {line["url"] for line in lines}
    for site in (shop, club):
        wanted = {f"http://{site.host}{slot.path}" for slot in web.plan_of(site.number).slots}
        assert len(wanted & found) > 0.9 * len(wanted)
    assert {urlsplit(url).hostname for url in found} <= {shop.host, club.host}
    with sqlite3.connect(tmp_path / "pages.db") as log:
        assert json.loads(log.execute("SELECT value FROM meta WHERE key = 'job'").fetchone()[0])["resolve"] == [resolve]
