"""Sources of sites, named by a spec on the command line (`--source`, repeated for the union of several):

directory:http://dir.example/Computers/Hardware/    V1: a branch of a directory of links, its sub-branches included
odp:content.rdf.u8.gz#Top/Computers/Hardware        V1: the same from a dump of the Open Directory
category:http://wiki.example/wiki/Category:Laptops  V1: a wiki's category, the external links of its members
queries, queries:general, queries:pairs, queries:values, queries:values:Screen    V2: see ontology_queries.py
similar                                             V3: pages like the samples
"""

from __future__ import annotations

from collections.abc import Callable

from hubwalk.discovery.sources.source import FoundBy, Given, SiteSource
from hubwalk.errors import unknown_name

__all__ = ["SOURCES", "FoundBy", "Given", "SiteSource", "make_source"]


def _directory(argument: str, given: Given) -> SiteSource:
    from hubwalk.discovery.sources.directory import make_directory

    return make_directory(argument, given)


def _odp(argument: str, given: Given) -> SiteSource:
    from hubwalk.discovery.sources.odp_dump import make_dump

    return make_dump(argument, given)


def _category(argument: str, given: Given) -> SiteSource:
    from hubwalk.discovery.sources.category_pages import make_category

    return make_category(argument, given)


def _queries(argument: str, given: Given) -> SiteSource:
    from hubwalk.discovery.sources.ontology_queries import make_queries

    return make_queries(argument, given)


def _similar(argument: str, given: Given) -> SiteSource:
    from hubwalk.discovery.sources.similar import make_similar

    return make_similar(argument, given)


SOURCES: dict[str, Callable[[str, Given], SiteSource]] = {
    "directory": _directory,
    "odp": _odp,
    "category": _category,
    "queries": _queries,
    "similar": _similar,
}


def make_source(spec: str, given: Given) -> SiteSource:
    """The source that a spec names. UsageError for a name nobody knows, an argument that cannot be, a file that is not
    there and for what is missing in `given`; nothing is fetched or asked yet."""
    name, _, argument = spec.strip().partition(":")
    if name not in SOURCES:
        raise unknown_name("source", name, SOURCES)
    return SOURCES[name](argument.strip(), given)
