"""Whether a file is a list that was written from a crawl log: such a one may be written again, all others are foreign.

What counts is what the file begins with, or ends with as Parquet does, and not its name: nobody's table is lost because
it is called pages.csv, too.
"""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

from hubwalk.store.records import COLUMNS as PAGE_COLUMNS
from hubwalk.store.search_exports import COLUMNS as SEARCH_COLUMNS

_MOST = 1 << 20  # bytes of a first line, or of the end of a Parquet file
_FIRST = [tuple(columns)[:2] for columns in (PAGE_COLUMNS, *SEARCH_COLUMNS.values())]  # older logs had other ones then


def is_own_file(path: Path) -> bool:
    """True for a list that hubwalk has written, in any of its formats, and for an empty file."""
    with path.open("rb") as stream:
        head = stream.read(_MOST)
        stream.seek(max(0, path.stat().st_size - _MOST))
        tail = stream.read()
    if head.startswith(b"\x1f\x8b"):
        head = _unpacked(path)
    if head.startswith(b"WARC/"):
        return b"\r\nsoftware: hubwalk/" in head
    if head.startswith(b"PAR1"):
        return all(name.encode() in tail for name in PAGE_COLUMNS)
    line = head.partition(b"\n")[0].decode("utf-8", "replace")
    return not head or any(line.startswith(f"{','.join(two)},") for two in _FIRST) or _is_record(line)


def _unpacked(path: Path) -> bytes:
    try:
        with gzip.open(path) as stream:
            return stream.read(_MOST)
    except (OSError, EOFError, zlib.error):
        return b"?"


def _is_record(line: str) -> bool:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and tuple(record)[:2] in _FIRST
