"""The benchmarks of validators: their numbers are quoted, so they must be of the right thing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from recorded_folders import CAMERAS, record_shops

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "HUBWALK_CORPORA"}
    command = [sys.executable, str(BENCHMARKS / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=100)


def test_what_a_crawl_loses_against_the_oracle(tmp_path: Path) -> None:
    rows = tmp_path / "rows.json"
    arguments = ("--corpora", record_shops(tmp_path), "--task", "camera", "--samples", 2, "--json", rows)
    done = run("like_against_oracle.py", *arguments, "--strategy", "breadth_first", "--validator", r"url:/(c0\d|n\d)")
    assert done.returncode == 0, done.stderr
    alpha, beta = json.loads(rows.read_text())
    assert (alpha["site"], beta["site"], alpha["targets"]) == ("alpha", "beta", CAMERAS)
    assert (alpha["oracle"]["recall"], alpha["oracle"]["precision"]) == (1, 1)
    assert alpha["lost_recall"] == pytest.approx(2 / CAMERAS)  # c10 and c11
    assert alpha["lost_precision"] == pytest.approx(5 / 15)  # five pieces of news
    assert done.stdout.splitlines()[-2].startswith("median")


def test_a_refused_task_loses_all(tmp_path: Path) -> None:
    done = run("like_against_oracle.py", "--corpora", record_shops(tmp_path), "--validator", "table", "--site", "beta")
    assert done.returncode == 0, done.stderr
    (row,) = (line for line in done.stdout.splitlines() if line.startswith("beta camera"))
    assert row.split()[8:10] == ["1.000", "1.000"]
    assert "validator table" in row


def test_a_verdict_costs_something_and_one_by_address_next_to_nothing() -> None:
    done = run("validator_cost.py", "--pages", 20, "--validator", "url:/item/", "--validator", "like", "--json")
    assert done.returncode in (0, 1), done.stderr  # a machine may be slow
    costs = {line["validator"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert list(costs) == ["parsing alone", "url:/item/", "like"]
    assert all(cost["pages"] == 20 for cost in costs.values())
    assert costs["like"]["ms_per_30_kb"] > costs["url:/item/"]["ms_per_30_kb"]
    dear = run("validator_cost.py", "--pages", 20, "--validator", "like", "--limit", 0)
    assert dear.returncode == 1
    assert "like takes more than 0 ms" in dear.stderr


def test_costs_on_recorded_sites(tmp_path: Path) -> None:
    arguments = ("--corpora", record_shops(tmp_path), "--pages", 5, "--validator", "table", "--json")
    done = run("validator_cost.py", *arguments)
    parsing, table = map(json.loads, done.stdout.splitlines())
    assert parsing["pages"] == 2 * 5
    assert (table["pages"], table["refused"]) == (0, 2)


def test_without_recorded_sites_it_says_how_to_name_them(tmp_path: Path) -> None:
    for program, arguments in (("like_against_oracle.py", ()), ("validator_cost.py", ("--corpora", tmp_path))):
        done = run(program, *arguments)
        assert done.returncode == 2
        assert "--corpora" in done.stderr
        assert done.stderr.count("\n") == 1
