"""Where browsers are: Playwright's own downloads, and those of the system."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

# Names that HUBWALK_BROWSER may give, and the programs they stand for, best first. A headless shell draws no window and
# needs less of the machine.
PROGRAMS = {
    "chromium": ("chromium-headless-shell", "chromium", "chromium-browser"),
    "chrome": ("google-chrome-stable", "google-chrome", "chrome"),
    "edge": ("microsoft-edge-stable", "microsoft-edge", "msedge"),
}
FIREFOX = ("firefox", "firefox-esr")

_LINUX = {
    "chromium": ("/usr/lib64/chromium-browser/headless_shell", "/usr/bin/chromium", "/snap/bin/chromium"),
    "chrome": ("/opt/google/chrome/chrome",),
    "edge": ("/opt/microsoft/msedge/msedge",),
}
_MAC = {
    "chromium": ("Chromium.app/Contents/MacOS/Chromium",),
    "chrome": ("Google Chrome.app/Contents/MacOS/Google Chrome",),
    "edge": ("Microsoft Edge.app/Contents/MacOS/Microsoft Edge",),
}
_WINDOWS = {
    "chromium": ("Chromium/Application/chrome.exe",),
    "chrome": ("Google/Chrome/Application/chrome.exe",),
    "edge": ("Microsoft/Edge/Application/msedge.exe",),
}


def system_browsers(*names: str) -> Iterator[str]:
    """Paths of the programs that are there, best first, each once."""
    seen = set()
    for name in names or tuple(PROGRAMS):
        for path in (*filter(None, map(shutil.which, PROGRAMS[name])), *map(str, _usual_places(name))):
            # All snaps are links to one program, which goes by the name it is called by.
            real = path if "/snap/" in path else os.path.realpath(path)
            if real not in seen and os.access(path, os.X_OK) and Path(path).is_file():
                seen.add(real)
                yield path


def system_firefox() -> str:
    """Path of the system's Firefox, "" if it has none."""
    mac = Path("/Applications/Firefox.app/Contents/MacOS/firefox")
    return next(filter(None, map(shutil.which, FIREFOX)), "") or (str(mac) if mac.is_file() else "")


def _usual_places(name: str) -> Iterator[Path]:
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path("~/Applications").expanduser()):
            yield from (folder / place for place in _MAC[name])
    elif sys.platform == "win32":
        for variable in ("LOCALAPPDATA", "PROGRAMFILES", "PROGRAMFILES(X86)"):
            if folder_name := os.environ.get(variable):
                yield from (Path(folder_name) / place for place in _WINDOWS[name])
    else:
        yield from map(Path, _LINUX[name])


def playwright_is_there() -> bool:
    return importlib.util.find_spec("playwright") is not None


def playwrights_own(kind: str) -> tuple[str, str] | None:
    """Path and version of the `chromium` or `firefox` that Playwright has downloaded; None without a download.

    The path is "" where Playwright finds it by itself. It starts its headless shell for Chromium without a window; with
    `playwright install --no-shell` only the whole browser is there, and has to be named.
    """
    builds = _builds()
    if kind == "firefox":
        return ("", builds["firefox"][1]) if "firefox" in builds else None
    if "chromium-headless-shell" in builds:
        return "", builds["chromium-headless-shell"][1]
    if "chromium" in builds:
        folder, version = builds["chromium"]
        programs = ("chrome-*/chrome", "chrome-*/chrome.exe", "chrome-*/*.app/Contents/MacOS/*")
        found = next((path for pattern in programs for path in sorted(folder.glob(pattern)) if path.is_file()), None)
        return (str(found), version) if found else None
    return None


def _builds() -> dict[str, tuple[Path, str]]:
    """Folder and version of every finished download that fits the installed Playwright."""
    spec = importlib.util.find_spec("playwright")
    if spec is None or spec.origin is None:
        return {}
    package = Path(spec.origin).parent / "driver" / "package"
    try:
        known = json.loads((package / "browsers.json").read_text("utf-8"))["browsers"]
    except (OSError, ValueError, KeyError):
        return {}
    downloads = _downloads(package)
    found = {}
    for build in known:
        for revision in (build["revision"], *build.get("revisionOverrides", {}).values()):
            folder = downloads / f"{build['name'].replace('-', '_')}-{revision}"
            if (folder / "INSTALLATION_COMPLETE").is_file():
                found[build["name"]] = (folder, str(build.get("browserVersion", "")))
    return found


def _downloads(package: Path) -> Path:
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if chosen:
        return package / ".local-browsers" if chosen == "0" else Path(chosen).absolute()
    if sys.platform == "darwin":
        cache = Path("~/Library/Caches").expanduser()
    elif sys.platform == "win32":
        cache = Path(os.environ.get("LOCALAPPDATA") or Path("~/AppData/Local").expanduser())
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    return cache / "ms-playwright"
