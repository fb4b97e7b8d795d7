"""The TOML file of experiments: what it accepts, and which cells come of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hubwalk.errors import UsageError
from hubwalk.evaluation.suite import ORACLE, as_dict, cells_of, load_suite, make_suite, plain_spec


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"domians": []}, "did you mean 'domains'"),
        ({"restart": {"probabilites": [0.1]}}, "did you mean 'restart.probabilities'"),
        ({"scale": "large"}, "scale: expected a number, got 'large'"),
        ({"samples": 2.5}, "samples: expected a whole number"),
        ({"seeds": 3}, "seeds: expected a list"),
        ({"seeds": [True]}, "seeds: expected a whole number"),
        ({"seeds": []}, "seeds is empty"),
        ({"scale": 0.0}, "scale = 0.0"),
        ({"restart": 0.15}, r"expected a table \[restart\]"),
        ({"strategies": ["xcrwal"]}, "did you mean 'xcrawl'"),
        ({"reference": "xcrawl:speed=3"}, "speed"),
        ({"restart": {"strategies": ["breadth_first"]}}, "no restarts to vary"),
        ({"scale": float("nan")}, "scale = nan"),
        ({"pages_per_target": float("inf")}, "pages_per_target = inf"),
        ({"restart": {"probabilities": [0.1, 2]}}, "my.toml: restart_probability=2.0"),
        ({"restart": {"max_iterations": 0}}, "restart.max_iterations = 0: expected at least 1"),
        ({"iterations": {"values": [10, -1]}}, "iterations.values = -1"),
        ({"discovery": {"max_queries": 0}}, "discovery.max_queries = 0"),
        ({"recorded": {"samples": -1}}, "recorded.samples = -1"),
        ({"reference": "xcrawl:variant=hots"}, "my.toml: .*did you mean 'hits'"),
        ({"strategies": ["context_graph:layers=9"]}, "my.toml: context_graph:layers=9"),
        ({"recorded": {"strategies": ["random_walk:max_steps=-1"]}}, "max_steps=-1"),
    ],
)
def test_bad_values_are_refused_with_a_way_out(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message) as error:
        make_suite({"baseline": "best_first", **values}, "my.toml")
    assert "\n" not in str(error.value)


def test_a_domain_named_twice_is_one() -> None:
    assert make_suite({"domains": ["cameras", "laptops", "cameras"]}).domains == ("cameras", "laptops")


def test_dashes_are_underscores_and_numbers_widen() -> None:
    suite = make_suite({"baseline": "best_first", "pages-more": 5, "scale": 1})
    assert (suite.pages_more, suite.scale) == (5, 1.0)
    assert suite.max_pages(10) == 65


def test_a_suite_survives_being_written_down() -> None:
    suite = make_suite({"baseline": "best_first", "seeds": [0, 1], "restart": {"probabilities": [0.1]}})
    assert make_suite(as_dict(suite)) == suite


@pytest.mark.parametrize(
    ("spec", "plain"),
    [
        ("xcrawl:restart_probability=0.15,max_iterations=50", "xcrawl"),
        ("xcrawl:walk=local,max_iterations=10", "xcrawl:max_iterations=10,walk=local"),
        ("xcrawl:restart_probability=0.30", "xcrawl:restart_probability=0.3"),
        ("breadth_first", "breadth_first"),
    ],
)
def test_specs_that_mean_the_same_are_spelt_alike(spec: str, plain: str) -> None:
    assert plain_spec(spec) == plain
    assert plain_spec(plain) == plain


def test_cells_of_a_site() -> None:
    suite = make_suite(
        {
            "baseline": "best_first",
            "strategies": ["breadth_first"],
            "seeds": [0, 1],
            "restart": {"probabilities": [0.15, 0.3], "max_iterations": 100},
            "iterations": {"values": [50, 100]},
        }
    )
    cells = cells_of(suite, "cameras/one", "table")
    names = [cell.name for cell in cells]
    assert len(set(names)) == len(names)
    compared = [cell for cell in cells if cell.validator == "table"]
    assert [cell.strategy for cell in compared] == ["xcrawl", "best_first", "breadth_first"] * 2
    assert [cell.equal for cell in compared] == [False, True, True] * 2
    swept = {cell.strategy for cell in cells if not cell.equal and cell.validator == ORACLE}
    # 50 iterations are the default, and 100 at 0.15 belong to both sweeps: nothing is computed twice
    assert swept == {"xcrawl", "xcrawl:max_iterations=100", "xcrawl:max_iterations=100,restart_probability=0.3"}
    for cell in cells:
        if cell.equal:
            place = [c.name for c in cells].index(cell.name)
            assert any(
                (c.strategy, c.validator, c.seed, c.equal) == ("xcrawl", cell.validator, cell.seed, False)
                for c in cells[:place]
            )


def test_recorded_sites_have_the_oracle_alone_and_no_sweeps() -> None:
    suite = make_suite({"baseline": "best_first", "recorded": {"strategies": ["breadth_first"]}})
    cells = cells_of(suite, "factbook/country", "", recorded=True)
    assert [(cell.strategy, cell.validator) for cell in cells] == [("xcrawl", ORACLE), ("breadth_first", ORACLE)]


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.toml"):
        load_suite(tmp_path / "nowhere.toml")
    for text in ("= 3", f"folds = {'9' * 5000}", f"folds = {'[' * 5000}"):
        (tmp_path / "bad.toml").write_text(text)
        with pytest.raises(UsageError, match="not valid TOML"):
            load_suite(tmp_path / "bad.toml")
