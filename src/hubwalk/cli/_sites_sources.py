"""The sources of a crawl for sites: asked one after the other, and never twice: the log has what they said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.errors import UsageError, unknown_name

if TYPE_CHECKING:
    from hubwalk.cli._sites_task import RememberedPages, SiteTask
    from hubwalk.config import Job
    from hubwalk.discovery.search import Asker
    from hubwalk.discovery.sources import FoundBy, SiteSource
    from hubwalk.discovery.sources.source import Fetch
    from hubwalk.samples import Sample
    from hubwalk.site_search import SiteSearch
    from hubwalk.store.websites import WebsiteLog
    from hubwalk.validators.ontology import Ontology
    from hubwalk.values import SiteChoice

_ASKING = ("queries", "similar")  # sources that need a search engine


def asks_engines(search: SiteSearch) -> bool:
    """True if a source of the job needs a search engine."""
    return any(spec.partition(":")[0].strip() in _ASKING for spec in search.sources)


def check_sources(search: SiteSearch) -> None:
    """UsageError for a source that nobody knows, and for an ontology that cannot be read."""
    from hubwalk.discovery.sources import SOURCES

    for spec in search.sources:
        name = spec.partition(":")[0].strip()
        if name not in SOURCES:
            raise unknown_name("source", name, SOURCES)
    _ontology(search)


def words_of_ontology(search: SiteSearch) -> list[str]:
    """What the wanted things are called: the names of the class, general words, makers; [] without an ontology."""
    ontology = _ontology(search)
    if ontology is None:
        return []
    general = [form for _, forms in ontology.lexicon.words for form in forms]
    return [*ontology.names, *general, *(maker for maker, _ in ontology.lexicon.pairs)]


def sites_of_sources(task: SiteTask, fetch: RememberedPages) -> tuple[list[SiteChoice], list[str]]:
    """The sites that the sources name, those that more of them know first, and what went wrong. UsageError if there is
    none, or a source that does not exist."""
    from hubwalk.discovery.search import Asker
    from hubwalk.discovery.sources.union import Union
    from hubwalk.store.search_log import SearchLog
    from hubwalk.store.websites import WebsiteLog

    job, search, log, talk = task.job, task.search, task.log, task.talk
    memory, pace = SearchLog(log), job.queries_per_minute
    asker = Asker(task.engines, memory, per_minute=pace, max_queries=job.max_queries, on_notice=talk.notice)
    made = make_sources(job, search, task.samples, asker, talk.notice)
    names = search.names
    told = [_Logged(source, WebsiteLog(log), asker) for source in made]
    union = Union(told, names.site_of, names.key)
    with talk.step("asking " + ", ".join(source.name for source in made)) as counted:
        for _ in union.sites(fetch):
            counted()
    found = union.found()
    given_up = [str(error) for error in asker.given_up.values()]
    if not found:
        why = given_up[0] if given_up else "none of them knows any"
        raise UsageError(f"no site found by {', '.join(search.sources)}: {why}; give another --source, or more words")
    return found, given_up


def make_sources(
    job: Job, search: SiteSearch, samples: Sequence[Sample], asker: Asker, on_notice: Callable[[str], None]
) -> list[SiteSource]:
    """The sources that the job names; UsageError for one that cannot be."""
    from hubwalk.discovery.sources import Given, make_source

    given = Given(
        asker=asker,
        ontology=_ontology(search),
        keywords=tuple(keyword for keyword in job.keywords if keyword.strip()),
        samples=tuple(sample.page for sample in samples),
        max_queries=job.max_queries,
        results=job.results,
        on_notice=on_notice,
    )
    return [make_source(spec, given) for spec in search.sources]


def _ontology(search: SiteSearch) -> Ontology | None:
    from hubwalk.validators.ontology_file import read_ontology

    return read_ontology(Path(search.ontology)) if search.ontology else None


class _Logged:
    """A source whose sites are in the log once it has told them all; then it is not asked again."""

    def __init__(self, source: SiteSource, kept: WebsiteLog, asker: Asker) -> None:
        self._source, self._kept, self._asker = source, kept, asker

    @property
    def name(self) -> str:
        return self._source.name

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:
        from hubwalk.discovery.sources import FoundBy

        known = self._kept.source(self.name)
        if known is not None and not known[1]:
            yield from (FoundBy(url, self.name, how) for url, how in known[0])
            return
        found: list[tuple[str, str]] = []
        for way in self._source.sites(fetch):
            found.append((way.url, way.how))
            yield way
        self._kept.source_ended(self.name, found, "; ".join(map(str, self._asker.given_up.values())))
