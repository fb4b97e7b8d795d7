"""The output of a running crawl: one line per accepted page, as soon as it is accepted.

A verdict that is revised is one more line, accepted or not: of several lines of one URL the last one counts. That is
all that can be done for a stream; a file is written anew at the end, and then has the accepted pages once each.

After `kill -9` the file may lack the last page or end in half a line, but the log knows: a resumed crawl writes the
file anew from the log and goes on from there, so nothing is lost or doubled. Parquet and WARC cannot grow line by line;
they are written at the end, and at the beginning too, so that an unwritable file shows before anything is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import BinaryIO

from hubwalk.errors import UsageError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import (
    Target,
    check_apart,
    format_of,
    is_stream,
    standard_output,
    whole_file,
    write_export,
    write_pages,
    writing,
)
from hubwalk.store.records import csv_header, csv_line, json_line
from hubwalk.values import Observation

_LINES: dict[str, tuple[Callable[[Observation], bytes], bytes]] = {
    "jsonl": (json_line, b""),
    "csv": (csv_line, csv_header()),
}


class ResultWriter:
    """Where accepted pages go; make one with `open`."""

    def __init__(self, out: Target, format: str, log: SqliteCrawlLog | None, stream: BinaryIO | None) -> None:
        self._out = out
        self._format = format
        self._log = log
        self._stream = stream  # None: a format that is written as a whole
        self._revised = False  # there are lines that no longer hold

    @classmethod
    def open(cls, out: Target, *, log: SqliteCrawlLog | None = None, format: str = "") -> ResultWriter:
        """An output that has what `log` has accepted so far (standard output gets that, too); without a log it begins
        empty. UsageError if it cannot be written."""
        format = format_of(out, format)
        if log is not None:
            check_apart(log, out)
        if format not in _LINES:
            if log is None:
                raise UsageError(f"{format} is written from a crawl log: give --db")
            if not is_stream(out):
                write_export(log, out, format)
            return cls(out, format, log, None)
        with writing(out):
            if out == "-" or is_stream(out):
                stream: BinaryIO = standard_output() if out == "-" else out.open("wb")
                _begin(stream, log, format)
            else:
                with whole_file(out) as draft:
                    _begin(draft, log, format)
                stream = out.open("ab")
        return cls(out, format, log, stream)

    @classmethod
    def nowhere(cls) -> ResultWriter:
        """For a crawl of which nobody wants the pages one by one."""
        return cls("-", "", None, None)

    def write(self, observation: Observation) -> None:
        """Add an accepted page; it is in the file, or with the next program, when this returns."""
        if self._stream is not None:
            with writing(self._out):
                self._stream.write(_LINES[self._format][0](observation))
                self._stream.flush()

    def observe(self, observation: Observation) -> None:
        """Add a page if it is accepted."""
        if observation.verdict.accepted:
            self.write(observation)

    def revise(self, observation: Observation) -> None:
        """Another verdict on a page, accepted or not, written before or not."""
        self._revised = True
        self.write(observation)

    def close(self) -> None:
        """Complete the file; closing twice is no error."""
        if self._stream is not None:
            stream, self._stream = self._stream, None
            if self._out != "-":
                with writing(self._out):
                    stream.close()
            if self._revised and self._log is not None and not is_stream(self._out):
                write_export(self._log, self._out, self._format)
        elif self._format not in _LINES and self._log is not None:
            log, self._log = self._log, None
            write_export(log, self._out, self._format)

    def __enter__(self) -> ResultWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begin(stream: BinaryIO, log: SqliteCrawlLog | None, format: str) -> None:
    if log is not None:
        write_pages(log, stream, format)
    else:
        stream.write(_LINES[format][1])
        stream.flush()
