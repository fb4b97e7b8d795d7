"""Every crawl log keeps the contract, and the suite notices those that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.testing import check_crawl_log
from hubwalk.values import Observation


def test_sqlite(tmp_path: Path) -> None:
    check_crawl_log(lambda: SqliteCrawlLog.create(tmp_path / "log.db", {}))


class ListLog:
    """A log in memory; what is wrong with it is done to what comes in."""

    def __init__(self, spoil: Callable[[Observation], Observation | None] = lambda seen: seen) -> None:
        self._spoil = spoil
        self._seen: list[Observation] = []

    def append(self, observation: Observation) -> int:
        kept = self._spoil(observation)
        if kept is not None:
            self._seen.append(kept)
        return len(self._seen)

    def observations(self, *, bodies: bool = False) -> Iterator[Observation]:
        return iter(self._seen if bodies else [replace(seen, response=None) for seen in self._seen])


class Backwards(ListLog):
    def observations(self, *, bodies: bool = False) -> Iterator[Observation]:
        return iter(list(super().observations(bodies=bodies))[::-1])


class Remembers(ListLog):
    """Is not new when it is new."""

    def observations(self, *, bodies: bool = False) -> Iterator[Observation]:
        from hubwalk.testing.crawl_logs import sample_observations

        return iter(sample_observations())


class SameNumber(ListLog):
    def append(self, observation: Observation) -> int:
        super().append(observation)
        return 1


class StopsReading(ListLog):
    """An append ends the readings that are under way."""

    _appended = 0

    def append(self, observation: Observation) -> int:
        self._appended += 1
        return super().append(observation)

    def observations(self, *, bodies: bool = False) -> Iterator[Observation]:
        begun = self._appended
        for seen in super().observations(bodies=bodies):
            if self._appended != begun:
                return
            yield seen


def test_the_list_without_a_fault_passes() -> None:
    check_crawl_log(ListLog)


def lossy_links(seen: Observation) -> Observation:
    return replace(seen, page=replace(seen.page, links=tuple(dict.fromkeys(seen.page.links))))


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (Backwards, "observation 1"),
        (Remembers, "a new log is not empty"),
        (SameNumber, "numbers that do not grow"),
        (StopsReading, "reading while something is appended"),
        (lambda: ListLog(lambda seen: seen if seen.page.ok else None), "observations were appended"),
        (lambda: ListLog(lambda seen: replace(seen, site="http://practice.test/")), "site was"),
        (lambda: ListLog(lambda seen: replace(seen, requests=1)), "requests was 3"),
        (lambda: ListLog(lambda seen: replace(seen, fetched_at=float(int(seen.fetched_at)))), "fetched_at was"),
        (lambda: ListLog(lambda seen: replace(seen, choice=replace(seen.choice, anchor=""))), "choice was"),
        (
            lambda: ListLog(lambda seen: replace(seen, page=replace(seen.page, duplicate_of=""))),
            "page.duplicate_of was",
        ),
        (lambda: ListLog(lambda seen: replace(seen, page=replace(seen.page, sketch=()))), "page.sketch was"),
        (lambda: ListLog(lossy_links), "page.links was"),
        (lambda: ListLog(lambda seen: replace(seen, response=None)), "the raw answer came back changed"),
    ],
)
def test_the_suite_bites(make: Callable[[], ListLog], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_crawl_log(make)
