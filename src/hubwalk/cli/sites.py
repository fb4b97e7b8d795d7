"""`hubwalk sites`: sites of a kind. Example sites, words, an ontology or sample pages in, a ranked list out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hubwalk.cli import _options as option
from hubwalk.cli import _sites_options as own
from hubwalk.cli._job import check_files, default_db, new_crawl, read_samples, settings_of
from hubwalk.cli._sites_run import is_table
from hubwalk.cli._sites_talk import SitesTalk
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.site_search import SiteSearch


def register(app: typer.Typer) -> None:
    app.command()(sites)


def sites(
    *,
    like_site: own.LikeSites = None,
    unlike_site: own.UnlikeSites = None,
    classifier: own.Classifier = None,
    source: own.Sources = None,
    keyword: own.Keywords = None,
    ontology: own.OntologyFile = None,
    like: option.Like = None,
    unlike: option.Unlike = None,
    validator: own.Validators = None,
    output: own.Output = None,
    db: option.Db = None,
    config: option.Config = None,
    edge_weights: own.EdgeWeights = None,
    threshold: own.Threshold = None,
    links: own.Links = None,
    max_pages_per_site: own.MaxPagesPerSite = None,
    max_sites: own.MaxSites = None,
    max_pages: own.MaxPages = None,
    max_time: option.MaxTime = None,
    stop_when_pprs_above: own.StopWhenPprsAbove = None,
    site_names: own.SiteNamesKind = None,
    shared_host: own.SharedHosts = None,
    engine: option.Engines = None,
    max_queries: option.MaxQueries = None,
    queries_per_minute: option.QueriesPerMinute = None,
    results: option.Results = None,
    delay: option.Delay = None,
    jobs: option.Jobs = None,
    resolve: option.Resolve = None,
    seed: option.Seed = None,
    user_agent: option.UserAgent = None,
    obey_robots: option.ObeyRobots = None,
    timeout: option.Timeout = None,
    max_size: option.MaxSize = None,
    retries: option.Retries = None,
    quiet: option.Quiet = False,
    as_json: option.AsJson = False,
    verbose: option.Verbose = False,
) -> None:
    """Find web sites of a kind: a ranked list of them, each with confidence and evidence, for a few pages a site.

    Show example sites, or name sources of sites and say what their pages have. The list goes on to `hubwalk find`,
    whose exit codes these are. All of it: docs/sites.md.

    Example: hubwalk sites --like-site a.example --like-site b.example --max-sites 100 -o sites.jsonl
    """
    job, search = search_of(config, settings_of(locals()))
    as_table = is_table(output, job)
    talk = SitesTalk(quiet=quiet, as_json=as_json, stdout_in_use=job.output == "-" and not as_table)
    raise typer.Exit(_sites(job, search, talk, as_table=as_table, verbose=verbose))


def search_of(config: Path | None, flags: Mapping[str, object]) -> tuple[Job, SiteSearch]:
    """The search that a config file and flags describe, checked; flags win."""
    from hubwalk.samples import named_samples
    from hubwalk.site_search import load_search_config, make_search

    values = {**(load_search_config(config) if config is not None else {}), **flags}
    output = str(values.get("output", "-"))
    if output != "-":
        values["output"] = str(Path(output).absolute())  # so that `resume` finds it from any folder
    values["db"] = values.get("db") or default_db(output)
    job, search = make_search(values)
    like, unlike = (named_samples(names) for names in (job.like, job.unlike))
    return make_search({**values, "like": like, "unlike": unlike}) if like or unlike else (job, search)


def _sites(job: Job, search: SiteSearch, talk: SitesTalk, *, as_table: bool, verbose: bool) -> int:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._search import kept_job
    from hubwalk.cli._sites_run import check_search, open_site_writer, run_sites
    from hubwalk.cli._sites_task import SiteTask
    from hubwalk.site_search import kept
    from hubwalk.store.websites import WebsiteLog

    check_files(job)
    engines = check_search(job, search)
    quieten(verbose=verbose)
    samples, unlike = read_samples(job, talk)
    about = kept(kept_job(job, engines), search)
    opens = partial(open_site_writer, as_table=as_table)
    with new_crawl(job, about, samples, unlike, opens=opens, talk=talk) as (log, validator, writer):
        try:
            return run_sites(SiteTask(job, search, log, samples, validator, engines, talk, as_table), writer)
        except UsageError:
            if not WebsiteLog(log).totals().chosen:  # what was given is of no use: the next try is a new crawl
                writer.discard()
                log.close()
                Path(job.db).unlink(missing_ok=True)
            raise
