"""What a validator takes back, of pages whose site has no crawl under way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from breaking import BreaksOn, items
from crawling import crawl
from misbehaving import Web, page

from hubwalk.drivers.found_pages import FoundPages
from hubwalk.drivers.revising import Revising
from hubwalk.store import judged_again, revisions
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Observation, Revision, Verdict

pytest_plugins = ["web_fixtures"]

WANTED = Verdict(True, 1.0, "as the others are")
YOU_SAID = Verdict(True, 1.0, "you said so")
BROKEN = Verdict(False, 0.0, "not judged: broken", judged=False)


@pytest.fixture
def log(web: Web, tmp_path: Path) -> Iterator[SqliteCrawlLog]:
    """A crawl that is over: one page is accepted, one could not be judged, and two show the same."""
    items(web, "/item/1", "/broken", "/twin/1", "/twin/2")
    web.put("/broken", page("broken", "/twin/1", "/twin/2"))
    for name in ("/twin/1", "/twin/2"):
        web.put(name, page("one and the same"))
    crawled = crawl(web.url, log=tmp_path / "crawl.db", validator=BreaksOn("/broken"))
    with SqliteCrawlLog.open(crawled.log, write=True) as opened:
        yield opened


class Told:
    """Who is told what comes of it."""

    def __init__(self, log: SqliteCrawlLog) -> None:
        self.absent: list[tuple[str, bool]] = []
        self.revised: list[Observation] = []
        self.revising = Revising(
            log,
            FoundPages(()),
            {},
            given=lambda _: set(),
            on_absent=lambda site, accepted: self.absent.append((site, accepted)),
            on_revision=self.revised.append,
        )


def test_of_two_pages_that_show_the_same_one_is_accepted(log: SqliteCrawlLog, web: Web) -> None:
    told = Told(log)
    told.revising.revise([Revision(f"{web.url}/twin/{n}", WANTED) for n in (1, 2)])
    assert [revision.url for revision in revisions.read(log)] == [f"{web.url}/twin/1"]
    assert told.absent == [(f"{web.url}/", True)]
    out = Verdict(False, reason="after all not")
    told.revising.revise([Revision(f"{web.url}/twin/1", out), Revision(f"{web.url}/twin/2", WANTED)])
    assert [seen.page.url for seen in log.observations(accepted_only=True)] == [
        f"{web.url}/item/1",
        f"{web.url}/twin/2",
    ]


def test_what_could_not_be_judged_is_no_news(log: SqliteCrawlLog, web: Web) -> None:
    Told(log).revising.revise([Revision(f"{web.url}/{path}", BROKEN) for path in ("item/1", "broken", "twin/1")])
    assert revisions.read(log) == []


def test_what_was_not_judged_is_by_a_revision(log: SqliteCrawlLog, web: Web) -> None:
    refused = Verdict(False, reason="no")
    Told(log).revising.revise([Revision(f"{web.url}/{path}", refused) for path in ("broken", "twin/1")])
    assert [revision.url for revision in revisions.read(log)] == [f"{web.url}/broken"]


def test_what_is_confirmed_for_another_reason_is_logged_once(log: SqliteCrawlLog, web: Web) -> None:
    told = Told(log)
    for _ in range(2):
        told.revising.revise([Revision(f"{web.url}/item/1", YOU_SAID, confirmed=True)])
    told.revising.revise([Revision(f"{web.url}/item/1", WANTED)])
    assert [revision.verdict for revision in revisions.read(log)] == [YOU_SAID]
    assert [seen.verdict.reason for seen in told.revised] == ["you said so"]
    assert told.absent == []


def test_a_duplicate_is_not_revised(log: SqliteCrawlLog, web: Web) -> None:
    (twin,) = revisions.judged(log, f"{web.url}/broken")
    judged_again.write_duplicate(log, twin.number, f"{web.url}/item/1")
    Told(log).revising.revise([Revision(f"{web.url}/broken", WANTED)])
    assert [revision.verdict.accepted for revision in revisions.read(log)] == [False]
