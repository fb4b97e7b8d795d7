"""What `hubwalk evaluate` runs for files with `experiment = "websites"`: the focused website crawler's evaluation."""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hubwalk.demo.websites import TOPICS
from hubwalk.errors import UsageError, unknown_name
from hubwalk.evaluation.suite import checked_section
from hubwalk.ranking.edge_weights import WEIGHTS as KNOWN_WEIGHTS
from hubwalk.strategies.page_crawler import GUARD
from hubwalk.strategies.website_internal import MOST_PAGES

_LEAST = {
    "sites": 500,
    "folds": 2,
    "first_pages": 1,
    "crawl.relevant": 1,
    "crawl.max_pages": 1,
    "crawl.harvest_window": 1,
    "crawl.pprs_window": 1,
    "crawl.guard": 1,
    "crawl.link_threshold": 0.0,
    "crawl.marks": 1,
    "crawl.larger": 1,
    "pages_per_site": 1,
}
WEIGHTS = tuple(KNOWN_WEIGHTS)
_MOST_SITES = 50_000
TABLE_2, CRAWL, RECORDED = PARTS = ("table 2", "crawl", "recorded")
PAGE_CRAWLER = "page crawler"
COMBINED = "combined"  # the edge weights that the paper advises, those of Fig. 7


@dataclass(frozen=True, slots=True)
class Crawling:
    """The crawls of Figs. 6 and 7."""

    topics: tuple[str, ...] = TOPICS[:4]
    weights: tuple[str, ...] = WEIGHTS
    soft_threshold: float = 0.7  # of the second website crawler of Fig. 7
    relevant: int = 250  # a crawl ends when so many sites were called relevant ...
    max_pages: int = 10_000  # ... or so many pages were fetched
    link_threshold: float = 5.0  # LinkRank until which a site is read on; see LinkRanks
    guard: int = GUARD  # pages of a site that the page crawler may fetch
    harvest_window: int = 300  # pages over which Fig. 6 averages
    pprs_window: int = 500  # pages over which Fig. 7 averages
    marks: int = 50  # pages from one point of a curve to the next
    larger: int = 4  # Fig. 7 once more in a web whose sites have so many times as many pages; 1: only once


@dataclass(frozen=True, slots=True)
class LinkRanks:
    """Crawls that tell how far to read on for links. The paper does not say which threshold of LinkRank it has: ours is
    chosen on topics that are not in the figures."""

    topics: tuple[str, ...] = TOPICS[4:]
    thresholds: tuple[float, ...] = (0.0, 2.0, 5.0, 10.0, 20.0)


@dataclass(frozen=True, slots=True)
class WebsitesSuite:
    """All experiments of one file. Make one with `make_websites_suite`, which checks everything."""

    title: str = "The focused website crawler"
    sites: int = 20_000  # of the demo web
    demo_seed: int = 0
    seed: int = 0  # folds and clusters
    topics: tuple[str, ...] = TOPICS  # of Table 2
    thresholds: tuple[float, ...] = (0.9, 0.9, 0.9, 0.8, 0.8, 0.9)  # p_threshold, one per topic of TOPICS
    folds: int = 10
    first_pages: int = 25  # of a training site
    pages_per_site: int = MOST_PAGES  # the internal crawler's cap
    crawl: Crawling = field(default_factory=Crawling)
    links: LinkRanks = field(default_factory=LinkRanks)

    def threshold(self, topic: str) -> float:
        """p_threshold of a topic."""
        return self.thresholds[TOPICS.index(topic)]


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing to measure."""

    part: str  # of PARTS
    topic: str  # or the question that is asked of recorded sites
    crawler: str = ""  # edge weights, or the page crawler
    threshold: float = 0.0  # p_threshold; 0: of the page crawler none is asked for
    links: float = 0.0  # LinkRank until which a site is read on
    size: int = 1  # of the sites, see Crawling.larger

    @property
    def name(self) -> str:
        more = f" {self.threshold:g}" if self.threshold else ""
        links = f", links {self.links:g}" if self.part == CRAWL and self.crawler != PAGE_CRAWLER else ""
        size = f", sites x {self.size}" if self.size > 1 else ""
        return f"{self.part}/{self.topic}" + (f" {self.crawler}{more}{links}{size}" if self.crawler else "")


def cells_of(suite: WebsitesSuite) -> list[Cell]:
    """All cells on the demo web. The most accurate crawl of Fig. 7 is the one of Fig. 6 with combined weights."""
    crawl, links = suite.crawl, suite.links
    cells = [Cell(TABLE_2, topic, threshold=suite.threshold(topic)) for topic in suite.topics]
    for topic in crawl.topics:
        sure = suite.threshold(topic)
        cells += [Cell(CRAWL, topic, weights, sure, crawl.link_threshold) for weights in crawl.weights]
        for size in (1, crawl.larger):
            websites = (sure, crawl.soft_threshold)
            cells += [Cell(CRAWL, topic, COMBINED, threshold, crawl.link_threshold, size) for threshold in websites]
            cells += [Cell(CRAWL, topic, PAGE_CRAWLER, threshold, size=size) for threshold in (0.0, sure)]
    for topic in links.topics:
        cells += [Cell(CRAWL, topic, COMBINED, suite.threshold(topic), value) for value in links.thresholds]
    return list(dict.fromkeys(cells))


def make_websites_suite(values: Mapping[str, Any], source: str = "the experiments") -> WebsitesSuite:
    """The suite that the values describe, checked; what is left out has its default."""
    suite: WebsitesSuite = checked_section(WebsitesSuite(), values, source)
    for key, least in _LEAST.items():
        number = operator.attrgetter(key)(suite)
        if not least <= number < math.inf:
            raise UsageError(f"{source}: {key} = {number}: expected at least {least:g}")
    if suite.sites > _MOST_SITES:
        raise UsageError(f"{source}: sites = {suite.sites}: the demo web has {_MOST_SITES} at most")
    for key, names, known in (
        ("topics", suite.topics, TOPICS),
        ("crawl.topics", suite.crawl.topics, TOPICS),
        ("crawl.weights", suite.crawl.weights, WEIGHTS),
        ("links.topics", suite.links.topics, TOPICS),
    ):
        for name in names:
            if name not in known:
                raise unknown_name(f"name in {key} of {source}", name, known)
    for value in suite.links.thresholds:
        if not 0.0 <= value < math.inf:
            raise UsageError(f"{source}: links.thresholds: {value}: expected at least 0")
    if len(suite.thresholds) != len(TOPICS):
        raise UsageError(f"{source}: thresholds: expected {len(TOPICS)} numbers, one for each of {', '.join(TOPICS)}")
    for threshold in (*suite.thresholds, suite.crawl.soft_threshold):
        if not 0.5 < threshold < 1.0:
            raise UsageError(f"{source}: threshold {threshold}: expected more than 0.5 and less than 1")
    if not cells_of(suite):
        raise UsageError(f"{source}: nothing to compute: name some `topics`, for Table 2, in [crawl] or in [links]")
    return suite


def websites_values(suite: WebsitesSuite) -> dict[str, Any]:
    """The suite as plain JSON values; `make_websites_suite` reads it back."""
    return _plain(dataclasses.asdict(suite))


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    listed = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    return {key: _plain(value) if isinstance(value, dict) else value for key, value in listed.items()}
