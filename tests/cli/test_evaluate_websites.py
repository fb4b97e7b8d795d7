"""`hubwalk evaluate` with a file of the website experiment, as a user calls it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hubwalk.cli import main
from hubwalk.evaluation import websites_runs
from hubwalk.evaluation.websites_runs import load_websites_results

TINY = """
experiment = "websites"
title = "Tiny"
sites = 500
first_pages = 4
topics = []
[crawl]
topics = ["horses"]
relevant = 3
max_pages = 60
marks = 10
harvest_window = 20
pprs_window = 20
[links]
topics = []
"""
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs the command in this process: exit code, standard output, standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hubwalk", "evaluate", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return run


def test_a_report_that_goes_on_where_it_stopped(
    call: Call, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    code, out, err = call(tiny, "-o", folder, "--jobs", 1, "--only", "combined")
    assert (code, out.strip()) == (0, str(folder / "report.html"))
    assert "6 cells, 4 of them stored" in err
    assert "2 of 6 cells: **incomplete**" in (folder / "report.md").read_text("utf-8")
    computed: list[str] = []
    run = websites_runs.run_piece

    def counted(piece: websites_runs.Piece) -> object:
        computed.append(piece.name)
        return run(piece)

    monkeypatch.setattr(websites_runs, "run_piece", counted)
    assert call(tiny, "-o", folder, "--jobs", 1)[0] == 0
    assert len(computed) == 4
    assert not any("combined" in name for name in computed)
    results = load_websites_results(folder / "results.json")
    assert len(results.outcomes) == results.planned == 6
    assert (folder / "figures" / "websites-pprs-horses.svg").is_file()
    before = (folder / "results.json").read_bytes()
    assert call(tiny, "-o", folder, "--jobs", 1)[0] == 0
    assert (folder / "results.json").read_bytes() == before


@pytest.mark.parametrize(
    ("change", "more", "says"),
    [
        (("max_pages = 60", "max_page = 60"), (), "unknown key in "),
        (("sites = 500", "sites = 5"), (), "expected at least 500"),
        (("", ""), ("--only", "nothing"), "no cell has this in its name"),
        (("", ""), ("--recorded", "nowhere"), "--recorded nowhere: cannot read"),
    ],
)
def test_bad_input_ends_in_one_line(
    call: Call, tiny: Path, change: tuple[str, str], more: tuple[str, ...], says: str
) -> None:
    tiny.write_text(TINY.replace(*change) if change[0] else TINY)
    code, out, err = call(tiny, "-o", tiny.parent / "out", *more)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1
    assert not (tiny.parent / "out").exists()
