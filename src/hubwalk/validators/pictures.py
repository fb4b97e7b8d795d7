"""What a picture says in the place of a text: a tick for yes, the sign of a maker.

Its alternative text, its label for screen readers or its title; of a drawing its title, and of a sign that a style
sheet draws the text beside it that only screen readers see. It counts only where nothing else is said (boxes.py).
Names of files and words for any picture say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from selectolax.lexbor import LexborHTMLParser

_MAX_TEXT = 40  # characters; longer ones describe a photograph
_SIGNS = {"img", "i", "span", "em", "b"}  # that show nothing but a sign, if they have no text
_EMPTY = re.compile(r"(?:image|img|icon|photo|picture|bild|foto|symbol|logo|.*\.(?:png|gif|jpe?g|svg|webp))", re.I)
_UNSEEN = "[class*='sr-only']"
_MOST_CHILDREN = 3  # of a drawing, among which its title is: nobody writes it further down


def said_by(tag: str, attributes: Mapping[str, str | None]) -> str:
    """What an element without text says; "" for most."""
    if tag not in _SIGNS:
        return ""
    keys = ("alt", "aria-label", "title") if tag == "img" else ("aria-label", "title")
    return next((said for key in keys if (said := _short(attributes.get(key)))), "")


def take_drawn(tree: LexborHTMLParser, html: str) -> dict[int, str]:
    """The elements around drawings, and around what only screen readers see, by their ids in memory, and what that
    says. The latter is taken away."""
    found: dict[int, str] = {}
    for node in tree.css("svg") if "<svg" in html else ():
        said, child = _short(node.attributes.get("aria-label")), node.child
        for _ in range(_MOST_CHILDREN):
            if not said and child is not None:
                said = _short(child.text()) if child.tag == "title" else ""
                child = child.next
        if said and node.parent is not None:
            found[node.parent.mem_id] = said
    for node in tree.css(_UNSEEN) if "sr-only" in html else ():
        if (said := _short(node.text())) and node.parent is not None:
            found[node.parent.mem_id] = said
        node.decompose()
    return found


def _short(text: str | None) -> str:
    said = " ".join(text.split()) if text and len(text) <= _MAX_TEXT else ""
    return "" if _EMPTY.fullmatch(said) else said
