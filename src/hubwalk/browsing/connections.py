"""Connections to hosts: how long they last.

Scrapy keeps an idle connection for four minutes, for whoever asks the same host again. A crawl for sites has left most
hosts after seconds: at ten sites a second their connections would be more than a process may have open.
"""

from __future__ import annotations

from typing import Any

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler

IDLE = 15  # seconds; longer than the usual pause between two pages of a host


class ShortConnections(HTTP11DownloadHandler):
    """HTTP with connections that are closed soon after their last page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._pool.cachedConnectionTimeout = IDLE
