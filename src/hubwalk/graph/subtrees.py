"""Subtrees of links: the list on a hub in which the authorities stand.

xCRAWL's harvest takes, on a hub, the lowest DOM element that contains the links to known authorities and fetches
whatever this subtree links to (journal version, section 4, DownloadAllAuthorities). A page often shows authorities in
several places, a menu and a list, say, whose common element is the whole page. So the links of a hub are first parted
by the shape of their DOM path, and each part has a subtree of its own.
"""

from __future__ import annotations

from hubwalk.graph.web_graph import FETCHED, WebGraph


class Subtree:
    """The links of one shape on one hub, and the lowest element that contains those to authorities."""

    __slots__ = ("_element", "_graph", "_next", "_paths", "_targets", "accepted", "hub", "rejected", "shape")

    def __init__(self, graph: WebGraph, hub: int, shape: int) -> None:
        self._graph = graph
        self.hub = hub
        self.shape = shape
        self.accepted = 0
        self.rejected = 0
        self._element = -1  # number of a DOM path
        self._next = 0  # everything before this link has been passed over for good
        shape_of = graph.dom_paths.shape
        links = graph.out_links(hub)
        pairs = zip(graph.link_targets(links), graph.link_paths(links), strict=True)
        found = [(target, path) for target, path in pairs if shape_of[path] == shape]
        self._targets = [target for target, _ in found]
        self._paths = [path for _, path in found]
        for target, path in found:
            if graph.state[target] == FETCHED:
                self.count(graph.accepted[target], path)

    def count(self, accepted: bool, path: int) -> None:
        """One of the links, with this DOM path, was followed."""
        if not accepted:
            self.rejected += 1
            return
        self.accepted += 1
        paths = self._graph.dom_paths
        element = path if self.accepted == 1 else paths.lowest_common((self._element, path))
        if self.accepted == 1:
            element = self._list_around(path)
        if element != self._element:
            self._element = element
            self._next = 0

    def _list_around(self, path: int) -> int:
        """The nearest element around a single authority that holds a second link: its list, as far as we can tell."""
        paths = self._graph.dom_paths
        while paths.parent[path] >= 0 and sum(paths.contains(path, other) for other in self._paths) < 2:
            path = paths.parent[path]
        return path

    @property
    def exhausted(self) -> bool:
        """True if every link of this shape was followed, inside the subtree or outside."""
        return self.accepted + self.rejected >= len(self._targets)

    def next_new(self) -> tuple[int, int] | None:
        """The first page of the subtree, in document order, that is still new, with the DOM path of its link."""
        contains, is_new = self._graph.dom_paths.contains, self._graph.is_new
        while self._next < len(self._targets):
            target, path = self._targets[self._next], self._paths[self._next]
            if is_new(target) and contains(self._element, path):
                return target, path
            self._next += 1
        return None
