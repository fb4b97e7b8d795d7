"""README and docs: their links, examples, code and queries hold."""

from __future__ import annotations

import importlib
import re
import sqlite3
from pathlib import Path

import pytest
from doc_reading import (
    PAGES,
    ROOT,
    blocks,
    broken_links,
    commands,
    complaint,
    example_lines,
    first_cells,
    inline_code,
)

from hubwalk import __version__
from hubwalk.store.crawl_log import SqliteCrawlLog

README = (ROOT / "README.md").read_text("utf-8")
LOG_PAGE = (ROOT / "docs" / "crawl-log.md").read_text("utf-8")
_PATH = re.compile(r"(src|tests|benchmarks|script|examples|docs)/[\w/.-]+")
_DOTTED = re.compile(r"hubwalk(?:\.\w+)+")


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def missing_files(text: str) -> list[str]:
    """Paths between backticks and in calls of Python that are not there."""
    named = [code for code in inline_code(text) if _PATH.fullmatch(code)]
    named += re.findall(r"python (benchmarks/\S+\.py)", text)
    return [name for name in named if not (ROOT / name).exists()]


def strange_names(text: str) -> list[str]:
    """Dotted names of hubwalk that nothing answers to."""
    strange = []
    for name in {found for code in inline_code(text) for found in _DOTTED.findall(code)}:
        module, _, attribute = name.rpartition(".")
        try:
            importlib.import_module(name)
        except ImportError:
            try:
                getattr(importlib.import_module(module), attribute)
            except (ImportError, AttributeError):
                strange.append(name)
    return strange


def with_neighbours(program: Path) -> str:
    """A program and what it imports from its own folder."""
    source = text_of(program)
    beside = (program.with_name(f"{name}.py") for name in re.findall(r"^from (\w+) import", source, re.M))
    return "\n".join([source, *(text_of(path) for path in beside if path.exists())])


def strange_flags(text: str) -> list[str]:
    """Flags that a page gives to a benchmark and that the benchmark does not know."""
    strange = []
    for line in text.replace("\\\n", " ").splitlines():
        call = re.search(r"python (benchmarks/\S+\.py)([^`|]*)", line)
        if call and (ROOT / call[1]).exists():
            source = with_neighbours(ROOT / call[1])
            strange += [flag for flag in re.findall(r"--[\w-]+", call[2]) if f'"{flag}"' not in source]
    return strange


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_examples_files_and_names(page: Path) -> None:
    text = text_of(page)
    assert broken_links(page, text) == []
    assert {line: said for line in example_lines(text) if (said := complaint(line))} == {}
    assert missing_files(text) == []
    assert strange_names(text) == []
    assert strange_flags(text) == []


def test_the_checks_bite(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert broken_links(page, "[a](none.md) [b](#nowhere) [c](https://example.org/)\n# Here\n[d](#here)") == [
        "none.md",
        "#nowhere",
    ]
    assert complaint("hubwalk find a.test --like sample.html | head") == ""
    assert "lke" in complaint("hubwalk find a.test --lke sample.html")
    assert complaint("hubwalk seek a.test") == "no command 'seek'"
    assert complaint("hubwalk explain cameras.db") != ""
    assert complaint("hubwalk simulate a.db --seeds few") != ""
    assert example_lines("```\n$ hubwalk status a.db\nhubwalk: no\n```\n`hubwalk demo\nlist`") == [
        "hubwalk demo list",
        "hubwalk status a.db",
    ]
    assert missing_files("`src/hubwalk/nothing.py` `src/hubwalk/values.py`") == ["src/hubwalk/nothing.py"]
    assert strange_names("`hubwalk.values.Page` `hubwalk.values.Pge`") == ["hubwalk.values.Pge"]
    assert strange_flags("python benchmarks/decision_cost.py --pages 10 --sizes 3") == ["--sizes"]
    assert strange_flags("python benchmarks/watching.py --corpora DIR --seed 1 --corpus DIR") == ["--corpus"]


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_the_help_of_a_command_has_an_example_that_works(command: object) -> None:
    said = " ".join((command.about.help or "").split())  # type: ignore[attr-defined]
    example = re.search(r"Example: (hubwalk .*?)(?= Each |$)", said)
    assert example, said
    assert complaint(example[1]) == ""


def test_the_readme_shows_every_folder_and_no_other() -> None:
    layout = next(block for block in blocks(README, "") if "src/hubwalk/" in block)
    folders = {path.name for path in (ROOT / "src" / "hubwalk").iterdir() if (path / "__init__.py").exists()}
    assert set(re.findall(r"^  (\w+)/", layout, re.M)) == folders
    assert all((ROOT / name).is_dir() for name in re.findall(r"^(\w[\w/]*)/ ", layout, re.M))
    assert all((ROOT / "src" / "hubwalk" / name).is_file() for name in re.findall(r"^  (\w+\.py)", layout, re.M))


def test_tables_and_columns_of_the_log() -> None:
    db = sqlite3.connect(":memory:")
    for script in sorted((ROOT / "src" / "hubwalk" / "store").glob("*.sql")):
        db.executescript(script.read_text("utf-8"))
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
    assert sorted(tables) == sorted(re.findall(r"^`(\w+)`: ", LOG_PAGE, re.M))
    for table in tables:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        assert first_cells(LOG_PAGE, f"column of `{table}`") == columns


def test_the_queries_run(tmp_path: Path) -> None:
    SqliteCrawlLog.create(tmp_path / "cameras.db", {"sites": ["http://a.test/"]}).close()
    db = sqlite3.connect(tmp_path / "cameras.db")
    queries = blocks(LOG_PAGE, "sql")
    assert queries
    for query in queries:
        db.execute(query)
    with pytest.raises(sqlite3.OperationalError):
        db.execute(queries[0].replace("rule", "ruler"))


def yaml_complaints(text: str) -> list[str]:
    """Lines that are not the plain YAML that CITATION.cff keeps to: keys, lists of plain values or of keys, two spaces
    a level, and quotes around a value with a colon and a space."""
    plain = re.compile(r"""(  )*(- )?([\w-]+:( ("[^"]*"|[^"'\s#&*!|>%@`{}\[\]](?:(?!: | #).)*))?|(?<=- )[^:#"]+)""")
    return [line for line in text.splitlines() if not plain.fullmatch(line)]


def test_citation_names_the_version_and_the_licence() -> None:
    text = text_of(ROOT / "CITATION.cff")
    assert yaml_complaints(text) == []
    citation = dict(re.findall(r"^([\w-]+): *(.*)$", text, re.M))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["version"] == __version__
    assert citation["license"] == "Apache-2.0"
    assert f"\n## {__version__}" in text_of(ROOT / "CHANGELOG.md")


@pytest.mark.parametrize("line", ["title: hubwalk: a crawler", "\tkey: value", " key: value", "key:value", "key: [a"])
def test_what_is_no_plain_yaml_is_noticed(line: str) -> None:
    assert yaml_complaints(line) == [line]
