"""`hubwalk evaluate` with a file of the structure experiment, as a user calls it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from running import Command

from hubwalk.evaluation import structure_runs
from hubwalk.evaluation.structure_runs import load_structure_results

pytest_plugins = ["commands", "evaluating"]

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


def test_a_report_that_goes_on_where_it_stopped(
    call: Command, tiny: Path, begin: Callable[..., Path], watch: Callable[[ModuleType], list[str]]
) -> None:
    folder = begin("continentpc published", chosen=1, planned=12)
    computed = watch(structure_runs)
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
def test_bad_input_ends_in_one_line(
    refusal: Callable[..., str], tiny: Path, change: str, more: tuple[str, ...], says: str
) -> None:
    new = {"mapping = 60": "maping = 60", 'domains = ["laptops"]': "domains = []"}.get(change, change)
    tiny.write_text(TINY.replace(change, new) if change else TINY)
    assert says in refusal(*more)
