"""Pages that a validator broke on in earlier runs, put to it once more before a resumed crawl goes on.

Each once per run, from the body in the log, without a download. Validators end a crawl when they break on several pages
in a row; in a crawl these lie apart, here they stand side by side. So it is given up before that: what breaks again is
left for the next run.
"""

from __future__ import annotations

from collections.abc import Callable

from hubwalk.drivers.judging import Judge
from hubwalk.drivers.revising import Revising
from hubwalk.pages.duplicates import Duplicates
from hubwalk.store import unjudged
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page, Revision, Verdict

_PATIENCE = 3  # pages in a row; less than validators.answers.MAX_FAILURES


async def judge_again(
    log: SqliteCrawlLog, judge: Judge, revising: Revising, is_over: Callable[[], bool] = lambda: False
) -> None:
    """Ask, and write down what is said now."""
    broken = 0
    accepted = _Accepted(log)
    for number in unjudged.read(log).fetches:
        if is_over() or broken == _PATIENCE:
            return
        seen = log.at(number, bodies=True)
        if twin := accepted.find(seen.site, seen.page):
            revising.revise([Revision(seen.page.url, Verdict(False, reason=f"the same page as {twin}"))])
            continue
        judged = await judge.judge(seen.page)
        said = [Revision(seen.page.url, judged.verdict)] if judged.verdict.judged else []
        broken = 0 if said else broken + 1
        if judged.verdict.accepted:
            accepted.add(seen.site, seen.page)
        revising.revise([*said, *judged.revisions])


class _Accepted:
    """What is accepted on each site: while a page was not judged, another one that shows the same may have been."""

    def __init__(self, log: SqliteCrawlLog) -> None:
        self._log = log
        self._sites: dict[str, Duplicates] = {}

    def find(self, site: str, page: Page) -> str:
        """URL of an accepted page that shows the same; "" if there is none."""
        if site not in self._sites:
            self._sites[site] = Duplicates()
            for seen in self._log.observations(site=site, accepted_only=True):
                self._sites[site].add(seen.page)
        return self._sites[site].find(page)

    def add(self, site: str, page: Page) -> None:
        self._sites[site].add(page)
