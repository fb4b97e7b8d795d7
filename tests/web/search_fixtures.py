"""The search API servers as fixtures: pytest_plugins = ["search_fixtures"]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from answering_server import Reply, starting
from search_apis import Asked, SearchApi

Serve = Callable[[Callable[[Asked], Reply]], SearchApi]


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers are on loopback."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers that end with the test."""
    with starting(SearchApi) as start:
        yield start
