"""A recipe: how to get from the entry page of a site to the wanted pages, and to next to nothing else.

It holds a small set of patterns that together cover what a crawl has found. A pattern is a list of levels from the
entry page to the targets, as in the navigation patterns of Vidal, da Silva, de Moura, Cavalcanti (2006), definition 2.
It goes beyond them: several patterns, since most sites have several ways to their pages; every level both as URL
expressions and as places in the DOM, so that either can change; pagination as a loop; and single pages by name where
nothing generalises.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hubwalk.errors import UsageError
from hubwalk.pages.url_matching import UrlExpression


@dataclass(frozen=True, slots=True)
class Step:
    """Which links of a page to follow: those to the named pages, and those that match one of the expressions *and*
    stand at one of the places."""

    urls: tuple[str, ...] = ()  # regular expressions over the whole canonical URL
    places: tuple[
        str, ...
    ] = ()  # DOM paths; ul/li/a: any link there, ul[2]/li/a: those of the second list, see places.py
    pages: tuple[str, ...] = ()  # canonical URLs of single pages

    @property
    def is_empty(self) -> bool:
        """True if nothing can match it."""
        return not self.pages and not (self.urls and self.places)


@dataclass(frozen=True, slots=True)
class Level:
    """The links from the pages of the level above (the entry page, for the first) to the pages of this one."""

    step: Step
    loop: Step | None = None  # links from pages of this level to further pages of this level: pagination
    pages: int = 0  # that it brought when the recipe was made
    links: int = 0  # that were followed to get them
    useful: int = 0  # of these pages: targets, or pages on a way to targets
    wanted: bool = (
        False  # its pages are targets themselves, though ways go on from here; those of a last level are anyway
    )


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to targets: the last level is the targets themselves."""

    levels: tuple[Level, ...]
    targets: int = 0  # that it brought when the recipe was made, and that no pattern before it did


@dataclass(frozen=True, slots=True)
class Made:
    """What the recipe brought, replayed on the crawl that it was learned from."""

    targets: int = 0  # accepted pages of the crawl
    covered: int = 0  # of these, fetched by the recipe
    downloads: int = 0
    to_last: int = 0  # downloads until the last of the covered
    least: int = 0  # downloads of a crawl that knows the way: the targets and the fewest other pages we know of
    date: str = ""  # as the caller has it
    source: str = ""  # what it was learned from, for a person

    @property
    def recall(self) -> float:
        return self.covered / self.targets if self.targets else 1.0

    @property
    def cost(self) -> float:
        """Downloads to the last target, over the least."""
        return self.to_last / self.least if self.least else 1.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """A crawler for one site and one kind of page."""

    entry: str  # canonical URL
    patterns: tuple[Pattern, ...]
    scope: str = "host"  # host | prefix | domain, see pages/scope.py
    starts: tuple[str, ...] = ()  # further pages to begin at, each in the role of an entry page
    made: Made = Made()

    def levels(self) -> Iterator[tuple[int, int, Level]]:
        """All levels with the numbers of their pattern and of themselves."""
        for p, pattern in enumerate(self.patterns):
            for n, level in enumerate(pattern.levels):
                yield p, n, level


def compiled(expression: str) -> UrlExpression:
    """A URL expression ready to match; UsageError for what is none."""
    try:
        return UrlExpression(expression)
    except UsageError as error:
        raise UsageError(f"not a regular expression: '{expression}' ({error})") from None
