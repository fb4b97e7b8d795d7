"""`hubwalk find`: the main job. Sites and a few pages in, nearly all pages of that kind out."""

from __future__ import annotations

import shlex
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hubwalk.cli import _options as option
from hubwalk.cli._progress import Talk
from hubwalk.errors import HubwalkError, UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job

_TALK = ("config", "quiet", "as_json", "verbose")  # options that are no setting of the job


def register(app: typer.Typer) -> None:
    app.command()(find)


def find(
    sites: option.Sites = None,
    *,
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

    Each accepted page is one line: url, accepted, score, reason, revised, site, title, fetched_at, depth, found_via.
    With --discover-only it is one line a site, with --json standard error gets JSON lines too: docs/cli.md has all.

    Exit code: 0 all well, 2 bad input or nothing could be crawled, 3 some sites or engines failed, 130 interrupted.
    """
    job = _job(config, _settings(locals()))
    raise typer.Exit(_find(job, Talk(quiet=quiet, as_json=as_json, stdout_in_use=job.output == "-"), verbose=verbose))


def _settings(flags: dict[str, object]) -> dict[str, object]:
    """Those that were given, by the names that a job has for them."""
    given = {key: value for key, value in flags.items() if key not in _TALK and value not in (None, [])}
    several = {"validator": "validators", "keyword": "keywords", "engine": "engines", "allow_host": "allow_hosts"}
    return {several.get(key, key): value for key, value in given.items()}


def _job(config: Path | None, flags: dict[str, object]) -> Job:
    from hubwalk.config import load_config, make_job
    from hubwalk.samples import named_samples

    values = {**(load_config(config) if config is not None else {}), **flags}
    output = values.get("output", "-")
    if isinstance(output, str) and output != "-":
        values["output"] = str(Path(output).absolute())  # so that `resume` finds it from any folder
    if isinstance(values.get("prior"), str) and values["prior"]:
        values["prior"] = str(Path(str(values["prior"])).absolute())
    values["db"] = values.get("db") or _default_db(str(output))
    job = make_job(values)
    like, unlike = (named_samples(names) for names in (job.like, job.unlike))
    return make_job({**values, "like": like, "unlike": unlike})


def _default_db(output: str) -> str:
    if output == "-":
        return f"hubwalk-{datetime.now():%Y%m%d-%H%M%S}.db"
    path = Path(output)
    return str(path.with_suffix(".db") if path.name else path)  # a folder is refused later, with the others


def _check_files(job: Job) -> None:
    """Refuse what could not be written, or would overwrite something, before anything is fetched."""
    from hubwalk.store.exports import format_of, is_stream
    from hubwalk.store.search_exports import search_format

    db = Path(job.db)
    going_on = f"`hubwalk resume {shlex.quote(job.db)}` goes on with its crawl, or " if db.is_file() else ""
    if job.output != "-":
        out = Path(job.output)
        if out.is_dir():
            raise UsageError(f"cannot write {out}: it is a folder; name a file in it, as in -o {out / 'pages.jsonl'}")
        if job.discover_only:
            search_format(out)
        else:
            format_of(out)
        if not out.parent.is_dir():
            raise UsageError(f"cannot write {out}: there is no folder {out.parent}; make it or choose another -o")
        if out.exists() and not is_stream(out):
            raise UsageError(f"{out} exists: {going_on}choose another -o")
        if out.absolute() == db.absolute():
            raise UsageError(f"{db} cannot be both output and crawl log; choose another --db")
    if db.exists():
        raise UsageError(f"{db} exists: {going_on}choose another --db")


def _check_strategy(job: Job) -> None:
    """The values of its options, which only the strategy itself knows."""
    import random

    from hubwalk.cli._prior import read_prior
    from hubwalk.graph.web_graph import WebGraph
    from hubwalk.strategies import make_strategy
    from hubwalk.values import Page

    any_context = [[Page("http://example.org/", "http://example.org/")]]  # the real one is looked up later
    prior = read_prior(Path(job.prior)) if job.prior else None
    make_strategy(job.strategy, WebGraph(), random.Random(job.seed), (), any_context, prior=prior)


def _find(job: Job, talk: Talk, *, verbose: bool) -> int:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._browser import check_browser, reading
    from hubwalk.cli._prior import keep_prior
    from hubwalk.cli._run import Answers, open_writer, run, validating
    from hubwalk.cli._search import kept_job, make_engines, search_and_run, tokens_of
    from hubwalk.samples import check_kinds, load_samples
    from hubwalk.store.crawl_log import SqliteCrawlLog

    _check_files(job)
    _check_strategy(job)
    check_browser(job)
    engines = make_engines(job)
    db = Path(job.db)
    quieten(verbose=verbose)
    names = [*job.like, *job.unlike]
    with talk.reading(names), reading(job) as fetch:
        shown = load_samples(names, fetch, job.max_size)
    samples, unlike = shown[: len(job.like)], shown[len(job.like) :]
    check_kinds(samples, unlike)
    tokens = tokens_of(job, samples, talk)
    answers = Answers()
    with (
        validating(job, samples, unlike, answers) as validator,
        SqliteCrawlLog.create(db, kept_job(job, engines)) as log,
    ):
        answers.keep_in(log)
        keep_prior(job, log)
        for sample in shown:
            log.add_sample(sample.name, sample.response)
        try:
            writer = open_writer(job, log) if not job.discover_only else None
        except HubwalkError:  # nothing is in the log yet: leave no trace
            log.close()
            db.unlink()
            raise
        with writer or nullcontext():
            if job.sites:
                assert writer is not None
                return run(job, log, samples, validator, writer, talk=talk, engines=engines)
            return search_and_run(
                job, log, samples, validator, tokens=tokens, engines=engines, writer=writer, talk=talk
            )
