"""Every way in which a server can fail, seen through one engine; no key is ever told."""

from __future__ import annotations

import gzip
import json
import socket
import time
import traceback
from collections.abc import Callable
from email.utils import formatdate

import pytest
from answering_server import Reply
from search_apis import Asked, SearchApi, reply

from hubwalk.discovery.engines.api_address import address_of
from hubwalk.discovery.engines.json_api import JsonApi
from hubwalk.errors import SearchError, UsageError

pytest_plugins = ["search_fixtures"]

KEY = "geheim/+ =8f1c"
Serve = Callable[[Callable[[Asked], Reply]], SearchApi]


def api(url: str, timeout: float = 5.0, most: int = 8_000_000) -> JsonApi:
    return JsonApi(
        "probe", address_of("probe", url), "check PROBE_KEY", {"X-Key": KEY}, (KEY,), timeout=timeout, most=most
    )


def failure(url: str, **settings: float) -> SearchError:
    with pytest.raises(SearchError) as raised:
        api(url, **settings).get({"key": KEY, "q": "x"})  # type: ignore[arg-type]
    error = raised.value
    shown = "".join(traceback.format_exception(error)) + repr(error) + repr(api(url))
    assert "geheim" not in shown
    assert error.__context__ is None
    assert "\n" not in str(error)
    assert str(error).startswith("probe: ")
    return error


def test_json_comes_back_with_key_and_query_sent(serve: Serve) -> None:
    server = serve(lambda asked: reply({"got": asked.get("q")}))
    assert api(server.url).get({"q": "größe &=#\ud800"}) == {"got": "größe &=#?"}
    assert server.asked[0].headers["x-key"] == KEY


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, "key"), (403, "key"), (402, "quota"), (429, "busy"), (500, "busy"), (503, "busy"), (404, "broken")],
)
def test_the_status_tells_the_kind(serve: Serve, status: int, kind: str) -> None:
    server = serve(lambda _: reply({"error": {"message": f"no good, your key is {KEY}"}}, status))
    error = failure(server.url)
    assert error.kind == kind
    assert "no good, your key is ***" in str(error)
    assert str(status) in str(error)


def test_the_way_out_of_a_bad_key_is_named(serve: Serve) -> None:
    assert "check PROBE_KEY" in str(failure(serve(lambda _: Reply(status=401)).url))


def test_retry_after_in_seconds_and_as_a_date(serve: Serve) -> None:
    server = serve(lambda _: reply({}, 429, Retry_After="17"))
    assert failure(server.url).retry_after == 17
    server.answer = lambda _: reply({}, 503, Retry_After=formatdate(time.time() + 3600, usegmt=True))
    assert 3500 < failure(server.url).retry_after <= 3600
    server.answer = lambda _: reply({}, 429, Retry_After=formatdate(0, usegmt=True))
    assert failure(server.url).retry_after == 0
    for never in ("soon", "Fri, 31 Dec 99999 23:59:59 GMT", "Fri, 31 Dec 9999999999999999999 23:59:59"):
        server.answer = lambda _, never=never: reply({}, 429, Retry_After=never)  # type: ignore[misc]
        assert failure(server.url).retry_after == 0


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"<html><body>Please log in", "got HTML"),
        (b'{"results": [{"url": "http', "expected JSON"),
        (b"[" * 100_000, "expected JSON"),
        (b"\xff\xfe\x00", "expected JSON"),
    ],
)
def test_what_is_no_json_is_broken(serve: Serve, body: bytes, words: str) -> None:
    error = failure(serve(lambda _: Reply(body)).url)
    assert error.kind == SearchError.BROKEN
    assert words in str(error)


def test_an_answer_that_breaks_off_may_come_next_time(serve: Serve) -> None:
    body = json.dumps({"a": 1}).encode()
    assert failure(serve(lambda _: Reply(body, is_cut_off=True)).url).kind == SearchError.BUSY
    packed = gzip.compress(b"x" * 5000)[:-20]
    cut = serve(lambda _: Reply(packed, headers={"Content-Encoding": "gzip"}))
    assert failure(cut.url).kind == SearchError.BUSY


def test_gzip_is_read(serve: Serve) -> None:
    server = serve(lambda _: Reply(gzip.compress(b'{"a": 1}'), headers={"Content-Encoding": "gzip"}))
    assert api(server.url).get({}) == {"a": 1}


def test_too_much_is_not_read_packed_or_not(serve: Serve) -> None:
    server = serve(lambda _: Reply(b"[" + b"1," * 2000 + b"1]"))
    assert "bytes" in str(failure(server.url, most=1000))
    server.answer = lambda _: Reply(gzip.compress(b"0" * 10_000_000), headers={"Content-Encoding": "gzip"})
    assert failure(server.url, most=1000).kind in {SearchError.BROKEN, SearchError.BUSY}


def test_a_server_that_does_not_answer_in_time_is_busy(serve: Serve) -> None:
    error = failure(serve(lambda _: Reply(is_slow=True)).url, timeout=0.2)
    assert error.kind == SearchError.BUSY
    assert "0.2 s" in str(error)


def test_nobody_there_is_broken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: refused
        error = failure(f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert error.kind == SearchError.BROKEN
    assert "is it running?" in str(error)


def test_a_redirect_to_another_server_is_refused_where_there_is_a_key(serve: Serve) -> None:
    elsewhere = serve(lambda _: reply({}))
    server = serve(lambda _: Reply(status=302, headers={"Location": f"{elsewhere.url}/?key={KEY}"}))
    error = failure(server.url)
    assert error.kind == SearchError.BROKEN
    assert elsewhere.url in str(error)
    assert elsewhere.asked == []


def test_a_redirect_on_the_same_server_is_followed(serve: Serve) -> None:
    def answer(asked: Asked) -> Reply:
        return reply({"at": asked.path}) if asked.path == "/new" else Reply(status=301, headers={"Location": "/new"})

    assert api(serve(answer).url).get({}) == {"at": "/new"}


def test_a_redirect_without_a_key_may_lead_elsewhere_but_not_into_the_file_system(serve: Serve) -> None:
    elsewhere = serve(lambda _: reply({"here": True}))
    server = serve(lambda _: Reply(status=302, headers={"Location": f"{elsewhere.url}/"}))
    open_api = JsonApi("probe", address_of("probe", server.url))
    assert open_api.get({}) == {"here": True}
    server.answer = lambda _: Reply(status=302, headers={"Location": "file:///etc/hostname"})
    with pytest.raises(SearchError):
        open_api.get({})


def test_a_loop_of_redirects_ends(serve: Serve) -> None:
    server = serve(lambda _: Reply(status=302, headers={"Location": "/again"}))
    assert failure(server.url).kind == SearchError.BROKEN


def test_user_and_password_go_into_a_header_and_nowhere_else(serve: Serve) -> None:
    server = serve(lambda _: Reply(b"user:p%40ss or p@ss?", 401))
    address = address_of("probe", server.url.replace("://", "://user:p%40ss@") + "/api?lang=de&token=0123456789abcdef")
    assert address.shown == f"{server.url}/api"
    with pytest.raises(SearchError) as raised:
        JsonApi("probe", address).get({"q": "x"})
    assert server.asked[0].headers["authorization"] == "Basic dXNlcjpwQHNz"
    assert server.asked[0].parameters == {"q": ["x"], "lang": ["de"], "token": ["0123456789abcdef"]}
    assert "p@ss" not in str(raised.value) + repr(address)
    assert "p%40ss" not in str(raised.value)
    assert "0123456789abcdef" not in repr(address)


@pytest.mark.parametrize("bad", ["", "http://", "ftp://host/", "http://a b/", "http://[::1", "http://host:port/"])
def test_what_is_no_address_is_refused(bad: str) -> None:
    with pytest.raises(UsageError, match="not a web address"):
        address_of("searxng", bad)


def test_addresses_on_this_machine() -> None:
    for here in ("localhost:8888", "127.0.0.1:1", "http://[::1]:8080/", "http://search.localhost/"):
        assert address_of("searxng", here).is_here
    assert not address_of("searxng", "https://searx.example.org/").is_here
