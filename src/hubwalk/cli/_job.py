"""From flags to a job, and the first steps of a crawl: what `find`, `run` and `generate` have in common."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hubwalk.errors import HubwalkError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hubwalk.cli._progress import Talk
    from hubwalk.config import Job
    from hubwalk.ports import Validator
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog

_W = TypeVar("_W")
_SEVERAL = ("validator", "keyword", "engine", "allow_host", "like_site", "unlike_site", "source", "shared_host")
_TALK = ("config", "quiet", "as_json", "verbose")  # options that are no setting of the job


def settings_of(flags: Mapping[str, object], besides: Sequence[str] = ()) -> dict[str, object]:
    """Those that were given, by the names that a job has for them; `besides` are further options that are no
    setting."""
    given = {k: value for k, value in flags.items() if k not in (*_TALK, *besides) and value not in (None, [])}
    return {f"{key}s" if key in _SEVERAL else key: value for key, value in given.items()}


def job_of(config: Path | None, flags: Mapping[str, object], defaults: Mapping[str, object] | None = None) -> Job:
    """The job that a config file and flags describe, checked; flags win. `defaults` are a command's own."""
    from hubwalk.config import load_config, make_job
    from hubwalk.samples import named_samples

    values = {**(defaults or {}), **(load_config(config) if config is not None else {}), **flags}
    output = values.get("output", "-")
    if isinstance(output, str) and output != "-":
        values["output"] = str(Path(output).absolute())  # so that `resume` finds it from any folder
    for key in ("prior", "recipe"):
        if isinstance(values.get(key), str) and values[key]:
            values[key] = str(Path(str(values[key])).absolute())
    values["db"] = values.get("db") or default_db(str(output))
    job = make_job(values)
    like, unlike = (named_samples(names) for names in (job.like, job.unlike))
    return make_job({**values, "like": like, "unlike": unlike})


def default_db(output: str) -> str:
    """The crawl log next to an output."""
    if output == "-":
        return f"hubwalk-{datetime.now():%Y%m%d-%H%M%S}.db"
    path = Path(output)
    return str(path.with_suffix(".db") if path.name else path)  # a folder is refused later, with the others


def check_files(job: Job) -> None:
    """Refuse what could not be written, or would overwrite something, before anything is fetched."""
    from hubwalk.store.database import begins_as_database
    from hubwalk.store.exports import format_of, is_stream
    from hubwalk.store.search_exports import search_format

    db = Path(job.db)
    is_log = db.is_file() and begins_as_database(db)
    going_on = f"`hubwalk resume {shlex.quote(job.db)}` goes on with its crawl, or " if is_log else ""
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


def check_strategy(job: Job) -> None:
    """The values of its options, which only the strategy itself knows."""
    import random

    from hubwalk.cli._prior import read_prior
    from hubwalk.graph.web_graph import WebGraph
    from hubwalk.store.recipe_file import read_recipe
    from hubwalk.strategies import make_strategy
    from hubwalk.values import Page

    any_context = [[Page("http://example.org/", "http://example.org/")]]  # the real one is looked up later
    prior = read_prior(Path(job.prior)) if job.prior else None
    recipe = read_recipe(Path(job.recipe)) if job.recipe else None
    make_strategy(job.strategy, WebGraph(), random.Random(job.seed), (), any_context, prior=prior, recipe=recipe)


def read_samples(job: Job, talk: Talk) -> tuple[list[Sample], list[Sample]]:
    """What the user shows: wanted pages, and pages that come close."""
    from hubwalk.cli._browser import reading
    from hubwalk.samples import check_kinds, load_samples

    names = [*job.like, *job.unlike]
    with talk.reading(names), reading(job) as fetch:
        shown = load_samples(names, fetch, job.max_size)
    samples, unlike = shown[: len(job.like)], shown[len(job.like) :]
    check_kinds(samples, unlike)
    return samples, unlike


@contextmanager
def new_crawl(
    job: Job,
    kept: Mapping[str, object],
    samples: Sequence[Sample],
    unlike: Sequence[Sample],
    *,
    opens: Callable[[Job, SqliteCrawlLog], AbstractContextManager[_W]],
    talk: Talk,
) -> Iterator[tuple[SqliteCrawlLog, Validator, _W]]:
    """Log, validator and output of a crawl that begins; `kept` is the job as the log has it, and `opens` opens the
    output. Leaves no trace if that cannot be written."""
    from hubwalk.cli._kept_files import keep_file
    from hubwalk.cli._run import Answers, heard, validating
    from hubwalk.cli._validator_files import keep_digests
    from hubwalk.store.crawl_log import SqliteCrawlLog

    db = Path(job.db)
    answers = Answers()
    with (
        validating(job, samples, unlike, answers) as validator,
        SqliteCrawlLog.create(db, kept) as log,
        heard(job, log, talk),
    ):
        answers.keep_in(log)
        keep_file("prior", job.prior, log)
        keep_file("recipe", job.recipe, log)
        keep_digests(job, log)
        for sample in (*samples, *unlike):
            log.add_sample(sample.name, sample.response)
        try:
            writer = opens(job, log)
        except HubwalkError:  # nothing is in the log yet
            log.close()
            db.unlink()
            raise
        with writer as opened:
            yield log, validator, opened
