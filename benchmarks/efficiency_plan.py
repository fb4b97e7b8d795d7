"""What benchmarks/efficiency.py runs: which cells there are, what each of them depends on, which are stored already.

A cell is one strategy with one seed on one task of one recorded site under one setup. Its key is a digest of the
recording, the pages that it starts from, the samples, the strategy's options, and the code that takes part
(efficiency_code.py). So cells that could only come out alike are computed once: all seeds of a strategy that never asks
its random generator, and ten samples where only five exist.
"""

from __future__ import annotations

import glob
import hashlib
import itertools
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from efficiency_code import code_of, is_deterministic
from hubwalk.browsing.recorded import RecordedSite
from hubwalk.errors import UsageError
from hubwalk.evaluation.experiments import starts_of
from hubwalk.evaluation.validating_sites import SiteRecord, samples_of
from hubwalk.strategies import options_of, takes_prior

NATURAL, OPAQUE = URLS = ("natural", "opaque")
SITE, ELSEWHERE = PLACES = ("site", "elsewhere")
BASELINE = "breadth_first"


@dataclass(frozen=True, slots=True)
class Setup:
    """The conditions that all strategies share."""

    urls: str
    place: str  # of the samples
    samples: int

    @property
    def name(self) -> str:
        plural = "sample" if self.samples == 1 else "samples"
        where = "on the site" if self.place == SITE else "from other sites"
        return f"{self.urls} URLs, {self.samples} {plural} {where}"


@dataclass(frozen=True, slots=True)
class Cell:
    """One run."""

    site: str
    task: str
    setup: Setup
    strategy: str
    seed: int

    @property
    def name(self) -> str:
        setup = self.setup
        return f"{self.site}/{self.task} {setup.urls} {setup.place} {setup.samples} {self.strategy} seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Trial:
    """Where a run begins; all URLs as they were recorded, also for a run under opaque ones."""

    starts: tuple[str, ...]  # samples on the site
    samples: tuple[tuple[str, str], ...] = ()  # (site, URL) of samples that lie elsewhere


@dataclass(frozen=True, slots=True)
class Order:
    """A cell that is to be computed."""

    cell: Cell
    trial: Trial
    key: str
    settings: str  # the key without the code
    prior: Path | None = None  # what was learned on other sites, for strategies that take it


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user wants to be run."""

    strategies: tuple[str, ...]
    setups: tuple[Setup, ...]
    seeds: int
    draw: bool = False  # samples by the seed alone, not those that the recording names
    priors: Path | None = None  # folder of what was learned without a site, in files SITE.TASK.* or SITE.*

    def prior(self, site: str, task: str, strategy: str) -> Path | None:
        """That for the task, else that for the site; None for strategies that take none, UsageError where it is
        missing."""
        if self.priors is None or not takes_prior(strategy):
            return None
        known = {path.stem: path for path in sorted(self.priors.glob(f"{glob.escape(site)}.*"))}
        found = known.get(f"{site}.{task}") or known.get(site)
        if found is None:
            missing = f"no file {site}.{task}.* or {site}.* in it"
            raise UsageError(f"--priors {self.priors}: {missing}; benchmarks/leave_one_out_priors.py makes them")
        return found


class Plan:
    """All cells of the chosen sites, with their keys."""

    def __init__(self, sites: Sequence[SiteRecord], every: Sequence[SiteRecord], choices: Choices) -> None:
        """`every` are all sites of the folder: samples from elsewhere may come from any."""
        self.sites = sites
        self.choices = choices
        self._samples = _Samples(every, choices.draw)

    def orders(self) -> Iterator[Order]:
        """Every cell, stored or not; the cells of a site and kind of URLs one after the other."""
        chosen = self.choices
        for site in self.sites:
            for setup in sorted(chosen.setups, key=lambda setup: (setup.urls, setup.place != SITE, setup.samples)):
                for task in site.tasks:
                    for seed in range(chosen.seeds):
                        trial = self._samples.trial(site, task.name, setup, seed)
                        for strategy in chosen.strategies:
                            cell = Cell(site.name, task.name, setup, strategy, seed)
                            yield _order(site, cell, trial, chosen.prior(site.name, task.name, strategy))

    def recording(self, site: str) -> str:
        """The digest of a site's file."""
        return file_digest(self._samples.sites[site].file)

    def sources(self, trials: Iterable[Trial]) -> tuple[SiteRecord, ...]:
        """The sites of samples that lie elsewhere."""
        names = dict.fromkeys(name for trial in trials for name, _ in trial.samples)
        return tuple(self._samples.sites[name] for name in names)


def _order(site: SiteRecord, cell: Cell, trial: Trial, prior: Path | None) -> Order:
    settings = digest(
        {
            **({"prior": file_digest(prior)} if prior else {}),
            "recording": file_digest(site.file),
            "entry": site.entry,
            "task": cell.task,
            "urls": cell.setup.urls,
            "starts": trial.starts,
            "samples": trial.samples,
            "strategy": [cell.strategy.partition(":")[0], options_of(cell.strategy)],
            "seed": 0 if is_deterministic(cell.strategy) else cell.seed,
        }
    )
    return Order(cell, trial, digest({"settings": settings, "code": code_of(cell.strategy)}), settings, prior)


def digest(determines: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(determines, sort_keys=True, default=str).encode()).hexdigest()[:20]


@cache
def file_digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class _Samples:
    """Chooses the samples of each trial."""

    def __init__(self, sites: Sequence[SiteRecord], draw: bool) -> None:
        self.sites = {site.name: site for site in sites}
        self._draw = draw
        self._recorded: dict[tuple[str, str], RecordedSite] = {}

    def trial(self, site: SiteRecord, task: str, setup: Setup, seed: int) -> Trial:
        if setup.place == SITE:
            return Trial(self._of(site, task, setup.samples, seed))
        return Trial((), tuple(self._elsewhere(site, task, setup.samples, seed)))

    def _elsewhere(self, site: SiteRecord, task: str, count: int, seed: int) -> list[tuple[str, str]]:
        """Samples of the same task on other sites, from each in turn; none where no other site has that task: to show
        pages of another kind would mislead, and nobody would do it."""
        others = [other for other in self.sites.values() if other.name != site.name and other.task(task)]
        found = [[(other.name, url) for url in self._of(other, task, count, seed)] for other in others]
        return [sample for turn in itertools.zip_longest(*found) for sample in turn if sample][:count]

    def _of(self, site: SiteRecord, task: str, count: int, seed: int) -> tuple[str, ...]:
        key = (site.name, task)
        if key not in self._recorded:
            recorded = site.open(task)
            about = site.task(task)
            named = samples_of(about, recorded, 0)[: len(about.samples)] if about else []
            self._recorded[key] = replace(recorded, samples=tuple(named) or recorded.samples)
        return starts_of(self._recorded[key], count, random.Random(seed), named_first=not self._draw)
