"""Which kinds of site there are in the web of shops, how many of each, and what stands on them.

The kinds are those that somebody who looks for laptop offers meets: shops that have some, shops that have everything
but, and all who use the same words for another purpose. Decided before any crawler saw the web.
"""

from __future__ import annotations

from dataclasses import dataclass

WANTED = "laptop"
OFFERS = ("offer", "several", "used")  # forms of page that offer something for sale by a shop

# Branches of the directory, below the top of each language.
GENERAL = "Computers/Hardware/Retailers"
NARROW = "Computers/Hardware/Notebooks_and_Laptops"
_USED, _PARTS, _PERIPHERALS = f"{GENERAL}/Used", f"{GENERAL}/Components", f"{GENERAL}/Printers_and_Monitors"
_MAKERS, _OWN_MAKERS = "Computers/Hardware/Makers", f"{NARROW}/Makers"
_ACCESSORIES, _REVIEWS, _SERVICE = f"{NARROW}/Accessories", f"{NARROW}/Reviews", f"{NARROW}/Service"
_NEWS, _TALK = "Computers/News", "Computers/Forums"
_STORES, _OFFICE, _HOME, _PRICES = "Shopping/Stores", "Shopping/Office", "Shopping/Home", "Shopping/Prices"
_PEOPLE, _LINKS, _RENTAL = "Society/People", "Computers/Links", "Computers/Services"


@dataclass(frozen=True, slots=True)
class Department:
    """Pages of one kind in one form: laptops as offers, say."""

    kind: str  # of product, see world.py
    form: str  # offer, several (a price list of several), used, sheet, review ...: see pages.py
    least: int
    most: int

    @property
    def wanted(self) -> bool:
        """Its pages are laptop offers."""
        return self.kind == WANTED and self.form in OFFERS


@dataclass(frozen=True, slots=True)
class SiteKind:
    """A kind of site."""

    name: str
    share: int  # of all sites of a language, in any unit
    called: str  # key of the lexicon's names
    departments: tuple[Department, ...]
    branches: tuple[str, ...]  # of the directory, where such a site belongs
    next_to: tuple[str, ...] = ()  # where a second entry may stand
    deep: bool = False  # there is an overview between home page and departments

    @property
    def fit(self) -> bool:
        """It has laptop offers."""
        return any(department.wanted for department in self.departments)


def _of(text: str) -> tuple[Department, ...]:
    """`laptop offer 4-20, desktop offer 5-15` as departments."""
    found = []
    for part in text.split(","):
        kind, form, counts = part.split()
        least, _, most = counts.partition("-")
        found.append(Department(kind, form, int(least), int(most)))
    return tuple(found)


KINDS: tuple[SiteKind, ...] = (
    # Fit: shops that offer laptops, among other things.
    SiteKind("notebook shop", 4, "mobile", _of("laptop offer 12-40, accessory offer 5-15"), (NARROW,), (GENERAL,)),
    SiteKind(
        "computer shop",
        14,
        "computer",
        _of("desktop offer 6-20, laptop offer 4-20, monitor offer 3-10, printer offer 3-8, component offer 4-12"),
        (GENERAL,),
        (NARROW, _PARTS),
    ),
    SiteKind(
        "department store",
        6,
        "trade",
        _of("television offer 5-15, camera offer 5-15, kitchen offer 5-15, phone offer 4-12, laptop offer 3-8"),
        (_STORES,),
        (GENERAL,),
        deep=True,
    ),
    SiteKind(
        "second-hand dealer", 4, "computer", _of("laptop used 4-15, desktop used 4-15, monitor used 2-8"), (_USED,)
    ),
    SiteKind(
        "maker with a shop",
        2,
        "computer",
        _of("laptop sheet 6-12, desktop sheet 4-10, laptop offer 3-8, laptop news 3-8"),
        (_MAKERS, _OWN_MAKERS),
    ),
    SiteKind(
        "small dealer",
        5,
        "computer",
        _of("desktop several 1-2, laptop several 1-2, component several 1-3, laptop repair 1-3"),
        (GENERAL,),
        (_RENTAL,),
    ),
    # Unfit: shops that offer other things ...
    SiteKind(
        "computer shop without laptops",
        6,
        "computer",
        _of("desktop offer 6-20, monitor offer 3-10, printer offer 3-8, component offer 4-12"),
        (GENERAL,),
        (_PARTS,),
    ),
    SiteKind("component shop", 8, "computer", _of("component offer 12-40, monitor offer 3-8"), (_PARTS,), (GENERAL,)),
    SiteKind(
        "printer supplies", 6, "trade", _of("supply offer 10-30, printer offer 4-12"), (_PERIPHERALS,), (_OFFICE,)
    ),
    SiteKind("accessory shop", 6, "mobile", _of("accessory offer 10-40, component offer 3-8"), (_ACCESSORIES, GENERAL)),
    SiteKind("spare screens", 3, "mobile", _of("spare offer 8-25, laptop repair 1-4"), (_SERVICE, _PARTS)),
    SiteKind("stationer", 4, "paper", _of("paper offer 10-30, supply offer 3-8"), (_OFFICE,)),
    SiteKind("other shop", 10, "trade", _of("book offer 6-25, garden offer 4-15, kitchen offer 4-15"), (_HOME,)),
    # ... and sites that speak of laptops, or sell none themselves.
    SiteKind(
        "maker without a shop",
        3,
        "computer",
        _of("laptop sheet 6-15, desktop sheet 4-10, laptop news 4-12"),
        (_MAKERS, _OWN_MAKERS),
    ),
    SiteKind(
        "magazine",
        8,
        "press",
        _of("laptop review 5-15, desktop review 4-12, laptop news 5-15, laptop guide 1-4"),
        (_NEWS, _REVIEWS),
    ),
    SiteKind("forum", 5, "talk", _of("laptop thread 8-25, desktop thread 4-15"), (_TALK,), (_REVIEWS,)),
    SiteKind(
        "price comparison",
        3,
        "compare",
        _of("laptop prices 8-20, desktop prices 5-12, camera prices 5-12"),
        (_PRICES,),
        (NARROW,),
    ),
    SiteKind(
        "classified adverts", 3, "adverts", _of("laptop advert 6-20, camera advert 5-15, book advert 5-15"), (_PRICES,)
    ),
    SiteKind("rental and repair", 4, "service", _of("laptop rental 1-4, laptop repair 2-6"), (_SERVICE, _RENTAL)),
    SiteKind("personal page", 7, "person", _of("laptop hobby 2-8"), (_PEOPLE,)),
    SiteKind("list of links", 2, "links", _of("laptop link 2-6"), (_LINKS,)),
)
