"""Who judges in a watch: the validator of the crawl, made when the first new page comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from hubwalk.config import Job, make_job

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.ports import Validator
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Page, Revision, Verdict

_MANNERS = ("user_agent", "obey_robots", "delay", "timeout", "max_size", "retries")


def manners(log: SqliteCrawlLog, site: str, changes: Mapping[str, Any]) -> Job:
    """A job with the manners of the crawl, for whoever fetches."""
    kept = {key: value for key, value in log.job.items() if key in _MANNERS}
    return make_job({**kept, **changes, "sites": [site], "validators": ["url:."]})


def judging(log: SqliteCrawlLog, stack: ExitStack, talk: Talk) -> Callable[[Page], Verdict] | None:
    """What judges a page; None where the recipe does. Made on first use, since most watches find nothing to judge;
    whatever it holds is given back with the stack."""
    if not log.job.get("validators"):
        return None
    made: list[Validator] = []

    def judge(page: Page) -> Verdict:
        from hubwalk.drivers import judging

        if not made:
            made.append(_validator(log, stack))
            with talk.remembering(sum(line.fetched for line in log.totals())) as told:
                _revise(log, judging.remember(made[0], _judged_before(log, told)))
        judged = judging.judge(made[0], page)
        _revise(log, judged.revisions)
        return judged.verdict

    return judge


def _validator(log: SqliteCrawlLog, stack: ExitStack) -> Validator:
    from hubwalk.cli._run import Answers, validating
    from hubwalk.samples import stored_sample

    job = make_job(log.job)
    stored = dict(log.samples())
    like, unlike = ([stored_sample(name, stored[name]) for name in names if name in stored] for names in _shown(job))
    answers = Answers()
    answers.keep_in(log)
    return stack.enter_context(validating(job, like, unlike, answers))


def _shown(job: Job) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return job.like, job.unlike


def _judged_before(log: SqliteCrawlLog, told: Callable[[int], None]) -> Any:
    for number, seen in enumerate(log.observations(bodies=True), start=1):
        if seen.page.ok and not seen.page.duplicate_of and seen.verdict.judged:
            yield seen.page, seen.verdict
        told(number)


def _revise(log: SqliteCrawlLog, told: Any) -> None:
    """A validator that learns takes back what it said of pages in the log."""
    from hubwalk.store import revisions

    revision: Revision
    for revision in told:
        for fetch in revisions.judged(log, revision.url):
            if fetch.verdict.accepted != revision.verdict.accepted:
                log.revise([(fetch.number, revision.verdict, 0)])
