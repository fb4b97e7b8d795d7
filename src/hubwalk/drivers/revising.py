"""What a validator takes back, told to the log and to the sites that the pages belong to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hubwalk.drivers.found_pages import FoundPages
from hubwalk.drivers.site_run import SiteRun
from hubwalk.drivers.twins import accepted_twin
from hubwalk.store import revisions
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.revisions import JudgedFetch
from hubwalk.values import Observation, Revision, Verdict


class Revising:
    """A verdict that turns round is news, another score alone is not; what was confirmed or unjudged is for the log."""

    def __init__(
        self,
        log: SqliteCrawlLog,
        found: FoundPages,
        runs: Mapping[str, SiteRun],
        *,
        given: Callable[[str], set[str]],
        on_absent: Callable[[str, bool], None],
        on_revision: Callable[[Observation], None],
    ) -> None:
        """`given` has the samples of a site, which are never revised; `on_absent` is told of pages of sites whose
        turn has not come yet, or is over, before the log is."""
        self._log = log
        self._found = found
        self._runs = runs
        self._given_on = given
        self._on_absent = on_absent
        self._on_revision = on_revision

    def revise(self, told: Sequence[Revision], landing: SiteRun | None = None) -> None:
        """The validator has learned. `landing` is a site whose flight is over though it still counts."""
        for revision in told:
            fetches = revisions.judged(self._log, revision.url)
            if not fetches and self._found.revise(revision.url, revision.verdict):
                fetches = self._search_results(revision)
            for fetch in fetches:
                if _is_news(fetch.verdict, revision) and fetch.url not in self._given_on(fetch.site):
                    self.revise_fetch(fetch, revision.verdict, landing)

    def _search_results(self, revision: Revision) -> list[JudgedFetch]:
        """A page that the search has judged: those crawls that come to it later take the new verdict, and those that
        have come to it may spell it otherwise."""
        fetches = []
        for run in self._runs.values():
            run.verdicts.update((own, seen.verdict) for own, seen in self._found.on(run.crawl.scope).items())
            own = run.crawl.scope.own(revision.url)
            if own and own != revision.url:
                fetches += revisions.judged(self._log, own)
        return fetches

    def revise_fetch(self, fetch: JudgedFetch, verdict: Verdict, landing: SiteRun | None = None) -> None:
        """The same for one fetch of a page: on other sites of the log there may be others."""
        run = self._runs.get(fetch.site)
        if fetch.verdict.accepted == verdict.accepted:
            self._explain(fetch, verdict, run.pending - (run is landing) if run is not None else 0)
            return
        if run is None:
            if verdict.accepted and accepted_twin(self._log, fetch.site, self._log.at(fetch.number).page):
                return
            self._on_absent(fetch.site, verdict.accepted)
            self._log.revise([(fetch.number, verdict, 0)])
        elif run.crawl.may_revise(fetch.url, verdict.accepted):
            self._log.revise([(fetch.number, verdict, run.pending - (run is landing))])
            run.crawl.revise(fetch.url, verdict.accepted)
        else:
            return
        self._on_revision(self._log.at(fetch.number))

    def _explain(self, fetch: JudgedFetch, verdict: Verdict, pending: int) -> None:
        """The same verdict for another reason: no strategy and no estimate needs to know."""
        self._log.revise([(fetch.number, verdict, pending)])
        if verdict.accepted:
            self._on_revision(self._log.at(fetch.number))


def _is_news(stands: Verdict, revision: Revision) -> bool:
    now = revision.verdict
    confirmed = revision.confirmed and stands.reason != now.reason
    return now.judged and (stands.accepted != now.accepted or not stands.judged or confirmed)
