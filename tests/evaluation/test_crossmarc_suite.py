"""Files of the CROSSMARC experiment: what is refused, and which cells they make."""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.errors import LogError, UsageError
from hubwalk.evaluation.crossmarc_outcomes import Filtered, Found, Spidered, outcome_record, read_outcome
from hubwalk.evaluation.crossmarc_paper import TABLE_1, VERSIONS
from hubwalk.evaluation.crossmarc_runs import Piece, pieces_of
from hubwalk.evaluation.crossmarc_suite import (
    ALL_MODELS,
    FILTER,
    SPIDER,
    VERSION,
    cells_of,
    crossmarc_values,
    make_crossmarc_suite,
)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"site": 100}, "did you mean 'sites'"),
        ({"sites": 3}, "sites = 3: expected a number from"),
        ({"folds": 1}, "folds = 1"),
        ({"pages": [5]}, "pages = 5: expected a number from 10"),
        ({"languages": ["en", "fi"]}, "name in languages of .*'fi'"),
        ({"languages": ["en", "en"]}, "languages names one twice"),
        ({"languages": []}, "must not be empty"),
        ({"seeds": []}, "must not be empty"),
        ({"models": ["swm"]}, "did you mean 'svm'"),
        ({"spider": {"model": "naive_bayes_presence"}}, "spider.model"),
        ({"spider": {"max_pages": 0}}, "spider.max_pages = 0"),
    ],
)
def test_bad_values_are_refused_with_the_key(values: dict[str, object], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_crossmarc_suite(values)


def test_cells_of_a_file() -> None:
    suite = make_crossmarc_suite({"languages": ["en", "el"], "seeds": [0, 4], "pages": [60, 30]})
    cells = cells_of(suite)
    assert len(set(cells)) == len(cells)
    assert sum(cell.part == VERSION for cell in cells) == len(VERSIONS) * 2 * 2
    assert sum(cell.part == SPIDER for cell in cells) == 2 * 2
    filters = [cell for cell in cells if cell.part == FILTER]
    assert len(filters) == len(ALL_MODELS) * 3
    assert {(cell.language, cell.seed, cell.pages) for cell in filters} == {("en", 0, 30), ("en", 0, 60), ("el", 0, 30)}
    assert len({Piece(suite, cell).key for cell in cells}) == len(cells)
    assert make_crossmarc_suite(crossmarc_values(suite)) == suite


def test_what_a_cell_depends_on_is_in_its_key() -> None:
    plain, larger = (make_crossmarc_suite({"spider": {"training": number}}) for number in (50, 60))
    for one, other in zip(pieces_of(plain, None), pieces_of(larger, None), strict=True):
        assert (one.key == other.key) == (one.cell.part != SPIDER)


def test_recorded_sites_are_refused() -> None:
    with pytest.raises(UsageError, match="--recorded: this experiment is about a whole web"):
        pieces_of(make_crossmarc_suite({}), Path())


def test_outcomes_survive_json() -> None:
    for part, outcome in (
        (VERSION, Found((1, 4), ("gone.test",), 3, 0)),
        (SPIDER, Spidered((3, -5))),
        (FILTER, Filtered(10, 12, 0.5, 0.25, 0.33333, 0.1)),
    ):
        assert read_outcome(part, outcome_record(outcome)) == outcome
    with pytest.raises(LogError, match="another form"):
        read_outcome(SPIDER, {"mark": []})


def test_the_papers_f_measures_follow_from_its_precisions_and_recalls() -> None:
    published = (0.304, 0.125, 0.151, 0.394, 0.391, 0.105, 0.6064)
    for quality, f1 in zip(TABLE_1.values(), published, strict=True):
        assert quality.f1 == pytest.approx(f1, abs=0.0011)
