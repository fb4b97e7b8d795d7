"""All of a recorded site that a crawl can reach: what the lower bound is computed on."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hubwalk.drivers.replay import ParsedPages
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import may_be_html
from hubwalk.values import Page, Site


@dataclass(frozen=True, slots=True)
class LinkGraph:
    """Pages as numbers, links as lists of numbers; dead links are left out, they connect nothing."""

    urls: Sequence[str]
    links: Sequence[Collection[int]]  # per page the pages it links to
    starts: frozenset[int]  # entry page and samples: need no link to be fetched

    def numbers(self, urls: Collection[str]) -> frozenset[int]:
        """The pages of these URLs, as far as they can be reached."""
        return frozenset(number for number, url in enumerate(self.urls) if url in urls)


def reachable_graph(site: Site, pages: ParsedPages, starts: Sequence[str]) -> LinkGraph:
    """The pages that links lead to from the entry page and the `starts`, under the rules of a crawl: links in scope, no
    files that cannot be HTML, redirects followed."""
    scope = Scope(site)
    entry = pages.read(site.url)
    if entry.ok:
        scope.settle(entry.url)
    number: dict[str, int] = {}  # URL of a page after redirects -> its number
    links: list[list[str]] = []
    resolved: dict[str, str] = {}  # URL asked for -> URL of the page; "" for a dead link
    queue = deque([site.url, *starts])
    while queue:
        asked = queue.popleft()
        if asked in resolved:
            continue
        page = pages.read(asked)
        url = resolved[asked] = scope.own(page.url) if page.ok else ""
        if url and url not in number:
            number[url] = len(links)
            links.append(_links(page, scope))
            queue.extend(links[-1])
    edges = [{number[url] for target in found if (url := resolved[target])} for found in links]
    roots = frozenset(number[url] for start in (site.url, *starts) if (url := resolved[start]))
    return LinkGraph(list(number), edges, roots)


def _links(page: Page, scope: Scope) -> list[str]:
    found = dict.fromkeys(scope.own(link.target) for link in page.links)
    return [url for url in found if url and may_be_html(url)]
