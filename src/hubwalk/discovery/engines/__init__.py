"""Search engines behind one port, one per file; see ports.SearchEngine and docs/engines.md.

An engine is named by a spec, `NAME` or `NAME:ARGUMENT`: `local`, `searxng:http://localhost:8888`, `brave`. Keys come
from environment variables, are read when the engine is made, and appear in no name, message or log.

Besides the port each engine has `per_minute`, the queries that it bears (0: any number), and `by_host`, True for an
index that knows hosts instead of words.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from hubwalk.errors import UsageError, unknown_name
from hubwalk.ports import SearchEngine


def default_index() -> Path:
    """Where the local index is unless something else is said: $HUBWALK_INDEX, else in the user's data folder."""
    chosen = os.environ.get("HUBWALK_INDEX", "")
    data = os.environ.get("XDG_DATA_HOME", "") or "~/.local/share"
    return Path(chosen or f"{data}/hubwalk/index").expanduser()


def _local(argument: str) -> SearchEngine:
    from hubwalk.discovery.engines.local import LocalEngine

    return LocalEngine(Path(argument).expanduser() if argument else default_index())


def _searxng(argument: str) -> SearchEngine:
    from hubwalk.discovery.engines.searxng import SearxngEngine

    if not argument:
        raise UsageError("searxng: which instance? Give its address: searxng:http://localhost:8888")
    return SearxngEngine(argument)


def _brave(argument: str) -> SearchEngine:
    from hubwalk.discovery.engines.brave import BraveEngine

    return BraveEngine(argument)


def _google(argument: str) -> SearchEngine:
    from hubwalk.discovery.engines.google import GoogleEngine

    return GoogleEngine(argument)


def _ddgs(argument: str) -> SearchEngine:
    from hubwalk.discovery.engines.ddgs import DdgsEngine

    return DdgsEngine(argument)


def _cdx(argument: str) -> SearchEngine:
    from hubwalk.discovery.engines.cdx import CdxEngine

    return CdxEngine(argument)


ENGINES: dict[str, Callable[[str], SearchEngine]] = {
    "local": _local,
    "searxng": _searxng,
    "brave": _brave,
    "google": _google,
    "ddgs": _ddgs,
    "cdx": _cdx,
}


def kept_spec(spec: str) -> str:
    """The spec of an engine that could be made, for the crawl log: without login and tokens, good from any folder."""
    name, _, argument = spec.strip().partition(":")
    if name == "local":
        return f"local:{(Path(argument).expanduser() if argument.strip() else default_index()).absolute()}"
    if name == "ddgs" or not argument.strip():
        return spec.strip()
    from hubwalk.discovery.engines.api_address import without_secrets

    return f"{name}:{without_secrets(argument.strip())}"


def make_engine(spec: str) -> SearchEngine:
    """The engine that a spec names. UsageError for a name nobody knows and for an index that is not there, SearchError
    of the kind KEY where a key is missing."""
    name, _, argument = spec.strip().partition(":")
    if name not in ENGINES:
        raise unknown_name("search engine", name, ENGINES)
    return ENGINES[name](argument.strip())
