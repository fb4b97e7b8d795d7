"""What `find` and `resume` have in common: run a crawl on an open log, talk meanwhile, sum up, say how it went."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from collections import ChainMap
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from hubwalk.cli import PARTIAL
from hubwalk.cli._progress import Talk
from hubwalk.cli._signals import interruptible
from hubwalk.drivers.progress import FAILED, SiteProgress
from hubwalk.errors import HubwalkError, SpentError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.discovery.found import Candidate
    from hubwalk.ports import SearchEngine, Validator
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.results import ResultWriter

FAILED_ALL = 2
INTERRUPTED = 130


def run(
    job: Job,
    log: SqliteCrawlLog,
    samples: Sequence[Sample],
    validator: Validator,
    writer: ResultWriter,
    *,
    talk: Talk,
    engines: Sequence[SearchEngine] = (),
    found: Sequence[Candidate] = (),
) -> int:
    """Crawl until the end, an error or Ctrl-C; returns the exit code."""
    from hubwalk.cli._browser import looker_of, script_hint
    from hubwalk.cli._context import contexts_of
    from hubwalk.cli._prior import prior_of
    from hubwalk.cli._recipes import recipe_of, tell_recipe
    from hubwalk.drivers import engine
    from hubwalk.drivers.live import LiveCrawl
    from hubwalk.drivers.site_run import Beforehand

    try:
        with interruptible():
            contexts = contexts_of(job, log, samples, engines=engines, found=found, talk=talk)
    except KeyboardInterrupt:
        return interrupted(job, log, talk)
    left_out = len(job.sites) - len(contexts) if contexts else 0
    job = dataclasses.replace(job, sites=tuple(contexts)) if contexts else job
    known = Beforehand(contexts, prior_of(job, log), recipe_of(job, log))
    with talk.remembering(sum(site.fetched for site in log.totals())) as told:
        live = LiveCrawl(
            job, log, validator, samples, found=found, known=known,
            on_observation=writer.observe, on_revision=writer.revise, on_remembered=told,
        )  # fmt: skip
    code, more = INTERRUPTED, ""
    try:
        with talk.showing():
            engine.crawl(live, looker=looker_of(job, samples, validator), on_tick=talk.tick)
        writer.close()
        code = _exit_code(live.snapshot(), interrupted=live.ending == engine.INTERRUPTED)
    except KeyboardInterrupt:  # the second one: do not wait for the page in flight
        pass
    except SpentError as error:  # one of its limits, as max_pages is
        writer.close()
        code, more = _exit_code(live.snapshot(), interrupted=False), error.more
        talk.notice(f"{error}; `hubwalk resume {shlex.quote(str(log.path))} {more}` goes on")
    except HubwalkError as error:
        if "hubwalk resume" in str(error):
            raise
        raise type(error)(f"{error}; nothing fetched is lost, `hubwalk resume {log.path}` goes on") from error
    sites = live.snapshot()
    if known.recipe is not None and not code:
        code = tell_recipe(known.recipe, log, sites[0], talk)
    _sum_up(log, sites, validator, talk, "" if code == INTERRUPTED else script_hint(job, log, sites))
    talk.summary(sites, db=str(log.path), output=job.output, exit_code=code, more=more)
    for site in sites:
        if site.state == FAILED:
            talk.notice(f"{site.site} could not be crawled: {site.reason}")
    return code or (PARTIAL if left_out else 0)


def _sum_up(log: SqliteCrawlLog, sites: Sequence[SiteProgress], validator: Validator, talk: Talk, hint: str) -> None:
    from hubwalk.cli._browser import browser_lines
    from hubwalk.store import unjudged

    if summary := summary_of(validator):
        talk.remark(summary)
    for line in (*browser_lines(sites), hint):
        if line:
            talk.remark(line)
    if left := unjudged.read(log).in_words():
        talk.notice(f"{left}; `hubwalk resume {shlex.quote(str(log.path))}` asks again")


@contextmanager
def heard(job: Job, log: SqliteCrawlLog, talk: Talk) -> Iterator[None]:
    """From the moment that there is a log, Ctrl-C says how to go on, wherever it strikes: between the steps of a crawl
    there are moments in which nobody else looks after it."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(interrupted(job, log, talk)) from None


def interrupted(job: Job, log: SqliteCrawlLog, talk: Talk) -> int:
    """Before a crawl began: say how to go on; returns the exit code."""
    if not talk.ended(db=str(log.path), output=job.output, exit_code=INTERRUPTED):
        print(f"hubwalk: interrupted; `hubwalk resume {shlex.quote(str(log.path))}` goes on", file=sys.stderr)
    return INTERRUPTED


class Answers(ChainMap[str, str]):
    """Answers that cost something: in memory until there is a crawl log, then in the log."""

    def keep_in(self, log: SqliteCrawlLog) -> None:
        self.maps = [log.answers()]


@contextmanager
def validating(
    job: Job, samples: Sequence[Sample], unlike: Sequence[Sample], answers: MutableMapping[str, str]
) -> Iterator[Validator]:
    """The job's validator, ended in the end."""
    from hubwalk.drivers.target_level import TargetLevel
    from hubwalk.validators import Given, close_validator, make_validator

    if not job.validators:
        yield TargetLevel()
        return
    pages, others = ([sample.page for sample in shown] for shown in (samples, unlike))
    given = Given(
        pages,
        others,
        wish=job.wish,
        model=job.model,
        max_calls=job.max_calls,
        max_cost=job.max_cost,
        price_in=job.price_in,
        price_out=job.price_out,
        is_live=True,
        cache=answers,
    )
    validator = make_validator(job.validators, pages, given=given)
    try:
        yield validator
    finally:
        close_validator(validator)


def summary_of(validator: Validator) -> str:
    """What the validator says of its work, in one line; most have nothing to say."""
    summary = getattr(validator, "summary", None)
    return str(summary()) if summary is not None else ""


def open_writer(job: Job, log: SqliteCrawlLog) -> ResultWriter:
    """The job's output, with what the log has accepted already."""
    from hubwalk.store.results import ResultWriter

    return ResultWriter.open("-" if job.output == "-" else Path(job.output), log=log)


def no_output(job: Job, log: SqliteCrawlLog) -> AbstractContextManager[None]:  # noqa: ARG001
    """For a crawl of which nobody wants the pages one by one."""
    return nullcontext()


def open_output(job: Job, log: SqliteCrawlLog) -> AbstractContextManager[ResultWriter | None]:
    """The job's output; None for one that only looks for sites."""
    return nullcontext() if job.discover_only else open_writer(job, log)


def _exit_code(sites: Sequence[SiteProgress], *, interrupted: bool) -> int:
    if interrupted:
        return INTERRUPTED
    failed = sum(site.state == FAILED for site in sites)
    if failed == len(sites) and not any(site.accepted for site in sites):
        return FAILED_ALL
    return PARTIAL if failed else 0
