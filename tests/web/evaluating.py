"""`hubwalk evaluate` on the experiment that a test module has as TINY; a plugin, as commands is, which it needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest
from running import Command

from hubwalk.evaluation.pieces import Piece


@pytest.fixture
def tiny(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of the experiment."""
    path = tmp_path / "tiny.toml"
    path.write_text(request.module.TINY)
    return path


@pytest.fixture
def call(run: Command) -> Command:
    return partial(run, "evaluate")


@pytest.fixture
def begin(call: Command, tiny: Path, tmp_path: Path) -> Callable[..., Path]:
    """Computes so many of the planned cells, which leaves a folder with a report that says so."""

    def begun(only: str, *, chosen: int, planned: int) -> Path:
        folder = tmp_path / "out"
        code, out, err = call(tiny, "-o", folder, "--jobs", 1, "--only", only)
        assert (code, out.strip()) == (0, str(folder / "report.html"))
        assert f"{planned} cells, {planned - chosen} of them stored" in err
        assert f"{chosen} of {planned} cells: **incomplete**" in (folder / "report.md").read_text("utf-8")
        return folder

    return begun


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType], list[str]]:
    """The names of the cells that a module computes from now on, in one process."""

    def watched(runs: ModuleType) -> list[str]:
        computed: list[str] = []
        run_piece = runs.run_piece

        def counted(piece: Piece) -> object:
            computed.append(piece.name)
            return run_piece(piece)

        monkeypatch.setattr(runs, "run_piece", counted)
        return computed

    return watched


@pytest.fixture
def refusal(call: Command, tiny: Path) -> Callable[..., str]:
    """The one line that a command ends in which has made no folder."""

    def line(*more: str) -> str:
        folder = tiny.parent / "out"
        code, out, err = call(tiny, "-o", folder, *more)
        assert (code, out) == (2, "")
        assert len(err.strip().splitlines()) == 1
        assert not folder.exists()
        return err

    return line
