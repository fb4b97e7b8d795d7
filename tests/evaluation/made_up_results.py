"""Results with numbers that a test chooses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hubwalk.evaluation.cells import BUDGET, CONVERGED, Outcome
from hubwalk.evaluation.results import DiscoveryFacts, Results, SiteFacts
from hubwalk.evaluation.suite import ORACLE, Cell, Suite, make_suite

EXISTING = 100
DOMAINS = {"cameras": "table", "cell_phones": "text"}
SUITE: dict[str, Any] = {
    "domains": list(DOMAINS),
    "baseline": "best_first",
    "strategies": ["xcrawl:variant=hits+pagerank", "xcrawl:variant=hits", "breadth_first"],
}


def outcome(
    found: int, *, fetched: int | None = None, downloads: int = 200, ended: str = CONVERGED, **more: Any
) -> Outcome:
    return Outcome(
        existing=EXISTING,
        downloads=downloads,
        accepted=found,
        right=found,
        found=found,
        fetched=found if fetched is None else fetched,
        ended=ended,
        **more,
    )


def results(
    recalls: Mapping[str, float | Outcome],
    *,
    oracle: Mapping[str, float | Outcome] | None = None,
    only: Mapping[str, Mapping[str, float | Outcome]] | None = None,
    sweeps: Mapping[str, Outcome] | None = None,
    mute: Collection[str] = (),
    listed: Mapping[str, float] | None = None,
    discovery: tuple[DiscoveryFacts, ...] = (),
    suite: Suite | None = None,
) -> Results:
    """Two domains with two sites each. `recalls` holds for all sites with their fitting validator and, unless `oracle`
    says otherwise, with the oracle; `only` has the sites that differ; `sweeps` are runs to the end with the oracle."""
    suite = suite or make_suite(SUITE)
    sites, outcomes = [], {}
    for domain, validator in DOMAINS.items():
        for name in ("one", "two"):
            site = SiteFacts(
                domain,
                name,
                validator,
                existing=EXISTING,
                pages=1000,
                mute=name in mute,
                listed=(listed or {}).get(name, 1.0),
            )
            sites.append(site)
            own = {**recalls, **(only or {}).get(site.key, {})}
            for judge, numbers in ((validator, own), (ORACLE, {**own, **(oracle or {})})):
                for strategy, number in numbers.items():
                    equal = strategy != suite.reference
                    made = number if isinstance(number, Outcome) else _run(number, equal)
                    outcomes[Cell(site.key, strategy, judge, 0, equal)] = made
            for spec, made in (sweeps or {}).items():
                outcomes[Cell(site.key, spec, ORACLE, 0, equal=False)] = made
    return Results(suite, tuple(sites), outcomes, len(outcomes), discovery)


def _run(recall: float, equal: bool) -> Outcome:
    return outcome(round(recall * EXISTING), ended=BUDGET if equal else CONVERGED)
