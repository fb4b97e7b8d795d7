"""The headings that the links of a page stand under.

A link stands under a heading (`h1` to `h6`) from there to the next one of its level or a higher one, and so under as
many as there are levels.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.nesting import shallow
from hubwalk.pages.parse import elements_with_links
from hubwalk.values import Link

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LONGEST = 60  # characters of a heading; what is longer is none


def links_with_headings(html: str, url: str) -> list[tuple[Link, tuple[str, ...]]]:
    """The links of a page at `url` in document order, each with the texts of the headings that it stands under, the
    outermost first."""
    tree = LexborHTMLParser(shallow(html))
    links = {element.mem_id: link for element, link in elements_with_links(tree, url)}
    above: list[tuple[str, str]] = []  # the headings in force: level, text
    found = []
    for node in tree.root.traverse() if tree.root is not None else ():
        if node.tag in _HEADINGS:
            above = [one for one in above if one[0] < node.tag]
            above.append((node.tag, " ".join(node.text().split())[:_LONGEST]))
        elif node.mem_id in links:
            found.append((links[node.mem_id], tuple(text for _, text in above)))
    return found
