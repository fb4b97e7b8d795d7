"""The lower bound on real sites, against the greedy optimum that their manifest states."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hubwalk.browsing.recorded import open_recorded
from hubwalk.drivers.replay import ParsedPages
from hubwalk.evaluation.bounds import lower_bounds
from hubwalk.evaluation.link_graph import reachable_graph
from hubwalk.values import Site

CORPORA = os.environ.get("HUBWALK_CORPORA", "")
LARGE = 7_000_000  # bytes; smaller files are read and parsed in one or two seconds

pytestmark = pytest.mark.skipif(not CORPORA, reason="HUBWALK_CORPORA does not name a folder of recorded sites")


def small_sites() -> list[str]:
    if not CORPORA:
        return []
    manifest = json.loads((Path(CORPORA) / "manifest.json").read_text())
    return [name for name, record in manifest.items() if (Path(CORPORA) / record["file"]).stat().st_size < LARGE]


@pytest.mark.parametrize("name", small_sites())
def test_never_above_the_greedy_optimum_and_close_to_the_proven_floor(name: str) -> None:
    record = json.loads((Path(CORPORA) / "manifest.json").read_text())[name]
    file = Path(CORPORA) / record["file"]
    pages = ParsedPages(open_recorded(file), keep_html=False)
    for task, known in record["tasks"].items():
        recorded = open_recorded(file, task=task)
        graph = reachable_graph(Site(recorded.entry), pages, [])
        bounds = lower_bounds(graph, graph.numbers(recorded.targets))
        assert bounds[100].targets == known["targets_reachable"]
        for level in (50, 90, 100):
            assert bounds[level].floor <= bounds[level].downloads <= known["greedy_optimum"][str(level)]
            assert bounds[level].gap < 0.15
