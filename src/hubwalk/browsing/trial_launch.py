"""Launches a browser for a moment, to see whether it works: a page is opened and a script run, without network."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hubwalk.browsing.installed import BrowserChoice, too_old
from hubwalk.browsing.sandbox import no_sandbox_because
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.browsing.browser_process import BrowserProcess

_TELLING = (
    "fatal:",
    "cannot",
    "error while",
    "missing dependencies",
    "no usable sandbox",
    "not found",
    "doesn't exist",
)
_SCRIPT = "() => document.querySelector('p').textContent + typeof window.navigation"


@dataclass(frozen=True, slots=True)
class Health:
    """How a browser did."""

    version: str
    seconds: float  # from nothing to the script's answer
    no_sandbox: str  # why it ran without its sandbox; "": it had it
    has_navigation_api: bool  # without it, probing leaves pages and has to load them again


def check(choice: BrowserChoice, *, timeout: float = 60.0) -> Health:
    """Launch it as a crawl would, within so many seconds. A UsageError says what is wrong, in the browser's words."""
    from hubwalk.browsing.browser_process import BrowserProcess
    from hubwalk.browsing.engine_loop import quieten, run

    quieten()
    process = BrowserProcess(choice)
    try:
        health = run(asyncio.wait_for(_tried(choice, process), timeout))
    except TimeoutError:
        raise UsageError(f"{_name(choice)} did not answer within {timeout:g} s") from None
    except UsageError as error:
        raise UsageError(str(error).partition("; hubwalk doctor")[0]) from None  # that is who asks
    finally:
        process.kill()  # what Ctrl-C has left
    if reason := too_old(choice.kind, health.version):
        raise UsageError(f"{_name(choice)}: {reason}")
    return health


async def _tried(choice: BrowserChoice, process: BrowserProcess) -> Health:
    from playwright.async_api import Error

    from hubwalk.browsing.browser_process import BrowserGone

    began = time.monotonic()
    try:
        context = await process.new_context(offline=True)
        page = await context.new_page()
        await page.set_content("<p>hello")
        answer = await page.evaluate(_SCRIPT)
        version = context.browser.version if context.browser else choice.version
        return Health(version, time.monotonic() - began, no_sandbox_because(), answer == "helloobject")
    except (Error, BrowserGone) as error:
        raise UsageError(f"{_name(choice)} does not work: {reason_of(str(error))}") from None
    finally:
        await process.close()


def _name(choice: BrowserChoice) -> str:
    return choice.path or f"Playwright's {choice.kind}"


def reason_of(message: str) -> str:
    """The line that tells, of all that Playwright prints: what the browser itself said, else the first."""
    lines = [line.strip(" ║").strip() for line in message.splitlines()]
    lines = [line for line in lines if any(letter.isalpha() for letter in line)]
    said = [line.partition("[err]")[2].strip() for line in lines if line.startswith("[pid=") and "[err]" in line]
    telling = [line for line in (*said, *lines) if any(word in line.lower() for word in _TELLING)]
    return next(iter(telling or said or lines), "it said nothing")
