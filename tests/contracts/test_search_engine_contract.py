"""All search engines against the contract of their port, and the contract against engines that break it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from answering_server import Reply
from search_apis import Asked, SearchApi, as_brave, as_google, as_searxng, reply

from hubwalk.discovery.engines.brave import BraveEngine
from hubwalk.discovery.engines.cdx import CdxEngine
from hubwalk.discovery.engines.ddgs import DdgsEngine
from hubwalk.discovery.engines.google import GoogleEngine
from hubwalk.discovery.engines.local import IndexedPage, LocalEngine, build_index
from hubwalk.discovery.engines.searxng import SearxngEngine
from hubwalk.errors import SearchError
from hubwalk.testing import check_search_engine
from hubwalk.values import SearchAnswer, SearchResult

KEY = "geheim-4711"
PAGES = [IndexedPage(f"http://{host}.test/{n}", f"Camera {n}", "zoom lens") for host in "abc" for n in range(9)]


@pytest.fixture
def known() -> LocalEngine:
    return LocalEngine.in_memory(PAGES)


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[SearchApi]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("BRAVE_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CSE_ID"):
        monkeypatch.setenv(name, KEY)
    server = SearchApi(lambda _: reply({}))
    yield server
    server.close()


def test_local(tmp_path: Path, known: LocalEngine) -> None:
    check_search_engine(lambda: known, "camera zoom")
    build_index(tmp_path, PAGES)
    check_search_engine(lambda: LocalEngine(tmp_path), '"zoom lens" site:a.test')


def test_searxng(api: SearchApi, known: LocalEngine) -> None:
    api.answer = as_searxng(known)
    check_search_engine(lambda: SearxngEngine(api.url), "camera")


def test_brave(api: SearchApi, known: LocalEngine) -> None:
    api.answer = as_brave(known)
    check_search_engine(lambda: BraveEngine(api.url, pause=lambda _: None), "camera", secrets=[KEY])


def test_google(api: SearchApi, known: LocalEngine) -> None:
    api.answer = as_google(known)
    check_search_engine(lambda: GoogleEngine(api.url, pause=lambda _: None), "camera", secrets=[KEY])


def test_cdx(api: SearchApi) -> None:
    def answer(asked: Asked) -> Reply:
        lines = [{"urlkey": page.url, "url": page.url} for page in PAGES if f"//{asked.get('url')}/" in page.url]
        return Reply("\n".join(map(json.dumps, lines[: int(asked.get("limit"))])).encode())

    api.answer = answer
    check_search_engine(lambda: CdxEngine(f"{api.url}/cdx"), "site:a.test")


def test_ddgs(known: LocalEngine) -> None:
    def ask(query: str, *, max_results: int, backend: str) -> list[dict[str, Any]]:
        found = known.search(query, max_results).results
        return [{"href": r.url, "title": r.title, "body": r.snippet} for r in found]

    check_search_engine(lambda: DdgsEngine(ask=ask), "camera")


class Fake:
    """The local engine; what is wrong with it is done to its answers."""

    def __init__(self, known: LocalEngine, spoil: Callable[[SearchAnswer, int], Any], name: str = "fake") -> None:
        self.name = name
        self._known = known
        self._spoil = spoil

    def search(self, query: str, limit: int) -> SearchAnswer:
        answer: SearchAnswer = self._spoil(self._known.search(query, limit), limit)
        return answer


def fine(answer: SearchAnswer, _limit: int) -> SearchAnswer:
    return answer


def raising(error: Exception, when: str) -> Callable[[SearchAnswer, int], SearchAnswer]:
    def spoil(answer: SearchAnswer, _limit: int) -> SearchAnswer:
        if answer.query.startswith(when):
            raise error
        return answer

    return spoil


def test_the_fake_without_a_fault_passes(known: LocalEngine) -> None:
    check_search_engine(lambda: Fake(known, fine), "camera")
    refuses = SearchError("fake: not this; ask otherwise", kind=SearchError.BUSY)
    check_search_engine(lambda: Fake(known, raising(refuses, '"')), "camera")


RESULT = SearchResult("http://a.test/x")
UNTITLED = SearchResult("http://a.test/x", None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda answer, _: answer.results, "answered tuple, not a SearchAnswer"),
        (lambda answer, _: replace(answer, query=""), "the answer is to ''"),
        (lambda answer, _: replace(answer, hits=-2), "hits are -2"),
        (lambda answer, _: replace(answer, hits=0), "results, but no hits"),
        (lambda answer, _: replace(answer, hits=7), "7 hits for a word that no page has"),
        (lambda answer, limit: replace(answer, results=(RESULT,) * (limit + 1)), "51 results with limit 50"),
        (lambda answer, _: replace(answer, results=answer.results[:1]), "expected two at least"),
        (lambda answer, _: replace(answer, results=answer.results[:2] * 2), "the same URL twice"),
        (lambda answer, limit: replace(answer, results=answer.results[: limit - 1]), "0 results with limit 1"),
        (lambda answer, _: replace(answer, results=("http://a.test/",)), "a result is str"),
        (lambda answer, _: replace(answer, results=(SearchResult("a.test"),)), "without an address"),
        (lambda answer, _: replace(answer, results=(UNTITLED,)), "no text"),
        (lambda answer, limit: replace(answer, results=answer.results or (RESULT,) * min(1, limit)), "no page has"),
        (raising(ValueError("syntax"), '"'), "raised ValueError: syntax; expected a SearchError"),
        (raising(SearchError("two\nlines"), '"'), "several lines"),
        (raising(SearchError(f"key={KEY}"), '"'), "tells a key"),
        (raising(SearchError("x", kind="odd"), '"'), "of the kind 'odd'"),
        (raising(SearchError("x", retry_after=-1), '"'), "retry_after"),
    ],
)
def test_the_suite_bites(known: LocalEngine, spoil: Callable[[SearchAnswer, int], Any], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_search_engine(lambda: Fake(known, spoil), "camera", secrets=[KEY])


@pytest.mark.parametrize(("name", "complaint"), [("", "empty"), ("a\nb", "lines"), (f"fake?{KEY}", "tells a key")])
def test_names(known: LocalEngine, name: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_search_engine(lambda: Fake(known, fine, name), "camera", secrets=[KEY])
