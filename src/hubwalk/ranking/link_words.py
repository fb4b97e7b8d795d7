"""What links and addresses say, as numbers: the words of anchors and addresses, and the steps of DOM paths.

A feature is a kind and a word (`anchor:next`, `address:people`, `step:ul.products`), hashed into a fixed number of
places, so that no list of words grows with the site (Weinberger, Dasgupta, Langford, Smola, Attenberg (2009),
"Feature hashing for large scale multitask learning"; without signs, since few words meet in one place here). Digits are
all the same digit: which page of a list a link leads to says nothing, that it is a number says much. The look of an
anchor is a feature too.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.web_graph import WebGraph

PLACES = 1 << 18
Words = tuple[int, ...]  # places of features
_crc32 = zlib.crc32
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
_MOST_WORDS = 12  # of an anchor: whole articles are linked, and their heads say enough
_LOOK = 40  # characters of an anchor whose look counts
_STEPS = 6  # of a DOM path, from the link upwards
_LINKS = 3  # to a page, the latest: what they say counts
_OF_ONE_LINK = 3  # parts: address, anchor, DOM path
_REMEMBERED = 20_000  # pages whose features are kept


class LinkWords:
    """Features of the pages of one site, by what is said of them before they are fetched."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        # By page: its features, and the latest link that they were made with. Two tables of plain numbers, since the
        # garbage collector has to look at every other kind of value again and again.
        self._known: dict[int, Words] = {}
        self._latest: dict[int, int] = {}
        self._addresses: dict[int, tuple[int, ...]] = {}  # page -> features of its address
        self._anchors: dict[int, tuple[int, ...]] = {}  # anchor -> its features
        self._shapes: dict[int, tuple[int, ...]] = {}  # shape of a DOM path -> its features

    def of_pages(self, pages: Sequence[int], links: NDArray[np.int64] | None = None) -> list[Words]:
        """Where the features of each page lie: of its address, and of the latest links that lead to it. Who has these
        `links` at hand, the latest first, a row for each page, saves the work to look for them."""
        if links is None:
            links = self._graph.latest_in_links(np.asarray(pages, dtype=np.int64), _LINKS)
        known, latest = self._known, self._latest
        found = []
        for page, row in zip(pages, links[:, :_LINKS].tolist(), strict=True):
            found.append(known[page] if latest.get(page) == row[0] else self._remember(page, row))
        return found

    def of_link(self, link: int) -> Words:
        """The same as this link alone has it."""
        return self._places(self._graph.target(link), [link])

    def names(self, link: int) -> dict[str, int]:
        """The features of a link and of the address it leads to, in words, each with its place."""
        graph = self._graph
        shape = graph.dom_paths.shape_path(graph.dom_paths.shape[graph.path(link)])
        return {
            **_named(_text_features, _plain(graph.anchor(link))),
            **_named(_path_features, _plain(path_of(graph.url(graph.target(link))))),
            **_named(path_features, shape),
        }

    def _remember(self, page: int, links: list[int]) -> Words:
        if len(self._known) >= _REMEMBERED:
            for table in (self._known, self._latest, self._addresses, self._anchors):
                table.clear()
        self._latest[page] = links[0]
        self._known[page] = found = self._places(page, links)
        return found

    def _places(self, page: int, links: list[int]) -> Words:
        shapes = self._graph.dom_paths.shape
        parts = [self._addresses.get(page) or self._address_places(page)]
        for link in links:
            if link < 0:
                break
            anchor = self._graph.anchor_of(link)
            parts.append(self._anchors.get(anchor) or self._anchor_places(anchor))
            parts.append(self._shape_places(shapes[self._graph.path(link)]))
        if len(parts) == _OF_ONE_LINK:  # the usual case: nothing is said twice
            return parts[0] + parts[1] + parts[2]
        return tuple(set().union(*parts))

    def _address_places(self, page: int) -> tuple[int, ...]:
        found = self._addresses[page] = _address_places(_plain(path_of(self._graph.url(page))))
        return found

    def _anchor_places(self, anchor: int) -> tuple[int, ...]:
        found = self._anchors[anchor] = _text_places(_plain(self._graph.anchor_text(anchor)))
        return found

    def _shape_places(self, shape: int) -> tuple[int, ...]:
        found = self._shapes.get(shape)
        if found is None:
            found = self._shapes[shape] = _distinct_places(path_features(self._graph.dom_paths.shape_path(shape)))
        return found


def place_of(feature: str) -> int:
    return _crc32(feature.encode()) % PLACES


def _distinct_places(features: Sequence[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(map(place_of, features)))


def _plain(text: str) -> str:
    """Small letters, and all numbers the same."""
    return _DIGITS.sub("0", text.lower())


def path_of(url: str) -> str:
    """Path and query of a canonical URL."""
    return url[max(0, url.find("/", url.find("//") + 2)) :]


def address_features(url: str) -> list[str]:
    """Words of an address, the directories with their depth, and the look of its last step."""
    return _path_features(_plain(path_of(url)))


def _path_features(text: str) -> list[str]:
    steps = text.partition("?")[0].split("/")
    words = set(_WORD.findall(text))
    return [
        *(f"address:{word}" for word in sorted(words)),
        *(f"directory {depth}:{step}" for depth, step in enumerate(steps[1:-1])),
        f"last:{_LETTERS.sub('a', steps[-1])}",
    ]


def anchor_features(anchor: str) -> list[str]:
    return _text_features(_plain(anchor))


def _text_features(text: str) -> list[str]:
    words = _WORD.findall(text)[:_MOST_WORDS]
    return [*(f"anchor:{word}" for word in words), f"look:{_LETTERS.sub('a', text[:_LOOK])}"]


def path_features(shape: str) -> list[str]:
    return [*(f"step:{step}" for step in shape.split("/")[-_STEPS:]), f"path:{shape}"]


# Remembered without their digits, in which the items of a list often differ alone.


@lru_cache(maxsize=5_000)
def _text_places(text: str) -> tuple[int, ...]:
    return _distinct_places(_text_features(text))


@lru_cache(maxsize=5_000)
def _address_places(text: str) -> tuple[int, ...]:
    return _distinct_places(_path_features(text))


@lru_cache(maxsize=5_000)
def _named(features_of: Callable[[str], list[str]], text: str) -> dict[str, int]:
    """Features in words, each with its place."""
    return {name: place_of(name) for name in features_of(text)}
