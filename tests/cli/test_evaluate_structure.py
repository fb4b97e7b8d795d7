"""`hubwalk evaluate` with a file of the structure experiment, as a user calls it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from running import Command

from hubwalk.evaluation import structure_runs
from hubwalk.evaluation.structure_runs import load_structure_results

pytest_plugins = ["commands"]

TINY = """
experiment = "structure"
title = "Tiny"
sites = []
domains = ["laptops"]
scale = 0.02
mapping = 60
[one_template]
domains = []
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


@pytest.fixture
def call(run: Command) -> Command:
    return partial(run, "evaluate")


def test_a_report_that_goes_on_where_it_stopped(
    call: Command, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    code, out, err = call(tiny, "-o", folder, "--jobs", 1, "--only", "continentpc published")
    assert (code, out.strip()) == (0, str(folder / "report.html"))
    assert "12 cells, 11 of them stored" in err
    assert "1 of 12 cells: **incomplete**" in (folder / "report.md").read_text("utf-8")
    computed: list[str] = []
    run = structure_runs.run_piece

    def counted(piece: structure_runs.Piece) -> object:
        computed.append(piece.name)
        return run(piece)

    monkeypatch.setattr(structure_runs, "run_piece", counted)
    assert call(tiny, "-o", folder, "--jobs", 1, "--only", "continentpc")[0] == 0
    assert computed == ["as they are/continentpc recipe"]
    results = load_structure_results(folder / "results.json")
    assert len(results.outcomes) == 2
    before = (folder / "results.json").read_bytes()
    assert call(tiny, "-o", folder, "--jobs", 1, "--only", "continentpc")[0] == 0
    assert (folder / "results.json").read_bytes() == before


@pytest.mark.parametrize(
    ("change", "more", "says"),
    [
        ("mapping = 60", (), "unknown key in "),
        ("scale = 0.02", ("--only", "nothing"), "no cell has this in its name"),
        ("", ("--recorded", "nowhere"), "--recorded nowhere: cannot read"),
        ('domains = ["laptops"]', (), "no site to try anything on"),
    ],
)
def test_bad_input_ends_in_one_line(call: Command, tiny: Path, change: str, more: tuple[str, ...], says: str) -> None:
    new = {"mapping = 60": "maping = 60", 'domains = ["laptops"]': "domains = []"}.get(change, change)
    tiny.write_text(TINY.replace(change, new) if change else TINY)
    code, out, err = call(tiny, "-o", tiny.parent / "out", *more)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1
    assert not (tiny.parent / "out").exists()
