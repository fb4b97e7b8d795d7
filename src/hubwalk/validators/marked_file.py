"""A TOML or YAML file as plain values, each with the line that it stands on, so that an error can name it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hubwalk.errors import UsageError
from hubwalk.validators.toml_lines import toml_lines

_MAX_SIZE = 1_000_000  # characters; nobody writes more by hand
_MAX_NODES = 50_000  # of YAML, whose aliases can make a small file large
_SUFFIXES = {".toml": "TOML", ".yaml": "YAML", ".yml": "YAML"}
_ENDLESS = re.compile(r"[0-9_]{4301}")  # digits: more than Python makes a number of
_BEYOND = re.compile(r"\\U(?!000|0010)[0-9A-Fa-f]{8}")  # in YAML: behind the last character of all
_SURROGATE = re.compile("[\ud800-\udfff]")
_AT_LINE = re.compile(r" ?\(at (?:line (\d+), column \d+|end of document)\)")


@dataclass(frozen=True, slots=True)
class Marked:
    """A value of a file, with its line. Tables are dicts of Marked by key, arrays are lists of Marked."""

    value: Any
    line: int


def read_marked(path: Path) -> Marked:
    """The contents of a file; UsageError with file and line if it cannot be read."""
    kind = _SUFFIXES.get(path.suffix.lower())
    if kind is None:
        raise UsageError(f"{path}: not an ontology file; its name must end with .toml, .yaml or .yml")
    text = _text_of(path)
    if len(text) > _MAX_SIZE:
        raise UsageError(f"{path}: longer than {_MAX_SIZE} characters; an ontology names attributes, not instances")
    try:
        return _from_toml(path, text) if kind == "TOML" else _from_yaml(path, text)
    except RecursionError:
        raise UsageError(f"{path}:1: nested too deeply for an ontology") from None


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n?|\n", error.object[: error.start])) + 1
        raise UsageError(f"{path}:{line}: not UTF-8 text; save the file as UTF-8") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{path}: cannot be read ({why}); give an ontology as table:FILE.toml or table:FILE.yaml"
        ) from None


def _from_toml(path: Path, text: str) -> Marked:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        line = at[1] if at and at[1] else text.count("\n") + 1
        raise UsageError(f"{path}:{line}: not valid TOML: {_AT_LINE.sub('', str(error))}") from None
    except ValueError:
        digits = _ENDLESS.search(text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else 1
        raise UsageError(f"{path}:{line}: not valid TOML: a number of thousands of digits") from None
    lines = toml_lines(text)

    def mark(value: Any, at: tuple[str | int, ...], above: int) -> Marked:
        line = lines.get(at, above)
        if isinstance(value, dict):
            return Marked({key: mark(inner, (*at, key), line) for key, inner in value.items()}, line)
        if isinstance(value, list):
            return Marked([mark(inner, (*at, number), line) for number, inner in enumerate(value)], line)
        return Marked(value, line)

    return mark(data, (), 1)


def _from_yaml(path: Path, text: str) -> Marked:
    import yaml

    node = _composed(path, text)
    seen = 0

    def unfold(node: Any) -> Marked:
        """Scalars stay texts: `no` is a language, not a truth value."""
        nonlocal seen
        seen += 1
        line = node.start_mark.line + 1
        if seen > _MAX_NODES:
            raise UsageError(f"{path}:{line}: more than {_MAX_NODES} values; are there aliases of aliases?")
        if isinstance(node, yaml.SequenceNode):
            return Marked([unfold(inner) for inner in node.value], line)
        if not isinstance(node, yaml.MappingNode):
            if _SURROGATE.search(node.value):
                raise UsageError(f"{path}:{line}: half a surrogate pair is no text; write the character itself")
            return Marked(node.value, line)
        table: dict[str, Marked] = {}
        for key, inner in node.value:
            at = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise UsageError(f"{path}:{at}: a key must be a word")
            if key.value in table:
                raise UsageError(f"{path}:{at}: {key.value} is given twice, first on line {table[key.value].line}")
            table[key.value] = Marked(unfold(inner).value, at)
        return Marked(table, line)

    return Marked({}, 1) if node is None else unfold(node)


def _composed(path: Path, text: str) -> Any:
    """The nodes of a YAML file; None if there are none."""
    import yaml

    try:
        return yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise UsageError(f"{path}:{line}: not valid YAML: {error.problem or error.context}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise UsageError(f"{path}:{line}: not valid YAML: {error.reason}") from None
    except (yaml.YAMLError, ValueError, OverflowError):  # such a character is not looked at before it is made
        beyond = _BEYOND.search(text)
        line = text.count("\n", 0, beyond.start()) + 1 if beyond else 1
        raise UsageError(f"{path}:{line}: not valid YAML: a character that there is not") from None
