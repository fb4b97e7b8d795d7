"""Waiting on the loop that Scrapy lives on: a signal is never lost."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

# In a process of its own: signals go to the main thread, and that is not where every test runner has its tests.
SCRIPT = """
import asyncio, os, signal
from hubwalk.browsing.engine_loop import run

async def strike(then_wait):
    os.kill(os.getpid(), signal.{name})
    if then_wait:
        await asyncio.sleep(60)

signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    run(strike({wait}))       # the answer and the signal in the same moment ...
    run(asyncio.sleep(60))    # ... then the next wait hears of it
except KeyboardInterrupt:
    before = signal.getsignal(signal.SIGINT)
    print("interrupted", before is signal.default_int_handler)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("wait", [True, False])
def test_a_signal_ends_the_wait(number: signal.Signals, wait: bool) -> None:
    script = SCRIPT.format(name=number.name, wait=wait)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.returncode) == ("interrupted True\n", 0), done.stderr


LEFT = """
import asyncio
from hubwalk.browsing.engine_loop import engine_loop, run

async def waits():
    try:
        await asyncio.Queue().get()
    except asyncio.CancelledError:
        print("ended")

left = engine_loop().create_task(waits())
run(asyncio.sleep(0))
"""


def test_what_is_left_waiting_ends_before_python_does() -> None:
    ran = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ended\n", "")
