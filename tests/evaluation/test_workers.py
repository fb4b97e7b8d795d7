"""Work on several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from hubwalk.errors import HubwalkError, UsageError
from hubwalk.evaluation.workers import default_jobs, results_of


def squares(piece: int) -> Iterator[tuple[int, int]]:
    for n in range(piece):
        yield piece, n * n


def refuses(piece: int) -> Iterator[int]:
    yield piece
    if piece == 2:
        raise UsageError("two is too much")


def breaks(piece: int) -> Iterator[int]:
    yield piece // 0


def dies(piece: int) -> Iterator[int]:
    yield piece
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_all_results_come_whatever_the_number_of_processes(jobs: int) -> None:
    pieces = [3, 1, 4, 0]
    expected = [result for piece in pieces for result in squares(piece)]
    assert sorted(results_of(squares, pieces, jobs)) == sorted(expected)


def test_results_of_one_piece_come_in_order() -> None:
    found = list(results_of(squares, [4, 5], 2))
    assert [n for piece, n in found if piece == 5] == [0, 1, 4, 9, 16]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_ours_stays_one(jobs: int) -> None:
    with pytest.raises(HubwalkError, match="two is too much"):
        list(results_of(refuses, [1, 2, 3], jobs))


def test_a_bug_shows_where_it_is() -> None:
    with pytest.raises(RuntimeError, match=r"test_workers\.py"):
        list(results_of(breaks, [1, 2], 2))


def test_a_worker_that_dies_is_noticed() -> None:
    with pytest.raises(HubwalkError, match=r"ended by itself \(exit code -9.*fewer --jobs"):
        list(results_of(dies, [1, 2], 2))


def test_a_worker_that_dies_before_it_gets_a_piece_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("multiprocessing.connection.Connection.send", broken)
    with pytest.raises(HubwalkError, match="ended by itself"):
        list(results_of(squares, [1, 2], 2))


def test_a_system_that_does_not_tell_its_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "sysconf_names", {})
    assert default_jobs() == (os.cpu_count() or 1)


def test_there_is_at_least_one() -> None:
    assert 1 <= default_jobs() <= (os.cpu_count() or 1)
