"""Recipes on real sites: what they find again, what that costs, and how small they are."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hubwalk.drivers.replay import ParsedPages
from hubwalk.evaluation.bounds import lower_bounds
from hubwalk.evaluation.link_graph import reachable_graph
from hubwalk.evaluation.validating_sites import SiteRecord, read_manifest
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import may_be_html
from hubwalk.recipes.learning import learn
from hubwalk.store.recipe_file import parse_recipe, recipe_text
from hubwalk.values import Page, Site

CORPORA = os.environ.get("HUBWALK_CORPORA", "")
LARGE = 5_500_000  # bytes; smaller files are read and parsed in one or two seconds

pytestmark = pytest.mark.skipif(not CORPORA, reason="HUBWALK_CORPORA does not name a folder of recorded sites")


def small_sites() -> list[SiteRecord]:
    sites = read_manifest(Path(CORPORA)) if CORPORA else []
    return [site for site in sites if site.file.stat().st_size < LARGE]


def _in_scope(page: Page, site: Site) -> Page:
    own = Scope(site).own
    return replace(page, links=tuple(link for link in page.links if own(link.target) and may_be_html(link.target)))


@pytest.mark.parametrize("record", small_sites(), ids=lambda record: record.name)
def test_nearly_all_for_little_more_than_the_least(record: SiteRecord) -> None:
    whole = record.open(record.primary)
    pages = ParsedPages(whole, keep_html=False)
    site = Site(whole.entry)
    graph = reachable_graph(site, pages, [])
    crawl = [_in_scope(pages.read(url), site) for url in graph.urls]
    for task in record.tasks:
        targets = record.open(task.name).targets
        recipe = learn(crawl, targets, site.url)
        least = lower_bounds(graph, graph.numbers(targets), (100,))[100].downloads
        assert recipe.made.recall >= 0.97
        assert recipe.made.to_last <= 1.15 * least
        assert parse_recipe(recipe_text(recipe), task.name) == recipe
        assert sum(len(pattern.levels) for pattern in recipe.patterns) <= recipe.made.targets * 2
