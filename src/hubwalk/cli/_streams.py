"""Standard streams that were closed before hubwalk began: `hubwalk find ... 2>&-`, as by some schedulers."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from hubwalk.errors import UsageError


def replace_closed_streams() -> None:
    """What is said to a closed standard error goes nowhere. Left closed, its number would be that of the next file to
    be opened, the crawl log say, and what is said would be written into that."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdin = sys.stdin or os.fdopen(0)
    sys.stdout = sys.stdout or io.TextIOWrapper(_Closed(), "utf-8", write_through=True)
    sys.stderr = sys.stderr or os.fdopen(2, "w")


class _Closed(io.RawIOBase):
    """Standard output has data, which somebody waits for: they must not be lost in silence."""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def write(self, _: Any) -> int:
        raise UsageError("standard output is closed: leave it open, or name a file with -o where the command has that")
