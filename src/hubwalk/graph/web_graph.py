"""The known part of one site: pages as integers, links in growable arrays.

A page enters the graph when something links to it (state NEW), leaves the frontier when it is chosen (PENDING), and
gets its links when it was fetched (FETCHED). Links are appended page by page, so the links of one page are one slice:

    first_link[p] ........ + edges[p] ........ + links[p]
    | first link to each target | further links to the same targets, from elsewhere on the page |

Ranking reads the first part (an edge is an edge, however often it is drawn); the harvest reads the whole slice, because
a target can be linked from the menu and from the list. Links into a page are a chain through `next_in`, newest first.
A link takes 24 bytes here, besides its share of the interned strings (benchmarks/memory.py prints what that makes in
all). Strategies read, only the driver writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray, Interner
from hubwalk.graph.dom_paths import DomPaths
from hubwalk.values import Link, Page

NEW, PENDING, FETCHED = 0, 1, 2
_AHEAD = 1024  # pages for which there is room before they are known
VIEW = "#looked"  # behind the address of a page: the same page as a browser saw it later


class WebGraph:
    """URLs, links and verdicts of one site, as far as they are known."""

    def __init__(self) -> None:
        self._urls = Interner()
        self._anchors = Interner()
        self.dom_paths = DomPaths()
        self.state: list[int] = []  # NEW, PENDING or FETCHED
        self.accepted: list[bool] = []
        self.accepted_pages: list[int] = []  # in order of acceptance
        self._asked_as: dict[int, int] = {}  # page -> the address that a redirect led from
        self.frontier_size = 0  # pages in state NEW
        self.fetched = 0
        self._first_link = GrowableArray("int64")
        self._edges = GrowableArray("int32")
        self._links = GrowableArray("int32")
        self._in_head = GrowableArray("int64")  # link number + 1; 0: nobody links here
        self._in_degree = GrowableArray("int32")
        self._source = GrowableArray("int32")
        self._target = GrowableArray("int32")
        self._path = GrowableArray("int32")
        self._anchor = GrowableArray("int32")
        self._next_in = GrowableArray("int64")

    # -- written by the driver --------------------------------------------------------------------------------------

    def know(self, url: str) -> int:
        """The number of a URL, made up if it is new."""
        return self._know((url,))[0]

    def _know(self, urls: Iterable[str]) -> list[int]:
        pages = self._urls.intern_all(urls)
        added = len(self._urls) - len(self.state)
        if added:
            self.state.extend([NEW] * added)
            self.accepted.extend([False] * added)
            self.frontier_size += added
            if len(self.state) > self._in_head.size:
                for array in (self._first_link, self._edges, self._links, self._in_head, self._in_degree):
                    array.grow_to(len(self.state) + _AHEAD)
        return pages

    def set_pending(self, url: str) -> None:
        """A strategy's choice leaves the frontier before its answer is there."""
        page = self.know(url)
        if self.state[page] == NEW:
            self.state[page] = PENDING
            self.frontier_size -= 1

    def add_page(self, page: Page, accepted: bool) -> int:
        """A fetched page with its links; returns its number. What was asked for is fetched and accepted too: a link
        that leads to the page by a redirect is as good as a direct one."""
        known = self.find(page.url)
        again = known >= 0 and self.accepted[known]
        for url in (page.requested, page.url):  # in this order: numbers must not depend on the hashes of strings
            number = self.know(url)
            if self.state[number] != FETCHED:
                self.frontier_size -= self.state[number] == NEW
                self.state[number] = FETCHED
                self.fetched += 1
            self.accepted[number] |= accepted
        number = self.know(page.url)
        if page.requested != page.url:
            self._asked_as[number] = self.know(page.requested)
        if accepted and not again:
            self.accepted_pages.append(number)
        if page.links and self._view(self._links)[number] == 0:
            self._add_links(number, page.links)
        if page.url.endswith(VIEW):  # strategies see another hub with the same address
            self._urls.names[number] = page.url.removesuffix(VIEW)
        return number

    def revise(self, page: int, accepted: bool) -> None:
        """Another verdict on a fetched page."""
        for number in self.addresses(page):
            self.accepted[number] = accepted
        if accepted:
            self.accepted_pages.append(page)
        else:
            self.accepted_pages.remove(page)

    def _add_links(self, source: int, links: tuple[Link, ...]) -> None:
        edges: dict[int, Link] = {}
        again: dict[tuple[int, str], Link] = {}
        for target, link in zip(self._know([link.target for link in links]), links, strict=True):
            if target == source:
                continue
            if target not in edges:
                edges[target] = link
            elif edges[target].dom_path != link.dom_path:
                again[target, link.dom_path] = link
        ordered = [*edges.items(), *((target, link) for (target, _), link in again.items())]
        if not ordered:
            return
        first = self._target.size
        targets = np.asarray([target for target, _ in ordered], dtype=np.int32)
        self._target.extend(targets)
        intern = self.dom_paths.intern
        paths = [intern(link.dom_path) for _, link in ordered]
        anchors = self._anchors.intern_all([link.anchor for _, link in ordered])
        self._path.extend(np.asarray(paths, dtype=np.int32))
        self._anchor.extend(np.asarray(anchors, dtype=np.int32))
        self._source.extend(np.full(len(ordered), source, dtype=np.int32))
        # Edges of one page have distinct targets, so their chains can be lengthened all at once; the few repeated links
        # follow one by one.
        distinct = targets[: len(edges)]
        head = self._view(self._in_head)
        chain = np.zeros(len(ordered), dtype=np.int64)
        chain[: len(edges)] = head[distinct]
        head[distinct] = np.arange(first, first + len(edges)) + 1
        for place in range(len(edges), len(ordered)):
            target = ordered[place][0]
            chain[place] = head[target]
            head[target] = first + place + 1
        self._next_in.extend(chain)
        self._view(self._in_degree)[distinct] += 1
        self._view(self._first_link)[source] = first
        self._view(self._edges)[source] = len(edges)
        self._view(self._links)[source] = len(ordered)

    @staticmethod
    def _view(array: GrowableArray) -> NDArray[np.int64]:
        return array.view  # integers of some width: all that its users rely on

    # -- read by strategies -----------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.state)

    def find(self, url: str) -> int:
        """The number of a known URL, -1 for any other."""
        return self._urls.find(url)

    def url(self, page: int) -> str:
        return self._urls.names[page]

    def addresses(self, page: int) -> list[int]:
        """The numbers under which a fetched page is known: its own, and that of what was asked for if a redirect led
        to it. The lowest comes first."""
        return sorted({page, self._asked_as.get(page, page)})

    def is_new(self, page: int) -> bool:
        return self.state[page] == NEW

    @property
    def link_count(self) -> int:
        return self._target.size

    def out_degree(self, page: int) -> int:
        """Number of distinct pages it links to, as far as known."""
        return int(self._view(self._edges)[page])

    def in_degree(self, page: int) -> int:
        """Number of distinct pages known to link to it."""
        return int(self._view(self._in_degree)[page])

    def out_edges(self, page: int) -> NDArray[np.int64]:
        """The distinct pages that a page links to, in document order."""
        first = int(self._view(self._first_link)[page])
        return self._view(self._target)[first : first + int(self._view(self._edges)[page])]

    def out_links(self, page: int) -> range:
        """Numbers of all links on a page."""
        first = int(self._view(self._first_link)[page])
        return range(first, first + int(self._view(self._links)[page]))

    def link_targets(self, links: range) -> list[int]:
        return self._view(self._target)[links.start : links.stop].tolist()  # type: ignore[no-any-return]

    def link_paths(self, links: range) -> list[int]:
        return self._view(self._path)[links.start : links.stop].tolist()  # type: ignore[no-any-return]

    def in_links(self, page: int) -> Iterator[int]:
        """Numbers of all links that lead to a page, newest first."""
        link = int(self._view(self._in_head)[page])
        next_in = self._view(self._next_in)
        while link:
            yield link - 1
            link = int(next_in[link - 1])

    def in_places(self, page: int) -> list[tuple[int, int]]:
        """Of all links that lead to a page, newest first: the page they stand on and their DOM path."""
        source, path, next_in = self._source.view, self._path.view, self._next_in.view
        found = []
        link = int(self._in_head.view[page])
        while link:
            link -= 1
            found.append((int(source[link]), int(path[link])))
            link = int(next_in[link])
        return found

    def latest_in_links(self, pages: NDArray[np.int64], most: int) -> NDArray[np.int64]:
        """Of many pages at once: the numbers of the latest links that lead to each, a row a page; -1 where there are
        no more."""
        next_in = self._view(self._next_in)
        found = np.full((len(pages), most), -1, dtype=np.int64)
        link = self._view(self._in_head)[pages]
        for column in range(most):
            left = np.flatnonzero(link)
            if not len(left):
                break
            found[left, column] = link[left] - 1
            link[left] = next_in[link[left] - 1]
        return found

    def source(self, link: int) -> int:
        return int(self._source.view.item(link))

    def target(self, link: int) -> int:
        return int(self._target.view.item(link))

    def path(self, link: int) -> int:
        return int(self._path.view.item(link))

    @property
    def anchor_count(self) -> int:
        """Number of different anchors."""
        return len(self._anchors)

    def anchor_text(self, anchor: int) -> str:
        return self._anchors.names[anchor]

    def link_anchors(self, links: NDArray[np.int64]) -> NDArray[np.int64]:
        """The numbers of the anchors of some links."""
        return self._view(self._anchor)[links]

    def anchor_of(self, link: int) -> int:
        return int(self._anchor.view.item(link))

    def anchor(self, link: int) -> str:
        return self.anchor_text(self.anchor_of(link))

    def edge_arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """first link, number of edges per page, and link targets: the adjacency that the ranking kernels read."""
        known = len(self)
        return self._view(self._first_link)[:known], self._view(self._edges)[:known], self._view(self._target)
