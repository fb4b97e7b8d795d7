"""The queries of one domain: from the sample documents alone to the sites, among decoys, with the demo web's engine.

The samples are documents without an address, so no site is known beforehand. The search is the one of `hubwalk find`
with its default settings.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from hubwalk.config import Job
from hubwalk.demo.recorded import RecordedDemo
from hubwalk.demo.search_engine import make_engine_for
from hubwalk.demo.web import Domain, make_domain
from hubwalk.discovery.found import Discovery, FoundSite
from hubwalk.discovery.queries import QueryGeneration
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.tokens import get_tokens
from hubwalk.drivers.discovery import discover
from hubwalk.evaluation.cells import Finished, digest
from hubwalk.evaluation.results import DiscoveryFacts
from hubwalk.evaluation.subjects import demo_browser, read_demo
from hubwalk.evaluation.suite import Suite
from hubwalk.pages.languages import languages_of, stop_words
from hubwalk.pages.words import own_text
from hubwalk.validators import make_validator
from hubwalk.values import Response


@dataclasses.dataclass(frozen=True, slots=True)
class DiscoveryPiece:
    """The search of one domain."""

    suite: Suite
    domain: str

    @property
    def validator(self) -> str:
        tabular = make_domain(self.domain, scale=self.suite.scale, seed=self.suite.demo_seed).tabular
        return self.suite.validators.tabular if tabular else self.suite.validators.text

    @property
    def key(self) -> str:
        suite = self.suite
        return digest(
            {
                "search": [self.domain, suite.scale, suite.demo_seed, suite.samples, self.validator],
                "queries": suite.discovery.max_queries,
                "starts": suite.starts,
            }
        )


def discover_sites(piece: DiscoveryPiece) -> Iterator[Finished]:
    """Search for the sites of a domain; the record has the facts, and for each site found where to start."""
    began = time.monotonic()
    suite = piece.suite
    domain = make_domain(piece.domain, scale=suite.scale, seed=suite.demo_seed)
    browsers = {urlsplit(b.entry).netloc: b for b in map(demo_browser, (*domain.sites, *domain.decoys))}
    found = _search(piece, domain, browsers)
    real = {urlsplit(demo_browser(site).entry).netloc: site.name for site in domain.sites}
    listed = [(real.get(urlsplit(site.site).netloc, ""), site) for site in found.sites]
    facts = DiscoveryFacts(
        domain=piece.domain,
        queries=found.queries,
        real=len(domain.sites),
        found=sum(bool(name) for name, _ in listed),
        listed=len(listed),
        first=sum(bool(name) for name, _ in listed[: len(domain.sites)]),
        ended=found.ending,
        authorities=sum(len(site.authorities) for site in found.sites),
    )
    starts = {name: _starts(site, suite.starts) for name, site in listed if name}
    record = {"facts": dataclasses.asdict(facts), "starts": starts}
    yield Finished(piece.key, f"{piece.domain} search", record, 0.0, time.monotonic() - began)


def _search(piece: DiscoveryPiece, domain: Domain, browsers: dict[str, RecordedDemo]) -> Discovery:
    samples = read_demo(domain.samples(piece.suite.samples))
    validator = make_validator([piece.validator], samples)  # the sample documents alone, no near misses
    engine = make_engine_for([domain], {browser.site.name: browser.entry for browser in browsers.values()})
    settings = Job(sites=())
    texts = [own_text(page.html) for page in samples]
    dropped = frozenset().union(*map(stop_words, languages_of(texts)))
    search = QueryGeneration(
        get_tokens(texts, dropped, most=settings.max_words, least=settings.query_length),
        query_length=settings.query_length,
        max_queries=piece.suite.discovery.max_queries,
        max_iterations=settings.max_iterations,
        results=settings.results,
    )

    def fetch(url: str) -> Response:
        browser = browsers.get(urlsplit(url).netloc)
        return browser.fetch(url) if browser else Response(url, url, 404)

    return discover(search, Asker([engine], NoMemory()), lambda urls: list(map(fetch, urls)), validator)


def _starts(site: FoundSite, count: int) -> list[str]:
    return site.authorities[:count]
