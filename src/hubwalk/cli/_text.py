"""Words of web pages on a terminal."""

from __future__ import annotations

import shlex
from pathlib import Path


def printable(text: object) -> str:
    """The text without control characters: a page's title must not steer the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))


def quoted(path: Path) -> str:
    """The path as it can be pasted into a shell."""
    return shlex.quote(str(path))
