"""What a claim of the papers is held against: a finding, and how to read the results for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.cells import Outcome
from hubwalk.evaluation.results import FITTING, Results, SiteFacts

NONE = "–"  # a number that is not there
EVEN = 0.01  # recalls and rates that differ by less are called equal

Number = Callable[[Outcome], float]


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim and what came of it."""

    agrees: bool | None  # None: a remark, the papers say nothing of it
    text: str


def recall(outcome: Outcome) -> float:
    return outcome.recall


def early_recall(outcome: Outcome) -> float:
    return outcome.early_recall


def harvest_rate(outcome: Outcome) -> float:
    return outcome.harvest_rate


def downloads(outcome: Outcome) -> float:
    return outcome.downloads


def demo_sites(results: Results) -> list[SiteFacts]:
    return [site for site in results.sites if not site.recorded]


def runs_on(results: Results, site: SiteFacts, strategy: str, validator: str) -> list[Outcome]:
    return results.runs(site.key, strategy, site.validator if validator == FITTING else validator)


def title(domain: str) -> str:
    """A domain as the papers call it."""
    return paper.DOMAINS[domain].title if domain in paper.DOMAINS else domain


def titles(domains: Sequence[str]) -> str:
    return ", ".join(map(title, domains))


def mean_of(
    results: Results,
    sites: Sequence[SiteFacts],
    strategy: str,
    validator: str,
    number: Number,
    *,
    style: str = "{:.3f}",
    equal: bool | None = None,
) -> str:
    """A mean as the tables show it."""
    value = results.mean(sites, strategy, validator, number, equal=equal)
    return NONE if value is None else style.format(value)


def short(strategy: str) -> str:
    """A strategy's name where space is scarce."""
    return strategy.replace("xcrawl:variant=", "xcrawl ")
