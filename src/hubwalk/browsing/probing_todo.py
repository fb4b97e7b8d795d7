"""What is still to be probed on a page, and what is not worth it: the candidates of all states, and jobs in the order
in which they are fired (depth first: what a probe brings up comes next)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hubwalk.browsing.probed_page import Found

CLICK, HOVER, DOUBLE, CONTEXT, TRUSTED, WHEEL, CHANGE = 1, 2, 4, 8, 16, 32, 64  # as in listeners.js
REACTIVE, LEAF, VISIBLE = 1024, 2048, 4096  # as in candidates.js
_NO_EFFECT = 12  # times that a kind of element may show none
_NO_EFFECT_INNER = 6  # for elements that only lie in something that reacts
_AS_EXPECTED = 3  # times that a kind of link leads where its address says


@dataclass(frozen=True, slots=True)
class Step:
    """A probe that has changed the page, to be repeated when the page is opened anew."""

    name: str  # of the element
    act: str  # hover, click, double, other, wheel, choose, scroll, search
    index: int = 0  # of the option chosen; of scrolling, how far in percent
    look: tuple[str, str] = ("", "")  # shape and words: "load more" is the same step wherever it moves
    state: int = 0  # in which the element is found
    word: str = ""  # searched for


Chain = tuple[Step, ...]


def depth_of(chain: Chain) -> int:
    """Steps of a chain; the same one again and again is one."""
    return sum(
        1 for i, step in enumerate(chain) if not i or (step.look, step.act) != (chain[i - 1].look, chain[i - 1].act)
    )


@dataclass(slots=True)
class Candidate:
    """An element that may react, over all states in which it was seen."""

    found: Found
    chain: Chain  # how it came up
    state: int  # in which it came up
    visible: bool
    look: tuple[str, str]  # shape and words, those that it had first
    effects: int = 0
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Job:
    candidate: Candidate
    act: str
    index: int
    chain: Chain  # leads to the state in which it is to be fired
    state: int  # the number of that state
    round: int = 0  # how often it has been fired before, one after the other
    again: bool = False  # fired before in another state: no effect is no news
    idle: int = 0  # of those rounds, the last ones that led nowhere new
    targets: int = -1  # that were known when it was fired last

    @property
    def wanted(self) -> tuple[str, str, int]:
        return self.candidate.found.name, self.act, self.index

    @property
    def step(self) -> Step:
        return Step(self.candidate.found.name, self.act, self.index, self.candidate.look, self.state)


def acts_on(found: Found) -> Iterator[tuple[str, int]]:
    """What a person could do with the pointer to an element, as far as somebody listens."""
    bits = found.bits
    if bits & HOVER:
        yield "hover", 0
    if bits & (CLICK | REACTIVE):
        yield "click", 0
    if bits & DOUBLE:
        yield "double", 0
    if bits & CONTEXT:
        yield "other", 0
    if bits & WHEEL:
        yield "wheel", 0
    for index in range(found.options):  # the first one last, as in most cases it is what was chosen before
        yield "choose", (index + 1) % found.options


@dataclass(slots=True)
class Todo:
    """Jobs, the next one last."""

    jobs: list[Job] = field(default_factory=list)
    hidden: dict[str, Candidate] = field(default_factory=dict)  # nobody can point at them; fired last of all
    gone: list[Job] = field(default_factory=list)  # their elements are not there at present
    _misses: dict[tuple[str, str, bool], int] = field(default_factory=dict)
    _expected: dict[str, int] = field(default_factory=dict)

    def push(self, candidates: Iterable[Candidate]) -> None:
        """Put candidates on top: those that react by themselves first, then the innermost, then what lies around."""

        def tier(candidate: Candidate) -> int:
            bits = candidate.found.bits
            if candidate.found.was:  # it was there before, with other words
                return 3
            return 0 if bits & REACTIVE else 1 if bits & LEAF else 2

        ordered = sorted(candidates, key=tier)
        for candidate in reversed(ordered):
            chain, state = candidate.chain, candidate.state
            acts = reversed(list(acts_on(candidate.found)))
            self.jobs += [Job(candidate, act, index, chain, state) for act, index in acts]

    def batch(self, most: int) -> list[Job]:
        """The next jobs, all in one frame."""
        taken: list[Job] = []
        while self.jobs and len(taken) < most:
            job = self.jobs[-1]
            if self._is_hopeless(job):
                self.jobs.pop()
                continue
            if taken and _frame(job) != _frame(taken[0]):
                break
            taken.append(self.jobs.pop())
        return taken

    def give_back(self, jobs: list[Job]) -> None:
        self.jobs += reversed(jobs)

    def forget_hopeless(self) -> None:
        """To get back to elements that are not there costs more than to fire at them."""
        self.gone = [job for job in self.gone if not self._is_hopeless(job)]

    def _kind(self, job: Job) -> tuple[str, str, bool]:
        found = job.candidate.found
        return found.shape, job.act, bool(found.bits & VISIBLE)

    def _is_hopeless(self, job: Job) -> bool:
        found = job.candidate.found
        if found.href and self._expected.get(found.shape, 0) >= _AS_EXPECTED:
            return True
        if job.act == "choose":  # mostly it shows with the button beside it
            return False
        limit = _NO_EFFECT if found.bits & REACTIVE else _NO_EFFECT_INNER
        return not job.again and self._misses.get(self._kind(job), 0) >= limit

    def learn(self, job: Job, *, effect: bool, as_expected: bool) -> None:
        """A kind that has shown an effect once may be silent for longer."""
        if as_expected:
            shape = job.candidate.found.shape
            self._expected[shape] = self._expected.get(shape, 0) + 1
        kind = self._kind(job)
        if effect:
            job.candidate.effects += 1
            self._misses[kind] = -1_000_000 if not job.candidate.found.href else 0
        elif not job.again:
            self._misses[kind] = self._misses.get(kind, 0) + 1


def _frame(job: Job) -> str:
    return job.candidate.found.name.partition(":")[0]
