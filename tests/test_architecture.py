"""The rules that hold the house together, each checked, and each check checked.

Pure folders let no network, file, clock, process or global randomness in, not even through another part of hubwalk;
a file that implements a published method names its paper; a foreign library is imported in one place; every command
is documented.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import hubwalk
from hubwalk.cli import make_app

SOURCE = Path(hubwalk.__file__).parent
DOCS = SOURCE.parents[1] / "docs"

PURE = ("graph", "ranking", "strategies", "pages", "mining", "estimation", "recipes")
MAY_IMPORT = {*PURE, "values", "ports", "errors"}  # of hubwalk
IMPURE = {
    "aiohttp", "asyncio", "concurrent", "datetime", "fcntl", "ftplib", "glob", "http", "httpx", "io", "logging",
    "multiprocessing", "numpy.random", "os", "pathlib", "pickle", "playwright", "pyarrow", "ray", "requests", "scrapy",
    "secrets", "select", "selectors", "shelve", "shutil", "signal", "socket", "socketserver", "sqlite3", "ssl",
    "subprocess", "sys", "tempfile", "threading", "time", "twisted", "urllib.request", "urllib3", "uuid", "warcio",
}  # fmt: skip

# Folders or files in which a library may be imported.
HOME = {
    "ada_url": {"pages/urls.py"},
    "ddgs": {"discovery/engines/ddgs.py"},
    "extruct": {"validators/microdata.py", "validators/rdfa.py", "validators/structured_data.py"},
    "lxml": {
        "discovery/sources/odp_dump.py",
        "pages/xml_records.py",
        "validators/microdata.py",
        "validators/rdfa.py",
    },
    "matplotlib": {"evaluation/plots.py"},
    "numba": {"validators/tree_distance_numba.py"},
    "pint": {"validators/quantities.py"},
    "playwright": {"browsing"},
    "price_parser": {"validators/quantities.py"},
    "pyarrow": {"store/parquet.py"},
    "regex": {"pages/url_matching.py"},
    "scipy": {"validators/cascade_learner.py", "validators/page_filter_fitting.py", "websites/clusters.py"},
    "scrapy": {"browsing", "drivers"},  # Scrapy is the live engine: its edge is these two folders
    "selectolax": {
        "pages/claimed_address.py",
        "pages/feeds.py",
        "pages/glance.py",
        "pages/headings.py",
        "pages/hollow.py",
        "pages/link_context.py",
        "pages/parse.py",
        "pages/words.py",
        "validators/boxes.py",
        "validators/outline.py",
        "validators/traits.py",
        "validators/page_tree.py",
    },
    "sklearn": {"validators/cascade_learner.py", "validators/page_filter_fitting.py"},
    "tantivy": {"discovery/engines/local.py"},
    "tldextract": {"pages/scope.py"},
    "trafilatura": {"validators/main_text.py"},
    "twisted": {"browsing", "drivers"},
    "typer": {"cli"},
    "w3lib": {"pages/parse.py"},
    "warcio": {"store/warc.py"},
    "yaml": {"validators/marked_file.py"},
}
# Files of ranking/ and strategies/ that implement nothing published.
JUDGES = {"ask", "cascade", "like", "structure", "table", "text"}  # validators after a published method
NO_METHOD = {"__init__.py", "choices.py", "breadth_first.py", "depth_first.py", "prior.py"}


def imported(source: str) -> set[str]:
    """Full names of all that a module imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def is_within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def impurities(source: str) -> list[str]:
    """What lets the world into a module: imports, `open`, and the random generator that everybody shares."""
    found = [name for name in imported(source) if is_within(name, IMPURE)]
    for name in imported(source):
        parts = name.split(".")
        if parts[0] == "hubwalk" and (len(parts) == 1 or parts[1] not in MAY_IMPORT):
            found.append(name)
        if parts[0] == "random" and len(parts) > 1 and parts[1] != "Random":
            found.append(name)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute | ast.Name):
            text = ast.unparse(node)
            shared = re.fullmatch(r"random\.(?!Random$)\w+|(np|numpy)\.random(\.\w+)?", text)
            if shared or text in {"open", "input", "print", "eval", "exec", "__import__", "np.load", "np.save"}:
                found.append(text)
    return sorted(set(found))


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((SOURCE / folder).rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("path", modules(*PURE), ids=name_of)
def test_pure_folders_let_nothing_in(path: Path) -> None:
    assert impurities(path.read_text("utf-8")) == []


def test_there_are_pure_folders() -> None:
    assert {path.parent.name for path in modules(*PURE)} >= {"graph", "ranking", "strategies", "pages"}


@pytest.mark.parametrize(
    "bad",
    [
        "import time",
        "from time import perf_counter",
        "import os.path as p",
        "from os import path",
        "import urllib.request",
        "from urllib import request",
        "def f():\n    import socket",
        "from pathlib import Path",
        "import sqlite3, re",
        "from concurrent.futures import ThreadPoolExecutor",
        "import random\nx = random.random()",
        "import random\nx = sorted([1], key=random.betavariate)",
        "from random import shuffle",
        "import numpy as np\nnp.random.rand()",
        "from numpy.random import default_rng",
        "x = open('file').read()",
        "print('x')",
        "from hubwalk.store.crawl_log import SqliteCrawlLog",
        "from hubwalk.config import Job",
        "import hubwalk.drivers.live",
        "from hubwalk import cli",
    ],
)
def test_impurities_are_noticed(bad: str) -> None:
    assert impurities(bad)


@pytest.mark.parametrize(
    "good",
    [
        "import random\nr = random.Random(1)\nr.random()",
        "from random import Random",
        "from urllib.parse import urlsplit",
        "import re, hashlib, zlib, heapq, math",
        "from hubwalk.values import Page\nfrom hubwalk.graph.web_graph import WebGraph",
        "import numpy as np\nnp.zeros(3)",
        "timeouts = 1\nself.open = 2",
    ],
)
def test_pure_code_passes(good: str) -> None:
    assert impurities(good) == []


def names_paper(docstring: str) -> bool:
    """Authors and a year: (2010) after the names, or with them in one pair of brackets."""
    return re.search(r"[A-Z]\w+ \((19|20)\d\d\)|\([A-Z][^()]*\b(19|20)\d\d\b[^()]*\)", docstring) is not None


def methods() -> list[Path]:
    """The files that are to name their paper."""
    named = [path for path in modules("ranking", "strategies") if path.name not in NO_METHOD]
    return named + [path for path in modules("validators") if path.stem in JUDGES]


@pytest.mark.parametrize("path", methods(), ids=name_of)
def test_methods_name_their_paper(path: Path) -> None:
    assert names_paper(ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")


def test_a_missing_paper_is_noticed() -> None:
    assert names_paper("HITS. Kleinberg (1999), section 3.")
    assert names_paper("Part of xCRAWL (Shchekotykhin, Jannach, Friedrich 2010, section 4).")
    assert not names_paper("HITS, as everybody knows it. Made in 1999, in 30 (thirty) lines (2010).")
    assert not names_paper("")


def strays(name: str, source: str) -> list[str]:
    """Libraries that a file imports though their home is elsewhere."""
    roots = {full.partition(".")[0] for full in imported(source)}
    return sorted(
        library
        for library in roots & set(HOME)
        if not any(name == h or name.startswith(f"{h}/") for h in HOME[library])
    )


@pytest.mark.parametrize("path", modules("."), ids=name_of)
def test_foreign_libraries_stop_at_the_edge(path: Path) -> None:
    assert strays(name_of(path), path.read_text("utf-8")) == []


def test_a_stray_library_is_noticed() -> None:
    assert strays("mining/facts.py", "def f():\n    import pyarrow.parquet as pq") == ["pyarrow"]
    assert strays("validators/like.py", "from scrapy.http import Response") == ["scrapy"]
    assert strays("drivers/scheduler.py", "from scrapy.http import Response") == []
    assert strays("store/parquet.py", "import pyarrow") == []


def undocumented(page: str) -> list[str]:
    """Commands without a heading of their own."""
    names = [
        command.name or command.callback.__name__ for command in make_app().registered_commands if command.callback
    ]
    names += [group.name for group in make_app().registered_groups if group.name]
    return [name for name in names if not re.search(rf"^#+ .*hubwalk {re.escape(name)}\b", page, re.M)]


def test_every_command_is_documented() -> None:
    if not (DOCS / "cli.md").is_file():
        pytest.skip("docs/cli.md is not there")
    page = (DOCS / "cli.md").read_text("utf-8")
    assert undocumented(page) == []
    assert undocumented(page.replace("hubwalk find", "hubwalk search")) == ["find"]


def too_long(source: str, limit: int = 60) -> list[str]:
    """Functions that do not fit on a screen."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= limit
    ]


@pytest.mark.parametrize("path", modules("."), ids=name_of)
def test_files_and_functions_can_be_read_in_one_sitting(path: Path) -> None:
    source = path.read_text("utf-8")
    assert source.count("\n") <= 400
    assert too_long(source) == []


def test_a_long_function_is_noticed() -> None:
    assert too_long("def f():\n" + "    x = 1\n" * 61) == ["f"]
    assert too_long("def f():\n" + "    x = 1\n" * 50) == []
