"""docs/methods.md lists every method, with files and tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from doc_reading import ROOT, inline_code, rows

METHODS = (ROOT / "docs" / "methods.md").read_text("utf-8")
_YEAR = re.compile(r"\b(19[5-9]\d|20[0-4]\d)\b")


def names_a_paper(source: str) -> bool:
    """True if the docstring of a module gives a year: papers are cited with theirs."""
    return bool(_YEAR.search(ast.get_docstring(ast.parse(source)) or ""))


def unlisted(text: str, modules: list[Path]) -> list[str]:
    """Modules that name a paper and that the page does not name."""
    named = set(inline_code(text))
    return [
        name
        for module in modules
        if names_a_paper(module.read_text("utf-8")) and (name := str(module.relative_to(ROOT))) not in named
    ]


def modules() -> list[Path]:
    folders = (ROOT / "src" / "hubwalk" / name for name in ("ranking", "strategies"))
    return [path for folder in folders for path in sorted(folder.glob("*.py"))]


def test_every_method_that_names_a_paper_is_listed() -> None:
    assert sum(names_a_paper(module.read_text("utf-8")) for module in modules()) > 5
    assert unlisted(METHODS, modules()) == []


def test_a_method_that_is_left_out_is_noticed() -> None:
    assert unlisted(METHODS.replace("ranking/hits.py", "ranking/hit.py"), modules()) == ["src/hubwalk/ranking/hits.py"]
    assert names_a_paper('"""Kleinberg (1999)."""')
    assert not names_a_paper('"""Breadth first."""\n# 1999')


def test_every_method_has_a_file_and_a_test_that_exist() -> None:
    table = list(rows(METHODS.partition("## ")[0]))
    assert len(table) > 10
    for method, _, files, tests, _ in table:
        named = [*inline_code(files), *inline_code(tests)]
        assert inline_code(files), method
        assert inline_code(tests), method
        assert [name for name in named if not (ROOT / name).is_file()] == [], method
