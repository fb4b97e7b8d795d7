"""From tokens to sites: asks the engines, fetches what they name, lets the validator judge it, until nothing new comes.

Everything is in the crawl log before it is acted on: queries with their hits and results (through the asker's memory),
candidates with their answers and verdicts. So a resumed search goes the same way again, out of the log, and asks and
fetches only what is not there yet. An engine that was silent and answers now may lead another way: what earlier runs
found counts all the same.

A validator that learns does so from the candidates, too, and may revise its verdicts on them. The log has the first
ones alone: a resumed search tells the validator of all candidates before anything else, and so hears the same again.
Sites are ranked, and crawls begin, by the verdicts that stand at the end of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hubwalk.discovery.found import Candidate, Discovery
from hubwalk.discovery.queries import Query, QueryGeneration
from hubwalk.discovery.search import Asker
from hubwalk.drivers.judging import judge, remember
from hubwalk.drivers.site_crawl import foregone
from hubwalk.errors import SearchError
from hubwalk.pages.parse import read
from hubwalk.pages.urls import canonical, join
from hubwalk.ports import Validator
from hubwalk.samples import Sample, is_url
from hubwalk.validators import is_blocking
from hubwalk.values import Page, Response, Revision, Verdict


class Candidates(Protocol):
    """Where candidates are kept."""

    def recall_candidate(self, url: str) -> Candidate | None: ...
    def remember_candidate(self, candidate: Candidate) -> None: ...
    def candidates(self) -> Sequence[Candidate]: ...


class InMemory:
    """Keeps candidates for one run."""

    def __init__(self) -> None:
        self._known: dict[str, Candidate] = {}

    def recall_candidate(self, url: str) -> Candidate | None:
        return self._known.get(url)

    def remember_candidate(self, candidate: Candidate) -> None:
        self._known[candidate.url] = candidate

    def candidates(self) -> Sequence[Candidate]:
        return list(self._known.values())


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """The search at one moment."""

    query: str
    queries: int  # made, however many engines they went to
    max_queries: int
    candidates: int  # fetched
    authorities: int
    sites: int
    hits: int = -1
    results: int = 0


Fetch = Callable[[Sequence[str]], Iterable[Response]]  # in any order, `requested` tells which


def discover(
    search: QueryGeneration,
    asker: Asker,
    fetch: Fetch,
    validator: Validator,
    *,
    kept: Candidates | None = None,
    samples: Sequence[Sample] = (),
    most_sites: int = 0,
    max_queries: int = 0,
    on_progress: Callable[[SearchProgress], None] = lambda _: None,
) -> Discovery:
    """Run a search to its end. Raises SearchError if no engine ever answered and no sample names a site."""
    kept = kept if kept is not None else InMemory()
    candidates = _Judged(search, _given(search, samples))
    pages = _Pages(fetch, validator, kept)
    candidates.revise(remember(validator, _judged_before(kept.candidates())))
    while (query := search.next_query()) is not None:
        answers = asker.ask(query)
        if not answers and asker.is_over:
            break
        urls = search.answered(query, answers)
        for candidate in pages.at(urls, query):
            candidates.add(candidate, query.text)
        candidates.revise(pages.revisions())
        hits, results = max((a.hits for a in answers), default=-1), sum(len(a.results) for a in answers)
        counts = (search.asked, max_queries, len(candidates.all), search.authorities, len(search.sites()))
        on_progress(SearchProgress(query.text, *counts, hits=hits, results=results))
    seen = {candidate.url for candidate in candidates.all}
    for candidate in [found for found in kept.candidates() if found.url not in seen]:
        candidates.add(candidate, candidate.query)
    errors = list(asker.given_up.values())
    if errors and not asker.answers and not search.authorities:
        raise errors[0] if len(errors) == 1 else SearchError("; ".join(map(str, errors)), kind=errors[0].kind)
    return Discovery(
        sites=tuple(search.sites(most_sites)),
        candidates=tuple(candidates.all),
        queries=search.asked,
        ending=search.ending or "no search engine is left to ask",
        complete=not errors and not search.stopped,
        given_up=tuple(map(str, errors)),
    )


def _given(search: QueryGeneration, samples: Sequence[Sample]) -> list[Candidate]:
    """Samples on the web are authorities from the start."""
    given = []
    for sample in samples:
        if is_url(sample.name):
            verdict = Verdict(True, 1.0, "given as a sample")
            search.judged("", sample.page, verdict)
            given.append(Candidate(canonical(sample.name), "", sample.response, verdict))
    return given


def _judged_before(candidates: Sequence[Candidate]) -> Iterator[tuple[Page, Verdict]]:
    """The candidates of earlier runs that the validator was asked about."""
    for candidate in candidates:
        page = read(candidate.response)
        if foregone(page, set()) is None:
            yield page, candidate.verdict


class _Judged:
    """All candidates so far, with the verdicts that stand; the search is told of each, and of each change."""

    def __init__(self, search: QueryGeneration, given: Sequence[Candidate]) -> None:
        self._search = search
        self.all = list(given)  # samples first
        self._revised: dict[str, Verdict] = {}

    def add(self, candidate: Candidate, query: str) -> None:
        page = read(candidate.response)
        found = replace(candidate, verdict=self._revised.get(page.url, candidate.verdict))
        self._search.judged(query, page, found.verdict)
        self.all.append(found)

    def revise(self, told: Sequence[Revision]) -> None:
        """The validator has learned. Samples stay what the user says they are."""
        for revision in told:
            self._revised[revision.url] = revision.verdict
            for place, seen in enumerate(self.all):
                if seen.query and join("", seen.response.url) == revision.url:
                    self.all[place] = replace(seen, verdict=revision.verdict)
                    if seen.verdict.accepted != revision.verdict.accepted:
                        self._search.revised(seen.query, revision.url, revision.verdict.accepted)


class _Pages:
    """Candidates, out of memory or fetched; each is kept as soon as it is judged: a kill costs those in flight."""

    def __init__(self, fetch: Fetch, validator: Validator, kept: Candidates) -> None:
        self._fetch, self._validator, self._kept = fetch, validator, kept
        self._silent: list[Candidate] = []  # nobody has answered since the first of these
        self._revisions: list[Revision] = []

    def at(self, urls: Sequence[str], query: Query) -> list[Candidate]:
        """The candidates at these URLs, in their order."""
        known = {url: found for url in urls if (found := self._kept.recall_candidate(url)) is not None}
        missing = [url for url in urls if url not in known]
        answers = self._fetch(missing) if missing else ()
        if is_blocking(self._validator):  # pages in flight must not time out while it thinks
            answers = list(answers)
        for response in answers:
            page = read(response)
            verdict = foregone(page, set())
            if verdict is None:
                judged = judge(self._validator, page)
                verdict = judged.verdict
                self._revisions += judged.revisions
            known[response.requested] = Candidate(response.requested, query.text, response, verdict)
            self._keep(known[response.requested])
        return [known[url] for url in urls]

    def revisions(self) -> Sequence[Revision]:
        """What the validator has learned since this was asked last."""
        told, self._revisions = self._revisions, []
        return told

    def _keep(self, candidate: Candidate) -> None:
        """What nobody answered for is kept once somebody else has answered: it may have been our own line that was
        down, and then a resumed search asks for it again. So it does for what the validator broke on."""
        if not candidate.response.status:
            self._silent.append(candidate)
        elif candidate.verdict.judged:
            for late in self._silent:
                self._kept.remember_candidate(late)
            self._silent.clear()
            self._kept.remember_candidate(candidate)
