"""`hubwalk evaluate` with a file of the website experiment, as a user calls it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from running import Command

from hubwalk.evaluation import websites_runs
from hubwalk.evaluation.websites_runs import load_websites_results

pytest_plugins = ["commands", "evaluating"]

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
larger = 1
harvest_window = 20
pprs_window = 20
[links]
topics = []
"""


def test_a_report_that_goes_on_where_it_stopped(
    call: Command, tiny: Path, begin: Callable[..., Path], watch: Callable[[ModuleType], list[str]]
) -> None:
    folder = begin("combined", chosen=2, planned=6)
    computed = watch(websites_runs)
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
    refusal: Callable[..., str], tiny: Path, change: tuple[str, str], more: tuple[str, ...], says: str
) -> None:
    tiny.write_text(TINY.replace(*change) if change[0] else TINY)
    assert says in refusal(*more)
