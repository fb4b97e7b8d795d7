"""A recipe that no longer holds is learned anew: the site is crawled again, shown the pages that were wanted before.

The crawl has a log of its own beside the first one, so that an interrupted one can go on; when it is done, its pages
are told to the first log, which then knows the site as it is now.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli import NO_LONGER_HOLDS
from hubwalk.cli.watch import INTERRUPTED, NEWS, Call
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hubwalk.config import Job
    from hubwalk.samples import Sample
    from hubwalk.store.crawl_log import SqliteCrawlLog

_SAMPLES = 5  # of the wanted pages, besides those that the first crawl was shown


def learn_anew(call: Call) -> int:
    """Crawl, learn, write; returns the exit code."""
    from hubwalk.cli._learning import SiteLog, learned_from
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.recipe_file import write_recipe

    path = call.log.path.with_name(f"{call.log.path.stem}.relearn.db")
    call.talk.remark(f"crawling {call.site} anew; {path} keeps what was fetched until that is done")
    samples = _samples(call.log, call.site)
    job = _job(call, path, samples)
    opened = SqliteCrawlLog.open(path, write=True) if path.exists() else SqliteCrawlLog.create(path, _kept(job))
    with opened as log:
        if not _crawl(job, log, samples, call):
            return INTERRUPTED
        seen = list(log.observations(site=call.site))
        try:
            made = learned_from(SiteLog(call.recipe.entry, call.recipe.scope, seen), call.log.path.name)
        except UsageError as error:
            call.talk.notice(f"nothing to learn another recipe from: {error}; {call.path} is as it was")
            return NO_LONGER_HOLDS
        found = _carry_over(call, log)
    call.path.replace(call.path.with_name(f"{call.path.name}.bak"))
    write_recipe(call.path, made)
    path.unlink()
    call.talk.remark(
        f"{call.path} is written anew: {made.made.covered} of {made.made.targets} pages with {made.made.downloads} "
        f"downloads; {found} of them are new. The old one is {call.path.name}.bak"
    )
    return NEWS


def _samples(log: SqliteCrawlLog, site: str) -> list[Sample]:
    """What the first crawl was shown, and some of the pages that were wanted, taken evenly."""
    from hubwalk.samples import stored_sample
    from hubwalk.store.watches import WatchLog

    stored = dict(log.samples())
    shown = [stored_sample(name, stored[name]) for name in log.job.get("like", ()) if name in stored]
    store = WatchLog(log, site)
    wanted = [page for page in store.pages() if page.accepted and page.ok]
    for page in wanted[:: max(1, len(wanted) // _SAMPLES)][:_SAMPLES]:
        answer = store.response_of(page)
        if answer is not None and page.url not in stored:
            # Named after no address: such a sample is no page to begin at, it may be gone.
            shown.append(stored_sample(f"known page {page.number}", answer))
    return shown


def _job(call: Call, path: Path, samples: Sequence[Sample]) -> Job:
    from hubwalk.cli._learning import NOTHING_MORE
    from hubwalk.config import make_job

    before = {key: value for key, value in call.log.job.items() if key not in ("engines", "keywords", "prior")}
    own = {
        "sites": [call.site],
        "strategy": "adaptive",
        "recipe": "",
        "like": [sample.name for sample in samples],
        "validators": before.get("validators") or ["like"],
        "db": str(path),
        "output": "-",
        "scope": call.recipe.scope,
        "max_pages": call.limits.max_pages,
        "stop_when_yield_below": before.get("stop_when_yield_below") or NOTHING_MORE,
    }
    return make_job({**before, **own, **call.changes})


def _kept(job: Job) -> dict[str, object]:
    from hubwalk.config import as_dict

    return as_dict(job)


def _crawl(job: Job, log: SqliteCrawlLog, samples: Sequence[Sample], call: Call) -> bool:
    """Crawl, or go on with a crawl; False if it was interrupted."""
    from hubwalk.cli._progress import Talk
    from hubwalk.cli._run import Answers, validating
    from hubwalk.drivers import engine
    from hubwalk.drivers.live import LiveCrawl

    answers = Answers()
    answers.keep_in(call.log)
    talk: Talk = call.talk.of_crawl()
    with validating(job, samples, (), answers) as validator:
        live = LiveCrawl(job, log, validator, samples)
        try:
            with talk.showing():
                engine.crawl(live, on_tick=talk.tick)
        except KeyboardInterrupt:
            return False
        return live.ending != engine.INTERRUPTED


def _carry_over(call: Call, fresh: SqliteCrawlLog) -> int:
    """Tell the first log what the new crawl has seen; returns how many wanted pages it did not know."""
    from hubwalk.drivers.watch_knowledge import Knowledge
    from hubwalk.store.watches import HUB, NEW, UNLISTED, Event, Visit, WatchLog

    store = WatchLog(call.log, call.site)
    known = Knowledge(store)
    number = store.begin(str(call.path), time.time())
    found = 0
    there: set[str] = set()
    for seen in fresh.observations(bodies=True, site=call.site):
        page = seen.page
        there |= {page.url, page.requested}
        if known.page(page.requested) is None and known.page(page.url) is None:
            call.log.append(replace(seen, choice=replace(seen.choice, rule="watch")))
            if seen.verdict.accepted:
                event = Event(NEW, page.url, page.title, seen.choice.hub, at=time.time())
                store.add_events(number, [event])
                call.write(event)
                found += 1
        elif page.ok and not page.duplicate_of:
            head = replace(seen.response, body=b"") if seen.response is not None else None
            visit = Visit(page.requested, HUB, page.status, "", page.digest, seen.fetched_at, 0, page.links, head)
            store.add_visit(number, visit)
    missing = [page for page in known.wanted() if not there.intersection((page.url, *page.asked))]
    store.add_events(number, [Event(UNLISTED, page.url, page.title, page.hub, at=time.time()) for page in missing])
    store.end(number, time.time(), "", holds=True, report=["learned anew"])
    return found
