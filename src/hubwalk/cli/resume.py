"""`hubwalk resume`: go on with a crawl that was stopped or killed, from its log alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hubwalk.cli import _options as option
from hubwalk.cli._progress import Talk
from hubwalk.cli._text import quoted
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.cli._sites_talk import SitesTalk
    from hubwalk.config import Job
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog


_BEFORE = "Default: as before."
_AllowHosts = Annotated[
    list[str] | None,
    typer.Option("--allow-host", metavar="HOST", help=f"Where a browser may load scripts from, too. {_BEFORE}"),
]
_MaxSites = Annotated[
    int | None,
    typer.Option("--sites", "--max-sites", help=f"Crawl so many of the sites found, or find so many. {_BEFORE}"),
]
_StopWhenPprsAbove = Annotated[
    float | None, typer.Option(help=f"Stop looking for sites when one costs more pages; 0: never. {_BEFORE}")
]
_Resolve = Annotated[
    list[str] | None,
    typer.Option("--resolve", metavar="PATTERN=ADDRESS:PORT", help=f"Where to reach hosts, as in find. {_BEFORE}"),
]
_NO_SETTINGS = ("db", "crawl", "quiet", "as_json", "verbose")
_OF_PAGES = ("stop_at_recall", "stop_when_yield_below", "browser", "allow_hosts", "probe_time")  # no search for sites


def register(app: typer.Typer) -> None:
    app.command()(resume)


def resume(
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log of the crawl.")],
    *,
    output: Annotated[str | None, typer.Option("--output", "-o", help=f"FILE or -, as in find. {_BEFORE}")] = None,
    max_pages: Annotated[int | None, typer.Option(help=f"Requests per site, those before included. {_BEFORE}")] = None,
    max_time: Annotated[float | None, typer.Option(help=f"Seconds for this run. {_BEFORE}")] = None,
    stop_at_recall: Annotated[
        float | None, typer.Option(help=f"Stop a site when so much of it is found, by estimate; 0: never. {_BEFORE}")
    ] = None,
    stop_when_yield_below: Annotated[
        float | None, typer.Option(help=f"Stop a site when fewer downloads are accepted; 0: never. {_BEFORE}")
    ] = None,
    max_calls: Annotated[
        int | None, typer.Option(help=f"Calls of a language model, those before included. {_BEFORE}")
    ] = None,
    max_cost: Annotated[float | None, typer.Option(help=f"What all these calls may cost. {_BEFORE}")] = None,
    max_queries: Annotated[int | None, typer.Option(help=f"To each engine, those before included. {_BEFORE}")] = None,
    max_sites: _MaxSites = None,
    stop_when_pprs_above: _StopWhenPprsAbove = None,
    engine: Annotated[
        list[str] | None, typer.Option("--engine", help=f"Who is asked for sites; repeatable. {_BEFORE}")
    ] = None,
    browser: Annotated[
        str | None, typer.Option("--browser", help=f"http, headless or auto, as in find. {_BEFORE}")
    ] = None,
    allow_host: _AllowHosts = None,
    probe_time: Annotated[
        float | None, typer.Option(help=f"Seconds for one page in a browser, at most. {_BEFORE}")
    ] = None,
    resolve: _Resolve = None,
    crawl: Annotated[bool, typer.Option("--crawl", help="Crawl the sites that --discover-only found.")] = False,
    quiet: option.Quiet = False,
    as_json: option.AsJson = False,
    verbose: option.Verbose = False,
) -> None:
    """Go on with a crawl that was interrupted, killed or stopped by a limit; no page is fetched and no search engine is
    asked twice.

    Output and limits are those of the first run unless they are given again; the output is written anew.

    Example: hubwalk resume cameras.db --max-pages 20000
    """
    changes = _changes(locals())
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._sites_talk import SitesTalk
    from hubwalk.config import make_job
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.websites import KEY

    with SqliteCrawlLog.open(db, write=True) as log:
        before = log.job
        _check_output(output, str(before.get("output", "-")))
        if KEY in before:
            raise typer.Exit(_resume_sites(log, changes, SitesTalk(quiet=quiet, as_json=as_json), verbose=verbose))
        job = make_job({**before, **_of_pages(changes, log)})
        if before.get("discover_only") and crawl:
            _begin_crawl(log, before, output=job.output, given=output is not None)
        quieten(verbose=verbose)
        code = _resume(job, log, Talk(quiet=quiet, as_json=as_json, stdout_in_use=job.output == "-"))
    raise typer.Exit(code)


def _changes(flags: dict[str, Any]) -> dict[str, object]:
    """The settings that were given, by the names that a job has for them."""
    given = {key: value for key, value in flags.items() if key not in _NO_SETTINGS and value not in (None, [])}
    for option_name, setting in (("engine", "engines"), ("allow_host", "allow_hosts")):
        if option_name in given:
            given[setting] = given.pop(option_name)
    if given.get("output", "-") != "-":
        given["output"] = str(Path(given["output"]).absolute())
    return given | ({"discover_only": False} if flags["crawl"] else {})


def _of_pages(changes: dict[str, object], log: SqliteCrawlLog) -> dict[str, object]:
    if "stop_when_pprs_above" in changes:
        raise UsageError(f"{log.path} looks for pages, and --stop-when-pprs-above is for sites: leave it out")
    return changes


def _resume(job: Job, log: SqliteCrawlLog, talk: Talk) -> int:
    from hubwalk.cli._browser import check_browser
    from hubwalk.cli._run import Answers, heard, open_output, run, validating
    from hubwalk.cli._search import make_engines, search_and_run, tokens_of
    from hubwalk.cli._validator_files import tell_changed

    check_browser(job, talk)
    engines = make_engines(job)
    shown = _samples([*job.like, *job.unlike], job, log, talk)
    samples, unlike = shown[: len(job.like)], shown[len(job.like) :]
    tokens = tokens_of(job, samples, talk)
    answers = Answers()
    answers.keep_in(log)
    with (
        heard(job, log, talk),
        validating(job, samples, unlike, answers) as validator,
        open_output(job, log) as writer,
    ):
        tell_changed(job, log, talk)
        if job.sites:
            assert writer is not None
            return run(job, log, samples, validator, writer, talk=talk, engines=engines)
        return search_and_run(job, log, samples, validator, tokens=tokens, engines=engines, writer=writer, talk=talk)


def _resume_sites(log: SqliteCrawlLog, changes: dict[str, object], talk: SitesTalk, *, verbose: bool) -> int:
    """Go on with a crawl for sites."""
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._run import Answers, heard, validating
    from hubwalk.cli._sites_run import check_search, is_table, open_site_writer, run_sites
    from hubwalk.cli._sites_task import SiteTask
    from hubwalk.cli._validator_files import tell_changed
    from hubwalk.site_search import read_back

    output = str(changes["output"]) if "output" in changes else None
    if changes.pop("discover_only", None) is not None:
        raise UsageError(f"{log.path} looks for sites: `hubwalk find --sites-from FILE` crawls those of its output")
    for key in changes.keys() & _OF_PAGES:
        option_name = key.removesuffix("s").replace("_", "-")
        raise UsageError(f"{log.path} looks for sites, and --{option_name} is for pages: leave it out")
    job, search = read_back(log.job, changes)
    engines = check_search(job, search, log)
    quieten(verbose=verbose)
    shown = _samples([*job.like, *job.unlike], job, log, talk)
    samples, unlike = shown[: len(job.like)], shown[len(job.like) :]
    answers = Answers()
    answers.keep_in(log)
    table = is_table(output, job)
    with (
        heard(job, log, talk),
        validating(job, samples, unlike, answers) as validator,
        open_site_writer(job, log, as_table=table) as writer,
    ):
        tell_changed(job, log, talk)
        return run_sites(SiteTask(job, search, log, samples, validator, engines, talk, table), writer)


def _check_output(output: str | None, before: str) -> None:
    """The output is written anew: that may be the file of the first run, but nobody else's."""
    from hubwalk.store.exports import is_stream

    if output in (None, "-"):
        return
    out = Path(str(output))
    if out.exists() and not out.is_dir() and not is_stream(out) and out.absolute() != Path(before).absolute():
        raise UsageError(f"{out} exists and is not the output of this crawl: choose another -o")


def _begin_crawl(log: SqliteCrawlLog, job: dict[str, object], *, output: str, given: bool) -> None:
    """From now on the log is that of a crawl, so that a plain `resume` goes on with it."""
    if not given and output != "-":
        example = f"hubwalk resume {quoted(log.path)} --crawl -o pages.jsonl"
        raise UsageError(f"{output} is for the list of sites: name another file for the pages, {example}")
    log.change_job({**job, "discover_only": False, "output": output})


def _samples(names: Sequence[str], job: Job, log: SqliteCrawlLog, talk: Talk) -> list[Sample]:
    """The samples in the log; one that the crawl was killed before storing is read again."""
    from hubwalk.cli._browser import reading
    from hubwalk.samples import load_samples, stored_sample

    stored = dict(log.samples())
    missing = [name for name in names if name not in stored]
    with talk.reading(missing), reading(job) as fetch:
        samples = load_samples(missing, fetch, job.max_size)
    for sample in samples:
        log.add_sample(sample.name, sample.response)
        stored[sample.name] = sample.response
    return [stored_sample(name, stored[name]) for name in names]
