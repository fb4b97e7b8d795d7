"""docs/experiments-structure.md is what `hubwalk evaluate experiments/structure.toml` writes, and it is current.

The report is made again from the checked-in results, and the cells of the smallest sites are computed again, so that
code that changes the outcome makes this fail. Then run, in the folder of the project,

    hubwalk evaluate experiments/structure.toml -o results --recorded DIR
    cp results/results.json experiments/structure.results.json
    cp results/report.md docs/experiments-structure.md
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.evaluation.document import to_markdown
from hubwalk.evaluation.kinds import load_experiment
from hubwalk.evaluation.structure_cells import METHODS, PUBLISHED, RECIPE, read_outcome
from hubwalk.evaluation.structure_report import structure_report
from hubwalk.evaluation.structure_runs import Piece, StructureResults, load_structure_results, run_piece
from hubwalk.evaluation.structure_sites import HAND_MADE, ONE_TEMPLATE, RECORDED, specs_of

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "experiments" / "structure.results.json"
COMMAND = "hubwalk evaluate experiments/structure.toml"
STALE = "docs/experiments-structure.md is out of date; the head of this file says how to make it anew"

if not RESULTS.exists():
    pytest.skip("experiments/structure.results.json is not there", allow_module_level=True)


@pytest.fixture(scope="module")
def results() -> StructureResults:
    return load_structure_results(RESULTS)


def test_the_results_are_those_of_the_file_and_complete(results: StructureResults) -> None:
    assert results.suite == load_experiment(ROOT / "experiments" / "structure.toml"), STALE
    assert len(results.outcomes) == results.planned
    assert RESULTS.stat().st_size < 100_000
    own = {spec.key for spec in specs_of(results.suite, None)}
    assert own == {site.key for site in results.sites if site.group != RECORDED}, STALE
    assert set(results.suite.sites) <= HAND_MADE.keys()


def test_the_document_is_made_of_the_results(results: StructureResults) -> None:
    text = to_markdown(structure_report(results, COMMAND), "figures")
    assert (ROOT / "docs" / "experiments-structure.md").read_text("utf-8") == text, STALE


@pytest.mark.parametrize(
    ("key", "method"),
    [
        ("one template/datashelf", PUBLISHED),
        ("one template/datashelf", RECIPE),
        ("one template/continentpc", PUBLISHED),
        ("as they are/instruments", PUBLISHED),
    ],
)
def test_cells_computed_again_come_out_the_same(results: StructureResults, key: str, method: str) -> None:
    spec = next(spec for spec in specs_of(results.suite, None) if spec.key == key)
    (finished,) = run_piece(Piece(results.suite, spec, method))
    assert read_outcome(finished.record) == results.outcomes[key, method], f"{key} {method}: {STALE}"


def test_recipes_from_one_sample_are_precise_and_complete_on_sites_with_one_template(results: StructureResults) -> None:
    sites = [site for site in results.sites if site.group == ONE_TEMPLATE]
    assert len(sites) == 12
    crawls = [results.outcomes[site.key, METHODS[1]].first for site in sites]
    assert sum(crawl.precision == 1.0 and crawl.recall >= 0.95 for crawl in crawls) >= 11
