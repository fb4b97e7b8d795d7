"""A walk over pages that list things: first found first, in batches, none twice, at most so many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

from hubwalk.discovery.sources.source import Fetch
from hubwalk.pages.parse import read
from hubwalk.pages.urls import join, may_be_html
from hubwalk.values import Page

_BATCH = 8  # URLs that are asked for at once; directories answer one at a time anyway, and a reader may stop early

Mark = TypeVar("Mark")


class Walk(Generic[Mark]):
    """Pages that were told of, each with the mark that it was told of with."""

    def __init__(self, fetch: Fetch, max_pages: int) -> None:
        self._fetch = fetch
        self._left = max_pages
        self._queue: deque[tuple[str, Mark]] = deque()
        self._seen: set[str] = set()
        self.failed: list[Page] = []
        self.fetched = 0

    @property
    def is_cut(self) -> bool:
        """True if pages are waiting that the limit forbids."""
        return bool(self._queue) and self._left <= 0

    def know(self, *urls: str) -> None:
        """Pages that were fetched elsewhere."""
        self._seen.update(map(address_key, urls))

    def add(self, url: str, mark: Mark) -> None:
        key = address_key(url)
        if key not in self._seen and may_be_html(url):
            self._seen.add(key)
            self._queue.append((url, mark))

    def pages(self) -> Iterator[tuple[Mark, Page]]:
        """The pages that could be read, in the order in which they were told of; more may be told of meanwhile."""
        while self._queue and self._left > 0:
            batch = [self._queue.popleft() for _ in range(min(_BATCH, self._left, len(self._queue)))]
            self._left -= len(batch)
            answers = {response.requested: response for response in self._fetch([url for url, _ in batch])}
            for url, mark in batch:
                if url not in answers:
                    continue
                page = read(answers[url])
                self._seen.add(address_key(page.url))
                self.fetched += 1
                if page.ok:
                    yield mark, page
                else:
                    self.failed.append(page)


def one_page(fetch: Fetch, url: str) -> Page:
    """A page, fetched alone."""
    for response in fetch([url]):
        return read(response)
    return Page(url, url, status=0, error="no answer")


def address_key(url: str) -> str:
    """The same for http and https, with www. and without."""
    return (join("", url) or url).partition("://")[2].removeprefix("www.")
