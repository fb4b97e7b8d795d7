"""The tour's sums, on made-up logs; and once the tour itself, on a small site."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hubwalk.demo.site import DemoSite
from hubwalk.demo.sites import make_site
from hubwalk.demo.tour import Outcome, compare, run_tour
from hubwalk.errors import UsageError
from hubwalk.values import Choice, Observation, Page, Verdict

BASE = "http://127.0.0.1:1"


@pytest.fixture
def site() -> DemoSite:
    return make_site("cameras", 300)


def log(entries: Sequence[tuple[str, bool, int]]) -> list[Observation]:
    """(path, accepted, requests) as observations."""
    return [
        Observation(BASE + "/", Choice(BASE + path, "walk"), Page(BASE + path, BASE + path), Verdict(ok), requests=cost)
        for path, ok, cost in entries
    ]


def test_recall_rises_with_every_new_target(site: DemoSite) -> None:
    a, b, *_ = site.targets()
    outcome = compare(site, log([("/", False, 1), (a, True, 1), ("/about", False, 1), (b, True, 1)]))
    one = 1 / site.target_count
    assert outcome == Outcome((0, one, one, 2 * one), accepted=2, true=2)
    assert outcome.recall == 2 * one


def test_a_target_under_two_addresses_counts_once(site: DemoSite) -> None:
    a = next(site.targets())
    outcome = compare(site, log([(a, True, 1), ("/print" + a, True, 1), (a + "?ref=news", True, 1)]))
    assert (outcome.true, outcome.accepted) == (1, 3)
    assert outcome.precision == pytest.approx(1 / 3)


def test_what_was_accepted_wrongly_costs_precision(site: DemoSite) -> None:
    outcome = compare(site, log([(next(site.targets()), True, 1), ("/about", True, 1)]))
    assert outcome.precision == 0.5


def test_a_target_that_was_not_accepted_is_not_found(site: DemoSite) -> None:
    assert compare(site, log([(next(site.targets()), False, 1)])).recall == 0


def test_retries_are_downloads_too_and_forbidden_pages_are_none(site: DemoSite) -> None:
    outcome = compare(site, log([("/private/", False, 0), (next(site.targets()), True, 3)]))
    assert len(outcome.curve) == 3


def test_cost_to_a_recall() -> None:
    outcome = Outcome((0, 0.25, 0.25, 0.5), accepted=2, true=2)
    assert [outcome.cost(share) for share in (0.1, 0.25, 0.5, 0.6)] == [2, 2, 4, None]


def test_an_unusable_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="give another with -o"):
        run_tour(tmp_path / "file", size=300)


def test_the_tour_finds_most_targets_and_writes_a_report(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cameras.db").write_text("left by an earlier tour")
    (tmp_path / "notes.txt").write_text("somebody else's")
    assert run_tour(tmp_path, size=150) == 0
    out = capfd.readouterr().out
    recall = float(out.partition("recall")[2].split()[0].removesuffix("%"))
    precision = float(out.partition("precision")[2].split()[0].removesuffix("%"))
    assert recall >= 80
    assert precision >= 80
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "breadth_first" in report
    assert report.count("/cameras/") >= make_site("cameras", 150).target_count
    assert str(tmp_path / "report.html") in out
    assert (tmp_path / "notes.txt").exists()
