"""How is the next URL chosen? One published crawler per file; this page only knows their names.

A strategy is asked `choose()` and told `observe(page, verdict)`. It is named on the command line as NAME or
NAME:option=value,option=value, for example `xcrawl:variant=hits,restart_probability=0.3`.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Sequence

from hubwalk.errors import UsageError, unknown_name
from hubwalk.graph.web_graph import WebGraph
from hubwalk.ports import Strategy
from hubwalk.recipes.recipe import Recipe
from hubwalk.strategies.adaptive import Adaptive
from hubwalk.strategies.apprentice import Apprentice
from hubwalk.strategies.best_first import BestFirst
from hubwalk.strategies.breadth_first import BreadthFirst
from hubwalk.strategies.context_graph import ContextGraph
from hubwalk.strategies.depth_first import DepthFirst
from hubwalk.strategies.neac import Neac
from hubwalk.strategies.prior import Prior
from hubwalk.strategies.random_walk import RandomWalk
from hubwalk.strategies.sleeping_bandit import SleepingBandit
from hubwalk.strategies.structure_driven import StructureDriven
from hubwalk.strategies.xcrawl import XCrawl
from hubwalk.values import Page

STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "adaptive": Adaptive,
    "apprentice": Apprentice,
    "best_first": BestFirst,
    "breadth_first": BreadthFirst,
    "context_graph": ContextGraph,
    "depth_first": DepthFirst,
    "neac": Neac,
    "random_walk": RandomWalk,
    "sleeping_bandit": SleepingBandit,
    "structure_driven": StructureDriven,
    "xcrawl": XCrawl,
}
DEFAULT = "adaptive"
_CONTEXT, _PRIOR, _RECIPE = _GIVEN = ("context", "prior", "recipe")  # keyword arguments that drivers give, not users


def make_strategy(
    spec: str,
    graph: WebGraph,
    rng: random.Random,
    samples: Sequence[Page],
    context: Sequence[Sequence[Page]] = (),
    *,
    prior: Prior | None = None,
    recipe: Recipe | None = None,
) -> Strategy:
    """The strategy that `spec` names, on a site's web graph; UsageError for unknown names, options and values.

    `context` are the pages that lead to the samples, layer by layer; only strategies that take one are given it.
    `prior` is what was learned on other sites, and `recipe` what was learned of this one; strategies that do not take
    one refuse it.
    """
    make, options = parse_strategy(spec)
    if takes_context(spec):
        options[_CONTEXT] = context
    if prior is not None:
        check_takes_prior(spec)
        options[_PRIOR] = prior
    if recipe is not None:
        check_takes_recipe(spec)
        options[_RECIPE] = recipe
    return make(graph, rng, samples, **options)


def parse_strategy(spec: str) -> tuple[Callable[..., Strategy], dict[str, object]]:
    """Name and options of NAME[:option=value,...], checked without building anything."""
    name, _, rest = spec.partition(":")
    if name not in STRATEGIES:
        raise unknown_name("strategy", name, STRATEGIES)
    make = STRATEGIES[name]
    known = {key: default for key, default in _keywords(make).items() if key not in _GIVEN}
    options: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        key, _, text = part.partition("=")
        if key not in known:
            raise unknown_name(f"option of strategy {name}", key, known)
        options[key] = _like(known[key], key, text)
    return make, options


def options_of(spec: str) -> dict[str, object]:
    """All options of a strategy with their values, those that `spec` does not name too."""
    make, options = parse_strategy(spec)
    return {key: options.get(key, default) for key, default in _keywords(make).items() if key not in _GIVEN}


def takes_context(spec: str) -> bool:
    """True for a strategy that has to be given the pages that lead to the samples, see discovery/context_layers.py."""
    return _CONTEXT in _keywords(parse_strategy(spec)[0])


def takes_prior(spec: str) -> bool:
    """True for a strategy that can begin with what was learned on other sites."""
    return _PRIOR in _keywords(parse_strategy(spec)[0])


def takes_recipe(spec: str) -> bool:
    """True for a strategy that can follow a recipe."""
    return _RECIPE in _keywords(parse_strategy(spec)[0])


def check_takes_prior(spec: str) -> None:
    """UsageError for a strategy that begins from nothing, whatever was learned before."""
    if not takes_prior(spec):
        able = [name for name in STRATEGIES if takes_prior(name)]
        others = f", or choose --strategy {' or '.join(able)}" if able else ""
        raise UsageError(f"strategy {spec.partition(':')[0]} takes no prior: leave --prior out{others}")


def check_takes_recipe(spec: str) -> None:
    """UsageError for a strategy that finds its own way."""
    if not takes_recipe(spec):
        raise UsageError(f"strategy {spec.partition(':')[0]} takes no recipe: choose structure_driven")


def needs_html(spec: str) -> bool:
    """True for a strategy that reads more of a page than its links: `needs_html = True` in its class."""
    return bool(getattr(parse_strategy(spec)[0], "needs_html", False))


def _keywords(make: Callable[..., Strategy]) -> dict[str, object]:
    return {p.name: p.default for p in inspect.signature(make).parameters.values() if p.kind is p.KEYWORD_ONLY}


def _like(default: object, key: str, text: str) -> object:
    """The text as a value of the default's type."""
    if isinstance(default, str):
        return text
    try:
        return type(default)(text)  # type: ignore[call-arg]
    except (TypeError, ValueError):
        raise UsageError(f"strategy option {key}={text}: expected a number like {default}") from None
