"""Strategies side by side on one recorded site: same pages, same samples, same validator, several seeds.

The samples are the first ones that the recording names; where it names too few, the rest are targets drawn by the seed.
They are start pages, for the strategies and for the lower bound alike. Recall is over the targets that links from the
start pages lead to: the others no crawler can find.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from hubwalk.discovery.context_layers import RecordedBacklinks, context_for
from hubwalk.drivers.replay import ParsedPages, Replay, replay
from hubwalk.drivers.stopping import NEVER, StopRules
from hubwalk.errors import UsageError
from hubwalk.evaluation.bounds import LEVELS, Bound, lower_bounds
from hubwalk.evaluation.link_graph import reachable_graph
from hubwalk.evaluation.metrics import RunMetrics, Spread, found_curve, measure
from hubwalk.pages.parse import read
from hubwalk.ports import Browser, Validator
from hubwalk.strategies import check_takes_prior, needs_html, parse_strategy, takes_prior
from hubwalk.strategies.prior import Prior
from hubwalk.validators import VALIDATORS, OracleValidator, close_validator, make_validator
from hubwalk.validators.expression import leaves, parse
from hubwalk.values import Choice, Estimate, Page, Revision, Site, Verdict

ORACLE = "oracle"
_BY_EXAMPLE = {"like", "structure", "table", "text"}  # validators that learn from samples, without an argument


class Recorded(Browser, Protocol):
    """A whole site with known targets, see browsing/recorded.py."""

    @property
    def name(self) -> str: ...
    @property
    def entry(self) -> str: ...
    @property
    def targets(self) -> Collection[str]: ...
    @property
    def samples(self) -> Sequence[str]: ...
    def urls(self) -> Collection[str]: ...


@dataclass(frozen=True, slots=True)
class Run:
    """One strategy, one seed."""

    seed: int
    metrics: RunMetrics
    curve: Sequence[int]  # targets found after each download
    bounds: Mapping[int, Bound]  # for the start pages of this run
    prepared: int = 0  # pages fetched before the crawl, for strategies that need a context; they are no downloads
    estimate: Estimate | None = None  # what the crawl thought there is, at its end
    stopped: str = ""  # which stop rule ended it; "": none did

    def ratio(self, level: int) -> float | None:
        """Cost over the lower bound; None if the level was never reached or is free."""
        cost, least = self.metrics.cost[level], self.bounds[level].downloads
        return cost / least if cost is not None and least else None


@dataclass(frozen=True, slots=True)
class Experiment:
    """What came out on one site."""

    site: str
    pages: int  # recorded
    reachable_pages: int
    targets: int  # reachable
    recorded_targets: int
    bounds: Mapping[int, Bound]  # the least over the seeds, where these differ in their samples
    runs: Mapping[str, Sequence[Run]]  # per strategy

    def cost(self, strategy: str, level: int) -> Spread:
        return Spread.of(run.metrics.cost[level] for run in self.runs[strategy])

    def ratio(self, strategy: str, level: int) -> Spread:
        return Spread.of(run.ratio(level) for run in self.runs[strategy])

    def mean(self, strategy: str, number: Callable[[RunMetrics], float]) -> float:
        """The mean of a metric over the seeds."""
        values = [number(run.metrics) for run in self.runs[strategy]]
        return sum(values) / len(values)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What all strategies share for one seed."""

    starts: Sequence[str]
    samples: Sequence[Page]
    bounds: Mapping[int, Bound]
    targets: frozenset[str]  # reachable
    pages: int  # reachable


def simulate(
    recorded: Recorded,
    strategies: Sequence[str],
    *,
    samples: int = 3,
    seeds: int = 3,
    validators: Sequence[str] = (ORACLE,),
    max_pages: int | None = None,
    stop: StopRules = NEVER,
    prior: Prior | None = None,
    pages: ParsedPages | None = None,
    on_run: Callable[[str, int], None] | None = None,
    on_fetch: Callable[[Choice, Page, Verdict], None] | None = None,
    on_revision: Callable[[Revision], None] | None = None,
) -> Experiment:
    """Replay each strategy with each seed.

    Experiments on the same site can share their parsed `pages`; validators other than the oracle and some strategies
    need these with their HTML. What a strategy must know beforehand (context_graph) is taken from the record: it is
    preparation and no download. `prior` is what was learned on other sites; strategies that take none do without.
    `on_run` is told strategy and seed before each run, `on_fetch` every download, `on_revision` every verdict that a
    validator has turned round.
    """
    _check_strategies(strategies, prior)
    _check_validators(validators, samples)
    if not recorded.targets:
        raise UsageError(f"{recorded.name}: no known targets to measure against; choose a task with --task")
    site = Site(recorded.entry)
    keep_html = list(validators) != [ORACLE] or any(map(needs_html, strategies))
    if pages is None or (keep_html and not pages.keep_html):
        pages = ParsedPages(recorded, keep_html=keep_html)
    backlinks = RecordedBacklinks(recorded.urls(), pages.read)
    trials = _trials(recorded, site, pages, samples, range(seeds))
    runs: dict[str, list[Run]] = {strategy: [] for strategy in strategies}
    for seed, trial in enumerate(trials):
        for strategy in strategies:
            if on_run is not None:
                on_run(strategy, seed)
            context = context_for(strategy, trial.starts, backlinks, functools.partial(_fetch, pages))
            # A new one for each run: what it learned in another one must not help it.
            with _validator(validators, recorded.targets, trial.samples) as validator:
                result = replay(
                    site,
                    pages,
                    validator,
                    strategy,
                    seed=seed,
                    samples=trial.samples,
                    starts=trial.starts,
                    context=context.layers if context else (),
                    prior=prior if takes_prior(strategy) else None,
                    max_pages=max_pages,
                    stop=stop,
                    on_fetch=on_fetch,
                    on_revision=on_revision,
                )
            runs[strategy].append(_run(result, trial, prepared=context.fetched if context else 0))
    return _experiment(recorded, trials, runs)


def _run(result: Replay, trial: _Trial, *, prepared: int) -> Run:
    metrics, curve = measure(result, trial.targets), found_curve(result, trial.targets)
    return Run(result.seed, metrics, curve, trial.bounds, prepared, result.estimate, result.stopped)


def _experiment(recorded: Recorded, trials: Sequence[_Trial], runs: Mapping[str, Sequence[Run]]) -> Experiment:
    return Experiment(
        site=recorded.name,
        pages=len(recorded.urls()),
        reachable_pages=max(trial.pages for trial in trials),
        targets=max(len(trial.targets) for trial in trials),
        recorded_targets=len(recorded.targets),
        bounds={
            level: min((t.bounds[level] for t in trials), key=lambda bound: (bound.downloads, bound.floor))
            for level in LEVELS
        },
        runs=runs,
    )


def _trials(recorded: Recorded, site: Site, pages: ParsedPages, samples: int, seeds: Collection[int]) -> list[_Trial]:
    known: dict[tuple[str, ...], _Trial] = {}  # the bound is the same for the same start pages
    trials = []
    for seed in seeds:
        starts = starts_of(recorded, samples, random.Random(seed))
        if starts not in known:
            graph = reachable_graph(site, pages, starts)
            numbers = graph.numbers(recorded.targets)
            if not numbers:
                raise UsageError(f"{recorded.name}: no link leads to a target; give samples with --samples")
            known[starts] = _Trial(
                starts=starts,
                samples=[read(recorded.fetch(url)) for url in starts],
                bounds=lower_bounds(graph, numbers),
                targets=frozenset(graph.urls[number] for number in numbers),
                pages=len(graph.urls),
            )
        trials.append(known[starts])
    return trials


def _fetch(pages: ParsedPages, urls: Sequence[str]) -> list[Page]:
    return [pages.read(url) for url in urls]


def starts_of(recorded: Recorded, count: int, rng: random.Random, *, named_first: bool = True) -> tuple[str, ...]:
    """The samples of a run: the first that the recording names, and targets drawn at random where it names too few, or
    at once."""
    named = list(recorded.samples)[:count] if named_first else []
    others = sorted(set(recorded.targets) - set(named))
    return (*named, *rng.sample(others, min(count - len(named), len(others))))


def _check_strategies(strategies: Sequence[str], prior: Prior | None) -> None:
    for strategy in strategies:
        parse_strategy(strategy)
    if prior is not None and not any(map(takes_prior, strategies)):
        check_takes_prior(strategies[0])


def _check_validators(specs: Sequence[str], samples: int) -> None:
    if ORACLE in specs and len(specs) > 1:
        raise UsageError("validator oracle: it knows the targets already; leave the other validators out")
    for spec in specs:
        for leaf in leaves(parse(spec, [*VALIDATORS, ORACLE])):
            if leaf.name == ORACLE and spec != ORACLE:
                raise UsageError("validator oracle: it knows the targets already; use it alone")
            if leaf.name in _BY_EXAMPLE and not leaf.argument and not samples:
                raise UsageError(f"validator {leaf.name}: it learns from samples; give it some with --samples")


@contextmanager
def _validator(specs: Sequence[str], targets: Collection[str], samples: Sequence[Page]) -> Iterator[Validator]:
    if ORACLE in specs:
        yield OracleValidator(targets)
        return
    validator = make_validator(specs, samples)
    try:
        yield validator
    finally:
        close_validator(validator)
