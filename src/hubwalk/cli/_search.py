"""The search for sites that `find` and `resume` begin with when no site was named."""

from __future__ import annotations

import dataclasses
import shlex
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli import PARTIAL
from hubwalk.cli._progress import Talk
from hubwalk.cli._run import interrupted, run
from hubwalk.cli._signals import interruptible
from hubwalk.errors import HubwalkError, SearchError, UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.discovery.found import Discovery
    from hubwalk.discovery.tokens import Token
    from hubwalk.drivers.discovery import SearchProgress
    from hubwalk.ports import SearchEngine, Validator
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.results import ResultWriter

_DEFAULT_ENGINES = ("local",)


def make_engines(job: Job) -> list[SearchEngine]:
    """The engines that the job needs; checked before anything is fetched, keys included."""
    from hubwalk.discovery.engines import make_engine
    from hubwalk.samples import is_url
    from hubwalk.strategies import takes_context

    if job.sites and not takes_context(job.strategy):
        return []

    made: dict[str, SearchEngine] = {}
    for spec in dict.fromkeys(job.engines or _DEFAULT_ENGINES):
        engine = make_engine(spec)
        if engine.name in made:  # their answers could not be told apart
            raise UsageError(f"{engine.name} is given twice: one --engine for each address")
        made[engine.name] = engine
    engines = list(made.values())
    if (
        not job.sites
        and all(getattr(engine, "by_host", False) for engine in engines)
        and not any(map(is_url, job.like))
    ):
        raise UsageError(
            f"{engines[0].name} knows hosts, not words: give another --engine beside it, or a sample by its web address"
        )
    return engines


def kept_job(job: Job, engines: Sequence[SearchEngine]) -> dict[str, object]:
    """The job for the crawl log: without keys, and with the engines that it has."""
    from hubwalk.config import as_dict
    from hubwalk.discovery.engines import kept_spec

    specs = (job.engines or _DEFAULT_ENGINES) if engines else ()
    return as_dict(dataclasses.replace(job, engines=tuple(map(kept_spec, specs))))


def tokens_of(job: Job, samples: Sequence[Sample], talk: Talk) -> list[Token]:
    """The words to ask for: the user's, or those of the samples. None are needed where sites are named."""
    from hubwalk.discovery.tokens import get_tokens, keyword_tokens
    from hubwalk.pages.languages import languages_of, stop_words
    from hubwalk.pages.words import own_text

    if job.sites:
        return []
    if own := keyword_tokens(job.keywords):
        return own
    texts = [own_text(sample.page.html) for sample in samples]
    languages = languages_of(texts)
    unknown = [language for language in languages if not stop_words(language)]
    if unknown:
        talk.notice(f"no stop words for language {', '.join(unknown)}: common words may get into the queries")
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
    tokens: Sequence[Token],
    engines: Sequence[SearchEngine],
    talk: Talk,
) -> Discovery:
    """Search until the end, or go on with a search that the log has begun. The end is in the log. KeyboardInterrupt
    after SIGINT or SIGTERM."""
    from hubwalk.browsing.lasting import LastingBrowser
    from hubwalk.discovery.queries import QueryGeneration
    from hubwalk.discovery.search import Asker
    from hubwalk.drivers.discovery import discover
    from hubwalk.store.search_log import SearchLog

    began = time.monotonic()
    memory = SearchLog(log)
    search = QueryGeneration(
        tokens,
        query_length=job.query_length,
        max_queries=job.max_queries,
        max_iterations=job.max_iterations,
        results=job.results,
        by_domain=job.scope == "domain",
        ask_hosts=any(getattr(engine, "by_host", False) for engine in engines),
    )
    said: list[str] = []

    def notice(text: str) -> None:
        said.append(text)
        talk.notice(text)

    asker = Asker(engines, memory, per_minute=job.queries_per_minute, max_queries=job.max_queries, on_notice=notice)
    with talk.searching(), interruptible() as check, LastingBrowser(job) as browser:

        def searched(progress: SearchProgress) -> None:
            talk.searched(progress)
            check()
            if job.max_time and time.monotonic() - began >= job.max_time:
                search.stop(f"max_time of {job.max_time:g} s is over")

        found = discover(
            search,
            asker,
            browser.fetch_each,
            validator,
            kept=memory,
            samples=samples,
            most_sites=job.max_sites,
            max_queries=job.max_queries,
            on_progress=searched,
        )
    for error in found.given_up:  # though samples name sites to go on with
        if error not in said:
            talk.notice(error)
    memory.end(found)
    return found


def search_and_run(
    job: Job,
    log: SqliteCrawlLog,
    samples: Sequence[Sample],
    validator: Validator,
    *,
    tokens: Sequence[Token],
    engines: Sequence[SearchEngine],
    writer: ResultWriter | None,
    talk: Talk,
) -> int:
    """The whole job: sites, then their pages. Without a writer it ends with the sites. Returns the exit code."""
    began = time.monotonic()
    try:
        found = find_sites(job, log, samples, validator, tokens=tokens, engines=engines, talk=talk)
    except KeyboardInterrupt:
        return interrupted(job, log, talk)
    except HubwalkError as error:
        if isinstance(error, SearchError) and error.kind == SearchError.KEY:
            raise
        again = f"hubwalk resume {shlex.quote(str(log.path))} {getattr(error, 'more', '')}".strip()
        raise type(error)(f"{error}; `{again}` tries again") from error
    talk.found(found, db=str(log.path), crawl=writer is not None)
    code = PARTIAL if found.given_up else 0  # to end at a limit is all well
    if writer is None:
        _write_sites(job, log)
    sites = _sites(job, log, found)
    if not sites:
        raise UsageError(_nothing(found, log))
    left = max(0.0, job.max_time - (time.monotonic() - began))
    if writer is None or (job.max_time and not left):
        talk.ended(db=str(log.path), output=job.output, exit_code=code)
        return code
    named = dataclasses.replace(job, sites=sites, max_time=left)
    crawled = run(named, log, samples, validator, writer, talk=talk, engines=engines, found=found.candidates)
    return crawled or code


def _sites(job: Job, log: SqliteCrawlLog, found: Discovery) -> tuple[str, ...]:
    """Those that were begun, however a resumed search spells or ranks them, then the others."""
    from hubwalk.discovery.queries import site_key

    by_domain = job.scope == "domain"
    begun = list(log.site_states())
    keys = {site_key(url, by_domain=by_domain) for url in begun}
    others = [site.site for site in found.sites if site_key(site.site, by_domain=by_domain) not in keys]
    most = max(job.max_sites, len(begun)) if job.max_sites else None
    return tuple([*begun, *others][:most])


def _nothing(found: Discovery, log: SqliteCrawlLog) -> str:
    silent = [seen.response.error for seen in found.candidates if not seen.response.status]
    if silent and len(silent) == len(found.candidates):
        again = f"`hubwalk resume {shlex.quote(str(log.path))}` tries again"
        return f"no site found: none of {len(silent)} pages could be had, {silent[0]}; is there a network? {again}"
    return (
        f"no site found with {found.queries} queries: {found.ending}; "
        "show more samples, give --keyword, another --engine or more --max-queries"
    )


def _write_sites(job: Job, log: SqliteCrawlLog) -> None:
    from hubwalk.store.search_exports import export_search

    export_search(log, "sites", "-" if job.output == "-" else Path(job.output))
