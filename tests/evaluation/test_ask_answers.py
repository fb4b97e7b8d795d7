"""The benchmark of what answers are worth."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from recorded_folders import record_shops

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "ask_answers.py"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key != "HUBWALK_CORPORA"}
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=100)


def test_answers_are_counted_and_never_more_than_allowed(tmp_path: Path) -> None:
    done = run("--corpora", record_shops(tmp_path), "--task", "camera", "--most", "0,3")
    assert done.returncode == 0, done.stderr
    head, *rows, median, tenth, mean = [line.split() for line in done.stdout.splitlines()]
    assert head == ["site", "task", "pages", "targets", "F,", "0", "asked", "F,", "3", "asked"]
    assert rows
    for row in rows:
        assert int(row[5]) == 0
        assert 0 <= int(row[7]) <= 3
        assert all(0 <= float(f) <= 1 for f in (row[4], row[6]))
    assert (median[0], tenth[:2], mean[0]) == ("median", ["10th", "percentile"], "mean")


def test_what_is_no_number_of_questions_is_refused(tmp_path: Path) -> None:
    done = run("--corpora", record_shops(tmp_path), "--most", "few")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ask_answers: --most few: give whole numbers of questions, as in --most 0,5,20\n"
