"""How much of the web its directory and its search engine know. Decided once, before any crawler saw the web.

CROSSMARC (Stamatakis et al. 2003) does not say how much of the web its directories listed and its engines knew; nobody
could. The reasons for these shares are the web's own of that time, in words; nothing is fitted to the paper's Table 1.
All are in percent of what there is, by the throw of dice that know nothing but the name of the site or page.
"""

from __future__ import annotations

from hubwalk.demo.chance import Dice
from hubwalk.demo.shops.site_kinds import SiteKind

LISTED = 40  # sites that the directory's editors know: merchants submit their own, but volunteers do the work
LISTED_TWICE = 15  # of the listed, also in the branch that lies next: editors differ about where a site belongs
DEAD_ENTRIES = 8  # of the directory's entries, on top: shops close sooner than editors look again

INDEXED_SITES = 70  # the engine knows no page of the others: nobody links to them, or they came last week
INDEXED_PAGES = 40  # of the other pages of a known site, beside its home page: engines did not dig deep into shops

RESULTS = 20  # two screens of results for each query: a web of hundreds of sites has no thousandth result
SIMILAR = 10  # pages that the engine calls similar to one: such lists were short
SEED_PAGES = 20  # that "similar" is asked of
KNOWN_LINES = 75  # of the manufacturers' lines, to the authors of the ontology: new ones come every season


def is_listed(host: str) -> bool:
    """Whether the directory has the site at all."""
    return Dice("listed", host).percent(LISTED)


def branches_of(host: str, kind: SiteKind) -> list[str]:
    """The branches of the directory in which a listed site stands: its own, sometimes a second one."""
    dice = Dice("branch", host)
    first = dice.pick(kind.branches)
    others = [branch for branch in (*kind.branches, *kind.next_to) if branch != first]
    twice = bool(others) and dice.percent(LISTED_TWICE)
    return [first, *([dice.pick(others)] if twice else [])]


def is_known(host: str) -> bool:
    """Whether the engine knows the site."""
    return Dice("indexed", host).percent(INDEXED_SITES)


def is_indexed(host: str, path: str) -> bool:
    """Whether the engine knows a page of a site that it knows."""
    return path == "/" or Dice("indexed page", host, path).percent(INDEXED_PAGES)
