"""Who judges in a watch: the validator of the crawl, made when the first new page comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from hubwalk.config import Job, make_job

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.drivers.revising import Revising
    from hubwalk.ports import Validator
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Page, Verdict

_MANNERS = ("user_agent", "obey_robots", "delay", "timeout", "max_size", "retries", "resolve")


def manners(log: SqliteCrawlLog, site: str, changes: Mapping[str, Any]) -> Job:
    """A job with the manners of the crawl, for whoever fetches."""
    kept = {key: value for key, value in log.job.items() if key in _MANNERS}
    return make_job({**kept, **changes, "sites": [site], "validators": ["url:."]})


def judging(log: SqliteCrawlLog, stack: ExitStack, talk: Talk) -> Callable[[Page], Verdict] | None:
    """What judges a page; None where the recipe does. Made on first use, since most watches find nothing to judge;
    whatever it holds is given back with the stack."""
    if not log.job.get("validators"):
        return None
    made: list[tuple[Validator, Revising]] = []

    def judge(page: Page) -> Verdict:
        from hubwalk.drivers import judging

        if not made:
            made.append(_begin(log, stack, talk))
        validator, revising = made[0]
        judged = judging.judge(validator, page)
        revising.revise(judged.revisions)
        return judged.verdict

    return judge


def _begin(log: SqliteCrawlLog, stack: ExitStack, talk: Talk) -> tuple[Validator, Revising]:
    """As a resumed crawl does: the validator is told what it was asked before, and takes back what it says otherwise
    of now. The results of a search are no longer told apart from these pages."""
    from hubwalk.drivers.found_pages import FoundPages, GivenPages
    from hubwalk.drivers.judged_before import judged_before
    from hubwalk.drivers.judging import remember
    from hubwalk.drivers.revising import Revising

    job, nothing = make_job(log.job), FoundPages(())
    like, unlike = _samples(job.like, log), _samples(job.unlike, log)
    validator, given = _validator(job, like, unlike, log, stack), GivenPages(like, job.scope)
    revising = Revising(log, nothing, {}, given=given.on, on_absent=lambda *_: None, on_revision=lambda _: None)
    with talk.remembering(sum(line.fetched for line in log.totals())) as told:
        revising.revise(remember(validator, judged_before(log, job.scope, nothing, given, told)))
    return validator, revising


def _validator(job: Job, like: list[Sample], unlike: list[Sample], log: SqliteCrawlLog, stack: ExitStack) -> Validator:
    from hubwalk.cli._run import Answers, validating

    answers = Answers()
    answers.keep_in(log)
    return stack.enter_context(validating(job, like, unlike, answers))


def _samples(names: tuple[str, ...], log: SqliteCrawlLog) -> list[Sample]:
    from hubwalk.samples import stored_sample

    stored = dict(log.samples())
    return [stored_sample(name, stored[name]) for name in names if name in stored]
