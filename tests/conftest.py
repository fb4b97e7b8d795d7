"""What all tests rest on."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """A shell without job control starts what it puts in the background with Ctrl-C ignored, and every process that a
    test starts would inherit that: tests of Ctrl-C would wait for ever."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
