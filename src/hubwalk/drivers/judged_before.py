"""What a validator that learns is told when a crawl goes on: the pages that it was asked about before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hubwalk.discovery.found import Candidate
from hubwalk.drivers.found_pages import FoundPages, GivenPages
from hubwalk.drivers.site_crawl import foregone
from hubwalk.pages.scope import Scope
from hubwalk.store import judged_again
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page, Site, Verdict


def judged_before(
    log: SqliteCrawlLog, scope: str, searched: FoundPages, given: GivenPages, on_page: Callable[[int], None]
) -> Iterator[tuple[Page, Verdict]]:
    """The logged pages that the validator was asked about, in the order in which it answered, with the verdicts that
    stand. Search results were judged in the search, and are told there; what it broke on it is asked about again
    (judging_again.py). `on_page` is told how many logged pages were looked at."""
    found: dict[str, Mapping[str, Candidate]] = {}
    for number, seen in enumerate(judged_again.as_judged(log), start=1):
        if seen.site not in found:
            found[seen.site] = searched.on(Scope(Site(seen.site, scope)))
        known = foregone(seen.page, given.on(seen.site)) is not None or seen.choice.url in found[seen.site]
        if not known:
            yield seen.page, seen.verdict
        on_page(number)
