"""Options and commands that nobody knows, or with a value of another kind: one line, like all that a user can mend."""

from __future__ import annotations

import pytest
from running import Command

pytest_plugins = ["commands"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nosuch"], "no such option: --nosuch; see "),
        (["fnd"], "no such command 'fnd'"),
        (["find", "--nosuch"], "find -h"),
        (["find", "--max-pages", "abc"], "invalid value for '--max-pages': "),
        (["find", "--like"], "--like"),
        (["train"], "missing option '--like'; see "),
        (["status"], "missing argument 'DB'; see "),
        (["status", "a.db", "b.db"], "(b.db); see "),
        (["demo", "lst"], "no such command 'lst'"),
        (["demo", "serve", "--port", "x"], "demo serve -h"),
    ],
)
def test_misuse_is_one_line_and_exit_code_2(run: Command, arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("hubwalk: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["demo"], ["search-index"]])
def test_a_command_that_needs_words_and_got_none_shows_its_help(run: Command, arguments: list[str]) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("Usage: ")
    assert "Commands:" in err
