"""The sections of a list of links: what one element holds of it, or what stands under one heading.

An index often has all that a site has at one kind of place, in an order that somebody has given it: functions, then
classes; programs, then their options. Such a list names pages of all kinds, but each of its sections those of one.
Headings say what theirs is. Elements, the second `<ul>` say, may as well be there for the layout.

A page may have as many sections as links, and nearly all of them are of no use, so only those are looked for that name
several samples, and only on pages where some list does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from hubwalk.pages.headings import links_with_headings
from hubwalk.pages.parse import shape
from hubwalk.validators.traits import LIST, Trait, first_of_series
from hubwalk.values import Link, Page

_DEEPEST = 40  # steps from the root to an element whose part of a list is looked at
_UNDER = "under "  # how the section of a heading is called

_Sections = dict[tuple[str, str], set[str]]  # kind of place, and section of it -> addresses


def sections_on(page: Page, named: Callable[[Collection[str]], int], need: int) -> dict[Trait, set[str]]:
    """The sections of a page's lists that name so many samples at least, each with the addresses that it names;
    `named` counts the samples among some addresses."""
    lists: dict[str, set[str]] = {}
    for link in page.links:
        if link.target != page.url:
            lists.setdefault(shape(link.dom_path), set()).add(link.target)
    lists = {kind: targets for kind, targets in lists.items() if len(targets) > need and named(targets) >= need}
    if not lists:
        return {}
    links = [
        (link, headings)
        for link, headings in links_with_headings(page.html, page.url)
        if link.target != page.url and shape(link.dom_path) in lists
    ]
    first = first_of_series(page) or page.url  # a heading may go on where the list does
    found: dict[Trait, set[str]] = {}
    for hub, sections in ((first, _by_heading(links)), (page.url, _by_element(link for link, _ in links))):
        for (kind, section), targets in sections.items():
            if targets < lists[kind] and targets not in found.values() and named(targets) >= need:
                found[LIST, hub, kind, section] = targets
    return found


def is_section(trait: Trait) -> bool:
    """True for a part of a list."""
    return trait[0] == LIST and len(trait) > 3


def has_heading(trait: Trait) -> bool:
    """True for a part of a list that stands under a heading."""
    return is_section(trait) and trait[3].startswith(_UNDER)


def _by_heading(links: Iterable[tuple[Link, tuple[str, ...]]]) -> _Sections:
    found: _Sections = {}
    for link, headings in links:
        kind = shape(link.dom_path)
        for level in range(1, len(headings) + 1):
            found.setdefault((kind, f"{_UNDER}“{' > '.join(headings[:level])}”"), set()).add(link.target)
    return found


def _by_element(links: Iterable[Link]) -> _Sections:
    found: _Sections = {}
    for link in links:
        kind, steps = shape(link.dom_path), link.dom_path.split("/")
        for level in range(2, min(len(steps), _DEEPEST)):
            found.setdefault((kind, f"in {'/'.join(steps[:level])}"), set()).add(link.target)
    return found
