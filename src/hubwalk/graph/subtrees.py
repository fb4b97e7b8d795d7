"""Subtrees of links: the list on a hub in which the authorities stand.

xCRAWL's harvest takes, on a hub, the lowest DOM element that contains the links to known authorities and fetches
whatever this subtree links to (journal version, section 4, DownloadAllAuthorities). A page often shows authorities in
several places, a menu and a list, say, whose common element is the whole page. So the links of a hub are first parted
by the shape of their DOM path, and each part has a subtree of its own.
"""

from __future__ import annotations

from array import array

from hubwalk.graph.web_graph import FETCHED, WebGraph


class Subtree:
    """The links of one shape on one hub, and the lowest element that contains those to authorities; as long as none is
    known, all of them."""

    __slots__ = ("_element", "_graph", "_links", "_next", "accepted", "hub", "rejected", "serial", "shape")

    def __init__(self, graph: WebGraph, hub: int, shape: int) -> None:
        self._graph = graph
        self.hub = hub
        self.shape = shape
        self.accepted = 0
        self.rejected = 0
        self.serial = 0  # for the owner: which entry of its queue is the valid one
        self._element = -1  # number of a DOM path; -1: anywhere
        self._next = 0  # everything before this link has been passed over for good
        shape_of = graph.dom_paths.shape
        links = graph.out_links(hub)
        places = zip(links, graph.link_targets(links), graph.link_paths(links), strict=True)
        found = [(link, target, path) for link, target, path in places if shape_of[path] == shape]
        self._links = array("q", [link for link, _, _ in found])
        for _, target, path in found:
            if graph.state[target] == FETCHED:
                self.count(graph.accepted[target], path)

    def count(self, accepted: bool, path: int) -> None:
        """One of the links, with this DOM path, was followed."""
        if not accepted:
            self.rejected += 1
            return
        self.accepted += 1
        if self.accepted == 1:
            element = self._list_around(path)
        else:
            element = self._graph.dom_paths.lowest_common((self._element, path))
        if element != self._element:
            self._element = element
            self._next = 0

    def revise(self, accepted: bool, path: int) -> None:
        """Of a link that was followed the opposite is now said. The subtree does not shrink, unless nothing is left of
        what it was drawn around."""
        if accepted:
            self.rejected -= 1
            self.count(True, path)
            return
        self.accepted -= 1
        self.rejected += 1
        if not self.accepted:
            self._element = -1
            self._next = 0

    def _list_around(self, path: int) -> int:
        """The nearest element around a single authority that holds a second link: its list, as far as we can tell."""
        paths = self._graph.dom_paths
        around = [self._graph.path(link) for link in self._links]
        place = around.index(path)
        # Links stand in document order, so the nearest element that two of them share is one with a neighbour.
        shared = [
            paths.lowest_common((path, other)) for other in around[max(0, place - 1) : place + 2] if other != path
        ]
        return max(shared, key=lambda element: paths.level[element] if element >= 0 else -1, default=path)

    @property
    def exhausted(self) -> bool:
        """True if every link of this shape was followed, inside the subtree or outside."""
        return self.accepted + self.rejected >= len(self._links)

    @property
    def mostly_followed(self) -> bool:
        """True if more than half of the links were followed: what is left is not like what was found."""
        return 2 * (self.accepted + self.rejected) > len(self._links)

    def next_new(self) -> int:
        """The first link of the subtree, in document order, whose target is still new; -1 if there is none."""
        graph = self._graph
        while self._next < len(self._links):
            link = self._links[self._next]
            if graph.is_new(graph.target(link)) and self._contains(link):
                return link
            self._next += 1
        return -1

    def _contains(self, link: int) -> bool:
        return self._element < 0 or self._graph.dom_paths.contains(self._element, self._graph.path(link))
