"""Which browser to use: the one that HUBWALK_BROWSER names, else the best that is here.

Chromium and what is made from it comes first: only there probes can be prevented before they lead away (the Navigation
API) and listeners be listed (the DevTools protocol). Of Firefox, Playwright drives the build that it downloads itself;
a system's Firefox speaks another protocol. Its channel `moz-firefox` starts one, and with Firefox ESR 153 and
Playwright 1.65 fails to open a page, so it is not offered.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hubwalk.browsing.browser_packages import command_for_browser, command_for_extra, command_of_playwright
from hubwalk.browsing.browser_places import (
    FIREFOX,
    PROGRAMS,
    playwright_is_there,
    playwrights_own,
    system_browsers,
    system_firefox,
)
from hubwalk.errors import UsageError

VARIABLE = "HUBWALK_BROWSER"
OLDEST = {"chromium": 102, "firefox": 115}  # Chromium: the Navigation API came with 102
_OWN = "Playwright's own"
_PATIENCE = 20.0  # seconds for `--version`: a snap unpacks itself at its first start
_MUCH = 200  # characters of what a program says
_SAYS = re.compile(r"(?P<name>.*(?P<kind>Chromium|Chrome|Edge|Brave|Firefox)\D*)(?P<version>\d+(?:\.\d+)*)")
_NOT_OURS = "a system's Firefox cannot be driven, only the build that `playwright install firefox` gets"


@dataclass(frozen=True, slots=True)
class BrowserChoice:
    """A browser that can be launched."""

    kind: str  # "chromium", which Chrome and Edge are too, or "firefox"
    path: str  # "": Playwright's own, which it finds itself
    version: str  # "" if that is not known before it runs
    source: str  # where it was found


@dataclass(frozen=True, slots=True)
class Unfit:
    """A browser that is there and of no use to us."""

    path: str
    reason: str


def find_browser(*, prefer: str = "") -> BrowserChoice:
    """The browser to use: `prefer`, or HUBWALK_BROWSER, each a name or a path, or the best that is here. None is
    launched."""
    if not playwright_is_there():
        raise UsageError(f"a browser is driven by Playwright, which is not installed: {command_for_extra('browser')}")
    wanted = prefer.strip() or os.environ.get(VARIABLE, "").strip()
    if wanted:
        return _named(wanted, "browser" if prefer.strip() else VARIABLE)
    unfit = []
    for found in look_around():
        if isinstance(found, BrowserChoice):
            return found
        unfit.append(f"{found.path}: {found.reason}")
    but = f" ({'; '.join(unfit)})" if unfit else ""
    raise UsageError(f"no usable browser was found{but}; get one with: {command_for_browser()}")


def look_around() -> Iterator[BrowserChoice | Unfit]:
    """All browsers that are here, best first."""
    if own := playwrights_own("chromium"):
        yield BrowserChoice("chromium", *own, _OWN)
    for path in system_browsers():
        yield _examined(path, "the system's")
    if own := playwrights_own("firefox"):
        yield BrowserChoice("firefox", *own, _OWN)
    elif path := system_firefox():
        yield Unfit(path, _NOT_OURS)


def too_old(kind: str, version: str) -> str:
    """Why a version will not do, "" if it will."""
    major = int(version.partition(".")[0] or 0)
    return (
        f"version {version} is too old, {OLDEST[kind]} is the oldest that will do" if 0 < major < OLDEST[kind] else ""
    )


def _named(wanted: str, label: str) -> BrowserChoice:
    """The browser of this name or path, and no other: who names one wants that one."""
    name = wanted.lower()
    if name == "none":
        raise UsageError(f"{label}={wanted}: no browser is wanted here")
    if name in ("playwright", "firefox"):
        kind = "firefox" if name == "firefox" else "chromium"
        if own := playwrights_own(kind):
            return BrowserChoice(kind, *own, _OWN)
        get = command_of_playwright(f"install {kind}")
        raise UsageError(f"{label}={wanted}: Playwright has not downloaded its {kind}; get it with: {get}")
    paths = list(system_browsers(name)) if name in PROGRAMS else [path for path in [_program(wanted)] if path]
    if not paths and name == "chromium" and (own := playwrights_own(name)):
        return BrowserChoice(name, *own, _OWN)
    if not paths:
        known = ", ".join((*PROGRAMS, "firefox", "playwright"))
        raise UsageError(f"{label}={wanted}: no such program; give a path, one of {known}, or unset it")
    found = _examined(paths[0], label)
    if isinstance(found, Unfit):
        raise UsageError(f"{label}={wanted}: {found.reason}")
    return found


def _program(wanted: str) -> str:
    """The path of a program, as a shell would find it."""
    return shutil.which(str(Path(wanted).expanduser())) or ""


def _examined(path: str, source: str) -> BrowserChoice | Unfit:
    """What a program says of itself. Nothing is opened for that."""
    if Path(path).name in FIREFOX:
        return Unfit(path, _NOT_OURS)
    if sys.platform == "win32":
        version = _version_beside(Path(path))
        reason = too_old("chromium", version)
        return Unfit(path, reason) if reason else BrowserChoice("chromium", path, version, source)
    try:
        said = subprocess.run(
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return Unfit(path, f"gave no version within {_PATIENCE:g} s")
    except OSError as error:
        return Unfit(path, f"cannot be started: {error.strerror or error}")
    return _judged(path, source, said)


def _judged(path: str, source: str, said: subprocess.CompletedProcess[str]) -> BrowserChoice | Unfit:
    about = _SAYS.search(said.stdout)
    words = " ".join((said.stdout.strip() or said.stderr.strip()).split())[:_MUCH]
    if said.returncode:
        return Unfit(path, f"does not start: {words or f'exit code {said.returncode}'}")
    if about is None:
        return Unfit(path, f"is no browser that we know: asked for its version it said '{words}'")
    if about["kind"] == "Firefox":
        return Unfit(path, _NOT_OURS)
    if reason := too_old("chromium", about["version"]):
        return Unfit(path, reason)
    return BrowserChoice("chromium", path, about["version"], source)


def _version_beside(path: Path) -> str:
    """On Windows `--version` would open a window; the version is the name of a folder beside the program."""
    versions = [folder.name for folder in path.parent.glob("*.*.*.*") if re.fullmatch(r"[\d.]+", folder.name)]
    return max(versions, default="", key=lambda name: [int(part) for part in name.split(".")])
