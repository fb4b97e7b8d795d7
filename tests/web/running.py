"""Runs the hubwalk command as a user does, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

COMMAND = [sys.executable, "-c", "from hubwalk.cli import main; main()"]


class Ran(NamedTuple):
    """How it ended."""

    code: int
    out: str
    err: str

    @property
    def pages(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.err.splitlines()]


Command = Callable[..., Ran]


def environment() -> dict[str, str]:
    """Ours without proxies: the test servers are on loopback."""
    return {key: value for key, value in os.environ.items() if "proxy" not in key.lower()}


def hubwalk(*words: object, cwd: Path, timeout: float = 60) -> Ran:
    """Run a command to its end."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)], cwd=cwd, env=environment(), capture_output=True, text=True, timeout=timeout
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def start(*words: object, cwd: Path) -> subprocess.Popen[str]:
    """Start a command and leave it running."""
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        cwd=cwd,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
