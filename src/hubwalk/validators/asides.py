"""What foreign code prints goes to standard error, and what everybody else prints meanwhile where it belongs.

`contextlib.redirect_stdout` is for the whole process: the pages that the main thread prints while a callable runs in a
thread of its own would go along, and of two callables that overlap, the one that ends last would put back what the
other had put there. So a stand-in asks who prints. It goes by the context, which tasks and `asyncio.to_thread` inherit;
a thread that foreign code starts by itself does not, and prints to standard output.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO, cast

_is_aside: ContextVar[bool] = ContextVar("is_aside", default=False)


class _StandIn:
    """In the place of standard output."""

    def __init__(self, usual: TextIO) -> None:
        self.usual = usual

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if _is_aside.get() else self.usual, name)


class _Stage:
    """Puts the stand-in there with the first who speaks aside, and takes it away with the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._speaking = 0

    def enter(self) -> None:
        with self._lock:
            self._speaking += 1
            if sys.stdout is not None and not isinstance(sys.stdout, _StandIn):
                sys.stdout = cast(TextIO, _StandIn(sys.stdout))

    def leave(self) -> None:
        with self._lock:
            self._speaking -= 1
            if not self._speaking and isinstance(sys.stdout, _StandIn):  # else it is somebody else's by now
                sys.stdout = sys.stdout.usual


_STAGE = _Stage()


@contextmanager
def aside() -> Iterator[None]:
    """What is printed in here goes to standard error."""
    token = _is_aside.set(True)
    _STAGE.enter()
    try:
        yield
    finally:
        _STAGE.leave()
        _is_aside.reset(token)
