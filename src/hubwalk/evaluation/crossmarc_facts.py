"""The truth about the sites of a web of shops, as far as a report speaks of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from hubwalk.demo.shops.coverage import is_known, is_listed
from hubwalk.demo.shops.site_kinds import KINDS, SiteKind
from hubwalk.demo.shops.web import make_shops
from hubwalk.evaluation.crossmarc_suite import CrossmarcSuite


@dataclass(frozen=True, slots=True)
class WebFacts:
    """The sites of one web in one language, by number."""

    language: str
    seed: int
    marks: tuple[int, ...]  # 4 * place in KINDS + 2 if the directory lists it + 1 if the engine knows it

    def kind(self, number: int) -> SiteKind:
        return KINDS[self.marks[number] // 4]

    def is_fit(self, number: int) -> bool:
        return self.kind(number).fit

    def is_listed(self, number: int) -> bool:
        return bool(self.marks[number] & 2)

    def is_known(self, number: int) -> bool:
        return bool(self.marks[number] & 1)

    @property
    def fit(self) -> frozenset[int]:
        """The fit sites."""
        return _fit(self.marks)


@lru_cache(maxsize=64)
def _fit(marks: tuple[int, ...]) -> frozenset[int]:
    """Asked for every union of every language."""
    return frozenset(number for number, mark in enumerate(marks) if KINDS[mark // 4].fit)


def facts_of(suite: CrossmarcSuite) -> tuple[WebFacts, ...]:
    """All webs of a suite, in all its languages."""
    return tuple(_facts(suite.sites, seed, language) for seed in suite.seeds for language in suite.languages)


def _facts(sites: int, seed: int, language: str) -> WebFacts:
    marks: Iterable[int] = (
        4 * KINDS.index(site.kind) + 2 * is_listed(site.host) + is_known(site.host)
        for site in make_shops(sites, seed).sites(language)
    )
    return WebFacts(language, seed, tuple(marks))
