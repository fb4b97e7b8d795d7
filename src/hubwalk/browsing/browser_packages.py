"""The one command that gets what is missing, on this system and for this user."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Program of the package manager, command that needs no answers, first one that is there wins. Ubuntu's package is only
# a link to a snap, which sees no temporary files of others: it gets Playwright's build.
_MANAGERS = (
    ("apt-get", "apt-get install -y --no-install-recommends chromium"),
    ("dnf", "dnf install -y chromium"),
    ("zypper", "zypper --non-interactive install chromium"),
    ("pacman", "pacman -S --needed --noconfirm chromium"),
    ("apk", "apk add chromium"),
)
_APT_LISTS = Path("/var/lib/apt/lists")
_RELEASE = Path("/etc/os-release")
_OWN = {"darwin": ("brew", "brew install --cask google-chrome"), "win32": ("winget", "winget install -e Google.Chrome")}


def command_for_browser() -> str:
    """How to get a browser: from the system's packages where the user may install some, else Playwright's own build."""
    if sys.platform in _OWN:
        program, command = _OWN[sys.platform]
        return command if shutil.which(program) else command_of_playwright("install chromium")
    system, like = _release()
    for program, command in _MANAGERS:
        if shutil.which(program):
            rights = _rights()
            if rights is None:
                break
            if program == "apt-get" and "ubuntu" in f"{system} {like}":
                return command_of_playwright("install --with-deps chromium")  # asks for the password itself
            if program == "dnf" and "rhel" in f"{system} {like}":
                return f"{rights}dnf install -y epel-release && {rights}{command}"
            if program == "apt-get" and not any(_APT_LISTS.glob("*Packages*")):
                return f"{rights}apt-get update && {rights}{command}"  # images of containers come without lists
            return rights + command
    return command_of_playwright("install chromium")


def command_for_extra(extra: str) -> str:
    """How to get one of hubwalk's extras, into the environment that hubwalk runs in."""
    quote = '"' if sys.platform == "win32" else "'"
    return f"{_pip()} install {quote}hubwalk[{extra}]{quote}"


def command_for_hubwalk() -> str:
    """How to get its libraries again where they are broken: from the folder or address that it came from."""
    try:
        said = importlib.metadata.distribution("hubwalk").read_text("direct_url.json")
        origin = json.loads(said or "{}")
    except (importlib.metadata.PackageNotFoundError, ValueError):
        origin = {}
    place = str(origin.get("url", "hubwalk"))
    place = unquote(urlsplit(place).path) if place.startswith("file:") else place
    editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
    return f"{_pip()} install --force-reinstall {editable}{shlex.quote(place)}"


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _rights() -> str | None:
    """What comes before a command of the administrator; None for who is not."""
    if is_root():
        return ""
    return next((f"{name} " for name in ("sudo", "doas") if shutil.which(name)), None)


def _release() -> tuple[str, str]:
    """Which Linux this is, and which others it is like."""
    try:
        lines = _RELEASE.read_text("utf-8", "replace").splitlines()
    except OSError:
        return "", ""
    said = dict(line.replace('"', "").split("=", maxsplit=1) for line in lines if "=" in line)
    return said.get("ID", ""), said.get("ID_LIKE", "")


def command_of_playwright(words: str) -> str:
    """Its command line, as it can be called from here."""
    return f"{'playwright' if _is_ours('playwright') else f'{_python()} -m playwright'} {words}"


def _pip() -> str:
    return "pip" if _is_ours("pip") else f"{_python()} -m pip"


def _is_ours(program: str) -> bool:
    """Whether the plain name calls the one of the environment that hubwalk runs in."""
    path = shutil.which(program)
    return path is not None and Path(path).parent == Path(sys.executable).parent


def _python() -> str:
    path = sys.executable
    return f'"{path}"' if sys.platform == "win32" and " " in path else shlex.quote(path)
