"""What every browser must keep to."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

from hubwalk.ports import Browser
from hubwalk.values import Response

_NOBODY = "http://127.0.0.1:1/"  # tcpmux: nothing has listened there for decades


def check_browser(make: Callable[[], Browser], known_url: str) -> None:
    """AssertionError if what `make()` builds breaks the contract of `ports.Browser`.

    `known_url` is the canonical URL of a page that it can get, on a site that answers 404 for unknown paths.
    """
    browser = make()
    found = _fetch(browser, known_url)
    assert 200 <= found.status < 300, f"{known_url}: status {found.status} {found.error}, expected a page"
    assert found.body, f"{known_url}: the body is empty"
    assert not found.error, f"{known_url}: there is a page and an error: {found.error}"
    again = _fetch(browser, known_url)
    assert again.status == found.status, f"{known_url}: fetched again it has status {again.status}"
    missing = urljoin(known_url, "/no-such-page-4a6f7c")
    answer = _fetch(browser, missing)
    assert answer.status == 0 or answer.status >= 400, f"{missing}: status {answer.status}, expected 0, 404 or the like"
    answer = _fetch(browser, _NOBODY)
    assert answer.status == 0 or answer.status >= 400, f"{_NOBODY}: status {answer.status} from nobody"
    assert answer.status or answer.error, f"{_NOBODY}: no answer, and no error that says why"
    assert not answer.body or answer.status, f"{_NOBODY}: a body without an answer"


def _fetch(browser: Browser, url: str) -> Response:
    try:
        answer = browser.fetch(url)
    except Exception as error:
        raise AssertionError(
            f"{url}: raised {type(error).__name__}: {error}; that is an answer with status 0"
        ) from error
    assert isinstance(answer, Response), f"{url}: answered {type(answer).__name__}, not a Response"
    assert answer.requested == url, f"{url}: the answer says that {answer.requested} was asked for"
    assert answer.url, f"{url}: the answer does not say where it came from"
    assert isinstance(answer.body, bytes), f"{url}: the body is {type(answer.body).__name__}, not bytes"
    assert all(len(pair) == 2 for pair in answer.headers), f"{url}: headers are not pairs of name and value"
    return answer
