"""docs/experiments-crossmarc.md is what `hubwalk evaluate experiments/crossmarc.toml` writes, and it is current.

The report is made again from the checked-in results, and some cells are computed again, so that code that changes the
outcome makes this fail. Then run, in the folder of the project,

    hubwalk evaluate experiments/crossmarc.toml -o results
    cp results/results.json experiments/crossmarc.results.json
    cp results/report.md docs/experiments-crossmarc.md
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.evaluation.crossmarc_facts import facts_of
from hubwalk.evaluation.crossmarc_measures import checked, measured
from hubwalk.evaluation.crossmarc_outcomes import read_outcome
from hubwalk.evaluation.crossmarc_paper import BEST_UNION, VERSIONS
from hubwalk.evaluation.crossmarc_report import crossmarc_report
from hubwalk.evaluation.crossmarc_runs import CrossmarcResults, Piece, load_crossmarc_results, run_piece
from hubwalk.evaluation.crossmarc_suite import FILTER, SPIDER, VERSION, Cell
from hubwalk.evaluation.document import to_markdown
from hubwalk.evaluation.kinds import load_experiment

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "experiments" / "crossmarc.results.json"
COMMAND = "hubwalk evaluate experiments/crossmarc.toml"
STALE = "docs/experiments-crossmarc.md is out of date; the head of this file says how to make it anew"

if not RESULTS.exists():
    pytest.skip("experiments/crossmarc.results.json is not there", allow_module_level=True)


@pytest.fixture(scope="module")
def results() -> CrossmarcResults:
    return load_crossmarc_results(RESULTS)


def test_the_results_are_those_of_the_file_and_complete(results: CrossmarcResults) -> None:
    assert results.suite == load_experiment(ROOT / "experiments" / "crossmarc.toml"), STALE
    assert len(results.outcomes) == results.planned
    assert results.webs == facts_of(results.suite), STALE
    assert RESULTS.stat().st_size < 100_000


def test_the_document_is_made_of_the_results(results: CrossmarcResults) -> None:
    text = to_markdown(crossmarc_report(results, COMMAND), "figures")
    assert (ROOT / "docs" / "experiments-crossmarc.md").read_text("utf-8") == text, STALE


@pytest.mark.parametrize(
    "cell",
    [
        Cell(VERSION, "en", 0, "V1 general"),
        Cell(VERSION, "en", 2, "V1 narrow"),
        Cell(VERSION, "it", 1, "V2 man/mod"),
        Cell(VERSION, "it", 1, "V3"),
        Cell(SPIDER, "el", 0),
        Cell(FILTER, "el", 0, model="nearest_neighbour", pages=150),
    ],
    ids=lambda cell: cell.name,
)
def test_cells_computed_again_come_out_the_same(results: CrossmarcResults, cell: Cell) -> None:
    (finished,) = run_piece(Piece(results.suite, cell))
    assert read_outcome(cell.part, finished.record) == results.outcomes[cell], f"{cell.name}: {STALE}"


def test_the_union_finds_clearly_more_than_any_version_and_the_light_spider_makes_it_more_precise(
    results: CrossmarcResults,
) -> None:
    union, left = measured(results, "en", BEST_UNION), checked(results, "en", BEST_UNION)
    alone = [measured(results, "en", (version,)) for version in VERSIONS]
    assert union is not None
    assert left is not None
    assert all(one is not None and union.quality.recall > one.quality.recall + 0.1 for one in alone)
    assert left.quality.precision > union.quality.precision + 0.1
    assert left.quality.f1 > union.quality.f1
