"""Where a saved copy of a page says that the page lies.

Programs that save a page write its address into a comment: browsers, since Internet Explorer, `<!-- saved from
url=(0031)http://... -->`, SingleFile `<!-- Page saved with SingleFile url: http://... -->`. A page itself names its
address as canonical (RFC 6596), or for the Open Graph (ogp.me, og:url); sites get that wrong, and some have their home
page there on every page. A <base> is none: copies have it so that their links work, and it may be any folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.nesting import shallow
from hubwalk.pages.urls import join

_HEAD = 20_000  # characters: the comment stands before all else, or behind the first tag, which may be long
_SAVED = re.compile(
    r"<!--\s{0,9}(?:saved from url=\(\d{1,9}\)|Page saved with SingleFile\s{1,9}url:\s{0,9})(https?://[^\s>]{1,8000})",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(r"\s*https?://", re.IGNORECASE)
_NAMED = (("link[rel=canonical][href]", "href"), ('meta[property="og:url"][content]', "content"))


@dataclass(frozen=True, slots=True)
class Claim:
    """The address that a copy names, in canonical form."""

    url: str
    is_of_saver: bool  # written by the program that saved the page, and not by the site


def claim_in(html: str) -> Claim | None:
    """The address that a saved page names for itself; None if it names none, or only the home page of its site."""
    saved = _SAVED.search(html, 0, _HEAD)
    if saved:  # in a comment no two hyphens may follow each other, so browsers write the second as %2D
        url = join("", re.sub("%2D", "-", saved[1].removesuffix("--"), flags=re.IGNORECASE))
        return Claim(url, is_of_saver=True) if url else None
    head = LexborHTMLParser(shallow(html)).head
    if head is None:
        return None
    for place, attribute in _NAMED:
        named = head.css_first(place)
        text = (named.attributes.get(attribute) or "") if named is not None else ""
        url = join("", text) if _ABSOLUTE.match(text) else ""
        if url:
            return Claim(url, is_of_saver=False) if _is_below_home(url) else None
    return None


def _is_below_home(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path not in ("", "/") or bool(parts.query)
