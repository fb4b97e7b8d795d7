"""What `hubwalk evaluate` runs: a TOML file becomes a list of cells, each one strategy on one site.

A cell is (site, strategy, validator, seed). The reference strategy runs until it ends by itself, as in the papers,
where xCRAWL ran until it converged and the baseline got the same time. All others get as many downloads as it made on
that site with that validator and seed; the sweeps over its parameters run until they end by themselves, too.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import operator
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hubwalk.errors import UsageError, unknown_name
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import make_strategy, parse_strategy
from hubwalk.values import Page

ORACLE = "oracle"
_LEAST = {
    "scale": 1e-6, "samples": 1, "starts": 1, "pages_per_target": 0, "pages_more": 1, "restart.max_iterations": 1,
    "discovery.max_queries": 1, "recorded.samples": 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Validators:
    """The validator that fits a domain. The oracle always stands beside it."""

    tabular: str = "table"
    text: str = "text"


@dataclass(frozen=True, slots=True)
class Restart:
    """Fig. 10: harvest rate against restart probability, with the oracle."""

    strategies: tuple[str, ...] = ("xcrawl",)
    probabilities: tuple[float, ...] = (0.05, 0.10, 0.15, 0.20, 0.25, 0.30)
    max_iterations: int = 100  # "relatively high", section 5.3


@dataclass(frozen=True, slots=True)
class Iterations:
    """Section 5.3: how many restarts without a new hub are enough, with the oracle."""

    strategies: tuple[str, ...] = ("xcrawl",)
    values: tuple[int, ...] = (10, 25, 50, 100)


@dataclass(frozen=True, slots=True)
class Discovery:
    """From the samples to the sites, by queries."""

    enabled: bool = True
    max_queries: int = 60


@dataclass(frozen=True, slots=True)
class RecordedSites:
    """Real sites, where a folder of them is given. They are walked from their entry page and samples, by the oracle."""

    strategies: tuple[str, ...] = ()  # none: those of the demo web
    samples: int = 3


@dataclass(frozen=True, slots=True)
class Suite:
    """All experiments of one file. Make one with `load_suite`, which checks everything."""

    title: str = "Experiments"
    domains: tuple[str, ...] = ("cameras", "mp3_players", "laptops", "cell_phones")  # of the demo web
    sites: tuple[str, ...] = ()  # none: all of the domains
    scale: float = 1.0  # of the sites; 1: as many targets as in Figs. 4-7
    demo_seed: int = 0
    samples: int = 20  # documents per domain, section 5.1
    starts: int = 3  # first authorities per site
    seeds: tuple[int, ...] = (0,)
    reference: str = "xcrawl"
    baseline: str = "apprentice"
    strategies: tuple[str, ...] = ("breadth_first",)
    pages_per_target: float = 6.0  # a strategy that runs until it ends is stopped after so many downloads for each
    pages_more: int = 1000  # target of the site and so many more
    validators: Validators = field(default_factory=Validators)
    restart: Restart = field(default_factory=Restart)
    iterations: Iterations = field(default_factory=Iterations)
    discovery: Discovery = field(default_factory=Discovery)
    recorded: RecordedSites = field(default_factory=RecordedSites)

    @property
    def compared(self) -> tuple[str, ...]:
        """All strategies of the comparison, the reference first."""
        return tuple(dict.fromkeys((self.reference, self.baseline, *self.strategies)))

    def max_pages(self, targets: int) -> int:
        """The generous bound on a strategy that runs until it ends by itself."""
        return int(self.pages_per_target * targets) + self.pages_more

    def restart_spec(self, strategy: str, probability: float) -> str:
        return _with(strategy, restart_probability=f"{probability:g}", max_iterations=str(self.restart.max_iterations))

    def iterations_spec(self, strategy: str, value: int) -> str:
        return _with(strategy, max_iterations=str(value))


@dataclass(frozen=True, slots=True)
class Cell:
    """One run."""

    site: str  # domain/name
    strategy: str  # as plain_spec spells it
    validator: str
    seed: int
    equal: bool  # as many downloads as the reference made; False: until the strategy ends by itself

    @property
    def name(self) -> str:
        return f"{self.site} {self.strategy} {self.validator} {self.seed}"


def cells_of(suite: Suite, site: str, validator: str, *, recorded: bool = False) -> list[Cell]:
    """The cells of one site in the order of computing: the reference before those that get its downloads.

    `validator` is the one that fits the site's domain, "" if none does.
    """
    strategies = suite.recorded.strategies if recorded and suite.recorded.strategies else suite.compared
    strategies = tuple(dict.fromkeys((suite.reference, *strategies)))
    cells = [
        Cell(site, strategy, judge, seed, equal=strategy != suite.reference)
        for judge in filter(None, (ORACLE, validator))
        for seed in suite.seeds
        for strategy in strategies
    ]
    if not recorded:
        cells += [Cell(site, spec, ORACLE, seed, equal=False) for seed in suite.seeds for spec in _sweeps(suite)]
    return list(dict.fromkeys(cells))


def _sweeps(suite: Suite) -> Iterator[str]:
    for strategy in suite.restart.strategies:
        for probability in suite.restart.probabilities:
            yield suite.restart_spec(strategy, probability)
    for strategy in suite.iterations.strategies:
        for value in suite.iterations.values:
            yield suite.iterations_spec(strategy, value)


def plain_spec(spec: str) -> str:
    """One spelling for all specs that mean the same: options in order, those with their default left out."""
    make, options = parse_strategy(spec)
    defaults = {p.name: p.default for p in inspect.signature(make).parameters.values()}
    further = (f"{key}={value}" for key, value in sorted(options.items()) if value != defaults[key])
    return ":".join(filter(None, (spec.partition(":")[0], ",".join(further))))


def _with(strategy: str, **options: str) -> str:
    name, _, given = strategy.partition(":")
    further = ",".join(f"{key}={value}" for key, value in options.items())
    return plain_spec(f"{name}:{given},{further}" if given else f"{name}:{further}")


# -- reading ----------------------------------------------------------------------------------------------------------


def load_suite(path: Path) -> Suite:
    """The experiments that a TOML file describes."""
    return make_suite(read_values(path), str(path))


def read_values(path: Path) -> dict[str, Any]:
    """What a TOML file of experiments says, unchecked."""
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}; name a TOML file of experiments") from None
    except (ValueError, RecursionError) as error:  # ValueError: of endless numbers, too
        raise UsageError(f"{path} is not valid TOML: {error}") from None


def make_suite(values: Mapping[str, Any], source: str = "the experiments") -> Suite:
    """The suite that the values describe, checked; what is left out has its default."""
    suite: Suite = checked_section(Suite(), values, source)
    numbers = [(key, operator.attrgetter(key)(suite), least) for key, least in _LEAST.items()]
    numbers += [("iterations.values", value, 1) for value in suite.iterations.values]
    for key, value, least in numbers:
        if not least <= value < math.inf:
            raise UsageError(f"{source}: {key} = {value}: expected at least {least:g}")
    if not suite.seeds:
        raise UsageError(f"{source}: seeds is empty: give at least one, for example seeds = [0]")
    suite = dataclasses.replace(
        suite,
        domains=tuple(dict.fromkeys(suite.domains)),
        reference=_tried(suite.reference, source),
        baseline=_tried(suite.baseline, source),
        strategies=_plain(suite.strategies, source),
        restart=dataclasses.replace(suite.restart, strategies=_sweepable(suite.restart.strategies, source)),
        iterations=dataclasses.replace(suite.iterations, strategies=_sweepable(suite.iterations.strategies, source)),
        recorded=dataclasses.replace(suite.recorded, strategies=_plain(suite.recorded.strategies, source)),
    )
    for spec in _sweeps(suite):
        _tried(spec, source)
    return suite


def as_dict(suite: Suite) -> dict[str, Any]:
    """The suite as plain JSON values; `make_suite` reads it back."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items()}
        return list(value) if isinstance(value, tuple) else value

    return plain(dataclasses.asdict(suite))  # type: ignore[no-any-return]


def _tried(spec: str, source: str) -> str:
    """The spec in plain spelling. Only the strategy itself knows which values are good: better asked now than when its
    turn comes, hours later."""
    any_context = [[Page("http://example.org/", "http://example.org/")]]
    try:
        make_strategy(spec, WebGraph(), random.Random(0), (), any_context)
        return plain_spec(spec)
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None


def _plain(specs: Sequence[str], source: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_tried(spec, source) for spec in specs))


def _sweepable(specs: Sequence[str], source: str) -> tuple[str, ...]:
    for spec in specs:
        if spec.partition(":")[0] != "xcrawl":
            raise UsageError(f"{source}: '{spec}' has no restarts to vary; sweep xcrawl or one of its variants")
    return _plain(specs, source)


def checked_section(defaults: Any, values: Mapping[str, Any], source: str, prefix: str = "") -> Any:
    """The defaults with what the values say instead; UsageError with the key for what is unknown or of another type."""
    known = {item.name: getattr(defaults, item.name) for item in dataclasses.fields(defaults)}
    checked = {}
    for written, value in values.items():
        key = written.replace("-", "_")
        if key not in known:
            raise unknown_name(f"key in {source}", prefix + written, [prefix + name for name in known])
        checked[key] = _typed(known[key], value, source, prefix + key)
    return dataclasses.replace(defaults, **checked)


def _typed(default: Any, value: Any, source: str, key: str) -> Any:
    """The value in the type of the default: numbers widen to float, lists become tuples."""
    if dataclasses.is_dataclass(default):
        if isinstance(value, Mapping):
            return checked_section(default, value, source, f"{key}.")
        raise UsageError(f"{source}: {key}: expected a table [{key}], got {value!r}")
    if isinstance(default, tuple):
        kind = default[0] if default else ""
        if isinstance(value, list | tuple):
            return tuple(_typed(kind, item, source, key) for item in value)
        raise UsageError(f"{source}: {key}: expected a list, got {value!r}")
    if isinstance(default, float) and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, type(default)) and isinstance(value, bool) is isinstance(default, bool):
        return value
    expected = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[type(default)]
    raise UsageError(f"{source}: {key}: expected {expected}, got {value!r}")
