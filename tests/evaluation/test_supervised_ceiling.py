"""The benchmark of what labels would tell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from recorded_folders import record_shops

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "supervised_ceiling.py"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "HUBWALK_CORPORA"}
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=100)


def test_who_has_the_labels_tells_cameras_on_every_site(tmp_path: Path) -> None:
    done = run("--corpora", record_shops(tmp_path), "--task", "camera")
    assert done.returncode == 0, done.stderr
    head, *rows, median, tenth, mean = [line.split() for line in done.stdout.splitlines()]
    assert head == ["site", "task", "pages", "targets", "labels", "like"]
    assert rows
    assert {row[1] for row in rows} == {"camera"}
    assert all(float(row[4]) > 0.9 for row in rows)
    assert (median[0], tenth[:2], mean[0]) == ("median", ["10th", "percentile"], "mean")


def test_without_recorded_sites_it_says_what_to_give() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("supervised_ceiling: no recorded sites; name their folder with --corpora DIR")
