"""Errors that a user can cause and can mend. Each message names the thing and the way out, on one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class HubwalkError(Exception):
    """Base of all errors that end a command with one line and exit code 2, never with a traceback."""


class UsageError(HubwalkError):
    """The call cannot work as given: a malformed URL, an unknown name, an unwritable file."""


class SampleError(UsageError):
    """A sample that cannot be read, is empty, or is not HTML."""


class LogError(HubwalkError):
    """The crawl log is damaged, of a foreign kind, or in use by another process."""


class ValidatorError(HubwalkError):
    """A validator that cannot be built or that broke beyond repair."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a name nobody knows, with the nearest known one: "unknown strategy 'xcrwal': did you mean ..."."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(names) or 'none'}"
    return UsageError(f"unknown {kind} '{name}': {hint}")
