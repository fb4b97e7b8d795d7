"""The live crawl: many sites, one process; which site's turn is it, and what happens to an answer.

    next_flight()  a site whose turn it is -> SiteCrawl.choose() -> a URL to fetch           (asked by engine.py)
    conclude()     answer -> page -> admit -> judge -> crawl log -> SiteCrawl.observe -> results   (told by engine.py)

An observation is in the log before it is acted on. So a resumed crawl folds the log into a fresh SiteCrawl, asking it
to choose before each logged page as the first run did, and goes on with the same next choice. This file knows nothing
of Scrapy; engine.py connects the two.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from hubwalk.config import Job
from hubwalk.discovery.found import Candidate
from hubwalk.drivers.progress import DONE, FAILED, RUNNING, STOPPED, WAITING, SiteProgress
from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.drivers.site_run import Flight, SiteRun
from hubwalk.errors import HubwalkError
from hubwalk.graph.web_graph import FETCHED
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import join
from hubwalk.ports import Validator
from hubwalk.samples import Sample, start_on
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.validators import is_blocking
from hubwalk.values import Choice, Observation, Page, Response, Site, Verdict

PATIENCE = 8  # pages in a row without any answer, until a site counts as gone


class LiveCrawl:
    """The sites of one job, each crawled by its own SiteCrawl, all written to one log."""

    def __init__(
        self,
        job: Job,
        log: SqliteCrawlLog,
        validator: Validator,
        samples: Sequence[Sample],
        *,
        found: Sequence[Candidate] = (),
        contexts: Mapping[str, Sequence[Sequence[Page]]] | None = None,
        on_observation: Callable[[Observation], None] = lambda _: None,
    ) -> None:
        """`found` are the pages that a search has fetched and judged already, on whatever site; `contexts` has, per
        site, what the strategy must know beforehand."""
        self.job = job
        self._log = log
        self._validator = validator
        self._samples = samples
        self._found = found
        self._contexts = contexts or {}
        self._on_observation = on_observation
        self._judges = ThreadPoolExecutor(1, thread_name_prefix="validator") if is_blocking(validator) else None
        self._progress = {url: SiteProgress(url, WAITING) for url in job.sites}
        self._waiting: deque[str] = deque()
        self._runs: dict[str, SiteRun] = {}
        self._ready: deque[SiteRun] = deque()
        self._deadline = time.monotonic() + job.max_time if job.max_time else 0.0
        self._closed = False
        self.ending = ""  # why no more requests are sent
        self.error: BaseException | None = None  # what broke the crawl, if anything
        self._recall()

    def _recall(self) -> None:
        """Which sites still have work to do, by the log; a new log knows none."""
        totals = {line.site: line for line in self._log.totals()}
        for url in self.job.sites:
            line = totals.get(url)
            if line is not None:
                self._progress[url] = SiteProgress(
                    url, line.state, line.reason, line.fetched, line.requests, line.accepted
                )
            if line is None or line.state != DONE or self._brought_more(url):
                self._waiting.append(url)

    def _brought_more(self, url: str) -> bool:
        """True if a resumed search has found wanted pages of a site that was done without them."""
        scope = Scope(Site(url, self.job.scope))
        return any(self._log.find(own) is None for own in _wanted(scope, self._found_on(scope)))

    def _found_on(self, scope: Scope) -> dict[str, Candidate]:
        """Search results on a site, by the URL that its crawl asks for: also those that a redirect brought there. Of
        several spellings of one URL an accepted one counts. What failed under another spelling, or had no answer, says
        nothing about the page."""
        found: dict[str, Candidate] = {}
        for seen in sorted(self._found, key=lambda seen: seen.verdict.accepted):
            own = scope.own(seen.url) or _landed(scope, seen)
            read = 200 <= seen.response.status < 300
            if own and seen.verdict.judged and (read or (seen.response.status and own == seen.url)):
                found[own] = seen
        return found

    # -- which site, which URL --------------------------------------------------------------------------------------

    @property
    def has_work(self) -> bool:
        """True as long as a request may still be sent or an answer is awaited."""
        if any(run.in_flight for run in self._runs.values()):
            return True
        return not self.ending and bool(self._ready or self._waiting)

    def next_flight(self) -> Flight | None:
        """The next URL to fetch, sites taking turns; None: nothing can be sent now."""
        while not self.is_over():
            while self._waiting and len(self._runs) < self.job.jobs:
                self._begin(self._waiting.popleft())
            if not self._ready:
                return None
            run = self._ready.popleft()
            run.listed = False
            flight = self._launch(run)
            if flight is not None:
                return flight
        return None

    def is_over(self) -> bool:
        """True if no more requests are to be sent."""
        if self._deadline and time.monotonic() >= self._deadline:
            self.stop(f"max_time of {self.job.max_time:g} s is over")
        return bool(self.ending)

    def _launch(self, run: SiteRun) -> Flight | None:
        left = self.job.max_pages - run.requests - run.in_flight
        choice = None
        if left > 0:
            choice = run.again.popleft() if run.again else run.crawl.choose()
        if choice is None:
            if not run.in_flight and not self._answered(run) and not self._record_unjudged(run):
                self._exhausted(run, within_budget=left > 0)
            return None
        run.in_flight += 1
        run.doing = f"{choice.rule} {choice.url}"
        flight = Flight(run, choice, time.time(), max_retries=min(self.job.retries, left - 1))
        if run.in_flight < self.job.in_flight:
            self._list(run)
        known = run.answers.pop(choice.url, None)
        if known is None:
            return flight
        self.conclude_unjudged(flight, replace(known, requested=choice.url))
        return None

    def _list(self, run: SiteRun) -> None:
        if not run.listed and run.site.url in self._runs:
            run.listed = True
            self._ready.append(run)

    # -- the life of a site -----------------------------------------------------------------------------------------

    def _begin(self, url: str) -> None:
        site = Site(url, self.job.scope)
        scope = Scope(site)
        starts = {start: sample for sample in self._samples if (start := start_on(scope, sample))}
        pages = [sample.page for sample in self._samples]
        found = {own: seen for own, seen in self._found_on(scope).items() if own not in starts}
        seeds = [Choice(own, "search", anchor=found[own].query) for own in _wanted(scope, found)]
        crawl = SiteCrawl(
            site,
            self.job.strategy,
            seed=self.job.seed,
            samples=pages,
            starts=list(starts),
            found=seeds,
            context=self._contexts.get(url, ()),
        )
        answers = {own: seen.response for own, seen in found.items()}
        answers |= {start: sample.response for start, sample in starts.items()}
        verdicts = {own: seen.verdict for own, seen in found.items()}
        run = SiteRun(site, crawl, answers, verdicts, {*starts, *(sample.page.url for sample in self._samples)})
        self._runs[url] = run
        self._fold(run)
        self._log.set_site_state(url, RUNNING)
        self._list(run)

    def _fold(self, run: SiteRun) -> None:
        """Bring a site to where the log ends. Each logged page is preceded by a choice, so that the strategy's random
        generator is where it was; what was chosen but never logged comes first when the crawl goes on."""
        if not any(seen.page.ok for seen in self._log.observations(site=run.site.url)):
            return  # nothing could be read so far, so there is nothing to go on from: try the start pages again
        chosen: dict[str, Choice] = {}
        for seen in self._log.observations(bodies=True, site=run.site.url):
            if seen.choice.url not in chosen:
                choice = run.crawl.choose()
                if choice is not None:
                    chosen[choice.url] = choice
            chosen.pop(seen.choice.url, None)
            run.answers.pop(seen.choice.url, None)
            run.crawl.observe(seen.choice, seen.page, seen.verdict)
            run.requests += seen.requests
            self._learn(run, seen.choice, seen.page)
        graph = run.crawl.graph  # a redirect from elsewhere may have brought it
        run.again.extend(choice for choice in chosen.values() if graph.state[graph.find(choice.url)] != FETCHED)

    def _learn(self, run: SiteRun, choice: Choice, page: Page) -> None:
        run.has_page = run.has_page or page.ok
        if not page.ok and choice.rule == "start":
            run.reason = f"entry page: {page.error or f'status {page.status}'}"

    def _exhausted(self, run: SiteRun, *, within_budget: bool) -> None:
        if not run.has_page:
            self._finish(run, FAILED, run.reason or "none of its start pages could be read")
        elif within_budget:
            self._finish(run, DONE, "")
        else:
            self._finish(run, STOPPED, f"max_pages of {self.job.max_pages} reached")

    def _finish(self, run: SiteRun, state: str, reason: str) -> None:
        run.state, run.reason, run.doing = state, reason, ""
        del self._runs[run.site.url]
        self._progress[run.site.url] = self._snapshot_of(run)
        self._log.set_site_state(run.site.url, state, reason)

    # -- what happens to an answer ----------------------------------------------------------------------------------

    async def conclude(self, flight: Flight, response: Response, *, requests: int = 1, gone: bool = False) -> None:
        """Take in the answer for a flight. `gone`: nobody answers at that host at all."""
        run = flight.run
        if self._closed:
            return
        try:
            if gone:
                self._no_answer(flight, response, requests)
                return
            async with run.turn:
                self._answered(run)
                page = run.crawl.admit(read(response))
                verdict = foregone(page, run.given)
                if verdict is None:
                    verdict = await self._judge(page)
                    if not verdict.judged:
                        run.unjudged.append((flight, page, verdict, response, requests))
                        run.requests += requests
                        return
                    self._record_unjudged(run)
                self._record(flight, page, verdict, response, requests)
        except BaseException as error:
            self.fail(error)
        finally:
            self._land(run)

    def conclude_unjudged(self, flight: Flight, response: Response, *, requests: int = 1) -> None:
        """Take in an answer whose verdict is clear beforehand: a sample, a search result that was judged when it was
        found, or a redirect that is not followed."""
        try:
            run = flight.run
            page = run.crawl.admit(read(response))
            judged = run.verdicts.get(flight.choice.url, Verdict(False, reason="not judged"))
            verdict = foregone(page, run.given) or judged
            self._record(flight, page, verdict, response, requests)
        except BaseException as error:
            self.fail(error)
        finally:
            self._land(flight.run)

    def _no_answer(self, flight: Flight, response: Response, requests: int) -> None:
        """Nobody is there, or nobody any more. Such pages are no failures of their own yet."""
        run = flight.run
        run.requests += requests
        run.unanswered.append((flight, response, requests))
        if run.state != RUNNING:  # given up while this one was still in flight
            return
        in_hand = any(verdict.accepted for verdict in run.verdicts.values())  # the search has read pages of this site
        if not run.crawl.fetches and not in_hand:
            self._finish(run, FAILED, response.error)
        elif len(run.unanswered) >= PATIENCE:
            self._finish(run, FAILED, f"no answer for {PATIENCE} pages in a row: {response.error}")

    def _answered(self, run: SiteRun) -> bool:
        """The site is there: what had no answer failed by itself. True if there was any such page."""
        late, run.unanswered = run.unanswered, []
        for flight, response, requests in late:
            run.requests -= requests
            page = run.crawl.admit(read(response))
            self._record(flight, page, Verdict(False, reason=page.error), response, requests)
        if late:
            self._list(run)
        return bool(late)

    def _record_unjudged(self, run: SiteRun) -> bool:
        """The validator works again, or nothing else is left to do: what it broke on is not accepted. True if there was
        any such page."""
        late, run.unjudged = run.unjudged, []
        for flight, page, verdict, response, requests in late:
            run.requests -= requests
            self._record(flight, page, verdict, response, requests)
        if late:
            self._list(run)
        return bool(late)

    async def _judge(self, page: Page) -> Verdict:
        if self._judges is None:
            return self._validator.judge(page)
        return await asyncio.get_running_loop().run_in_executor(self._judges, self._validator.judge, page)

    def _record(self, flight: Flight, page: Page, verdict: Verdict, response: Response, requests: int) -> None:
        run, now = flight.run, time.time()
        observation = Observation(
            site=run.site.url,
            choice=flight.choice,
            page=page,
            verdict=verdict,
            depth=run.crawl.depth(flight.choice),
            fetched_at=flight.started,
            seconds=now - flight.started,
            requests=requests,
            response=response,
        )
        self._log.append(observation)
        run.crawl.observe(flight.choice, page, verdict)
        self._learn(run, flight.choice, page)
        run.requests += requests
        run.pace.tick(time.monotonic())
        self._on_observation(observation)

    def _land(self, run: SiteRun) -> None:
        run.in_flight -= 1
        self._list(run)

    def abandon(self, flight: Flight) -> None:
        """The crawl ends before this page came: it is not logged, and a resumed crawl will ask for it again."""
        flight.run.in_flight -= 1

    def redirected(self, flight: Flight, url: str, status: int, hops: Sequence[str]) -> Response | None:
        """The answer instead of a redirect that need not be followed; None: follow it."""
        crawl, asked = flight.run.crawl, flight.choice.url
        location = (("Location", url),)
        if hops.count(url) > 1:  # once is how sites make a browser take a cookie
            return Response(asked, asked, status, headers=location, error="redirects in a loop")
        if not crawl.fetches:
            return None  # the site may have moved
        own = crawl.scope.own(join("", url))
        if not own:
            return Response(asked, asked, status, headers=location, error=f"leads out of the site to {url}")
        known = crawl.graph.find(own)
        if own != asked and known >= 0 and crawl.graph.state[known] == FETCHED:
            return Response(asked, url, status, headers=location)  # a page that we have: no need to download it again
        return None

    # -- the end ----------------------------------------------------------------------------------------------------

    def stop(self, why: str) -> None:
        """Send no more requests; what is in flight is still taken in."""
        self.ending = self.ending or why

    def fail(self, error: BaseException) -> None:
        """Something of ours broke (the disk is full, the validator died): stop, and let `close` say so."""
        if self.error is None:
            self.error = error
        self.stop(str(error) if isinstance(error, HubwalkError) else f"{type(error).__name__}: {error}")

    def close(self) -> None:
        """Write down where every unfinished site stands; raises what broke the crawl. Later answers are ignored."""
        self._closed = True
        if self._judges is not None:
            self._judges.shutdown(wait=False, cancel_futures=True)
        try:
            for run in list(self._runs.values()):
                self._finish(run, STOPPED, self.ending or "interrupted")
            for url in self._waiting:
                self._log.set_site_state(url, STOPPED, self.ending or "interrupted")
                self._progress[url] = replace(self._progress[url], state=STOPPED, reason=self.ending)
        except HubwalkError as error:  # the log cannot be written: what stopped the crawl says more
            self.error = self.error or error
        if self.error is not None:
            raise self.error

    def snapshot(self) -> list[SiteProgress]:
        """Every site of the job, in its order."""
        for run in self._runs.values():
            self._progress[run.site.url] = self._snapshot_of(run)
        return list(self._progress.values())

    def _snapshot_of(self, run: SiteRun) -> SiteProgress:
        crawl = run.crawl
        return SiteProgress(
            run.site.url, run.state, run.reason if run.state != RUNNING else "", crawl.fetches, run.requests,
            crawl.accepted, crawl.graph.frontier_size, run.pace.rate(time.monotonic()), run.doing,
        )  # fmt: skip


def _landed(scope: Scope, seen: Candidate) -> str:
    """Where a search result lies on a site, after redirects; "" if it lies elsewhere."""
    return scope.own(join("", seen.response.url))


def _wanted(scope: Scope, found: Mapping[str, Candidate]) -> list[str]:
    return [own for own, seen in found.items() if seen.verdict.accepted and _landed(scope, seen)]
