"""Precision and recall of lists of sites, as they are and as the light spider leaves them; means over the webs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from hubwalk.evaluation.crossmarc_facts import WebFacts
from hubwalk.evaluation.crossmarc_paper import VERSIONS, Quality
from hubwalk.evaluation.crossmarc_runs import CrossmarcResults

Union = tuple[str, ...]  # versions whose lists are put together; a single one is a union too


@dataclass(frozen=True, slots=True)
class SiteList:
    """The sites that some versions name in one web."""

    web: WebFacts
    sites: frozenset[int]
    strangers: frozenset[str]  # gone, or in another language: never fit
    pages: int  # of directories
    queries: int

    @property
    def size(self) -> int:
        return len(self.sites) + len(self.strangers)

    @property
    def right(self) -> int:
        return len(self.sites & self.web.fit)

    @property
    def quality(self) -> Quality:
        fit = self.web.fit
        return Quality(self.right / self.size if self.size else 0.0, self.right / len(fit) if fit else 1.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """A union in one language: means over the webs."""

    sites: float
    right: float
    quality: Quality
    papers_recall: float  # of the fit sites that any version found: what the authors took for all
    pages: float
    queries: float


def measured(results: CrossmarcResults, language: str, union: Union) -> Measured | None:
    """What a union comes to; None where cells are missing."""
    lists = lists_of(results, language, union)
    everything = lists_of(results, language, VERSIONS)
    if lists is None or everything is None:
        return None
    right = [(some.right, whole.right) for some, whole in zip(lists, everything, strict=True)]
    return Measured(
        sites=fmean(found.size for found in lists),
        right=fmean(found.right for found in lists),
        quality=mean_quality([found.quality for found in lists]),
        papers_recall=fmean(some / whole if whole else 1.0 for some, whole in right),
        pages=fmean(found.pages for found in lists),
        queries=fmean(found.queries for found in lists),
    )


def lists_of(results: CrossmarcResults, language: str, union: Union) -> list[SiteList] | None:
    """The lists of a union, one per web; None where cells are missing."""
    lists = []
    for web in results.of(language):
        found = [results.found(web, version) for version in union]
        there = [some for some in found if some is not None]
        if len(there) < len(found):
            return None
        lists.append(
            SiteList(
                web,
                frozenset(number for some in there for number in some.sites),
                frozenset(host for some in there for host in some.strangers),
                sum(some.pages for some in there),
                sum(some.queries for some in there),
            )
        )
    return lists


@dataclass(frozen=True, slots=True)
class Checked:
    """A union after the light spider, in one language: means over the webs."""

    sites: float
    quality: Quality
    fetched: float  # pages for all sites of the list, one for each that is gone


def checked(results: CrossmarcResults, language: str, union: Union) -> Checked | None:
    """What the light spider leaves of a union; None where cells are missing."""
    lists = lists_of(results, language, union)
    if lists is None:
        return None
    qualities, sizes, fetched = [], [], []
    for found in lists:
        spidered = results.spidered(found.web)
        if spidered is None:
            return None
        left = SiteList(found.web, frozenset(filter(spidered.is_fit, found.sites)), frozenset(), 0, 0)
        qualities.append(left.quality)
        sizes.append(left.size)
        fetched.append(sum(map(spidered.pages, found.sites)) + len(found.strangers))
    return Checked(fmean(sizes), mean_quality(qualities), fmean(fetched))


@dataclass(frozen=True, slots=True)
class SpiderQuality:
    """The light spider on all sites of a language; sums over the webs."""

    sites: int
    fit: int
    called: int  # fit by the spider
    right: int  # of these
    fit_pages: float  # fetched of a site that was called fit, on average
    unfit_pages: float

    @property
    def quality(self) -> Quality:
        return Quality(self.right / self.called if self.called else 0.0, self.right / self.fit if self.fit else 1.0)

    @property
    def accuracy(self) -> float:
        return (self.sites - (self.called - self.right) - (self.fit - self.right)) / self.sites


def spider_quality(results: CrossmarcResults, language: str) -> SpiderQuality | None:
    """How often the light spider is right about a site; None where cells are missing."""
    sites = fit = 0
    rows: list[tuple[bool, bool, int]] = []  # is fit, is called fit, pages
    for web in results.of(language):
        spidered = results.spidered(web)
        if spidered is None:
            return None
        sites, fit = sites + len(web.marks), fit + len(web.fit)
        rows += [(web.is_fit(n), spidered.is_fit(n), spidered.pages(n)) for n in range(len(web.marks))]
    return SpiderQuality(
        sites,
        fit,
        sum(called for _, called, _ in rows),
        sum(is_fit and called for is_fit, called, _ in rows),
        _mean(rows, called=True),
        _mean(rows, called=False),
    )


def _mean(rows: Sequence[tuple[bool, bool, int]], *, called: bool) -> float:
    pages = [pages for _, said, pages in rows if said is called]
    return fmean(pages) if pages else 0.0


def mean_quality(qualities: Sequence[Quality]) -> Quality:
    return Quality(fmean(one.precision for one in qualities), fmean(one.recall for one in qualities))


def best_of(
    results: CrossmarcResults, language: str, measure: Callable[[Quality], float], least: int = 2
) -> Union | None:
    """The union of at least so many versions that is best by a measure; of equals the shortest."""
    unions = [union for size in range(least, len(VERSIONS) + 1) for union in combinations(VERSIONS, size)]
    found = {union: lists for union in unions if (lists := lists_of(results, language, union)) is not None}
    qualities = {union: mean_quality([one.quality for one in lists]) for union, lists in found.items()}
    return max(qualities, key=lambda union: measure(qualities[union])) if qualities else None
