"""The text around each link of a page: what a person reads before clicking it.

The leaves of the DOM that hold text are numbered from left to right. The features of a link are pairs (d, t): token t
stands in a leaf at distance d from the link, negative to the left, positive to the right, 0 inside the link itself, and
|d| <= 5 (Chakrabarti, Punera, Subramanyam 2002). White space between elements is no leaf;
scripts and styles are none either. An image's alternative text stands for the image. A link without any text of its own
lies between two leaves, at distance 1 from both.

The paper has no bound on the text of a leaf. Here only the words nearest to the link count, 20 of each leaf: a list of
links beside a long article would otherwise carry the whole article once per link.
"""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from hubwalk.pages.nesting import shallow
from hubwalk.pages.parse import elements_with_links
from hubwalk.pages.words import words
from hubwalk.values import Link

REACH = 5
_PER_LEAF = 20  # words
_OWN_LEAVES = 20  # of one link: some pages wrap whole articles in one
_TEXTS = {"-text", "img"}
_SILENT = {"head", "script", "style", "noscript", "template"}


class LinkContexts:
    """The contexts of all links of one page. The page is read once; words are looked for where they are asked for."""

    def __init__(self, html: str, url: str) -> None:
        tree = LexborHTMLParser(shallow(html))
        elements = elements_with_links(tree, url)
        self.links: tuple[Link, ...] = tuple(link for _, link in elements)  # as pages/parse.py gives them
        self._number = {link.dom_path: number for number, link in enumerate(self.links)}
        self._spans = [(0, 0)] * len(elements)  # per link its first leaf, and the first behind it
        self._leaves: list[str] = []
        self._words: dict[int, list[str]] = {}  # of leaves that were asked for
        if tree.root is not None:
            self._read(tree.root, {element.mem_id: number for number, (element, _) in enumerate(elements)})

    def _read(self, root: LexborNode, places: dict[int, int]) -> None:
        """One walk over the tree. A loop, because a page nested ten thousand levels deep must not exhaust the stack."""
        leaves = self._leaves
        inside: list[tuple[int, int]] = []  # links that the walk is inside of: their element and their first leaf
        node: LexborNode | None = root
        while node is not None:
            tag = node.tag
            if tag in _TEXTS:
                text = node.text(deep=False) if tag == "-text" else node.attributes.get("alt")
                if text and not text.isspace():
                    leaves.append(text)
            elif node.mem_id in places:
                inside.append((node.mem_id, len(leaves)))
            below = node.first_child if tag not in _SILENT else None  # links in there have no text around them
            if below is not None:
                node = below
                continue
            while node is not None:  # up to the next element that has something to its right
                if inside and node.mem_id == inside[-1][0]:
                    element, first = inside.pop()
                    self._spans[places[element]] = (first, len(leaves))
                right = node.next
                if right is not None:
                    node = right
                    break
                node = node.parent

    def features(self, dom_path: str) -> list[tuple[int, str]]:
        """The pairs (d, t) of the link at a DOM path, from left to right; none if there is no such link."""
        number = self._number.get(dom_path, -1)
        return list(self._around(*self._spans[number])) if number >= 0 else []

    def _around(self, first: int, behind: int) -> Iterator[tuple[int, str]]:
        for leaf in range(max(0, first - REACH), first):
            yield from ((leaf - first, word) for word in self._words_of(leaf)[-_PER_LEAF:])
        for leaf in range(first, min(behind, first + _OWN_LEAVES)):
            yield from ((0, word) for word in self._words_of(leaf)[:_PER_LEAF])
        for leaf in range(behind, min(len(self._leaves), behind + REACH)):
            yield from ((leaf - behind + 1, word) for word in self._words_of(leaf)[:_PER_LEAF])

    def _words_of(self, leaf: int) -> list[str]:
        """The words at the beginning of a leaf and, if there are more, at its end."""
        found = self._words.get(leaf)
        if found is None:
            found = words(self._leaves[leaf])
            self._words[leaf] = found = found if len(found) <= 2 * _PER_LEAF else found[:_PER_LEAF] + found[-_PER_LEAF:]
        return found
