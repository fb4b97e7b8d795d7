"""Harvest rate and pages per relevant site, worked by hand."""

from __future__ import annotations

from hubwalk.evaluation.websites_measures import (
    Mark,
    Marks,
    harvest_rate,
    harvest_rates,
    pprs,
    pprs_rates,
    window_before,
)

# pages, sites, relevant, right
MARKS = [Mark(10, 2, 0, 0), Mark(20, 6, 2, 1), Mark(30, 10, 6, 4), Mark(40, 10, 6, 4)]


def test_a_window_reaches_back_so_many_pages_or_to_the_beginning() -> None:
    assert window_before(MARKS, 2, 10) == MARKS[1]
    assert window_before(MARKS, 2, 15) == MARKS[0]
    assert window_before(MARKS, 2, 25) == Mark(0, 0, 0, 0)


def test_rates_over_a_window() -> None:
    assert harvest_rates(MARKS, 10) == [(10, 0.0), (20, 0.5), (30, 1.0)]  # nothing was screened in the last one
    assert harvest_rates(MARKS, 10, true=True) == [(10, 0.0), (20, 0.25), (30, 0.75)]
    assert pprs_rates(MARKS, 20) == [(20, 10.0), (30, 20 / 6), (40, 5.0)]  # none was found in the first one
    assert pprs_rates(MARKS, 20, true=True) == [(20, 20.0), (30, 5.0), (40, 20 / 3)]


def test_rates_over_the_whole_crawl() -> None:
    assert harvest_rate(MARKS[-1]) == 0.6
    assert pprs(MARKS[-1]) == 40 / 6
    assert pprs(MARKS[-1], true=True) == 10.0
    assert (pprs(MARKS[0]), harvest_rate(Mark(5, 0, 0, 0))) == (None, None)


def test_sites_may_turn_irrelevant_again_when_more_pages_are_known() -> None:
    assert pprs(Mark(20, 5, 3, 3), Mark(10, 5, 4, 4)) is None


def test_marks_are_taken_every_so_many_pages_and_at_the_end() -> None:
    marks = Marks(every=10)
    for pages in range(1, 26):
        marks.take(Mark(pages, pages, 0, 0))
    assert [mark.pages for mark in marks.all()] == [10, 20, 25]
    marks.take(Mark(30, 30, 0, 0))
    assert [mark.pages for mark in marks.all()] == [10, 20, 30]
    assert [mark.pages for mark in Marks(10).all()] == [0]
