"""Every browser keeps the contract, and the suite notices those that do not."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from crawling import job_for
from misbehaving import Web, page

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.http import HttpBrowser
from hubwalk.browsing.recorded import open_recorded
from hubwalk.testing import check_browser
from hubwalk.values import Response

pytest_plugins = ["web_fixtures"]
KNOWN = "http://practice.test/"


def test_http(web: Web) -> None:
    quieten()
    web.put("/known", page("hello"))
    check_browser(lambda: HttpBrowser(job_for(web.url, retries=0)), f"{web.url}/known")


def test_recorded(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT)")
        db.execute("INSERT INTO pages VALUES (?, ?, 1)", (KNOWN, zlib.compress(b"<p>hello")))
    check_browser(lambda: open_recorded(file), KNOWN)


class Fake:
    """One page; what is wrong with it is done to its answers."""

    def __init__(self, spoil: Callable[[Response], object]) -> None:
        self._spoil = spoil

    def fetch(self, url: str) -> Response:
        if url == KNOWN:
            answer = Response(url, url, 200, b"<p>hello")
        elif url.startswith(KNOWN):
            answer = Response(url, url, 404)
        else:
            answer = Response(url, url, 0, error="connection refused")
        return self._spoil(answer)  # type: ignore[return-value]


def refuse(answer: Response) -> Response:
    if not answer.status:
        raise ConnectionRefusedError("nobody there")
    return answer


def test_the_fake_without_a_fault_passes() -> None:
    check_browser(lambda: Fake(lambda answer: answer), KNOWN)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (refuse, "raised ConnectionRefusedError"),
        (lambda answer: answer.body, "answered bytes, not a Response"),
        (lambda answer: replace(answer, requested=""), "was asked for"),
        (lambda answer: replace(answer, url=""), "where it came from"),
        (lambda answer: replace(answer, body="<p>"), "the body is str"),
        (lambda answer: replace(answer, body=b""), "the body is empty"),
        (lambda answer: replace(answer, headers=("X: y",)), "headers are not pairs"),
        (lambda answer: replace(answer, status=503), "expected a page"),
        (lambda answer: replace(answer, error="?"), "a page and an error"),
        (lambda answer: replace(answer, status=answer.status and 200), "no-such-page.*expected 0, 404"),
        (lambda answer: replace(answer, status=answer.status or 200), "from nobody"),
        (lambda answer: replace(answer, error=""), "no error that says why"),
        (lambda answer: replace(answer, body=b"x"), "a body without an answer"),
    ],
)
def test_the_suite_bites(spoil: Callable[[Response], object], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_browser(lambda: Fake(spoil), KNOWN)
