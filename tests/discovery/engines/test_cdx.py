"""Indexes of web archives, Common Crawl's and others."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from answering_server import Reply
from search_apis import Asked, SearchApi, reply

from hubwalk.discovery.engines.cdx import CdxEngine
from hubwalk.errors import SearchError

pytest_plugins = ["search_fixtures"]

Serve = Callable[[Callable[[Asked], Reply]], SearchApi]
HEAD = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"]


def capture(path: str, when: int = 2020, **changes: str) -> dict[str, str]:
    line = {"urlkey": f"test,a){path}", "timestamp": str(when), "url": f"http://a.test{path}"}
    return {**line, "mime": "text/html", "status": "200", "digest": "X", "filename": "f.warc.gz", **changes}


LINES = [
    capture("/", 2019),
    capture("/", 2020, url="https://a.test/"),
    capture("/camera/zoom%2Dlens"),
    capture("/camera/9", status="404"),
    capture("/camera/pic", mime="image/png"),
    capture("/camera/2", mime="application/xhtml+xml"),
]


def as_lines(captures: list[dict[str, str]]) -> Callable[[Asked], Reply]:
    def answer(asked: Asked) -> Reply:
        if asked.get("url") != "a.test":
            return reply({"message": f"No Captures found for: {asked.get('url')}/*"}, 404)
        lines = captures[: int(asked.get("limit"))]
        return Reply("\n".join(map(json.dumps, lines)).encode() + b"\n", headers={"Content-Type": "text/x-ndjson"})

    return answer


def failure(engine: CdxEngine, query: str = "site:a.test") -> SearchError:
    with pytest.raises(SearchError) as raised:
        engine.search(query, 10)
    assert "\n" not in str(raised.value)
    return raised.value


def test_pages_of_a_host_newest_capture_first_url(serve: Serve) -> None:
    server = serve(as_lines(LINES))
    answer = CdxEngine(f"{server.url}/coll-cdx").search("site:a.test", 10)
    assert [result.url for result in answer.results] == [
        "https://a.test/",
        "http://a.test/camera/zoom%2Dlens",
        "http://a.test/camera/2",
    ]
    assert answer.hits == 3
    (asked,) = server.asked
    assert asked.path == "/coll-cdx"
    assert asked.get("matchType") == "host"
    assert asked.parameters["filter"] == ["statuscode:200", "mimetype:text/html"]


def test_words_must_occur_in_the_url(serve: Serve) -> None:
    engine = CdxEngine(f"{serve(as_lines(LINES)).url}/cdx")
    assert [r.url for r in engine.search("Zoom-Lens site:a.test", 10).results] == ["http://a.test/camera/zoom%2Dlens"]
    assert engine.search("zebra site:a.test", 10).results == ()


def test_the_limit_and_hits_that_nobody_knows(serve: Serve) -> None:
    many = [capture(f"/{number}") for number in range(100)]
    server = serve(as_lines(many))
    answer = CdxEngine(f"{server.url}/cdx").search("site:a.test", 5)
    assert len(answer.results) == 5
    assert answer.hits == -1


def test_nothing_captured_is_an_answer(serve: Serve) -> None:
    answer = CdxEngine(f"{serve(as_lines(LINES)).url}/cdx").search("site:b.test", 10)
    assert (answer.hits, answer.results) == (0, ())


def test_common_crawl_is_asked_once_for_its_newest_index(serve: Serve) -> None:
    lines = as_lines(LINES)

    def answer(asked: Asked) -> Reply:
        if asked.path == "/collinfo.json":
            crawls = [{"id": f"CC-MAIN-{n}", "cdx-api": f"https://index.test/CC-MAIN-{n}-index"} for n in (2, 1)]
            return reply(crawls)
        return lines(asked)

    server = serve(answer)
    engine = CdxEngine(server.url)
    assert engine.search("site:a.test", 3).results
    engine.search("site:b.test", 3)
    assert [asked.path for asked in server.asked] == ["/collinfo.json", "/CC-MAIN-2-index", "/CC-MAIN-2-index"]


@pytest.mark.parametrize("odd", [[], {}, "x", [{"id": "1"}], [{"cdx-api": 7}], [None]])
def test_a_strange_list_of_crawls(serve: Serve, odd: Any) -> None:
    assert failure(CdxEngine(serve(lambda _: reply(odd)).url)).kind == SearchError.BROKEN


def test_rows_of_the_wayback_machine(serve: Serve) -> None:
    rows = [
        [c["urlkey"], c["timestamp"], c["url"].replace("a.test", "a.test:80"), c["mime"], c["status"], "X", "1"]
        for c in LINES
    ]
    server = serve(lambda _: reply([HEAD, *rows]))
    engine = CdxEngine(f"{server.url}/cdx/search/cdx")
    assert [r.url for r in engine.search("2 site:a.test", 10).results] == ["http://a.test:80/camera/2"]
    server.answer = lambda _: reply([])
    assert engine.search("site:a.test", 10).hits == 0


@pytest.mark.parametrize("body", [b"<html>", b'{"url": "http://a', b'[["urlkey"], 5]', b"[1, 2", b"7", b'{"a": 1}\nx'])
def test_what_is_no_index_is_broken(serve: Serve, body: bytes) -> None:
    engine = CdxEngine(f"{serve(lambda _: Reply(body)).url}/cdx")
    assert failure(engine).kind == SearchError.BROKEN


@pytest.mark.parametrize(("status", "kind"), [(404, "broken"), (503, "busy"), (504, "busy"), (429, "busy")])
def test_failures(serve: Serve, status: int, kind: str) -> None:
    assert failure(CdxEngine(f"{serve(lambda _: Reply(b'<html>', status)).url}/cdx")).kind == kind


def test_the_index_is_slow(serve: Serve) -> None:
    engine = CdxEngine(f"{serve(lambda _: Reply(is_slow=True)).url}/cdx", timeout=0.2)
    assert failure(engine).kind == SearchError.BUSY


def test_a_query_must_name_a_host(serve: Serve) -> None:
    server = serve(as_lines(LINES))
    assert "site:HOST" in str(failure(CdxEngine(f"{server.url}/cdx"), "camera"))
    assert server.asked == []


def test_lines_of_wrong_types(serve: Serve) -> None:
    odd = [{"url": 5}, {"url": None}, {"url": "http://a.test/1", "status": 200, "mime": None}]
    server = serve(lambda _: Reply("\n".join(map(json.dumps, odd)).encode()))
    assert [r.url for r in CdxEngine(f"{server.url}/cdx").search("site:a.test", 9).results] == ["http://a.test/1"]


def test_it_is_asked_by_host() -> None:
    assert CdxEngine().by_host
    assert CdxEngine().name == "cdx:https://index.commoncrawl.org/"
    assert CdxEngine("user:word@archive.test/cdx").name == "cdx:http://archive.test/cdx"
