"""What `hubwalk evaluate` runs for files with `experiment = "structure"`: crawlers made out of one sample page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hubwalk.demo.sites import SITES
from hubwalk.demo.web import DOMAINS
from hubwalk.errors import UsageError, unknown_name
from hubwalk.evaluation.suite import checked_section
from hubwalk.strategies import parse_strategy
from hubwalk.validators import VALIDATORS
from hubwalk.validators.expression import parse


@dataclass(frozen=True, slots=True)
class OneTemplate:
    """Sites of the domains without the sections that are written in the template of the targets."""

    domains: tuple[str, ...] = ("cameras", "laptops")
    scale: float = 0.3


@dataclass(frozen=True, slots=True)
class RecipeLearning:
    """The crawl of which a recipe is learned."""

    strategy: str = "adaptive"
    validator: str = "like"


@dataclass(frozen=True, slots=True)
class StructureSuite:
    """All experiments of one file. Make one with `make_structure_suite`, which checks everything."""

    title: str = "Structure-driven crawlers"
    mapping: int = 2000  # pages that may be fetched to learn, by either method
    validator: str = "structure"  # of the published method
    sites: tuple[str, ...] = tuple(SITES)
    domains: tuple[str, ...] = DOMAINS
    scale: float = 0.1  # of the domains' sites
    demo_seed: int = 0
    growth_seed: int = 0  # which targets come and go
    one_template: OneTemplate = field(default_factory=OneTemplate)
    recipe: RecipeLearning = field(default_factory=RecipeLearning)


def make_structure_suite(values: Mapping[str, Any], source: str = "the experiments") -> StructureSuite:
    """The suite that the values describe, checked; what is left out has its default."""
    suite: StructureSuite = checked_section(StructureSuite(), values, source)
    for key, number, least in (
        ("mapping", suite.mapping, 1.0),
        ("scale", suite.scale, 1e-6),
        ("one_template.scale", suite.one_template.scale, 1e-6),
    ):
        if not least <= number < math.inf:
            raise UsageError(f"{source}: {key} = {number}: expected at least {least:g}")
    for key, names, known in (
        ("sites", suite.sites, tuple(SITES)),
        ("domains", suite.domains, DOMAINS),
        ("one_template.domains", suite.one_template.domains, DOMAINS),
    ):
        for name in names:
            if name not in known:
                raise unknown_name(f"name in {key} of {source}", name, known)
    _tried(suite, source)
    return suite


def _tried(suite: StructureSuite, source: str) -> None:
    try:
        parse_strategy(suite.recipe.strategy)
        parse(suite.recipe.validator, VALIDATORS)
        parse(suite.validator, VALIDATORS)
    except UsageError as error:
        raise UsageError(f"{source}: {error}") from None
    if suite.validator.partition(":")[0] != "structure":
        raise UsageError(
            f"{source}: validator = '{suite.validator}': the published method goes by the tree of the sample; "
            "give structure, or structure:THRESHOLD"
        )


def structure_values(suite: StructureSuite) -> dict[str, Any]:
    """The suite as plain JSON values; `make_structure_suite` reads it back."""
    plain: dict[str, Any] = {}
    for key, value in dataclasses.asdict(suite).items():
        inner = value.items() if isinstance(value, dict) else ()
        listed = list(value) if isinstance(value, tuple) else value
        plain[key] = {k: list(v) if isinstance(v, tuple) else v for k, v in inner} if inner else listed
    return plain
