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
_BEFORE = re.compile(r"\s*[\d.]*\s*(?:[;,]\s*)?(?:url\s*=\s*)?", re.IGNORECASE)  # fits to anything: no step is retried
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
        target = join(page.url, address) if (address := _address(value)) else ""
        if target and all(link.target != target for link in page.links):
            return replace(page, links=(*page.links, Link(target, "", DOM_PATH)))
    return page


def _address(content: str) -> str:
    """What stands behind the seconds, with or without quotes; "" if nothing does."""
    before = _BEFORE.match(content)
    if before is None or not any(mark in content for mark in ";,="):
        return ""
    address = content[before.end() :].strip()
    address = address[address[:1] in ("'", '"') :]
    address = address[:-1] if address[-1:] in ("'", '"') else address
    return "" if "'" in address or '"' in address else address.strip()
