"""The words of a page: what it says, apart from the frame that its site puts around every page.

Menus, sidebars and lists are made of links, so text inside links is no text of the page; neither is what stands in the
elements that HTML has for the frame (nav, header, footer, aside). The title counts. Words are runs of letters, digits
and inner hyphens or apostrophes, folded to lower case; a lone digit or letter is none.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Literal

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.nesting import shallow

_SILENT = ("script", "style", "noscript", "template")
_FRAME = ("a", "nav", "header", "footer", "aside", "form", "button", "select", *_SILENT)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_LEAST = 2  # characters
_MOST_MARKS = 30  # on one letter, as in Unicode's own advice for streams; no language has as many
_MAY_BE_MARKS = re.compile(rf"[^\w\s\x00-\x7f]{{{_MOST_MARKS + 1}}}")
LAST_MARK = 0x1FFFF  # what Unicode has behind it are ideographs and variants of signs


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


def in_form(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """The text in a form of Unicode. Of marks on a letter only so many are kept: putting them in order takes the square
    of their number."""
    if text.isascii():
        return text
    if _MAY_BE_MARKS.search(text):  # which is soon told
        text = _marks().sub(r"\1", text)
    return unicodedata.normalize(form, text)


@functools.cache
def _marks() -> re.Pattern[str]:
    marks = "".join(letter for letter in map(chr, range(0x300, LAST_MARK)) if unicodedata.combining(letter))
    return re.compile(rf"([{marks}]{{{_MOST_MARKS}}})[{marks}]+")
