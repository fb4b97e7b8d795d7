"""What makes a site of the demo web: a row of named traits, from which generated.py makes the whole site.

The traits are those in which the papers say that their sites differ (Shchekotykhin, Jannach, Friedrich 2010, section
5): large portals with many sections of the same template against small ones with a single list; products that share
their makers with the wanted ones; lists by date, maker or letter; links with telling words, or with none.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stock:
    """A section of a site: what it is about and what its pages do with it."""

    kind: str  # of product, see kinds.py
    form: str  # sheet | review | news | interview | preview | guide | offer | prices | thread | press ...: see items.py
    share: float  # of the other sections' pages, in any unit; on decoys, a number of pages


@dataclass(frozen=True, slots=True)
class Style:
    """The traits of one site. Each has few values, so that sites can be told by what they combine."""

    name: str
    title: str
    targets: int  # at scale 1
    others: float = 1.0  # pages of the other sections per target
    stocks: tuple[Stock, ...] = ()  # the other sections
    frame: str = "rail"  # rail | tables | tabs | plain | wide | portal: the skeleton of all pages, see frames.py
    layout: str = "table"  # sheets: table | definitions | grid | columns; reviews: prose | headed | boxed
    listing: str = "bullets"  # bullets | rows | tiles | entries: what a list of items looks like
    anchors: str = "names"  # names | described | bare ("more" beside the name) | mute (a picture, no name at all)
    ways: tuple[str, ...] = ("makers",)  # how the items of a section are found: see hubs.py
    above: tuple[str, ...] = ()  # overviews between the home page and the sections: how deep a portal is
    menu: str = "sections"  # what all pages link to: home | sections | groups (also the lists of the section one is in)
    urls: str = "speaking"  # speaking | opaque | query
    parts: tuple[str, ...] = ()  # further pages of each item: overview (lists then link to it), opinions, photos
    boxes: tuple[str, ...] = ()  # on items: related, maker (all it makes, whatever it is), turn, latest
    corners: tuple[str, ...] = ()  # calendar, compare, orders, print, sessions, cart, forum: see corners.py
    canonical: bool = False  # pages name their own address
    gaps: bool = False  # each way leaves out a tenth of the items, which another way has
    per_page: int = 20
    paging: str = "numbers"  # numbers | next
    crumbs: bool = True
    behind: int = 0  # how many of the newest products it has not got yet
