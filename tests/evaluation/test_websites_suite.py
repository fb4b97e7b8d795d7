"""Files of the website experiment: what is refused, and which cells they make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hubwalk.demo.websites import TOPICS
from hubwalk.errors import UsageError
from hubwalk.evaluation import websites_paper as paper
from hubwalk.evaluation.kinds import load_experiment
from hubwalk.evaluation.websites_suite import (
    PAGE_CRAWLER,
    WebsitesSuite,
    cells_of,
    make_websites_suite,
    websites_values,
)

EXPERIMENTS = Path(__file__).resolve().parents[2] / "experiments"


def load(folder: Path, text: str) -> object:
    path = folder / "file.toml"
    path.write_text('experiment = "websites"\n' + text)
    return load_experiment(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("site = 600", "'site': did you mean 'sites'"),
        ("sites = 20", "sites = 20: expected at least 500"),
        ("sites = 60000", "sites = 60000: the demo web has 50000 at most"),
        ("folds = 1", "folds = 1: expected at least 2"),
        ('topics = ["horse"]', "name in topics of .*'horse': did you mean 'horses'"),
        ("thresholds = [0.9]", "thresholds: expected 6 numbers"),
        ("thresholds = [0.9, 0.9, 0.9, 0.9, 0.9, 1.0]", "threshold 1.0: expected more than 0.5 and less than 1"),
        ("[crawl]\nsoft_threshold = 0.5", "threshold 0.5: expected more than 0.5"),
        ('[crawl]\nweights = ["globl"]', "name in crawl.weights of .*did you mean 'global'"),
        ("[crawl]\nrelevant = 0", "crawl.relevant = 0: expected at least 1"),
        ("[crawl]\nmax_pages = 1.5", "crawl.max_pages: expected a whole number"),
        ("crawl = 3", r"expected a table \[crawl\]"),
        ("[links]\nthresholds = [-1.0]", "links.thresholds: -1.0: expected at least 0"),
        ("topics = []\n[crawl]\ntopics = []\n[links]\ntopics = []", "nothing to compute"),
    ],
)
def test_bad_files_are_refused_with_the_key(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        load(tmp_path, text)


def test_a_suite_survives_json() -> None:
    suite = make_websites_suite({"sites": 700, "topics": ["boxing"], "crawl": {"topics": [], "guard": 7}})
    assert make_websites_suite(websites_values(suite)) == suite


def test_the_accurate_crawl_of_both_figures_is_one_cell() -> None:
    values: dict[str, Any] = {
        "topics": [],
        "crawl": {"topics": ["mountain biking"], "link_threshold": 7.0, "larger": 3},
        "links": {"topics": []},
    }
    suite = make_websites_suite(values)
    assert [cell.name for cell in cells_of(suite)] == [
        "crawl/mountain biking global 0.8, links 7",
        "crawl/mountain biking local 0.8, links 7",
        "crawl/mountain biking combined 0.8, links 7",
        "crawl/mountain biking combined 0.7, links 7",
        f"crawl/mountain biking {PAGE_CRAWLER}",
        f"crawl/mountain biking {PAGE_CRAWLER} 0.8",
        "crawl/mountain biking combined 0.8, links 7, sites x 3",
        "crawl/mountain biking combined 0.7, links 7, sites x 3",
        f"crawl/mountain biking {PAGE_CRAWLER}, sites x 3",
        f"crawl/mountain biking {PAGE_CRAWLER} 0.8, sites x 3",
    ]
    once = make_websites_suite({**values, "crawl": {**values["crawl"], "larger": 1}})
    assert [cell.size for cell in cells_of(once)] == [1] * 6


def test_the_thresholds_are_the_papers() -> None:
    suite = load_experiment(EXPERIMENTS / "websites.toml")
    assert isinstance(suite, WebsitesSuite)
    assert tuple(paper.TABLE_2) == TOPICS == suite.topics
    assert [suite.threshold(topic) for topic in TOPICS] == [line.threshold for line in paper.TABLE_2.values()]
    assert suite.crawl.topics == tuple(paper.BEST_WEIGHTS)
    assert not set(suite.links.topics) & set(suite.crawl.topics)
    assert suite.crawl.link_threshold in suite.links.thresholds


def test_the_papers_f_follow_from_its_precision_and_recall() -> None:
    for line in paper.TABLE_2.values():
        for quality in (line.website, line.home):
            f = 2 * quality.precision * quality.recall / (quality.precision + quality.recall)
            assert f == pytest.approx(quality.f, abs=0.011)  # its numbers are rounded
