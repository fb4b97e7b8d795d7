"""What the documentation says, in pieces that a test can compare with the program."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer.main

from hubwalk.cli import make_app

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/scrapy_project/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language; "" for those that name none."""
    return [body for name, body in _FENCE.findall(text) if name == language]


def without_blocks(text: str) -> str:
    return _FENCE.sub("", text)


def inline_code(text: str) -> list[str]:
    """What stands between backticks, white space folded."""
    return [" ".join(code.split()) for code in _INLINE.findall(without_blocks(text))]


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one of the same level or above."""
    mark = heading.partition(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}$\n(.*?)(?=^#{{1,{len(mark)}}} |\Z)", without_headings_in_blocks(text), re.M | re.S
    )
    if found is None:
        raise LookupError(f"no section '{heading}'")
    return found[1]


def without_headings_in_blocks(text: str) -> str:
    """A comment in a shell block is no heading."""
    return _FENCE.sub(lambda block: re.sub(r"^#", " #", block[0], flags=re.M), text)


def rows(text: str) -> Iterator[list[str]]:
    """The cells of all table rows but heads and rules."""
    table = [line for line in text.splitlines() if line.startswith("|")]
    for i, line in enumerate(table):
        head = i + 1 < len(table) and set(table[i + 1]) <= set("|-: ")
        if not head and not set(line) <= set("|-: "):
            yield [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def first_cells(text: str, heading: str) -> list[str]:
    """The code in the first column of the table whose head begins with `heading`."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    end = next((i for i in range(start, len(lines)) if not lines[i].startswith("|")), len(lines))
    return [code for row in rows("\n".join(lines[start:end])) for code in _INLINE.findall(row[0])]


def anchors(text: str) -> set[str]:
    """The fragments that links to a page may have, as code hosts make them from headings."""
    names = [_INLINE.sub(r"\1", heading).lower() for heading in _HEADING.findall(without_blocks(text))]
    return {re.sub(r"[^\w\- ]", "", name).strip().replace(" ", "-") for name in names}


def broken_links(page: Path, text: str) -> list[str]:
    """The relative links that lead nowhere."""
    broken = []
    for link in _LINK.findall(without_blocks(text)):
        path, _, fragment = link.partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        target = page.parent / path
        there = text if not path else target.read_text("utf-8") if target.is_file() else ""
        if not target.exists() or (fragment and fragment not in anchors(there)):
            broken.append(link)
    return broken


# -- commands ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """One command of the program."""

    name: str  # hubwalk demo serve
    about: Any  # Typer's own object; which class that is depends on its version

    @property
    def options(self) -> set[str]:
        return {name for option in self.parameters for name in option}

    @property
    def parameters(self) -> dict[tuple[str, ...], Any]:
        """Spellings -> option."""
        options = [p for p in self.about.params if p.param_type_name == "option" and p.name != "help"]
        return {(*p.opts, *p.secondary_opts): p for p in options}

    @property
    def arguments(self) -> list[str]:
        named = [p.metavar or p.name.upper() for p in self.about.params if p.param_type_name == "argument"]
        return [name.rstrip(".") for name in named]


def commands() -> list[Command]:
    """All commands of the program, groups opened."""
    return list(_commands("hubwalk", typer.main.get_command(make_app())))


def _commands(name: str, about: Any) -> Iterator[Command]:
    parts = getattr(about, "commands", None)
    if parts is None:
        yield Command(name, about)
        return
    for part, below in parts.items():
        yield from _commands(f"{name} {part}", below)


def example_lines(text: str) -> list[str]:
    """The calls of hubwalk on a page: in blocks (after `$` where the block shows output too) and between backticks."""
    found = [code for code in inline_code(text) if code.startswith("hubwalk ")]
    for block in blocks(text, "") + blocks(text, "sh") + blocks(text, "console"):
        lines = block.replace("\\\n", " ").splitlines()
        prompted = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        found += [line for line in prompted or lines if line.startswith("hubwalk ")]
    return found


def complaint(line: str) -> str:
    """What the program would say to a call, without running it; "" if nothing."""
    lexer = shlex.shlex(line.replace("\\|", "|"), posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    words = list(itertools.takewhile(lambda word: not set(word) <= set("|&;<>"), lexer))[1:]
    about: Any = typer.main.get_command(make_app())
    while words and (parts := getattr(about, "commands", None)) is not None:
        name = words.pop(0)
        if name not in parts:
            return f"no command '{name}'"
        about = parts[name]
    if not words or {"-h", "--help"} & set(words):  # a name alone is a mention, no call
        return ""
    try:
        about.make_context(about.name, words)
    except Exception as error:  # click's own or the copy of it in Typer
        return str(getattr(error, "message", "") or error or type(error).__name__)
    return ""
