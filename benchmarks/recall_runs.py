"""Replays of recorded sites that stop at many moments and ask: how many authorities are there?"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hubwalk.browsing.recorded import RecordedSite, open_recorded
from hubwalk.drivers.replay import ParsedPages, replay
from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.drivers.stopping import reached
from hubwalk.estimation.recall import RecallEstimator
from hubwalk.estimation.stacking import Signals
from hubwalk.evaluation.experiments import starts_of
from hubwalk.pages.parse import read
from hubwalk.strategies import needs_html
from hubwalk.validators import OracleValidator
from hubwalk.values import Estimate, Outlook, Site
from recall_tasks import made_tasks

FIRST = 5  # download of the first moment
STEP = 1.25  # from one moment to the next, in downloads
SHARES = 20  # and one moment at each such part of what the run finds


@dataclass(frozen=True, slots=True)
class Job:
    """One recorded site with all that is to be tried on it."""

    file: Path
    site: str
    tasks: tuple[str, ...]
    made: int  # more tasks, see recall_tasks.py
    strategies: tuple[str, ...]
    seeds: int
    samples: tuple[int, ...]
    opaque: bool
    stop_at: float


@dataclass(frozen=True, slots=True)
class Moment:
    """One question, and what was answered."""

    downloads: int
    estimate: Estimate
    signals: Signals
    outlook: Outlook | None
    unfetched: int  # known pages; 0: there is nothing to estimate


@dataclass(frozen=True, slots=True)
class Stop:
    """What a crawl that ends at an estimated recall would have done."""

    downloads: int
    recall: float
    needed: int | None  # downloads at which the run truly had that recall; None: it never had
    early: bool  # False: the run went on to its end


@dataclass(frozen=True, slots=True)
class Run:
    """One strategy, one seed, one task."""

    site: str
    task: str
    strategy: str
    samples: int
    seed: int
    truth: int  # what a crawl of every page that links lead to accepts
    downloads: int
    moments: tuple[Moment, ...]
    stop: Stop

    @property
    def name(self) -> str:
        return f"{self.site} {self.task} {self.strategy} {self.samples} {self.seed}"


def runs(job: Job) -> Iterator[Run]:
    """All runs on one site. The first seed has the samples that the recording names, the others draw theirs."""
    # The same generator for every task: the same opaque URLs, so that the parsed pages can be shared.
    sites = {
        task: open_recorded(job.file, task=task, opaque=random.Random(0) if job.opaque else None) for task in job.tasks
    }
    recorded = next(iter(sites.values()))
    pages = ParsedPages(recorded, keep_html=any(map(needs_html, job.strategies)))
    targets: dict[str, Collection[str]] = {task: site.targets for task, site in sites.items()}
    if job.made:
        targets |= made_tasks(map(pages.read, recorded.urls()), job.made, random.Random(job.site))
    for task, wanted in targets.items():
        for count, seed in itertools.product(job.samples, range(job.seeds)):
            rng = random.Random(f"{task} {seed}")
            if seed == 0 and task in sites:
                starts = starts_of(sites[task], count, rng)
            else:
                starts = tuple(rng.sample(sorted(wanted), min(count, len(wanted))))
            trial = _Trial(recorded, pages, wanted, starts)
            truth = _truth(trial)
            if not truth:
                continue  # without samples no link may lead to any
            for strategy in job.strategies:
                moments = _replay(trial, strategy, seed)
                stop = _stop([moment.estimate for moment in moments], truth, job.stop_at)
                kept = tuple(moments[place] for place in _places([moment.estimate.found for moment in moments]))
                yield Run(job.site, task, strategy, count, seed, truth, len(moments), kept, stop)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What the strategies have in common."""

    recorded: RecordedSite
    pages: ParsedPages
    targets: Collection[str]
    starts: Sequence[str]


def _truth(trial: _Trial) -> int:
    everything = replay(
        Site(trial.recorded.entry),
        trial.pages,
        OracleValidator(trial.targets),
        "breadth_first",
        starts=trial.starts,
    )
    return sum(download.accepted for download in everything.downloads)


def _replay(trial: _Trial, strategy: str, seed: int) -> list[Moment]:
    """What was estimated after each download."""
    samples = [read(trial.recorded.fetch(url)) for url in trial.starts]  # with their text, which `pages` may not keep
    crawl = SiteCrawl(Site(trial.recorded.entry), strategy, seed=seed, samples=samples, starts=trial.starts)
    estimator = RecallEstimator(crawl.graph)
    look = getattr(crawl.strategy, "outlook", None)
    oracle, given = OracleValidator(trial.targets), set(trial.starts)
    moments: list[Moment] = []
    while (choice := crawl.choose()) is not None:
        page = crawl.admit(trial.pages.read(choice.url))
        verdict = foregone(page, given) or oracle.judge(page)
        crawl.observe(choice, page, verdict)
        estimator.observe(choice, page, verdict)
        outlook = look() if look is not None else None
        answer, signals = estimator.estimate(outlook), estimator.signals(outlook)
        unfetched = len(crawl.graph) - crawl.graph.fetched
        moments.append(Moment(crawl.fetches, answer, signals, outlook, unfetched))
    return moments


def _places(found: Sequence[int]) -> list[int]:
    """Indices of the moments to keep."""
    places: set[int] = set()
    downloads = float(FIRST)
    while downloads < len(found):
        places.add(int(downloads) - 1)
        downloads *= STEP
    share = 1
    for place, count in enumerate(found):
        if count * SHARES >= share * found[-1]:
            places.add(place)
            share = count * SHARES // max(1, found[-1]) + 1
    return sorted(place for place in places if place >= FIRST - 1)


def _stop(curve: Sequence[Estimate], truth: int, recall: float) -> Stop:
    needed = next((place for place, e in enumerate(curve, 1) if e.found >= recall * truth), None)
    place = next((place for place, e in enumerate(curve, 1) if reached(e, recall)), len(curve))
    return Stop(place, curve[place - 1].found / truth, needed, early=place < len(curve))
