"""docs/experiments.md is what `hubwalk evaluate experiments/xcrawl.toml` writes, and it is current.

The report is made again from the checked-in results; and some cells of the smallest sites are computed again, and the
queries of one domain, so that code that changes the outcome makes this fail. Then run, in the folder of the project,

    hubwalk evaluate experiments/xcrawl.toml -o results
    cp results/results.json experiments/xcrawl.results.json
    cp results/report.md docs/experiments.md && cp results/figures/*.svg docs/figures/
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hubwalk.evaluation.cells import Outcome, read_outcome
from hubwalk.evaluation.discovering import DiscoveryPiece, discover_sites
from hubwalk.evaluation.document import Figure, to_markdown
from hubwalk.evaluation.results import DiscoveryFacts, Results, SiteFacts, load_results
from hubwalk.evaluation.runner import Piece, run_piece
from hubwalk.evaluation.subjects import subjects_of
from hubwalk.evaluation.suite import ORACLE, Cell, load_suite
from hubwalk.evaluation.suite_report import report

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "experiments" / "xcrawl.results.json"
COMMAND = "hubwalk evaluate experiments/xcrawl.toml"
STALE = "docs/experiments.md is out of date; the head of this file says how to make it anew"

if not RESULTS.exists():
    pytest.skip("experiments/xcrawl.results.json is not there", allow_module_level=True)


@pytest.fixture(scope="module")
def results() -> Results:
    return load_results(RESULTS)


def site(results: Results, key: str) -> SiteFacts:
    return next(site for site in results.sites if site.key == key)


def test_the_results_are_those_of_the_file_and_complete(results: Results) -> None:
    assert results.suite == load_suite(ROOT / "experiments" / "xcrawl.toml"), STALE
    assert len(results.outcomes) == results.planned
    assert RESULTS.stat().st_size < 500_000


def test_the_document_is_made_of_the_results(results: Results) -> None:
    blocks = report(results, COMMAND)
    assert (ROOT / "docs" / "experiments.md").read_text("utf-8") == to_markdown(blocks, "figures"), STALE
    for block in blocks:
        if isinstance(block, Figure):
            assert (ROOT / "docs" / "figures" / f"{block.name}.svg").read_text("utf-8") == block.svg, STALE


@pytest.mark.parametrize("key", ["laptops/continentpc", "cell_phones/islandphones"])
def test_cells_computed_again_come_out_the_same(results: Results, key: str) -> None:
    facts = site(results, key)
    spec = next(spec for spec in subjects_of(results.suite, None) if spec.key == key)
    cells = [
        Cell(key, results.suite.reference, facts.validator, 0, equal=False),
        Cell(key, results.suite.baseline, facts.validator, 0, equal=True),
        Cell(key, "xcrawl:variant=hits", facts.validator, 0, equal=True),
        Cell(key, "sleeping_bandit", facts.validator, 0, equal=True),
        Cell(key, results.suite.reference, ORACLE, 0, equal=False),
        Cell(key, "context_graph", ORACLE, 0, equal=True),
        Cell(key, results.suite.restart_spec("xcrawl", 0.3), ORACLE, 0, equal=False),
    ]
    piece = Piece(results.suite, spec, facts.starts, tuple(cells), {}, survey=True)
    survey, *made = [finished.record for finished in run_piece(piece)]
    assert survey["listed"] == facts.listed, STALE
    for cell, record in zip(cells, made, strict=True):
        assert untimed(read_outcome(record)) == untimed(results.outcomes[cell]), f"{cell.name}: {STALE}"


def test_queries_asked_again_find_the_same(results: Results) -> None:
    (finished,) = discover_sites(DiscoveryPiece(results.suite, "cell_phones"))
    facts = next(facts for facts in results.discovery if facts.domain == "cell_phones")
    assert DiscoveryFacts(**finished.record["facts"]) == facts, STALE
    for name, starts in finished.record["starts"].items():
        assert tuple(starts) == site(results, f"cell_phones/{name}").starts, STALE


def untimed(outcome: Outcome) -> Outcome:
    return replace(outcome, seconds={})
