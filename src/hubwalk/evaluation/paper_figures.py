"""The numbers that the papers print, to stand beside ours.

Shchekotykhin, Jannach, Friedrich (2010), "xCrawl: a high-recall crawling method for Web mining", section 5. Figs. 8 to
10 are drawn without numbers; what the text says of them is here. Its "42 %" over the baseline are percentage points
(mean recall .925 against .504), so the "31 %" of hits+pagerank are read in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class PaperSite:
    """A line of Figs. 4-7."""

    name: str
    xcrawl: int
    existing: int
    baseline: int

    @property
    def recall(self) -> float:
        return self.xcrawl / self.existing

    @property
    def baseline_recall(self) -> float:
        return self.baseline / self.existing


@dataclass(frozen=True, slots=True)
class PaperDomain:
    """One of Figs. 4-7."""

    figure: int
    title: str
    tabular: bool
    sites: tuple[PaperSite, ...]

    @property
    def recall(self) -> float:
        return fmean(site.recall for site in self.sites)

    @property
    def baseline_recall(self) -> float:
        return fmean(site.baseline_recall for site in self.sites)


def _domain(figure: int, title: str, tabular: bool, *rows: tuple[str, int, int, int]) -> PaperDomain:
    return PaperDomain(figure, title, tabular, tuple(PaperSite(*row) for row in rows))


DOMAINS = {
    "cameras": _domain(
        4,
        "Digital cameras",
        True,
        ("reviews.cnet.com", 643, 670, 6),
        ("imaging-resource.com", 794, 894, 72),
        ("dcresource.com", 372, 432, 175),
        ("parkcameras.com", 179, 191, 181),
        ("steves-digicams.com", 634, 686, 479),
        ("dpreview.com", 825, 845, 625),
    ),
    "mp3_players": _domain(
        5,
        "MP3 players",
        False,
        ("digitaltrends.com", 217, 255, 46),
        ("www.mp3.com", 134, 150, 82),
        ("www.pixmania.co.uk", 195, 227, 112),
        ("www.pcmag.com", 186, 214, 149),
        ("www.reviewcentre.com", 183, 196, 195),
        ("reviews.cnet.com", 648, 713, 350),
    ),
    "laptops": _domain(
        6,
        "Laptop computers",
        True,
        ("dabs.com", 289, 302, 57),
        ("newegg.com", 493, 507, 58),
        ("datavis.com", 96, 108, 84),
        ("europc.co.uk", 86, 89, 88),
        ("ww2.inoax.com", 612, 626, 142),
        ("tabletpc.alege.net", 793, 851, 148),
    ),
    "cell_phones": _domain(
        7,
        "Cell phones",
        False,
        ("laptopmag.com", 82, 86, 46),
        ("www.mobiledia.com", 132, 132, 75),
        ("mobile-phones-uk.org.uk", 74, 88, 80),
        ("pcmag.com", 365, 389, 153),
        ("reviews.cnet.com", 503, 554, 158),
        ("www.mobile-review.com", 524, 524, 345),
    ),
}
MEAN_RECALL = fmean(site.recall for domain in DOMAINS.values() for site in domain.sites)
BASELINE_RECALL = fmean(site.baseline_recall for domain in DOMAINS.values() for site in domain.sites)
PAGERANK_OVER_BASELINE = 0.31  # section 5.2: hits+pagerank "performed on average 31% better than the baseline"
BROWSING_SHARE = 0.5  # Fig. 9, section 5.2: "nearly three of the six hours"
BEST_RESTART = 0.15  # Fig. 10, in all domains
ENOUGH_ITERATIONS = 50  # section 5.3
EXPECTED_SITES, MAX_QUERIES = 5, 60  # of the six sites of a domain, for the queries; not in the papers
