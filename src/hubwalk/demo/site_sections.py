"""Sections of list pages: which of many lists a page number falls into."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from hubwalk.demo.markup import page_url
from hubwalk.demo.site import Section


def paged_section(name: str, lists: Sequence[tuple[str, int]]) -> Section:
    """All pages of some lists, given as (address, number of pages)."""
    ends = list(accumulate(pages for _, pages in lists))

    def path(number: int) -> str:
        place = bisect_right(ends, number)
        base, pages = lists[place]
        return page_url(base, number - (ends[place] - pages) + 1)

    return Section(name, ends[-1] if ends else 0, path)
