"""`hubwalk export`: the crawl log as JSON Lines, CSV, Parquet or WARC.

A file appears whole or not at all: it is written under another name and then renamed.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal

from hubwalk.errors import HubwalkError, LogError, UsageError, unknown_name
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.parquet import write_parquet
from hubwalk.store.records import result_record, write_csv, write_json_lines
from hubwalk.store.warc import write_warc
from hubwalk.values import Observation

__all__ = ["FORMATS", "Target", "export", "format_of", "result_record", "write_export"]

Target = Path | Literal["-"]  # "-": standard output

_WRITERS: dict[str, Callable[[Iterable[Observation], BinaryIO], int]] = {
    "jsonl": write_json_lines,
    "csv": write_csv,
    "parquet": write_parquet,
    "warc": partial(write_warc, compress=False),
    "warc.gz": partial(write_warc, compress=True),
}
FORMATS = tuple(_WRITERS)
_ENDINGS = {f".{name}": name for name in FORMATS} | {".ndjson": "jsonl"}


def export(log_path: Path, out: Target, format: str = "", *, everything: bool = False) -> int:
    """Write the accepted pages of a log, or all fetched ones, and say how many. A WARC is an archive of what came over
    the wire, so it always has everything."""
    format = format_of(out, format)
    with SqliteCrawlLog.open(log_path) as log:
        return write_export(log, out, format, everything=everything)


def write_export(log: SqliteCrawlLog, out: Target, format: str, *, everything: bool = False) -> int:
    """The same for a log that is open, and a format that `format_of` has checked."""
    check_apart(log, out)
    with writing(out), whole_file(out) as stream:
        return write_pages(log, stream, format, everything=everything)


def write_pages(log: SqliteCrawlLog, stream: BinaryIO, format: str, *, everything: bool = False) -> int:
    """The same to a stream."""
    archive = format.startswith("warc")
    observations = log.observations(bodies=archive, accepted_only=not (everything or archive))
    count = _WRITERS[format](observations, stream)
    stream.flush()
    return count


def format_of(out: Target, format: str = "", fit: Collection[str] = FORMATS) -> str:
    """The format that was asked for, or the one that the file's ending stands for; "-" is JSON Lines. Who names none is
    told of those that are `fit`."""
    if format:
        if format not in FORMATS:
            raise unknown_name("format", format, FORMATS)
        return format
    if out == "-":
        return "jsonl"
    name = out.name.lower()
    for ending, known in _ENDINGS.items():
        if name.endswith(ending):
            return known
    endings = ", ".join(ending for ending, known in _ENDINGS.items() if known in fit)
    raise UsageError(f"cannot tell the format of '{out}': end it in {endings}")


def check_apart(log: SqliteCrawlLog, out: Target) -> None:
    """UsageError if the output would take the place of the log itself."""
    if out != "-" and out.exists() and out.samefile(log.path):
        raise UsageError(f"cannot write {out}: it is the crawl log; choose another -o")


@contextmanager
def writing(out: Target) -> Iterator[None]:
    """Turn what the file system says into one line with the way out."""
    try:
        yield
    except HubwalkError:
        raise
    except BrokenPipeError:  # `hubwalk export ... | head` is no error
        raise
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}:
            raise LogError(
                f"cannot write {out}: {error.strerror}; nothing is lost, `hubwalk export DB -o FILE` writes it again"
            ) from error
        raise UsageError(f"cannot write {out}: {error.strerror or error}; choose another -o") from error


def is_stream(out: Target) -> bool:
    """True for standard output, pipes and devices: what is written there is gone."""
    return out == "-" or (out.exists() and not out.is_file() and not out.is_dir())


def standard_output() -> BinaryIO:
    """For bytes. Where it is closed this fails, and not only the first page that comes."""
    sys.stdout.buffer.write(b"")
    return sys.stdout.buffer


@contextmanager
def whole_file(out: Target) -> Iterator[BinaryIO]:
    """A stream to a file that takes the place of `out` once all is written."""
    if out == "-":
        yield standard_output()
        return
    if is_stream(out):  # nothing to rename over
        with out.open("wb") as stream:
            yield stream
        return
    final = out.resolve()  # through a link, which stays
    draft = final.with_name(f".{final.name}.{os.getpid()}.part")
    try:
        with draft.open("wb") as stream:
            yield stream
        draft.replace(final)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
