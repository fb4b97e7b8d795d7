"""The main text of a page by trafilatura: what an editor would call its content, menus and boxes left out.

It reads articles well and forms, tables and index pages less so; where it finds nothing, or breaks, the text outside
links and frame stands in (pages/words.py). The title counts: on many a page it says best what the page is.

It costs many times what the plain text costs, so what is read of a page is bounded.
"""

from __future__ import annotations

import logging

from hubwalk.pages.words import own_text

_MOST = 400_000  # characters of a page; on longer ones the costs of the library grow faster than what they say
_LEAST = 40  # characters: less is no text, but what was left of one


def main_text(html: str, title: str = "") -> str:
    """Title and main text of a page, one under the other; never raises for what the page contains."""
    html = html[:_MOST]
    found = _extracted(html)
    return f"{title}\n{found}" if len(found) >= _LEAST else own_text(html)


def _extracted(html: str) -> str:
    if not html.strip():
        return ""
    import trafilatura  # takes a third of a second, and only pages that are judged by their main text need it

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it reports every page that it cannot read
    try:
        return trafilatura.extract(html, fast=True, include_comments=False) or ""
    except Exception:  # lxml, its own code, half a surrogate pair: whatever it is, there is another way to the text
        return ""
