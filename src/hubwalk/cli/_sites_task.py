"""What the parts of `hubwalk sites` have in common: the task, and pages that are fetched before the crawl."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hubwalk.cli._sites_talk import SitesTalk
    from hubwalk.config import Job
    from hubwalk.ports import SearchEngine, Validator
    from hubwalk.samples import Sample
    from hubwalk.site_search import SiteSearch
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.websites import WebsiteLog
    from hubwalk.values import Response


@dataclass(frozen=True, slots=True)
class SiteTask:
    """One search for sites, on an open log."""

    job: Job
    search: SiteSearch
    log: SqliteCrawlLog
    samples: Sequence[Sample]
    validator: Validator  # asked where no classifier judges
    engines: Sequence[SearchEngine]
    talk: SitesTalk
    as_table: bool = False  # the sites go to standard output in the end, for a person


class RememberedPages:
    """Fetches pages, and keeps them in the log: none is asked for twice, neither here nor in the crawl."""

    def __init__(
        self, fetch: Callable[[Sequence[str]], Iterable[Response]], kept: WebsiteLog, check: Callable[[], None]
    ) -> None:
        self._fetch, self._kept, self._check = fetch, kept, check

    def __call__(self, urls: Sequence[str]) -> Iterator[Response]:
        missing = []
        for url in dict.fromkeys(urls):
            known = self._kept.recall(url)
            if known is None:
                missing.append(url)
            else:
                yield known
        for response in self._fetch(missing) if missing else ():
            self._check()
            if response.status:
                self._kept.remember(response)
            yield response
