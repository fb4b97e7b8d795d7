"""Scrapy runs on Twisted's reactor, and a reactor runs once per process. Its asyncio loop can run as often as we like.

So the reactor is started but never handed the loop: `run` drives the loop until one coroutine is done, and a process
can crawl many times, in tests as in a long-living worker.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import signal
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar

_LAST = 0.5  # seconds that tasks have to end, when the process does
_T = TypeVar("_T")
_waiting: list[asyncio.Future[None]] = []  # at most one: the loop runs one wait at a time


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Run a coroutine on the loop that Scrapy's engine lives on. A signal that raises KeyboardInterrupt elsewhere does
    so here as well, at once; an answer of the same moment is lost."""
    loop = engine_loop()
    task = loop.create_task(work)
    with _struck(loop) as struck:
        either: set[asyncio.Future[Any]] = {task, struck}
        loop.run_until_complete(asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED))
        interrupted = struck.done()
    if interrupted:
        task.cancel()
        raise KeyboardInterrupt
    return task.result()


@contextmanager
def _struck(loop: asyncio.AbstractEventLoop) -> Iterator[asyncio.Future[None]]:
    """A future that is done when a signal comes. Raised where it strikes, an interruption may be lost: Twisted catches
    all there is."""
    struck: asyncio.Future[None] = loop.create_future()
    _waiting[:] = [struck]
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    ours = {number: handler for number, handler in handlers.items() if callable(handler)}
    if threading.current_thread() is not threading.main_thread():
        ours = {}  # signals are somebody else's affair
    for number in ours:
        loop.add_signal_handler(number, _strike)
    try:
        yield struck
    finally:
        for number, handler in ours.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
        struck.cancel()


def _strike() -> None:
    """Whoever waits now: a signal that came with the last answer of one wait is only heard in the next."""
    for struck in _waiting:
        if not struck.done():
            struck.set_result(None)


@cache
def engine_loop() -> asyncio.AbstractEventLoop:
    """The loop, with the reactor installed on it and started."""
    from twisted.internet import asyncioreactor

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    asyncioreactor.install(loop)  # type: ignore[no-untyped-call]
    from scrapy.resolver import CachingThreadedResolver
    from twisted.internet import reactor

    reactor.startRunning(installSignalHandlers=False)
    # Name lookups run in these threads; one that hangs must not keep the process from ending.
    reactor.getThreadPool().threadFactory = partial(threading.Thread, daemon=True)
    CachingThreadedResolver(reactor, cache_size=10_000, timeout=20.0).install_on_reactor()
    atexit.register(_end_tasks, loop)
    return loop


def _end_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """What an interruption has left waiting ends while there is a loop to end it on. Python takes it apart otherwise
    when most of Python is gone already, and has crashed over it."""
    left = asyncio.all_tasks(loop)
    if not left or loop.is_running() or loop.is_closed():
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(asyncio.wait(left, timeout=_LAST))


def quieten(*, verbose: bool = False) -> None:
    """Keep Scrapy's and Twisted's own talk off the terminal, or show it with `verbose`."""
    from twisted.python.log import PythonLoggingObserver

    handler: logging.Handler = logging.StreamHandler(sys.stderr) if verbose else logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    for name in ("scrapy", "twisted", "asyncio", "protego"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.DEBUG if verbose else logging.CRITICAL)
    _observe_twisted(PythonLoggingObserver)


@cache
def _observe_twisted(observer: type[Any]) -> None:
    observer("twisted").start()  # otherwise Twisted prints its errors itself
