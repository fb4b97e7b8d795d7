"""What a page shows of its kind without being read: where its links stand, where the links to it stand, its address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.page_groups import View
from hubwalk.graph.web_graph import WebGraph

WEIGHTS = (0.5, 0.25, 0.25)  # of the three views: what a page is made of says more than how it is reached and named
_MANY = 8  # links in one place: a list, whatever its length
_WORD = re.compile(r"[^\W\d_]{3,}")  # fewer letters are often part of a number
_COMMON_NAME = 0.02  # share of all addresses that have a word at that place: rarer ones name instances


def page_views(graph: WebGraph, pages: Sequence[int], place_of: NDArray[np.int64]) -> list[tuple[View, View, View]]:
    """Per page the places of its links, the places of those that lead to it, and the words of its address. `place_of`
    has the place of every DOM path."""
    out: list[View] = []
    for page in pages:
        found = np.unique(place_of[graph.link_paths(graph.out_links(page))], return_counts=True)
        seen = zip(found[0].tolist(), found[1].tolist(), strict=True)
        out.append(frozenset(x for place, n in seen for x in ((place,), (place, _MANY))[: 1 + (n >= _MANY)]))
    led = [frozenset(_places_of_links_to(graph, place_of, page)) for page in pages]
    return list(zip(out, led, address_words([graph.url(page) for page in pages]), strict=True))


def _places_of_links_to(graph: WebGraph, place_of: NDArray[np.int64], page: int) -> set[Hashable]:
    paths = {path for number in graph.addresses(page) for _, path in graph.in_places(number)}
    return set(place_of[list(paths)].tolist())


def address_words(urls: Iterable[str]) -> list[View]:
    """Per address its depth, its ending, the names of its parameters, and the words that many addresses have in the
    same place."""
    split = [_pieces(url) for url in urls]
    counts = Counter(piece for pieces in split for piece in set(pieces))
    least = max(2.0, _COMMON_NAME * len(split))
    return [frozenset(piece for piece in pieces if counts[piece] >= least) for pieces in split]


def _pieces(url: str) -> list[tuple[str, str]]:
    parts = urlsplit(url)
    steps = parts.path.split("/")[1:]
    stem, dot, ending = steps[-1].rpartition(".") if steps else ("", "", "")
    pieces = [("depth", str(len(steps)))]
    pieces += [(f"step {place}", step) for place, step in enumerate(steps[:-1])]
    if dot:
        pieces.append(("ending", ending))
    pieces += [("word", word.lower()) for word in _WORD.findall(stem if dot else "".join(steps[-1:]))]
    pieces += [("parameter", part.partition("=")[0]) for part in parts.query.split("&") if part]
    return pieces
