"""Trying a browser out: programs that are none say so, in one line, in time, and leave nothing behind."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import pytest

from hubwalk.browsing.browser_places import playwright_is_there
from hubwalk.browsing.installed import BrowserChoice
from hubwalk.browsing.trial_launch import check, reason_of
from hubwalk.errors import UsageError

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the fake programs are shell scripts"),
    pytest.mark.skipif(not playwright_is_there(), reason="playwright is not installed"),
]


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def program(folder: Path, text: str) -> BrowserChoice:
    path = folder / "browser"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return BrowserChoice("chromium", str(path), "", "a test")


def ended(pid: Path, limit: float = 10) -> bool:
    """Whether the process, if it came so far as to write its id, is gone; it takes its parent a moment to notice."""
    if not pid.exists():
        return True
    process = Path("/proc") / pid.read_text().strip() / "stat"
    until = time.monotonic() + limit
    while time.monotonic() < until:
        try:
            if ") Z " in process.read_text():
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


def test_a_missing_library_is_named(tmp_path: Path, temporary: Path, capfd: pytest.CaptureFixture[str]) -> None:
    says = "browser: error while loading shared libraries: libnss3.so: cannot open shared object file"
    with pytest.raises(UsageError, match=r"browser cannot be started: browser: error .* libnss3\.so") as said:
        check(program(tmp_path, f"echo '{says}' >&2; exit 127"))
    assert "\n" not in str(said.value)
    assert capfd.readouterr() == ("", "")
    assert list(temporary.iterdir()) == []


def test_one_that_never_answers_is_ended(tmp_path: Path, temporary: Path) -> None:
    pid = tmp_path / "pid"
    with pytest.raises(UsageError, match="browser did not answer within 3 s"):
        check(program(tmp_path, f"echo $$ > {pid}; exec sleep 300"), timeout=3)
    assert ended(pid)
    assert list(temporary.iterdir()) == []


BOX = """BrowserType.launch:
╔══════════════════════════════════════════════════════╗
║ Host system is missing dependencies to run browsers. ║
║ Please install them with the following command:      ║
╚══════════════════════════════════════════════════════╝
"""
SANDBOX = "Closed\n[pid=7][err] hm\n[pid=7][err] No usable sandbox! Update your kernel"


def test_ctrl_c_ends_it_too(tmp_path: Path, temporary: Path) -> None:
    pid = tmp_path / "pid"
    with pytest.raises(KeyboardInterrupt):
        check(program(tmp_path, f"echo $$ > {pid}; kill -INT {os.getpid()}; exec sleep 300"))
    assert ended(pid)
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("BrowserType.launch: it is gone\nCall log:\n  - more", "BrowserType.launch: it is gone"),
        (BOX, "Host system is missing dependencies to run browsers."),
        (SANDBOX, "No usable sandbox! Update your kernel"),
        ("Closed\n[pid=7][err] out of luck", "out of luck"),
        ("", "it said nothing"),
    ],
)
def test_the_line_that_tells(message: str, reason: str) -> None:
    assert reason_of(message) == reason
