"""docs/experiments-websites.md is what `hubwalk evaluate experiments/websites.toml` writes, and it is current.

The report is made again from the checked-in results, and some cells are computed again, so that code that changes the
outcome makes this fail. Then run, in the folder of the project,

    hubwalk evaluate experiments/websites.toml -o results --recorded DIR
    cp results/results.json experiments/websites.results.json
    cp results/report.md docs/experiments-websites.md
    cp results/figures/websites-*.svg docs/figures/
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.evaluation.document import Figure, to_markdown
from hubwalk.evaluation.kinds import load_experiment
from hubwalk.evaluation.websites_outcomes import CrawlOutcome, read_outcome
from hubwalk.evaluation.websites_report import websites_report
from hubwalk.evaluation.websites_runs import Piece, WebsitesResults, load_websites_results, run_piece
from hubwalk.evaluation.websites_subjects import facts_of
from hubwalk.evaluation.websites_suite import COMBINED, CRAWL, PAGE_CRAWLER, Cell

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "experiments" / "websites.results.json"
COMMAND = "hubwalk evaluate experiments/websites.toml"
STALE = "docs/experiments-websites.md is out of date; the head of this file says how to make it anew"

if not RESULTS.exists():
    pytest.skip("experiments/websites.results.json is not there", allow_module_level=True)


@pytest.fixture(scope="module")
def results() -> WebsitesResults:
    return load_websites_results(RESULTS)


def test_the_results_are_those_of_the_file_and_complete(results: WebsitesResults) -> None:
    assert results.suite == load_experiment(ROOT / "experiments" / "websites.toml"), STALE
    assert len(results.outcomes) == results.planned
    assert RESULTS.stat().st_size < 100_000


def test_the_document_is_made_of_the_results(results: WebsitesResults) -> None:
    blocks = websites_report(results, COMMAND)
    assert (ROOT / "docs" / "experiments-websites.md").read_text("utf-8") == to_markdown(blocks, "figures"), STALE
    for block in blocks:
        if isinstance(block, Figure):
            assert (ROOT / "docs" / "figures" / f"{block.name}.svg").read_text("utf-8") == block.svg, STALE


def test_the_example_sites_are_the_same(results: WebsitesResults) -> None:
    assert facts_of(results.suite) == results.topics, STALE


def test_crawls_made_again_come_out_the_same(results: WebsitesResults) -> None:
    """In one test: both need the same classifier, and training it takes longer than the crawls."""
    crawl = results.suite.crawl
    for cell in (
        Cell(CRAWL, "horses", COMBINED, crawl.soft_threshold, crawl.link_threshold),
        Cell(CRAWL, "horses", PAGE_CRAWLER),
    ):
        (finished,) = run_piece(Piece(results.suite, cell))
        assert read_outcome(finished.record) == results.outcomes[cell], f"{cell.name}: {STALE}"


def test_the_website_classifier_is_above_the_home_page_classifier_on_every_topic(results: WebsitesResults) -> None:
    lines = [results.folds(topic) for topic in results.suite.topics]
    assert len(lines) == 6
    assert all(line is not None and line.website.f > line.home.f for line in lines)


def test_for_the_same_certainty_the_website_crawler_needs_fewer_pages(results: WebsitesResults) -> None:
    better = 0
    for topic in results.suite.crawl.topics:
        sure = results.suite.threshold(topic)
        sites, pages = results.crawl(topic, COMBINED, sure), results.crawl(topic, PAGE_CRAWLER, sure)
        assert isinstance(sites, CrawlOutcome)
        assert isinstance(pages, CrawlOutcome)
        better += sites.end.pages * max(1, pages.end.relevant) < pages.end.pages * sites.end.relevant
    assert better > len(results.suite.crawl.topics) / 2
