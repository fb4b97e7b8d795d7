"""docs/architecture.md promises folders without network, database, process or clock. Here is what holds it."""

from __future__ import annotations

import ast

import pytest
from doc_reading import ROOT

PURE = ("estimation", "graph", "pages", "ranking", "recipes", "strategies")
IMPURE = {
    "asyncio", "datetime", "ftplib", "http", "io", "multiprocessing", "os", "pathlib", "requests", "scrapy", "secrets",
    "select", "selectors", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading",
    "time", "twisted", "urllib.request", "uuid",
}  # fmt: skip
OURS = {"hubwalk.browsing", "hubwalk.cli", "hubwalk.drivers", "hubwalk.store"}  # they do what the pure ones must not


def impurities(source: str) -> list[str]:
    """Imports of a module that let the world in, calls of the global random generator and of `open`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "open" or (called.startswith("random.") and not called.startswith("random.Random")):
                found.append(called)
        for name in names:
            parents = {name.rsplit(".", n)[0] for n in range(name.count(".") + 1)}
            found += sorted(parents & (IMPURE | OURS))
    return found


@pytest.mark.parametrize("folder", PURE)
def test_pure_folders_let_nothing_in(folder: str) -> None:
    modules = sorted((ROOT / "src" / "hubwalk" / folder).glob("*.py"))
    assert len(modules) > 1
    assert {str(path): bad for path in modules if (bad := impurities(path.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import time",
        "from os import path",
        "import urllib.request",
        "from urllib import request",
        "from hubwalk.store.crawl_log import SqliteCrawlLog",
        "from hubwalk import store",
        "import random\nrandom.shuffle([])",
        "open('a')",
    ],
)
def test_what_is_impure_is_noticed(line: str) -> None:
    assert impurities(line)


def test_what_is_pure_passes() -> None:
    assert impurities("import random\nfrom urllib.parse import urljoin\nrandom.Random(1).random()") == []


def test_the_page_names_the_same_folders() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rule = page.partition("**Pure folders.**")[2].partition("import")[0]
    assert sorted(name for name in PURE if f"`{name}`" in rule) == sorted(PURE)
    assert rule.count("`") == 2 * len(PURE)
