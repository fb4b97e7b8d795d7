"""A recorded site over loopback HTTP, with a log of what was asked for: what other crawlers are counted by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

from hubwalk.browsing.recorded import RecordedSite
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import HTML, DemoAnswer
from hubwalk.pages.urls import join

_NO_DOWNLOADS = {"/robots.txt", "/favicon.ico"}  # nobody counts these


class ServedRecording:
    """A recorded site as the server wants it. Links that name its host are made to lead here."""

    def __init__(self, recorded: RecordedSite) -> None:
        self.name = recorded.name
        self.log: list[str] = []  # recorded URLs, in the order of the requests, dead links too
        self._recorded = recorded
        self._origin = "{0.scheme}://{0.netloc}".format(urlsplit(recorded.entry))
        self._here = ""

    def respond(self, path_and_query: str, headers: Mapping[str, str] | None = None) -> DemoAnswer:  # noqa: ARG002
        if path_and_query.partition("?")[0] in _NO_DOWNLOADS:
            return DemoAnswer(404)
        url = join("", self._origin + path_and_query) or self._origin + path_and_query
        self.log.append(url)
        answer = self._recorded.fetch(url)
        body = answer.body.replace(urlsplit(self._origin).netloc.encode(), urlsplit(self._here).netloc.encode())
        return DemoAnswer(answer.status, answer.headers or (HTML,), body)

    def served(self, url: str) -> str:
        """Where a recorded URL is served."""
        return self._here + url.removeprefix(self._origin).lstrip("/")

    def found(self, targets: Collection[str]) -> list[int]:
        """How many different targets had been fetched after each request."""
        seen: set[str] = set()
        curve = []
        for url in self.log:
            if url in targets:
                seen.add(url)
            curve.append(len(seen))
        return curve

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Serve it in the background; yields where."""
        with serve_in_thread([self]) as urls:
            # Under its own name, which peers/loopback_names.py leads here.
            self._here = f"http://{urlsplit(self._origin).hostname}:{urlsplit(urls[self.name]).port}/"
            yield self._here
