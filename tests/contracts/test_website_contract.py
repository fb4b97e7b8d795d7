"""All crawlers for sites against the contracts of their ports, and the contracts against crawlers that break them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from hubwalk.pages.site_names import SiteNames
from hubwalk.ranking.edge_weights import WEIGHTS
from hubwalk.strategies.light_spider import LightSpider
from hubwalk.strategies.website import LinkedSites, ListedSites
from hubwalk.strategies.website_internal import DecisivePages
from hubwalk.testing import check_external_crawler, check_internal_crawler
from hubwalk.values import Choice, Page, SiteChoice, SiteReport, SiteVerdict


@pytest.mark.parametrize("weights", WEIGHTS)
def test_linked_sites(weights: str) -> None:
    check_external_crawler(lambda sites, names: LinkedSites(sites, names, weights=weights))


def test_listed_sites() -> None:
    check_external_crawler(ListedSites)


@pytest.mark.parametrize("p_threshold", [0.7, 0.9, 0.99])
@pytest.mark.parametrize("error", [0.05, 0.3])
def test_decisive_pages(p_threshold: float, error: float) -> None:
    check_internal_crawler(lambda site, names: DecisivePages(site, names, error, p_threshold=p_threshold))


def test_light_spider() -> None:
    check_internal_crawler(lambda site, names: LightSpider(site, names, ("horse",)))


class Forgetful(LinkedSites):
    """Takes no notice of reports of sites that it did not choose."""

    def observe(self, report: SiteReport) -> None:
        if "www." not in report.site:
            super().observe(report)


class TwoNames(ListedSites):
    """Does not know that two spellings are one site."""

    def __init__(self, sites: Sequence[SiteChoice], names: SiteNames) -> None:
        super().__init__([], names)
        self._waiting.extend(sites)
        self._seen = type("Nothing", (set,), {"__contains__": lambda *_: False})()


class Silent(LinkedSites):
    def choose(self) -> SiteChoice | None:
        found = super().choose()
        return found and replace(found, sources=())


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (Forgetful, "that a resumed log had reported"),
        (TwoNames, "chose a site twice"),
        (Silent, "how it was found"),
    ],
)
def test_broken_external_crawlers_are_noticed(broken: Callable[..., LinkedSites], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check_external_crawler(broken)


class Endless(DecisivePages):
    def __init__(self, site: str, names: SiteNames) -> None:
        super().__init__(site, names, 0.1, most_pages=10**9)


class Trusting(DecisivePages):
    """Takes every site for a wanted one."""

    def __init__(self, site: str, names: SiteNames) -> None:
        super().__init__(site, names, 0.1)

    def verdict(self) -> SiteVerdict:
        found = super().verdict()
        return replace(found, relevant=found.pages > 0)


class Uncounted(Trusting):
    def verdict(self) -> SiteVerdict:
        return replace(super().verdict(), pages=7)


class Astray(Trusting):
    """Follows links to other sites."""

    def choose(self) -> Choice | None:
        found = super().choose()
        return found if found is None or found.rule == "home" else replace(found, url="http://other.test/")


class Stubborn(Trusting):
    """Looks further after a home page that cannot be had."""

    def observe(self, page: Page, confidences: Sequence[float]) -> None:
        super().observe(page, confidences)
        self._over = ""


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (Endless, "and no end"),
        (Trusting, "is relevant"),
        (Uncounted, "the verdict says 7"),
        (Astray, "a page of another site"),
        (Stubborn, "is relevant"),
    ],
)
def test_broken_internal_crawlers_are_noticed(broken: Callable[..., DecisivePages], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        check_internal_crawler(broken)
