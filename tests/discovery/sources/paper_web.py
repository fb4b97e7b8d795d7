"""A web on paper: pages by URL, and a fetch function over them that remembers what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hubwalk.values import Response


class PaperWeb:
    """Pages by URL; anything else is not found. A page that is a URL itself is a redirect."""

    def __init__(self, pages: dict[str, str], *, down: Sequence[str] = ()) -> None:
        self.pages = pages
        self.asked: list[str] = []
        self._down = set(down)

    def fetch(self, urls: Sequence[str]) -> Iterator[Response]:
        for url in reversed(urls):  # any order is allowed
            self.asked.append(url)
            if url in self._down:
                yield Response(url, url, 0, error="connection refused")
                continue
            at = url
            while (found := self.pages.get(at, "")).startswith("http"):
                at = found
            body = self.pages.get(at)
            status = 404 if body is None else 200
            yield Response(url, at, status, (body or "<p>nothing").encode(), (("Content-Type", "text/html"),))


def listing(sites: Sequence[str], others: Sequence[tuple[str, str]] = (), *, end: str = "") -> str:
    """A page of a directory: sub-branches and other links by address and anchor, then a list of sites."""
    links = "".join(f'<li><a href="{url}">{anchor}</a></li>' for url, anchor in others)
    listed = "".join(f'<li><a href="{url}">Site {url.split("/")[2]}</a> - described in words</li>' for url in sites)
    return f"<html><body><div id=top><ul>{links}</ul></div><ul class=sites>{listed}</ul>{end}</body></html>"
