"""A site that turns us away: is it this page, or all of them now?

A page may be forbidden or broken for good. But a site may also have had enough of its visitor, or be down behind its
front door: then whatever is asked for is answered with 403, 429 or 503, and to write that down as so many failures
would lose the pages, and say that there are no more. So refusals are held back like pages that nobody answered for, and
after some in a row, or when nothing else is left to ask for, a page that could be read before is asked for again. If it
comes, those pages failed by themselves, and more of them are borne before the next such check; if not, the site is
given up for now, and a resumed crawl asks for all of them again.
"""

from __future__ import annotations

from collections.abc import Iterable

from hubwalk.values import Choice, Response

CHECK = "check"  # rule of a page that is asked for again
PATIENCE = 8  # pages in a row without any answer, until a site counts as gone; refusals, until the first check
_TURNED_AWAY = frozenset({403, 429})
_BROKEN = 500  # and above


def is_refusal(response: Response) -> bool:
    """True for an answer that may be meant for the visitor, or for the moment, and not for the page."""
    return response.status in _TURNED_AWAY or response.status >= _BROKEN


def check_of(url: str) -> Choice:
    """Ask again for a page that could be read."""
    return Choice(url, CHECK)


def reason_of(refused: Iterable[Response], readable: str, check: Response) -> str:
    """Why a site is given up."""
    count = sum(map(is_refusal, refused))
    said = check.error or f"status {check.status}"
    return f"it refuses us: {count} pages in a row, and now {readable} too, which could be read before: {said}"
