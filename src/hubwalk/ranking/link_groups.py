"""Which links are alike? Groups of links and of addresses, from this place on this page to the whole site.

    place    the links of one shape inside one element of one page: a list or a table, or a part of it
    list     the links of one shape on one page
    way      the links of one shape on pages of one kind: those reached by links of the same shape, and judged alike
    shape    all links whose DOM path without positions is the same
    name     pages of one form whose last steps are the same but for one number (city_12.html)
    form     pages of one directory whose last steps look alike (digits or not, extension, names of parameters)
    directory

Lists are what xCRAWL harvests (Shchekotykhin, Jannach, Friedrich 2010, section 4); the larger groups say what to expect
of a list of which nothing is known yet.

Places, lists, ways and shapes are one path of the tree of evidence.py, names, forms and directories another one. A
page that many links of one way lead to counts once for the way, and once for the shape; for each place and list it
stands in it counts for itself: that a list holds known authorities is what tells of its other links, however they were
found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.ranking.evidence import ROOT, Evidence
from hubwalk.ranking.link_words import path_of

LEVELS = 4  # of the tree, below the root: shape, way, list, place; all addresses, directory, form, name
# How many followed links of the next larger group weigh as much as all that is known of this one; a place says most.
_PLACE, _LIST, _WAY, _SHAPE = 0.7, 1.0, 1.5, 2.0
_NAME = _FORM = _DIRECTORY = 1.5
_NOTHING_OF_ITS_OWN = 1e9  # a group that is the same as the next larger one
_ALL = 1.0
_DIGITS = re.compile(r"\d")
_VALUES = re.compile(r"=[^&]*")
_COUNTED = re.compile(r"(\D+)\d+(?:\.\w+)?$")


class LinkGroups:
    """The groups of all links and pages of one site, and what they led to."""

    def __init__(self, graph: WebGraph, evidence: Evidence) -> None:
        self._graph = graph
        self.evidence = evidence
        self.all_addresses = evidence.add(ROOT, _ALL)
        self._place = GrowableArray("int32")  # by link
        self._form = GrowableArray("int32")  # by page
        self._named: dict[tuple[object, ...], int] = {}  # ways, shapes, forms, directories
        self._counted: set[tuple[int, int]] = set()  # pages and the ways and shapes, and the root, that they count for

    def place(self, links: NDArray[np.int64]) -> NDArray[np.int64]:
        return self._place.view[links].astype(np.int64)

    def form(self, pages: NDArray[np.int64]) -> NDArray[np.int64]:
        """The group of each page's address."""
        fresh = range(self._form.size, len(self._graph))
        if fresh:
            self._form.extend(np.asarray([self._form_of(self._graph.url(page)) for page in fresh], dtype=np.int32))
        return self._form.view[pages].astype(np.int64)

    def all_of(self, link: int) -> list[int]:
        """The groups of a link: place, list, way, shape."""
        return self.evidence.above(int(self._place.view[link]))

    def share(self, link: int) -> float:
        """The share of authorities that is to be expected of a link by its place."""
        accepted, _ = self.evidence.mean(self._place.view.item(link))
        return accepted

    def followed(self, page: int, accepted: bool, *, chosen: bool) -> None:
        """A page was fetched and judged. Only what a strategy has `chosen` tells of the site as a whole."""
        # Where a redirect led to a page that links back to what was asked for, that link comes with `add_links`.
        links = [link for link in self._graph.in_links(page) if link < self._place.size]
        groups = [*self._groups_that_count(page, links), *self.address(page)]
        if chosen:
            groups.append(ROOT)
            self._counted.add((page, ROOT))
        self.evidence.count(np.asarray(groups), float(accepted))

    def revise(self, page: int, accepted: bool) -> None:
        """Of a page that was counted the opposite is now said."""
        change = 1.0 if accepted else -1.0
        once, always = self._split(self._graph.in_links(page))
        if (page, ROOT) in self._counted:
            once.add(ROOT)
        self.evidence.count(np.asarray([*once, *always, *self.address(page)]), change, times=0)

    def _groups_that_count(self, page: int, links: Iterable[int]) -> list[int]:
        once, always = self._split(links)
        return always + self._first_time(page, once)

    def _first_time(self, page: int, groups: Iterable[int]) -> list[int]:
        """Those for which a page has not counted yet; now it does."""
        counted = self._counted
        found = [group for group in groups if (page, group) not in counted]
        counted.update([(page, group) for group in found])
        return found

    def _split(self, links: Iterable[int]) -> tuple[set[int], list[int]]:
        """Ways and shapes of links; and places and lists, once for each link."""
        once: set[int] = set()
        always: list[int] = []
        above, places = self.evidence.above, self._place.view
        for link in links:
            place, its_list, way, shape = above(places.item(link))
            always += (place, its_list)
            once.add(way)
            once.add(shape)
        return once, always

    def address(self, page: int) -> list[int]:
        """The groups of a page's address: name, form, directory."""
        return self.evidence.above(int(self.form(np.asarray([page]))[0]))

    # -- the links of a fetched page --------------------------------------------------------------------------------

    def add_links(self, page: int) -> range:
        """Group the links of a page; links to pages that were fetched before count at once. Returns the links that were
        not grouped yet."""
        graph = self._graph
        links = graph.out_links(page)
        if not links or links.start < self._place.size:
            return range(0)
        kind = self._kind(page)
        lists: dict[int, int] = {}
        places: dict[tuple[int, int], int] = {}
        found = []
        for element, shape in self._standing_in(links):
            group = places.get((element, shape))
            if group is None:
                if shape not in lists:
                    lists[shape] = self.evidence.add(self._way(kind, shape), _LIST)
                group = places[element, shape] = self.evidence.add(lists[shape], _PLACE)
            found.append(group)
        self._place.extend(np.asarray(found, dtype=np.int32))
        self._count_known(links)
        return links

    def _standing_in(self, links: range) -> list[tuple[int, int]]:
        """Of each link the element that makes its list, and its shape: of ul/li/a the ul, and of table/tr/td/a, where
        a row has one such link, the table. So links that stand alone are looked for further up until they meet."""
        dom = self._graph.dom_paths
        parent = dom.parent
        found = []
        for path in self._graph.link_paths(links):
            element = parent[path]
            if element >= 0 and parent[element] >= 0:
                element = parent[element]
            found.append((element, dom.shape[path]))
        together, shapes = Counter(found), Counter(shape for _, shape in found)
        alone = [at for at, (_, shape) in enumerate(found) if shapes[shape] > 1]
        while True:
            alone = [at for at in alone if together[found[at]] == 1 and found[at][0] >= 0]
            if not alone:
                return found
            for at in alone:
                element, shape = found[at]
                together[element, shape] -= 1
                found[at] = parent[element], shape
                together[found[at]] += 1

    def _count_known(self, links: range) -> None:
        graph = self._graph
        groups: list[int] = []
        accepted: list[bool] = []
        state, above, places = graph.state, self.evidence.above, self._place.view
        for link, target in zip(links, graph.link_targets(links), strict=True):
            if state[target] == FETCHED:
                place, its_list, *larger = above(places.item(link))
                more = [place, its_list, *self._first_time(target, larger)]
                groups += more
                accepted += [graph.accepted[target]] * len(more)
        if groups:
            self.evidence.count(np.asarray(groups), np.asarray(accepted, dtype=np.float32))

    def _kind(self, page: int) -> tuple[int, bool]:
        """Shape of the latest link that leads to a page, also by a redirect, and its verdict. Its own do not count."""
        graph, grouped = self._graph, self._place.size
        latest = [next((k for k in graph.in_links(a) if k < grouped), -1) for a in graph.addresses(page)]
        link = max(latest)
        return (graph.dom_paths.shape[graph.path(link)] if link >= 0 else -1), graph.accepted[page]

    def _way(self, kind: tuple[int, bool], shape: int) -> int:
        return self._known(("way", kind, shape), self._known(("shape", shape), ROOT, _SHAPE), _WAY)

    def _form_of(self, url: str) -> int:
        path, _, query = path_of(url).partition("?")
        directory, _, last = path.rpartition("/")
        extension = last.rpartition(".")[2] if "." in last else ""
        look = ("digits" if _DIGITS.search(last) else "words" if "-" in last or "_" in last else "word") if last else ""
        form = ("form", directory, extension, look, query and _VALUES.sub("", query))
        counted = _COUNTED.match(last)
        name = ("name", *form, counted[1] if counted else "")
        if name in self._named:
            return self._named[name]
        directory_group = self._known(("directory", directory), self.all_addresses, _DIRECTORY)
        return self._known(name, self._known(form, directory_group, _FORM), _NAME if counted else _NOTHING_OF_ITS_OWN)

    def _known(self, name: tuple[object, ...], parent: int, strength: float) -> int:
        group = self._named.get(name)
        if group is None:
            group = self._named[name] = self.evidence.add(parent, strength)
        return group
