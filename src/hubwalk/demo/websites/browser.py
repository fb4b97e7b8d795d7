"""The web without a server: the port Browser in this process."""

from __future__ import annotations

from urllib.parse import urlsplit

from hubwalk.demo.websites.web import WebOfSites
from hubwalk.pages.urls import join
from hubwalk.values import Response

_MAX_REDIRECTS = 10


class WebBrowser:
    """Fetches pages of a web. robots.txt is obeyed by nobody's asking: it forbids nothing that is linked."""

    def __init__(self, web: WebOfSites) -> None:
        self._web = web

    def fetch(self, url: str) -> Response:
        where = url
        for _ in range(_MAX_REDIRECTS):
            parts = urlsplit(where)
            host = parts.hostname or ""
            answer = self._web.respond(host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
            if answer.status == 0:
                return Response(url, where, 0, error=f"no such host: {host}")
            if not 300 <= answer.status < 400 or not answer.header("location"):
                return Response(url, where, answer.status, answer.body, answer.headers)
            where = join(where, answer.header("location"))
        return Response(url, where, 0, error=f"more than {_MAX_REDIRECTS} redirects")
