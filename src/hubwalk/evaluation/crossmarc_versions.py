"""The versions of the CROSSMARC crawler on the web of shops: the sites that each of them names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hubwalk.demo.shops.corpus import offers
from hubwalk.demo.shops.coverage import RESULTS, SEED_PAGES, SIMILAR
from hubwalk.demo.shops.engine import make_engine
from hubwalk.demo.shops.ontology import ontology_of
from hubwalk.demo.shops.site_kinds import GENERAL, NARROW
from hubwalk.demo.shops.web import ShopWeb, make_shops
from hubwalk.discovery.engines.local import LocalEngine
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.sources import Given, make_source
from hubwalk.evaluation.crossmarc_outcomes import Found
from hubwalk.evaluation.crossmarc_paper import V1_GENERAL, V1_NARROW, V2_GENERAL, V2_PAIRS, V2_SCREEN, V3
from hubwalk.pages.site_names import SiteNames
from hubwalk.values import Response

_QUERIES = {V2_GENERAL: "queries:general", V2_PAIRS: "queries:pairs", V2_SCREEN: "queries:values:Screen"}
_BRANCHES = {V1_GENERAL: GENERAL, V1_NARROW: NARROW}


def run_version(sites: int, seed: int, language: str, version: str) -> Found:
    """The sites that a version finds in a web, in one language."""
    web = make_shops(sites, seed)
    fetched = _Counted(web)
    asker = None if version in _BRANCHES else Asker([_engine(sites, seed, language)], NoMemory())
    seeds = offers(make_shops(sites, seed, corpus=True), language, SEED_PAGES) if version == V3 else ()
    given = Given(
        asker=asker,
        ontology=ontology_of(web.world),
        samples=tuple(seeds),
        languages=(language,),
        results=SIMILAR if version == V3 else RESULTS,
    )
    names = SiteNames()
    source = make_source(_spec(web, language, version), given)
    keys = dict.fromkeys(names.key(found.url) for found in source.sites(fetched))
    number_of = {names.key(site.home): number for number, site in enumerate(web.sites(language))}
    return Found(
        sites=tuple(sorted(number_of[key] for key in keys if key in number_of)),
        strangers=tuple(sorted(key for key in keys if key not in number_of)),
        pages=fetched.count,
        queries=asker.queries if asker is not None else 0,
    )


def _spec(web: ShopWeb, language: str, version: str) -> str:
    if version in _BRANCHES:
        return f"directory:{web.branch(language, _BRANCHES[version])}"
    return _QUERIES.get(version, "similar")


@lru_cache(maxsize=2)
def _engine(sites: int, seed: int, language: str) -> LocalEngine:
    """One engine for all versions that a process runs."""
    return make_engine(make_shops(sites, seed), language)


class _Counted:
    """Fetches pages of the web, and counts them."""

    def __init__(self, web: ShopWeb) -> None:
        self._web = web
        self.count = 0

    def __call__(self, urls: Sequence[str]) -> Iterator[Response]:
        for url in urls:
            self.count += 1
            yield self._web.fetch(url)
