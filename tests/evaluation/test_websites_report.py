"""What the report of the website experiment says is computed from the results."""

from __future__ import annotations

from dataclasses import replace

from hubwalk.evaluation.claims import Finding
from hubwalk.evaluation.document import Figure, Table, to_markdown
from hubwalk.evaluation.websites_findings import findings
from hubwalk.evaluation.websites_measures import Mark
from hubwalk.evaluation.websites_outcomes import (
    CrawlOutcome,
    FoldsOutcome,
    Outcome,
    Sorted,
    outcome_record,
    read_outcome,
)
from hubwalk.evaluation.websites_report import websites_report
from hubwalk.evaluation.websites_runs import WebsitesResults
from hubwalk.evaluation.websites_subjects import TopicFacts
from hubwalk.evaluation.websites_suite import COMBINED, CRAWL, PAGE_CRAWLER, TABLE_2, Cell, make_websites_suite

SUITE = make_websites_suite(
    {
        "topics": ["horses"],
        "crawl": {"topics": ["horses"], "relevant": 100, "link_threshold": 5.0, "larger": 1},
        "links": {"topics": ["boxing"], "thresholds": [0.0, 5.0]},
    }
)
GOOD = FoldsOutcome(
    32, 132, 0.9, 820, 160, Sorted(31, 2, 1, {"paper": 2}, {"splash": 1}),
    Sorted(20, 5, 12, {}, {"frames": 10, "text": 2})
)  # fmt: skip
SITES = CrawlOutcome(
    "enough sites", (Mark(500, 100, 60, 57), Mark(800, 200, 100, 96)), 1000, 0.9,
    Sorted(96, 4, 904, {"boxing": 4}), 10, 9, sure=90
)  # fmt: skip
SOFT = replace(SITES, marks=(Mark(600, 200, 100, 90),), found=Sorted(90, 10, 910), single=40, single_right=30)
PAGES = replace(
    SITES, marks=(Mark(1200, 300, 100, 80),), found=Sorted(80, 20, 920), single=50, single_right=35,
    home=Sorted(40, 10, 960), sure=5, list_confidence=0.7, page_confidence=0.6,
)  # fmt: skip
SURE_PAGES = replace(PAGES, marks=(Mark(5000, 900, 100, 97),), found=Sorted(97, 3, 903), sure=100, single=0)
CELLS: dict[Cell, Outcome] = {
    Cell(TABLE_2, "horses", threshold=0.9): GOOD,
    Cell(CRAWL, "horses", "global", 0.9, 5.0): replace(SITES, marks=(Mark(900, 210, 100, 95),)),
    Cell(CRAWL, "horses", "local", 0.9, 5.0): replace(SITES, marks=(Mark(900, 205, 100, 95),)),
    Cell(CRAWL, "horses", COMBINED, 0.9, 5.0): SITES,
    Cell(CRAWL, "horses", COMBINED, 0.7, 5.0): SOFT,
    Cell(CRAWL, "horses", PAGE_CRAWLER): PAGES,
    Cell(CRAWL, "horses", PAGE_CRAWLER, 0.9): SURE_PAGES,
    Cell(CRAWL, "boxing", COMBINED, 0.9, 0.0): replace(SITES, marks=(Mark(2000, 400, 100, 99),)),
    Cell(CRAWL, "boxing", COMBINED, 0.9, 5.0): SITES,
}
TOPICS = (TopicFacts("horses", 1200, 32, 500, 15.5, 12), TopicFacts("other", 14000, 132, 2000, 20.0, 50))


def results(**instead: Outcome) -> WebsitesResults:
    """`website`, `soft`, `pages`, `folds`: another outcome of these cells."""
    names = ("folds", "global", "local", "website", "soft", "pages", "sure", "few links", "links")
    given = {cell: instead.get(name, outcome) for name, (cell, outcome) in zip(names, CELLS.items(), strict=True)}
    return WebsitesResults(SUITE, TOPICS, given)


def texts(found: list[Finding], *, agrees: bool | None) -> str:
    return "\n".join(one.text for one in found if one.agrees is agrees)


def test_as_the_paper_has_it() -> None:
    found = findings(results())
    good = texts(found, agrees=True)
    assert "above the home page classifier in F on 1 of 1 topics (paper: 1 of 1), in the mean 0.95 against 0.70" in good
    assert "of the 12 sites that the home page classifier misses, 10 have a home page of frames" in good
    assert "5.0 to 5.0 pages per site" in good
    assert "combined edge weights are at least second best on 1 of 1 topics" in good
    assert "on 1 of 1 topics (paper: 3 of 4): horses 8.0 against 12.0" in good
    assert "has to be sure of a site with the topic's threshold" in good
    assert "horses 8.0 against 50.0" in good
    assert "than with the high one on 1 of 1 topics, fewer than the page crawler on 1" in good
    assert "50% to 50% of the page crawler's sites were classified by a single page" in good
    assert not texts(found, agrees=False)


def test_what_the_paper_could_not_measure() -> None:
    beyond = texts(findings(results()), agrees=None)
    assert "0.960 of the accurate website crawler's, 0.900 with the low threshold, 0.800 of the page" in beyond
    assert "0.970 where it has to be sure, 0.800 by its home pages alone" in beyond
    assert "by the threshold until which a site is read on for links: 20.0 with 0, 8.0 with 5." in beyond
    assert "on 1 of 1 topics: horses 8.3 against 15.0" in beyond
    assert "are less often on the topic than its others: 0.700 against 0.900" in beyond
    assert "website crawler, by what they are about: 4 boxing" in beyond


def test_what_falls_short_is_told_with_the_reason() -> None:
    dear = replace(SITES, marks=(Mark(2000, 200, 100, 96),))
    poor = replace(GOOD, website=Sorted(16, 9, 16, {"paper": 9}, {"text": 16}), accuracy=0.7, pages=2000)
    bad = texts(findings(results(website=dear, folds=poor)), agrees=False)
    assert "F on 0 of 1 topics" in bad
    assert "not on horses: it misses 16 sites there and takes 9 wrong ones, 9 paper." in bad
    assert "Table 2, horses: F is 0.56, the paper's 0.90: 16 of 32 sites are missed, and 9 of 132 others" in bad
    assert "12.2 to 12.2 pages per site" in bad
    assert "right on 0.70 to 0.70" in bad
    assert "takes 10.0 pages per screened site at a harvest rate of 0.500, the page crawler 4.0 at 0.333" in bad
    assert "example sites had 62 pages in the mean, here a site of the topic has 16. Pages that link to 5" in bad
    assert "a mean confidence of 0.70 on sites of the topic, the rest there 0.60: links to other sites" in bad
    assert "The price: it is sure of 0.050 of its list, the website crawler of 0.900" in bad


def test_weights_that_come_out_otherwise_are_told() -> None:
    last = replace(SITES, marks=(Mark(800, 400, 100, 96),))
    bad = texts(findings(results(website=last)), agrees=False)
    assert "second best on 0 of 1 topics" in bad
    assert "on horses local 0.488, global 0.476, combined 0.250" in bad


def test_tables_and_figures() -> None:
    blocks = websites_report(results(), "hubwalk evaluate file.toml")
    text = to_markdown(blocks, "figures")
    tables = {block.head[1]: block for block in blocks if isinstance(block, Table)}
    assert tables["paper: sites"].rows[0] == ("horses", "32", "32", "500", "12", "1200", "15.5")
    assert tables["threshold"].rows[0][:5] == ("horses", "0.9", "0.85 / 0.90", "6.9 / 5.0", "0.84 / 0.94")
    assert tables["threshold"].rows[0][-2:] == ("0.63 / 0.70", "0.27 / 0.25")
    assert tables["weights"].rows[2][:7] == ("horses", "combined", "200", "100", "0.500", "0.400", "0.480")
    assert tables["crawler"].rows[2] == (
        "horses", "page crawler", "1200", "100", "12.0", "12.0", "4.0", "0.333", "15.0",
    )  # fmt: skip
    assert [row[1] for row in tables["list of"].rows] == [
        "website crawler 90%", "website crawler 70%", "page crawler", "page crawler, home pages", "page crawler 90%",
        "page crawler 90%, home pages",
    ]  # fmt: skip
    assert tables["list of"].rows[1][2:8] == ("100", "0.900", "0.090", "0.900", "0.400", "0.750")
    assert tables["LinkRank"].rows[0] == ("boxing", "0", "2000", "5.0", "0.250", "20.0", "20.2", "enough sites")
    assert [block.name for block in blocks if isinstance(block, Figure)] == [
        "websites-harvest-horses", "websites-pprs-horses",
    ]  # fmt: skip
    assert "9 cells" in text
    assert "Recorded" not in text


def test_what_is_not_there_is_not_made_up() -> None:
    part = replace(results(), outcomes={Cell(CRAWL, "horses", COMBINED, 0.7, 5.0): SOFT})
    text = to_markdown(websites_report(part, "hubwalk evaluate file.toml"), "figures")
    assert "1 of 9 cells: **incomplete**" in text
    assert "0.85 / –" in text
    assert "| horses | website crawler 90% | – |" in text
    assert findings(part) == []


def test_an_outcome_survives_json() -> None:
    for outcome in CELLS.values():
        assert read_outcome(outcome_record(outcome)) == outcome


def test_sites_of_another_size_are_told_apart() -> None:
    suite = replace(SUITE, crawl=replace(SUITE.crawl, larger=4))
    large = {
        replace(cell, size=4): outcome
        for cell, outcome in CELLS.items()
        if cell.part == CRAWL and cell.topic == "horses" and cell.crawler in (COMBINED, PAGE_CRAWLER)
    }
    small = {**CELLS, Cell(CRAWL, "horses", PAGE_CRAWLER): replace(PAGES, marks=(Mark(300, 200, 100, 80),))}
    found = findings(WebsitesResults(suite, TOPICS, {**small, **large}))
    assert "than the page crawler on 0 of 1 topics" in texts(found, agrees=False)
    told = texts(found, agrees=True)
    assert "Fig. 7 with sites 4 times as large, 62 pages in the mean (the paper's example sites: 62)" in told
    assert (
        "on 1 of 1 topics (paper: 3 of 4): horses 8.0 against 12.0; with the low threshold it needs the fewest" in told
    )
