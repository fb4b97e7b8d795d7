"""Where a page sends its reader by itself: `<meta http-equiv=refresh content="5; url=...">`, as splash pages do.

Live crawls follow a quick one as a redirect. A slow one, or one on a recorded page, is a link like any other: for a
splash page without text the only one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

from hubwalk.pages.urls import join
from hubwalk.values import Link, Page

_HEAD = 20_000  # characters: where it stands if there is one
_META = re.compile(r"<meta\b[^>]*>", re.IGNORECASE)
_EQUIV = re.compile(r"""http-equiv\s*=\s*["']?refresh\b""", re.IGNORECASE)
_CONTENT = re.compile(r"""content\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_ADDRESS = re.compile(r"""^\s*[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']+?)["']?\s*$""", re.IGNORECASE)
DOM_PATH = "html/head/meta"


def with_refresh(page: Page) -> Page:
    """The page, its meta refresh among its links."""
    head = page.html[:_HEAD]
    if "refresh" not in head.lower():
        return page
    for meta in _META.finditer(head):
        if not _EQUIV.search(meta[0]):
            continue
        content = _CONTENT.search(meta[0])
        value = unescape(next((part for part in content.groups() if part), "")) if content else ""
        address = _ADDRESS.match(value) if ";" in value or "," in value or "=" in value else None
        target = join(page.url, address[1]) if address else ""
        if target and all(link.target != target for link in page.links):
            return replace(page, links=(*page.links, Link(target, "", DOM_PATH)))
    return page
