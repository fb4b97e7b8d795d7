"""benchmarks/recipes.py: a line per task, and what becomes of a recipe when the site changes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from recorded_folders import CAMERAS, Run

from hubwalk.store.recipe_file import read_recipe

pytest_plugins = ["recorded_fixtures"]


@pytest.fixture
def run(run_benchmark: Run) -> Run:
    return partial(run_benchmark, "recipes")


def test_a_line_per_task_with_recall_and_cost(
    run: Run, shops: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--corpora", shops, "-o", tmp_path / "recipes") == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines[1:4]]
    assert [row[:2] for row in rows] == [["alpha", "camera"], ["alpha", "printer"], ["beta", "camera"]]
    assert rows[0][2] == str(CAMERAS)  # the lost one cannot be crawled
    assert [row[7:10] for row in rows] == [["1.000", "1.00", "yes"]] * 3
    assert lines[-1].endswith("3 of 3 tasks")
    written = {path.name for path in (tmp_path / "recipes").iterdir()}
    assert written == {"alpha.camera.toml", "alpha.printer.toml", "beta.camera.toml"}
    assert read_recipe(tmp_path / "recipes" / "alpha.camera.toml").made.covered == CAMERAS


def test_samples_are_further_starts(run: Run, shops: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--corpora", shops, "--site", "beta", "--samples", "30") == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[2] == str(CAMERAS + 1)
    assert row[7] == "1.000"


def test_changed_addresses_do_not_end_it(run: Run, shops: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--corpora", shops, "--site", "beta", "--perturb") == 0
    head, row, *_ = capsys.readouterr().out.splitlines()
    assert head.split()[7::3] == ["same", "names", "urls", "both"]
    assert row.split()[7::3] == ["1.000"] * 4  # no class in these pages, so none to rename


def test_no_folder_is_said_in_one_line(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    assert capsys.readouterr().err.startswith("recipes: no recorded sites")
