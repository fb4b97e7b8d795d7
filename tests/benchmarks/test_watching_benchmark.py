"""benchmarks/watching.py: new pages are found again."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from recorded_folders import CAMERAS, Run

pytest_plugins = ["recorded_fixtures"]


@pytest.fixture
def run(run_benchmark: Run) -> Run:
    return partial(run_benchmark, "watching")


def test_what_was_taken_out_is_found_again(run: Run, shops: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--corpora", shops, "--task", "camera") == 0
    head, *rows, every, first = capsys.readouterr().out.splitlines()
    assert head.split()[:5] == ["site", "task", "targets", "new", "found"]
    assert [row.split()[:5] for row in rows] == [[site, "camera", str(CAMERAS), "3", "3"] for site in ("alpha", "beta")]
    assert every.startswith("all tasks (2): 6 of 6 new pages found")
    assert first.startswith("first tasks (2): 6 of 6")


@pytest.mark.parametrize(
    ("words", "says"),
    [((), "no recorded sites"), (("--site", "gamma"), "gamma"), (("--corpora", "nowhere"), "nowhere")],
)
def test_bad_input_is_told_in_one_line(
    run: Run, shops: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    folder = ("--corpora", shops) if "--site" in words else ()
    assert run(*folder, *words) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("watching: ")
    assert says in said.err
