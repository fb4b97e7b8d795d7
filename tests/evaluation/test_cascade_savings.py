"""The benchmark of the cascade: its numbers are quoted, so they must be of the right thing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from recorded_folders import CAMERAS, record_shops

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "cascade_savings.py"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "HUBWALK_CORPORA"}
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=100)


def test_a_small_site_is_asked_about_page_by_page(tmp_path: Path) -> None:
    rows = tmp_path / "rows.json"
    done = run("--corpora", record_shops(tmp_path), "--cheap", "url:/c", "--site", "alpha", "--json", rows)
    assert done.returncode == 0, done.stderr
    row = next(row for row in json.loads(rows.read_text()) if row["task"] == "camera")
    assert row["targets"] >= CAMERAS
    assert (row["asked"], row["wrong"], row["lost"], row["audits"]) == (1, 0, 0, 0)
    assert done.stdout.splitlines()[-1].split() == ["median", "100.0%", "0.00%", "0.00%"]


def test_without_recorded_sites_it_says_what_to_give() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cascade_savings: no recorded sites; name their folder with --corpora DIR")
    assert done.stderr.count("\n") == 1
