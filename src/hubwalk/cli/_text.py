"""Words on a terminal: those of web pages, and commands that can be copied."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

_SHOWN = 3  # of several samples, sites or engines; --json has them all
_NUMBER = r"(\d[\d.e+-]*)"
_BUDGET = re.compile(rf"max_(calls|cost) \({_NUMBER}\) is spent(?:, and the next call may cost {_NUMBER})?")


def printable(text: object) -> str:
    """The text without control characters: a page's title must not steer the terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))


def print_json(value: object, default: Callable[[Any], object] | None = None) -> None:
    """For programs, whatever characters standard output has: what it lacks is written as JSON has it."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    print(json.dumps(value, indent=2, ensure_ascii=not unicode, default=default))


def quoted(path: Path) -> str:
    """The path as it can be pasted into a shell."""
    return shlex.quote(str(path))


def few(values: Sequence[object]) -> str:
    """The first values and how many more there are."""
    more = f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    return " ".join(map(str, values[:_SHOWN])) + more


def resume_options(ends: Sequence[tuple[str, int]]) -> str:
    """The options without which a resumed crawl would end at once, of sites that ended for a reason after so many
    requests; "" if there are none, else with a space before."""
    limited = [requests for reason, requests in ends if reason.startswith("max_pages")]
    options = [f" --max-pages {2 * max(limited)}"] if limited else []
    for reason, option in (("estimated recall", " --stop-at-recall 0"), ("yield below", " --stop-when-yield-below 0")):
        if any(said.startswith(reason) for said, _ in ends):
            options.append(option)
    return "".join(options)


def budget_options(reasons: Iterable[str], spent: Callable[[], Mapping[str, float]]) -> str:
    """The same for budgets of a language model that ended a crawl; `spent` has its `calls` and their `cost` so far."""
    options = {}
    for found in filter(None, map(_BUDGET.search, reasons)):
        name, *numbers = found.groups("0")
        more = 2 * max(spent().get(name, 0), *map(float, numbers))
        options[name] = f" --max-{name} {round(more) if name == 'calls' else f'{more:.4g}'}"
    return "".join(options.values())
