"""`hubwalk find`: the main job. Sites and a few pages in, nearly all pages of that kind out."""

from __future__ import annotations

import shlex
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
    output: option.Output = None,
    db: option.Db = None,
    config: option.Config = None,
    strategy: option.StrategyName = None,
    validator: option.Validators = None,
    scope: option.Scope = None,
    max_pages: option.MaxPages = None,
    max_time: option.MaxTime = None,
    delay: option.Delay = None,
    jobs: option.Jobs = None,
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
    """Find nearly all pages of a kind on the given sites, with few downloads.

    Example: hubwalk find example.org --like https://example.org/cameras/a650 --like sample.html -o cameras.jsonl

    Each accepted page is one line: url, accepted, score, reason, site, title, fetched_at, depth, found_via.

    With --json, standard error gets JSON lines with an "event": "progress", about once a second for each running site,
    and "site" when one ends (both with site, state, reason, fetched, requests, accepted, harvest_rate,
    requests_per_second, frontier, doing); "end" (exit_code, db, output, seconds, fetched, requests, accepted).

    Exit code: 0 all well, 2 bad input or no site could be crawled, 3 some sites failed, 130 interrupted.
    """
    given = {key: value for key, value in locals().items() if key not in _TALK and value not in (None, [])}
    if validator:
        given["validators"] = given.pop("validator")
    job = _job(config, given)
    talk = Talk(quiet=quiet, as_json=as_json, stdout_in_use=job.output == "-")
    raise typer.Exit(_find(job, talk, verbose=verbose))


def _job(config: Path | None, flags: dict[str, object]) -> Job:
    from hubwalk.config import load_config, make_job

    values = {**(load_config(config) if config is not None else {}), **flags}
    output = values.get("output", "-")
    if isinstance(output, str) and output != "-":
        values["output"] = str(Path(output).absolute())  # so that `resume` finds it from any folder
    values["db"] = values.get("db") or _default_db(str(output))
    return make_job(values)


def _default_db(output: str) -> str:
    if output == "-":
        return f"hubwalk-{datetime.now():%Y%m%d-%H%M%S}.db"
    path = Path(output)
    return str(path.with_suffix(".db") if path.name else path)  # a folder is refused later, with the others


def _check_files(job: Job) -> None:
    """Refuse what could not be written, or would overwrite something, before anything is fetched."""
    from hubwalk.store.exports import format_of, is_stream

    db = Path(job.db)
    going_on = f"`hubwalk resume {shlex.quote(job.db)}` goes on with its crawl, or " if db.is_file() else ""
    if job.output != "-":
        out = Path(job.output)
        if out.is_dir():
            raise UsageError(f"cannot write {out}: it is a folder; name a file in it, as in -o {out / 'pages.jsonl'}")
        format_of(out, "")
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

    from hubwalk.graph.web_graph import WebGraph
    from hubwalk.strategies import make_strategy

    make_strategy(job.strategy, WebGraph(), random.Random(job.seed), ())


def _find(job: Job, talk: Talk, *, verbose: bool) -> int:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.browsing.http import HttpBrowser
    from hubwalk.cli._run import open_writer, run, validating
    from hubwalk.config import as_dict
    from hubwalk.samples import load_samples
    from hubwalk.store.crawl_log import SqliteCrawlLog

    _check_files(job)
    _check_strategy(job)
    db = Path(job.db)
    quieten(verbose=verbose)
    with talk.reading(job.like):
        samples = load_samples(job.like, HttpBrowser(job).fetch_all)
    with validating(job, samples) as validator, SqliteCrawlLog.create(db, as_dict(job)) as log:
        for sample in samples:
            log.add_sample(sample.name, sample.response)
        try:
            writer = open_writer(job, log)
        except HubwalkError:  # nothing is in the log yet: leave no trace
            log.close()
            db.unlink()
            raise
        with writer:
            return run(job, log, samples, validator, writer, talk=talk)
