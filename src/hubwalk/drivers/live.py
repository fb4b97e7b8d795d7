"""The live crawl: many sites, one process; which site's turn is it, and what happens to an answer.

    next_flight()  a site whose turn it is -> SiteCrawl.choose() -> a URL to fetch           (asked by engine.py)
    conclude()     answer -> page -> admit -> judge -> crawl log -> SiteCrawl.observe -> results   (told by engine.py)
                   -> what the validator now says of earlier pages -> crawl log -> SiteCrawl.revise -> results

Observations and revisions are in the log before they are acted on. So a resumed crawl folds the log into a fresh
SiteCrawl, asking it to choose before each logged page as the first run did, and goes on with the same next choice. A
validator that learns is told all logged pages first. This file knows nothing of Scrapy; engine.py connects the two.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from hubwalk.config import HTTP, Job
from hubwalk.discovery.found import Candidate
from hubwalk.drivers.found_pages import FoundPages, GivenPages, wanted
from hubwalk.drivers.judged_before import judged_before
from hubwalk.drivers.judging import Judge
from hubwalk.drivers.judging_again import judge_again
from hubwalk.drivers.progress import DONE, FAILED, RUNNING, STOPPED, WAITING, SiteProgress
from hubwalk.drivers.refusals import CHECK, PATIENCE, is_refusal, reason_of
from hubwalk.drivers.revising import Revising
from hubwalk.drivers.site_crawl import foregone
from hubwalk.drivers.site_run import NOTHING, Beforehand, Flight, SiteRun, begin_run
from hubwalk.drivers.stopping import StopRules
from hubwalk.errors import HubwalkError
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.ports import Validator
from hubwalk.samples import Sample
from hubwalk.store import estimates
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Observation, Page, Response, Revision, Site, Verdict


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
        known: Beforehand = NOTHING,
        on_observation: Callable[[Observation], None] = lambda _: None,
        on_revision: Callable[[Observation], None] = lambda _: None,
        on_remembered: Callable[[int], None] = lambda _: None,
    ) -> None:
        """`found` are the pages that a search has fetched and judged already, on whatever site; `known` is what the
        strategies are given. `on_revision` is given pages whose verdict has changed, with the one that stands now;
        `on_remembered` how many logged pages a validator that learns has been told of so far."""
        self.job = job
        self._log = log
        self._judge = Judge(validator)
        self._samples = samples
        self._found = FoundPages(found)
        self._known = known
        self._stop_rules = StopRules(job.stop_at_recall, job.stop_when_yield_below)
        self._on_observation = on_observation
        self._progress = {url: SiteProgress(url, WAITING) for url in job.sites}
        self._waiting: deque[str] = deque()
        self._runs: dict[str, SiteRun] = {}
        self._ready: deque[SiteRun] = deque()
        self._given = GivenPages(samples, job.scope)
        self._revising = Revising(
            log, self._found, self._runs, given=self._given.on, on_absent=self._revise_absent, on_revision=on_revision
        )
        self._deadline = time.monotonic() + job.max_time if job.max_time else 0.0
        self._closed = False
        self.ending = ""  # why no more requests are sent
        self.error: BaseException | None = None  # what broke the crawl, if anything
        self._recall()
        if self._judge.learns:
            before = judged_before(log, job.scope, self._found, self._given, on_remembered)
            ended = [url for url, site in self._progress.items() if site.state == DONE]
            self._revising.revise(self._judge.remember(before, ended))

    def _recall(self) -> None:
        """Which sites still have work to do, by the log; a new log knows none."""
        totals = {line.site: line for line in self._log.totals()}
        thought = estimates.latest(self._log)
        newly_looking = self.job.browser != HTTP == self._log.job.get("browser", HTTP)  # a browser may find more
        for url in self.job.sites:
            line = totals.get(url)
            if line is not None:
                self._progress[url] = SiteProgress(
                    url, line.state, line.reason, line.fetched, line.requests, line.accepted,
                    estimate=thought[url].estimate if url in thought else None,
                )  # fmt: skip
            if line is None or line.state != DONE or newly_looking or self._brought_more(url):
                self._waiting.append(url)

    def _brought_more(self, url: str) -> bool:
        """True if a resumed search has found wanted pages of a site that was done without them."""
        scope = Scope(Site(url, self.job.scope))
        return any(self._log.find(own) is None for own in wanted(scope, self._found.on(scope)))

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
        choice, enough = None, self._stop_rules.reason(run.crawl)
        if run.checking:
            return None
        if left > 0 and not enough:
            choice = run.choose()
        if choice is None:
            # Refusals that there is no request left to look into are asked for again by a resume.
            if not run.in_flight and (run.refused or not self._answered(run)) and not self._record_unjudged(run):
                if left > 0 and not enough and (again := self._second_look(run)) is not None:
                    return again
                if told := self._judge.finish(run.site.url):
                    self._revising.revise(told)
                    self._list(run)
                    return None
                self._exhausted(run, within_budget=left > 0, enough=enough)
            return None
        run.in_flight += 1
        run.doing = f"{choice.rule} {choice.url}"
        choice = replace(choice, probes=run.looks.probes_to(choice))
        flight = Flight(run, choice, time.time(), min(self.job.retries, left - 1), run.silences)
        if run.in_flight < self.job.in_flight:
            self._list(run)
        known = run.answers.pop(choice.url, None)
        if known is None:
            return flight
        known = replace(known, requested=choice.url)
        if run.looks.active:
            return replace(flight, known=known)
        self.conclude_unjudged(flight, known)
        return None

    def _second_look(self, run: SiteRun) -> Flight | None:
        """Before a site counts as done: a page that was passed over by the browser, if one promises something."""
        found = run.looks.choose(run.crawl.graph, self._log)
        if found is None:
            return None
        choice, response = found
        run.in_flight += 1
        run.doing = f"{choice.rule} {choice.hub}"
        return Flight(run, choice, time.time(), known=response)

    def _list(self, run: SiteRun) -> None:
        if not run.listed and run.site.url in self._runs:
            run.listed = True
            self._ready.append(run)

    # -- the life of a site -----------------------------------------------------------------------------------------

    def _begin(self, url: str) -> None:
        run = begin_run(
            url, self.job, self._log, self._samples,
            searched=self._found, given=self._given.on(url), known=self._known,
        )  # fmt: skip
        self._judge.attend(run.crawl.strategy)
        self._runs[url] = run
        self._log.set_site_state(url, RUNNING)
        self._list(run)

    def _exhausted(self, run: SiteRun, *, within_budget: bool, enough: str) -> None:
        if not run.has_page:
            self._finish(run, FAILED, run.reason or "none of its start pages could be read")
        elif enough:
            self._finish(run, STOPPED, enough)
        elif within_budget:
            self._finish(run, DONE, run.reason)  # the entry page failed, and other pages led on
        else:
            self._finish(run, STOPPED, f"max_pages of {self.job.max_pages} reached")

    def _finish(self, run: SiteRun, state: str, reason: str) -> None:
        run.end(state, reason)
        del self._runs[run.site.url]
        self._progress[run.site.url] = run.progress(time.monotonic())
        self._log.set_site_state(run.site.url, state, reason)

    async def judge_again(self) -> None:
        """Before the first request: what the validator broke on in earlier runs."""
        try:
            await judge_again(self._log, self._judge, self._revising, self.is_over)
        except BaseException as error:
            self.fail(error)

    # -- what happens to an answer ----------------------------------------------------------------------------------

    async def conclude(self, flight: Flight, response: Response, *, requests: int = 1, gone: bool = False) -> None:
        """Take in the answer for a flight. `gone`: nobody answers at that host at all."""
        run = flight.run
        if self._closed:
            return
        try:
            if flight.choice.rule == CHECK:
                self._checked(run, response, requests)
            elif gone or (run.has_page and is_refusal(response)):
                self._no_answer(flight, response, requests)
            else:
                async with run.turn:
                    await self._take_in(flight, response, requests)
        except BaseException as error:
            self.fail(error)
        finally:
            self._land(run)

    async def _take_in(self, flight: Flight, response: Response, requests: int) -> None:
        run = flight.run
        self._answered(run, flight.silences)
        page = run.crawl.admit(read(response))
        verdict = foregone(page, run.given)
        if verdict is not None:
            self._record(flight, page, verdict, response, requests)
            return
        judged = await self._judge.judge(page)
        if judged.verdict.judged:
            self._record_unjudged(run)
            self._record(flight, page, judged.verdict, response, requests)
        else:
            run.unjudged.append((flight, page, judged.verdict, response, requests))
            run.requests += requests
        self._revising.revise(judged.revisions, landing=run)

    def conclude_unjudged(self, flight: Flight, response: Response, *, requests: int = 1) -> None:
        """Take in an answer whose verdict is clear beforehand: a sample, a search result that was judged when it was
        found, or a redirect that is not followed."""
        try:
            run = flight.run
            if flight.choice.rule == CHECK:
                self._checked(run, response, requests)
            else:
                page = run.crawl.admit(read(response))
                judged = run.verdicts.get(flight.choice.url, Verdict(False, reason="not judged"))
                self._record(flight, page, foregone(page, run.given) or judged, response, requests)
        except BaseException as error:
            self.fail(error)
        finally:
            self._land(flight.run)

    async def conclude_look(self, flight: Flight, response: Response) -> None:
        """Take in what a second look at a page has shown: more links, and perhaps a text that is to be judged anew."""
        run, url = flight.run, flight.choice.hub
        if self._closed:
            return
        try:
            async with run.turn:
                page, told = read(response), []
                if flight.seen is not None and flight.seen.changed and run.crawl.may_revise(url, True):
                    judged = await self._judge.judge(replace(page, url=url))
                    told = [Revision(url, judged.verdict), *judged.revisions]
                    flight = replace(flight, seen=replace(flight.seen, wanted=judged.verdict.accepted))
                same = Verdict(False, reason=f"the same page as {url}")
                self._record(flight, run.crawl.view(url, page), same, response, requests=0)
                self._revising.revise(told, landing=run)
        except BaseException as error:
            self.fail(error)
        finally:
            self._land(run)

    def _no_answer(self, flight: Flight, response: Response, requests: int) -> None:
        """Nobody is there, or nobody any more, or we are turned away. Such pages are no failures of their own yet."""
        run = flight.run
        run.hold(flight, response, requests)
        if run.state != RUNNING:  # given up while this one was still in flight
            return
        in_hand = any(verdict.accepted for verdict in run.verdicts.values())  # the search has read pages of this site
        if not run.crawl.fetches and not in_hand:
            self._finish(run, FAILED, response.error)
        elif run.silent >= PATIENCE and not run.refused:
            self._finish(run, FAILED, f"no answer for {PATIENCE} pages in a row: {response.error}")

    def _checked(self, run: SiteRun, response: Response, requests: int) -> None:
        """A page that could be read before was asked for again, after refusals: see refusals.py."""
        run.checking = False
        run.requests += requests
        if 0 < response.status < 400:
            run.patience *= 2
            self._answered(run)
        elif run.state == RUNNING:
            self._finish(run, FAILED, reason_of((held for _, held, _ in run.unanswered), run.readable, response))

    def _answered(self, run: SiteRun, silences: int | None = None) -> bool:
        """The site was there after so many pages without an answer, or after all: these failed by themselves."""
        late = run.settle(silences)
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

    def _record(self, flight: Flight, page: Page, verdict: Verdict, response: Response, requests: int) -> None:
        run = flight.run
        observation = flight.observed(page, verdict, response, requests)
        look = run.looks.row(flight.seen, observation, run.crawl) if flight.seen is not None else None
        self._log.append(observation, look)
        run.crawl.observe(flight.choice, page, verdict)
        if look is not None:
            run.looks.observe(flight.choice, page, look)
        run.learn(flight.choice, page)
        run.requests += requests
        run.pace.tick(time.monotonic())
        self._on_observation(observation)

    def _revise_absent(self, site: str, accepted: bool) -> None:
        """A site whose turn has not come yet, or is over. What was done may have more to do now."""
        known = self._progress.get(site)
        if known is None:
            return
        self._progress[site] = replace(known, accepted=known.accepted + (1 if accepted else -1))
        if accepted and known.state == DONE and site not in self._waiting:
            self._waiting.append(site)
            self._log.set_site_state(site, RUNNING)  # killed before its turn, a resumed crawl must not pass it over

    def _land(self, run: SiteRun) -> None:
        run.in_flight -= 1
        self._list(run)

    def abandon(self, flight: Flight) -> None:
        """The crawl ends before this page came: it is not logged, and a resumed crawl will ask for it again."""
        flight.run.in_flight -= 1

    # -- the end ----------------------------------------------------------------------------------------------------

    def stop(self, why: str) -> None:
        """Send no more requests; what is in flight is still taken in."""
        self.ending = self.ending or why

    def fail(self, error: BaseException) -> None:
        """Something of ours broke (the disk is full, the validator died): stop, and let `close` say so."""
        if self.error is None:
            self.error = error
        if isinstance(error, BrokenPipeError):
            self.stop("the reader of the output went away")
        self.stop(str(error) if isinstance(error, HubwalkError) else f"{type(error).__name__}: {error}")

    def close(self) -> None:
        """Write down where every unfinished site stands; raises what broke the crawl. Later answers are ignored."""
        self._closed = True
        self._judge.close()
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
            self._progress[run.site.url] = run.progress(time.monotonic())
        return list(self._progress.values())
