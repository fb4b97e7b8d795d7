"""Errors that a user can cause and can mend. Each message names the thing and the way out, on one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_MOST_NAMED = 100  # in one message; schema.org has 900 types
_NEAREST = 5


class HubwalkError(Exception):
    """Base of all errors that end a command with one line and exit code 2, never with a traceback."""


class UsageError(HubwalkError):
    """The call cannot work as given: a malformed URL, an unknown name, an unwritable file."""


class SampleError(UsageError):
    """A sample that cannot be read, is empty, or is not HTML; or samples that teach a validator nothing, or none."""


class LogError(HubwalkError):
    """The crawl log is damaged, of a foreign kind, or in use by another process."""


class ValidatorError(HubwalkError):
    """A validator that cannot be built or that broke beyond repair."""


class SpentError(ValidatorError):
    """A budget for verdicts is used up: the crawl ends at this limit, and goes on with a larger one."""

    def __init__(self, message: str, *, more: str = "") -> None:
        super().__init__(message)
        self.more = more  # options of `hubwalk resume` that allow more


class SearchError(HubwalkError):
    """A search engine did not answer a query. `kind` says what helps."""

    QUOTA = "quota"  # no more queries are to be had for now: go on with what was found, resume another day
    BUSY = "busy"  # asked too fast, or a failure that may pass: wait `retry_after` seconds and ask again
    KEY = "key"  # no key, a wrong one, or not allowed: only the user can mend it
    BROKEN = "broken"  # nobody there, or an answer that makes no sense: ask another engine

    def __init__(self, message: str, *, kind: str = BROKEN, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after = retry_after  # seconds, 0: the engine did not say


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """The error for a name nobody knows, with the nearest known one: "unknown strategy 'xcrwal': did you mean ..."."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if near:
        hint = f"did you mean '{near[0]}'?"
    elif len(names) > _MOST_NAMED:
        nearest = difflib.get_close_matches(name, names, n=_NEAREST, cutoff=0.0)
        hint = f"there are {len(names)}, the nearest are {', '.join(nearest)}"
    else:
        hint = f"known: {', '.join(names) or 'none'}"
    return UsageError(f"unknown {kind} '{name}': {hint}")
