"""The kinds of page of a crawled site: what was wanted, what leads there, and the rest.

Pages that are made alike (page_groups.py) are one kind if the verdict on them is the same; those that are made like
wanted ones but not wanted are near misses. Hubs are pages that link to several wanted pages, hubs of hubs those that
link to several hubs, if that is a good part of what they link to; links that nearly every page has (menus) make nobody
a hub. The page where the crawl began is a kind of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.page_groups import group_alike
from hubwalk.graph.page_traits import WEIGHTS, page_views
from hubwalk.graph.patterns import address_pattern, title_pattern, without_site_name
from hubwalk.graph.places import Places
from hubwalk.graph.web_graph import WebGraph

WANTED, NEAR_MISS, HUB, HUB_OF_HUBS, OTHER = "wanted", "near miss", "hub", "hub of hubs", "other"
DUPLICATE, FAILED = "duplicate", "failed"
ROLES = (WANTED, HUB, HUB_OF_HUBS, NEAR_MISS, OTHER, DUPLICATE, FAILED)
_SEVERAL = 3  # links to wanted pages, or to hubs, that make a hub
_GOOD_PART = 0.25  # of the fetched pages that it links to, menus apart
_LIST, _LONGER = 5, 8  # links to wanted pages, times as many as on pages that are made alike: a list like no other
_A_FEW = 10  # pages not wanted per wanted one: where there are more, the wanted ones are the exception
_SOME = 4  # one of so many is a hub: some lists have nothing that is wanted, or are not fetched to the end
_SMALL = 0.01  # share of all pages: smaller kinds of one role are told together
_EVERYWHERE = 0.5  # share of all pages that link to a page: it is in the menu
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one fetched page."""

    what: str  # WANTED, OTHER, DUPLICATE or FAILED
    title: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """Pages that are made alike and were judged alike."""

    name: str  # A, B, ... Z, AA ...
    role: str  # one of ROLES
    pages: tuple[int, ...]  # their numbers in the graph, in the order of fetching
    address: str  # what their addresses have in common
    title: str  # what their titles have in common that not all titles of the site have
    examples: tuple[str, ...]
    wanted_links: float  # to how many wanted pages one of them links, on average
    hub_links: float
    like: str = ""  # kind that is made alike and was judged otherwise
    various: bool = False  # small kinds told together, that have but their role in common


@dataclass(frozen=True, slots=True)
class _Draft:
    role: str
    pages: list[int]
    group: int = -1  # of pages that are made alike
    various: bool = False


def find_kinds(graph: WebGraph, outcomes: Mapping[int, Outcome], entry: int, places: Places) -> list[Kind]:
    """The kinds of the fetched pages, the wanted ones first. `entry` is the page where the crawl began, -1 if it is
    not known."""
    documents = [page for page, outcome in outcomes.items() if outcome.what in {WANTED, OTHER}]
    links = _LinkCounts(graph, documents, outcomes, entry)
    drafts: list[_Draft] = []
    for number, members in enumerate(group_alike(page_views(graph, documents, places.of_path), WEIGHTS)):
        pages = [documents[member] for member in members if documents[member] != entry]
        wanted = [page for page in pages if outcomes[page].what == WANTED]
        rest = [page for page in pages if outcomes[page].what == OTHER]
        drafts += [_Draft(WANTED, wanted, number)] if wanted else []
        alike = len(wanted) > max(1 + _SMALL * len(documents), len(rest) / _A_FEW)
        drafts += _parted(rest, NEAR_MISS if alike else OTHER, number, links)
    if entry in outcomes and outcomes[entry].what == OTHER:
        drafts += _parted([entry], OTHER, -1, links)
    elif entry in outcomes and outcomes[entry].what == WANTED:
        drafts.append(_Draft(WANTED, [entry]))
    links.set_hubs([page for draft in drafts if draft.role == HUB for page in draft.pages])
    drafts = _told_together([_hub_of_hubs(draft, links) for draft in drafts], len(documents), entry)
    for what in (DUPLICATE, FAILED):
        pages = [page for page, outcome in outcomes.items() if outcome.what == what]
        drafts += [_Draft(what, pages)] if pages else []
    drafts.sort(key=lambda draft: (ROLES.index(draft.role), draft.various, -len(draft.pages), draft.pages[0]))
    titles = dict(zip(outcomes, without_site_name([outcome.title for outcome in outcomes.values()]), strict=True))
    described = (_describe(graph, draft, [titles[page] for page in draft.pages], links) for draft in drafts)
    return [
        replace(kind, name=kind_name(number), like=_like(draft, drafts))
        for number, (kind, draft) in enumerate(zip(described, drafts, strict=True))
    ]


class _LinkCounts:
    """How many wanted pages, and how many hubs, pages link to. Menus do not count, except on the entry page: there a
    visitor begins."""

    def __init__(self, graph: WebGraph, documents: Sequence[int], outcomes: Mapping[int, Outcome], entry: int) -> None:
        self._graph = graph
        self._entry = entry
        everywhere = _EVERYWHERE * len(documents)
        self._in_menu = np.array([graph.in_degree(page) > everywhere for page in range(len(graph))], dtype=bool)
        self._fetched = self._mask(documents)
        self._wanted = self._mask([page for page in documents if outcomes[page].what == WANTED])
        self._hubs = self._mask([])

    def _mask(self, pages: Sequence[int]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """With the menu, and without."""
        mask = np.zeros(len(self._graph), dtype=bool)
        mask[[number for page in pages for number in self._graph.addresses(page)]] = True
        return mask, mask & ~self._in_menu

    def set_hubs(self, pages: Sequence[int]) -> None:
        self._hubs = self._mask(pages)

    def wanted(self, page: int) -> int:
        return self._count(page, self._wanted)

    def hubs(self, page: int) -> int:
        return self._count(page, self._hubs)

    def good_part(self, page: int, count: int) -> bool:
        """True if so many are several, and a good part of what the page links to."""
        return count >= _SEVERAL and count >= _GOOD_PART * self._count(page, self._fetched)

    def _count(self, page: int, masks: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> int:
        return int(masks[page != self._entry][self._graph.out_edges(page)].sum())


def _parted(pages: Sequence[int], role: str, group: int, links: _LinkCounts) -> list[_Draft]:
    """Pages that are made alike and not wanted: all of them hubs, or else those apart that are."""
    counts = [links.wanted(page) for page in pages]
    hubs = sum(links.good_part(page, n) for page, n in zip(pages, counts, strict=True))
    some = _SOME * hubs >= len(pages) and sum(counts) >= _SEVERAL * len(pages)
    if pages and role == OTHER and (2 * hubs >= len(pages) or some):
        return [_Draft(HUB, list(pages), group)]
    least = max(_LIST, _LONGER * sum(counts) / max(1, len(counts)))
    parts: dict[str, list[int]] = {HUB: [], role: []}
    for page, n in zip(pages, counts, strict=True):
        parts[HUB if n >= least else role].append(page)
    return [_Draft(what, part, group) for what, part in parts.items() if part]


def _hub_of_hubs(draft: _Draft, links: _LinkCounts) -> _Draft:
    """The draft as what it is now that hubs are known."""
    several = sum(links.good_part(page, links.hubs(page)) for page in draft.pages)
    return replace(draft, role=HUB_OF_HUBS) if draft.role == OTHER and 2 * several >= len(draft.pages) else draft


def _told_together(drafts: Sequence[_Draft], documents: int, entry: int) -> list[_Draft]:
    """Small kinds of one role as one, if there are several."""
    told = []
    for role in ROLES:
        small: list[_Draft] = []
        large: list[_Draft] = []
        for draft in (draft for draft in drafts if draft.role == role):
            is_small = len(draft.pages) <= 1 + _SMALL * documents and draft.pages != [entry]
            (small if is_small else large).append(draft)
        if len(small) > 1:
            small = [_Draft(role, sorted(page for draft in small for page in draft.pages), various=True)]
        told += large + small
    return told


def _like(draft: _Draft, drafts: Sequence[_Draft]) -> str:
    """The kind that is made alike and was judged otherwise."""
    pair = {WANTED: NEAR_MISS, NEAR_MISS: WANTED}.get(draft.role, "")
    alike = (kind_name(i) for i, other in enumerate(drafts) if other.group == draft.group >= 0 and other.role == pair)
    return next(alike, "")


def _describe(graph: WebGraph, draft: _Draft, titles: Sequence[str], links: _LinkCounts) -> Kind:
    """The kind without its name and that of its like."""
    urls = [graph.url(page) for page in draft.pages]
    return Kind(
        name="",
        role=draft.role,
        pages=tuple(draft.pages),
        address=address_pattern(urls),
        title=title_pattern(titles),
        examples=tuple(urls[:_EXAMPLES]),
        wanted_links=sum(map(links.wanted, draft.pages)) / len(draft.pages),
        hub_links=sum(map(links.hubs, draft.pages)) / len(draft.pages),
        various=draft.various,
    )


def kind_name(number: int) -> str:
    """A, B, ... Z, AA, AB ..."""
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
