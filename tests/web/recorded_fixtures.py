"""Recorded shops and the benchmarks that read them, as fixtures: pytest_plugins = ["recorded_fixtures"]."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from recorded_folders import Run, record_shops

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def shops(tmp_path: Path) -> Path:
    """The folder of two shops."""
    folder = tmp_path / "shops"
    folder.mkdir()
    return record_shops(folder)


@pytest.fixture
def run_benchmark(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a program in benchmarks/, by its name and the words after it, in this process; its exit code."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    monkeypatch.delenv("HUBWALK_CORPORA", raising=False)
    return lambda name, *words: importlib.import_module(name).main([str(word) for word in words])
