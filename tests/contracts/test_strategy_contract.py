"""Every strategy keeps the contract, and the suite notices those that do not."""

from __future__ import annotations

import functools
import itertools
import random
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest

from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.ranking.node_weights import VARIANTS
from hubwalk.strategies import STRATEGIES, make_strategy
from hubwalk.strategies.breadth_first import BreadthFirst
from hubwalk.strategies.xcrawl import WALKS
from hubwalk.testing import check_strategy
from hubwalk.values import Choice, Outlook, Page, Verdict

SPECS = [
    *STRATEGIES,
    *(f"xcrawl:variant={variant}" for variant in VARIANTS),
    *(f"xcrawl:walk={walk}" for walk in WALKS),
]


@pytest.mark.parametrize("spec", SPECS)
def test_contract(spec: str) -> None:
    check_strategy(functools.partial(make_strategy, spec))


CRAWL = """
import sys
from dataclasses import replace
from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.testing.practice_site import ENTRY, is_target, missing, practice_context, practice_site
from hubwalk.values import Site, Verdict
pages = practice_site()
starts = [f"{ENTRY}item/{k}" for k in (0, 20)]
for spec in sys.argv[1:]:
    samples = [pages[url] for url in starts]
    crawl = SiteCrawl(Site(ENTRY), spec, samples=samples, starts=starts, context=practice_context())
    while (choice := crawl.choose()) is not None:
        page = crawl.admit(replace(pages.get(choice.url) or missing(choice.url), requested=choice.url))
        crawl.observe(choice, page, Verdict(not page.duplicate_of and is_target(page)))
        print(choice)
"""


def test_same_seed_same_crawl_in_another_process() -> None:
    """Processes differ in the hashes of their strings, and so in the order of sets of them."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", CRAWL, *SPECS], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0].count(b"Choice(") > 50 * len(SPECS)
    assert runs[0] == runs[1]


class Repeats(BreadthFirst):
    """Chooses its first URL again and again."""

    first: Choice | None = None

    def choose(self) -> Choice | None:
        self.first = self.first or super().choose()
        return self.first


class Invents(BreadthFirst):
    def choose(self) -> Choice | None:
        super().choose()
        return Choice("http://elsewhere.test/", "guess")


class Refetches(BreadthFirst):
    """Chooses pages that are long there."""

    def choose(self) -> Choice | None:
        fetched = [page for page, state in enumerate(self._graph.state) if state == FETCHED]
        return Choice(self._graph.url(fetched[-1]), "again") if fetched else None


class Answers(BreadthFirst):
    def choose(self) -> Choice | None:
        found = super().choose()
        return found and found.url  # type: ignore[return-value]


class IsSilent(BreadthFirst):
    def choose(self) -> Choice | None:
        found = super().choose()
        return found and Choice(found.url, rule="")


class MadeUpHub(BreadthFirst):
    def choose(self) -> Choice | None:
        found = super().choose()
        return found and Choice(found.url, "x", hub="http://elsewhere.test/")


class Eager(BreadthFirst):
    """Believes that something is always there."""

    def choose(self) -> Choice | None:
        return super().choose() or Choice("http://practice.test/", "hope")


class Stumbles(BreadthFirst):
    """Takes for granted that a page has links."""

    def observe(self, page: Page, verdict: Verdict) -> None:
        assert page.links[0]
        super().observe(page, verdict)


class Writes(BreadthFirst):
    def choose(self) -> Choice | None:
        found = super().choose()
        if found is not None:
            self._graph.set_pending(found.url)
        return found


class Adds(BreadthFirst):
    def observe(self, page: Page, verdict: Verdict) -> None:
        super().observe(page, verdict)
        self._graph.know(f"{page.url}index.html")


class GlobalRandom(BreadthFirst):
    def observe(self, page: Page, verdict: Verdict) -> None:
        super().observe(page, verdict)
        random.shuffle(self._queue)


class GlobalNumpy(BreadthFirst):
    def choose(self) -> Choice | None:
        np.random.rand()
        return super().choose()


class Moody(BreadthFirst):
    """Every object of it behaves in its own way."""

    count = itertools.count()

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:
        super().__init__(graph, rng, samples)
        self._turn = next(self.count) % 2

    def choose(self) -> Choice | None:
        self._queue.rotate(self._turn)
        return super().choose()


class NeedsSamples(BreadthFirst):
    def observe(self, page: Page, verdict: Verdict) -> None:
        super().observe(page, verdict)
        assert self._samples[0]

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:
        super().__init__(graph, rng, samples)
        self._samples = samples


class OnlyItsOwn(BreadthFirst):
    """Remembers what it chose, not what was fetched."""

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:
        super().__init__(graph, rng, samples)
        self._waiting: set[str] = {"http://practice.test/"}

    def choose(self) -> Choice | None:
        found = super().choose()
        if found is not None:
            self._waiting.add(found.url)
        return found

    def observe(self, page: Page, verdict: Verdict) -> None:
        self._waiting.remove(page.requested)
        super().observe(page, verdict)


class KnowsNoNumber(BreadthFirst):
    def outlook(self) -> Outlook:
        return Outlook(float("nan"), 1.0, 0.0)


class ThinksAloud(BreadthFirst):
    """To be asked changes its mind."""

    def outlook(self) -> Outlook:
        self._queue.rotate(1)
        return Outlook(1.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Repeats, "twice"),
        (Invents, "though no page is known"),
        (Refetches, "is not new"),
        (Answers, "is str, not a Choice"),
        (IsSilent, "names no rule"),
        (MadeUpHub, "the hub http://elsewhere.test/ is not in the web graph"),
        (Eager, "though no page is known"),
        (Stumbles, "raised IndexError"),
        (Writes, "changed the web graph"),
        (Adds, "changed the web graph"),
        (GlobalRandom, "global random generator"),
        (GlobalNumpy, "global random generator"),
        (Moody, "same seed and same observations, but choice"),
        (NeedsSamples, "no samples: observe.* raised IndexError"),
        (KnowsNoNumber, "expects Outlook.near=nan.*, where an Outlook of numbers from 0 on"),
        (ThinksAloud, "asked for its outlook, it goes another way: choice"),
        (OnlyItsOwn, "a resumed crawl: observe.* raised KeyError"),
    ],
)
def test_the_suite_bites(broken: type[BreadthFirst], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_strategy(broken)
