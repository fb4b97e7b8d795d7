"""The one command that gets what is missing, on this system and for this user."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

# Program of the package manager, command that needs no answers, first one that is there wins. Ubuntu's package is only
# a link to a snap, which sees no temporary files of others: it gets Playwright's build.
_MANAGERS = (
    ("apt-get", "apt-get install -y --no-install-recommends chromium"),
    ("dnf", "dnf install -y chromium"),
    ("zypper", "zypper --non-interactive install chromium"),
    ("pacman", "pacman -S --needed --noconfirm chromium"),
    ("apk", "apk add chromium"),
)
_OWN = {"darwin": ("brew", "brew install --cask google-chrome"), "win32": ("winget", "winget install -e Google.Chrome")}


def command_for_browser() -> str:
    """How to get a browser: from the system's packages where the user may install some, else Playwright's own build."""
    if sys.platform in _OWN:
        program, command = _OWN[sys.platform]
        return command if shutil.which(program) else command_of_playwright("install chromium")
    release = _release()
    for program, command in _MANAGERS:
        if shutil.which(program):
            rights = _rights()
            if rights is None:
                break
            if program == "apt-get" and "ubuntu" in release:
                return command_of_playwright("install --with-deps chromium")  # asks for the password itself
            if program == "dnf" and "fedora" not in release.split("ID_LIKE", maxsplit=1)[0] and "rhel" in release:
                return f"{rights}dnf install -y epel-release && {rights}{command}"
            return rights + command
    return command_of_playwright("install chromium")


def command_for_extra(extra: str) -> str:
    """How to get one of hubwalk's extras, into the environment that hubwalk runs in."""
    pip = shutil.which("pip") or ""
    ours = pip and Path(pip).parent == Path(sys.executable).parent
    return f"{'pip' if ours else f'{_python()} -m pip'} install 'hubwalk[{extra}]'"


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _rights() -> str | None:
    """What comes before a command of the administrator; None for who is not."""
    if is_root():
        return ""
    return next((f"{name} " for name in ("sudo", "doas") if shutil.which(name)), None)


def _release() -> str:
    """ID and ID_LIKE of /etc/os-release, as they are there."""
    try:
        lines = Path("/etc/os-release").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return "\n".join(sorted(line.lower().replace("id_like", "ID_LIKE") for line in lines if line.startswith("ID")))


def command_of_playwright(words: str) -> str:
    """Its command line, as it can be called from here."""
    script = shutil.which("playwright") or ""
    ours = script and Path(script).parent == Path(sys.executable).parent
    return f"{'playwright' if ours else f'{_python()} -m playwright'} {words}"


def _python() -> str:
    path = sys.executable
    return f'"{path}"' if sys.platform == "win32" and " " in path else shlex.quote(path)
