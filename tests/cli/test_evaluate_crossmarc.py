"""`hubwalk evaluate` with a file of the CROSSMARC experiment, as a user calls it, on a small web."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from running import Command

from hubwalk.evaluation import crossmarc_runs
from hubwalk.evaluation.crossmarc_runs import load_crossmarc_results

pytest_plugins = ["commands"]

TINY = """
experiment = "crossmarc"
title = "Tiny"
sites = 80
seeds = [0]
languages = ["en"]
folds = 3
pages = [12]
models = ["naive_bayes", "nearest_neighbour", "naive_bayes_presence"]
[spider]
training = 12
max_pages = 6
"""
CELLS = 6 + 1 + 3


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    return path


@pytest.fixture
def call(run: Command) -> Command:
    return partial(run, "evaluate")


def test_a_whole_run_that_goes_on_where_it_stopped(
    call: Command, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    code, out, err = call(tiny, "-o", folder, "--jobs", 1, "--only", "version/*V1")
    assert (code, out.strip()) == (0, str(folder / "report.html"))
    assert f"{CELLS} cells, {CELLS - 2} of them stored" in err
    assert f"2 of {CELLS} cells: **incomplete**" in (folder / "report.md").read_text("utf-8")
    computed: list[str] = []
    run = crossmarc_runs.run_piece

    def counted(piece: crossmarc_runs.Piece) -> object:
        computed.append(piece.name)
        return run(piece)

    monkeypatch.setattr(crossmarc_runs, "run_piece", counted)
    assert call(tiny, "-o", folder, "--jobs", 1)[0] == 0
    assert len(computed) == CELLS - 2
    assert not any("V1" in name for name in computed)
    results = load_crossmarc_results(folder / "results.json")
    assert len(results.outcomes) == CELLS
    text = (folder / "report.md").read_text("utf-8")
    assert "incomplete" not in text
    assert "Where the paper's findings come out" in text
    found = results.found(results.webs[0], "V2 man/mod")
    assert found is not None
    assert found.sites
    assert found.queries > 10


@pytest.mark.parametrize(
    ("change", "more", "says"),
    [
        (("sites = 80", "sites = 8"), (), "sites = 8: expected a number from 40"),
        (("folds = 3", "fold = 3"), (), "did you mean 'folds'"),
        (("", ""), ("--only", "nothing"), "no cell has this in its name"),
        (("", ""), ("--recorded", "."), "--recorded: this experiment is about a whole web"),
    ],
)
def test_bad_input_ends_in_one_line(
    call: Command, tiny: Path, change: tuple[str, str], more: tuple[str, ...], says: str
) -> None:
    tiny.write_text(TINY.replace(*change) if change[0] else TINY)
    code, out, err = call(tiny, "-o", tiny.parent / "out", *more)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1
    assert not (tiny.parent / "out").exists()
