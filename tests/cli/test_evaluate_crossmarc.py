"""`hubwalk evaluate` with a file of the CROSSMARC experiment, as a user calls it, on a small web."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from running import Command

from hubwalk.evaluation import crossmarc_runs
from hubwalk.evaluation.crossmarc_runs import load_crossmarc_results

pytest_plugins = ["commands", "evaluating"]

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


def test_a_whole_run_that_goes_on_where_it_stopped(
    call: Command, tiny: Path, begin: Callable[..., Path], watch: Callable[[ModuleType], list[str]]
) -> None:
    folder = begin("version/*V1", chosen=2, planned=CELLS)
    computed = watch(crossmarc_runs)
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
    refusal: Callable[..., str], tiny: Path, change: tuple[str, str], more: tuple[str, ...], says: str
) -> None:
    tiny.write_text(TINY.replace(*change) if change[0] else TINY)
    assert says in refusal(*more)
