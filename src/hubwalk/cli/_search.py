"""The search for sites that `find` and `resume` begin with when no site was named."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli import PARTIAL
from hubwalk.cli._progress import Talk
from hubwalk.cli._run import INTERRUPTED, run
from hubwalk.errors import HubwalkError, SearchError, UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.discovery.found import Discovery
    from hubwalk.discovery.tokens import Token
    from hubwalk.ports import SearchEngine, Validator
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.results import ResultWriter

_DEFAULT_ENGINES = ("local",)


def make_engines(job: Job) -> list[SearchEngine]:
    """The engines that the job needs; checked before anything is fetched, keys included."""
    from hubwalk.discovery.engines import make_engine
    from hubwalk.strategies import takes_context

    if job.sites and not takes_context(job.strategy):
        return []

    return [make_engine(spec) for spec in dict.fromkeys(job.engines or _DEFAULT_ENGINES)]


def tokens_of(job: Job, samples: Sequence[Sample]) -> list[Token]:
    """The words to ask for: the user's, or those of the samples."""
    from hubwalk.discovery.languages import languages_of, stop_words
    from hubwalk.discovery.tokens import get_tokens, keyword_tokens
    from hubwalk.pages.words import own_text

    if job.keywords:
        return keyword_tokens(job.keywords)
    texts = [own_text(sample.page.html) for sample in samples]
    languages = languages_of(texts)
    unknown = [language for language in languages if not stop_words(language)]
    if unknown:
        names = ", ".join(unknown)
        print(f"hubwalk: no stop words for language {names}: common words may get into the queries", file=sys.stderr)
    dropped = frozenset().union(*map(stop_words, languages))
    tokens = get_tokens(texts, dropped, most=job.max_words, least=job.query_length)
    if not tokens:
        raise UsageError("the samples have no words outside of links; give other samples, or words with --keyword")
    return tokens


def find_sites(
    job: Job,
    log: SqliteCrawlLog,
    samples: Sequence[Sample],
    validator: Validator,
    *,
    engines: Sequence[SearchEngine],
    talk: Talk,
) -> Discovery:
    """Search until the end, or go on with a search that the log has begun. The end is in the log."""
    from hubwalk.browsing.http import HttpBrowser
    from hubwalk.discovery.queries import QueryGeneration
    from hubwalk.discovery.search import Asker
    from hubwalk.drivers.discovery import discover
    from hubwalk.store.search_log import SearchLog

    memory = SearchLog(log)
    search = QueryGeneration(
        tokens_of(job, samples),
        query_length=job.query_length,
        max_queries=job.max_queries,
        max_iterations=job.max_iterations,
        results=job.results,
        by_domain=job.scope == "domain",
        ask_hosts=any(getattr(engine, "by_host", False) for engine in engines),
    )
    asker = Asker(engines, memory, per_minute=job.queries_per_minute, on_notice=talk.notice)
    with talk.searching():
        found = discover(
            search,
            asker,
            HttpBrowser(job).fetch_all,
            validator,
            kept=memory,
            samples=samples,
            most_sites=job.max_sites,
            max_queries=job.max_queries,
            on_progress=talk.searched,
        )
    memory.end(found)
    return found


def search_and_run(
    job: Job,
    log: SqliteCrawlLog,
    samples: Sequence[Sample],
    validator: Validator,
    *,
    engines: Sequence[SearchEngine],
    writer: ResultWriter | None,
    talk: Talk,
) -> int:
    """The whole job: sites, then their pages. Without a writer it ends with the sites. Returns the exit code."""
    try:
        found = find_sites(job, log, samples, validator, engines=engines, talk=talk)
    except KeyboardInterrupt:
        print(f"hubwalk: interrupted; `hubwalk resume {shlex.quote(str(log.path))}` goes on", file=sys.stderr)
        return INTERRUPTED
    except HubwalkError as error:
        if isinstance(error, SearchError) and error.kind == SearchError.KEY:
            raise
        raise type(error)(f"{error}; `hubwalk resume {shlex.quote(str(log.path))}` tries again") from error
    talk.found(found, db=str(log.path), crawl=writer is not None)
    code = 0 if found.complete else PARTIAL
    if writer is None:
        _write_sites(job, log)
        return code
    sites = dict.fromkeys([*log.site_states(), *(site.site for site in found.sites)])
    if not sites:
        raise UsageError(
            f"no site found with {found.queries} queries: {found.ending}; "
            "show more samples, give --keyword, another --engine or more --max-queries"
        )
    named = dataclasses.replace(job, sites=tuple(sites))
    crawled = run(named, log, samples, validator, writer, talk=talk, engines=engines, found=found.candidates)
    return crawled or code


def _write_sites(job: Job, log: SqliteCrawlLog) -> None:
    from hubwalk.store.search_exports import export_search

    export_search(log, "sites", "-" if job.output == "-" else Path(job.output))
