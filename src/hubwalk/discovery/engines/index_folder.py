"""The folder of a local index: `current.json` names the sub-folder with the index in use and tells what is in it.

A new index is made in a sub-folder of its own; replacing `current.json` puts it in place in one step, and a build that
is interrupted, by `kill -9` too, leaves the old one in use. What it left behind is removed by the next build.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hubwalk.errors import UsageError
from hubwalk.store.writer_lock import WriterLock

_FORMAT = 1
_CURRENT = "current.json"
_INDEX = re.compile(r"index-\d+")
_OURS = re.compile(rf"{_INDEX.pattern}|index\.lock|current\.json(\.part)?")


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What `current.json` says."""

    folder: str  # below the folder of the index
    pages: int
    built: str  # UTC
    sources: tuple[str, ...] = ()
    format: int = _FORMAT


def read_info(folder: Path) -> IndexInfo:
    """What is in the index; UsageError if there is none, with the way to build it."""
    try:
        said: Any = json.loads((folder / _CURRENT).read_text("utf-8"))
        if said["format"] != _FORMAT:
            raise UsageError(f"{folder} has an index of another version of hubwalk; {_way_out(folder)}")
        name = str(said["folder"])
        if not _INDEX.fullmatch(name):
            raise ValueError(name)
        return IndexInfo(name, int(said["pages"]), str(said["built"]), tuple(map(str, said["sources"])))
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(f"no search index at {folder}; {_way_out(folder)}") from None
    except OSError as error:
        raise UsageError(f"cannot read the search index {folder}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise damaged(folder) from None


def damaged(folder: Path) -> UsageError:
    return UsageError(f"the search index {folder} is damaged; {_way_out(folder)}")


def _way_out(folder: Path) -> str:
    return f"`hubwalk search-index build --index {folder} SOURCE...` makes it from crawl logs, WARC files or HTML"


@contextmanager
def new_index(folder: Path) -> Iterator[Path]:
    """An empty sub-folder for a new index, for one process at a time; gone again if the block fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check_ours(folder)
    except OSError as error:
        raise UsageError(f"cannot write the search index {folder}: {error.strerror}; choose another --index") from None
    if not os.access(folder, os.W_OK):
        raise UsageError(f"cannot write the search index {folder}: permission denied; choose another --index")
    lock = WriterLock(folder / "index")
    try:
        in_use = _in_use(folder)
        _remove_others(folder, in_use)
        made = folder / f"index-{int(in_use.rpartition('-')[2] or 0) + 1}"
        try:
            made.mkdir()
            yield made
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
    finally:
        lock.release()


def _in_use(folder: Path) -> str:
    try:
        return read_info(folder).folder
    except UsageError:  # none, or one that nobody can read: there is nothing to keep
        return ""


def publish(folder: Path, made: Path, pages: int, sources: Sequence[str]) -> None:
    """Put a new index in place, and remove the one before."""
    info = IndexInfo(made.name, pages, datetime.now(UTC).isoformat(timespec="seconds"), tuple(sources))
    part = folder / f"{_CURRENT}.part"
    with part.open("w", encoding="utf-8") as stream:
        json.dump(asdict(info), stream, indent=2)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(folder / _CURRENT)
    _remove_others(folder, made.name)


def _remove_others(folder: Path, in_use: str) -> None:
    for other in folder.glob("index-*"):
        if other.name != in_use and _INDEX.fullmatch(other.name):
            shutil.rmtree(other, ignore_errors=True)


def _check_ours(folder: Path) -> None:
    strange = next((entry.name for entry in folder.iterdir() if not _OURS.fullmatch(entry.name)), "")
    if strange:
        raise UsageError(f"{folder} is no search index, it holds {strange}; choose a new folder with --index")
