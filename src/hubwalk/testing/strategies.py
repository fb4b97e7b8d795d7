"""What every strategy must keep to, checked on a small site."""

from __future__ import annotations

import functools
import inspect
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from hubwalk.graph.web_graph import WebGraph
from hubwalk.ports import Strategy
from hubwalk.testing.practice_site import ENTRY, is_target, missing, practice_context, practice_site
from hubwalk.values import Choice, Outlook, Page, Verdict

MakeStrategy = Callable[..., Strategy]  # of a web graph, a random generator, the samples
Judge = Callable[[Page], bool]
_Answer = TypeVar("_Answer")


def check_strategy(make: MakeStrategy) -> None:
    """AssertionError if what `make(graph, rng, samples)` builds breaks the contract of `ports.Strategy`.

    Where `make` has a parameter `context`, it is given the pages that lead to the practice site's samples.
    """
    if "context" in inspect.signature(make).parameters:
        make = functools.partial(make, context=practice_context())
    site = practice_site()
    samples = [site[f"{ENTRY}item/{k}"] for k in (0, 20)]
    nothing = make(WebGraph(), random.Random(0), samples).choose()
    assert nothing is None, f"chose {nothing} though no page is known"
    broken = {url: Page(url, url, status=500, error="status 500") for url in site if url != ENTRY}
    for title, pages, judge, in_flight, known in [
        ("one page at a time", site, is_target, 1, samples),
        ("five pages in flight", site, is_target, 5, samples),
        ("no samples", site, is_target, 1, []),
        ("nothing is ever accepted", site, _never, 1, samples),
        ("everything is accepted", site, _always, 3, samples),
        ("all pages but the first fail", site | broken, is_target, 2, samples),
    ]:
        runs = []
        for _ in range(2):
            run = _Run(make, pages, judge, known, title)
            run.go(in_flight)
            runs.append(run.chosen)
        assert runs[0] == runs[1], f"{title}: same seed and same observations, but {_first_difference(*runs)}"
    _check_unchosen(make, site, samples)
    for in_flight in (1, 3):
        _check_revised(make, site, samples, in_flight)
    _check_outlook(make, site, samples)


def _never(page: Page) -> bool:  # noqa: ARG001
    return False


def _always(page: Page) -> bool:
    return page.ok and not page.duplicate_of


def _check_unchosen(make: MakeStrategy, site: dict[str, Page], samples: Sequence[Page]) -> None:
    """A resumed crawl: pages that this object never chose are observed, then it goes on."""
    first = _Run(make, site, is_target, samples, "before the interruption")
    first.go(1, stop=15)
    resumed = _Run(make, site, is_target, samples, "a resumed crawl")
    for choice in first.chosen:
        resumed.observe(choice.url)
    resumed.go(1)
    again = {choice.url for choice in first.chosen} & {choice.url for choice in resumed.chosen}
    assert not again, f"a resumed crawl: chose {sorted(again)[0]}, which was observed before"


def _check_revised(make: MakeStrategy, site: dict[str, Page], samples: Sequence[Page], in_flight: int) -> None:
    """A validator that learns: whatever it has accepted it takes back, accepts something else, and changes its mind."""
    runs = []
    for _ in range(2):
        run = _Run(make, site, is_target, samples, f"verdicts are revised, {in_flight} in flight")
        run.go(in_flight, stop=12)
        for url in run.judged:
            run.revise(url)
        run.go(in_flight, stop=20)
        for url in run.judged:
            run.revise(url)
        run.go(in_flight)
        runs.append(run.chosen)
    assert runs[0] == runs[1], f"verdicts are revised: same seed, same verdicts, but {_first_difference(*runs)}"


def _check_outlook(make: MakeStrategy, site: dict[str, Page], samples: Sequence[Page]) -> None:
    """What a strategy expects, if it says so: numbers, and it goes the same way whether it was asked or not."""
    runs = []
    for asking in (False, True):
        run = _Run(make, site, is_target, samples, "asked for its outlook", asking=asking)
        run.go(2)
        runs.append(run.chosen)
    assert runs[0] == runs[1], f"asked for its outlook, it goes another way: {_first_difference(*runs)}"


def _first_difference(one: list[Choice], other: list[Choice]) -> str:
    for number, (a, b) in enumerate(zip(one, other, strict=False), start=1):
        if a != b:
            return f"choice {number} was {a} and then {b}"
    return f"{len(one)} choices and then {len(other)}"


class _Run:
    """One strategy on the site, watched at every step."""

    def __init__(
        self,
        make: MakeStrategy,
        pages: dict[str, Page],
        judge: Judge,
        samples: Sequence[Page],
        title: str,
        *,
        asking: bool = False,
    ) -> None:
        self._pages = pages
        self._judge = judge
        self._title = title
        self._asking = asking
        self._graph = WebGraph()
        self._strategy = make(self._graph, random.Random(7), samples)
        self.chosen: list[Choice] = []
        self.judged: list[str] = []  # pages that a validator has seen
        self.observe(ENTRY)

    def go(self, in_flight: int, stop: int = 10_000) -> None:
        """Crawl to the end; answers come back in the order of the questions."""
        waiting: list[str] = []
        while len(self.chosen) < stop:
            choice = self._choose() if len(waiting) < in_flight else None
            if choice is not None:
                waiting.append(choice.url)
            elif waiting:
                self.observe(waiting.pop(0))
            else:
                return

    def _choose(self) -> Choice | None:
        choice = self._unmoved("choose()", self._strategy.choose)
        if choice is None:
            return None
        where = f"{self._title}: choice {len(self.chosen) + 1}"
        assert isinstance(choice, Choice), f"{where}: is {type(choice).__name__}, not a Choice or None"
        assert choice.url not in {earlier.url for earlier in self.chosen}, f"{where}: chose {choice.url} twice"
        number = self._graph.find(choice.url)
        assert number >= 0, f"{where}: {choice.url} is not in the web graph"
        assert self._graph.is_new(number), f"{where}: {choice.url} is not new, it was fetched or is in flight"
        assert choice.rule, f"{where}: names no rule; `hubwalk explain` would have nothing to print"
        hub = self._graph.find(choice.hub)
        assert not choice.hub or hub >= 0, f"{where}: the hub {choice.hub} is not in the web graph"
        self.chosen.append(choice)
        self._graph.set_pending(choice.url)
        return choice

    def observe(self, url: str) -> None:
        page = self._pages.get(url) or missing(url)
        page = replace(page, requested=url)
        accepted = self._judge(page)
        if page.ok and not page.duplicate_of and page.url not in self.judged:
            self.judged.append(page.url)
        self._graph.add_page(page, accepted)
        self._unmoved(f"observe({url})", lambda: self._strategy.observe(page, Verdict(accepted)))
        if self._asking:
            self._ask()

    def _ask(self) -> None:
        """What does it expect? Most do not say."""
        outlook: Callable[[], Outlook] | None = getattr(self._strategy, "outlook", None)
        if outlook is None:
            return
        said = self._unmoved("outlook()", outlook)
        numbers = (said.near, said.variance, said.beyond) if isinstance(said, Outlook) else ()
        good = numbers and all(math.isfinite(number) and number >= 0 for number in numbers)
        assert good, f"{self._title}: expects {said}, where an Outlook of numbers from 0 on was expected"

    def revise(self, url: str) -> None:
        """The opposite is now said of a page."""
        number = self._graph.find(url)
        accepted = not self._graph.accepted[number]
        self._graph.revise(number, accepted)
        revise = getattr(self._strategy, "revise", None)
        if revise is not None:
            self._unmoved(f"revise({url}, {accepted})", lambda: revise(url, accepted))

    def _unmoved(self, what: str, act: Callable[[], _Answer]) -> _Answer:
        """Do it, and see that neither the graph nor the global random generators were touched."""
        chance = _global_chance()
        before = (len(self._graph), self._graph.link_count, list(self._graph.state), list(self._graph.accepted))
        try:
            answer = act()
        except Exception as error:
            raise AssertionError(f"{self._title}: {what} raised {type(error).__name__}: {error}") from error
        after = (len(self._graph), self._graph.link_count, list(self._graph.state), list(self._graph.accepted))
        assert before == after, f"{self._title}: {what} changed the web graph, which is the driver's to write"
        unmoved = chance == _global_chance()
        assert unmoved, f"{self._title}: {what} used a global random generator; use the one that is handed in"
        return answer


def _global_chance() -> tuple[object, ...]:
    of_numpy = np.random.get_state(legacy=False)["state"]
    return random.getstate(), of_numpy["pos"], of_numpy["key"].tobytes()
