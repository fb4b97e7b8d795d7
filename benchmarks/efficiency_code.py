"""Which code decides how a cell comes out: a digest of it, so that cells of other code are not taken for results.

Of a strategy that is its own file and all of hubwalk's pure parts that it imports, directly or not; for all strategies,
the parts that read pages, drive the replay and measure it. Comments, docstrings and layout do not count.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hubwalk
from hubwalk.strategies import parse_strategy

_SOURCE = Path(hubwalk.__file__).parent
_PURE = ("graph", "ranking", "strategies", "pages")  # what a strategy is made of; see docs/architecture.md
_COMMON = (
    "pages/parse.py",
    "pages/scope.py",
    "pages/urls.py",
    "pages/duplicates.py",
    "graph/web_graph.py",
    "browsing/recorded.py",
    "browsing/opaque.py",
    "drivers/replay.py",
    "drivers/site_crawl.py",
    "evaluation/bounds.py",
    "evaluation/connectors.py",
    "evaluation/link_graph.py",
    "evaluation/metrics.py",
)


@cache
def code_of(strategy: str) -> str:
    """The digest for a strategy."""
    return hashlib.sha256("".join(map(_meaning, sorted(files_of(strategy)))).encode()).hexdigest()[:16]


def files_of(strategy: str) -> set[Path]:
    """The files that decide how its cells come out."""
    own = Path(inspect.getfile(parse_strategy(strategy)[0]))
    starts = (own, Path(__file__).with_name("efficiency_runs.py"), *(_SOURCE / name for name in _COMMON))
    return {path for start in starts for path in _reached(start)}


def _reached(start: Path) -> set[Path]:
    """A file, and the pure files that it imports, directly or not. That `hubwalk.strategies` names all strategies makes
    none depend on the others."""
    found: set[Path] = set()
    todo = [start]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += [known for known in map(_file, _imports(path)) if known]
    return found


@cache
def _imports(path: Path) -> tuple[str, ...]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(names)


def _file(module: str) -> Path | None:
    package, *parts = module.split(".")
    if package != "hubwalk" or not parts or parts[0] not in _PURE:
        return None
    path = _SOURCE.joinpath(*parts).with_suffix(".py")
    return path if path.is_file() else None


@cache
def _meaning(path: Path) -> str:
    """The program without what makes no difference to what it does."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        body: list[Any] = getattr(node, "body", None) or []
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            del body[0]
    return ast.dump(tree)


@cache
def is_deterministic(strategy: str) -> bool:
    """True for a strategy that takes the random generator and does nothing with it: all seeds are alike."""
    make: Callable[..., Any] = parse_strategy(strategy)[0]
    if "__init__" not in vars(make) or "rng" not in inspect.signature(make).parameters:
        return False  # what a parent class does with it is not looked at
    try:
        return not any(_uses(inspect.getsource(make), "rng"))
    except (OSError, TypeError):
        return False


def _uses(source: str, name: str) -> Iterator[bool]:
    for node in ast.walk(ast.parse(textwrap.dedent(source))):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield True
