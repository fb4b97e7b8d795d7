"""Several validators in one expression: `all_of(like, not(url:/archive/))`.

    expression   COMBINATOR(expression, ...) | NAME | NAME:ARGUMENT
    COMBINATOR   all_of, any_of, not, cascade(cheap, dear), ask(inner); `ask` alone is ask(like)

An argument ends at the `,` or `)` that belongs to the expression: pairs of round, square and curly brackets inside it
are kept, and so is what follows a backslash; inside square brackets the others do not count, as in a regular
expression. Quotes around an argument, "..." or '...', take everything literally; the quote itself is doubled there.
A spec that does not begin with a name and a bracket is NAME or NAME:ARGUMENT with all that follows the first colon.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from hubwalk.errors import UsageError, unknown_name

DEFAULT = "like"
# Combinator -> how many parts it takes, at least and at most.
COMBINATORS = {"all_of": (1, 1000), "any_of": (1, 1000), "not": (1, 1), "cascade": (2, 2), "ask": (1, 1)}
MAX_DEPTH = 50
_MAX_SHOWN = 200  # characters of the expression in a message
_NAME = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"\s*[A-Za-z_]\w*\s*\(")
_SPACE = re.compile(r"\s*")
_QUOTED = re.compile(r"\"((?:[^\"]|\"\")*)\"|'((?:[^']|'')*)'", re.DOTALL)
_OPENS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """One validator: NAME or NAME:ARGUMENT."""

    name: str
    argument: str = ""
    at: int = field(default=0, compare=False)  # of the name in the expression, from 0


@dataclass(frozen=True, slots=True)
class Combination:
    """A combinator and its parts."""

    name: str
    parts: tuple[Leaf | Combination, ...]
    at: int = field(default=0, compare=False)


Expression = Leaf | Combination


def parse(spec: str, known: Collection[str] | None = None) -> Expression:
    """The expression that a spec is; UsageError that points at the place if it is none. With `known` every validator
    must be one of these names."""
    if _CALL.match(spec):
        return _Reader(spec, known).read()
    name, _, argument = spec.partition(":")
    if name.strip() == "ask" and not argument:
        return Combination("ask", (Leaf(DEFAULT),))
    if name.strip() in COMBINATORS:
        raise UsageError(f"validator {name}: needs its parts in brackets, as in {_EXAMPLES[name.strip()]}")
    if known is not None and name not in known:
        raise unknown_name("validator", name, [*known, *COMBINATORS])
    return Leaf(name, argument)


_EXAMPLES = {
    "all_of": "all_of(url:/products/, like)",
    "any_of": "any_of(like, schema_org:Product)",
    "not": "not(url:/archive/)",
    "cascade": "cascade(text, language_model)",
    "ask": "ask(like)",
}


def names_in(spec: str) -> tuple[str, ...]:
    """The names of all validators that a spec asks for, in order, without the combinators."""
    return tuple(leaf.name for leaf in leaves(parse(spec)))


def leaves(expression: Expression) -> Iterator[Leaf]:
    """The validators of an expression, in order."""
    if isinstance(expression, Leaf):
        yield expression
    else:
        for part in expression.parts:
            yield from leaves(part)


def write(expression: Expression) -> str:
    """The expression as a spec that reads as the same one."""
    if isinstance(expression, Leaf):
        return f"{expression.name}:{expression.argument}" if expression.argument else expression.name
    return _write_part(expression)


def _write_part(expression: Expression) -> str:
    if isinstance(expression, Combination):
        return f"{expression.name}({', '.join(map(_write_part, expression.parts))})"
    if not expression.argument:
        return expression.name
    plain = f"{expression.name}:{expression.argument}"
    try:
        same = parse(f"not({plain})") == Combination("not", (expression,))
    except UsageError:
        same = False
    return plain if same else '{}:"{}"'.format(expression.name, expression.argument.replace('"', '""'))


class _Reader:
    """Reads one expression from left to right; `_at` is the place, from 0, and people are told it from 1."""

    def __init__(self, text: str, known: Collection[str] | None) -> None:
        self._text = text
        self._known = known
        self._at = 0

    def read(self) -> Expression:
        found = self._expression(depth=0)
        self._skip()
        if self._at < len(self._text):
            raise self._error("expected the end")
        return found

    def _expression(self, depth: int) -> Expression:
        if depth > MAX_DEPTH:
            raise self._error(f"more than {MAX_DEPTH} brackets inside each other")
        self._skip()
        at = self._at
        name = _NAME.match(self._text, at)
        if name is None:
            raise self._error("expected a validator")
        self._at = name.end()
        self._skip()
        if self._peek() == "(":
            return self._combination(name[0], at, depth)
        if name[0] == "ask":
            return Combination("ask", (Leaf(DEFAULT),), at)
        if name[0] in COMBINATORS:
            raise self._error(f"{name[0]} needs its parts in brackets, as in {_EXAMPLES[name[0]]}", at)
        if self._known is not None and name[0] not in self._known:
            raise self._error(str(unknown_name("validator", name[0], [*self._known, *COMBINATORS])), at)
        return Leaf(name[0], self._argument() if self._peek() == ":" else "", at)

    def _combination(self, name: str, at: int, depth: int) -> Combination:
        if name not in COMBINATORS:
            if self._known is not None and name in self._known:
                raise self._error(f"{name} takes no brackets, write {name} or {name}:ARGUMENT", at)
            raise self._error(str(unknown_name("combinator", name, COMBINATORS)), at)
        parts: list[Expression] = []
        while not parts or self._peek() == ",":
            self._at += 1
            parts.append(self._expression(depth + 1))
            self._skip()
        if self._peek() != ")":
            raise self._error("expected , or )")
        self._at += 1
        least, most = COMBINATORS[name]
        if not least <= len(parts) <= most:
            takes = "one part" if most == 1 else f"{most} parts" if most == least else f"at most {most} parts"
            raise self._error(f"{name} takes {takes}, not {len(parts)}", at)
        return Combination(name, tuple(parts), at)

    def _argument(self) -> str:
        self._at += 1
        self._skip()
        quoted = _QUOTED.match(self._text, self._at)
        if quoted:
            self._at = quoted.end()
            quote = quoted[0][0]
            return quoted[0][1:-1].replace(quote * 2, quote)
        if self._peek() in ("'", '"'):
            raise self._error(f"the quote {self._peek()} is never closed")
        start = self._at
        self._pass_plain()
        return self._text[start : self._at].strip()

    def _pass_plain(self) -> None:
        """Go to where an argument without quotes ends."""
        open_: list[tuple[str, int]] = []  # what would close it, where it opened
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == "\\":
                self._at += 1
            elif open_ and char == open_[-1][0]:
                open_.pop()
            elif not open_ and char in ",)":
                return
            elif char in _OPENS and (not open_ or open_[-1][0] != "]" or char == "["):
                open_.append((_OPENS[char], self._at))
            self._at += 1
        self._at = len(self._text)
        if open_:
            at = open_[-1][1]
            hint = "put quotes around the argument if it is meant literally"
            raise self._error(f"{self._text[at]} is never closed ({hint})", at)

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    def _error(self, what: str, at: int | None = None) -> UsageError:
        place = (self._at if at is None else at) + 1
        text = re.sub(r"\s", " ", self._text)
        shown = text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 3]}..."
        return UsageError(f"validator expression: {what} at character {place}: {shown}")
