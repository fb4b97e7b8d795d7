"""Strategies side by side on a small site kept in memory."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from hubwalk.drivers.replay import ParsedPages
from hubwalk.errors import SearchError, UsageError
from hubwalk.evaluation import experiments
from hubwalk.evaluation.experiments import Experiment, simulate
from hubwalk.evaluation.plots import recall_plot
from hubwalk.evaluation.summary import as_json
from hubwalk.strategies import STRATEGIES
from hubwalk.strategies.breadth_first import BreadthFirst
from hubwalk.values import Page, Response, Verdict

SITE = "http://shop.test"


class Shop:
    """Forty leaflets and a list of ten cameras; one more camera that nobody links to."""

    name = "shop"
    entry = f"{SITE}/"

    def __init__(self, samples: tuple[int, ...] = (0, 1)) -> None:
        self.cameras = [f"{SITE}/camera/{i}" for i in range(11)]
        self.samples = [self.cameras[i] for i in samples]
        leaflets = [f"{SITE}/leaflet/{i}" for i in range(40)]
        self.pages = {url: [self.entry] for url in [*leaflets, *self.cameras]}
        self.pages[self.entry] = [*leaflets, f"{SITE}/list"]
        self.pages[f"{SITE}/list"] = [*self.cameras[:10], f"{SITE}/dead"]
        self.fetches = 0

    @property
    def targets(self) -> frozenset[str]:
        return frozenset(self.cameras)

    def urls(self) -> list[str]:
        return list(self.pages)

    def fetch(self, url: str) -> Response:
        self.fetches += 1
        if url not in self.pages:
            return Response(url, url, 404)
        links = "".join(f'<a href="{target}">{target}</a>' for target in self.pages[url])
        html = f"<html><title>{url}</title><body><h1>{url}</h1>{links}</body></html>"
        return Response(url, url, 200, html.encode(), (("content-type", "text/html"),))


def test_costs_bounds_and_recall_of_a_site_known_by_heart() -> None:
    result = simulate(Shop(), ["breadth_first"], samples=2, seeds=2)
    assert (result.pages, result.reachable_pages) == (53, 52)
    assert (result.targets, result.recorded_targets) == (10, 11)
    assert result.bounds[100].downloads == result.bounds[100].floor == 12
    # entry, two samples, forty leaflets, the list, seven of the eight other cameras
    assert result.cost("breadth_first", 90).mean == 3 + 40 + 1 + 7
    assert result.ratio("breadth_first", 90).mean == pytest.approx(51 / 11)
    run = result.runs["breadth_first"][0].metrics
    assert (run.downloads, run.recall, run.exhausted) == (53, 1.0, True)
    assert run.harvest_rate == pytest.approx(10 / 53)


def test_json_has_the_promised_shape() -> None:
    data = as_json(simulate(Shop(), ["breadth_first", "best_first"], samples=2, seeds=2))
    assert {"site", "pages", "targets", "lower_bound", "strategies"} <= data.keys()
    assert list(data["lower_bound"]) == ["50", "90", "95", "99", "100"]
    assert list(data["strategies"]) == ["breadth_first", "best_first"]
    strategy = data["strategies"]["breadth_first"]
    assert {"cost", "recall", "harvest_rate", "ms_per_decision", "ratio"} <= strategy.keys()
    assert strategy["cost"]["90"] == {"mean": 51, "min": 51, "max": 51, "reached": 2}
    assert [run["seed"] for run in strategy["runs"]] == [0, 1]


def test_a_level_that_is_never_reached_has_no_cost() -> None:
    data = as_json(simulate(Shop(), ["breadth_first"], samples=2, seeds=1, max_pages=20))
    strategy = data["strategies"]["breadth_first"]
    assert strategy["cost"]["90"] == {"mean": None, "min": None, "max": None, "reached": 0}
    assert strategy["ratio"]["90"] is None
    assert strategy["recall"] == pytest.approx(2 / 10)
    assert not strategy["runs"][0]["exhausted"]


def test_samples_that_are_not_recorded_are_drawn_by_the_seed() -> None:
    def first_fetches(result: Experiment) -> list[int]:
        return [run.curve[3] for run in result.runs["breadth_first"]]

    shop = Shop(samples=(0,))
    assert first_fetches(simulate(shop, ["breadth_first"], samples=3, seeds=3)) == [3, 3, 3]
    alone = simulate(shop, ["breadth_first"], samples=0, seeds=1)
    assert first_fetches(alone) == [0]
    assert alone.targets == 10
    everything = simulate(shop, ["breadth_first"], samples=50, seeds=1)
    assert everything.targets == 11


def test_same_seeds_same_runs() -> None:
    once, again = (simulate(Shop(samples=()), ["breadth_first", "xcrawl"], samples=2, seeds=3) for _ in range(2))
    for strategy, runs in once.runs.items():
        assert [run.curve for run in runs] == [run.curve for run in again.runs[strategy]]


def test_each_page_is_read_once_for_all_strategies_and_seeds() -> None:
    shop = Shop()
    simulate(shop, ["breadth_first", "best_first", "xcrawl"], samples=2, seeds=3)
    assert shop.fetches == 53 + 2  # all reachable ones and the dead link; the samples once more, with their text


def test_another_validator_is_measured_against_the_known_targets() -> None:
    result = simulate(Shop(), ["breadth_first"], samples=2, seeds=1, validators=["url:leaflet/1|camera"])
    metrics = result.runs["breadth_first"][0].metrics
    assert metrics.recall == 1.0
    assert metrics.precision == pytest.approx(10 / 21)  # leaflets 1 and 10 to 19
    assert metrics.harvest_rate == pytest.approx(21 / 53)


@pytest.mark.parametrize(
    ("validators", "message"),
    [(["orcale"], "did you mean 'oracle'"), (["oracle", "like"], "knows the targets already")],
)
def test_a_wrong_validator_is_refused_before_anything_is_read(validators: list[str], message: str) -> None:
    shop = Shop()
    with pytest.raises(UsageError, match=message):
        simulate(shop, ["breadth_first"], validators=validators)
    assert shop.fetches == 0


def test_every_run_has_a_validator_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class FirstTwenty:
        """Accepts the first twenty pages that it meets."""

        def __init__(self) -> None:
            self.left = 20

        def judge(self, page: Page) -> Verdict:
            self.left -= 1
            return Verdict(self.left >= 0)

    monkeypatch.setattr(experiments, "make_validator", lambda _specs, _samples: FirstTwenty())
    found = simulate(Shop(), ["breadth_first", "depth_first"], validators=["like"], samples=2, seeds=2)
    accepted = [run.metrics.accepted for runs in found.runs.values() for run in runs]
    assert accepted == [20 + 2] * 4  # the samples are accepted without being judged


def test_a_site_whose_targets_nobody_links_to_is_refused() -> None:
    shop = Shop(samples=())
    shop.pages[f"{SITE}/list"] = []
    with pytest.raises(UsageError, match="no link leads to a target"):
        simulate(shop, ["breadth_first"], samples=0)


def test_the_plot_is_a_picture_with_labelled_axes(tmp_path: Path) -> None:
    result = simulate(Shop(), ["breadth_first", "xcrawl"], samples=2, seeds=2)
    recall_plot(result, tmp_path / "recall.svg")
    recall_plot(result, tmp_path / "recall.png")
    svg = (tmp_path / "recall.svg").read_text()
    ElementTree.fromstring(svg)
    for label in ("downloads", "lower bound", "breadth_first (2 seeds)", "xcrawl (2 seeds)", "recall"):
        assert f"<!-- {label}" in svg
    assert (tmp_path / "recall.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_other_endings_and_missing_folders_are_usage_errors(tmp_path: Path) -> None:
    result = simulate(Shop(), ["breadth_first"], samples=2, seeds=1)
    with pytest.raises(UsageError, match=r"ends in \.png or \.svg"):
        recall_plot(result, tmp_path / "recall.pdf")
    with pytest.raises(UsageError, match="there is no folder"):
        recall_plot(result, tmp_path / "nowhere" / "recall.png")


class ReadsText(BreadthFirst):
    needs_html = True
    without_text: ClassVar[list[str]] = []

    def observe(self, page: Page, verdict: Verdict) -> None:
        super().observe(page, verdict)
        self.without_text.extend([page.url] if page.ok and "<h1>" not in page.html else [])


def test_strategies_that_read_text_get_it_though_the_oracle_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES, "reads_text", ReadsText)
    simulate(Shop(), ["breadth_first", "reads_text"], samples=2, seeds=1)
    simulate(Shop(), ["reads_text"], samples=2, seeds=1, pages=ParsedPages(Shop(), keep_html=False))
    assert ReadsText.without_text == []
    monkeypatch.setattr(ReadsText, "needs_html", False)
    simulate(Shop(), ["reads_text"], samples=2, seeds=1)
    assert len(ReadsText.without_text) == 52


def test_what_prepares_a_crawl_is_no_download() -> None:
    result = simulate(Shop(), ["context_graph", "breadth_first"], samples=2, seeds=1)
    downloads = {name: runs[0].metrics.downloads for name, runs in result.runs.items()}
    assert downloads == {"context_graph": 53, "breadth_first": 53}
    # The list links to the samples, the front page to the list; all but the unlinked camera link to the front page.
    assert {name: runs[0].prepared for name, runs in result.runs.items()} == {"context_graph": 2, "breadth_first": 0}
    assert as_json(result)["strategies"]["context_graph"]["prepared"] == 2


def test_a_context_graph_needs_samples() -> None:
    with pytest.raises(SearchError, match="no page is known that links to one of the samples"):
        simulate(Shop(samples=()), ["context_graph"], samples=0, seeds=1)
