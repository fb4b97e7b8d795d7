"""When a site is done with: enough was found by estimate, or hardly anything comes any more."""

from __future__ import annotations

import pytest

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.drivers.stopping import WINDOW, StopRules, reached
from hubwalk.values import Choice, Estimate, Link, Page, Site, Verdict

HOME = "http://site.test/"


@pytest.mark.parametrize(
    ("estimate", "recall", "enough"),
    [
        (Estimate(95, 100.0, 96.0, 105.0), 0.95, True),
        (Estimate(94, 100.0, 96.0, 102.0), 0.95, False),
        (Estimate(95, 100.0, 96.0, 106.0), 0.95, False),  # up to 11 may be missing, more than twice the 5 allowed
        (Estimate(10, 10.0, 10.0, 10.0), 1.0, True),
        (Estimate(10, 10.1, 10.0, 10.4), 1.0, False),
        (Estimate(3, 9.0, 3.0, 1000.0), 0.3, True),  # twice what may be missing is everything
        (Estimate(0, 0.0, 0.0, 0.0), 0.5, False),  # nothing is known of the site
    ],
)
def test_recall_is_reached_by_the_best_guess_if_the_interval_is_narrow(
    estimate: Estimate, recall: float, enough: bool
) -> None:
    assert reached(estimate, recall) is enough


def begun(pages: int, starts: int = 0) -> SiteCrawl:
    """The entry page was fetched, which links to so many pages."""
    names = [f"{HOME}{n}" for n in range(pages)]
    crawl = SiteCrawl(Site(HOME), "breadth_first", starts=names[:starts])
    choice = crawl.choose()
    assert choice is not None
    links = tuple(Link(url, "", f"html/body/ul/li[{n}]/a") for n, url in enumerate(names, start=2))
    crawl.observe(choice, Page(HOME, HOME, links=links), Verdict(False))
    return crawl


def fetch(crawl: SiteCrawl, *accepted: bool) -> Choice:
    """Fetch so many pages; returns the last choice."""
    choices = []
    for verdict in accepted:
        choice = crawl.choose()
        assert choice is not None
        crawl.observe(choice, Page(choice.url, choice.url), Verdict(verdict))
        choices.append(choice)
    return choices[-1]


def test_yield_is_taken_over_the_last_hundred_downloads() -> None:
    rules = StopRules(yield_below=0.02)
    crawl = begun(300)
    fetch(crawl, *[True] * 5, *[False] * (WINDOW - 7))
    assert rules.reason(crawl) == ""  # 99 downloads: too early to say
    fetch(crawl, False)
    assert rules.reason(crawl) == ""  # 5 of the last 100
    fetch(crawl, *[False] * 4)
    assert rules.reason(crawl) == ""  # 2 of the last 100: not below two in a hundred
    fetch(crawl, False)
    assert rules.reason(crawl) == f"yield below 0.02: 1 accepted of the last {WINDOW} downloads"


def test_a_small_yield_takes_more_downloads() -> None:
    rules = StopRules(yield_below=0.004)  # one in 250
    crawl = begun(400)
    fetch(crawl, *[False] * 248)
    assert rules.reason(crawl) == ""
    fetch(crawl, False)
    assert "0 accepted of the last 250" in rules.reason(crawl)


def test_yield_goes_by_the_verdicts_that_stand_and_duplicates_count_as_nothing() -> None:
    crawl = begun(300)
    last = fetch(crawl, *[False] * WINDOW, True)
    twin = crawl.choose()
    assert twin is not None
    crawl.observe(twin, Page(twin.url, twin.url, duplicate_of=last.url), Verdict(False))
    again = Page(last.url, last.url, duplicate_of=last.url)  # it was overtaken by a redirect
    crawl.observe(last, again, Verdict(False))
    assert crawl.accepted_lately(WINDOW) == 1
    crawl.revise(last.url, False)
    assert crawl.accepted_lately(WINDOW) == 0


def test_start_pages_are_fetched_first_and_a_site_without_links_left_ends_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    crawl = begun(5, starts=2)
    rules = StopRules(recall=0.9)
    fetch(crawl, True)
    monkeypatch.setattr(crawl, "estimate", lambda: Estimate(1, 1.0, 1.0, 1.0))
    assert rules.reason(crawl) == ""  # a start page is left
    fetch(crawl, True)
    assert rules.reason(crawl) == "estimated recall 90 % reached (1 of about 1)"
    assert StopRules().reason(crawl) == ""
    fetch(crawl, True, False)
    assert rules.reason(crawl) != ""
    fetch(crawl, False)
    assert rules.reason(crawl) == ""
