"""Kinds of page on real sites, found without a single verdict, against the classes that people named there."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from hubwalk.browsing.recorded import open_recorded
from hubwalk.drivers.replay import ParsedPages, replay
from hubwalk.graph.site_map import SiteMapper
from hubwalk.validators.oracle import OracleValidator
from hubwalk.values import Choice, Observation, Page, Site, Verdict

CORPORA = os.environ.get("HUBWALK_CORPORA", "")
FLOOR = 0.8  # of F between a class and the kind that agrees best with it

pytestmark = pytest.mark.skipif(not CORPORA, reason="HUBWALK_CORPORA does not name a folder of recorded sites")


@pytest.mark.parametrize("opaque", [False, True], ids=["natural", "opaque"])
@pytest.mark.parametrize(("name", "task"), [("bigtuwien", "publication"), ("sqlite", "release")])
def test_a_class_with_a_template_is_one_kind(name: str, task: str, opaque: bool) -> None:
    file = Path(CORPORA) / f"{name}.sqlite"
    site = open_recorded(file, task, opaque=random.Random(0) if opaque else None)
    mapper = SiteMapper(site.entry)

    def tell(choice: Choice, page: Page, verdict: Verdict) -> None:
        mapper.observe(Observation(site.entry, choice, page, verdict))

    pages = ParsedPages(site, keep_html=False)
    replay(Site(site.entry), pages, OracleValidator(()), "breadth_first", on_fetch=tell)
    drawn = mapper.draw()
    kinds = [set(map(mapper.url, kind.pages)) for kind in drawn.kinds]
    targets = site.targets & set().union(*kinds)
    best = max(2 * len(kind & targets) / (len(kind) + len(targets)) for kind in kinds)
    assert targets
    assert best >= FLOOR
