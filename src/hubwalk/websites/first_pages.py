"""The first pages of a site, breadth first: what a classifier is trained with (Ester, Kriegel, Schubert 2004, 4.3.1).

The information about what a site is lies around its home page, and that is where the internal crawler will look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from hubwalk.values import Page, Response

if TYPE_CHECKING:
    from hubwalk.pages.site_names import SiteNames

FIRST = 25  # pages of a site, as in the paper's experiments

FetchEach = Callable[[Sequence[str]], Iterable[Response]]  # answers as they come, as LastingBrowser.fetch_each


def first_pages(home: str, fetch: Callable[[str], Response], names: SiteNames, limit: int = FIRST) -> list[Page]:
    """The first pages of one site that can be read, the home page first; none if the home page cannot."""
    raise NotImplementedError


def first_pages_of(
    homes: Sequence[str],
    fetch_each: FetchEach,
    names: SiteNames,
    *,
    limit: int = FIRST,
    on_page: Callable[[str, Page], None] = lambda _home, _page: None,
) -> dict[str, list[Page]]:
    """The same of several sites at once, by home page as given; a site that is down has no pages."""
    raise NotImplementedError
