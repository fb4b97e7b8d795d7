"""What `hubwalk doctor` looks at besides the browser: each check is quick, changes nothing and asks nobody."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hubwalk import __version__
from hubwalk.browsing.browser_packages import command_for_extra, command_for_hubwalk

OK = "ok"
NOTE = "note"  # works, with something to know
MISSING = "missing"  # optional, and not there
BROKEN = "broken"  # optional, there, and does not work
BAD = "bad"  # a crawl needs it

# What each extra brings, and what for.
EXTRAS = {
    "browser": ("playwright", "pages whose links are made by scripts"),
    "fast": ("numba", "the validator structure, compiled"),
    "search": ("ddgs", "public search engines, to find sites"),
}
# Between them these import every library that a plain crawl uses.
_CRAWL = ("hubwalk.drivers.engine", "hubwalk.validators.like", "hubwalk.store.exports", "hubwalk.discovery.tokens")
_LITTLE = 1_000_000_000  # bytes: a few thousand pages with their log
_NOTHING = 50_000_000
_SMALL_SHM = 512_000_000  # containers have 64 MB; a browser that runs out of it crashes


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    name: str
    state: str
    text: str
    get: str = ""  # the command that mends it


def machine() -> Iterator[Finding]:
    """Everything but the browser."""
    where = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {sys.prefix}"
    yield Finding("hubwalk", OK, f"{__version__}, {where}")
    yield _crawling()
    yield _temporary()
    yield _here()
    if memory := _shared_memory():
        yield memory
    yield _terminal()
    yield from map(_extra, EXTRAS)


def _crawling() -> Finding:
    for module in _CRAWL:
        try:
            importlib.import_module(module)
        except Exception as error:  # a broken library may raise anything
            said = f"{module} cannot be loaded: {type(error).__name__}: {error}".partition("\n")[0]
            return Finding("crawling", BAD, said, command_for_hubwalk())
    scrapy = importlib.metadata.version("scrapy")
    return Finding("crawling", OK, f"Scrapy {scrapy}, SQLite {sqlite3.sqlite_version}; all libraries load")


def _temporary() -> Finding:
    try:
        with tempfile.NamedTemporaryFile(prefix="hubwalk-") as file:
            file.write(b"x")
            folder = Path(file.name).parent
    except OSError as error:
        text = (
            f"no temporary file can be written: {error.strerror or error}; set TMPDIR to a folder that you may write to"
        )
        return Finding("temporary", BAD, text)
    return _room("temporary", folder, NOTE)


def _here() -> Finding:
    """Where the crawl log goes unless another folder is named."""
    try:
        here = Path.cwd()
    except OSError:
        return Finding("this folder", NOTE, "it is gone; change to one that is there")
    if not os.access(here, os.W_OK):
        return Finding("this folder", NOTE, f"{here} is not yours to write to: name another one with -o")
    return _room("this folder", here, BAD)


def _room(name: str, folder: Path, without: str) -> Finding:
    free = shutil.disk_usage(folder).free
    state = OK if free >= _LITTLE else NOTE if free >= _NOTHING else without
    advice = "" if state == OK else ", which is little: make room"
    return Finding(name, state, f"{folder}, {_size(free)} free{advice}")


def _shared_memory() -> Finding | None:
    shm = Path("/dev/shm")
    if not sys.platform.startswith("linux") or not shm.is_dir():
        return None
    size = shutil.disk_usage(shm).total
    if size >= _SMALL_SHM:
        return None
    return Finding(
        "memory", OK, f"/dev/shm has {_size(size)}, as in containers; the browser uses temporary files instead"
    )


def _terminal() -> Finding:
    encoding = (sys.stdout.encoding or "ascii").lower()
    if encoding.replace("-", "").startswith("utf"):
        return Finding("terminal", OK, encoding)
    return Finding("terminal", NOTE, f"{encoding}: letters that it lacks are shown as \\u codes", "export PYTHONUTF8=1")


def _extra(extra: str) -> Finding:
    library, purpose = EXTRAS[extra]
    name = f"[{extra}]"
    if importlib.util.find_spec(library) is None:
        return Finding(name, MISSING, f"{library} is not installed; it is for {purpose}", command_for_extra(extra))
    return Finding(name, OK, f"{library} {importlib.metadata.version(library)}, for {purpose}")


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
