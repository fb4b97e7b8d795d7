"""The JSON API of SearXNG and searx."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from answering_server import Reply
from few_pages import few_pages_engine
from search_apis import Asked, SearchApi, as_searxng, reply

from hubwalk.discovery.engines.searxng import SearxngEngine
from hubwalk.errors import SearchError

pytest_plugins = ["search_fixtures"]

Serve = Callable[[Callable[[Asked], Reply]], SearchApi]


def one_page(results: Any, **more: Any) -> Callable[[Asked], Reply]:
    return lambda asked: reply({"query": asked.get("q"), "number_of_results": 0, "results": results, **more})


def failure(server: SearchApi) -> SearchError:
    with pytest.raises(SearchError) as raised:
        SearxngEngine(server.url).search("camera", 10)
    assert str(raised.value).startswith(f"searxng:{server.url}: ")
    assert "\n" not in str(raised.value)
    return raised.value


def test_results_of_several_pages_up_to_the_limit(serve: Serve) -> None:
    known = few_pages_engine()
    server = serve(as_searxng(known))
    answer = SearxngEngine(server.url).search("camera zoom", 25)
    assert answer == known.search("camera zoom", 25)
    assert [asked.get("pageno") for asked in server.asked] == ["1", "2", "3"]
    assert {(asked.path, asked.get("format")) for asked in server.asked} == {("/search", "json")}


def test_words_that_are_commands_to_it_are_words(serve: Serve) -> None:
    server = serve(as_searxng(few_pages_engine()))
    SearxngEngine(server.url).search("!!g :de camera !images a!b", 1)
    assert server.asked[0].get("q") == "g de camera images a!b"
    assert SearxngEngine(server.url).search("!! ?", 1).results == ()


def test_it_ends_where_the_results_end(serve: Serve) -> None:
    server = serve(as_searxng(few_pages_engine()))
    answer = SearxngEngine(server.url).search("hot-shoe site:a.test", 50)
    assert len(answer.results) == answer.hits == 4


def test_a_server_that_repeats_itself_is_not_asked_for_ever(serve: Serve) -> None:
    server = serve(one_page([{"url": "http://a.test/1", "title": "A"}]))
    assert len(SearxngEngine(server.url).search("x", 100).results) == 1
    assert len(server.asked) == 2


def test_no_number_with_results_is_unknown_and_without_is_none(serve: Serve) -> None:
    server = serve(one_page([{"url": "http://a.test/"}]))
    assert SearxngEngine(server.url).search("x", 1).hits == -1
    server.answer = one_page([])
    assert SearxngEngine(server.url).search("x", 1).hits == 0
    server.answer = lambda _: reply({"results": [{"url": "http://a.test/"}], "number_of_results": "many"})
    assert SearxngEngine(server.url).search("x", 1).hits == -1
    server.answer = lambda _: reply({"results": [{"url": "http://a.test/"}], "number_of_results": 1234.5})
    assert SearxngEngine(server.url).search("x", 1).hits == 1234


@pytest.mark.parametrize(
    ("silent", "kind"),
    [
        ([["google", "timeout"], ["bing", "unexpected crash"]], SearchError.BUSY),
        ([["google", "Suspended: too many requests"]], SearchError.BUSY),
        ([["google", "CAPTCHA"]], SearchError.BUSY),
        ([["google", "unexpected crash"]], SearchError.BROKEN),
        (["google"], SearchError.BROKEN),
    ],
)
def test_engines_that_do_not_answer(serve: Serve, silent: list[Any], kind: str) -> None:
    error = failure(serve(one_page([], unresponsive_engines=silent)))
    assert error.kind == kind
    assert "google" in str(error)


def test_engines_that_do_not_answer_do_not_matter_where_others_do(serve: Serve) -> None:
    server = serve(one_page([{"url": "http://a.test/"}], unresponsive_engines=[["google", "timeout"]]))
    assert len(SearxngEngine(server.url).search("x", 5).results) == 1


def test_an_instance_without_json_says_what_to_set(serve: Serve) -> None:
    error = failure(serve(lambda _: Reply(b"<html>403 Forbidden", 403, {"Content-Type": "text/html"})))
    assert error.kind == SearchError.KEY
    assert "search.formats" in str(error)


def test_a_limiter(serve: Serve) -> None:
    error = failure(serve(lambda _: reply("Too Many Requests", 429, Retry_After="30")))
    assert (error.kind, error.retry_after) == (SearchError.BUSY, 30)


@pytest.mark.parametrize("odd", [[], "text", {}, {"results": None}, {"results": {"url": "http://a.test/"}}, 7, None])
def test_json_of_another_kind_is_broken(serve: Serve, odd: Any) -> None:
    assert failure(serve(lambda _: reply(odd))).kind == SearchError.BROKEN


def test_results_of_wrong_types_are_left_out(serve: Serve) -> None:
    good = {"url": "http://a.test/", "title": None, "content": ["x"]}
    odd = [None, 3, "http://b.test/", {"url": None}, {"url": 5}, {"url": "magnet:?xt=1"}, {"title": "x"}]
    server = serve(one_page([*odd, good]))
    (result,) = SearxngEngine(server.url).search("x", 10).results
    assert (result.url, result.title, result.snippet) == ("http://a.test/", "", "")
    server.answer = one_page(odd)
    assert "none with a web address" in str(failure(server))


def test_a_failure_after_the_first_page_keeps_what_there_is(serve: Serve) -> None:
    first = as_searxng(few_pages_engine())
    server = serve(lambda asked: first(asked) if asked.get("pageno") == "1" else Reply(status=500))
    assert len(SearxngEngine(server.url).search("camera", 30).results) == 10


def test_addresses_and_pace() -> None:
    for url in ("localhost:8888", "http://localhost:8888/", "http://localhost:8888/search"):
        assert SearxngEngine(url).name == "searxng:http://localhost:8888"
    assert SearxngEngine("http://user:word@example.org/searx/").name == "searxng:http://example.org/searx"
    assert SearxngEngine("localhost:8888").per_minute == 0
    assert SearxngEngine("https://example.org").per_minute > 0


def test_a_public_instance_is_given_time_between_pages(serve: Serve) -> None:
    pauses: list[float] = []
    server = serve(as_searxng(few_pages_engine()))
    engine = SearxngEngine(server.url, pause=pauses.append)
    engine.per_minute = 30.0
    engine.search("camera", 25)
    assert pauses == [2.0, 2.0]
