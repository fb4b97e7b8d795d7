"""The terminal, of which there is one: what is drawn there again and again gives way to a question.

A display registers with `drawn`, and draws only while `free` says so. Who asks holds the terminal with `held`: displays
are wiped before and come back after. Nobody but the asker ever waits for the terminal, so that a crawl goes on while a
person thinks.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Display(Protocol):
    """Something that redraws itself: rich's Live and Status."""

    def start(self) -> None: ...
    def stop(self) -> None: ...


_turn = threading.Lock()
_displays: list[Display] = []


@contextmanager
def drawn(display: Display) -> Iterator[None]:
    """While this is open the display is on the terminal, unless something is asked."""
    _displays.append(display)
    try:
        yield
    finally:
        _displays.remove(display)


@contextmanager
def free() -> Iterator[bool]:
    """False while somebody asks something: then do not draw."""
    got = _turn.acquire(blocking=False)
    try:
        yield got
    finally:
        if got:
            _turn.release()


@contextmanager
def held() -> Iterator[None]:
    """While this is open nothing is drawn."""
    with _turn:
        hidden = list(_displays)
        for display in hidden:
            display.stop()
        try:
            yield
        finally:
            for display in hidden:
                if display in _displays:  # the crawl may have ended meanwhile
                    display.start()
