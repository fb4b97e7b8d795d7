"""benchmarks/efficiency.py as a user runs it: what is computed, kept, reported and refused."""

from __future__ import annotations

import importlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from recorded_folders import CAMERAS, NEWS, PRINTERS, record_shops

from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import STRATEGIES
from hubwalk.strategies.breadth_first import BreadthFirst
from hubwalk.values import Page

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def command(*arguments: object) -> list[str]:
    return [sys.executable, str(BENCHMARKS / "efficiency.py"), *map(str, arguments)]


def environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != "HUBWALK_CORPORA"}


Run = Callable[..., "Ran"]


class Ran:
    """How a run in this process ended."""

    def __init__(self, returncode: int, stdout: str, stderr: str) -> None:
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The benchmark in this process: to start another one takes longer than what most of these tests compute."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    monkeypatch.delenv("HUBWALK_CORPORA", raising=False)
    main = importlib.import_module("efficiency").main

    def call(*arguments: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in arguments])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return call


@pytest.fixture
def shops(tmp_path: Path) -> Path:
    folder = tmp_path / "shops"
    folder.mkdir()
    return record_shops(folder)


def rows_of(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((folder / "results.json").read_text())["rows"]
    return rows


def test_costs_bounds_and_the_lines_that_one_quotes(run: Run, shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    picked = ("--strategy", "best_first", "--samples", 2, "--place", "site", "--urls", "natural", "--seeds", 1)
    done = run("--corpora", shops, "-o", out, "--jobs", 1, *picked)
    assert done.returncode == 0, done.stderr
    rows = {(row["strategy"], row["site"], row["task"]): row for row in rows_of(out) if "mean" in row}
    camera = rows["breadth_first", "beta", "camera"]
    # The samples are named by the manifest, so all targets but the one that nobody links to can be reached: by way of
    # the entry page and the list.
    assert (camera["targets"], camera["bounds"]["100"]) == (CAMERAS, [CAMERAS + 2, CAMERAS + 2])
    # entry, samples, both lists, the news, and as many other cameras as make 11 of 12; beta's printers come later
    assert camera["mean"]["downloads"]["90"] == 1 + 2 + 2 + NEWS + (11 - 2)
    assert camera["mean"]["recall"] == 1
    assert [row["strategy"] for row in rows_of(out) if "total" in row] == ["breadth_first", "best_first"]
    lines = done.stdout.splitlines()
    assert f"beta camera: {CAMERAS} targets on {camera['pages']} pages, lower bound {11 + 2}" in lines
    assert any(line.split()[:2] == ["breadth_first", "19"] for line in lines)
    assert "3 tasks of 2 sites; the lower bound is at most 0.0% above the optimum" in lines
    for level in (50, 90, 95, 99):
        assert any(
            line.startswith(f"geometric mean of cost to {level} % over the lower bound, best_first: ") for line in lines
        )
    assert any(line.startswith("90 % within half of breadth_first, best_first: ") for line in lines)
    assert lines[-1] == str(out / "report.md")


def test_the_report_has_every_setup_and_its_figures(run: Run, shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run("--corpora", shops, "-o", out, "--jobs", 1, "--strategy", "xcrawl", "--samples", 1, "--seeds", 2)
    assert done.returncode == 0, done.stderr
    text = (out / "report.md").read_text()
    for heading in ("Natural URLs, 1 sample on the site", "Opaque URLs, 1 sample from other sites"):
        assert f"\n## {heading}\n" in text
    assert "Cost to 90 % in every setup" in text
    for name in ("recall-opaque-elsewhere-1", "recall-natural-site-1", "task-alpha-printer"):
        assert f"(figures/{name}.svg)" in text
        assert (out / "figures" / f"{name}.svg").read_text().startswith("<svg")
    assert str(tmp_path) not in text
    assert "incomplete" not in text


def test_samples_from_elsewhere_start_no_crawl(run: Run, shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    picked = ("--strategy", "breadth_first", "--samples", 2, "--urls", "natural", "--seeds", 1)
    assert run("--corpora", shops, "-o", out, "--jobs", 1, *picked).returncode == 0
    costs = {
        (row["place"], row["site"], row["task"]): row["mean"]["downloads"]["50"]
        for row in rows_of(out)
        if "mean" in row
    }
    # entry, two lists, the news, six cameras; with samples on the site two cameras come first
    assert costs["elsewhere", "beta", "camera"] == 1 + 2 + NEWS + CAMERAS // 2
    assert costs["site", "beta", "camera"] == 1 + 2 + 2 + NEWS + CAMERAS // 2 - 2
    # No other shop has printers: then there is no sample at all, and the crawl is the same.
    assert costs["elsewhere", "alpha", "printer"] == 1 + 2 + NEWS + CAMERAS + PRINTERS // 2
    text = (out / "report.md").read_text()
    assert text.index("samples on the site") < text.index("samples from other sites")
    assert text.count("For 1 of the tasks no other site has pages") == 1


def test_what_is_stored_is_not_computed_again(run: Run, shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    common = ("--corpora", shops, "-o", out, "--jobs", 1, "--urls", "natural", "--place", "site", "--samples", 1)
    run(*common, "--strategy", "best_first", "--seeds", 1, "--site", "beta")
    cells = (out / "cells.jsonl").read_text()
    more = run(*common, "--strategy", "best_first", "--strategy", "random_walk", "--seeds", 2, "--site", "beta")
    assert (out / "cells.jsonl").read_text().startswith(cells)
    # One task: nothing new for breadth_first and best_first, which draw no random numbers; two seeds of the walk.
    assert "6 cells, 2 to compute" in more.stderr
    again = run(*common, "--strategy", "best_first", "--fresh", "--seeds", 1, "--site", "beta")
    assert "2 to compute" in again.stderr


def test_strategies_that_take_a_prior_get_the_one_of_their_site(
    run: Run, shops: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = []

    class Warm(BreadthFirst):
        """Goes by nothing but remembers what it was given."""

        def __init__(
            self, graph: WebGraph, rng: random.Random, samples: Sequence[Page], *, prior: object | None = None
        ) -> None:
            super().__init__(graph, rng, samples)
            given.append(prior)

    monkeypatch.setitem(STRATEGIES, "warm", Warm)
    monkeypatch.setattr(importlib.import_module("efficiency_runs"), "read_prior", lambda path: path.read_text())
    (tmp_path / "priors").mkdir()
    (tmp_path / "priors" / "beta.json").write_text("learned on alpha")
    picked = ("--strategy", "warm", "--samples", 1, "--place", "elsewhere", "--urls", "natural", "--seeds", 1)
    common = ("--corpora", shops, "-o", tmp_path / "out", "--jobs", 1, "--priors", tmp_path / "priors", *picked)
    assert "alpha.*" in run(*common).stderr
    assert run(*common, "--site", "beta").returncode == 0
    assert given == ["learned on alpha"]
    (tmp_path / "priors" / "beta.camera.json").write_text("learned on alpha's cameras")
    (tmp_path / "priors" / "beta.lens.json").write_text("of no use here")
    assert run(*common, "--site", "beta").returncode == 0
    assert given == ["learned on alpha", "learned on alpha's cameras"]
    (tmp_path / "priors" / "beta.camera.json").unlink()
    (tmp_path / "priors" / "beta.json").write_text("learned on more")
    importlib.import_module("efficiency_plan").file_digest.cache_clear()  # kept for one run of the program
    assert "1 to compute" in run(*common, "--site", "beta").stderr


def test_a_killed_run_goes_on(run: Run, shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    everything = ("--corpora", shops, "-o", out, "--strategy", "random_walk", "--urls", "natural")
    process = subprocess.Popen(
        command(*everything, "--jobs", 2), env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    cells = out / "cells.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not cells.exists() or cells.read_bytes().count(b"\n") < 3):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = [json.loads(line)["key"] for line in cells.read_bytes().split(b"\n")[:-1]]
    assert len(kept) >= 3
    with cells.open("ab") as stream:
        stream.write(b'{"key": "cut of')
    done = run(*everything, "--jobs", 1)
    assert done.returncode == 0, done.stderr
    keys = [json.loads(line)["key"] for line in cells.read_bytes().splitlines()]
    assert keys[: len(kept)] == kept
    assert len(keys) == len(set(keys))


def test_an_interrupted_run_says_that_it_can_go_on(shops: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    everything = command("--corpora", shops, "-o", out, "--jobs", 1)
    process = subprocess.Popen(everything, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    cells = out / "cells.jsonl"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (cells.exists() and cells.stat().st_size):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on" in said.splitlines()[-1]
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--strategy", "xcrwal"], "did you mean 'xcrawl'"),
        (["--site", "gamma"], "recorded site"),
        (["--task", "kamera"], "did you mean 'camera'"),
        (["--samples", "0"], "--samples 0"),
        (["--seeds", "-1"], "--seeds -1"),
        (["--report-only"], "leave out --report-only"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(
    run: Run, shops: Path, tmp_path: Path, arguments: list[str], said: str
) -> None:
    done = run("--corpora", shops, "-o", tmp_path / "out", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_recorded_sites_it_says_how_to_name_them(run: Run, tmp_path: Path) -> None:
    for arguments in ([], ["--corpora", tmp_path]):
        done = run(*arguments, "-o", tmp_path / "out")
        assert done.returncode == 2
        assert "--corpora" in done.stderr
        assert done.stderr.count("\n") == 1
