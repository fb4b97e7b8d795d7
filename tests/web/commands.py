"""Commands in this process, as a shell would run them; a plugin, as web_fixtures is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from running import Command, Ran

from hubwalk.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """Runs a command: exit code, standard output, standard error."""

    def call(*words: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["hubwalk", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return call


@pytest.fixture
def command(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The same in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return run
