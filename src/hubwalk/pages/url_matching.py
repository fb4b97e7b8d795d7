r"""A regular expression that a user has written, on the addresses of sites, which others have written.

`re` gives back what it took in every possible way: `([a-z]+-?)+\.html$` takes years on an address of sixty letters that
ends in .php, and no signal gets through meanwhile. `regex` knows most of such cases, and lets go of the others in time.

The expressions are those of `re`: what `re` refuses is refused, and what `regex` alone reads as more than characters,
`a{e}` and `[[:alpha:]]`, is escaped for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import regex

from hubwalk.errors import UsageError

_LONGEST = 0.5  # seconds of processor time for an address; others take microseconds
_SHORTEST = 0.02
_TOKEN = re.compile(r"\\N\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(?!\d*,?\d*\})", re.DOTALL)
_IN_SET = re.compile(r"(\\.)|\[", re.DOTALL)


class UrlExpression:
    """Says of an address whether it matches, or None if that takes too long.

    Each address that takes too long halves the time of the next one: a site may be full of them."""

    def __init__(self, text: str) -> None:
        """UsageError if `text` is none, with nothing but what is wrong with it: callers know where it stands."""
        self.text = text
        try:
            re.compile(text)
            self._pattern = regex.compile(_TOKEN.sub(_as_re_reads_it, text), regex.VERSION0)
        except (re.error, regex.error, RecursionError, OverflowError) as error:  # of brackets and numbers
            raise UsageError(str(error)) from None
        self._limit = _LONGEST

    def is_in(self, url: str) -> bool | None:
        """Whether a part of the address matches."""
        return self._answer(self._pattern.search, url)

    def is_all_of(self, url: str) -> bool | None:
        """Whether the whole address matches."""
        return self._answer(self._pattern.fullmatch, url)

    def _answer(self, match: Callable[..., object], url: str) -> bool | None:
        try:
            return match(url, timeout=self._limit) is not None
        except TimeoutError:
            self._limit = max(_SHORTEST, self._limit / 2)
            return None


def _as_re_reads_it(token: re.Match[str]) -> str:
    text = token[0]
    if text.startswith("["):
        return "[" + _IN_SET.sub(lambda found: found[1] or r"\[", text[1:])
    return r"\{" if text == "{" else text
