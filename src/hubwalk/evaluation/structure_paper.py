"""Vidal, da Silva, de Moura, Cavalcanti (2006), Tables 2 to 4: what the authors measured."""

from __future__ import annotations

from dataclasses import dataclass

PRECISION = 1.0  # section 5: "in all cases, we reached 100% precision"
LEAST_RECALL = 0.95  # the lowest of both tables


@dataclass(frozen=True, slots=True)
class PaperSite:
    """A line of Tables 2 and 3."""

    name: str
    targets: str  # what they are
    existing: int  # column "Manual"
    found: int
    mapping: int  # links traversed to generate the crawler
    crawling: int  # and by the crawler

    @property
    def recall(self) -> float:
        return self.found / self.existing


@dataclass(frozen=True, slots=True)
class PaperCrawl:
    """A line of Table 4: a later crawl by the same crawler."""

    name: str
    crawl: int
    existing: int
    found: int
    crawling: int
    new: int  # targets found that were not there before

    @property
    def recall(self) -> float:
        return self.found / self.existing


SITES = (
    PaperSite("E-jazz", "artists", 149, 149, 2213, 199),
    PaperSite("VLDB", "conferences", 30, 30, 70, 32),
    PaperSite("Olympic", "Olympic heroes", 335, 328, 395, 379),
    PaperSite("Traveling", "news", 301, 301, 348, 335),
    PaperSite("Money", "news", 470, 468, 550, 528),
    PaperSite("KDE", "package announcements", 30, 30, 120, 31),
    PaperSite("CDs", "CDs", 416, 398, 440, 426),
    PaperSite("WallStreet", "last news", 261, 253, 1579, 283),
    PaperSite("CNN", "weather forecasts", 51, 49, 485, 65),
    PaperSite("Yahoo Sports", "European soccer teams", 38, 37, 1307, 45),
    PaperSite("NASA", "news", 339, 325, 687, 389),
)
LATER = (
    PaperCrawl("Traveling", 1, 314, 308, 335, 7),
    PaperCrawl("Traveling", 2, 303, 291, 310, 11),
    PaperCrawl("Money", 1, 486, 478, 497, 84),
    PaperCrawl("Money", 2, 482, 476, 497, 80),
    PaperCrawl("KDE", 1, 29, 29, 31, 14),
    PaperCrawl("KDE", 2, 29, 29, 34, 19),
    PaperCrawl("CDs", 1, 409, 394, 492, 4),
    PaperCrawl("CDs", 2, 418, 412, 487, 18),
    PaperCrawl("WallStreet", 1, 267, 257, 271, 17),
    PaperCrawl("WallStreet", 2, 272, 267, 273, 25),
    PaperCrawl("NASA", 1, 334, 320, 339, 12),
    PaperCrawl("NASA", 2, 337, 323, 341, 13),
)
