"""Brave Search API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from answering_server import Reply
from few_pages import few_pages_engine
from search_apis import Asked, SearchApi, as_brave, reply

from hubwalk.discovery.engines import make_engine
from hubwalk.discovery.engines.brave import BraveEngine
from hubwalk.errors import SearchError

pytest_plugins = ["search_fixtures"]

Serve = Callable[[Callable[[Asked], Reply]], SearchApi]
KEY = "BSA-geheim-123"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAVE_API_KEY", KEY)


def refusal(status: int, code: str, detail: str = "", **headers: str) -> Callable[[Asked], Reply]:
    error = {"id": "1", "status": status, "code": code, "detail": f"{detail} {KEY}", "meta": {}}
    return lambda _: reply({"type": "ErrorResponse", "error": error, "time": 1}, status, **headers)


def failure(server: SearchApi) -> SearchError:
    with pytest.raises(SearchError) as raised:
        BraveEngine(server.url).search("camera", 10)
    assert KEY not in str(raised.value)
    return raised.value


def test_results_with_key_paging_and_pauses(serve: Serve) -> None:
    known = few_pages_engine()
    server = serve(as_brave(known))
    pauses: list[float] = []
    answer = BraveEngine(server.url, pause=pauses.append).search("camera zoom", 45)
    assert answer.results == known.search("camera zoom", 45).results
    assert answer.hits == -1
    assert [(a.get("count"), a.get("offset")) for a in server.asked] == [("20", "0"), ("20", "1"), ("20", "2")]
    assert {asked.headers["x-subscription-token"] for asked in server.asked} == {KEY}
    assert pauses == [1.0, 1.0]


def test_few_results_are_one_question(serve: Serve) -> None:
    server = serve(as_brave(few_pages_engine()))
    assert len(BraveEngine(server.url).search("camera", 3).results) == 3
    assert [asked.get("count") for asked in server.asked] == ["3"]


def test_nothing_found_has_no_member_web(serve: Serve) -> None:
    answer = BraveEngine(serve(as_brave(few_pages_engine())).url).search("zebra", 10)
    assert (answer.hits, answer.results) == (0, ())


@pytest.mark.parametrize(
    ("said", "kind", "wait"),
    [
        (refusal(422, "SUBSCRIPTION_TOKEN_INVALID"), SearchError.KEY, 0),
        (refusal(401, "SUBSCRIPTION_TOKEN_INVALID"), SearchError.KEY, 0),
        (refusal(403, "OPTION_NOT_IN_PLAN"), SearchError.KEY, 0),
        (refusal(429, "RATE_LIMITED", X_RateLimit_Remaining="0, 120", X_RateLimit_Limit="1, 2000"), "busy", 0),
        (refusal(429, "RATE_LIMITED", X_RateLimit_Reset="1, 1419704"), SearchError.BUSY, 1),
        (refusal(429, "RATE_LIMITED", Retry_After="9", X_RateLimit_Reset="1, 1419704"), SearchError.BUSY, 9),
        (refusal(429, "RATE_LIMITED", X_RateLimit_Remaining="0, 0", X_RateLimit_Limit="1, 2000"), "quota", 0),
        (refusal(429, "RATE_LIMITED", X_RateLimit_Remaining="0, 0", X_RateLimit_Limit="50, 0"), "busy", 0),
        (refusal(429, "QUOTA_LIMITED"), SearchError.QUOTA, 0),
        (refusal(402, "PAYMENT_REQUIRED"), SearchError.QUOTA, 0),
        (refusal(500, "INTERNAL"), SearchError.BUSY, 0),
        (refusal(422, "VALIDATION"), SearchError.BROKEN, 0),
        (lambda _: Reply(b"<html>", 200), SearchError.BROKEN, 0),
        (lambda _: reply({"type": "search"}), SearchError.BROKEN, 0),
        (lambda _: reply({"web": {"results": "none"}}), SearchError.BROKEN, 0),
        (lambda _: reply({"web": []}), SearchError.BROKEN, 0),
    ],
)
def test_failures(serve: Serve, said: Callable[[Asked], Reply], kind: str, wait: float) -> None:
    error = failure(serve(said))
    assert (error.kind, error.retry_after) == (kind, wait)


def test_a_bad_key_names_the_variable(serve: Serve) -> None:
    assert "BRAVE_API_KEY" in str(failure(serve(refusal(422, "SUBSCRIPTION_TOKEN_INVALID"))))


def test_without_a_key_it_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BRAVE_API_KEY")
    with pytest.raises(SearchError, match="BRAVE_API_KEY") as raised:
        make_engine("brave")
    assert raised.value.kind == SearchError.KEY


def test_the_key_is_read_when_the_engine_is_made(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(as_brave(few_pages_engine()))
    engine = BraveEngine(server.url)
    monkeypatch.setenv("BRAVE_API_KEY", "another")
    engine.search("camera", 1)
    assert server.asked[0].headers["x-subscription-token"] == KEY


def test_the_key_is_nowhere_to_be_seen() -> None:
    engine: Any = BraveEngine()
    assert engine.name == "brave"
    assert KEY not in repr(engine) + repr(engine._api)
