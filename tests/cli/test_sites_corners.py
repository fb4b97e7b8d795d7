"""hubwalk sites and what follows it: input that is slightly wrong, narrow terminals, commands that can be copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Command
from site_web import club, garden

from hubwalk.cli._site_list import listed_sites
from hubwalk.errors import UsageError

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
