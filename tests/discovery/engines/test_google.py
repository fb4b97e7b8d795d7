"""Google Programmable Search."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import pytest
from answering_server import Reply
from few_pages import few_pages_engine
from search_apis import Asked, SearchApi, as_google, reply

from hubwalk.discovery.engines import make_engine
from hubwalk.discovery.engines.google import GoogleEngine
from hubwalk.errors import SearchError

pytest_plugins = ["search_fixtures"]

Serve = Callable[[Callable[[Asked], Reply]], SearchApi]
KEY, ENGINE_ID = "AIza geheim", "cx-geheim"


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    monkeypatch.setenv("GOOGLE_CSE_ID", ENGINE_ID)


def refusal(status: int, reason: str, message: str = "", **headers: str) -> Callable[[Asked], Reply]:
    problem = {"domain": "usageLimits", "reason": reason, "message": message}
    said = {"error": {"code": status, "message": f"{message} key={KEY}", "errors": [problem], "status": "X"}}
    return lambda _: reply(said, status, **headers)


def failure(server: SearchApi, timeout: float = 5.0) -> SearchError:
    with pytest.raises(SearchError) as raised:
        GoogleEngine(server.url, timeout=timeout).search("camera", 10)
    assert "geheim" not in "".join(traceback.format_exception(raised.value))
    assert raised.value.__context__ is None
    return raised.value


def test_results_with_keys_paging_and_pauses(serve: Serve) -> None:
    known = few_pages_engine()
    server = serve(as_google(known))
    pauses: list[float] = []
    answer = GoogleEngine(server.url, pause=pauses.append).search("camera zoom", 25)
    assert answer == known.search("camera zoom", 25)
    assert [(asked.get("num"), asked.get("start")) for asked in server.asked] == [
        ("10", "1"),
        ("10", "11"),
        ("10", "21"),
    ]
    assert {(asked.get("key"), asked.get("cx")) for asked in server.asked} == {(KEY, ENGINE_ID)}
    assert len(pauses) == 2


def test_it_gives_a_hundred_results_at_most(serve: Serve) -> None:
    def endless(asked: Asked) -> Reply:
        start = int(asked.get("start"))
        assert start + int(asked.get("num")) <= 101
        items = [{"link": f"http://a.test/{start + i}"} for i in range(10)]
        about = {"totalResults": "4000000000"}
        return reply({"items": items, "searchInformation": about, "queries": {"nextPage": [{}]}})

    answer = GoogleEngine(serve(endless).url, pause=lambda _: None).search("x", 500)
    assert (answer.hits, len(answer.results)) == (4_000_000_000, 100)


def test_nothing_found_has_no_items(serve: Serve) -> None:
    answer = GoogleEngine(serve(as_google(few_pages_engine())).url).search("zebra", 10)
    assert (answer.hits, answer.results) == (0, ())


@pytest.mark.parametrize(
    ("said", "kind", "wait"),
    [
        (refusal(403, "dailyLimitExceeded", "Daily Limit Exceeded"), SearchError.QUOTA, 0),
        (refusal(429, "rateLimitExceeded", "Quota exceeded for quota metric 'Queries per day'"), SearchError.QUOTA, 0),
        (refusal(429, "rateLimitExceeded", "Quota exceeded for 'Queries per minute'", Retry_After="5"), "busy", 5),
        (refusal(403, "userRateLimitExceeded"), SearchError.BUSY, 0),
        (refusal(400, "badRequest", "API key not valid. Please pass a valid API key."), SearchError.KEY, 0),
        (refusal(400, "keyInvalid"), SearchError.KEY, 0),
        (refusal(403, "accessNotConfigured"), SearchError.KEY, 0),
        (refusal(400, "invalid", "Request contains an invalid argument."), SearchError.KEY, 0),
        (refusal(503, "backendError"), SearchError.BUSY, 0),
        (lambda _: Reply(b"<!doctype html>", 404), SearchError.BROKEN, 0),
        (lambda _: reply({"kind": "customsearch#search"}), SearchError.BROKEN, 0),
        (lambda _: reply({"items": 5, "searchInformation": {}}), SearchError.BROKEN, 0),
        (lambda _: Reply(b'{"items": [', is_cut_off=True), SearchError.BUSY, 0),
        (lambda _: Reply(status=302, headers={"Location": "http://other.test/"}), SearchError.BROKEN, 0),
    ],
)
def test_failures(serve: Serve, said: Callable[[Asked], Reply], kind: str, wait: float) -> None:
    error = failure(serve(said))
    assert (error.kind, error.retry_after) == (kind, wait)


def test_a_slow_answer(serve: Serve) -> None:
    assert failure(serve(lambda _: Reply(is_slow=True)), timeout=0.2).kind == SearchError.BUSY


@pytest.mark.parametrize("missing", ["GOOGLE_API_KEY", "GOOGLE_CSE_ID"])
def test_without_keys_it_cannot_be_made(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setenv(missing, " ")
    with pytest.raises(SearchError, match=missing) as raised:
        make_engine("google")
    assert raised.value.kind == SearchError.KEY


def test_the_keys_are_nowhere_to_be_seen() -> None:
    engine: Any = GoogleEngine()
    assert engine.name == "google"
    assert "geheim" not in repr(engine) + repr(engine._api)
