"""Files of the structure experiment: which kind a file is, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.errors import UsageError
from hubwalk.evaluation.kinds import load_experiment
from hubwalk.evaluation.structure_suite import (
    StructureSuite,
    make_structure_suite,
    structure_values,
)
from hubwalk.evaluation.suite import Suite, load_suite

EXPERIMENTS = Path(__file__).resolve().parents[2] / "experiments"


def load(folder: Path, text: str) -> object:
    path = folder / "file.toml"
    path.write_text(text)
    return load_experiment(path)


def test_the_key_says_which_kind_it_is(tmp_path: Path) -> None:
    assert isinstance(load(tmp_path, 'experiment = "structure"\nmapping = 50\n'), StructureSuite)
    assert isinstance(load(tmp_path, 'experiment = "xcrawl"\n'), Suite)
    assert load_experiment(EXPERIMENTS / "xcrawl.toml") == load_suite(EXPERIMENTS / "xcrawl.toml")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('experiment = "structur"', "unknown experiment in .*'structur': did you mean 'structure'"),
        ("experiment = 3", "unknown experiment in .*'3'"),
        ("experiment = \nmapping = 3", "not valid TOML.*line 1"),
        ('experiment = "structure"\nmaping = 3', "'maping': did you mean 'mapping'"),
        ('experiment = "structure"\nmapping = 0', "mapping = 0: expected at least 1"),
        ('experiment = "structure"\nmapping = "many"', "mapping: expected a whole number, got 'many'"),
        ('experiment = "structure"\nscale = nan', "scale = nan"),
        ('experiment = "structure"\nsites = ["camera"]', "name in sites of .*'camera': did you mean 'cameras'"),
        ('experiment = "structure"\ndomains = ["tvs"]', "name in domains of .*'tvs'"),
        ('experiment = "structure"\n[one_template]\nscale = -1', "one_template.scale = -1"),
        ('experiment = "structure"\n[recipe]\nstrategy = "adptive"', "did you mean 'adaptive'"),
        ('experiment = "structure"\n[recipe]\nvalidator = "lyke"', "did you mean 'like'"),
        ('experiment = "structure"\nrecipe = 3', r"expected a table \[recipe\]"),
        ('experiment = "structure"\nvalidator = "like"', "give structure, or structure:THRESHOLD"),
    ],
)
def test_bad_files_are_refused_with_the_key(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        load(tmp_path, text)


def test_a_suite_survives_json() -> None:
    suite = make_structure_suite({"mapping": 7, "sites": ["phones"], "one_template": {"domains": []}})
    assert make_structure_suite(structure_values(suite)) == suite
