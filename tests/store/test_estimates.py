"""What a crawl thinks of itself, in the log: reasons of choices, and how much there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from observations import Make

from hubwalk.errors import UsageError
from hubwalk.store import estimates
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.estimates import LoggedEstimate
from hubwalk.store.explanation import explain_url
from hubwalk.values import Estimate, Observation

pytest_plugins = ["observations"]

SITE, OTHER = "http://shop.test/", "http://other.test/"
EARLY, LATE = Estimate(1, 7.5, 2.25, 12.5), Estimate(6, 8.0, 6.5, 9.0)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteCrawlLog]:
    with SqliteCrawlLog.create(tmp_path / "crawl.db", {}) as log:
        yield log


def because(seen: Observation, why: str) -> Observation:
    return replace(seen, choice=replace(seen.choice, why=why))


def test_why_a_page_was_chosen_is_kept(log: SqliteCrawlLog, make: Make) -> None:
    why = "3 of 4 pages at this place were wanted; says 'Größe'"
    log.append(because(make("a"), why))
    log.append(make("b"))
    assert [seen.choice.why for seen in log.observations()] == [why, ""]
    assert [seen.choice.why for seen in log.events(bodies=True)] == [why, ""]  # type: ignore[union-attr]
    found = log.find(f"{SITE}a")
    assert found is not None
    assert (found.choice.why, log.at(2).choice.why) == (why, "")
    assert log.rows("SELECT fetch, why FROM why") == [(1, why)]


def test_half_a_character_does_not_break_the_log(log: SqliteCrawlLog, make: Make) -> None:
    log.append(because(make("a"), "half a pair \ud800"))
    assert next(log.observations()).choice.why == "half a pair ?"


def test_explain_has_the_reason_of_every_step(log: SqliteCrawlLog, make: Make) -> None:
    log.append(make(""))
    log.append(because(make("list", hub=SITE), "it lists others"))
    log.append(because(make("a", hub=f"{SITE}list"), "like 3 of 4 beside it"))
    about = explain_url(log, f"{SITE}a")
    assert about["why"] == "like 3 of 4 beside it"
    chain = about["chain"]
    assert isinstance(chain, list)
    assert [step["why"] for step in chain] == ["", "it lists others", "like 3 of 4 beside it"]


def test_estimates_come_back_in_their_order(log: SqliteCrawlLog) -> None:
    assert estimates.read(log) == []
    assert estimates.latest(log) == {}
    log.add_estimate(SITE, 10, EARLY)
    log.add_estimate(OTHER, 3, EARLY)
    log.add_estimate(SITE, 11, LATE)
    told = [LoggedEstimate(SITE, 10, EARLY), LoggedEstimate(OTHER, 3, EARLY), LoggedEstimate(SITE, 11, LATE)]
    assert estimates.read(log) == told
    assert estimates.read(log, site=OTHER) == told[1:2]
    assert estimates.latest(log) == {SITE: told[2], OTHER: told[1]}
    with SqliteCrawlLog.open(log.path) as reader:
        assert estimates.read(reader) == told
        with pytest.raises(UsageError, match="reading only"):
            reader.add_estimate(SITE, 12, LATE)
