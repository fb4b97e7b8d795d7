"""The web of sites as a fixture: pytest_plugins = ["site_web_fixtures"]."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from site_web import SiteWeb, serving


@pytest.fixture
def sites_web() -> Iterator[SiteWeb]:
    """A web of its own for each test."""
    with serving() as web:
        yield web
