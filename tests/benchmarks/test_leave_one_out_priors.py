"""benchmarks/leave_one_out_priors.py: no prior has seen the site that it is for."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from recorded_folders import Run

from hubwalk.strategies.prior import Prior, parse_prior

pytest_plugins = ["recorded_fixtures"]


@pytest.fixture
def run(run_benchmark: Run) -> Run:
    return partial(run_benchmark, "leave_one_out_priors")


def priors_in(folder: Path) -> dict[str, Prior]:
    return {path.stem: parse_prior(path.read_bytes(), path.name) for path in folder.iterdir()}


def test_each_task_has_one_learned_elsewhere(run: Run, shops: Path, tmp_path: Path) -> None:
    assert run("--corpora", shops, "-o", tmp_path / "priors") == 0
    priors = priors_in(tmp_path / "priors")
    records = json.loads((shops / "manifest.json").read_text())
    assert set(priors) == {f"{site}.{task}" for site, record in records.items() for task in record["tasks"]}
    for name, prior in priors.items():
        assert prior.sites
        assert not any(name.partition(".")[0] in site for site in prior.sites)
        assert prior.wanted


def test_the_same_task_elsewhere_is_all_that_counts(
    run: Run, shops: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--corpora", shops, "-o", tmp_path / "priors") == 0
    said = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert said["beta.camera"].endswith("the same task on alpha")
    assert said["alpha.printer"].endswith("other tasks on beta")
    assert run("--corpora", shops, "-o", tmp_path / "any", "--any-task") == 0
    said = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert said["beta.camera"].endswith("other tasks on alpha")


@pytest.mark.parametrize("words", [(), ("--corpora", "nowhere")])
def test_no_recorded_sites_are_told_in_one_line(
    run: Run, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    said = capsys.readouterr().err
    assert said.startswith("leave_one_out_priors: ")
    assert said.count("\n") == 1
