"""hubwalk sites and what follows it: input that is slightly wrong, narrow terminals, commands that can be copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Command
from site_web import club, garden

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
