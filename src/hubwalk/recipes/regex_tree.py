r"""The Regex tree: which expression covers tokens that differ?

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.3.2, Definition 3, Fig. 6 and the
procedure Tokenize of Fig. 7. Leaves tokenise a level; tokens that differ are covered by the deepest node above all of
their leaves. The figure is not legible in our copy; the tree below agrees with the text and with Fig. 8:

    anything but separators
    ├── \w
    │   ├── letters
    │   ├── digits
    │   └── _
    ├── marks: whatever else there is, each a leaf of its own
    └── bytes in percent-encoding

Where we differ: the paper writes `[a-Z]`, which no engine takes; and percent-encoded bytes, by which URLs now spell
letters, are a leaf, not a mark with a number behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hubwalk.recipes.url_levels import QUERY

_TOKEN = re.compile(r"[a-zA-Z]+|[0-9]+|(?:%[0-9a-fA-F]{2})+|.", re.DOTALL)
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree: a kind of token."""

    path: tuple[str, ...]  # from below the root to the node
    one: str  # expression for one character of it, or one encoded byte; runs of them are its language


_WORD = Node(("word",), r"\w")
_LETTERS = Node(("word", "letters"), "[a-zA-Z]")
_DIGITS = Node(("word", "digits"), r"\d")
_UNDERSCORE = Node(("word", "_"), "_")
_ENCODED = Node(("%", "bytes"), "(?:%[0-9a-fA-F]{2})")
_STRAY = Node(("%", "%"), "%")  # a percent sign that encodes nothing: browsers let it pass
# What may not occur in a level: there the next one begins.
_IN_PATH, _IN_QUERY = "/;?", "&"


def tokenise(text: str) -> list[str]:
    """The tokens of a level, each as long as it can be."""
    return _TOKEN.findall(text)


def leaf(token: str) -> Node:
    """The one leaf that a token matches."""
    first = token[0]
    if "a" <= first <= "z" or "A" <= first <= "Z":
        return _LETTERS
    if "0" <= first <= "9":
        return _DIGITS
    if first == "_":
        return _UNDERSCORE
    if first == "%":
        return _ENCODED if len(token) > 1 else _STRAY
    return Node(("marks", first), escape(first))


def common(nodes: Iterable[Node], level: str) -> Node:
    """The deepest node above all of the given ones; `level` begins as the levels do in which it is to be used."""
    first, *others = nodes
    path = first.path
    for other in others:
        shared = 0
        while shared < min(len(path), len(other.path)) and path[shared] == other.path[shared]:
            shared += 1
        path = path[:shared]
    if path == first.path:
        return first
    if path == _WORD.path:
        return _WORD
    separators = _IN_QUERY if level.startswith(QUERY) else _IN_PATH
    return Node(path, rf"[^\w%{separators}]") if path == ("marks",) else Node((), f"[^{separators}]")


def overlap(one: Node, other: Node) -> bool:
    """True if a token of one may begin as one of the other does: one lies above the other, or they are the same."""
    if one.path[:1] == other.path[:1] == ("%",):
        return True
    shared = min(len(one.path), len(other.path))
    return one.path[:shared] == other.path[:shared]


def escape(text: str) -> str:
    """The text as an expression for itself, without the backslashes that it can do without: people read this."""
    return _SPECIAL.sub(r"\\\g<0>", text)
