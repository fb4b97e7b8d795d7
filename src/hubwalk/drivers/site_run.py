"""What a live crawl keeps of each of its sites while it runs, and of each URL that is being fetched."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from hubwalk.config import HTTP, Job
from hubwalk.drivers.estimating import Estimating
from hubwalk.drivers.found_pages import FoundPages, wanted
from hubwalk.drivers.looks import LOOK, Seen, SiteLooks
from hubwalk.drivers.progress import RUNNING, Pace, SiteProgress
from hubwalk.drivers.refusals import PATIENCE, check_of, is_refusal
from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.graph.web_graph import FETCHED
from hubwalk.pages.scope import Scope
from hubwalk.recipes.recipe import Recipe
from hubwalk.samples import Sample, start_on
from hubwalk.store import renderings
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.renderings import Look
from hubwalk.store.revisions import LoggedRevision
from hubwalk.strategies.prior import Prior
from hubwalk.values import Choice, Observation, Page, Response, Site, Verdict


@dataclass(frozen=True, slots=True)
class Beforehand:
    """What strategies are given before the first page, each those that take it."""

    contexts: Mapping[str, Sequence[Sequence[Page]]] = field(default_factory=dict)  # site -> layers
    prior: Prior | None = None  # learned on other sites
    recipe: Recipe | None = None  # learned of this one


NOTHING = Beforehand()


@dataclass(slots=True, eq=False)
class SiteRun:
    """One site of the job while the crawl runs."""

    site: Site
    crawl: SiteCrawl
    answers: dict[str, Response]  # of samples and search results on this site, fetched before the crawl began
    verdicts: dict[str, Verdict]  # of these search results
    given: set[str]  # URLs of samples: accepted because the user said so
    looks: SiteLooks = field(default_factory=lambda: SiteLooks(HTTP))  # what the browser did, if there is one
    estimating: Estimating | None = None  # None: nobody writes down what the crawl thinks of itself
    requests: int = 0
    in_flight: int = 0
    has_page: bool = False  # at least one page could be read
    listed: bool = False  # in the queue of sites that may send a request
    state: str = RUNNING
    reason: str = ""
    doing: str = ""
    pace: Pace = field(default_factory=Pace)
    again: deque[Choice] = field(default_factory=deque)  # chosen before the crawl was interrupted, never answered
    # Without any answer so far: logged as failures when the site answers again, asked for again by a resume when not.
    unanswered: list[tuple[Flight, Response, int]] = field(default_factory=list)
    silences: int = 0  # pages without an answer in all
    silent: int = 0  # the same in a row; any answer ends it, also one that was under way before
    readable: str = ""  # a page that could be read, the latest
    patience: int = PATIENCE  # refusals in a row before that page is asked for again: see refusals.py
    checking: bool = False  # it is being asked for
    # The validator broke on these: logged as not accepted when it judges again, fetched again by a resume when not.
    unjudged: list[tuple[Flight, Page, Verdict, Response, int]] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # one answer at a time: duplicates must see each other

    def progress(self, now: float) -> SiteProgress:
        """The site at this moment of `time.monotonic`."""
        crawl = self.crawl
        return SiteProgress(
            self.site.url, self.state, self.reason if self.state != RUNNING else "", crawl.fetches, self.requests,
            crawl.accepted, crawl.graph.frontier_size, self.pace.rate(now), self.doing,
            crawl.estimate() if self.has_page and self.estimating else None,
            self.looks.totals.copy() if self.looks.active else None,
        )  # fmt: skip

    def hold(self, flight: Flight, response: Response, requests: int) -> None:
        """A page without an answer so far."""
        self.requests += requests
        self.unanswered.append((flight, response, requests))
        self.silences += 1
        self.silent += 1

    def settle(self, silences: int | None) -> list[tuple[Flight, Response, int]]:
        """Take out what had no answer among the first so many, or all: the site was there after that."""
        count = len(self.unanswered) if silences is None else max(0, silences - self.silences + len(self.unanswered))
        late, self.unanswered = self.unanswered[:count], self.unanswered[count:]
        self.silent = 0
        return late

    @property
    def refused(self) -> bool:
        """True if some of the pages without an answer were refused."""
        return any(is_refusal(response) for _, response, _ in self.unanswered)

    def choose(self) -> Choice | None:
        """What to fetch next; None: nothing is left, or refusals have to be looked into before."""
        choice = None
        if len(self.unanswered) < self.patience or not self.refused:
            choice = self.again.popleft() if self.again else self.crawl.choose()
        if choice is None and self.refused and not self.in_flight:
            self.checking = True
            choice = check_of(self.readable)
        return choice

    @property
    def pending(self) -> int:
        """Pages that were chosen and are not in the log."""
        return self.in_flight + len(self.unanswered) + len(self.unjudged)

    def fold(
        self, events: Iterable[Observation | LoggedRevision], looks: Mapping[str, Look] = MappingProxyType({})
    ) -> None:
        """Bring the site to where the log ends. Each logged page is preceded by a choice, and each revision by those
        that were under way when it came, so that the strategy's random generator is where it was; what was chosen but
        never logged comes first when the crawl goes on. `looks` has what a browser found, by the URL chosen."""
        chosen: dict[str, Choice] = {}
        for event in events:
            if isinstance(event, LoggedRevision):
                self._choose(chosen, event.pending)
                self.crawl.revise(event.url, event.verdict.accepted)
                continue
            if event.choice.url not in chosen:
                self._choose(chosen, len(chosen) + 1)
            chosen.pop(event.choice.url, None)
            self.answers.pop(event.choice.url, None)
            self.crawl.observe(event.choice, event.page, event.verdict)
            self.looks.fold(event, looks.get(event.choice.url))
            self.requests += event.requests
            self.learn(event.choice, event.page)
        graph = self.crawl.graph  # a redirect from elsewhere may have brought it
        self.again.extend(choice for choice in chosen.values() if graph.state[graph.find(choice.url)] != FETCHED)

    def _choose(self, chosen: dict[str, Choice], count: int) -> None:
        """Ask the strategy until so many choices are under way, or it has no more."""
        while len(chosen) < count and (choice := self.crawl.choose()) is not None:
            chosen[choice.url] = choice

    def learn(self, choice: Choice, page: Page) -> None:
        """One more page of the site was had, or was not."""
        if choice.rule == LOOK:
            return
        if page.ok:
            self.has_page = True
            self.readable = page.url
        if self.estimating is not None and self.has_page:
            self.estimating.after_page(self.crawl)
        if not page.ok and choice.rule == "start":
            self.reason = f"entry page: {page.error or f'status {page.status}'}"

    def end(self, state: str, reason: str) -> None:
        """The crawl of the site is over, for now."""
        self.state, self.reason, self.doing = state, reason, ""
        if self.estimating is not None and self.has_page:
            self.estimating.at_end(self.crawl)


def begin_run(
    url: str,
    job: Job,
    log: SqliteCrawlLog,
    samples: Sequence[Sample],
    *,
    searched: FoundPages,
    given: set[str],
    known: Beforehand,
) -> SiteRun:
    """A site of the job, brought to where the log ends."""
    site = Site(url, job.scope)
    scope = Scope(site)
    starts = {start: sample for sample in samples if (start := start_on(scope, sample))}
    found = {own: seen for own, seen in searched.on(scope).items() if own not in starts}
    crawl = SiteCrawl(
        site,
        job.strategy,
        seed=job.seed,
        samples=[sample.page for sample in samples],
        starts=list(starts),
        found=[Choice(own, "search", anchor=found[own].query) for own in wanted(scope, found)],
        context=known.contexts.get(url, ()),
        prior=known.prior,
        recipe=known.recipe,
    )
    answers = {own: seen.response for own, seen in found.items()}
    answers |= {start: sample.response for start, sample in starts.items()}
    verdicts = {own: seen.verdict for own, seen in found.items()}
    # By a recipe only a part of the site is seen, which says nothing of the rest.
    estimating = Estimating(log, url) if known.recipe is None else None
    run = SiteRun(site, crawl, answers, verdicts, given, SiteLooks(job.browser), estimating)
    if any(seen.page.ok for seen in log.observations(site=url)):
        run.fold(log.events(bodies=True, site=url), renderings.read(log, site=url))
    # Otherwise nothing could be read so far, so there is nothing to go on from: try the start pages again.
    return run


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """A URL that was chosen and is being fetched."""

    run: SiteRun
    choice: Choice
    started: float
    max_retries: int = 0
    silences: int = 0  # of the run when it started: an answer to it says nothing of what was refused meanwhile
    known: Response | None = None  # the page is in hand, and only a browser is to look at it
    seen: Seen | None = None  # None: no browser, or no page to look at

    @property
    def url(self) -> str:
        return self.choice.url

    @property
    def session(self) -> str:
        return self.run.site.url

    def observed(self, page: Page, verdict: Verdict, response: Response, requests: int) -> Observation:
        """What came of it, now."""
        return Observation(
            site=self.run.site.url,
            choice=self.choice,
            page=page,
            verdict=verdict,
            depth=self.run.crawl.depth(self.choice),
            fetched_at=self.started,
            seconds=time.time() - self.started,
            requests=requests,
            response=response,
        )

    def redirected(self, url: str, status: int, hops: Sequence[str]) -> Response | None:
        """The answer instead of a redirect that need not be followed; None: follow it."""
        return self.run.crawl.redirected(self.choice.url, url, status, hops)
