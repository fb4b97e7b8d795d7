"""Is this page what the user looks for? One validator per file; this page only knows their names.

A validator is a black box: `judge(page)` gives a `Verdict`. It is named on the command line as NAME or NAME:ARGUMENT:

    like                        alike the samples, whatever makes them alike (the default)
    structure                   a page tree like that of the samples
    text                        says what the samples say, and not what near misses say
    table[:ONTOLOGY]            shows one instance in tabular form, with the attributes of samples or ontology
    schema_org:TYPE             says of itself that it describes such a thing
    language_model[:MODEL]      a language model that is told the wish in the user's own words
    url:REGEX                   the URL matches, anywhere unless anchored
    command:PROGRAM [ARGS]      a program that reads and writes JSON lines
    python:MODULE:CALLABLE      any Python callable, also from the current folder

Several of them accept a page only together. A validator that must wait for something says `blocking = True`, so that a
driver can ask it in a thread; one that holds a process has a `close()`; see `close_validator`. One that learns from the
pages it judges has `remember()` and `revisions()`; see `ports.LearningValidator`.

Every file has `make(argument, given)`; it is imported when it is asked for, because some bring large libraries along.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from hubwalk.errors import unknown_name
from hubwalk.ports import Validator
from hubwalk.validators.combine import All
from hubwalk.validators.given import Given
from hubwalk.validators.oracle import OracleValidator
from hubwalk.values import Page

__all__ = [
    "DEFAULT",
    "VALIDATORS",
    "All",
    "Given",
    "OracleValidator",
    "close_validator",
    "is_blocking",
    "make_validator",
]

# Name -> file.
VALIDATORS = {
    "command": "command",
    "like": "like",
    "python": "python_callable",
    "table": "table",
    "text": "text",
    "url": "url_pattern",
}
DEFAULT = "like"


def make_validator(
    specs: Sequence[str], samples: Sequence[Page], unlike: Sequence[Page] = (), *, given: Given | None = None
) -> Validator:
    """The validator that the specs name, all of them together; UsageError or ValidatorError if one cannot be built.

    `unlike` are near misses; with `given` everything that a validator may go by is in there instead.
    """
    given = given or Given(samples, unlike)
    made: list[Validator] = []
    try:
        for spec in specs or (DEFAULT,):
            made += [_make_one(spec, given)]
    except BaseException:
        for validator in made:
            close_validator(validator)
        raise
    return made[0] if len(made) == 1 else All(dict(zip(_names(specs), made, strict=True)))


def _make_one(spec: str, given: Given) -> Validator:
    name, _, argument = spec.partition(":")
    if name not in VALIDATORS:
        raise unknown_name("validator", name, VALIDATORS)
    module = importlib.import_module(f"hubwalk.validators.{VALIDATORS[name]}")
    made: Validator = module.make(argument, given)
    return made


def _names(specs: Sequence[str]) -> list[str]:
    """A name for each spec that tells it apart: `url`, and `url 2` for the second one of that kind."""
    kinds = [spec.partition(":")[0] for spec in specs]
    return [f"{kind} {kinds[:i].count(kind) + 1}" if kind in kinds[:i] else kind for i, kind in enumerate(kinds)]


def is_blocking(validator: Validator) -> bool:
    """True if judging waits for something outside: then a driver should not do it on its event loop."""
    return bool(getattr(validator, "blocking", False))


def close_validator(validator: Validator) -> None:
    """End what the validator holds, a process for example."""
    close = getattr(validator, "close", None)
    if close is not None:
        close()
