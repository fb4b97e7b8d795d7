"""The search through the states of one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hubwalk.browsing.probed_links import ProbedLinks
from hubwalk.browsing.probed_page import Found, PageGone, ProbedPage, Scan
from hubwalk.browsing.probing_todo import (
    CLICK,
    HOVER,
    REACTIVE,
    TRUSTED,
    VISIBLE,
    Candidate,
    Chain,
    Job,
    Step,
    Todo,
    depth_of,
)

if TYPE_CHECKING:
    from hubwalk.browsing.probing import Bounds

_BATCH = 60
_MOST_NAVIGATORS = 150  # elements that are fired again in every new state
_MOST_MODES = 150
_FEW_NAVIGATORS = 12  # and even after a mere change of looks
_REAL_PRESSES = 40
_IDLE_ROUNDS = 2  # of "load more" or "next" without anything new
_SCROLL_ROUNDS = 3  # times those of a button: a step is a part of what is visible
_LAST_LOOKS = 2
_MOST_TRIES = 6  # to fire at an element in company of which the page breaks
_SMALL_STEP = 80  # percent of what is visible


class States:
    def __init__(self, page: ProbedPage, links: ProbedLinks, bounds: Bounds, refused: list[str]) -> None:
        self._page = page
        self._links = links
        self._bounds = bounds
        self._refused = refused  # navigations that were stopped on their way to the network
        self._known: dict[str, Candidate] = {}
        self._navigators: dict[str, Candidate] = {}
        self._todo = Todo()
        self._chain: Chain = ()  # of the present state
        self._state = 0
        self._digest = ""
        self._digests: set[str] = set()
        self._scrolls = False
        self._comes_back = True  # a page that goes back when it is told to need not be opened anew
        self._last: Chain = (Step("", ""),)  # to the probe before, which some effects come late of
        self._last_looks = _LAST_LOOKS
        self._modes: list[Job] = []  # choices that change what other elements do, if anything
        self._words: tuple[str, ...] = ()
        self._boxes: list[str] = []
        self.probes = 0

    @property
    def _is_over(self) -> bool:
        return self._page.seconds_left <= 0 or self.probes >= self._bounds.probes

    async def begin(self, words: Sequence[str]) -> None:
        await self._page.ready()
        scan = await self._page.scan()
        self._words = tuple(words)
        self._boxes = await self._page.search_boxes() if words else []
        self._scrolls = scan.scrolls
        self._links.add_loose(scan.records)
        self._take_refused(())
        await self._enter(scan, ())

    async def _enter(self, scan: Scan, chain: Chain, by: Candidate | None = None) -> int:
        """A state that was not seen before, brought up by firing at `by`; how much in it is new."""
        self._digest, self._chain = scan.digest, chain
        self._digests.add(scan.digest)
        fresh, shown = self._sort_out(scan.found, chain)
        news = sum(1 for one in fresh if not one.found.was)
        links = 0
        worth = fresh or shown or scan.links or not chain
        if worth and self._links.states <= self._bounds.states:
            self._state, links = self._links.add_state(await self._page.html(), chain)
        for one in (*fresh, *shown):
            one.state = self._state
        if depth_of(chain) <= self._bounds.depth:
            # Its own change is no reason to fire at it: that happens anyway, as long as it helps.
            self._todo.push(one for one in (*fresh, *shown) if not (by and one.found.was and one.look == by.look))
        return links + news

    def _sort_out(self, found: Sequence[Found], chain: Chain) -> tuple[list[Candidate], list[Candidate]]:
        """New candidates, and known ones that could not be seen until now. What cannot be seen is put aside."""
        fresh, shown = [], []
        for one in found:
            visible = bool(one.bits & VISIBLE)
            candidate = self._known.get(one.name)
            if candidate is None:
                before = self._known.get(one.was)
                look = before.look if before else (one.shape, one.words)
                candidate = self._known[one.name] = Candidate(one, chain, self._state, visible, look)
                if visible:
                    fresh.append(candidate)
                else:
                    self._todo.hidden[one.name] = candidate
            elif visible and not candidate.visible:
                candidate.visible, candidate.found = True, one
                self._todo.hidden.pop(one.name, None)
                if not candidate.effects:
                    candidate.chain = chain
                    shown.append(candidate)
        return fresh, shown

    async def search_depth_first(self) -> None:
        while not self._is_over:
            if self._todo.jobs:
                await self._fire_next()
            elif self._todo.gone:
                await self._come_back_for_gone()
            elif self._todo.hidden:
                hidden, self._todo.hidden = self._todo.hidden, {}
                self._todo.push(hidden.values())
            elif not await self._look_again():
                return
        if self._todo.jobs or self._todo.gone:
            self._links.note(f"{len(self._todo.jobs) + len(self._todo.gone)} probes left out: bounds reached")

    async def _look_again(self) -> bool:
        """The last probe may have changed something after we looked. Pages that always change end this, too."""
        self._last_looks -= 1
        if self._last_looks < 0:
            return False
        await self._page.ready()
        scan = await self._page.scan()
        if scan.digest in self._digests:
            return False
        await self._enter(scan, self._last if self._last[-1].name else ())
        return True

    async def _fire_next(self, above: int = 0) -> None:
        jobs = self._todo.batch(min(_BATCH, len(self._todo.jobs) - above))
        if not jobs:
            return
        try:
            outcomes = await self._page.fire([job.wanted for job in jobs])
        except PageGone as error:
            await self._recover(jobs, error)
            return
        self._todo.give_back(jobs[len(outcomes) :])
        for job, outcome in zip(jobs, outcomes, strict=False):
            if outcome.get("gone"):
                self._put_aside(job)
            else:
                self.probes += 1
                await self._take(job, outcome)

    def _put_aside(self, job: Job) -> None:
        if job.candidate.tries < 2 and not job.again:
            self._todo.gone.append(job)

    async def _recover(self, jobs: list[Job], error: PageGone) -> None:
        """A probe has broken the page: open it anew, and go on with the others."""
        self._links.note(str(error))
        await self._open_anew(self._chain)
        for job in jobs:
            job.candidate.tries += 1
        guilty = [job for job in jobs if error.culprit and job.wanted[0].partition(":")[2] == error.culprit][:1]
        others = [job for job in jobs if job not in guilty and job.candidate.tries < _MOST_TRIES]
        if len(jobs) > 1:
            self._todo.give_back(others)

    async def _take(self, job: Job, outcome: dict[str, Any]) -> None:
        candidate, way, records = job.candidate, (*job.chain, job.step), outcome["records"]
        kinds = {entry[0] for entry in records}
        fresh = self._links.add(job.state, way, records, candidate.found.href, again=job.again)
        fresh += self._take_refused(way) + self._links.add(
            self._last[-1].state, self._last, outcome["late"], again=True
        )
        self._last = way
        leads = bool(kinds & {"go", "push", "open", "form", "written"})
        as_expected = bool(candidate.found.href) and bool(kinds & {"link", "go", "push"}) and not fresh
        if leads and not as_expected and candidate.found.name not in self._navigators:
            self._navigators[candidate.found.name] = candidate
            self._try_with_modes(job)
        news = fresh
        if "push" in kinds and (outcome["moved"] or outcome["changed"]) and outcome["removed"]:
            await self._leave_other_view(job)
        elif outcome["changed"]:
            news += await self._take_change(job, outcome)
        elif outcome["moved"]:
            self._digest = outcome["digest"]
            self._go_on(job, outcome)
        if job.act in {"click", "choose"} and not job.again and not outcome["changed"]:
            self._try_mode(job, outcome)
        effect = news > 0 or (leads and not as_expected)
        if outcome.get("unseen") and candidate.visible and not (effect or as_expected or candidate.effects):
            self._put_aside(job)  # something has hidden it meanwhile, and scripts may ask for that
        else:
            self._todo.learn(job, effect=effect, as_expected=as_expected)

    def _take_refused(self, way: Chain) -> int:
        urls = [*self._refused, *self._page.refused]
        self._refused.clear()
        self._page.refused.clear()
        records = [["go", url, ""] for url in urls]
        if not way:
            self._links.add_loose(records)
            return 0
        return self._links.add(way[-1].state, way, records)

    async def _take_change(self, job: Job, outcome: dict[str, Any]) -> int:
        chain = (*job.chain, job.step)
        navigators = set(self._navigators)
        scan = await self._page.scan()
        self._links.add(job.state, chain, scan.records, again=True)
        if scan.digest in self._digests and not outcome["looks"]:
            self._digest = scan.digest
            return 0
        above = len(self._todo.jobs)
        news = await self._enter(scan, chain, job.candidate)
        pushed = self._todo.jobs[above:]
        del self._todo.jobs[above:]
        only_again = job.again and not job.round
        if not only_again:
            self._once_more(job, 0 if self._links.targets > job.targets else job.idle + 1)
        if (outcome["removed"] or outcome["text"]) and not only_again:
            self._fire_again([self._known[one.name] for one in scan.found if one.name in navigators], chain)
        self._todo.jobs += pushed
        return news

    def _once_more(self, job: Job, idle: int) -> None:
        if idle <= _IDLE_ROUNDS and job.round < self._bounds.rounds and job.act == "click":
            chain, known = (*job.chain, job.step), self._links.targets
            again = replace(job, chain=chain, round=job.round + 1, again=True, idle=idle, targets=known)
            self._todo.jobs.append(again)

    def _go_on(self, job: Job, outcome: dict[str, Any]) -> None:
        """Where "next" was pressed after "back": to a page that is known, and perhaps to a new one from there."""
        if job.round and outcome["removed"] and outcome["added"]:
            self._once_more(job, job.idle + 1)

    def _fire_again(self, candidates: Sequence[Candidate], chain: Chain) -> None:
        """What leads somewhere may lead somewhere else in another state."""
        for candidate in reversed(candidates[:_MOST_NAVIGATORS]):
            self._todo.jobs.append(Job(candidate, "click", 0, chain, self._state, 0, True))

    def _try_mode(self, job: Job, outcome: dict[str, Any]) -> None:
        """A choice that changes no more than looks, and what the buttons beside it do then."""
        if job.act != "choose" and not outcome["looks"] and job.candidate.found.words:
            return
        self._modes.append(job)
        others = [one for one in self._navigators.values() if one is not job.candidate and not one.found.href]
        if len(others) <= _FEW_NAVIGATORS:
            self._fire_again(others, (*job.chain, job.step))

    def _try_with_modes(self, job: Job) -> None:
        """A button that leads somewhere, and the choices that were made before it was found."""
        modes = [one for one in self._modes if one.candidate is not job.candidate][-_MOST_MODES:]
        if not modes or job.candidate.found.href or len(self._navigators) > _FEW_NAVIGATORS:
            return
        for mode in modes:
            again = replace(job, chain=(*mode.chain, mode.step), again=True)
            self._todo.jobs += [again, replace(mode, again=True)]
        self._todo.gone.append(replace(job, again=True))  # and with none of them made

    async def _leave_other_view(self, job: Job) -> None:
        """The page shows what lies at another address, by its scripts. That is a page of its own: back from it."""
        if self._comes_back:
            digest = await self._page.back()
            if digest == self._digest.partition("/")[0]:
                return
            self._comes_back = False
        await self._open_anew(job.chain)

    async def _come_back_for_gone(self) -> None:
        """Open the page anew for elements that have gone, state by state."""
        self._todo.forget_hopeless()
        if not self._todo.gone:
            return
        chain = self._todo.gone[0].chain
        group = [job for job in self._todo.gone if job.chain == chain]
        self._todo.gone = [job for job in self._todo.gone if job.chain != chain]
        await self._open_anew(chain)
        group[0].candidate.tries += 1  # for the others it may be that one that takes them away
        self._todo.give_back(group)

    async def _open_anew(self, chain: Chain) -> None:
        await self._page.open_anew()
        scan = await self._page.scan()
        self._digest = scan.digest
        for step in chain:
            if self._page.seconds_left <= 0:
                break
            await self._repeat(step)
            self._digest = (await self._page.scan()).digest
        self._chain = chain
        self._refused.clear()

    async def _repeat(self, step: Step) -> None:
        if step.act == "scroll":
            await self._page.scroll(step.index / 100)
        elif step.act == "search":
            await self._page.search(step.name, step.word)
        else:
            await self._page.fire([(step.name, step.act, step.index)])

    async def scroll(self) -> None:
        """To the end, as long as anything comes up; step by step where what was there before goes."""
        if not self._scrolls:
            return
        step = Step("", "scroll", look=("scroll", ""))
        chain: Chain = ()
        idle, moved = 0, False
        for _ in range(_SCROLL_ROUNDS * self._bounds.rounds):
            if self._is_over or idle > _IDLE_ROUNDS:
                return
            outcome = await self._page.scroll(step.index / 100)
            self.probes += 1
            self._links.add(0, (step,), outcome["records"])
            if outcome["changed"]:
                chain = (*chain, step)
                idle = 0 if await self._enter_scrolled(chain) else idle + 1
                if outcome["removed"] and not step.index:
                    step, chain = replace(step, index=_SMALL_STEP), ()
                    await self._page.scroll(-1.0)
            elif outcome["scrolled"]:
                idle, moved = idle + (not step.index), True
            elif not (moved or chain):
                return
            else:  # at the end; scripts are told of it a little later
                idle += 1

    async def _enter_scrolled(self, chain: Chain) -> int:
        above = len(self._todo.jobs)
        news = await self._enter(await self._page.scan(), chain)
        while chain[-1].index and len(self._todo.jobs) > above and not self._is_over:
            await self._fire_next(above)  # now: what scrolls out of sight goes
        return news

    async def search(self) -> None:
        """Fill in the search boxes of the first state."""
        if self._boxes and self._chain and not self._is_over:
            await self._open_anew(())
        for name in self._boxes:
            for word in self._words:
                if self._is_over:
                    return
                await self._search(name, word)

    async def _search(self, name: str, word: str) -> None:
        step = Step(name, "search", word=word)
        outcome = await self._page.search(name, word)
        self.probes += 1
        if outcome.get("gone"):
            return
        self._links.add(0, (step,), outcome["records"])
        self._take_refused((step,))
        if outcome["changed"]:
            await self._enter(await self._page.scan(), (step,))
            await self.search_depth_first()
            await self._open_anew(())

    async def press_really(self) -> None:
        """Real input where a script may ask whether it is, and nothing has happened without."""
        asked = [one for one in self._known.values() if one.found.bits & TRUSTED and not one.effects]
        asked.sort(key=lambda one: not one.found.bits & REACTIVE)
        for candidate in asked[:_REAL_PRESSES]:
            if self._is_over:
                return
            for act in ("hover", "click"):
                if not candidate.found.bits & (HOVER if act == "hover" else CLICK | REACTIVE):
                    continue
                job = Job(candidate, act, 0, candidate.chain, candidate.state, 0, True)
                outcome = await self._page.press(candidate.found.name, hover_only=act == "hover")
                if outcome is not None:
                    self.probes += 1
                    await self._take(job, outcome)
            await self.search_depth_first()
