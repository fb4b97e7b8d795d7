"""Is this page what the user looks for? One validator per file; this page only knows their names.

A validator is a black box: `judge(page)` gives a `Verdict`. It is named on the command line as NAME or NAME:ARGUMENT:

    like                        alike the samples in structure and text (the default)
    text                        says what the samples say, and not what near misses say
    table                       shows one instance in tabular form, with the attributes of the samples
    url:REGEX                   the URL matches, anywhere unless anchored
    command:PROGRAM [ARGS]      a program that reads and writes JSON lines
    python:MODULE:CALLABLE      any Python callable, also from the current folder

Several of them accept a page only together. A validator that must wait for something says `blocking = True`, so that a
driver can ask it in a thread; one that holds a process has a `close()`; see `close_validator`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hubwalk.errors import UsageError, unknown_name
from hubwalk.ports import Validator
from hubwalk.validators.combine import All
from hubwalk.validators.command import CommandValidator
from hubwalk.validators.like import LikeValidator
from hubwalk.validators.oracle import OracleValidator
from hubwalk.validators.python_callable import PythonValidator
from hubwalk.validators.table import TableValidator
from hubwalk.validators.text import TextValidator
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page

__all__ = ["DEFAULT", "VALIDATORS", "All", "OracleValidator", "close_validator", "is_blocking", "make_validator"]


Maker = Callable[[str, Sequence[Page], Sequence[Page]], Validator]  # of argument, samples and near misses


def _by_example(name: str, make: Callable[[Sequence[Page], Sequence[Page]], Validator]) -> Maker:
    """A validator that learns from the samples and takes no argument."""

    def maker(argument: str, samples: Sequence[Page], unlike: Sequence[Page]) -> Validator:
        if argument:
            raise UsageError(
                f"validator {name}:{argument}: {name} takes no argument; give samples with --like URL_OR_FILE"
            )
        return make(samples, unlike)

    return maker


VALIDATORS: dict[str, Maker] = {
    "command": lambda argument, *_: CommandValidator(argument),
    "like": _by_example("like", lambda samples, _: LikeValidator(samples)),
    "python": lambda argument, *_: PythonValidator(argument),
    "table": _by_example("table", TableValidator),
    "text": _by_example("text", TextValidator),
    "url": lambda argument, *_: UrlPatternValidator(argument),
}
DEFAULT = "like"


def make_validator(specs: Sequence[str], samples: Sequence[Page], unlike: Sequence[Page] = ()) -> Validator:
    """The validator that the specs name, all of them together; UsageError or ValidatorError if one cannot be built.

    `unlike` are near misses: pages that the user shows because they are *not* wanted.
    """
    made: list[Validator] = []
    try:
        for spec in specs or (DEFAULT,):
            name, _, argument = spec.partition(":")
            if name not in VALIDATORS:
                raise unknown_name("validator", name, VALIDATORS)
            made.append(VALIDATORS[name](argument, samples, unlike))
    except BaseException:
        for validator in made:
            close_validator(validator)
        raise
    return made[0] if len(made) == 1 else All(dict(zip(_names(specs), made, strict=True)))


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
