"""The tree of a page, made for comparing: elements with their tags, equal subtrees stored once.

A node is an element and its label is the tag, as in Reis, Golgher, Silva and Laender (2004). Text is no node: it is
what differs between pages of one template. Neither are attributes: a class on `body` that names the single page would
forbid every match below it. Left out with all that they contain are `head` and the elements that show nothing (scripts,
styles, templates); a drawing (`svg`) is one node.

Two subtrees are equal if their roots have the same tag and their children are equal one by one. Each such class of
equal subtrees is stored once (hash consing), so a list of a thousand equal rows is one row and a thousand numbers. A
class is known across pages by a digest of 64 bits; that two different subtrees of two pages share one is as likely as
one in 10^13 for pages of a thousand classes.

Bounds: of a page the first two million characters and, in document order, the first 200,000 elements are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.nesting import shallow

Integers = npt.NDArray[np.int64]

SIZE, BEGIN, END = 0, 1, 2  # columns of PageTree.packed for a class
CLASS, LABEL, DIGEST = 1, 2, 3  # and for a child, beside SIZE

MAX_CHARACTERS = 2_000_000  # two million characters of nothing but tags are 670,000 elements and 130 MB while parsing
MAX_NODES = 200_000
_LEFT_OUT = frozenset(  # with all that they contain; some of these stand in the body at times
    {"head", "script", "style", "noscript", "template", "link", "meta", "title", "base"}
)
_SEALED = frozenset({"svg"})  # a node, but not what is inside


class Classes(NamedTuple):
    """Classes of equal subtrees; children have smaller numbers than their parents, the root has the last."""

    label: Integers  # digest of the tag of the subtree's root
    size: Integers  # nodes
    digest: Integers  # of the whole subtree
    first: Integers  # children of class c are child[first[c]:first[c + 1]]
    child: Integers


class TagPaths(NamedTuple):
    """The ways of tags from the root to nodes, sorted by digest."""

    digest: Integers
    nodes: Integers  # how many nodes are reached this way
    children: Integers  # how many children these have together


@dataclass(frozen=True, slots=True, eq=False)
class PageTree:
    """One page; `tree_of` makes it from HTML, `tree_from` from tags and parents."""

    classes: Classes
    paths: TagPaths
    packed: Integers  # the classes in one array; see _packed

    def __len__(self) -> int:
        """Number of nodes."""
        return int(self.classes.size[-1])

    @property
    def digest(self) -> int:
        """Equal for equal trees, on any machine."""
        return int(self.classes.digest[-1])


def tree_of(html: str) -> PageTree:
    """The tree of a page; one without elements is an `html` with an empty `body`, as browsers have it."""
    tags: list[str] = []
    parents: list[int] = []
    number: dict[int, int] = {}  # nodes by their address; what is left out is not in here, nor is what it contains
    root = LexborHTMLParser(shallow(html[:MAX_CHARACTERS])).root
    for node in root.traverse() if root is not None else ():
        if not node.is_element_node:
            continue
        tag, above = str(node.tag), node.parent
        parent = number.get(above.mem_id, -1) if above is not None and tags else -1
        if (parent < 0 and tags) or tag in _LEFT_OUT:
            continue
        if tag not in _SEALED:
            number[node.mem_id] = len(tags)
        tags.append(tag)
        parents.append(parent)
        if len(tags) == MAX_NODES:
            break
    return tree_from(tags, parents) if tags else tree_from(["html", "body"], [-1, 0])


def tree_from(tags: Sequence[str], parents: Sequence[int]) -> PageTree:
    """A tree given in document order: the tag of each node and the number of its parent, -1 for the root."""
    if not tags or parents[0] != -1 or any(not 0 <= parent < i for i, parent in enumerate(parents) if i):
        raise ValueError("a tree has one root, with parent -1, and every other node comes after its parent")
    label = {tag: _digest(tag.encode("utf-8", "surrogatepass")) for tag in dict.fromkeys(tags)}
    classes = _classes(tags, parents, label)
    return PageTree(classes, _paths(tags, parents, label), _packed(classes))


def _classes(tags: Sequence[str], parents: Sequence[int], label: dict[str, bytes]) -> Classes:
    known: dict[tuple[str, tuple[int, ...]], int] = {}
    sizes: list[int] = []
    digests: list[bytes] = []
    below: dict[int, list[int]] = {}  # classes of the children met so far, the last child first
    for node in range(len(tags) - 1, -1, -1):
        key = (tags[node], tuple(reversed(below.pop(node, ()))))
        found = known.get(key)
        if found is None:
            found = known[key] = len(sizes)
            sizes.append(1 + sum(map(sizes.__getitem__, key[1])))
            digests.append(_digest(label[key[0]] + b"".join(map(digests.__getitem__, key[1]))))
        if node:
            below.setdefault(parents[node], []).append(found)
    counts = [0, *(len(children) for _, children in known)]
    return Classes(
        _integers(b"".join(label[tag] for tag, _ in known)),
        np.array(sizes, dtype=np.int64),
        _integers(b"".join(digests)),
        np.cumsum(counts, dtype=np.int64),
        np.array([child for _, children in known for child in children], dtype=np.int64),
    )


def _packed(classes: Classes) -> Integers:
    """A row SIZE, BEGIN, END for each class, then a row SIZE, CLASS, LABEL, DIGEST for each of their children; the
    children of a class are rows BEGIN to END."""
    many = len(classes.size)
    packed = np.empty((many + len(classes.child), 4), dtype=np.int64)
    packed[:many, SIZE] = classes.size
    packed[:many, BEGIN] = classes.first[:-1] + many
    packed[:many, END] = classes.first[1:] + many
    for column, values in ((SIZE, classes.size), (LABEL, classes.label), (DIGEST, classes.digest)):
        packed[many:, column] = values[classes.child]
    packed[many:, CLASS] = classes.child
    return packed


def _paths(tags: Sequence[str], parents: Sequence[int], label: dict[str, bytes]) -> TagPaths:
    known: dict[tuple[int, str], int] = {}
    digests: list[bytes] = []
    nodes: list[int] = []
    children: list[int] = []
    path_of: list[int] = []
    for tag, parent in zip(tags, parents, strict=True):
        above = path_of[parent] if parent >= 0 else -1
        path = known.get((above, tag))
        if path is None:
            path = known[above, tag] = len(nodes)
            digests.append(_digest((digests[above] if parent >= 0 else b"") + label[tag]))
            nodes.append(0)
            children.append(0)
        nodes[path] += 1
        if parent >= 0:
            children[above] += 1
        path_of.append(path)
    digest = _integers(b"".join(digests))
    order = np.argsort(digest)
    return TagPaths(digest[order], np.array(nodes, dtype=np.int64)[order], np.array(children, dtype=np.int64)[order])


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=8).digest()


def _integers(digests: bytes) -> Integers:
    return np.frombuffer(digests, dtype="<i8").astype(np.int64)
