"""Is this page what the user looks for? One validator per file; this page only knows their names.

A validator is a black box: `judge(page)` gives a `Verdict`. It is named on the command line as NAME or NAME:ARGUMENT:

    like                        alike the samples, whatever makes them alike (the default)
    structure[:THRESHOLD]       a page tree like that of a sample
    text                        says what the samples say, and not what near misses say
    table[:ONTOLOGY]            shows one instance in tabular form, with the attributes of samples or ontology
    schema_org:TYPE             says of itself that it describes such a thing
    language_model[:MODEL]      a language model that is told the wish in the user's own words
    url:REGEX                   the URL matches, anywhere unless anchored
    words:WORDS                 the page has all these words
    command:PROGRAM [ARGS]      a program that reads and writes JSON lines
    python:MODULE:CALLABLE      any Python callable, also from the current folder

Several of them accept a page only together; everything else is an expression, see expression.py:

    all_of(like, not(url:/archive/))   any_of(...)   cascade(cheap, dear)   ask(inner)

A validator that must wait for something says `blocking = True`, so that a driver can ask it in a thread; one that holds
a process has a `close()`; see `close_validator`. One that learns from the pages it judges has `remember()` and
`revisions()`; see `ports.LearningValidator`; if it learns now and then only, a `finish(site)`, which is called when no
page of a site comes any more, with the site's URL. One that ends the crawl over too many failures in a row may have
`forget_failures()`, after which it counts anew. One that looks at `Page.boxes` says `wants_boxes = True`.

Every file has `make(argument, given)`; it is imported when it is asked for, because some bring large libraries along.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from hubwalk.errors import SampleError
from hubwalk.ports import Validator
from hubwalk.validators.combine import combine
from hubwalk.validators.expression import DEFAULT, Combination, Expression, Leaf, leaves, names_in, parse
from hubwalk.validators.given import Given
from hubwalk.validators.oracle import OracleValidator
from hubwalk.values import Page

__all__ = [
    "DEFAULT",
    "VALIDATORS",
    "Given",
    "OracleValidator",
    "check_spec",
    "close_validator",
    "is_blocking",
    "make_validator",
    "names_in",
    "wants_boxes",
]

# Name -> file.
VALIDATORS = {
    "command": "command",
    "language_model": "language_model",
    "like": "like",
    "python": "python_callable",
    "schema_org": "schema_org",
    "structure": "structure",
    "table": "table",
    "text": "text",
    "url": "url_pattern",
    "words": "words",
}


def make_validator(
    specs: Sequence[str], samples: Sequence[Page], unlike: Sequence[Page] = (), *, given: Given | None = None
) -> Validator:
    """The validator that the specs name, all of them together; UsageError or ValidatorError if one cannot be built.

    `unlike` are near misses; with `given` everything that a validator may go by is in there instead.
    """
    wanted = tuple(parse(spec, VALIDATORS) for spec in specs or (DEFAULT,))
    return _make(wanted[0] if len(wanted) == 1 else Combination("all_of", wanted), given or Given(samples, unlike))


def check_spec(spec: str, given: Given) -> None:
    """UsageError or ValidatorError if samples cannot help: an argument, or something on this machine, is wrong."""
    for leaf in leaves(parse(spec, VALIDATORS)):
        try:
            close_validator(_make(leaf, given))
        except SampleError:
            continue


def _make(wanted: Expression, given: Given) -> Validator:
    if isinstance(wanted, Leaf):
        made: Validator = _module(VALIDATORS[wanted.name]).make(wanted.argument, given)
        return made
    parts: list[Validator] = []
    try:
        for part in wanted.parts:
            parts += [_make(part, given)]  # one at a time: if the next cannot be made, the earlier ones are closed
        return _put_together(wanted, parts, given)
    except BaseException:
        for validator in parts:
            close_validator(validator)
        raise


def _put_together(wanted: Combination, parts: Sequence[Validator], given: Given) -> Validator:
    made: Validator
    if wanted.name == "cascade":
        made = _module("cascade").CascadeValidator(*parts)
    elif wanted.name == "ask":
        made = _module("ask").AskValidator(*parts, given)
    else:
        made = combine(wanted.name, dict(zip(_names(wanted.parts), parts, strict=True)))
    return made


def _module(name: str) -> Any:
    return importlib.import_module(f"hubwalk.validators.{name}")


def _names(parts: Sequence[Expression]) -> list[str]:
    """A name for each part that tells it apart: `url`, and `url 2` for the second one of that kind."""
    kinds = [part.name for part in parts]
    return [f"{kind} {kinds[:i].count(kind) + 1}" if kind in kinds[:i] else kind for i, kind in enumerate(kinds)]


def is_blocking(validator: Validator) -> bool:
    """True if judging waits for something outside: then a driver should not do it on its event loop."""
    return bool(getattr(validator, "blocking", False))


def wants_boxes(validator: Validator) -> bool:
    """True if it, or a part of it, judges better where a browser has said what stands where (`Page.boxes`)."""
    return bool(getattr(validator, "wants_boxes", False))


def close_validator(validator: Validator) -> None:
    """End what the validator holds, a process for example."""
    close = getattr(validator, "close", None)
    if close is not None:
        close()
