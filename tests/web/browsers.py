"""One real browser for a whole test session: pytest_plugins = ["browsers"].

def test_it(real_browser: RealBrowser) -> None:
    async def look(page):
        return await page.evaluate("document.title")

    title = real_browser.visit({"/": "<title>x</title>"}, look)

Pages are answered from a dictionary and never by a network. With `looking` a page goes the way that a crawl sends it:

def test_it(looking: Looking) -> None:
    found = looking.at("<script src=/s.js></script>", {"/s.js": "..."})
    assert found.links == [...]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from looked_at import Looking, RealBrowser

from hubwalk.browsing.engine_loop import quieten, run
from hubwalk.errors import UsageError

NO_BROWSER = "no browser: hubwalk doctor says how to get one"
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND")


def choice() -> Any:
    """The browser that tests use; skips the test where there is none."""
    from hubwalk.browsing.installed import find_browser

    try:
        return find_browser()
    except UsageError as error:
        pytest.skip(f"{NO_BROWSER} ({error})")


@pytest.fixture(scope="session")
def browser_choice() -> Any:
    """A BrowserChoice, for tests that start a browser of their own."""
    return choice()


@pytest.fixture(scope="session")
def real_browser(browser_choice: Any) -> Iterator[RealBrowser]:
    """One browser for the session, or for each of pytest-xdist's workers."""
    quieten()
    playwright, browser = run(_launch(browser_choice))
    yield RealBrowser(browser_choice.kind, browser)
    run(_end(playwright, browser))


async def _launch(chosen: Any) -> tuple[Any, Any]:
    from playwright.async_api import async_playwright

    playwright = await async_playwright().start()
    kind = playwright.chromium if chosen.kind == "chromium" else playwright.firefox
    flags = list(_FLAGS) if chosen.kind == "chromium" else []
    browser = await kind.launch(executable_path=chosen.path or None, args=flags, handle_sigint=False)
    return playwright, browser


async def _end(playwright: Any, browser: Any) -> None:
    await browser.close()
    await playwright.stop()


@pytest.fixture(scope="session")
def browser_process(browser_choice: Any) -> Iterator[Any]:
    """The browser of `looking`, started when the first page needs it."""
    from hubwalk.browsing.browser_process import BrowserProcess

    quieten()
    process = BrowserProcess(browser_choice, user_agent="hubwalk-test", life=10**6)
    yield process
    run(process.close())


@pytest.fixture
def looking(browser_process: Any) -> Looking:
    """Pages looked at as in a crawl, without a network."""
    return Looking(browser_process)
