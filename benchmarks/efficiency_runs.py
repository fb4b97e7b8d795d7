"""Runs cells on recorded sites, in any process.

What a crawl costs is judged by the oracle alone, which knows the targets; samples matter to the strategy. With samples
from other sites the crawl begins at the entry page, and so does the lower bound.
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from efficiency_plan import OPAQUE, Order, Trial
from hubwalk.browsing.opaque import OpaqueUrls
from hubwalk.browsing.recorded import RecordedSite
from hubwalk.cli._prior import read_prior
from hubwalk.discovery.context_layers import RecordedBacklinks, context_for
from hubwalk.drivers.replay import ParsedPages, replay
from hubwalk.errors import SearchError, UsageError
from hubwalk.evaluation.bounds import LEVELS, Bound, lower_bounds
from hubwalk.evaluation.link_graph import reachable_graph
from hubwalk.evaluation.metrics import cost_to, found_curve, measure
from hubwalk.evaluation.validating_sites import SiteRecord
from hubwalk.pages.parse import read
from hubwalk.strategies import needs_html
from hubwalk.strategies.prior import Prior
from hubwalk.validators import OracleValidator
from hubwalk.values import Page, Site

_OPAQUE_SEED = 0  # the same opaque URLs in every run, so that all can share their parsed pages


@dataclass(frozen=True, slots=True)
class Piece:
    """Cells of one task and one kind of URLs."""

    site: SiteRecord
    sources: tuple[SiteRecord, ...]  # of samples that lie elsewhere
    orders: tuple[Order, ...]
    html: bool  # some strategy reads more of a page than its links

    @property
    def opaque(self) -> bool:
        return self.orders[0].cell.setup.urls == OPAQUE


@dataclass(frozen=True, slots=True)
class Done:
    """A finished cell."""

    order: Order
    record: Mapping[str, Any]
    took: float  # seconds


@dataclass(frozen=True, slots=True)
class Ground:
    """What all strategies share that begin at the same pages."""

    bounds: Mapping[int, Bound]
    targets: frozenset[str]  # reachable
    pages: int  # reachable


def run_piece(piece: Piece) -> Iterator[Done]:
    """Compute the cells of a piece, in order."""
    bench = Bench(piece.site, piece.orders[0].cell.task, piece.sources, opaque=piece.opaque, html=piece.html)
    for order in piece.orders:
        began = time.monotonic()
        prior = read_prior(order.prior) if order.prior else None
        record = bench.run(order.cell.strategy, order.cell.seed, order.trial, prior)
        yield Done(order, {"settings": order.settings, **record}, time.monotonic() - began)


class Bench:
    """One task of a site, under one kind of URLs."""

    def __init__(
        self, site: SiteRecord, task: str, sources: Sequence[SiteRecord] = (), *, opaque: bool, html: bool = False
    ) -> None:
        self.recorded = open_site(site, task, opaque)
        self._site = site
        self._sources = {source.name: source for source in sources}
        self._opaque = opaque
        self._html = html
        self._task = task
        self._grounds: dict[tuple[str, ...], Ground] = {}

    @property
    def pages(self) -> ParsedPages:
        return _parsed(self._site, self._opaque, self._html)

    def starts(self, trial: Trial) -> tuple[str, ...]:
        """The samples on the site, under the URLs of this bench."""
        return tuple(map(_hiding(self._site, self._opaque), trial.starts))

    def ground(self, trial: Trial) -> Ground:
        """The reachable targets and the least cost to find them."""
        starts = self.starts(trial)
        if starts not in self._grounds:
            graph = reachable_graph(Site(self.recorded.entry), self.pages, starts)
            numbers = graph.numbers(self.recorded.targets)
            if not numbers:
                raise UsageError(f"{self.recorded.name} {self._task}: no link leads to a target; leave the task out")
            found = frozenset(graph.urls[number] for number in numbers)
            self._grounds[starts] = Ground(lower_bounds(graph, numbers), found, len(graph.urls))
        return self._grounds[starts]

    def run(self, strategy: str, seed: int, trial: Trial, prior: Prior | None = None) -> dict[str, Any]:
        """What came out, as it is stored."""
        ground, starts = self.ground(trial), self.starts(trial)
        samples = [read(self.recorded.fetch(url)) for url in starts] + self._elsewhere(trial)
        try:
            context = self._context(strategy, trial)
        except SearchError as error:
            return {"refused": str(error)}
        made = replay(
            Site(self.recorded.entry),
            self.pages,
            OracleValidator(self.recorded.targets),
            strategy,
            seed=seed,
            samples=samples,
            starts=starts,
            context=context,
            prior=prior,
        )
        metrics = measure(made, ground.targets)
        curve = found_curve(made, ground.targets)
        record = outcome_record(ground, curve, metrics.accepted, metrics.seconds, metrics.exhausted)
        return record | {"given": len(samples)}

    def _elsewhere(self, trial: Trial) -> list[Page]:
        return [self._sample_pages(name).read(self._hidden(name, url)) for name, url in trial.samples]

    def _sample_pages(self, name: str) -> ParsedPages:
        return _parsed(self._sources[name], self._opaque, True)

    def _hidden(self, name: str, url: str) -> str:
        return _hiding(self._sources[name], self._opaque)(url)

    def _context(self, strategy: str, trial: Trial) -> Sequence[Sequence[Page]]:
        """The pages that lead to the samples, on the sites of the samples, for strategies that ask for them."""
        if trial.samples:
            name, _ = trial.samples[0]
            urls = [self._hidden(of, url) for of, url in trial.samples if of == name]
            recorded, pages = open_site(self._sources[name], self._task, self._opaque), self._sample_pages(name)
        else:
            urls, recorded, pages = list(self.starts(trial)), self.recorded, self.pages
        fetch = functools.partial(_read_all, pages)
        found = context_for(strategy, urls, RecordedBacklinks(recorded.urls(), pages.read), fetch)
        return found.layers if found else ()


def outcome_record(
    ground: Ground, curve: Sequence[int], accepted: int, seconds: float, exhausted: bool
) -> dict[str, Any]:
    """A run as it is stored: the curve as the downloads that each per cent of recall took, null for what was never
    reached."""
    total = len(ground.targets)
    return {
        "downloads": len(curve),
        "accepted": accepted,
        "found": curve[-1] if curve else 0,
        "targets": total,
        "pages": ground.pages,
        "seconds": round(seconds, 4),
        "exhausted": exhausted,
        "cost": [cost_to(curve, total, level) for level in range(1, 101)],
        "bounds": {str(level): [ground.bounds[level].downloads, ground.bounds[level].floor] for level in LEVELS},
    }


def open_site(site: SiteRecord, task: str, opaque: bool) -> RecordedSite:
    return site.open(task, opaque=random.Random(_OPAQUE_SEED) if opaque else None)


def _read_all(pages: ParsedPages, urls: Sequence[str]) -> list[Page]:
    return [pages.read(url) for url in urls]


def _hiding(site: SiteRecord, opaque: bool) -> Callable[[str], str]:
    return _opaque_urls(site).hide if opaque else str


@functools.lru_cache(maxsize=4)
def _opaque_urls(site: SiteRecord) -> OpaqueUrls:
    return OpaqueUrls(site.open(site.tasks[0].name).entry, random.Random(_OPAQUE_SEED))


@functools.lru_cache(maxsize=3)
def _parsed(site: SiteRecord, opaque: bool, html: bool) -> ParsedPages:
    """Parsed once for all tasks of a site, while a process is busy with it."""
    return ParsedPages(open_site(site, site.tasks[0].name, opaque), keep_html=html)


def wants_html(strategies: Sequence[str]) -> bool:
    return any(map(needs_html, strategies))
