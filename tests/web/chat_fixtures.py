"""The chat servers as fixtures: pytest_plugins = ["chat_fixtures"]."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from answering_server import Reply, starting
from chat_server import Call, ChatServer

Serve = Callable[[Callable[[Call], Reply]], ChatServer]
NAMES = ("URL", "KEY", "MODEL", "TIMEOUT", "PRICE_IN", "PRICE_OUT")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own key or proxy: the servers are on loopback."""
    proxies = ("http_proxy", "https_proxy", "all_proxy")
    own = (*(f"HUBWALK_LLM_{name}" for name in NAMES), "OPENAI_BASE_URL", "OPENAI_API_KEY")
    for name in (*own, *proxies, *map(str.upper, proxies)):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def chat() -> Iterator[Serve]:
    """Starts servers that end with the test."""
    with starting(ChatServer) as start:
        yield start
