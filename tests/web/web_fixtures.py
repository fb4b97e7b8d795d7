"""The test servers as fixtures: pytest_plugins = ["web_fixtures"]."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from misbehaving import Web


@pytest.fixture
def web() -> Iterator[Web]:
    """A web of its own for each test."""
    made = Web()
    yield made
    made.close()


@pytest.fixture
def other_web() -> Iterator[Web]:
    """A second one, for crawls of several sites."""
    made = Web()
    yield made
    made.close()
