"""Pieces of work on several processes, each result handed over as soon as it is there.

A worker takes one piece (all cells of a site, which share their pages) after the other. There are no queues with locks
that a killed process could keep: every worker has a pipe of its own, and one that ends by itself is noticed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

from hubwalk.errors import HubwalkError

_MEMORY_PER_WORKER = 500_000_000  # bytes; the largest demo site with all that strategies know of it took 280 million
P = TypeVar("P")
R = TypeVar("R")


class _Done:
    """A worker's word for: this piece is finished, I am free."""


class _Failed:
    """A worker's word for an error, as text: not every error survives the pipe."""

    def __init__(self, error: BaseException) -> None:
        self.is_ours = isinstance(error, HubwalkError)
        self.text = str(error) if self.is_ours else traceback.format_exc()


def default_jobs() -> int:
    """One process per core that we may use, as far as the free memory goes. Only Linux tells both."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if "SC_AVPHYS_PAGES" not in os.sysconf_names:
        return cores
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(cores, free // _MEMORY_PER_WORKER))


def results_of(work: Callable[[P], Iterable[R]], pieces: Sequence[P], jobs: int) -> Iterator[R]:
    """The results of all pieces, in the order in which they come. `work` is a function of a module, so that another
    process finds it. When the caller goes away the workers are ended."""
    if min(jobs, len(pieces)) <= 1:
        for piece in pieces:
            yield from work(piece)
        return
    crew = _Crew(work, min(jobs, len(pieces)))
    try:
        yield from crew.run(pieces)
    finally:
        crew.end()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C, not even before they come to `_serve`; we hear it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let the signal through when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Crew(Generic[P, R]):
    def __init__(self, work: Callable[[P], Iterable[R]], size: int) -> None:
        # Not forked: a progress display has threads, and a forked process would have half of them.
        context = multiprocessing.get_context("spawn")
        self._workers: dict[Connection, BaseProcess] = {}
        for _ in range(size):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, work), daemon=True)
            with _deaf():
                process.start()
            theirs.close()
            self._workers[ours] = process

    def run(self, pieces: Sequence[P]) -> Iterator[R]:
        left = deque(pieces)
        busy = set(self._workers)
        for connection in self._workers:
            self._send(connection, left.popleft())
        while busy:
            for connection in [ready for ready in wait(list(busy)) if isinstance(ready, Connection)]:
                message = self._received(connection)
                if not isinstance(message, _Done):
                    yield message
                elif left:
                    self._send(connection, left.popleft())
                else:
                    busy.discard(connection)

    def _send(self, connection: Connection, piece: P) -> None:
        try:
            connection.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            raise self._ended(connection) from None

    def _ended(self, connection: Connection) -> HubwalkError:
        process = self._workers[connection]
        process.join(1)
        return HubwalkError(
            f"a worker process ended by itself (exit code {process.exitcode}; out of memory?); what is finished is "
            "kept, go on with fewer --jobs"
        )

    def _received(self, connection: Connection) -> Any:
        try:
            message = connection.recv()
        except (EOFError, ConnectionResetError):
            raise self._ended(connection) from None
        if isinstance(message, _Failed):
            raise HubwalkError(message.text) if message.is_ours else RuntimeError(message.text)
        return message

    def end(self) -> None:
        for connection, process in self._workers.items():
            connection.close()
            process.terminate()
        for process in self._workers.values():
            process.join()


def _serve(connection: Connection, work: Callable[[Any], Iterable[Any]]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who talks to the user; it ends us
    try:
        while True:
            piece = connection.recv()
            try:
                for result in work(piece):
                    connection.send(result)
                connection.send(_Done())
            except Exception as error:
                connection.send(_Failed(error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # nobody listens any more
