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
from hubwalk.strategies.best_first import BestFirst
from hubwalk.strategies.breadth_first import BreadthFirst
from hubwalk.strategies.xcrawl import XCrawl
from hubwalk.values import Page

STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "best_first": BestFirst,
    "breadth_first": BreadthFirst,
    "xcrawl": XCrawl,
}
DEFAULT = "xcrawl"


def make_strategy(spec: str, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> Strategy:
    """The strategy that `spec` names, on a site's web graph; UsageError for unknown names, options and values."""
    make, options = parse_strategy(spec)
    return make(graph, rng, samples, **options)


def parse_strategy(spec: str) -> tuple[Callable[..., Strategy], dict[str, object]]:
    """Name and options of NAME[:option=value,...], checked without building anything."""
    name, _, rest = spec.partition(":")
    if name not in STRATEGIES:
        raise unknown_name("strategy", name, STRATEGIES)
    make = STRATEGIES[name]
    known = {p.name: p.default for p in inspect.signature(make).parameters.values() if p.kind is p.KEYWORD_ONLY}
    options: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        key, _, text = part.partition("=")
        if key not in known:
            raise unknown_name(f"option of strategy {name}", key, known)
        options[key] = _like(known[key], key, text)
    return make, options


def _like(default: object, key: str, text: str) -> object:
    """The text as a value of the default's type."""
    if isinstance(default, str):
        return text
    try:
        return type(default)(text)  # type: ignore[call-arg]
    except (TypeError, ValueError):
        raise UsageError(f"strategy option {key}={text}: expected a number like {default}") from None
