"""Pages that a validator broke on in earlier runs, put to it once more before a resumed crawl goes on.

Each once per run, from the body in the log, without a download. Validators end a crawl when they break on several pages
in a row; in a crawl these lie apart, here they stand side by side. So it is given up before that, and does not count in
the crawl: what breaks again is at the end of the line for the next run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hubwalk.drivers.judging import Judge
from hubwalk.drivers.revising import Revising
from hubwalk.drivers.twins import accepted_twin
from hubwalk.store import judged_again
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.revisions import JudgedFetch

_PATIENCE = 3  # pages in a row


async def judge_again(
    log: SqliteCrawlLog, judge: Judge, revising: Revising, is_over: Callable[[], bool] = lambda: False
) -> None:
    """Ask, and write down what is said now."""
    broken = 0
    for number in judged_again.in_turn(log):
        await asyncio.sleep(0)  # Ctrl-C comes through, however quick the validator answers
        if is_over() or broken == _PATIENCE:
            return
        seen = log.at(number, bodies=True)
        if seen.first is not None:
            continue  # the validator has learned of it meanwhile
        if twin := accepted_twin(log, seen.site, seen.page):  # it came later, or was judged before this one
            judged_again.write_duplicate(log, number, twin)
            continue
        judged_again.begin(log, number)
        judged = await judge.judge(seen.page)
        judge.forget_failures()
        broken = 0 if judged.verdict.judged else broken + 1
        if judged.verdict.judged:
            revising.revise_fetch(JudgedFetch(number, seen.site, seen.page.url, seen.verdict), judged.verdict)
        revising.revise(judged.revisions)
