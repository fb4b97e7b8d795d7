"""Files that a job names, kept in its crawl log: a resumed crawl has the same, whatever has become of the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog


def content_of(kind: str, path: str) -> bytes:
    """What is in a file that an option names, which is called as the kind is; UsageError if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the {kind} {path}: {error.strerror}; check its name") from None


def keep_file(kind: str, path: str, log: SqliteCrawlLog) -> None:
    """Put a file into a log; a job that names none has an empty path."""
    from hubwalk.values import Response

    if path:
        log.add_sample(_name(kind, path), Response(path, path, 200, content_of(kind, path)))


def kept_file(kind: str, path: str, log: SqliteCrawlLog) -> bytes | None:
    """The file as the log has it, or as it is if the crawl was killed before it was kept; None for an empty path."""
    if not path:
        return None
    if _name(kind, path) not in dict(log.samples()):
        keep_file(kind, path, log)
    return dict(log.samples())[_name(kind, path)].body


def _name(kind: str, path: str) -> str:
    """Among the samples of the log."""
    return f"{kind} {path}"
