"""What the report of the structure experiment says is computed from the results."""

from __future__ import annotations

from dataclasses import replace

from hubwalk.evaluation.document import Table, to_markdown
from hubwalk.evaluation.structure_cells import (
    ACCEPTED,
    PUBLISHED,
    RECIPE,
    REFUSED,
    UNSEEN,
    Later,
    Outcome,
    outcome_record,
    read_outcome,
)
from hubwalk.evaluation.structure_findings import agreeing, differing
from hubwalk.evaluation.structure_report import structure_report
from hubwalk.evaluation.structure_runs import SiteFacts, StructureResults
from hubwalk.evaluation.structure_sites import ONE_TEMPLATE, OWN, RECORDED
from hubwalk.evaluation.structure_suite import StructureSuite

GOOD = Later(100, 0, 110, 100, 100, 100, 0, 100, 100, 100)
LATER = replace(GOOD, arrived=5, new=5)
FULL = Outcome(300, False, 100, 100, 1, (GOOD, LATER, LATER), pattern=("/a", "/b"))
SHORT = Outcome(
    2000, True, 90, 80, 1,
    (replace(GOOD, found=80, right=80, result=120, kept=80, kept_right=80, kept_found=80),
     replace(LATER, found=60, new=1), replace(LATER, found=60, new=2)),
    missed={UNSEEN: 12, REFUSED: 8}, wrong={ACCEPTED: 40},
)  # fmt: skip
SITES = (SiteFacts(ONE_TEMPLATE, "alpha", OWN, 500), SiteFacts(ONE_TEMPLATE, "beta", OWN, 700))


def results(published: Outcome, recipe: Outcome = FULL) -> StructureResults:
    outcomes = {(site.key, PUBLISHED): FULL for site in SITES} | {(site.key, RECIPE): recipe for site in SITES}
    return StructureResults(StructureSuite(), SITES, {**outcomes, (SITES[1].key, PUBLISHED): published})


def test_as_good_as_the_paper() -> None:
    found = results(FULL)
    assert differing(found) == []
    assert any("on 2 of 2 sites with one template" in text for text in agreeing(found))
    assert any("of 20 new ones 20" in text for text in agreeing(found))


def test_what_falls_short_is_told_with_what_became_of_the_pages() -> None:
    texts = "\n".join(differing(results(SHORT)))
    assert "on 1 of 2 sites with one template, on 1 if the result is checked" in texts
    assert "not on beta" in texts
    assert "misses 20 of 200 targets: 12 not fetched" in texts
    assert "8 fetched while the crawler was learned, and refused" in texts
    assert "stopped by its bound on 1 of 2" in texts
    assert "40 wrong pages among 220: 40 accepted" in texts
    assert "of the 2 sites with one template, 0.900 are found when the crawler was made and 0.800" in texts
    assert "of 20 new ones 13" in texts


def test_tables_have_a_line_per_site_and_per_later_crawl() -> None:
    blocks = structure_report(results(SHORT), "hubwalk evaluate file.toml")
    tables = [block for block in blocks if isinstance(block, Table)]
    text = to_markdown(blocks, "figures")
    published = next(table for table in tables if table.head[0] == "`published`")
    assert published.rows[1] == ("beta", "100", "80", "0.800", "0.667", "0.800", "1.000", "2000+", "110", "1")
    later = next(table for table in tables if table.head[:2] == ("site", "crawl"))
    assert [row[:2] for row in later.rows] == [("alpha", "1"), ("alpha", "2"), ("beta", "1"), ("beta", "2")]
    assert later.rows[2] == ("beta", "1", "100", "5", "0.600", "1.000", "110", "1", "1.000", "1.000", "110", "5")
    assert "| E-jazz | artists | 149 | 149 | 1.00 | 2213 | 199 |" in text
    assert "| NASA | 2 | 337 | 323 | 0.96 | 341 | 13 |" in text
    assert "4 cells" in text
    assert "Made by `hubwalk evaluate file.toml` " in text


def test_what_is_not_there_is_not_made_up() -> None:
    some = results(FULL)
    recorded = SiteFacts(RECORDED, "gamma", "", 50)
    part = replace(some, sites=(*SITES, recorded), outcomes={(SITES[0].key, PUBLISHED): FULL})
    text = to_markdown(structure_report(part, "hubwalk evaluate file.toml"), "figures")
    assert "1 of 6 cells: **incomplete**" in text
    assert "Made by `hubwalk evaluate file.toml --recorded DIR`" in text
    assert "| gamma | – | – |" in text
    assert "on 1 of 1 sites with one template" in text


def test_an_outcome_survives_json() -> None:
    for outcome in (FULL, SHORT):
        assert read_outcome(outcome_record(outcome)) == outcome
