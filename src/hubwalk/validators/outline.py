"""The outline of pages: which ways lead from the root to their elements, and which texts stand where.

A step is the tag with its first class, or else its id, both only if free of digits (numbered names are instances, not
kinds). Equal ways are one node of a tree, however often they occur and on however many pages, so the outline of a
template is small. The last four steps of a way are its *place*: long enough to tell a specification table from a menu,
short enough not to change with a wrapper around the whole page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from hubwalk.pages.nesting import shallow

Place = tuple[str, ...]

_SKIPPED = ["script", "style", "noscript", "template"]
_PLACE = 4  # steps
_MAX_TEXT = 200  # characters; more are not needed to tell two texts apart
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Sketch:
    """What one page has of an outline."""

    ways: set[int]
    texts: set[tuple[int, str]]  # way and text, in lower case, white space folded
    words: set[str]


class Outline:
    """A tree of ways, made of as many pages as are added to it."""

    def __init__(self) -> None:
        self._ways: dict[tuple[int, str], int] = {}
        self.parent: list[int] = []  # -1 for a root
        self.place: list[Place] = []
        self.in_link: list[bool] = []

    def add(self, html: str) -> Sketch:
        """Draw one more page."""
        tree = LexborHTMLParser(shallow(html))
        tree.strip_tags(_SKIPPED)
        sketch = Sketch(set(), set(), set())
        way_of: dict[int, int] = {}
        for node in tree.root.traverse(include_text=True) if tree.root is not None else ():
            parent = node.parent
            above = way_of.get(parent.mem_id, -1) if parent is not None else -1
            if not node.is_text_node:
                way = way_of[node.mem_id] = self._child(above, _step(node))
                sketch.ways.add(way)
            elif above >= 0 and (text := " ".join((node.text_content or "").lower().split())):
                sketch.texts.add((above, text[:_MAX_TEXT]))
                sketch.words.update(_WORD.findall(text))
        return sketch

    def _child(self, above: int, step: str) -> int:
        way = self._ways.get((above, step))
        if way is None:
            way = self._ways[above, step] = len(self.parent)
            self.parent.append(above)
            self.place.append((*self.place[above][1 - _PLACE :], step) if above >= 0 else (step,))
            self.in_link.append((above >= 0 and self.in_link[above]) or step == "a" or step[:2] in {"a.", "a#"})
        return way


def _step(node: LexborNode) -> str:
    attributes = node.attributes
    for word in (attributes.get("class") or "").split():
        if not _DIGIT.search(word):
            return f"{node.tag}.{word}"
    name = attributes.get("id")
    return f"{node.tag}#{name}" if name and not _DIGIT.search(name) else str(node.tag)
