"""`hubwalk find`: the main job. Sites and a few pages in, nearly all pages of that kind out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from hubwalk.cli import _options as option
from hubwalk.cli._job import check_files, check_strategy, job_of, new_crawl, read_samples, settings_of
from hubwalk.cli._progress import Talk
from hubwalk.cli._site_list import with_listed_sites, without_twins

if TYPE_CHECKING:
    from hubwalk.config import Job


def register(app: typer.Typer) -> None:
    app.command()(find)


def find(
    sites: option.Sites = None,
    *,
    sites_from: option.SitesFrom = None,
    like: option.Like = None,
    unlike: option.Unlike = None,
    output: option.Output = None,
    db: option.Db = None,
    config: option.Config = None,
    strategy: option.StrategyName = None,
    prior: option.Prior = None,
    validator: option.Validators = None,
    wish: option.Wish = None,
    model: option.Model = None,
    max_calls: option.MaxCalls = None,
    max_cost: option.MaxCost = None,
    scope: option.Scope = None,
    max_pages: option.MaxPages = None,
    max_time: option.MaxTime = None,
    stop_at_recall: option.StopAtRecall = None,
    stop_when_yield_below: option.StopWhenYieldBelow = None,
    delay: option.Delay = None,
    jobs: option.Jobs = None,
    browser: option.BrowserName = None,
    allow_host: option.AllowHosts = None,
    probe_time: option.ProbeTime = None,
    resolve: option.Resolve = None,
    seed: option.Seed = None,
    user_agent: option.UserAgent = None,
    obey_robots: option.ObeyRobots = None,
    timeout: option.Timeout = None,
    max_size: option.MaxSize = None,
    retries: option.Retries = None,
    keyword: option.Keywords = None,
    engine: option.Engines = None,
    max_sites: option.MaxSites = None,
    discover_only: option.DiscoverOnly = None,
    max_queries: option.MaxQueries = None,
    queries_per_minute: option.QueriesPerMinute = None,
    query_length: option.QueryLength = None,
    max_words: option.MaxWords = None,
    max_iterations: option.MaxIterations = None,
    results: option.Results = None,
    quiet: option.Quiet = False,
    as_json: option.AsJson = False,
    verbose: option.Verbose = False,
) -> None:
    """Find nearly all pages of a kind on the given sites, with few downloads; without a site, find the sites first.

    Example: hubwalk find example.org --like https://example.org/cameras/a650 --like sample.html -o cameras.jsonl

    Example: hubwalk find --like a.html --like b.html --engine searxng:http://localhost:8888 --sites 10 -o cameras.jsonl

    Example: hubwalk find example.org --wish "reviews of exactly one phone" --validator language_model:MODEL -o r.jsonl

    Each accepted page is one line; with --discover-only, each site; --json adds lines on standard error: docs/cli.md.
    Exit code: 0 all well, 2 bad input or nothing could be crawled, 3 some sites or engines failed, 130 interrupted.
    """
    job = job_of(config, with_listed_sites(settings_of(locals())))
    raise typer.Exit(_find(job, Talk(quiet=quiet, as_json=as_json, stdout_in_use=job.output == "-"), verbose=verbose))


def _find(job: Job, talk: Talk, *, verbose: bool) -> int:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._browser import check_browser
    from hubwalk.cli._run import open_output, run
    from hubwalk.cli._search import kept_job, make_engines, search_and_run, tokens_of

    job = without_twins(job, talk)
    check_files(job)
    check_strategy(job)
    check_browser(job, talk)
    engines = make_engines(job)
    quieten(verbose=verbose)
    samples, unlike = read_samples(job, talk)
    tokens = tokens_of(job, samples, talk)
    kept = kept_job(job, engines)
    with new_crawl(job, kept, samples, unlike, opens=open_output, talk=talk) as (log, validator, writer):
        if job.sites:
            assert writer is not None
            return run(job, log, samples, validator, writer, talk=talk, engines=engines)
        return search_and_run(job, log, samples, validator, tokens=tokens, engines=engines, writer=writer, talk=talk)
