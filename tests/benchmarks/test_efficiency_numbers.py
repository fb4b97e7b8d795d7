"""The numbers of benchmarks/efficiency.py, and what its cells depend on."""

from __future__ import annotations

import importlib
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("efficiency_plan")


@pytest.fixture
def numbers(plan: ModuleType) -> ModuleType:
    return importlib.import_module("efficiency_results")


@pytest.fixture
def code(plan: ModuleType) -> ModuleType:
    return importlib.import_module("efficiency_code")


def record(costs: dict[int, int | None], *, downloads: int, bound: int = 10) -> dict[str, Any]:
    """A run on a site of 100 pages; `costs` are those of the levels from each key on."""
    starts = sorted(costs, reverse=True)
    cost = [next(costs[start] for start in starts if start <= level) for level in range(1, 101)]
    reached = sum(one is not None for one in cost)
    return {
        "downloads": downloads,
        "accepted": reached,
        "found": reached,
        "targets": 100,
        "pages": 100,
        "seconds": downloads / 1000,
        "exhausted": True,
        "cost": cost,
        "bounds": {str(level): [bound, bound] for level in (50, 90, 95, 99, 100)},
    }


def test_a_run_that_never_gets_there_pays_the_whole_site(plan: ModuleType, numbers: ModuleType) -> None:
    setup = plan.Setup("natural", "site", 3)
    cell = plan.Cell("a", "t", setup, "xcrawl", 0)
    other = plan.Cell("a", "t", setup, "breadth_first", 0)
    gives_up = record({1: 10, 60: None}, downloads=12)
    results = numbers.Results([(cell, gives_up), (other, record({1: 20}, downloads=120))])
    mean = results.mean(setup, "xcrawl", ("a", "t"))
    assert (mean.downloads[50], mean.downloads[90]) == (10, 120)
    assert (mean.ratios[50], mean.ratios[90]) == (1, 12)
    assert (mean.reached, mean.runs) == (0, 1)
    alone = numbers.Results([(cell, gives_up)])
    assert alone.mean(setup, "xcrawl", ("a", "t")).downloads[90] == 100  # the pages of the site


def test_what_other_crawlers_fetch_again_and_again_only_they_pay(plan: ModuleType, numbers: ModuleType) -> None:
    setup = plan.Setup("natural", "site", 3)
    gives_up = record({1: 10, 60: None}, downloads=12)
    cells = [plan.Cell("a", "t", setup, name, 0) for name in ("xcrawl", "peer")]
    results = numbers.Results(
        [(cells[0], gives_up), (cells[1], record({1: 10, 60: None}, downloads=5000))], peers=["peer"]
    )
    assert results.mean(setup, "xcrawl", ("a", "t")).downloads[90] == 100
    assert results.mean(setup, "peer", ("a", "t")).downloads[90] == 5000


def test_totals(plan: ModuleType, numbers: ModuleType) -> None:
    setup = plan.Setup("natural", "site", 3)

    def cells(strategy: str, costs: dict[str, list[int]]) -> list[tuple[Any, dict[str, Any]]]:
        return [
            (plan.Cell(site, "t", setup, strategy, seed), record({1: cost}, downloads=100))
            for site, of_seeds in costs.items()
            for seed, cost in enumerate(of_seeds)
        ]

    outcomes = cells("xcrawl", {"a": [10, 30], "b": [80, 80]}) + cells("breadth_first", {"a": [50], "b": [40]})
    results = numbers.Results(outcomes, primary=[("a", "t")])
    total = results.total(setup, "xcrawl")
    assert total.ratios[90] == pytest.approx(math.sqrt(2 * 8))  # means over the seeds, geometric over the tasks
    assert (total.worst, total.worst_task, total.to_baseline) == (8, ("b", "t"), 2)
    assert (total.recall, total.least_recall, total.missed) == (1, 1, 0)
    assert total.harvest_rate == pytest.approx(((90 / 10 + 90 / 30) / 2 + 90 / 80) / 2)
    assert total.decisions_per_second == pytest.approx(1000)
    assert results.within_half(setup, "xcrawl") == [("a", "t")]
    first = results.total(setup, "xcrawl", first_only=True)
    assert (first.tasks, first.ratios[90], first.worst_task) == (1, pytest.approx(2), ("a", "t"))
    assert numbers.Results(outcomes).total(setup, "xcrawl", first_only=True) is None
    # Twice the least downloads are 20: one seed of `a` has everything by then, nobody else has anything.
    assert numbers.mean_recall(results, setup, "xcrawl", [2, 8]) == [0.25, 1]


def test_strategies_that_draw_no_random_numbers_are_known(code: ModuleType) -> None:
    assert code.is_deterministic("breadth_first")
    assert not code.is_deterministic("xcrawl")
    assert not code.is_deterministic("random_walk")


def test_a_cell_depends_on_what_its_strategy_is_made_of(code: ModuleType) -> None:
    files = {name: {path.name for path in code.files_of(name)} for name in ("xcrawl", "best_first")}
    assert {"xcrawl.py", "hits.py", "pagerank.py", "web_graph.py", "replay.py", "bounds.py"} <= files["xcrawl"]
    assert {"best_first.py", "web_graph.py", "replay.py"} <= files["best_first"]
    assert not {"xcrawl.py", "hits.py"} & files["best_first"]
    assert code.code_of("xcrawl") != code.code_of("best_first")


def test_comments_and_docstrings_change_nothing(code: ModuleType, tmp_path: Path) -> None:
    texts = {
        "plain.py": 'def f(x):\n    """One."""\n    return x + 1\n',
        "said.py": '"""A module."""\n\ndef f(x):\n    """Two,\n    said at length."""\n    return x + 1  # more\n',
        "other.py": 'def f(x):\n    """One."""\n    return x + 2\n',
    }
    meanings = {}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        meanings[name] = code._meaning(tmp_path / name)
    assert meanings["plain.py"] == meanings["said.py"]
    assert meanings["plain.py"] != meanings["other.py"]
