"""What a strategy must know before a live crawl: the context graph, from engines that tell backlinks.

Backlinks and the pages of the layers are kept in the crawl log: a resumed crawl builds the same context from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hubwalk.cli._progress import Talk
from hubwalk.errors import SearchError, UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.discovery.found import Candidate
    from hubwalk.ports import BacklinkSource, SearchEngine
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Page

_KEPT = "context "  # before the URL of a page of the context, among the samples of the log


def contexts_of(
    job: Job,
    log: SqliteCrawlLog,
    samples: Sequence[Sample],
    *,
    engines: Sequence[SearchEngine],
    found: Sequence[Candidate],
    talk: Talk,
) -> dict[str, Sequence[Sequence[Page]]]:
    """The context of each site for the job's strategy; {} if the strategy takes none. A site of several for which there
    is none is left out, and the notice says why."""
    from hubwalk.discovery.context_layers import context_for
    from hubwalk.pages.scope import Scope
    from hubwalk.samples import start_on
    from hubwalk.strategies import takes_context
    from hubwalk.values import Site

    if not takes_context(job.strategy):
        return {}
    pages = _Pages(job, log)
    source = _source(engines, log)
    contexts: dict[str, Sequence[Sequence[Page]]] = {}
    for url in job.sites:
        scope = Scope(Site(url, job.scope))
        starts = [start for sample in samples if (start := start_on(scope, sample))]
        starts += [own for seen in found if seen.verdict.accepted and (own := scope.own(seen.url))]
        with talk.reading([url]):
            try:
                context = context_for(job.strategy, list(dict.fromkeys(starts)), source, pages.fetch)
            except SearchError as error:
                if len(job.sites) == 1:
                    raise
                talk.notice(f"{url} is left out: {error}")
                continue
        if context is not None:
            contexts[url] = context.layers
            if context.cut_short:
                talk.notice(f"{url}: the context graph is smaller than it could be: {context.cut_short}")
    if not contexts:
        raise UsageError("no site has backlinks that context_graph could learn from: choose another --strategy")
    return contexts


def _source(engines: Sequence[SearchEngine], log: SqliteCrawlLog) -> BacklinkSource | None:
    """The first engine that tells backlinks, with the log as its memory."""
    from hubwalk.ports import BacklinkSource

    for engine in engines:
        if isinstance(engine, BacklinkSource):
            return _LoggedBacklinks(engine.name, engine, log)
    return None


class _LoggedBacklinks:
    """Asks nothing twice."""

    def __init__(self, name: str, source: BacklinkSource, log: SqliteCrawlLog) -> None:
        from hubwalk.store.search_log import SearchLog

        self._name, self._source, self._log = name, source, SearchLog(log)

    def backlinks(self, url: str, limit: int) -> Sequence[str]:
        from hubwalk.discovery.queries import BACKLINKS, Query
        from hubwalk.values import SearchAnswer, SearchResult

        query = Query(f"link:{url}", BACKLINKS, limit)
        known = self._log.recall(self._name, query.text, limit)
        if known is None:
            found = self._source.backlinks(url, limit)
            known = SearchAnswer(query.text, -1, tuple(SearchResult(link) for link in found))
            self._log.remember(self._name, query, known)
        return [result.url for result in known.results]


class _Pages:
    """Pages of the context: from the log, or fetched and put there."""

    def __init__(self, job: Job, log: SqliteCrawlLog) -> None:
        self._job, self._log = job, log

    def fetch(self, urls: Sequence[str]) -> list[Page]:
        from hubwalk.browsing.http import HttpBrowser
        from hubwalk.pages.parse import read

        kept = dict(self._log.samples())
        missing = [url for url in urls if _KEPT + url not in kept]
        for url, response in zip(missing, HttpBrowser(self._job).fetch_all(missing) if missing else (), strict=True):
            self._log.add_sample(_KEPT + url, response)
            kept[_KEPT + url] = response
        return [read(kept[_KEPT + url]) for url in urls]
