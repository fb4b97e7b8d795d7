"""The parts of benchmarks/recall_calibration.py: moments, stops, made tasks, and the fit of the weights."""

from __future__ import annotations

import importlib
import math
import random
from pathlib import Path
from types import ModuleType

import pytest

from hubwalk.estimation.stacking import Signals, combine
from hubwalk.values import Estimate, Page

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(params=["recall_fitting", "recall_runs", "recall_tasks", "recall_calibration"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module(request.param)


only = pytest.mark.parametrize


@only("module", ["recall_fitting"], indirect=True)
def test_the_fit_holds_on_sites_that_it_has_not_seen(module: ModuleType) -> None:
    """Sites on which twice as much is missing as the outlook says, with errors that are normal in the logarithm."""
    rng = random.Random(5)
    cases = []
    for site in range(8):
        for _ in range(200):
            found, near = rng.randrange(50, 500), rng.uniform(20, 2000)
            missing = round(2 * near * math.exp(rng.gauss(0, 0.5)))
            signals = Signals(found, near, 0.0, listed=rng.uniform(0, 100), unseen=1.0, drought=rng.uniform(0, 5))
            cases.append(module.Case(f"site {site}", f"run {site}", signals, missing))
    without = module.left_out(cases)
    told = [(combine(case.signals, without[case.site]), case.missing) for case in cases]
    held = sum(answer.low <= missing <= answer.high for answer, missing in told) / len(told)
    assert 0.85 <= held <= 0.95
    ratios = sorted((answer.expected + 1) / (missing + 1) for answer, missing in told)
    assert ratios[len(ratios) // 2] == pytest.approx(1, abs=0.1)


@only("module", ["recall_runs"], indirect=True)
def test_moments_are_spread_over_downloads_and_over_what_is_found(module: ModuleType) -> None:
    found = [min(place, 40) for place in range(1000)]
    places = module._places(found)
    assert places == sorted(set(places))
    assert places[0] >= module.FIRST - 1
    assert {found[place] for place in places} >= set(range(4, 41, 2))  # each twentieth of 40
    assert sum(place > 100 for place in places) >= 9  # nothing comes any more, and it is still asked


@only("module", ["recall_runs"], indirect=True)
def test_a_stop_is_judged_by_the_truth(module: ModuleType) -> None:
    curve = [Estimate(found, found + 2, found, found + 3) for found in range(1, 101)]
    stop = module._stop(curve, truth=200, recall=0.95)
    assert (stop.downloads, stop.recall, stop.needed, stop.early) == (38, 0.19, None, True)
    never = module._stop([Estimate(1, 100, 1, 200)] * 5, truth=10, recall=0.95)
    assert (never.downloads, never.early) == (5, False)


@only("module", ["recall_tasks"], indirect=True)
def test_made_tasks_are_directories_and_words(module: ModuleType) -> None:
    pages = [Page(url, url, title=title) for url, title in _library()]
    tasks = module.made_tasks(pages, 8, random.Random(0))
    assert tasks
    assert len(tasks) <= 8
    by_title = [name for name in tasks if name.startswith("title ")]
    assert 0 < len(by_title) <= 2
    for urls in tasks.values():
        assert module.SMALLEST <= len(urls) <= module.LARGEST * len(pages)
    assert tasks == module.made_tasks(pages, 8, random.Random(0))


def _library() -> list[tuple[str, str]]:
    books = [(f"http://a.test/books/{n}.html", f"volume {n}") for n in range(40)]
    maps = [(f"http://a.test/maps/{n}.html", f"coloured chart {n}") for n in range(20)]
    return [*books, *maps, *((f"http://a.test/{n}.html", f"entry {n}") for n in range(60))]


@only("module", ["recall_calibration"], indirect=True)
def test_calibration_by_hand(module: ModuleType) -> None:
    answers = [(Estimate(5, 10, 8, 12), 10), (Estimate(5, 6, 5, 7), 10), (Estimate(10, 30, 20, 40), 10)]
    found = module.Calibration.of(answers)
    assert (found.moments, found.held, found.below) == (3, pytest.approx(1 / 3), pytest.approx(1 / 3))
    assert (found.width, found.ratio) == (pytest.approx(0.4), pytest.approx(1.0))


@only("module", ["recall_calibration"], indirect=True)
def test_what_cannot_work_is_said_on_one_line(
    module: ModuleType, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert module.main(["--corpora", str(tmp_path)]) == 2
    assert "no manifest.json" in capsys.readouterr().err
    (tmp_path / "manifest.json").write_text("{}")
    assert module.main(["--corpora", str(tmp_path), "--strategy", "xcrwal"]) == 2
    assert "did you mean 'xcrawl'" in capsys.readouterr().err
