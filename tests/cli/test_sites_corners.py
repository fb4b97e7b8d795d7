"""hubwalk sites and what follows it: input that is slightly wrong, narrow terminals, commands that can be copied."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from rich.console import Console
from running import Command
from site_web import DEAD, SiteWeb, club, garden

from hubwalk.cli._site_list import listed_sites
from hubwalk.cli._sites_talk import next_commands, sites_table
from hubwalk.errors import UsageError
from hubwalk.store.websites import JudgedSite
from hubwalk.values import SiteChoice, SiteVerdict

pytest_plugins = ["commands", "site_web_fixtures"]

EXAMPLES = ("--like-site", club(0), "--like-site", club(3), "--unlike-site", garden(1), "--unlike-site", garden(4))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", -1), "--seed -1: expected at least 0"),
        (("--site-names", "user", "--shared-host", ""), "expected a host"),
        (("--site-names", "user", "--shared-host", "http://a.test/users/"), "--shared-host http://a.test/users/"),
    ],
)
@pytest.mark.parametrize("name", ["sites", "train-sites"])
def test_what_both_commands_refuse_before_anything_is_fetched(
    command: Command, name: str, words: tuple[object, ...], said: str
) -> None:
    done = command(name, *EXAMPLES, *words, "-o", "made.jsonl")
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(Path().glob("*"))


def test_a_refusal_names_the_option_as_it_was_given(command: Command) -> None:
    done = command("sites", *EXAMPLES, "--max-sites", -5)
    assert (done.code, done.err) == (2, "hubwalk: --max-sites -5: expected at least 0\n")


def test_nobody_is_sent_to_resume_what_is_no_crawl_log(command: Command) -> None:
    Path("notes.db").write_text("my notes")
    done = command("sites", *EXAMPLES, "--db", "notes.db")
    assert (done.code, done.err) == (2, "hubwalk: notes.db exists: choose another --db\n")


@pytest.mark.parametrize("name", ["sites", "sites.xlsx"])
def test_only_formats_that_a_list_of_sites_can_have_are_proposed(command: Command, name: str) -> None:
    done = command("sites", *EXAMPLES, "-o", name)
    assert done.code == 2
    assert ".jsonl, .csv" in done.err
    assert "warc" not in done.err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# mine\nhttp://a.test/\nwhat is this?\n", 3),
        ('{"site": "a.test"}\n\n{"site": 5}\n', 3),
        ("site,relevant\na.test,True\nftp://b.test/,True\n", 3),
    ],
)
def test_junk_in_a_list_is_told_by_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "list"
    path.write_text(text)
    with pytest.raises(UsageError, match=f"list, line {line}: not a web address"):
        listed_sites(str(path))


def test_a_folder_is_no_site_to_begin_with(command: Command) -> None:
    Path("saved").mkdir()
    done = command("sites", "--like-site", "./saved")
    assert done.code == 2
    assert "./saved is a folder: learn from it with `hubwalk train-sites`" in done.err
    assert len(done.err.splitlines()) == 1


def test_two_examples_that_are_down(command: Command, sites_web: SiteWeb) -> None:
    down = ("--like-site", DEAD, "--like-site", "http://nobody.test/")
    done = command("sites", *down, *sites_web.options, "-o", "sites.jsonl")
    assert done.code == 2
    assert ", nor the other one; give another --like-site" in done.err


def test_the_proposed_commands_work_as_they_are(command: Command, sites_web: SiteWeb) -> None:
    done = command("sites", *EXAMPLES, *sites_web.options, "-o", "sites.jsonl", "--max-sites", 2)
    proposed = dict(line.split(":", 1) for line in done.err.splitlines() if ": " in line)
    program, *crawl = shlex.split(proposed["crawl"].strip())
    assert program == "hubwalk"
    words = [club(0) if word == "PAGE" else word for word in crawl]
    assert command(*words, "--delay", 0, "--max-pages", 2, "-q").code == 0  # the way to the hosts is in it
    assert words[words.index("--resolve") + 1] == sites_web.options[1]
    assert proposed["crawl"] in command("status", "sites.db").err


def test_going_on_asks_for_more_sites_than_there_are() -> None:
    lines = next_commands("a.db", "3 relevant sites are found", relevant=6)
    assert "go on:   hubwalk resume a.db --max-sites 12" in lines
    assert "go on:   hubwalk resume a.db --max-pages 14" in next_commands(
        "a.db", "page budget of 7 pages is spent", relevant=9
    )


def test_what_is_for_pages_is_no_option_of_a_search_for_sites_that_goes_on(
    command: Command, sites_web: SiteWeb
) -> None:
    command("sites", *EXAMPLES, *sites_web.options, "-o", "sites.jsonl", "--max-sites", 1, "-q")
    for option, value in {
        "--stop-at-recall": 0.5,
        "--stop-when-yield-below": 0.1,
        "--browser": "headless",
        "--allow-host": "a.test",
        "--probe-time": 3,
    }.items():
        done = command("resume", "sites.db", option, value)
        assert done.code == 2
        assert f"{option} is for pages" in done.err
        assert len(done.err.splitlines()) == 1
    command("find", club(0), "--validator", "url:x", *sites_web.options, "-o", "pages.jsonl", "-q")
    other = command("resume", "pages.db", "--stop-when-pprs-above", 5)
    assert other.code == 2
    assert "--stop-when-pprs-above is for sites" in other.err


@pytest.mark.parametrize(("width", "names"), [(40, ()), (70, ("found by",)), (120, ("found by", "why"))])
def test_on_a_narrow_terminal_one_sees_which_sites_they_are(width: int, names: tuple[str, ...]) -> None:
    choice = SiteChoice("http://www.far-harbour.test/", "link", sources=("link from http://www.long-pier.test/",))
    console = Console(width=width)
    with console.capture() as shown:
        console.print(sites_table([JudgedSite(choice, SiteVerdict(True, 0.9, reason="settled, 9 pages"))], width))
    header, row = shown.get().splitlines()
    assert row.startswith("http://www.far-harb")
    assert "0.90" in row
    assert [name for name in ("found by", "why") if name in header] == list(names)
