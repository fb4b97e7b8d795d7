"""`hubwalk run`: crawl a site by a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli import _options as option
from hubwalk.cli._job import check_files, job_of, new_crawl, read_samples, settings_of
from hubwalk.cli._progress import Talk
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job

_STRATEGY = "structure_driven"


def register(app: typer.Typer) -> None:
    app.command()(run)


def run(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE", help="TOML file, as `hubwalk generate` writes it.")],
    *,
    output: option.Output = None,
    db: option.Db = None,
    like: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL_OR_FILE", help="Accept only pages like this; repeatable. Default: all that it ends at."
        ),
    ] = None,
    unlike: option.Unlike = None,
    validator: Annotated[
        list[str] | None, typer.Option(help="Who judges, as in find; repeatable. Default: nobody, or like with --like.")
    ] = None,
    max_pages: option.MaxPages = None,
    max_time: option.MaxTime = None,
    delay: option.Delay = None,
    browser: option.BrowserName = None,
    allow_host: option.AllowHosts = None,
    probe_time: option.ProbeTime = None,
    resolve: option.Resolve = None,
    user_agent: option.UserAgent = None,
    obey_robots: option.ObeyRobots = None,
    timeout: option.Timeout = None,
    max_size: option.MaxSize = None,
    retries: option.Retries = None,
    quiet: option.Quiet = False,
    as_json: option.AsJson = False,
    verbose: option.Verbose = False,
) -> None:
    """Crawl a site by a recipe: fetch what its levels lead to, and next to nothing else.

    Each page that the recipe ends at is one line, as in find; with --like or --validator, each that is accepted, too.
    `hubwalk resume DB` goes on with a crawl that was stopped.

    Exit code: 0 all well, 2 bad input or nothing could be crawled, 4 the recipe no longer holds, 130 interrupted.

    Example: hubwalk run cameras.toml -o cameras.jsonl
    """
    job = _job(settings_of(locals()))
    raise typer.Exit(_run(job, Talk(quiet=quiet, as_json=as_json, stdout_in_use=job.output == "-"), verbose=verbose))


def _job(flags: dict[str, object]) -> Job:
    from hubwalk.store.recipe_file import read_recipe

    path = Path(str(flags["recipe"]))
    recipe = read_recipe(path)
    if flags.get("unlike") and not flags.get("like") and not flags.get("validators"):
        raise UsageError("--unlike shows what is not wanted to somebody who judges: add --like or --validator")
    judged = {"validators": ["like"] if flags.get("like") else []}
    where = {"sites": [recipe.entry], "scope": recipe.scope, "strategy": _STRATEGY, "recipe": str(path)}
    return job_of(None, {**judged, **flags, **where})


def _run(job: Job, talk: Talk, *, verbose: bool) -> int:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._browser import check_browser
    from hubwalk.cli._run import open_writer, run
    from hubwalk.config import as_dict

    check_files(job)
    check_browser(job, talk)
    quieten(verbose=verbose)
    samples, unlike = read_samples(job, talk)
    with new_crawl(job, as_dict(job), samples, unlike, opens=open_writer, talk=talk) as (log, judge, writer):
        return run(job, log, samples, judge, writer, talk=talk)
