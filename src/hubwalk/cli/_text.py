"""Words on a terminal: those of web pages, and commands that can be copied."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path


def printable(text: object) -> str:
    """The text without control characters: a page's title must not steer the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))


def quoted(path: Path) -> str:
    """The path as it can be pasted into a shell."""
    return shlex.quote(str(path))


def resume_options(ends: Sequence[tuple[str, int]]) -> str:
    """The options without which a resumed crawl would end at once, of sites that ended for a reason after so many
    requests; "" if there are none, else with a space before."""
    limited = [requests for reason, requests in ends if reason.startswith("max_pages")]
    options = [f" --max-pages {2 * max(limited)}"] if limited else []
    for reason, option in (("estimated recall", " --stop-at-recall 0"), ("yield below", " --stop-when-yield-below 0")):
        if any(said.startswith(reason) for said, _ in ends):
            options.append(option)
    return "".join(options)
