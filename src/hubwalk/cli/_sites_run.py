"""What `sites` and `resume` have in common: prepare a crawl for sites, run it, say how it went."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli import PARTIAL
from hubwalk.cli._run import FAILED_ALL, INTERRUPTED, interrupted
from hubwalk.cli._signals import interruptible
from hubwalk.errors import HubwalkError, SpentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hubwalk.cli._sites_task import RememberedPages, SiteTask
    from hubwalk.config import Job
    from hubwalk.drivers.page_reading import Reads
    from hubwalk.drivers.website_limits import WebsiteLimits
    from hubwalk.drivers.website_live import Levels, WebsiteLive
    from hubwalk.ports import SearchEngine
    from hubwalk.site_search import SiteSearch
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.site_results import SiteWriter
    from hubwalk.values import SiteChoice


@dataclasses.dataclass(frozen=True, slots=True)
class Prepared:
    """A crawl for sites that can begin."""

    levels: Levels
    reader: Reads
    failures: Sequence[str] = ()  # example sites that are down, engines that gave up


def check_search(job: Job, search: SiteSearch, log: SqliteCrawlLog | None = None) -> list[SearchEngine]:
    """Refuse what cannot be before anything is fetched; returns the engines that the job needs. A log has the
    classifier, whatever has become of its file."""
    from hubwalk.cli._search import make_engines
    from hubwalk.cli._sites_sources import asks_engines, check_sources

    check_sources(search)
    if search.classifier and log is None:
        from hubwalk.cli._sites_learn import read_classifier

        read_classifier(search.classifier)
    return make_engines(job) if asks_engines(search) else []


def open_site_writer(job: Job, log: SqliteCrawlLog, *, as_table: bool) -> SiteWriter:
    """The job's output, with the sites that the log has found already; a table is for the end."""
    from hubwalk.store.site_results import SiteWriter

    if job.output == "-":
        return SiteWriter.open(None if as_table else "-", log)
    return SiteWriter.open(Path(job.output), log)


def is_table(output: str | None, job: Job) -> bool:
    """True if the sites are to be shown as a table: on a terminal, where no output was named."""
    return output is None and job.output == "-" and sys.stdout.isatty()


def run_sites(task: SiteTask, writer: SiteWriter) -> int:
    """Prepare and crawl until the end, an error or Ctrl-C; returns the exit code."""
    from hubwalk.browsing.lasting import LastingBrowser
    from hubwalk.cli._sites_task import RememberedPages
    from hubwalk.store.websites import WebsiteLog

    job, log = task.job, task.log
    try:
        with interruptible() as check, LastingBrowser(job) as browser:
            prepared = _prepared(task, RememberedPages(browser.fetch_each, WebsiteLog(log), check))
    except KeyboardInterrupt:
        return interrupted(job, log, task.talk)
    return _crawl(task, writer, prepared)


def _prepared(task: SiteTask, fetch: RememberedPages) -> Prepared:
    """Ask the sources, learn from the examples."""
    from hubwalk.cli._sites_learn import classifier_of
    from hubwalk.cli._sites_sources import sites_of_sources
    from hubwalk.drivers.page_reading import ByClassifier, ByValidator

    search = task.search
    found, failures = sites_of_sources(task, fetch) if search.sources else ([], [])
    if not search.learns:
        return Prepared(_listed(task, found), ByValidator(task.validator), failures)
    classifier, down = classifier_of(task, fetch, [choice.site for choice in found])
    return Prepared(_linked(task, found, classifier.error), ByClassifier(classifier), [*failures, *down])


def _linked(task: SiteTask, found: Sequence[SiteChoice], error: float) -> Levels:
    """The two-level website crawler: from the examples, and the sites of the sources, along links between sites."""
    from hubwalk.drivers.website_live import Levels
    from hubwalk.ranking.site_confidence import RunningPrior
    from hubwalk.strategies.website import LinkedSites, start_sites
    from hubwalk.strategies.website_internal import internal_crawlers
    from hubwalk.values import SiteReport, SiteVerdict

    search, names, prior = task.search, task.search.names, RunningPrior()
    starts = [*start_sites(search.like_sites, names, "given as an example"), *found]
    external = LinkedSites(starts, names, weights=search.edge_weights)
    for site in search.unlike_sites:
        external.observe(SiteReport(site, SiteVerdict(False, 0.0, reason="given as not wanted")))
    make = internal_crawlers(
        names, error, prior,
        p_threshold=search.threshold, l_threshold=search.links, most_pages=search.max_pages_per_site,
        read_whole=() if search.classifier else search.like_sites,  # their pages were read for training
    )  # fmt: skip
    return Levels(external, make, names, _limits(task), prior)


def _listed(task: SiteTask, found: Sequence[SiteChoice]) -> Levels:
    """CROSSMARC: the sites of the sources, each tested by the light spider."""
    from hubwalk.cli._sites_sources import words_of_ontology
    from hubwalk.drivers.website_live import Levels
    from hubwalk.strategies.light_spider import light_spiders
    from hubwalk.strategies.website import ListedSites

    names = task.search.names
    samples = [sample.page for sample in task.samples]
    # A keyword alone is no vocabulary: links without it would all be given up.
    words = words_of_ontology(task.search)
    make = light_spiders(names, samples, words, most_pages=task.search.max_pages_per_site)
    return Levels(ListedSites(found, names), make, names, _limits(task))


def _limits(task: SiteTask) -> WebsiteLimits:
    from hubwalk.drivers.website_limits import WebsiteLimits

    job, search = task.job, task.search
    return WebsiteLimits(
        at_once=job.jobs,
        most_relevant=job.max_sites,
        most_pages=job.max_pages,
        pages_per_site=search.max_pages_per_site,
        pprs_ceiling=search.stop_when_pprs_above,
    )


def _crawl(task: SiteTask, writer: SiteWriter, prepared: Prepared) -> int:
    from hubwalk.drivers import engine
    from hubwalk.drivers.website_live import WebsiteLive
    from hubwalk.store.websites import JudgedSite, WebsiteLog

    job, log, talk = task.job, task.log, task.talk
    folding = True

    def judged(site: JudgedSite) -> None:
        if not folding:  # the output has those of earlier runs
            writer.observe(site)
            talk.judged(site)

    with talk.remembering(WebsiteLog(log).totals().pages) as told:
        live = WebsiteLive(job, log, prepared.levels, prepared.reader, on_site=judged, on_folded=told)
    folding = False
    code = INTERRUPTED
    try:
        with talk.showing():
            engine.crawl(live, on_tick=talk.tick_sites)
        code = _exit_code(live, prepared)
    except KeyboardInterrupt:  # the second one: do not wait for the page in flight
        pass
    except SpentError as error:  # one of its limits, as max_pages is
        code = _exit_code(live, prepared)
        talk.notice(f"{error}; `hubwalk resume {shlex.quote(str(log.path))} {error.more}` goes on")
    except HubwalkError as error:
        raise type(error)(f"{error}; nothing fetched is lost, `hubwalk resume {log.path}` goes on") from error
    writer.close()
    progress = live.snapshot()
    if code == FAILED_ALL:
        talk.notice(f"none of {progress.examined} sites could be read; is there a network?")
    sites = WebsiteLog(log).sites(relevant_only=True)
    talk.sum_up(sites, progress, job, code=code, on_stdout=task.as_table)
    return code


def _exit_code(live: WebsiteLive, prepared: Prepared) -> int:
    from hubwalk.drivers import engine

    progress = live.snapshot()
    if live.ending == engine.INTERRUPTED:
        return INTERRUPTED
    if progress.failed >= progress.pages:
        return FAILED_ALL
    return PARTIAL if prepared.failures or live.is_line_down else 0
