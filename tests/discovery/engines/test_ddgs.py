"""The adapter of ddgs, with the library's own exceptions and without its network."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from hubwalk.discovery.engines import make_engine
from hubwalk.discovery.engines.ddgs import DdgsEngine
from hubwalk.errors import SearchError

FOUND = [
    {"title": "One", "href": "http://a.test/1", "body": "first  result"},
    {"title": "Two", "href": "http://a.test/2", "body": "second"},
]


def engine(result: Any) -> DdgsEngine:
    """One whose library answers this, or raises it."""

    def ask(query: str, *, max_results: int, backend: str) -> list[dict[str, Any]]:
        if isinstance(result, Exception):
            raise result
        found: list[dict[str, Any]] = result[:max_results]
        return found

    return DdgsEngine(ask=ask)


def test_results() -> None:
    answer = engine(FOUND).search("x", 10)
    assert answer.hits == -1
    assert [(r.url, r.title, r.snippet) for r in answer.results] == [
        ("http://a.test/1", "One", "first result"),
        ("http://a.test/2", "Two", "second"),
    ]
    assert len(engine(FOUND).search("x", 1).results) == 1


def exceptions() -> list[tuple[Exception, str]]:
    library = pytest.importorskip("ddgs.exceptions", reason="ddgs is not installed (extra `search`)")
    return [
        (library.RatelimitException("202 Ratelimit"), SearchError.BUSY),
        (library.TimeoutException("operation timed out"), SearchError.BUSY),
        (library.DDGSException("HTTP 429"), SearchError.BUSY),
        (library.DDGSException("ConnectError: dns error"), SearchError.BROKEN),
        (ValueError("cannot parse"), SearchError.BROKEN),
    ]


def test_failures() -> None:
    for error, kind in exceptions():
        with pytest.raises(SearchError) as raised:
            engine(error).search("x", 10)
        assert raised.value.kind == kind, error
        assert "\n" not in str(raised.value)


def test_nothing_found_is_an_answer() -> None:
    library = pytest.importorskip("ddgs.exceptions", reason="ddgs is not installed (extra `search`)")
    answer = engine(library.DDGSException("No results found.")).search("x", 10)
    assert (answer.hits, answer.results) == (0, ())


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ddgs", None)
    with pytest.raises(SearchError, match=r'pip install "hubwalk\[search\]"'):
        make_engine("ddgs")  # before anything is fetched or written


def test_the_library_is_called_as_it_wants_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    library = pytest.importorskip("ddgs.ddgs", reason="ddgs is not installed (extra `search`)")
    asked: dict[str, Any] = {}

    def text(_self: object, query: str, **settings: Any) -> list[dict[str, Any]]:
        asked.update(settings, query=query)
        return FOUND

    monkeypatch.setattr(library.DDGS, "text", text)
    made = make_engine("ddgs:mojeek")
    assert made.name == "ddgs:mojeek"
    assert len(made.search("camera", 7).results) == 2
    assert asked == {"query": "camera", "max_results": 7, "backend": "mojeek"}


def test_its_own_search_with_an_engine_that_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    base = pytest.importorskip("ddgs.base", reason="ddgs is not installed (extra `search`)")
    monkeypatch.setattr(base.BaseSearchEngine, "request", lambda *_, **__: None)  # the only way to the network
    assert DdgsEngine("mojeek").search("camera", 3).results == ()


def test_an_engine_that_the_library_does_not_know() -> None:
    pytest.importorskip("ddgs", reason="ddgs is not installed (extra `search`)")
    with pytest.raises(SearchError, match="no engine 'gogle'"):
        DdgsEngine("gogle").search("x", 1)
