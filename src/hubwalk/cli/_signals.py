"""Signals while nobody else looks after them: in a search for sites, and before a crawl begins."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """SIGTERM raises KeyboardInterrupt, as Ctrl-C does. Either may strike where Twisted catches all there is, so there
    is something to call now and then that raises it again."""
    struck: list[int] = []

    def handle(number: int, _: object) -> None:
        struck.append(number)
        raise KeyboardInterrupt

    def check() -> None:
        if struck:
            raise KeyboardInterrupt

    numbers = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) != signal.SIG_IGN]
    before = [(number, signal.signal(number, handle)) for number in numbers]
    try:
        yield check
    finally:
        for number, handler in before:
            signal.signal(number, handler)
