"""benchmarks/websites.py: a line with the cost of a step, and the end of the crawl."""

from __future__ import annotations

from functools import partial

import pytest
from recorded_folders import Run

pytest_plugins = ["recorded_fixtures"]


@pytest.fixture
def run(run_benchmark: Run) -> Run:
    return partial(run_benchmark, "websites")


@pytest.mark.parametrize("web", [[], ["--demo", "--topic", "sailing"]])
def test_cost_and_memory_of_a_small_crawl(run: Run, web: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--sites", "30", "--web", "200", "--at-once", "4", *web) == 0
    head, row, end, cost = capsys.readouterr().out.splitlines()
    columns = row.replace(",", "").split()
    assert head.split()[:3] == ["examined", "known", "pages"]
    assert int(columns[0]) == 30
    assert int(columns[1]) >= 30
    assert int(columns[-2]) <= 4  # internal crawls in memory: those under way
    assert end.endswith("relevant of 30; all that were asked for")
    assert "peak of the process" in cost
