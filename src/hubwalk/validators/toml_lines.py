"""On which line a TOML file says what: the standard parser gives values only, and an error should name the line.

A scanner of keys, brackets and strings. It is shown only what the standard parser has accepted, so it need not know
what is wrong TOML, and its paths are those of the parsed values.
"""

from __future__ import annotations

import re

Path = tuple[str | int, ...]  # ("attribute", 0, "unit"): keys of tables and numbers in arrays

_SPACE = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_OTHER = re.compile(
    r"[^,\]}\s#]+(?: [0-9][^,\]}\s#]*)?"
)  # a number, a date (with a blank before the time) or a truth value
_STRINGS = (
    re.compile(r'"""(?:[^\\"]|\\[\s\S]|"{1,2}(?!"))*"{3,5}'),
    re.compile(r"'''[\s\S]*?'''(?:'{0,2}(?!'))"),
    re.compile(r'"(?:[^\\"\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)
_ESCAPE = re.compile(r"\\(?:([btnfre\"\\])|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))")
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


def toml_lines(text: str) -> dict[Path, int]:
    """Path of every value, table and array in a valid TOML document -> the line where its key (or itself) begins."""
    return _Scanner(text.replace("\r\n", "\n")).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1  # of _counted
        self._counted = 0
        self._lines: dict[Path, int] = {}
        self._arrays: dict[Path, int] = {}  # arrays of tables -> how many tables so far

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        self._skip()
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip()
        return self._lines

    def _header(self) -> Path:
        line, double = self._here(), self._text.startswith("[[", self._at)
        self._at += 2 if double else 1
        keys = self._keys()
        self._at = self._text.index("]", self._at) + (2 if double else 1)
        path: Path = ()
        for key in keys[:-1]:
            path = self._last((*path, key), line)
        path = (*path, keys[-1])
        self._lines.setdefault(path, line)
        if not double:
            self._lines[path] = line  # [a] after [a.b]: the table's own header tells more
            return path
        number = self._arrays[path] = self._arrays.get(path, -1) + 1
        self._lines[(*path, number)] = line
        return (*path, number)

    def _last(self, path: Path, line: int) -> Path:
        """The table that a header further down means: the newest one, if there are several."""
        self._lines.setdefault(path, line)
        return (*path, self._arrays[path]) if path in self._arrays else path

    def _pair(self, table: Path) -> None:
        line, keys = self._here(), self._keys()
        path = table
        for key in keys:
            path = (*path, key)
            self._lines.setdefault(path, line)
        self._at = self._text.index("=", self._at) + 1
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip()
        character = self._text[self._at]
        if character in "\"'":
            self._at += len(self._string())
        elif character in "[{":
            self._several(path, "]" if character == "[" else "}")
        else:
            other = _OTHER.match(self._text, self._at)
            self._at = other.end() if other else self._at + 1

    def _several(self, path: Path, end: str) -> None:
        """An array or an inline table."""
        self._at += 1
        self._skip()
        number = 0
        while self._text[self._at] != end:
            if end == "]":
                self._lines[(*path, number)] = self._here()
                self._value((*path, number))
                number += 1
            else:
                self._pair(path)
            self._skip()
        self._at += 1

    def _keys(self) -> list[str]:
        """A key, dotted or not."""
        keys: list[str] = []
        self._skip()
        while True:
            bare = _BARE.match(self._text, self._at)
            written = bare[0] if bare else self._string()
            self._at += len(written)
            keys.append(written if bare else _unquoted(written))
            dot = _DOT.match(self._text, self._at)
            if not dot:
                return keys
            self._at = dot.end()

    def _string(self) -> str:
        for form in _STRINGS:
            found = form.match(self._text, self._at)
            if found:
                return found[0]
        raise ValueError(f"no string at {self._at}")

    def _skip(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line


def _unquoted(written: str) -> str:
    if written[0] == "'":
        return written[1:-1]
    return _ESCAPE.sub(
        lambda found: _ESCAPED.get(found[1]) or chr(int(found[2] or found[3] or found[4], 16)), written[1:-1]
    )
