"""The words of a page: what it says, apart from the frame that its site puts around every page.

Menus, sidebars and lists are made of links, so text inside links is no text of the page; neither is what stands in the
elements that HTML has for the frame (nav, header, footer, aside). The title counts. Words are runs of letters, digits
and inner hyphens or apostrophes, folded to lower case; a lone digit or letter is none.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.nesting import shallow

_SILENT = ("script", "style", "noscript", "template")
_FRAME = ("a", "nav", "header", "footer", "aside", "form", "button", "select", *_SILENT)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_LEAST = 2  # characters


def own_text(html: str) -> str:
    """The visible text of a page outside links and frame, the title first."""
    return _text_without(_FRAME, html)


def whole_text(html: str) -> str:
    """The visible text of a page with links and frame, the title first."""
    return _text_without(_SILENT, html)


def _text_without(tags: tuple[str, ...], html: str) -> str:
    tree = LexborHTMLParser(shallow(html))
    title = tree.css_first("title")
    head = title.text(strip=True) if title is not None else ""
    tree.strip_tags(list(tags))
    body = tree.body.text(separator="\n", strip=True) if tree.body is not None else ""
    return f"{head}\n{body}"


def words(text: str) -> list[str]:
    """The words of a text in their order, in lower case."""
    return [word for word in _WORD.findall(text.lower()) if len(word) >= _LEAST]
