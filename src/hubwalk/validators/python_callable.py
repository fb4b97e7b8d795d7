"""`python:MODULE:CALLABLE`: any Python code as a validator, from the current folder too.

The callable gets a `Page` and returns a `Verdict`, a bool, a number (accepted from 0.5 on) or a dict with `accepted`
and, if it likes, `score` and `reason`. A class is made into an object without arguments; an object with `judge` is a
validator as it stands. What it raises costs one page, not the crawl; five pages in a row are no accident and end it.
What it prints goes to standard error: standard output is for the pages found.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import logging
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from hubwalk.errors import UsageError, ValidatorError, unknown_name
from hubwalk.validators.answers import MAX_FAILURES, one_line, verdict_from_any
from hubwalk.validators.asides import aside
from hubwalk.validators.given import Given
from hubwalk.values import Page, Verdict

_log = logging.getLogger("hubwalk")
_MOST_NAMED = 5  # of a module's names: large ones have hundreds


def make(argument: str, _: Given) -> PythonValidator:
    """See validators/__init__.py."""
    return PythonValidator(argument)


class PythonValidator:
    """Asks a callable, one page at a time. `blocking` unless the callable has an attribute that denies it."""

    def __init__(self, spec: str) -> None:
        module, _, name = spec.partition(":")
        if not module or not name:
            raise UsageError(
                f"validator python:{spec}: expected python:MODULE:CALLABLE, for example python:shop:is_camera"
            )
        self._name = spec
        with aside():
            found = _find(module, name)
            self._ask = _callable(found, spec)
            self.blocking = bool(getattr(found, "blocking", True))
        self._lock = threading.Lock()
        self._failures = 0  # in a row
        self.warnings: list[str] = []

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        try:
            with self._lock, aside():
                verdict = verdict_from_any(self._ask(page))
            self._failures = 0
            return verdict
        except (Exception, SystemExit) as error:
            reason = _brief(error, 300)
            self._failures += 1
            if self._failures >= MAX_FAILURES:
                raise ValidatorError(
                    f"validator python:{self._name}: {self._failures} pages in a row could not be judged ({reason})"
                ) from error
            if not self.warnings:  # the first tells what is wrong; each page's own reason is in the crawl log
                self.warnings.append(f"validator python:{self._name} failed on {page.url}: {reason}")
                _log.warning("%s", self.warnings[0])
            return Verdict(False, 0.0, f"not judged: {reason}", judged=False)

    def forget_failures(self) -> None:
        """See failing.py."""
        self._failures = 0


def _find(module: str, name: str) -> object:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: object = importlib.import_module(module)
    except Exception as error:
        way_out = "" if not isinstance(error, ModuleNotFoundError) else "; run hubwalk in the folder that holds it"
        raise ValidatorError(
            f"validator python:{module}:{name}: cannot import '{module}' ({_brief(error)}){way_out}"
        ) from error
    for part in name.split("."):
        if not hasattr(found, part):
            public = [known for known in dir(found) if not known.startswith("_")]
            raise _unknown(module, part, public)
        found = getattr(found, part)
    return found


def _unknown(module: str, name: str, known: Sequence[str]) -> UsageError:
    """The error for a name that is not there, with those that come closest."""
    kind = f"callable of {module}"
    near = difflib.get_close_matches(name, known, n=_MOST_NAMED, cutoff=0.0)
    error = unknown_name(kind, name, near)
    if len(known) <= _MOST_NAMED or "did you mean" in str(error):
        return error
    return UsageError(f"unknown {kind} '{name}': it has {len(known)} names, the nearest are {', '.join(near)}")


def _callable(found: object, spec: str) -> Callable[[Page], object]:
    if inspect.isclass(found):
        try:
            found = found()
        except Exception as error:
            raise ValidatorError(
                f"validator python:{spec}: the class cannot be made without arguments ({_brief(error)})"
            ) from error
    judge = getattr(found, "judge", found)
    if not callable(judge):
        raise ValidatorError(f"validator python:{spec}: is {type(found).__name__}, expected something to call")
    _check_call(judge, spec)
    return judge


def _check_call(judge: Callable[[Page], object], spec: str) -> None:
    """What can be told before the first page comes."""
    kinds = (
        ("async", inspect.iscoroutinefunction),
        ("async", inspect.isasyncgenfunction),
        ("a generator", inspect.isgeneratorfunction),
    )
    for kind, is_it in kinds:
        if is_it(judge) or is_it(type(judge).__call__):  # of an object
            raise ValidatorError(
                f"validator python:{spec}: is {kind}, expected a plain function that returns a verdict"
            )
    try:
        signature = inspect.signature(judge)
    except Exception:  # of some that are written in C nobody knows; annotations may name what is not there
        return
    try:
        signature.bind(None)
    except TypeError as error:
        raise ValidatorError(f"validator python:{spec}: cannot be called with one page ({error})") from None


def _brief(error: BaseException, limit: int = 160) -> str:
    try:
        words = str(error)
    except Exception:  # it is somebody else's
        words = "it cannot say why"
    return one_line(f"{type(error).__name__}: {words}", limit)
