"""How good a validator is: every page of a recorded site judged, in the order in which a crawl would meet them.

Of a validator that learns (`ports.LearningValidator`) the verdicts count that stand after the last page: the first one
of each page, replaced by what was revised. The first verdicts are counted as well, to show what revising brings. A
validator that refuses the samples, or breaks on a page, gets an F of 0 for that task; one that cannot be made whatever
the samples is an error. Samples are pages as all others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hubwalk.browsing.recorded import RecordedSite
from hubwalk.drivers.judging import finish
from hubwalk.errors import HubwalkError, SampleError, UsageError
from hubwalk.evaluation.validating_sites import BREADTH, PackedPages, SiteRecord, TaskRecord, no_samples, samples_of
from hubwalk.pages.parse import read
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators import OracleValidator, close_validator, is_blocking, make_validator
from hubwalk.validators.given import Given
from hubwalk.values import Page, Revision, Verdict

ORACLE = "oracle"
_STEP = 100  # pages between two words about the progress


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is to be measured on one site; travels to a worker process."""

    site: SiteRecord
    validators: tuple[str, ...]  # each by itself
    counts: tuple[int, ...] = (1, 3, 10)  # of samples
    near_misses: int = 0  # drawn from the pages that are no targets
    samples_from: SiteRecord | None = None
    order: str = BREADTH
    seed: int = 0
    model: str = ""
    max_calls: int = 0  # of a language model, for each measurement
    keep_mistakes: bool = False
    draws: int = 1  # sets of samples, each measured by itself

    @property
    def measurements(self) -> int:
        return len(self.site.tasks) * len(self.validators) * len(self.counts) * self.draws

    @property
    def judgements(self) -> int:
        return self.site.pages * self.measurements


@dataclass(frozen=True, slots=True)
class Step:
    """Progress: so many pages more were judged, or passed over."""

    site: str
    pages: int
    notice: str = ""  # what the user should know


@dataclass(frozen=True, slots=True)
class Scores:
    """What verdicts are worth."""

    accepted: int = 0
    right: int = 0  # targets among them
    targets: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.accepted if self.accepted else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.targets if self.targets else 0.0

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.accepted + self.targets) if self.right else 0.0


@dataclass(frozen=True, slots=True)
class Mistake:
    """A page whose standing verdict is wrong."""

    url: str
    wanted: bool
    first: bool  # whether it was accepted at first
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Measured:
    """One validator with so many samples, on one task of one site."""

    validator: str
    site: str
    task: str
    samples: int  # as asked for
    given: int  # fewer, where there are no more targets
    pages: int
    standing: Scores
    first: Scores
    draw: int = 0  # which of the sets of samples
    samples_from: str = ""
    primary: bool = False  # it is the first task of its site
    revised: int = 0  # verdicts that were changed, each change counted
    learns: bool = False
    ms_to_make: float = 0.0
    ms_per_page: float = 0.0  # of processor time, or of any time where the validator waits for others
    ms_per_30_kb: float = 0.0
    refused: str = ""
    mistakes: tuple[Mistake, ...] = ()


def measure_site(plan: Plan) -> Iterator[Step | Measured]:
    """Everything of a plan, each result as soon as it is there."""
    yield Step(plan.site.name, 0)
    pages: PackedPages | None = None
    for task in plan.site.tasks:
        recorded = plan.site.open(task.name)
        if not recorded.targets:
            raise UsageError(f"{plan.site.name}: no target of the task '{task.name}' is recorded; leave it out")
        for notice in no_samples(task, recorded):
            yield Step(plan.site.name, 0, notice)
        pages = pages or PackedPages(recorded, plan.site.entry)
        order = pages.order(plan.order, plan.seed)
        others = sorted(set(pages) - recorded.targets)
        rng = random.Random(f"{plan.seed} {plan.site.name} {task.name} near misses")
        unlike = [pages.read(url) for url in rng.sample(others, min(plan.near_misses, len(others)))]
        samples = [_samples(plan, task, draw, pages, recorded) for draw in range(plan.draws)]
        if max(plan.counts) > len(samples[0]):
            yield Step(plan.site.name, 0, _too_few(plan, task, len(samples[0])))
        for trial in product(plan.validators, plan.counts, range(plan.draws)):
            _, count, draw = trial
            given = Given(samples[draw][:count], unlike, task.wish, plan.model, plan.max_calls)
            yield from _Trial(plan, task.name, recorded.targets, trial).run(given, pages, order)


def _too_few(plan: Plan, task: TaskRecord, known: int) -> str:
    wanted = ", ".join(str(count) for count in plan.counts if count > known)
    site = (plan.samples_from or plan.site).name
    return f"{site}: the task '{task.name}' has only {known} targets; instead of {wanted} samples all of them are given"


def _samples(plan: Plan, task: TaskRecord, draw: int, pages: PackedPages, recorded: RecordedSite) -> list[Page]:
    source, count = plan.samples_from, max(plan.counts)
    if source is None:
        return [pages.read(url) for url in samples_of(task, recorded, plan.seed, draw)[:count]]
    elsewhere = source.open(task.name)
    there = source.task(task.name) or task
    return [read(elsewhere.fetch(url)) for url in samples_of(there, elsewhere, plan.seed, draw)[:count]]


class _Trial:
    """One validator, learning from so many samples, let loose on all pages."""

    def __init__(self, plan: Plan, task: str, targets: frozenset[str], trial: tuple[str, int, int]) -> None:
        """`trial` is the validator, the number of samples, and which draw of them."""
        self._plan = plan
        self._spec, self._count, self._draw = trial
        self._task = task
        self._targets = targets

    def run(self, given: Given, pages: PackedPages, order: Sequence[str]) -> Iterator[Step | Measured]:
        done = 0
        refused = ""
        began = time.process_time()
        course: _Course | None = None
        try:
            validator = self._make(given)
            try:
                course = _Course(validator, time.process_time() - began)
                for number, url in enumerate(order, 1):
                    course.meet(pages.read(url))
                    if number % _STEP == 0:
                        yield Step(self._plan.site.name, _STEP)
                        done = number
                course.end(self._plan.site.entry)
            finally:
                close_validator(validator)
        except HubwalkError as error:
            if course is None and not isinstance(error, SampleError):
                raise
            refused = str(error)
        except Exception as error:  # a crash is worth nothing, and must not cost the other tasks
            refused = f"broke: {type(error).__name__}: {error}"
        yield Step(self._plan.site.name, len(order) - done)
        yield self._measured(course, len(given.samples), pages, refused)

    def _make(self, given: Given) -> Validator:
        if self._spec == ORACLE:
            return OracleValidator(self._targets)
        return make_validator([self._spec], given.samples, given=given)

    def _measured(self, course: _Course | None, given: int, pages: PackedPages, refused: str) -> Measured:
        nothing = Scores(targets=len(self._targets))
        plan = self._plan
        if course is None or refused:
            standing = first = nothing
        else:
            standing, first = self._scores(course.standing), self._scores(course.first)
        seconds = course.seconds if course else 0.0
        return Measured(
            validator=self._spec,
            site=plan.site.name,
            task=self._task,
            samples=self._count,
            given=given,
            draw=self._draw,
            pages=len(pages),
            standing=standing,
            first=first,
            samples_from=plan.samples_from.name if plan.samples_from else "",
            primary=self._task == plan.site.primary,
            revised=course.revised if course else 0,
            learns=course.learns if course else False,
            ms_to_make=1000 * course.to_make if course else 0.0,
            ms_per_page=1000 * seconds / max(1, len(pages)),
            ms_per_30_kb=30e6 * seconds / max(1, pages.characters),
            refused=refused,
            mistakes=tuple(self._mistakes(course)) if course and plan.keep_mistakes else (),
        )

    def _scores(self, verdicts: Mapping[str, Verdict]) -> Scores:
        accepted = {url for url, verdict in verdicts.items() if verdict.accepted}
        return Scores(len(accepted), len(accepted & self._targets), len(self._targets))

    def _mistakes(self, course: _Course) -> Iterator[Mistake]:
        for url, verdict in course.standing.items():
            wanted = url in self._targets
            if verdict.accepted != wanted:
                yield Mistake(url, wanted, course.first[url].accepted, round(verdict.score, 4), verdict.reason)


class _Course:
    """The verdicts in the course of a crawl."""

    def __init__(self, validator: Validator, to_make: float) -> None:
        self._validator = validator
        self._learner = validator if isinstance(validator, LearningValidator) else None
        self._clock = time.perf_counter if is_blocking(validator) else time.process_time
        self.learns = self._learner is not None
        self.to_make = to_make
        self.first: dict[str, Verdict] = {}
        self.standing: dict[str, Verdict] = {}
        self.revised = 0
        self.seconds = 0.0

    def meet(self, page: Page) -> None:
        began = self._clock()
        verdict = self._validator.judge(page)
        revisions = self._learner.revisions() if self._learner is not None else ()
        self.seconds += self._clock() - began
        self.first[page.url] = self.standing[page.url] = verdict
        self._revise(revisions)

    def end(self, entry: str) -> None:
        """There are no more pages."""
        began = self._clock()
        revisions = finish(self._validator, entry)
        self.seconds += self._clock() - began
        self._revise(revisions)

    def _revise(self, revisions: Sequence[Revision]) -> None:
        for revision in revisions:
            if revision.url in self.standing:
                self.standing[revision.url] = revision.verdict
                self.revised += 1
